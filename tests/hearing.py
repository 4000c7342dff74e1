"""What becomes of lines as people say them: read right, asked back, refused, or read wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from aparte.cli.language import spoken, tell
from aparte.models.core import REFEREE, TABLE, BadNotation, Event, Record, TableError, view
from aparte.models.record import read_file, write_event
from aparte.sessions.doubt import Doubt, Listener
from aparte.sessions.fixing import continued
from aparte.sessions.typed import events_of

LINES = Path("tests/heard/lines.jsonl")
"""Lines from games of all kinds, in many ways of speaking."""


class Heard(StrEnum):
    """What became of a line."""

    RIGHT = "right"
    ASKED = "asked"
    REFUSED = "refused"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Reply:
    """The `line` that was read, empty if none was; else what people were told, perhaps `asked`."""

    line: str
    told: str = ""
    asked: bool = False


_read = cache(read_file)


def before(path: Path, at: int, seat: str = "") -> Record:
    """Return the first `at` lines of a record, as `seat` sees them, and what comes by itself."""
    whole = _read(path)
    kept = whole.with_lines(whole.lines[:at])
    viewer = seat or whole.viewer
    if viewer == REFEREE:
        following = [line.event for line in whole.lines[at:] if line.event is not None]
        seers = kept.seers(following[0]) if following else None
        viewer = TABLE if seers is None else next(iter(sorted(seers)), TABLE)
    return continued(view(kept, viewer))


def reply(record: Record, said: str | Sequence[str]) -> Reply:
    """Return the line that `said` is read as, or what people are told instead."""
    listener = Listener(tell)

    def read(text: str) -> tuple[Event, ...]:
        return events_of(record, text, tell)

    try:
        for text in [said] if isinstance(said, str) else said:
            with suppress(Doubt):
                found = listener.heard(record, text, read)
                return _line(record, found) if isinstance(found, tuple) else Reply("", "no")
        assert listener.asked is not None
        return Reply("", tell(listener.asked), asked=True)
    except TableError as error:
        words = error.words if isinstance(error, BadNotation) else error.message
        return Reply("", tell(words))


def _line(record: Record, events: Sequence[Event]) -> Reply:
    return Reply("; ".join(write_event(record, event) for event in events))


def became(answer: Reply, means: str | None) -> Heard:
    """Return what became of a line that `means` this; a result comes by itself."""
    if answer.line:
        told = (means or "").partition("; result ")[0]
        return Heard.RIGHT if answer.line == told else Heard.WRONG
    if means is None:
        return Heard.RIGHT
    return Heard.ASKED if answer.asked else Heard.REFUSED


def rows(file: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of a file, each with its record and what it means."""
    return (json.loads(row) for row in file.read_text("utf-8").splitlines() if row.strip())


def heard(row: Mapping[str, Any]) -> tuple[Heard, Reply]:
    """Return what becomes of the line in a row of a file, and what people are told."""
    with spoken(row["language"]):
        record = before(Path(row["record"]), row["at"], row.get("seat", ""))
        answer = reply(record, row["said"])
    return became(answer, row["means"]), answer
