"""What every game is made of: a record of events, seen by somebody, folded into a state.

A view is a record with holes. The same rules fold a whole record (the program deals), the
record of a table with real cards, and the record of one seat; nothing is ever taken out of a
view, it only holds what an event showed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol

from .chance import Chance, Draw, Forced, Roll
from .errors import END, BadNotation, Contradiction, IllegalAction, TableError
from .event import HANDS, KEEPERS, REFEREE, RESULT, TABLE, Event
from .grammar import Token, Verb, Vocabulary, hidden_words, with_holes
from .hidden import Hidden, World
from .near import Near
from .outcome import Outcome
from .replacing import changed
from .tale import Account, Happened
from .words import Words, say

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")

__all__ = [
    "HANDS",
    "KEEPERS",
    "REFEREE",
    "RESULT",
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
    "Outcome",
    "Record",
    "Roll",
    "Setting",
    "Setup",
    "TableError",
    "Turn",
    "Verb",
    "View",
]

AGREED = "# help: "
"""How a note begins that tells how much help all have agreed on."""
PRACTICE = "# practice: "
"""How a note begins by which a game counts for nothing any more."""
SHARED = (AGREED, PRACTICE)
"""How notes begin that every viewer of a game has."""
UNSEEN = ("Seed", "Salt")
"""Tags that stand in the referee's record only: whoever has them can draw every hand again."""
POSITION = "position"
"""What `[From]` says of a record that begins with the board as it stands."""
CLUES = "clues"
"""A position of which some clues are left out, as in a puzzle."""


def stands(tags: Mapping[str, str]) -> bool:
    """Tell whether the record with these tags begins with the board as it stands."""
    return tags.get("From") in (POSITION, CLUES)


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to play that the table agrees on, written in the record's header.

    `default` is what holds when the header is silent; `name` is the header's word. Where a file can
    be given, `read_file` returns what the header then says; it raises TableError.
    """

    name: str
    value: Token
    default: str
    about: Words
    read_file: Callable[[Path], str] | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, in seating order (clockwise), and under which settings.

    A `position` begins with the board as it stands instead of the deal; of one `in_part` some
    clues may be left out, as puzzles do.
    """

    players: tuple[str, ...]
    settings: Mapping[str, str]
    position: bool = False
    in_part: bool = False


Turn = Chance | tuple[Event, ...]
"""What can come next: something the players do not choose, or their choices; `()` is the end."""


