"""A plain solver that knows no pattern: it looks at single facts, and guesses where that ends.

A fact is also set against each count of the set-up, which everybody sees, that it is a part of: a
hand of three tiles with two of a street has one of another. Two told facts are never joined.

How often it takes a guess back tells how hard a puzzle is, whatever a grade says.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from aparte.models.hidden import Claim, Hidden, Only

Cell = int
"""One kind of piece at one place: how many copies lie there is between its low and its high."""


class _Wrong(Exception):
    """A fact cannot hold."""


@dataclass(frozen=True, slots=True)
class _Row:
    """Of all copies in `cells` there are at least `lo` and at most `hi`."""

    cells: tuple[Cell, ...]
    lo: int
    hi: int

    def within(self, other: _Row) -> bool:
        """Tell whether `other` counts all its cells, and more."""
        return {*self.cells} < {*other.cells}

    def taken_off(self, other: _Row) -> _Row:
        """Return what is left of `other` without its own cells."""
        rest = tuple(cell for cell in other.cells if cell not in {*self.cells})
        return _Row(rest, max(0, other.lo - self.hi), other.hi - self.lo)


@dataclass(slots=True)
class _Sheet:
    """The fewest and the most copies in every cell."""

    low: list[int]
    high: list[int]

    def copy(self) -> _Sheet:
        return _Sheet(self.low.copy(), self.high.copy())


class Plain:
    """Looks for a world in which an answer is wrong."""

    def __init__(self, hidden: Hidden, claims: Collection[Claim], most: int) -> None:
        self.back = 0
        self._most = most
        at = {
            (item, place): cell
            for cell, (item, place) in enumerate(
                (item, place) for item in hidden.items for place in hidden.places
            )
        }
        self._sheet = _Sheet([0] * len(at), [hidden.items[item] for item, _ in at])
        rows = [
            _Row(tuple(at[item, place] for place in hidden.places), copies, copies)
            for item, copies in hidden.items.items()
        ]
        in_sight: list[_Row] = []
        for fact in hidden.facts:
            if isinstance(fact, Only):
                outside = [place for place in hidden.places if place not in fact.places]
                rows.append(_Row(tuple(at[fact.item, place] for place in outside), 0, 0))
            else:
                cells = (at[item, place] for item in fact.items for place in fact.places)
                row = _Row(tuple(sorted(cells)), fact.lo, fact.hi)
                (in_sight if fact.because.setup else rows).append(row)
        rows += [row.taken_off(each) for row in rows for each in in_sight if row.within(each)]
        rows += in_sight
        self._rows = rows
        self._failed = [0] * len(rows)
        self._rows_of: list[list[int]] = [[] for _ in at]
        for number, row in enumerate(rows):
            for cell in row.cells:
                self._rows_of[cell].append(number)
        self._claims = [
            (tuple(at[claim.item, place] for place in hidden.places_of(claim.place)), claim.holds)
            for claim in claims
        ]
        self._asked = [cell for cells, _ in self._claims for cell in cells]
        self._cells = range(len(at))

    def run(self) -> bool:
        """Return whether there is no such world; `back` has how many guesses were wrong.

        False, too, where more guesses than the most are wrong.
        """
        try:
            self._follow(self._sheet, range(len(self._rows)))
        except _Wrong:
            return True
        return self._none(self._sheet)

    def _none(self, sheet: _Sheet) -> bool:
        if self._answered(sheet):
            return True
        cell = self._open(sheet)
        if cell is None:
            return False
        for n in range(sheet.high[cell], sheet.low[cell] - 1, -1):
            guess = sheet.copy()
            guess.low[cell] = guess.high[cell] = n
            try:
                self._follow(guess, self._rows_of[cell])
            except _Wrong:
                self.back += 1
                if self.back >= self._most:
                    return False
                continue
            if not self._none(guess):
                return False
        return True

    def _answered(self, sheet: _Sheet) -> bool:
        """Tell whether the answer is right wherever the rest lies."""
        return all(
            any(sheet.low[cell] for cell in cells)
            if holds
            else not any(sheet.high[cell] for cell in cells)
            for cells, holds in self._claims
        )

    def _open(self, sheet: _Sheet) -> Cell | None:
        """Return the cell to guess at: one that is asked for, else where facts have failed most.

        So what is guessed beyond those asked for can only end in a wrong guess.
        """
        for cells in (self._asked, self._cells):
            there = (cell for cell in cells if sheet.low[cell] < sheet.high[cell])
            if (found := max(there, key=self._failures, default=None)) is not None:
                return found
        return None

    def _failures(self, cell: Cell) -> int:
        return sum(self._failed[number] for number in self._rows_of[cell])

    def _follow(self, sheet: _Sheet, touched: Sequence[int]) -> None:
        """Draw what follows from single facts until nothing does; raise `_Wrong`."""
        low, high = sheet.low, sheet.high
        waiting = dict.fromkeys(touched)
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            row = self._rows[number]
            least, most = sum(low[c] for c in row.cells), sum(high[c] for c in row.cells)
            if least > row.hi or most < row.lo:
                self._failed[number] += 1
                raise _Wrong
            if least == most:
                continue
            for cell in row.cells:
                up = max(low[cell], row.lo - (most - high[cell]))
                down = min(high[cell], row.hi - (least - low[cell]))
                if (up, down) != (low[cell], high[cell]):
                    least, most = least + up - low[cell], most + down - high[cell]
                    low[cell], high[cell] = up, down
                    waiting.update(dict.fromkeys(self._rows_of[cell]))


def backtracks(hidden: Hidden, claims: Collection[Claim], most: int) -> int:
    """Return how many wrong guesses it takes to see that `claims` follow, `most` at most."""
    solver = Plain(hidden, claims, most)
    assert solver.run() or solver.back >= most, "there is a world in which the answer is wrong"
    return solver.back
