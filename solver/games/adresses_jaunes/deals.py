"""All deals that can be for all: a hand of each player that fits what lies open, no tile twice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .hands import TILES, Hands

MOST, LOOKED_AT = 200_000, 2_000_000
"""Most deals that are listed, and most ways to add a hand to some of them that are looked at for
that: up to 0.1 s."""


class AllDeals:
    """The deals, one a `row`: the hand of each seat, its tiles as bits.

    A tile is told by its number in the box.
    """

    def __init__(self, rows: Any) -> None:
        self.rows = rows
        self._of: dict[int, tuple[Any, Any]] = {}
        self._lies: dict[int, Any] = {}

    def left(self, seat: int, own: int, hands: Hands, tile: int | None) -> dict[int, float]:
        """Return how many deals each other seat can think of, beside its own hand, if all know that
        `seat` has one of `hands`.

        It is the average over the deals with the hand `own`. If a `tile` is given, which none of
        the hands has, all know where it lies, too.
        """
        import numpy as np

        held, which = self._hands(seat)
        kept = np.flatnonzero(np.isin(held, hands & TILES)[which])
        mine, columns = self.rows[kept, seat] == own, self.rows.shape[1] + 1
        places = 0 if tile is None else self._places(tile)[kept]
        parts = {
            other: self._hands(other)[1][kept] * columns + places
            for other in range(columns - 1)
            if other != seat
        }
        return {other: float(np.bincount(each)[each[mine]].mean()) for other, each in parts.items()}

    def _hands(self, seat: int) -> tuple[Any, Any]:
        """Return the hands of a seat in their order, and the number of the hand in each deal."""
        import numpy as np

        if seat not in self._of:
            self._of[seat] = np.unique(self.rows[:, seat], return_inverse=True)
        return self._of[seat]

    def _places(self, tile: int) -> Any:
        """Return the seat that has a tile in each deal, or the number of seats for nobody."""
        import numpy as np

        if tile not in self._lies:
            has = self.rows >> tile & 1 == 1
            self._lies[tile] = np.where(has.any(axis=1), has.argmax(axis=1), has.shape[1])
        return self._lies[tile]


def all_deals(sets: Sequence[Hands]) -> AllDeals | None:
    """Return all ways to take one hand of each of `sets`, no tile twice; None if too many."""
    return _deals(tuple((hands & TILES).tobytes() for hands in sets))


@lru_cache(maxsize=2)
def _deals(sets: tuple[bytes, ...]) -> AllDeals | None:
    """Return the same: a sentence on each move asks for them again."""
    import numpy as np

    order = sorted(range(len(sets)), key=lambda seat: len(sets[seat]))
    rows, used = np.zeros((1, 0), dtype=np.int64), np.zeros(1, dtype=np.int64)
    for seat in order:  # the seat with the fewest hands first: so few ways are looked at
        hands = np.frombuffer(sets[seat], dtype=np.int64)
        if len(used) * len(hands) > LOOKED_AT:
            return None
        at, beside = np.nonzero(used[:, None] & hands == 0)
        if len(at) > MOST:
            return None
        used = used[at] | hands[beside]
        rows = np.column_stack([rows[at], hands[beside]])
    return AllDeals(rows[:, np.argsort(order)])
