"""Chance events: draws, rolls, and lines that follow from the rules.

Each kind can be sampled (the program deals), listed (brute force) and checked (a record is read),
so that chance is held to the rules like everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from random import Random
from typing import Any

from .bag import HOLE, Bag, NotThere
from .errors import IllegalAction
from .event import Event
from .replacing import changed
from .words import Words, listed, say, say_n

FEW = 4
"""If up to this many kinds of pieces can be drawn, a message about a wrong one names them."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw of `size` pieces from `pool`, the outcome of `event`.

    `ordered` pieces keep the order of the draw; others are sorted by `key`. `first` are pieces
    that, by rule, stand at the head of the outcome.
    """

    event: Event
    pool: Bag
    size: int
    ruling: str
    ordered: bool = False
    first: tuple[str, ...] = ()
    key: Callable[[str], Any] = str

    def sample(self, rng: Random) -> Event:
        """Return one outcome, all equally likely; the pool must be whole."""
        return self._drawn(rng.sample(self.pool.known, self.size))

    def all(self) -> Iterator[Event]:
        """Return every outcome once; the pool must be whole."""
        choose = permutations if self.ordered else combinations
        seen = dict.fromkeys(choose(self.pool.known, self.size))
        return (self._drawn(pieces) for pieces in seen)

    @property
    def sure(self) -> Event | None:
        """The one outcome of this draw, None if there are several, or pieces are unknown."""
        kinds = len(set(self.pool.known))
        one = kinds == 1 or (self.size == len(self.pool) and not self.ordered)
        if not (self.pool.whole and 0 < self.size <= len(self.pool) and one):
            return None
        return self._drawn(self.pool.known[: self.size])

    def rest(self, event: Event) -> Bag:
        """Return the pool after `event`; raises IllegalAction if it is no outcome of this draw."""
        pieces = event.outcome[len(self.first) :]
        if event.head != self.event:
            raise IllegalAction(self.ruling, _due(self.event))
        if event.outcome[: len(self.first)] != self.first:
            first = " ".join(self.first)
            raise IllegalAction(self.ruling, say("this must begin with {first}", first=first))
        lacking = self.size - len(pieces)
        try:
            if lacking >= 0:  # what can be no part of it is wrong before all of it is there
                rest = self.pool.take((*pieces, *[HOLE] * lacking))
        except NotThere as missing:
            raise IllegalAction(self.ruling, self._lacking(str(missing))) from None
        if lacking:
            raise IllegalAction(self.ruling, miscounted(self.size, len(pieces)))
        return rest

    def _lacking(self, piece: str) -> Words:
        """Return the message about a piece that cannot be drawn, or not so often.

        It may name those that can.
        """
        there = Counter(self.pool.known)
        if self.pool.whole and there[piece]:
            return only(there[piece], piece)
        if self.pool.whole and len(there) <= FEW:
            return say(
                "{piece} cannot be drawn here, only {pieces}", piece=piece, pieces=listed(there)
            )
        return say("{piece} cannot be drawn here", piece=piece)

    def _drawn(self, pieces: list[str] | tuple[str, ...]) -> Event:
        drawn = tuple(pieces) if self.ordered else tuple(sorted(pieces, key=self.key))
        return changed(self.event, outcome=self.first + drawn)


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of `dice`, the outcome of `event`: for each die, in canonical order, its faces."""

    event: Event
    dice: tuple[tuple[str, ...], ...]
    ruling: str

    @property
    def size(self) -> int:
        """How many dice are rolled."""
        return len(self.dice)

    def sample(self, rng: Random) -> Event:
        """Return one roll."""
        return self._rolled(tuple(rng.choice(faces) for faces in self.dice))

    def all(self) -> Iterator[Event]:
        """Return every roll once; dice are told apart."""
        return map(self._rolled, product(*self.dice))

    def check(self, event: Event) -> None:
        """Raise IllegalAction if `event` is no outcome of this roll."""
        if event.head != self.event:
            raise IllegalAction(self.ruling, _due(self.event))
        if len(event.outcome) != len(self.dice):
            raise IllegalAction(
                self.ruling,
                say_n(
                    "{n} die must be rolled here, {given} given",
                    "{n} dice must be rolled here, {given} given",
                    len(self.dice),
                    given=len(event.outcome),
                ),
            )
        for faces, die in zip(self.dice, event.outcome, strict=True):
            if die not in faces:
                expected = listed((faces[0], faces[-1]), "–")
                words = say("{die} is not rolled here, but {expected}", die=die, expected=expected)
                raise IllegalAction(self.ruling, words)

    def told(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the faces that `words` tell in the order of the dice, each perhaps by its end.

        So `1 4` is `P1 R4` of a purple and a red die. Empty if they tell no such roll.
        """
        if len(words) != len(self.dice):
            return ()
        pairs = zip(self.dice, words, strict=True)
        found = [[each for each in faces if each.endswith(word.upper())] for faces, word in pairs]
        return tuple(each for (each,) in found) if all(len(each) == 1 for each in found) else ()

    def _rolled(self, dice: tuple[str, ...]) -> Event:
        return changed(self.event, outcome=tuple(sorted(dice)))


@dataclass(frozen=True, slots=True)
class Forced:
    """A line that follows from the rules; whoever keeps the record appends it."""

    event: Event

    def sample(self, rng: Random) -> Event:
        """Return the line."""
        return self.event

    def all(self) -> Iterator[Event]:
        """Return the line."""
        return iter((self.event,))


def miscounted(due: int, given: int) -> Words:
    """Return the message that more or fewer pieces are given than are due."""
    return say_n(
        "{n} piece belongs here, not {given}",
        "{n} pieces belong here, not {given}",
        due,
        given=given,
    )


def only(n: int, piece: object) -> Words:
    """Return the message that a piece, which was told more often, can be drawn only `n` times."""
    if n == 1:
        return say("{piece} is told already: it can be drawn only once here", piece=piece)
    return say("only {n} {piece} can be drawn here", n=n, piece=piece)


def _due(event: Event) -> Words:
    """Return the message that the line of `event` must come here and no other."""
    line = " ".join(word for word in (event.actor, event.verb, *event.words) if word)
    return say("'{line}' must come here", line=line)


Chance = Draw | Roll | Forced
