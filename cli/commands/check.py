"""`aparte check`: reads a record strictly, and says when its lines cannot all be true."""

from __future__ import annotations

from pathlib import Path

from ...models.core import Record, TableError
from ...models.record import read_file
from ...models.words import say_n
from ..arguments import RecordFile
from ..console import AsJson, print_json, print_words
from ..language import tell


def check(file: RecordFile, json: AsJson = False) -> None:
    try:
        record = _checked(file)
    except TableError as error:
        if not json:
            raise
        print_json(
            {"ok": False, "kind": error.kind, "lines": error.lines, "words": tell(error.told)}
        )
        raise SystemExit(1) from None
    if json:
        print_json({"ok": True})
        return
    print_words(
        say_n(
            "Nothing is wrong in this record ({n} line of the game).",
            "Nothing is wrong in this record ({n} lines of the game).",
            len(list(record.events)),
        )
    )


def _checked(file: Path) -> Record:
    """Read the record; raises TableError, also where its clues contradict each other."""
    from ...solver.engine.solve import possible

    record = read_file(file)
    possible(record)
    return record
