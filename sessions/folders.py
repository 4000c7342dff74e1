"""What earlier versions kept in files beside the saved games, taken over into their file.

Each open puzzle lay in a file of `puzzles/`, with those that were solved in another; the choices
that were judged in `reviews/`, a file a game; what people are called in `people.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.notice import notice
from .store_file import summed, told, transaction, unusable
from .texts import ALL, COSTS, JUDGED, LINES, OPEN, PEOPLE, PUT, SOLVED, STARTS

if TYPE_CHECKING:
    import sqlite3

OF_FILES = {
    "people.json": PEOPLE,
    "puzzles/*.json": OPEN,
    "puzzles/*.line": LINES,
    "puzzles/solved.jsonl": SOLVED,
    "reviews/*.jsonl": JUDGED,
    "reviews/starts.jsonl": STARTS,
    "reviews/costs.jsonl": COSTS,
}
"""The room of each file; of several that fit, the last counts."""
Row = tuple[str, str, str]
"""A room, a name in it, and the text."""


def waiting(path: Path) -> dict[Path, str]:
    """Return the files beside `path` that are to be taken over, with the room of each."""
    of_files = OF_FILES.items()
    return {file: room for like, room in of_files for file in sorted(path.parent.glob(like))}


def take_over(path: Path, connection: sqlite3.Connection) -> None:
    """Write what is waiting beside `path` into the file there, then remove it; raises StoreError.

    What cannot be read is told, and stays where it is.
    """
    rows, done = list[Row](), list[Path]()
    for file, room in waiting(path).items():
        try:
            rows += _rows(room, file.stem, file.read_text("utf-8", "replace"))
        except OSError as error:
            notice(unusable(file, error.strerror))
        else:
            done.append(file)
    if not done:
        return
    with told(path), transaction(connection, "BEGIN IMMEDIATE"):
        for row in rows:
            connection.execute(PUT, summed(row))
    for file in done:
        with suppress(OSError):
            file.unlink()
            file.parent.rmdir()


def _rows(room: str, name: str, text: str) -> Iterator[Row]:
    if room == PEOPLE:
        yield room, ALL, text
    elif room in (OPEN, LINES):
        yield room, name, text
    else:
        for number, line in enumerate(text.splitlines()):
            if line:
                yield room, _name(room, line) or f"damaged {number}", line


def _name(room: str, line: str) -> str:
    """Return the name of what a line of a file holds, nothing where it is damaged."""
    with suppress(ValueError, KeyError, TypeError):
        data: Any = json.loads(line)
        return f"{float(data['when'])} {data['key']}" if room == SOLVED else str(data["key"])
    return ""
