"""Rounds of Overseers that nobody played: any card to anybody.

Bots' rounds seldom ask for all packs that a seat remembers: bots take what scores, and show alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from ...models.bag import HOLE
from ...models.core import CLUES, Event, View
from ...models.overseers import GAME
from ...models.overseers.box import Box, Kind, Power
from ...models.record import new_record

BOX: Box = GAME.box
CHARACTERS = tuple(
    BOX.names[power] for power in (Power.STEADFAST, Power.AVENGE, Power.SEIZE, Power.DOCK)
)
"""Those who do nothing before the vote: one for each of four players."""
CARDS = 0.75
"""The share of changes of a round that are about cards; the others are about what is shown."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Drafted:
    """A round up to the vote, as its first player sees it.

    `cards` are the packs, one after the other, each in the order in which it was emptied, then
    those set aside. `laid` are each player's picks, by turn: those of the top row, of the bottom
    row, and the discard.
    """

    players: tuple[str, ...]
    characters: tuple[str, ...]
    cards: tuple[Kind, ...]
    laid: tuple[tuple[int, ...], ...]

    @classmethod
    def drawn(cls, players: Sequence[str], rng: Random) -> Drafted:
        """Return a round at random."""
        cards = sorted(Counter(BOX.deck[len(players)]).elements())
        turns = range(BOX.hand)
        return cls(
            tuple(players),
            tuple(rng.sample(CHARACTERS, len(players))),
            tuple(rng.sample(cards, len(cards))),
            tuple(tuple(rng.sample(turns, len(turns))) for _ in players),
        )

    def changed(self, rng: Random) -> Drafted:
        """Return the round with two cards, or another player's picks, in each other's place."""
        if rng.random() < CARDS:
            return replace(self, cards=_swapped(self.cards, rng))
        seat = rng.randrange(1, len(self.players))
        laid = (*self.laid[:seat], _swapped(self.laid[seat], rng), *self.laid[seat + 1 :])
        return replace(self, laid=laid)

    @property
    def view(self) -> View:
        """What the first player sees when the vote begins."""
        tags = {"Game": GAME.name, "Record": GAME.notation.versions[-1]}
        tags |= {"Players": " ".join(self.players), "Seat": self.players[0], "From": CLUES}
        return new_record(tuple(tags.items()), self._lines())

    def _lines(self) -> Iterator[Event]:
        hand = BOX.hand
        yield Event("round", words=("1", "leader", self.players[-1]))
        yield Event("characters", outcome=self.characters)
        for turn in range(hand):
            for seat, player in enumerate(self.players):
                pack = (
                    tuple(sorted(self._pack(seat, turn))) if not seat else (HOLE,) * (hand - turn)
                )
                yield Event("gets" if turn else "deal", words=(player,), outcome=pack)
            for seat, player in enumerate(self.players if turn < hand - 1 else ()):
                yield Event("picks", player, (HOLE if seat else self._pack(seat, turn)[0],))
        rows = [self._rows(seat) for seat in range(len(self.players))]
        for seat, player in enumerate(self.players):
            yield Event("discards", player, (HOLE if seat else rows[seat][-1],))
        cut = BOX.top
        for seat, player in enumerate(self.players):
            laid = (HOLE,) * (hand - 1) if seat else rows[seat][:-1]
            yield Event("places", player, (*laid[:cut], "/", *laid[cut:]))
        for player, row in zip(self.players, rows, strict=True):
            yield Event("shows", words=(player,), outcome=row[:cut])

    def _pack(self, seat: int, turn: int) -> tuple[Kind, ...]:
        """Return the pack that a seat holds at a turn, the card that it takes first."""
        hand = BOX.hand
        begin = hand * ((seat - turn) % len(self.players))
        return self.cards[begin + turn : begin + hand]

    def _rows(self, seat: int) -> tuple[Kind, ...]:
        """Return what a seat has: its top row, its bottom row, its discard."""
        return tuple(self._pack(seat, turn)[0] for turn in self.laid[seat])


def _swapped(pieces: tuple[T, ...], rng: Random) -> tuple[T, ...]:
    swapped = list(pieces)
    one, other = rng.sample(range(len(pieces)), 2)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return tuple(swapped)
