"""What rows have told of single kinds: where they are not, and how many lie somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from .rows import Clash, Grid, Row, bits

_Packing = tuple[int, tuple[tuple[int, Row], ...]]
_Bound = tuple[int, tuple[Row, ...]]

PACKED = 12
"""Rows of one kind among which those that lie apart are looked for."""


class Bounds:
    """What is known of each kind of `grid`, and the rows that told it."""

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
        """Return bounds that know the same and go their own way."""
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
        """Return those of `blocks` where a piece of kind `k` may still lie."""
        return blocks & ~self._dead[k]

    def killers(self, k: int, blocks: int) -> list[Row]:
        """Return why no piece of kind `k` lies in the dead ones of `blocks`."""
        return [row for dead, row in self._killed[k] if dead & blocks]

    def least(self, k: int, blocks: int) -> _Bound:
        """Return how many of kind `k` lie in `blocks` at least, and why."""
        if blocks not in self._leasts[k]:
            n, chosen = self.packed(k, blocks)
            why = [row for _, row in chosen]
            for there, _ in chosen:
                if there & ~blocks:
                    why += self.killers(k, there & ~blocks)
            self._leasts[k][blocks] = n, tuple(dict.fromkeys(why))
        return self._leasts[k][blocks]

    def packed(self, k: int, blocks: int) -> _Packing:
        """Return how many of kind `k` lie in `blocks` at least, by rows that lie apart."""
        if blocks not in self._packings[k]:
            best: dict[int, tuple[int, Row]] = {}
            for there, n, row in self._lows[k]:
                live = self.live(k, there)
                if not live & ~blocks and best.get(live, (0, row))[0] < n:
                    best[live] = n, row
            rows = sorted(
                ((n, live, row) for live, (n, row) in best.items()),
                key=lambda each: (-each[0], each[1].bit_count(), each[2].cost),
            )
            found = _apart(rows[:PACKED], 0)
            of = {id(row): there for there, _, row in self._lows[k]}
            chosen = tuple((of[id(row)], row) for _, _, row in found)
            self._packings[k][blocks] = sum(n for n, _, _ in found), chosen
        return self._packings[k][blocks]

    def most(self, k: int, blocks: int) -> _Bound:
        """Return how many of kind `k` lie in `blocks` at most, and why if that is not all."""
        if blocks not in self._mosts[k]:
            self._mosts[k][blocks] = self._most(k, blocks)
        return self._mosts[k][blocks]

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
        """Return where single rows say that at least `n` of kind `k` lie, within `blocks`."""
        return [
            (there, row)
            for there, most, row in self._lows[k]
            if most >= n and not self.live(k, there) & ~blocks
        ]

    def concluded(self) -> list[Row]:
        """Return all rows that were taken in and say something of single kinds."""
        of_kinds = (*self._lows, *self._highs)
        rows = [row for of_kind in of_kinds for *_, row in of_kind]
        rows += [row for of_kind in self._killed for _, row in of_kind]
        return list(dict.fromkeys(rows))

    # taking rows in

    def _forget(self, k: int) -> None:
        """Forget what was worked out of a kind before the last row about it came in."""
        for memo in (self._packings[k], self._leasts[k], self._mosts[k]):
            memo.clear()

    def none(self, row: Row) -> int:
        """Take in that there is none; return the kinds of which that says something new."""
        touched = 0
        for k in bits(row.kinds):
            new = self.live(k, row.blocks)
            if new:
                n, why = self.least(k, row.blocks)
                if n:
                    raise Clash(clashing(row, why))
                self._dead[k] |= new
                self._killed[k].append((new, row))
                self._forget(k)
                touched |= 1 << k
        return touched

    def low(self, row: Row, full: bool) -> int:
        """Take in that there are at least so many, `full`: all; return the kinds it is news of."""
        touched = 0
        for k in bits(row.kinds):
            n = self.grid.copies[k] if full else row.n
            if self.least(k, row.blocks)[0] < n:
                if self.most(k, row.blocks)[0] < n:
                    raise Clash(clashing(row, self.most(k, row.blocks)[1]))
                self._lows[k].append((row.blocks, n, row))
                self._forget(k)
                touched |= 1 << k
        return touched

    def high(self, row: Row) -> int:
        """Take in that there are at most so many of one kind; return it if that is new."""
        k = row.kinds.bit_length() - 1
        if self.most(k, row.blocks)[0] <= row.n:
            return 0
        self._highs[k].append((row.blocks, row.n, row))
        self._forget(k)
        return row.kinds


def clashing(row: Row, why: Sequence[Row]) -> Row:
    """Return the row that cannot be true, since `row` contradicts `why`."""
    return Row(row.kinds, row.blocks, False, -1, row.pattern, (), (row, *why))


def _apart(rows: Sequence[tuple[int, int, Row]], taken: int) -> tuple[tuple[int, int, Row], ...]:
    """Return those of `rows` (number, blocks, row) that lie apart and have most together."""
    for index, (_, blocks, _) in enumerate(rows):
        if blocks & taken:
            continue
        rest = rows[index + 1 :]
        used = (rows[index], *_apart(rest, taken | blocks))
        if all(not blocks & other for _, other, _ in rest):
            return used
        unused = _apart(rest, taken)
        return max(used, unused, key=_packing)
    return ()


def _packing(rows: Sequence[tuple[int, int, Row]]) -> tuple[int, int, int]:
    """Rank rows that lie apart: many pieces first, then easy ones, then few places."""
    cost = sum(row.cost for _, _, row in rows)
    places = sum(blocks.bit_count() for _, blocks, _ in rows)
    return sum(n for n, _, _ in rows), -cost, -places
