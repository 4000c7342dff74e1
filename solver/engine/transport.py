"""A quick search for worlds that satisfy a few of many facts.

How many copies of each item are at each place is a transport problem: a table of small integers
with bounds on sums of its cells. Smallest proofs ask hundreds of times for a table that keeps some
of the facts; bounds propagation with a little search answers nearly all of these questions in less
time than a solver takes to read one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...models.hidden import Fact, Hidden, Item, Only, Place, World
from .hitting import Mask
from .work import Unsettled, Work

Cells = tuple[int, ...]
"""A table: the copies of item `i` at place `p` are at index `i * len(places) + p`."""


NODES = 200
"""Tables tried before a search gives up; from there on CP-SAT is quicker."""

ATTEMPT = 30
"""Tables tried to fulfil a wish."""

CELLS = 100
"""Cells that are narrowed in one step of work."""


@dataclass(frozen=True, slots=True)
class SumRow:
    """The sum of `cells` is at least `lo` and at most `hi`."""

    cells: tuple[int, ...]
    lo: int
    hi: int

    def fits(self, cells: Cells) -> bool:
        """Tell whether a table keeps these bounds."""
        return self.lo <= sum(cells[cell] for cell in self.cells) <= self.hi


@dataclass(slots=True)
class _Bounds:
    """A node of the search: the least and most of every cell, and which rows must hold."""

    lows: list[int]
    highs: list[int]
    active: bytearray

    def copy(self) -> _Bounds:
        return _Bounds(self.lows.copy(), self.highs.copy(), self.active.copy())


class Transport:
    """The items of `hidden` over its places; a question may keep further facts beside its own."""

    def __init__(self, hidden: Hidden, work: Work | None = None) -> None:
        self._hidden = hidden
        self._work = work or Work()
        places = len(hidden.places)
        self._first = {item: index * places for index, item in enumerate(hidden.items)}
        self._highs = [copies for copies in hidden.items.values() for _ in range(places)]
        self._rows: list[SumRow] = []
        self._numbers: dict[SumRow, int] = {}
        self._touching: list[list[int]] = [[] for _ in self._highs]
        self._always = [self._enter(row) for row in self._whole()]
        self._always += [self._enter(self.row(fact)) for fact in hidden.facts]
        self._facts: list[tuple[Fact, ...]] = []
        self._groups: list[list[int]] = []
        self._start = _Bounds([0] * len(self._highs), self._highs.copy(), bytearray())
        self._possible = self._demand(self._start, self._always)

    @property
    def groups(self) -> Sequence[tuple[Fact, ...]]:
        """The facts that were added, by group."""
        return self._facts

    def add(self, facts: Iterable[Fact]) -> Mask:
        """Add a group of facts that stand or fall together; return it as a set of groups."""
        self._facts.append(tuple(facts))
        rows = [self.row(fact) for fact in self._facts[-1]]
        rows += [rest for row in rows for rest in self._rests(row)]
        self._groups.append([self._enter(row) for row in rows])
        return 1 << len(self._groups) - 1

    def reach(self) -> Mapping[Item, frozenset[Place]]:
        """Return the places that propagation leaves to each item; all if there is no table."""
        if not self._possible:
            return dict.fromkeys(self._first, frozenset(self._places))
        return {
            item: frozenset(
                place for cell, place in enumerate(self._places, first) if self._start.highs[cell]
            )
            for item, first in self._first.items()
        }

    def row(self, fact: Fact) -> SumRow:
        """Return `fact` as bounds on a sum of cells."""
        if isinstance(fact, Only):
            return SumRow(
                self._cells([fact.item], frozenset(self._hidden.places) - fact.places), 0, 0
            )
        return SumRow(self._cells(fact.items, fact.places), fact.lo, fact.hi)

    def cells(self, world: World) -> Cells:
        """Return `world` as a table."""
        return tuple(world[item].count(place) for item in self._first for place in self._places)

    def world(self, cells: Cells) -> World:
        """Return the world of a table."""
        return {
            item: tuple(
                place for cell, place in enumerate(self._places, first) for _ in range(cells[cell])
            )
            for item, first in self._first.items()
        }

    def find(self, kept: Mask, denial: SumRow, wishes: Iterable[Mask] = ()) -> Cells | None:
        """Return a table that keeps `denial` and the groups `kept`, None if there is none.

        It keeps as many of the `wishes`, which are sets of groups, as can be had cheaply. Raises
        `Unsettled` after `NODES` tables.
        """
        bounds = self._start.copy()
        rows = [self._enter(denial), *self._rows_of(kept)]
        if not self._possible or not self._demand(bounds, rows):
            return None
        further = [self._rows_of(wish) for wish in wishes]
        return self._find_most(bounds, further) or self._find_more(bounds, further)

    def _find_most(self, bounds: _Bounds, wishes: list[list[int]]) -> Cells | None:
        """Return a table with every wish that propagation allows, None if none is soon found."""
        bounds = bounds.copy()
        for rows in wishes:
            bounds = self._narrowed(bounds, rows) or bounds
        return self._attempt(bounds)

    def _find_more(self, bounds: _Bounds, wishes: list[list[int]]) -> Cells | None:
        """Return a table, with wishes added one by one; None if there is none."""
        cells = self._search(bounds.copy())
        if cells is None:
            return None
        missing = []
        for rows in wishes:
            if all(self._rows[row].fits(cells) for row in rows):
                self._demand(bounds, rows)
            else:
                missing.append(rows)
        for rows in missing:
            trial = self._narrowed(bounds, rows)
            if trial is not None and (better := self._attempt(trial.copy())) is not None:
                bounds, cells = trial, better
        return cells

    def _narrowed(self, bounds: _Bounds, rows: list[int]) -> _Bounds | None:
        """Return `bounds` with further rows, None if that leaves no table."""
        trial = bounds.copy()
        return trial if self._demand(trial, rows) else None

    def _attempt(self, bounds: _Bounds) -> Cells | None:
        """Return a table if one is found soon."""
        try:
            return self._search(bounds, ATTEMPT)
        except Unsettled:
            return None

    def _search(self, bounds: _Bounds, nodes: int = NODES) -> Cells | None:
        """Return a table within `bounds`, None if there is none."""
        stack = [bounds]
        for _ in range(nodes):
            if not stack:
                return None
            self._work.take(1 + len(self._highs) // CELLS)
            bounds = stack.pop()
            widths = [high - low for low, high in zip(bounds.lows, bounds.highs, strict=True)]
            if not any(widths):
                return tuple(bounds.lows)
            cell = min((width, cell) for cell, width in enumerate(widths) if width)[1]
            middle = (bounds.lows[cell] + bounds.highs[cell]) // 2
            more, less = bounds, bounds.copy()
            more.lows[cell] = middle + 1
            less.highs[cell] = middle
            stack += [half for half in (less, more) if self._tighten(half, self._touching[cell])]
        raise Unsettled

    def _demand(self, bounds: _Bounds, rows: Iterable[int]) -> bool:
        bounds.active.extend(bytes(len(self._rows) - len(bounds.active)))
        for row in rows:
            bounds.active[row] = 1
        return self._tighten(bounds, rows)

    def _tighten(self, bounds: _Bounds, rows: Iterable[int]) -> bool:
        """Propagate the active rows to all cells; return False if no table is left."""
        lows, highs, active = bounds.lows, bounds.highs, bounds.active
        waiting = {row for row in rows if active[row]}
        while waiting:
            row = self._rows[waiting.pop()]
            low = high = 0
            for cell in row.cells:
                low += lows[cell]
                high += highs[cell]
            room, spare = row.hi - low, high - row.lo
            if room < 0 or spare < 0:
                return False
            for cell in row.cells:
                width = highs[cell] - lows[cell]
                if width > room or width > spare:
                    most, least = lows[cell] + room, highs[cell] - spare
                    highs[cell] = min(highs[cell], most)
                    lows[cell] = max(lows[cell], least)
                    waiting.update([row for row in self._touching[cell] if active[row]])
        return True

    def _rests(self, row: SumRow) -> Iterator[SumRow]:
        """Yield the differences between `row` and the permanent sums that contain it.

        Bounds propagation alone does not see that a hand of three with two red cards has one other
        card.
        """
        for whole in (self._rows[number] for number in self._always):
            if set(row.cells) < set(whole.cells):
                rest = tuple(cell for cell in whole.cells if cell not in row.cells)
                yield SumRow(rest, whole.lo - row.hi, whole.hi - row.lo)

    @property
    def _places(self) -> tuple[Place, ...]:
        return self._hidden.places

    def _rows_of(self, groups: Mask) -> list[int]:
        among = (rows for number, rows in enumerate(self._groups) if groups >> number & 1)
        return [row for rows in among for row in rows]

    def _whole(self) -> Iterable[SumRow]:
        for item, copies in self._hidden.items.items():
            yield SumRow(self._cells([item], frozenset(self._places)), copies, copies)

    def _cells(self, items: Iterable[Item], places: frozenset[Place]) -> tuple[int, ...]:
        inside = [index for index, place in enumerate(self._places) if place in places]
        return tuple(self._first[item] + index for item in items for index in inside)

    def _enter(self, row: SumRow) -> int:
        if row in self._numbers:
            return self._numbers[row]
        number = self._numbers[row] = len(self._rows)
        self._rows.append(row)
        for cell in row.cells:
            self._touching[cell].append(number)
        return number
