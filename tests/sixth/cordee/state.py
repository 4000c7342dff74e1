"""What is on the table of Cordée."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from aparte.models.bag import HOLE, Bag

from .box import BREATHS, NAMES, PITCHES, SLIPS, Kind

Pack = Mapping[str, str]
"""What is in each loop that is not empty, a hole where it is not seen."""


@dataclass(frozen=True, slots=True)
class State:
    """The table after a record, as far as its viewer knows it.

    `wall` and `ravine` have what was fixed and what has fallen, in this order. `empty` is the loop
    of a player that is filled next; `left` are the turns that are left once the stock is empty.
    """

    players: tuple[str, ...]
    stock: Bag
    packs: Mapping[str, Pack]
    active: str
    breaths: int = BREATHS
    wall: tuple[Kind, ...] = ()
    ravine: tuple[Kind, ...] = ()
    slips: int = 0
    empty: tuple[str, str] | None = None
    left: int | None = None

    @property
    def wanted(self) -> tuple[Kind, ...]:
        """The kinds that the present pitch still takes. CO-5"""
        fixed = self.wall[len(self.wall) // len(NAMES) * len(NAMES) :]
        return tuple(kind for kind in NAMES if kind not in fixed)

    @property
    def over(self) -> bool:
        """Whether the climb has ended. CO-8"""
        top = len(self.wall) == PITCHES * len(NAMES)
        return top or self.slips == SLIPS or self.left == 0

    @property
    def seen(self) -> Counter[Kind]:
        """How many pieces of each kind are seen, wherever they are."""
        packed = (piece for pack in self.packs.values() for piece in pack.values())
        return Counter(piece for piece in (*packed, *self.wall, *self.ravine) if piece != HOLE)

    def after(self, player: str) -> str:
        """Return who comes after `player`."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]
