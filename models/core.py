"""What every game is made of: a record of events, seen by a viewer, folded into a state.

A view is a record with holes. The same rules fold a whole record (the program deals), the record of
a table with real cards, and the record of one seat. Nothing is ever taken out of a view: it holds
only what an event showed it.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Self

from .call import Calls
from .chance import Chance, Draw, Forced, Roll
from .errors import END, BadNotation, Contradiction, IllegalAction, TableError
from .event import HANDS, KEEPERS, REFEREE, RESULT, TABLE, Event
from .grammar import Token, Verb, hidden_words, with_holes
from .hidden import Hidden, World
from .notation import Notation
from .outcome import Outcome
from .replacing import changed
from .tale import S, Tale
from .words import Words, say

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
    "HiddenModel",
    "IllegalAction",
    "Line",
    "OnPieces",
    "Outcome",
    "Positions",
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
"""Prefix of notes that tell how much help all have agreed on."""
PRACTICE = "# practice: "
"""Prefix of notes by which a game becomes practice: scores do not count it."""
SHARED = (AGREED, PRACTICE)
"""Prefixes of the notes that every viewer of a game has."""
UNSEEN = ("Seed", "Salt")
"""Tags in the referee's record only: whoever has them can draw every hand again."""
POSITION = "position"
"""The value of `[From]` for a record that begins with the board as it stands."""
CLUES = "clues"
"""The value of `[From]` for a position with some clues left out, as in a puzzle."""

ALONE = 1000
"""Lines in a row that come by themselves: after so many, others like them come for ever."""


def stands(tags: Mapping[str, str]) -> bool:
    """Tell whether the record with these tags begins with the board as it stands."""
    return tags.get("From") in (POSITION, CLUES)


@dataclass(frozen=True, slots=True)
class OnPieces:
    """What people look at on the pieces to know a setting: what each value looks like there."""

    question: Words
    answers: Mapping[str, Words]


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to play that the table agrees on, written in the record's header."""

    name: str
    """The tag of the header."""
    value: Token
    """Reads what can be agreed on; the words that it lists are offered."""
    default: str
    """What holds if the header has no such tag."""
    about: Words
    """What the table agrees on, as help tells it."""
    read_file: Callable[[Path], str] | None = None
    """Returns the value for the header from a file that is given instead; raises TableError."""
    by_language: bool = False
    """Whether people at a terminal get the value named as their language, if there is one."""
    on_pieces: OnPieces | None = None
    """How the pieces show the value: a house is asked for it once, its box at hand."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, in seating order (clockwise), and under which settings.

    A `position` begins with the board as it stands instead of the deal; if it is `in_part`, some
    clues may be left out, as in puzzles.
    """

    players: tuple[str, ...]
    settings: Mapping[str, str]
    position: bool = False
    in_part: bool = False


Turn = Chance | tuple[Event, ...]
"""What can come next: a chance event or the players' choices; `()` is the end of the game.

Several players may be free to act.
"""


