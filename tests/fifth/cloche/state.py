"""What is on the table of Cloche."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from aparte.models.bag import Bag, whereabouts

from .box import Card, Kind, kind_of

CLOCHE = "cloche"
"""The place of the cards that are set aside."""


@dataclass(frozen=True, slots=True)
class Question:
    """The `cards` that `asker` has asked for, and who is still to answer, in this order."""

    asker: str
    cards: tuple[Card, ...]
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The table after a record, as far as its viewer knows it.

    `aside` has a card of each kind, `pool` what is not dealt yet. `active` is whose turn it is;
    `out` are those whose accusation was wrong, `looking` who of them has not looked yet.
    """

    players: tuple[str, ...]
    pool: Bag
    aside: Mapping[Kind, Bag]
    hands: Mapping[str, Bag]
    active: str
    question: Question | None = None
    out: frozenset[str] = frozenset()
    looking: str | None = None
    winner: str | None = None

    @property
    def over(self) -> bool:
        """Whether somebody has won, or nobody can any more. CL-8, CL-9"""
        return self.winner is not None or (
            self.looking is None and self.out == frozenset(self.players)
        )

    def holders(self, card: Card) -> tuple[str, ...]:
        """Return who can have `card`, or the cloche, as far as is seen."""
        return whereabouts(card, {CLOCHE: self.aside[kind_of(card)], **self.hands})

    def after(self, player: str) -> tuple[str, ...]:
        """Return the players from the left of `player` round to `player`."""
        at = self.players.index(player) + 1
        return self.players[at:] + self.players[:at]
