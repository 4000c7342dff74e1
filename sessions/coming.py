"""What can come next in a record, and which lines are it, to the letter or nearly so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

from ..models import saying
from ..models.bag import HOLE
from ..models.core import BadNotation, Draw, Event, IllegalAction, Record, Roll, TableError, turn
from ..models.event import TABLE
from ..models.record import next_words, place, read_words, write_event
from ..models.wording import worded
from ..models.words import Tell, Words, listed, say
from .awaited import explained, firsts
from .lines import unsigned
from .tokens import said_as

Judge = Callable[[Record, Event], object]
"""Checks whether an event can come next; raises TableError."""


class Coming:
    """The lines that can come next in `record`.

    With `moves` the next line is one of them, or one like them, without its outcome; otherwise the
    outcome is told too, as at a real table.
    """

    def __init__(
        self,
        record: Record,
        tell: Tell,
        judge: Judge = Record.moved,
        moves: tuple[Event, ...] | None = None,
    ) -> None:
        self.record = record
        self.tell = tell
        self.moves = moves
        self.turn = turn(record) if moves is None else moves
        self._judge = judge
        self._outcomes: dict[str, frozenset[str]] = {}

    @property
    def is_choice(self) -> bool:
        """Whether somebody chooses the next line."""
        return isinstance(self.turn, tuple)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The lines that can be chosen, or the one that must come, without its outcome."""
        coming = self.turn
        if not isinstance(coming, tuple):
            return (coming.event.head,)
        return tuple(dict.fromkeys(map(self.record.shown, coming)))

    @cached_property
    def silent(self) -> tuple[str, ...]:
        """Who need not be named: the only player who can act, or else the viewer."""
        actors = tuple(dict.fromkeys(event.actor for event in self.events if event.actor))
        seat = () if self.record.viewer == TABLE else (self.record.viewer,)
        return actors if len(actors) == 1 else seat

    @property
    def due(self) -> tuple[str, ...]:
        """The verbs of the lines that somebody can choose now."""
        return tuple(dict.fromkeys(event.verb for event in self.events if event.actor))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the lines that can come next, with what can come of them."""
        record = self.record
        found = {*record.setup.players}
        for event in self.events:
            found |= {event.actor, event.verb, *event.words}
            if not self.is_choice:
                return frozenset({*found, *self.first_words})
            found |= {*self.lies(event).values()}
            if self.has_outcome(event):
                found |= self.outcomes_of(event)
        if HOLE in found:
            found |= record.notation.words.keys()
        return frozenset(found)

    @property
    def awaited(self) -> Words:
        """What can come next, in a sentence with examples."""
        if self.moves is None:
            return explained(self.record)
        lines = (self.line(move) for move in firsts(self.moves))
        return say("Type a move such as {examples}, or help.", examples=listed(lines))

    def line(self, event: Event) -> Words:
        """Return the line of `event`, in words; a player who moves at their seat is not named."""
        return worded(
            self.record,
            unsigned(self.record, event)
            if self.moves is not None
            else write_event(self.record, event),
        )

    # lines of the notation

    def parsed(self, line: str) -> Event:
        """Return the event of a complete line, legal or not; raises BadNotation."""
        return read_words(self.record, line, outcome=self.moves is None)

    def read(self, line: str) -> Event | None:
        """Return the event of a complete line if it is legal."""
        with suppress(BadNotation):
            event = self.parsed(line)
            return event if self.is_legal(event) else None
        return None

    def spelled(self, words: Sequence[str]) -> Iterator[Event]:
        """Yield the events, legal or not, that `words` of records spell out, in their order.

        Who acts, a verb, and `=` may be left out, but no verb that can be used only once.
        """
        for line in self._headed(" ".join(words)):
            end = len(line.split())
            try:
                yield self.parsed(line)
            except BadNotation as error:
                end = len(line[: error.column - 1].split()) if error.column else end
            parts = line.split()
            if "=" not in parts:
                for at in range(min(end, len(parts) - 1), 0, -1):
                    with suppress(BadNotation):
                        yield self.parsed(" ".join([*parts[:at], "=", *parts[at:]]))

    def _headed(self, text: str) -> Iterator[str]:
        yield text
        if not self.is_choice:
            yield f"{write_event(self.record, self.events[0])} {text}"
            return
        known = self.record.notation.verbs
        verbs = [verb for verb in self.due if not known[verb].once]
        first, _, rest = text.partition(" ")
        if first in self.record.setup.players:
            yield from (f"{first} {verb} {rest}" for verb in verbs)
            return
        for actor in self.silent:
            yield f"{actor} {text}"
            yield from (f"{actor} {verb} {text}" for verb in verbs)

    def begins(self, text: str) -> bool:
        """Tell whether a line can begin so, though it need not be whole."""
        try:
            self.parsed(text)
        except BadNotation as error:
            return error.column > len(text)
        return True

    def following(self, begun: str) -> tuple[str, ...]:
        """Return the words that the notation allows behind a line that begins so."""
        return next_words(self.record, begun)

    def is_legal(self, event: Event) -> bool:
        """Tell whether an event can come next."""
        try:
            self._judge(self.record, event)
        except TableError:
            return False
        return True

    def broken(self, event: Event) -> TableError:
        """Return what the rules say about an event that cannot come next."""
        try:
            self._judge(self.record, event)
        except IllegalAction as error:
            error.refused = event
            if self.moves is None:
                place(error, self.record, self.record.last + 1)
            return error
        except BadNotation as error:
            return error
        return BadNotation(self.awaited)

    def lies(self, event: Event) -> dict[str, str]:
        """Return the piece that lies at each place in `event`: people name it instead."""
        return dict(self.record.game.tale.lies(self.record.state, event))

    def numbered(self, number: str) -> Event | None:
        """Return the legal line of which people say nothing but a number: a card that follows."""
        piece = self.record.game.tale.numbered(self.record.state).get(number)
        lines = (e for e in self.events if e.words == (piece,) and self.is_legal(e))
        return next(lines, None)

    # little words

    def allowed(self, words: Mapping[str, Words], event: Event) -> frozenset[str]:
        """Return the little words that `words` has for the verb of an event and its small words."""
        told = (words[each] for each in (event.verb, *event.words) if each in words)
        return frozenset[str]().union(*(said_as(each, self.tell) for each in told))

    @cached_property
    def forced(self) -> frozenset[str]:
        """The little words that may stand before what nobody chooses."""
        return said_as(saying.IS, self.tell)

    # outcomes

    def has_outcome(self, event: Event) -> bool:
        """Tell whether people tell what came of `event`."""
        return self.moves is None and self.record.notation.verbs[event.verb].has_outcome

    def outcomes_of(self, event: Event) -> frozenset[str]:
        """Return the words that can come first in the outcome of events like `event`."""
        if event.verb not in self._outcomes:
            line = write_event(self.record, event.head)
            self._outcomes[event.verb] = frozenset(self.following(f"{line} ="))
        return self._outcomes[event.verb]

    def settled(self, event: Event) -> Event | None:
        """Return `event` with the outcome that follows by itself, None if there is none."""
        if not self.record.is_seen(event):
            with suppress(TableError):
                hidden = self.record.shown(self.record.resolved(event))
                return hidden if self.is_legal(hidden) else None
        line = f"{write_event(self.record, event)} ="
        found = [self.read(f"{line} {word}") for word in self.following(line)]
        legal = [each for each in found if each is not None]
        return legal[0] if len(legal) == 1 else None

    # what nobody chooses

    @cached_property
    def first_words(self) -> tuple[str, ...]:
        """The words that can come first after the head of the line that must come."""
        return self.following(write_event(self.record, self.events[0]))

    @cached_property
    def drawable(self) -> frozenset[str]:
        """The pieces that the draw or the roll that must come can bring."""
        coming, allowed = self.turn, frozenset(self.first_words)
        if isinstance(coming, Draw) and coming.pool.whole:
            return allowed & {*coming.pool.known, *coming.first}
        if isinstance(coming, Roll):
            return allowed & {face for die in coming.dice for face in die}
        return allowed

    def completed(self, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield the outcome of a draw, also with the pieces added that are certain by rule."""
        coming = self.turn
        yield words
        if isinstance(coming, Draw):
            pool = coming.pool
            if pool.whole and len(words) == coming.size - 1 and coming.size == len(pool):
                left = list(pool.known)
                with suppress(ValueError):
                    for piece in words:
                        left.remove(piece)
                    yield (*coming.first, *words, *left)
            elif coming.first and len(words) == coming.size:
                yield (*coming.first, *words)