def _one(_: object, __: object) -> float:
    return 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenModel(Generic[S]):
    """What a game's views leave open: a declarative model of each, and how worlds complete it."""

    hidden: Callable[[Record[S]], Hidden]
    """Returns the hidden model of a view, at any line, before the deal and behind the result, too.

    Each fact is what one line tells, by what this viewer sees of it. For the referee's record every
    piece has one place where it can be.
    """
    fill: Callable[[Record[S], World], Mapping[int, Event]]
    """Returns the events of a view with their holes filled from a world, by line number.

    The world keeps every fact of `hidden`. Lines without a hole may be left out.
    """
    alternatives: Callable[[S, Event], float] = _one
    """Returns about how many legal choices the actor of an event had, as far as the state tells.

    Repairs are weighted by 1 over that; it is 1 if the choice tells nothing of what is hidden.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions(Generic[S]):
    """How a board is put down as it stands, in a record that begins with it instead of a deal."""

    verbs: Mapping[str, Verb]
    """The kinds of lines that only such records have, by their first word."""
    lines: Callable[[Record[S]], Iterable[Event]]
    """Returns the lines that put down the present board of a view.

    Raises IllegalAction if it cannot be put down.
    """


class Game(ABC, Generic[S]):
    """The rules of one game, and its parts: how it is written, told, deduced and put down.

    States are the game's own, frozen, may have holes, and carry the box that is played with. Its
    methods are pure: they are called at any time, in any order, for the same state again.
    """

    name: str
    """The name of the game in records and commands."""
    title: str
    """What people call it."""
    tale: Tale[S] = Tale()
    """What people at the table would say aloud; lines as they are written, if it says nothing."""
    calls: Calls[S] = Calls()
    """What hands have to do with the real pieces, said before it is due."""
    model: HiddenModel[S]
    """What a view leaves open."""

    @property
    @abstractmethod
    def seats(self) -> range:
        """The possible numbers of players."""

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What the table can agree on."""
        return ()

    @property
    @abstractmethod
    def notation(self) -> Notation:
        """How records are written, without the names of the players."""

    @property
    def positions(self) -> Positions[S] | None:
        """How a board is put down; None if every record of the game begins with the deal."""
        return None

    def made(self, tags: Mapping[str, str]) -> Self:
        """Return the game as the tags of a header ask for it; raises TableError.

        Such tags are the version of the record, or the cards that are played with.
        """
        return self

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """Return the state before the first event; raises IllegalAction for a wrong set-up.

        The same for every viewer: nothing has been seen yet.
        """

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Return what can come next, as far as is seen; choices have no outcome yet.

        Of a whole state it returns exactly what is legal; of one with holes all that may be, and
        for the player who chooses again exactly what is legal. All players' choices stand together.
        """

    def resolve(self, state: S, event: Event) -> Event:
        """Return a chosen `event` with its outcome; raises IllegalAction.

        It is called for lines with `=` in their grammar, legal or not, and need not look whether
        they are. A state with holes gives a possible outcome: so the actor's view alone can hold a
        choice to the rules.
        """
        return event

    @abstractmethod
    def apply(self, state: S, event: Event) -> S:
        """Return the state after `event`; raises IllegalAction with the ruling.

        It is called for each line that is played, typed or read, except the result. `event` has
        read right by its grammar, may be any line of the notation, by anybody, and may have `?`
        where its `Verb` hides pieces. It is held to what is seen in `state`, and no further.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on.

        Every view must come to the same outcome at the same line as the whole record.
        """

    def page(self, language: str) -> str | None:
        """Return the rules as refereed, as Markdown; None if they are not written.

        They are in `rules.en.md` and the like, beside the module of the game.
        """
        module = sys.modules[type(self).__module__]
        page = Path(str(module.__file__)).with_name(f"rules.{language}.md")
        return page.read_text("utf-8").strip() if page.is_file() else None


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

    The referee sees everything; the record of a seat or the table has holes. `record.new_record`
    begins a record, which then grows line by line: it never contains what the rules forbid.
    `notation` is the game's, with the names of the players among its words, and with the lines of
    the board if the record begins with one. `closed` says that the result is written.
    """

    game: Game[S]
    setup: Setup
    viewer: str
    tags: tuple[tuple[str, str], ...]
    notation: Notation = field(repr=False, compare=False)
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

    def resolved(self, event: Event) -> Event:
        """Return a chosen `event` with its outcome, if it has one; raises IllegalAction."""
        if not self.notation.verbs[event.verb].has_outcome:
            return event
        return self.game.resolve(self.state, event)

    def and_line(self, line: Line) -> Record[S]:
        """Return the record with one more line; raises IllegalAction if the rules forbid it."""
        return changed(self.moved(line.event), lines=(*self.lines, line))

    def moved(self, event: Event | None) -> Record[S]:
        """Return the record in the state after `event`, without its line.

        Raises IllegalAction.
        """
        if event is None:
            return self
        if self.closed and not self.notation.verbs[event.verb].closing:
            raise IllegalAction(END, say("the game is over, its result is written above"))
        if event.verb != RESULT:
            try:
                return changed(self, state=self.game.apply(self.state, event))
            except IllegalAction as error:
                error.show(self._shown)
                raise
        outcome = self.game.outcome(self.state)
        if outcome is None:
            raise IllegalAction(END, say("a result stands here, but the game is not over"))
        if event.outcome != outcome.words:
            raise IllegalAction(END, say("the result is: {result}", result=" ".join(outcome.words)))
        return changed(self, closed=True)

    def _shown(self, word: str) -> Words | str:
        """Return a word as lines and boards show it; names of players stay as they are."""
        name = None if word in self.setup.players else self.notation.names.get(word)
        return word if name is None else name.sign

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
        """Return the players who see the hidden pieces of `event`, None for an open line."""
        seers = self.notation.verbs[event.verb].seers
        return seers(event, self.state) if seers else None

    def is_seen(self, event: Event) -> bool:
        """Tell whether the viewer sees all of `event`, if it is the next line."""
        seers = self.seers(event)
        if seers is None or self.viewer == REFEREE:
            return True
        return bool(seers) if self.viewer == HANDS else self.viewer in seers

    def is_blind(self, event: Event) -> bool:
        """Tell whether nobody but the actor of `event` sees which choice it is."""
        return (
            self.seers(event) == frozenset({event.actor})
            and self.notation.verbs[event.verb].hides_choice
        )

    def hides(self, event: Event) -> tuple[str, ...]:
        """Return the words of `event` that only its seers see."""
        return hidden_words(self.notation.verbs[event.verb], self.notation.vocabulary, event)

    def shown(self, event: Event) -> Event:
        """Return `event` as the viewer sees it, if it is the next line."""
        if self.is_seen(event):
            return event
        return with_holes(self.notation.verbs[event.verb], self.notation.vocabulary, event)


View = Record
"""A record as one viewer has it."""


def view(record: Record[S], viewer: str) -> View[S]:
    """Return `record` as `viewer` sees it, with the same line numbers.

    Notes belong to the keeper of the record, except those that all have agreed on.
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


def turn(record: Record) -> Turn:
    """Return what can come next in `record`; a game that has ended gets its result line."""
    if record.closed:
        return ()
    outcome = record.game.outcome(record.state)
    if outcome is not None:
        return Forced(Event(RESULT, outcome=outcome.words))
    return record.game.turn(record.state)


def grown(record: Record, coming: Callable[[Record], Event | None]) -> Record:
    """Return `record` with the lines that come by themselves: those of `coming`, until it has none.

    Raises TableError if that has no end.
    """
    last = ""
    for _ in range(ALONE):
        event = coming(record)
        if event is None:
            return record
        record, last = record.plus(event), event.verb
    raise TableError(
        say(
            "a line '{verb}' comes again and again, and nobody chooses: that is a mistake in the "
            "rules of {game}, please report it",
            verb=last,
            game=record.game.title,
        )
    )


def complete(view: View[S], world: World) -> Record[S]:
    """Return the whole record behind `view` if `world` is the truth."""
    filled = view.game.model.fill(view, world)
    lines = (changed(line, event=filled.get(line.number, line.event)) for line in view.lines)
    return changed(view, viewer=REFEREE, tags=_seated(view.tags, REFEREE)).with_lines(lines)
