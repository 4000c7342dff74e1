"""What every game is made of: a record of events, seen by somebody, folded into a state.

A view is a record with holes. The same rules fold a whole record (the program deals), the
record of a table with real cards, and the record of one seat; nothing is ever taken out of a
view, it only holds what an event showed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from .chance import Chance, Draw, Forced, Roll
from .errors import BadNotation, Contradiction, IllegalAction, TableError
from .event import REFEREE, TABLE, Event, Secret
from .grammar import Token, Verb
from .hidden import Hidden, World
from .words import Words, say

__all__ = [
    "REFEREE",
    "TABLE",
    "BadNotation",
    "Chance",
    "Contradiction",
    "Draw",
    "Event",
    "Forced",
    "Game",
    "IllegalAction",
    "Line",
    "Record",
    "Roll",
    "Secret",
    "Setting",
    "Setup",
    "TableError",
    "Turn",
    "Verb",
    "View",
]

RESULT = "result"


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to play that the table agrees on, written in the record's header.

    `default` is what holds when the header is silent; `name` is the header's word.
    """

    name: str
    value: Token
    default: str
    about: Words


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, in seating order (clockwise), and under which settings.

    A `position` begins with the board as it stands instead of the deal.
    """

    players: tuple[str, ...]
    settings: Mapping[str, str]
    position: bool = False


Turn = Chance | tuple[Event, ...]
"""What can come next: something the players do not choose, or their choices; `()` is the end."""


class Game(Protocol):
    """The rules of one game. States are the game's own, frozen, and may have holes."""

    name: str
    seats: range
    settings: tuple[Setting, ...]
    verbs: Mapping[str, Verb]
    vocabulary: Mapping[str, Token]

    def start(self, setup: Setup) -> Any:
        """Return the state before the first event; raises IllegalAction for a wrong set-up."""

    def turn(self, state: Any) -> Turn:
        """Return what can come next: choices have no outcome yet."""

    def resolve(self, state: Any, event: Event) -> Event:
        """Return a chosen `event` with its outcome; raises IllegalAction.

        A state with holes cannot tell it: then with one that is possible, so that whoever makes
        the choice can be held to the rules by what they know themselves.
        """

    def apply(self, state: Any, event: Event) -> Any:
        """Return the state after `event`; raises IllegalAction."""

    def result(self, state: Any) -> tuple[str, ...] | None:
        """Return the words of the result line, or None while the game goes on."""

    def hidden(self, view: Record) -> Hidden:
        """Return what `view` leaves open."""

    def fill(self, view: Record, world: World) -> Mapping[int, Event]:
        """Return, by line number, the events of `view` that `world` completes."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a record: an event, a comment, or both.

    `number` counts the lines of the text from 1; `note` is the comment with the space before it.
    """

    number: int
    event: Event | None
    note: str = ""


@dataclass(frozen=True)
class Record:
    """A game as `viewer` has it: the referee everything, a seat or the table with holes."""

    game: Game
    setup: Setup
    viewer: str
    tags: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...] = ()

    @property
    def events(self) -> Iterator[tuple[int, Event]]:
        """The events with their line numbers."""
        return ((line.number, line.event) for line in self.lines if line.event is not None)

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.lines[-1].number if self.lines else len(self.tags)

    def tag(self, name: str) -> str | None:
        """Return the value of a header tag."""
        return dict(self.tags).get(name)

    def plus(self, event: Event) -> Record:
        """Return the record with `event` as its next line."""
        return self._plus_line(Line(self.last + 1, event))

    def _plus_line(self, line: Line) -> Record:
        longer = replace(self, lines=(*self.lines, line))
        longer.__dict__["_before"] = self
        return longer

    @cached_property
    def _before(self) -> Record | None:
        """The record of which this one was made by one more line: what is known of it holds."""
        return None

    @cached_property
    def _views(self) -> dict[str, View]:
        return {}

    @cached_property
    def _state(self) -> Any:
        """The state after the last line; goes on from where an earlier record was folded."""
        known = self._before
        while known is not None and "_state" not in known.__dict__:
            known = known._before
        state = known._state if known else _started(self)
        folded = known.lines if known else ()
        closed = any(line.event and line.event.verb == RESULT for line in folded)
        for _, after in _steps(self, state, len(folded), closed):
            state = after
        if known and known._before:  # states are large: a record that grows keeps the last two
            known._before.__dict__.pop("_state", None)
        return state

    def until(self, line: int) -> Record:
        """Return the record up to and with line number `line`."""
        return replace(self, lines=tuple(each for each in self.lines if each.number <= line))

    def secret_of(self, event: Event) -> Secret | None:
        """Return what is secret about `event`, None for an open line."""
        return self.game.verbs[event.verb].secret


