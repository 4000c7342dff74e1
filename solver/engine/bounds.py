"""Bounds on single kinds, from the rows: where a kind is not, and how many are somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from .rows import Clash, Grid, Row, bits

_Reason = tuple[int, Row]
_Packing = tuple[int, tuple[_Reason, ...]]
_Bound = tuple[int, tuple[Row, ...]]

PACKED = 12
"""Most rows of one kind among which disjoint ones are looked for."""


class Bounds:
    """What is known of each kind of `grid`, with the rows that say so."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        n = len(grid.kinds)
        self._dead = [0] * n
        self._killed: list[list[tuple[int, Row]]] = [[] for _ in range(n)]
        self._lows: list[list[tuple[int, int, Row]]] = [[] for _ in range(n)]
        self._highs: list[list[tuple[int, int, Row]]] = [[] for _ in range(n)]
        self._packings: list[dict[int, _Packing]] = [{} for _ in range(n)]
        self._leasts: list[dict[int, _Bound]] = [{} for _ in range(n)]
        self._mosts: list[dict[int, _Bound]] = [{} for _ in range(n)]

    def fork(self) -> Bounds:
        """Return an independent copy."""
        other = copy(self)
        other._dead = self._dead.copy()
        other._killed = [each.copy() for each in self._killed]
        other._lows = [each.copy() for each in self._lows]
        other._highs = [each.copy() for each in self._highs]
        other._packings = [each.copy() for each in self._packings]
        other._leasts = [each.copy() for each in self._leasts]
        other._mosts = [each.copy() for each in self._mosts]
        return other

    def live(self, k: int, blocks: int) -> int:
        """Return the blocks among `blocks` where a piece of kind `k` may still be."""
        return blocks & ~self._dead[k]

    def killers(self, k: int, blocks: int) -> list[Row]:
        """Return the rows that rule kind `k` out of some of `blocks`."""
        return [row for dead, row in self._killed[k] if dead & blocks]

    def least(self, k: int, blocks: int) -> _Bound:
        """Return how many of kind `k` are in `blocks` at least, and why."""
        found = self._leasts[k].get(blocks)
        if found is None:
            n, chosen = self.packed(k, blocks)
            why = [row for _, row in chosen]
            for there, _ in chosen:
                if there & ~blocks:
                    why += self.killers(k, there & ~blocks)
            found = self._leasts[k][blocks] = n, tuple(dict.fromkeys(why))
        return found

    def packed(self, k: int, blocks: int) -> _Packing:
        """Return how many of kind `k` are in `blocks` at least, as a sum over disjoint rows."""
        found = self._packings[k].get(blocks)
        if found is None:
            found = self._packings[k][blocks] = self._packed(k, blocks)
        return found

    def _packed(self, k: int, blocks: int) -> _Packing:
        outside = ~blocks & ~self._dead[k]
        best: dict[int, tuple[int, int, Row]] = {}
        for there, n, row in self._lows[k]:
            if not there & outside:
                live = self.live(k, there)
                if live not in best or best[live][0] < n:
                    best[live] = n, there, row
        if len(best) < 2:
            return next(((n, ((there, row),)) for n, there, row in best.values()), (0, ()))
        rows = sorted(
            ((n, live, row.cost, (there, row)) for live, (n, there, row) in best.items()),
            key=lambda each: (-each[0], each[1].bit_count(), each[2]),
        )
        (n, _, _), chosen = _apart(rows[:PACKED], 0)
        return n, chosen

    def most(self, k: int, blocks: int) -> _Bound:
        """Return how many of kind `k` are in `blocks` at most; and why, if not all of them."""
        found = self._mosts[k].get(blocks)
        if found is None:
            found = self._mosts[k][blocks] = self._most(k, blocks)
        return found

    def _most(self, k: int, blocks: int) -> _Bound:
        live = self.live(k, blocks)
        if not live:
            return 0, tuple(self.killers(k, blocks))
        best, why, kept = self.grid.copies[k], tuple[Row, ...](), live
        for there, n, row in self._highs[k]:
            if n < best and not live & ~there:
                best, why, kept = n, (row,), there
        elsewhere, reasons = self.least(k, self.grid.everywhere & ~live)
        if self.grid.copies[k] - elsewhere < best:
            best, why, kept = self.grid.copies[k] - elsewhere, reasons, live
        if why and blocks & ~kept:
            why = (*why, *self.killers(k, blocks & ~kept))
        return best, tuple(dict.fromkeys(why))

    def enough(self, k: int, blocks: int, n: int) -> list[tuple[int, Row]]:
        """Return each set of blocks within `blocks` where one row says at least `n` of kind `k`."""
        return [
            (there, row)
            for there, most, row in self._lows[k]
            if most >= n and not self.live(k, there) & ~blocks
        ]

    def concluded(self) -> list[Row]:
        """Return all rows taken in that say something about single kinds."""
        of_kinds = (*self._lows, *self._highs)
        rows = [row for of_kind in of_kinds for *_, row in of_kind]
        rows += [row for of_kind in self._killed for _, row in of_kind]
        return list(dict.fromkeys(rows))

    # taking rows in

    def _forget(self, k: int, blocks: int) -> None:
        """Drop the cached bounds of kind `k` that news about `blocks` may change."""
        self._mosts[k].clear()
        if any(there & blocks for there, _, _ in self._lows[k]):
            self._packings[k].clear()
            self._leasts[k].clear()

    def none(self, row: Row) -> int:
        """Take in that `row` has no piece; return the kinds for which that is new."""
        touched = 0
        for k in bits(row.kinds):
            new = self.live(k, row.blocks)
            if new:
                n, why = self.least(k, row.blocks)
                if n:
                    raise Clash(clashing(row, why))
                self._dead[k] |= new
                self._killed[k].append((new, row))
                self._forget(k, new)
                touched |= 1 << k
        return touched

    def low(self, row: Row, full: bool) -> int:
        """Take in a lower bound, on all copies if `full`; return the kinds for which it is new."""
        touched = 0
        for k in bits(row.kinds):
            n = self.grid.copies[k] if full else row.n
            if self.least(k, row.blocks)[0] < n:
                if self.most(k, row.blocks)[0] < n:
                    raise Clash(clashing(row, self.most(k, row.blocks)[1]))
                self._lows[k].append((row.blocks, n, row))
                self._forget(k, row.blocks)
                touched |= 1 << k
        return touched

    def high(self, row: Row) -> int:
        """Take in an upper bound on one kind; return the kind if that is new."""
        k = row.kinds.bit_length() - 1
        if self.most(k, row.blocks)[0] <= row.n:
            return 0
        self._highs[k].append((row.blocks, row.n, row))
        self._mosts[k].clear()
        return row.kinds


def clashing(row: Row, why: Sequence[Row]) -> Row:
    """Return the row that cannot be true because `row` contradicts `why`."""
    return Row(row.kinds, row.blocks, False, -1, row.pattern, (), (row, *why))


def _apart(
    rows: Sequence[tuple[int, int, int, _Reason]], taken: int
) -> tuple[tuple[int, int, int], tuple[_Reason, ...]]:
    """Return the reasons of the disjoint rows (number, blocks, cost, reason) that say most.

    Many pieces rank first, then easy rows, then few places.
    """
    for index, (n, blocks, cost, reason) in enumerate(rows):
        if blocks & taken:
            continue
        rest = rows[index + 1 :]
        (more, dear, places), chosen = _apart(rest, taken | blocks)
        used = (n + more, dear - cost, places - blocks.bit_count()), (reason, *chosen)
        if all(not blocks & other for _, other, _, _ in rest):
            return used
        unused = _apart(rest, taken)
        return used if used[0] >= unused[0] else unused
    return (0, 0, 0), ()
