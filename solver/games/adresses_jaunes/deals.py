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
        self._lies: dict[tuple[int, int], Any] = {}

    def left(self, seat: int, own: int, hands: Hands, tile: int | None) -> float:
        """Return how many are left if a seat has one of `hands`, on average over those of `own`.

        If a `tile` is given, which none of the hands has, once it is known where it lies.
        """
        import numpy as np

        held, which = np.unique(self.rows[:, seat], return_inverse=True)
        parts = np.bincount(which)[:, None] if tile is None else self._lying(seat, tile)
        mine = parts[held == own][0]
        return float(mine @ parts[np.isin(held, hands & TILES)].sum(axis=0) / mine.sum())

    def needless(self, seat: int, own: int, tile: int) -> Sequence[int]:
        """Return the other seats that know where a tile lies, if a pawn on it tells `seat` alone.

        That is if in each deal with the hand `own` another one than who has it knows that.
        """
        import numpy as np

        rows, seats = self.rows, range(self.rows.shape[1])
        there = rows[:, seat] == own
        places = self._places(tile)[there]
        known = np.zeros((len(seats), len(places)), dtype=bool)
        for other in seats:
            if other != seat:
                which = np.unique(rows[:, other], return_inverse=True)[1][there]
                known[other] = ((self._lying(other, tile) > 0).sum(axis=1) == 1)[which]
        knowing = [other for other in seats if known[other].all()]
        held = np.flatnonzero(places < len(seats))
        known[places[held], held] = False
        return knowing if len(np.unique(places)) > 1 and known.any(axis=0).all() else ()

    def _lying(self, seat: int, tile: int) -> Any:
        """Return in how many deals a tile lies where, beside each hand of a seat in their order.

        There is a column for each seat, and the last one is for nobody.
        """
        import numpy as np

        if (seat, tile) not in self._lies:
            held, which = np.unique(self.rows[:, seat], return_inverse=True)
            columns = self.rows.shape[1] + 1
            found = np.bincount(which * columns + self._places(tile), minlength=len(held) * columns)
            self._lies[seat, tile] = found.reshape(-1, columns)
        return self._lies[seat, tile]

    def _places(self, tile: int) -> Any:
        """Return the seat that has a tile in each deal, or the number of seats for nobody."""
        import numpy as np

        has = self.rows >> tile & 1 == 1
        return np.where(has.any(axis=1), has.argmax(axis=1), has.shape[1])


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
