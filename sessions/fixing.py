"""Correcting an earlier line: the lines after it are replayed as far as they still fit.

Nothing is saved before every later line has been looked at, so a correction that is given up, or
cut off, leaves the game as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..models.bag import HOLE
from ..models.core import Draw, Event, Forced, Line, Record, TableError, grown, turn
from ..models.event import KEEPERS
from ..models.record import read_words, write_event
from ..models.wording import worded
from ..models.words import Words, say
from .answers import Refused, refusal


@dataclass(frozen=True, slots=True)
class Noted:
    """A line of a record; `typed` tells whether somebody typed it or it came by itself."""

    line: Line
    typed: bool


@dataclass(frozen=True)
class Fixing:
    """A correction under way: `record` is what stands so far, `rest` what is still to follow.

    `why` tells why the first line of the rest does not fit, None if all lines have found their
    place; `left_out` are typed lines that have not.
    """

    record: Record
    rest: tuple[Noted, ...]
    left_out: tuple[Line, ...] = ()
    why: Words | None = None

    @property
    def unfit(self) -> Line:
        """The line that does not fit."""
        return self.rest[0].line

    def with_lines(self, events: Sequence[Event]) -> Fixing:
        """Return the correction with `events` before the unfit line; one of its kind replaces it.

        Where nothing has been replayed yet, they replace it anyhow. Raises IllegalAction.
        """
        old, record = self.unfit, self.record
        kinds = {(event.actor, event.verb) for event in events}
        alike = old.event is not None and (old.event.actor, old.event.verb) in kinds
        replaced = alike or self.why is None
        for event in events:
            note = old.note if replaced and record is self.record else ""
            record = continued(record).plus(event, note)
        return replace(self, record=record, rest=self.rest[replaced:]).replayed()

    def without(self) -> Fixing:
        """Return the correction without the unfit line."""
        return self._left_out(1).replayed()

    def without_rest(self) -> Fixing:
        """Return the correction without the unfit line and all lines after it."""
        return self._left_out(len(self.rest)).replayed()

    def replayed(self) -> Fixing:
        """Go on with the rest, up to the first line that does not fit."""
        record, rest = self.record, self.rest
        while True:
            event = automatic(record)
            if event is not None:
                note = rest[0].line.note if rest and not rest[0].typed else ""
                rest = rest[1:] if rest and not rest[0].typed else rest
                record = record.plus(event, note)
            elif not rest:
                return replace(self, record=record, rest=(), why=None)
            elif not rest[0].typed:
                rest = rest[1:]
            else:
                try:
                    record = _again(record, rest[0].line)
                except TableError as error:
                    return replace(self, record=record, rest=rest, why=refusal(error).words)
                rest = rest[1:]

    def _left_out(self, count: int) -> Fixing:
        gone = tuple(noted.line for noted in self.rest[:count] if noted.typed)
        return replace(self, rest=self.rest[count:], left_out=(*self.left_out, *gone))


def noted(record: Record) -> Iterator[Noted]:
    """Yield the lines of `record`, telling typed lines from those that came by themselves."""
    before = record.blank()
    for line in record.lines:
        yield Noted(line, line.event is None or is_typed(before, line.event))
        before = before.and_line(line)


def is_typed(before: Record, event: Event) -> bool:
    """Tell whether somebody has to type `event` as the next line of `before`.

    Secret choices of several players come by themselves in any order.
    """
    came = automatic(before)
    return came is None or came.verb != event.verb


def automatic(record: Record) -> Event | None:
    """Return the next line if nobody has to type it.

    It shows the viewer nothing, or is forced, or can only be one to whoever notes the game.
    """
    coming = turn(record)
    if isinstance(coming, tuple):
        return _unseen(record, coming)
    if isinstance(coming, Forced):
        event = record.shown(coming.event)
        told = record.is_seen(event)
        return None if told and HOLE in (*event.words, *event.outcome) else event
    first = coming.first if isinstance(coming, Draw) else ()
    event = replace(coming.event, outcome=(*first, *(HOLE,) * coming.size))
    if not coming.size or not record.is_seen(event):
        return event
    return coming.sure if isinstance(coming, Draw) and record.viewer not in KEEPERS else None


def continued(record: Record) -> Record:
    """Return `record` with all lines that come by themselves."""
    return grown(record, automatic)


def _unseen(record: Record, coming: tuple[Event, ...]) -> Event | None:
    """Return a choice of somebody else if all their possible choices look the same to the viewer.

    Of several who choose in secret at once, the first in seating order comes first.
    """
    lines = list(dict.fromkeys(map(record.shown, coming)))
    verbs = record.notation.verbs
    alike = len({event.actor for event in lines}) == len(lines)
    unseen = all(verbs[each.verb].hides_choice and not record.is_seen(each) for each in lines)
    return lines[0] if lines and alike and unseen else None


def correcting(record: Record, last: Noted | None) -> Words:
    """Return how a line is corrected, with the one that was typed last as example."""
    if last is None or last.line.event is None:
        return say("There is no line to correct.")
    return say(
        "expected the number of a line, and what it should say, such as: {fix} {line} {text}",
        fix=say("fix"),
        line=last.line.number,
        text=worded(record, write_event(record, last.line.event)),
    )


def begins_there(record: Record, board: int) -> Words:
    """Return that nothing can be taken back of the `board`, which `record` has up to that line."""
    return say(
        "the game begins here with the board as it stood, lines {first} to {last}: {fix} corrects"
        " one of them",
        first=next(number for number, _ in record.events),
        last=board,
        fix=say("fix"),
    )


def unlike(record: Record, board: int, line: Line, events: Sequence[Event]) -> Refused | None:
    """Return why `events` cannot stand for `line` of the `board`, which goes up to that number.

    One of them has to be of its kind.
    """
    old = line.event
    if line.number > board or old is None or old.verb in {each.verb for each in events}:
        return None
    words = say(
        "line {line} is one of the board as it stood: only one of its kind can take its place, such"
        " as: {fix} {line} {text}",
        line=line.number,
        fix=say("fix"),
        text=worded(record, write_event(record, old)),
    )
    return Refused(words)


def _again(record: Record, line: Line) -> Record:
    """Return `record` with a line that stood elsewhere; raises TableError if it does not fit.

    A breach that was let stand may no longer be one: then it is a line like any other.
    """
    if line.event is None:
        return record.and_line(replace(line, number=record.last + 1))
    try:
        event = read_words(record, write_event(record, line.event))
        return record.plus(event, line.note)
    except TableError:
        if not line.event.stands:
            raise
    return _again(record, replace(line, event=replace(line.event, stands=False)))
