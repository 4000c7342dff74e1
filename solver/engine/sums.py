"""Counting arguments: a few rows whose sum leaves no room for the opposite of something.

Rows that say "at least" are added, rows that say "at most" subtracted. Every place then counts as
often as rows mention it; if all places at their most do not reach the sum, the rows contradict each
other. If the opposite of a claim is among them, the others prove the claim: two counts and a hand,
two hands and a row. CP-SAT chooses the rows: the fewest, and the easiest of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import ceil
from typing import TYPE_CHECKING

from .rows import Row, bits
from .work import SECOND, Unsettled, Work

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import IntVar, LinearExpr

    from . import sat

ROWS, CELLS = 400, 4000
"""Limits: a sum of more rows, or over more cells (kinds times places), would convince nobody."""
REASON, STEP, OPEN = 20, 25, 3
"""The cost of a line, an earlier step and an open fact; the cheapest sum is taken."""
LEVEL, TURN, PRIME = 1 << 20, 3, 65_537
"""Tie-break weights: powers of TURN modulo PRIME, one per row, as good as random, and below any
real cost, which is times LEVEL. So the sum does not depend on how CP-SAT searches."""
OFTEN = 3
"""How often the opposite, or a row that settles its places, may be taken at most."""


def summed(
    rows: Iterable[Row],
    opposite: Row | None,
    copies: Sequence[int],
    most: int,
    work: Work,
) -> tuple[Row, ...]:
    """Return `rows` that contradict `opposite` when added up, none if there are none.

    Without an `opposite`, rows that contradict each other. `copies` is the number of pieces of each
    kind; at most `most` reasons are joined, open facts not counted. Raises `Unsettled` if no work
    is left.
    """
    search = _Search(list(rows), opposite, copies)
    return search.found(most, work) if search.is_small else ()


class _Search:
    """The choice of rows as a CP-SAT model; the opposite is always taken.

    Places of a kind that the same rows mention are one cell, which holds at most all pieces of the
    kind.
    """

    def __init__(self, rows: list[Row], opposite: Row | None, copies: Sequence[int]) -> None:
        self._rows, self._opposite, self._copies = rows, opposite, copies
        self._all = rows if opposite is None else [*rows, opposite]
        spoken: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, row in enumerate(self._all):
            for k in bits(row.kinds):
                for block in bits(row.blocks):
                    spoken[k, block].append(number)
        self._alike = {(k, tuple(numbers)) for (k, _), numbers in spoken.items()}

    @property
    def is_small(self) -> bool:
        """Whether the model is within the limits."""
        return 0 < len(self._rows) <= ROWS and len(self._alike) <= CELLS

    def found(self, most: int, work: Work) -> tuple[Row, ...]:
        """Return the rows, none if there are none; raise `Unsettled`."""
        from . import sat

        work.spend(len(self._rows) + len(self._alike))
        model = sat.Model()
        times = [self._times(model, row) for row in self._all]
        room: list[LinearExpr] = []
        for k, numbers in sorted(self._alike):
            largest = sum(self._often(self._all[number]) for number in numbers)
            there = model.new_int_var(0, largest)
            model.add(there >= sum(_sign(self._all[n]) * times[n] for n in numbers))
            room.append(self._copies[k] * there)
        total = sum(
            _sign(r) * r.n * often for r, often in zip(self._all, times, strict=True) if r.n
        )
        model.add(total >= sum(room) + 1)
        model.maximize(-1.0 * self._cost(model, times, most))
        solver = sat.Solver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2  # a sum is a matter of rows and weights
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.max_presolve_iterations = 1
        solver.parameters.max_deterministic_time = work.left / SECOND
        status = solver.solve(model)
        work.spend(ceil(SECOND * solver.deterministic_time))
        if status == sat.INFEASIBLE:
            return ()
        if status != sat.OPTIMAL:
            raise Unsettled
        return tuple(r for r, often in zip(self._rows, times, strict=False) if solver.value(often))

    def _times(self, model: sat.Model, row: Row) -> IntVar:
        return model.new_int_var(int(row is self._opposite), self._often(row))

    def _often(self, row: Row) -> int:
        """Return how often a row may be taken: a count once, one that settles places more often."""
        settles = (
            row.n == sum(self._copies[k] for k in bits(row.kinds)) if row.least else row.n <= 0
        )
        return OFTEN if settles or row is self._opposite else 1

    def _cost(self, model: sat.Model, times: list[IntVar], most: int) -> LinearExpr:
        """Return the cost of the rows taken: each line counts once; at most `most` are allowed."""
        reasons: dict[int | Row, list[IntVar]] = defaultdict(list)
        cost = 0 * times[0]
        for number, (row, often) in enumerate(zip(self._rows, times, strict=False)):
            cost += (OPEN * LEVEL + pow(TURN, number, PRIME)) * often
            if not row.background:
                reasons[row.line if row.facts else row].append(often)
        named = []
        for reason, each in reasons.items():
            sign = model.new_bool_var()
            for often in each:
                model.add(often <= OFTEN * sign)
            named.append(sign)
            cost += LEVEL * (STEP + reason.cost if isinstance(reason, Row) else REASON) * sign
        model.add_sum(named, 0, most)
        return cost


def _sign(row: Row) -> int:
    return 1 if row.least else -1