View = Record
"""A record as one viewer has it."""


def shown(record: Record, event: Event, viewer: str) -> Event:
    """Return `event` as `viewer` sees it."""
    secret = record.secret_of(event)
    if secret is None or viewer == REFEREE or viewer in secret.seers(event):
        return event
    return secret.hide(event)


def view(record: Record, viewer: str) -> View:
    """Return `record` as `viewer` sees it: line numbers stay, notes are the keeper's own."""
    if viewer in record._views:
        return record._views[viewer]
    known = record._before
    while known is not None and viewer not in known._views:
        known = known._before
    seen = known._views[viewer] if known else _unseen(record, viewer)
    for line in record.lines[len(seen.lines) :]:
        seen = seen._plus_line(_seen(record, line, viewer))
    record._views[viewer] = seen
    return seen


def _unseen(record: Record, viewer: str) -> View:
    return replace(record, viewer=viewer, tags=_seated(record.tags, viewer), lines=())


def _seen(record: Record, line: Line, viewer: str) -> Line:
    return Line(line.number, shown(record, line.event, viewer) if line.event else None)


def _seated(tags: tuple[tuple[str, str], ...], viewer: str) -> tuple[tuple[str, str], ...]:
    others = tuple(tag for tag in tags if tag[0] != "Seat")
    return others if viewer == REFEREE else (*others, ("Seat", viewer))


def replay(record: Record) -> Iterator[tuple[Line, Any]]:
    """Yield each line with an event, and the state after it.

    Raises IllegalAction, with the line, at the first event that the rules forbid.
    """
    return _steps(record, _started(record), 0, closed=False)


def _steps(record: Record, state: Any, first: int, closed: bool) -> Iterator[tuple[Line, Any]]:
    """Yield the lines from number `first` of all, as `replay` does; `state` is that before it."""
    for line in record.lines[first:]:
        if line.event is None:
            continue
        try:
            state = step(record.game, state, line.event, closed)
        except TableError as error:
            error.lines = error.lines or _lines_of(error, record, line.number)
            raise
        closed = closed or line.event.verb == RESULT
        yield line, state


def _started(record: Record) -> Any:
    try:
        return record.game.start(record.setup)
    except IllegalAction as error:
        names = [name for name, _ in record.tags]
        error.lines = error.lines or (names.index(error.tag or "Game") + 1,)
        raise


def _lines_of(error: TableError, record: Record, stopped: int) -> tuple[int, ...]:
    earlier = error.earlier if isinstance(error, IllegalAction) else None
    before = [number for number, event in record.events if number < stopped and event == earlier]
    return (*before[-1:], stopped)


def step(game: Game, state: Any, event: Event, closed: bool = False) -> Any:
    """Return the state after `event`; `closed` says that the result has been written.

    Raises IllegalAction.
    """
    if closed and not game.verbs[event.verb].closing:
        raise IllegalAction("end", say("the game is over, its result is written above"))
    if event.verb != RESULT:
        return game.apply(state, event)
    result = game.result(state)
    if result is None:
        raise IllegalAction("end", say("a result stands here, but the game is not over"))
    if event.outcome != result:
        raise IllegalAction("end", say("the result is: {result}", result=" ".join(result)))
    return state


def fold(record: Record) -> Any:
    """Return the state after the whole record; raises IllegalAction."""
    return record._state


def turn(record: Record) -> Turn:
    """Return what can come next in `record`; a game that has ended gets its result line."""
    if any(event.verb == RESULT for _, event in record.events):
        return ()
    state = fold(record)
    result = record.game.result(state)
    if result is not None:
        return Forced(Event(RESULT, outcome=result))
    return record.game.turn(state)


def complete(view: View, world: World) -> Record:
    """Return the whole record that `view` shows if `world` is the truth."""
    filled = view.game.fill(view, world)
    lines = tuple(replace(line, event=filled.get(line.number, line.event)) for line in view.lines)
    return replace(view, viewer=REFEREE, tags=_seated(view.tags, REFEREE), lines=lines)