class Game(Protocol[S]):
    """The rules of one game. States are the game's own, frozen, and may have holes.

    `name` is what records and commands call it, `title` what people do, `aliases` what else may be
    typed. `versions` are those of its records that can be read, the one of new records last.
    `reserved` are words beside its verbs that no player can be called; `spoken` are words of its
    notation that may be typed in the language of the reader. `board` are the lines that put the
    board down as it stands, which are among the `verbs` of a record that begins with it; a game
    without any has no positions. What few games have to say stands in `rules.Rules`.
    """

    name: str
    title: str
    aliases: tuple[str, ...]
    versions: tuple[str, ...]
    reserved: frozenset[str]
    spoken: tuple[Words, ...]
    seats: range
    settings: tuple[Setting, ...]
    verbs: Mapping[str, Verb]
    board: Mapping[str, Verb]
    vocabulary: Mapping[str, Token]

    def made(self, tags: Mapping[str, str]) -> Game[S]:
        """Return the game as the tags of a header make it; raises TableError."""

    @property
    def near(self) -> Near:
        """Which words of the notation are taken for each other, beside neighbouring keys."""

    def page(self, language: str) -> str | None:
        """Return the rules as refereed, as Markdown; None where they are not written."""

    def start(self, setup: Setup) -> S:
        """Return the state before the first event; raises IllegalAction for a wrong set-up."""

    def turn(self, state: S) -> Turn:
        """Return what can come next: choices have no outcome yet."""

    def resolve(self, state: S, event: Event) -> Event:
        """Return a chosen `event` with its outcome; raises IllegalAction.

        A state with holes cannot tell it: then with one that is possible, so that whoever makes
        the choice can be held to the rules by what they know themselves.
        """

    def apply(self, state: S, event: Event) -> S:
        """Return the state after `event`; raises IllegalAction."""

    def among(self, state: S, event: Event) -> float:
        """Return about how many legal choices the actor of `event` had, as far as `state` tells.

        Repairs are weighted by one in so many; 1 where that tells nothing of what is hidden.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def result(self, state: S) -> tuple[str, ...] | None:
        """Return the words of the result line, those of the outcome."""

    def hidden(self, view: Record[S]) -> Hidden:
        """Return what `view` leaves open."""

    def rounds_over(self, state: S) -> int:
        """Return how many rounds are over; 0 in a game without rounds."""

    def part(self, state: S) -> Words | None:
        """Return the part of the game, such as a turn, under which lines are told together."""

    def told(self, event: Event, players: Sequence[str]) -> Words | None:
        """Tell a line as a sentence without its full stop, from what its viewer sees of it alone.

        None where it is told as it is written. `players` are seated.
        """

    def followed(self, line: Happened[S]) -> Sequence[Words]:
        """Tell what came of `line` and does not stand in it, as far as its viewer sees it."""

    def account(self, viewer: str, state: S, ends: Sequence[Happened[S]]) -> Account | None:
        """Return what the rounds that ended with `ends` have brought, as far as `viewer` may know.

        None where there is nothing to count.
        """

    def so_far(self, viewer: str, state: S, ends: Sequence[Happened[S]]) -> Account | None:
        """Return the same with the round that goes on, where something of it counts already."""

    def settled(self, state: S) -> Words | None:
        """Tell how a tie for the win was settled, None if there was none."""

    def as_it_stands(self, view: Record[S]) -> Iterable[Event]:
        """Return the lines that put down the board to which `view` has led.

        Raises TableError where it cannot be put down.
        """

    def fill(self, view: Record[S], world: World) -> Mapping[int, Event]:
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
class Record(Generic[S]):
    """A game as `viewer` has it, and the `state` that it has led to by the rules.

    The referee sees everything, a seat or the table has holes. A record is begun by
    `record.new_record` and goes on line by line: nothing stands in it that the rules forbid.
    `vocabulary` has the words of its notation, the names of the players among them; `closed` says
    that its result is written.
    """

    game: Game[S]
    setup: Setup
    viewer: str
    tags: tuple[tuple[str, str], ...]
    vocabulary: Vocabulary = field(repr=False, compare=False)
    state: S = field(repr=False, compare=False)
    lines: tuple[Line, ...] = ()
    closed: bool = False

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

    def plus(self, event: Event, note: str = "") -> Record[S]:
        """Return the record with `event` as its next line; raises IllegalAction."""
        return self.and_line(Line(self.last + 1, event, note))

    def and_line(self, line: Line) -> Record[S]:
        """Return the record with one line more; raises IllegalAction if the rules forbid it."""
        return changed(self.moved(line.event), lines=(*self.lines, line))

    def moved(self, event: Event | None) -> Record[S]:
        """Return the record with the state that `event` leads to, not yet with its line."""
        if event is None:
            return self
        state = step(self.game, self.state, event, self.closed)
        return changed(self, state=state, closed=self.closed or event.verb == RESULT)

    def blank(self) -> Record[S]:
        """Return the record with its header only."""
        return changed(self, lines=(), state=self.game.start(self.setup), closed=False)

    def with_lines(self, lines: Iterable[Line]) -> Record[S]:
        """Return the record with these lines instead of its own; raises IllegalAction."""
        record, kept = self.blank(), tuple(lines)
        for line in kept:
            record = record.moved(line.event)
        return changed(record, lines=kept)

    def until(self, line: int) -> Record[S]:
        """Return the record up to and with line number `line`."""
        return self.with_lines(each for each in self.lines if each.number <= line)

    def seers(self, event: Event) -> frozenset[str] | None:
        """Return which players see the hidden pieces of `event`, None for an open line."""
        seers = self.game.verbs[event.verb].seers
        return seers(event, self.state) if seers else None

    def is_seen(self, event: Event) -> bool:
        """Tell whether the viewer sees all of `event`, were it the next line."""
        seers = self.seers(event)
        if seers is None or self.viewer == REFEREE:
            return True
        return bool(seers) if self.viewer == HANDS else self.viewer in seers

    def is_blind(self, event: Event) -> bool:
        """Tell whether only the actor of `event` sees which choice this is."""
        return (
            self.seers(event) == frozenset({event.actor})
            and self.game.verbs[event.verb].hides_choice
        )

    def hides(self, event: Event) -> tuple[str, ...]:
        """Return the words of `event` that only its seers see."""
        return hidden_words(self.game.verbs[event.verb], self.vocabulary, event)

    def shown(self, event: Event) -> Event:
        """Return `event` as the viewer sees it, were it the next line."""
        if self.is_seen(event):
            return event
        return with_holes(self.game.verbs[event.verb], self.vocabulary, event)


View = Record
"""A record as one viewer has it."""


def view(record: Record[S], viewer: str) -> View[S]:
    """Return `record` as `viewer` sees it: line numbers stay.

    Notes are the keeper's own, but for what all have agreed on.
    """
    seen = changed(record.blank(), viewer=viewer, tags=_seated(record.tags, viewer))
    lines: list[Line] = []
    for line in record.lines:
        lines.append(seen_line(seen, line))
        seen = seen.moved(lines[-1].event)
    return changed(seen, lines=tuple(lines))


def seen_line(seen: View[S], line: Line) -> Line:
    """Return the next `line` of the game as the viewer of `seen` has it."""
    if line.event is None:
        return Line(line.number, None, line.note if line.note.startswith(SHARED) else "")
    return Line(line.number, seen.shown(line.event))


def _seated(tags: tuple[tuple[str, str], ...], viewer: str) -> tuple[tuple[str, str], ...]:
    others = tuple(tag for tag in tags if tag[0] != "Seat")
    if viewer == REFEREE:
        return others
    return (*(tag for tag in others if tag[0] not in UNSEEN), ("Seat", viewer))


def replay(record: Record[S]) -> Iterator[tuple[Line, S]]:
    """Yield each line with an event, and the state after it."""
    before = record.blank()
    for line in record.lines:
        before = before.moved(line.event)
        if line.event is not None:
            yield line, before.state


def step(game: Game[S], state: S, event: Event, closed: bool = False) -> S:
    """Return the state after `event`; `closed` says that the result has been written.

    Raises IllegalAction.
    """
    if closed and not game.verbs[event.verb].closing:
        raise IllegalAction(END, say("the game is over, its result is written above"))
    if event.verb != RESULT:
        return game.apply(state, event)
    result = game.result(state)
    if result is None:
        raise IllegalAction(END, say("a result stands here, but the game is not over"))
    if event.outcome != result:
        raise IllegalAction(END, say("the result is: {result}", result=" ".join(result)))
    return state


def turn(record: Record) -> Turn:
    """Return what can come next in `record`; a game that has ended gets its result line."""
    if record.closed:
        return ()
    result = record.game.result(record.state)
    if result is not None:
        return Forced(Event(RESULT, outcome=result))
    return record.game.turn(record.state)


def complete(view: View[S], world: World) -> Record[S]:
    """Return the whole record that `view` shows if `world` is the truth."""
    filled = view.game.fill(view, world)
    lines = (changed(line, event=filled.get(line.number, line.event)) for line in view.lines)
    return changed(view, viewer=REFEREE, tags=_seated(view.tags, REFEREE)).with_lines(lines)
