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
from aparte.models.event import RESULT
from aparte.models.record import read_file, read_words, write_event
from aparte.sessions.doubt import NAMED, Doubt
from aparte.sessions.fixing import continued
from aparte.sessions.listener import Listener
from aparte.sessions.typed import events_of

LINES = Path("tests/heard/lines.jsonl")
"""Lines from games of all kinds, in many ways of speaking."""


class Heard(StrEnum):
    """What became of a line."""

    RIGHT = "right"
    ASKED = "asked"
    WHICH = "which"
    IDLE = "idle"
    ASTRAY = "astray"
    REFUSED = "refused"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Reply:
    """The `line` that was read, empty if none was; else what people were told.

    `asked` are the lines that a question names; what came of them may be `open`.
    """

    line: str
    told: str = ""
    asked: tuple[str, ...] = ()
    open: bool = False


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
    doubt: Doubt | None = None

    def read(text: str) -> tuple[Event, ...]:
        return events_of(record, text, tell)

    try:
        for text in [said] if isinstance(said, str) else said:
            try:
                found = listener.heard(record, text, read)
                return Reply(_line(record, found) if isinstance(found, tuple) else "", "no")
            except Doubt as error:
                doubt = error
        lines = tuple(_line(record, way) for way in doubt.ways[:NAMED])
        return Reply("", tell(doubt.words), lines, doubt.open)
    except TableError as error:
        words = error.words if isinstance(error, BadNotation) else error.message
        return Reply("", tell(words))


def _line(record: Record, events: Sequence[Event]) -> str:
    return "; ".join(write_event(record, event) for event in events)


def became(answer: Reply, told: str) -> Heard:
    """Return what became of a line of which `told` has to be noted, if anything.

    A question is asked right if it names the line, alone or as one of several, perhaps without
    what came of it. Of what is no line nothing is noted before somebody says yes: such a question
    is idle.
    """
    if answer.line:
        return Heard.RIGHT if answer.line == told else Heard.WRONG
    if not told:
        return Heard.IDLE if answer.asked else Heard.RIGHT
    if any(f"{told} ".startswith(f"{each} ") for each in answer.asked):
        return Heard.WHICH if len(answer.asked) > 1 else Heard.ASKED
    return Heard.ASTRAY if answer.asked else Heard.REFUSED


def rows(file: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of a file, each with its record and what it means."""
    return (json.loads(row) for row in file.read_text("utf-8").splitlines() if row.strip())


def heard(row: Mapping[str, Any]) -> tuple[Heard, Reply]:
    """Return what becomes of the line in a row of a file, and what people are told."""
    with spoken(row["language"]):
        record = before(Path(row["record"]), row["at"], row.get("seat", ""))
        answer = reply(record, row["said"])
        told = typed(record, row["at"], row["means"] or "")
    return became(answer, told), answer


def typed(record: Record, at: int, means: str) -> str:
    """Return what `means` tells beyond the lines that come by themselves, from the line `at` on.

    What the viewer of the record does not see comes by itself, too.
    """
    came = [line.event for line in record.lines[at:]]
    kept = list[str]()
    for line in filter(None, means.split("; ")):
        event = None
        with suppress(BadNotation):
            event = read_words(record, line)
        if event is not None and event.verb != RESULT and record.shown(event) not in came:
            kept.append(line)
            with suppress(TableError):
                at = len(record.lines) + 1
                record = continued(record.moved(event))
                came = [line.event for line in record.lines[at:]]
    return "; ".join(kept)
