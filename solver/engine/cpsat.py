"""A hidden model in CP-SAT: one integer variable for the copies of each item at each place.

CP-SAT has been reported to call satisfiable models infeasible, to give cores with literals nobody
assumed, and to certify wrong optima (or-tools issues 4109, 5141, 5274, 5293). So: one worker, no
assumptions, no objective; every answer that is not FEASIBLE, OPTIMAL or INFEASIBLE is unknown;
whoever asks for a world checks it, and proofs are asked for twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import TYPE_CHECKING

from ...models.hidden import Count, Fact, Hidden, Item, Only, Place, World
from .work import SECOND, Unsettled, Work

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpSolverStatus, IntVar, SatParameters

    from . import sat


LARGE = 110
"""Number of cells from which the linear relaxation pays: without it some models take seconds, with
it milliseconds; models of a hundred cells are up to fifteen times slower with it."""
PATIENCE = 0.1
"""Deterministic seconds of CP-SAT without the relaxation, after which it is tried with it, however
small the model: thirty cards of six kinds over ten packs took minutes, then half a second."""


class Translation:
    """`hidden` as a CP-SAT model that can be asked for worlds.

    If `relaxed`, the linear relaxation is used at once: it sees when too many pieces would have to
    be in too few places, which a search finds only by trying.
    """

    def __init__(self, hidden: Hidden, *, presolve: bool, relaxed: bool = False) -> None:
        from . import sat

        self._hidden = hidden
        self._presolve = presolve
        self._relaxed = relaxed
        self._model = sat.Model()
        empty = set(self._empty())
        self._copies: dict[tuple[Item, Place], IntVar] = {
            (item, place): self._model.new_int_var(0, copies)
            for item, copies in hidden.items.items()
            for place in hidden.places
            if (item, place) not in empty
        }
        self._signs: dict[Count, IntVar] = {}
        for item, copies in hidden.items.items():
            self._bound([(item, place) for place in hidden.places], copies, copies)
        for fact in hidden.facts:
            self._state(fact)

    def require_one(self, facts: Iterable[Count]) -> None:
        """Require from now on that at least one of `facts` holds; try to make many of them true."""
        signs = [self._sign(fact) for fact in facts]
        self._model.add_bool_or(signs)
        self._model.try_first(signs)

    def world(self, work: Work) -> World | None:
        """Return a world, None if there is none; raise `Unsettled`."""
        from . import sat

        solver = sat.Solver()
        self._set_up(solver.parameters)
        if self._signs:
            solver.parameters.search_branching = sat.FIXED_SEARCH
        status = self._solved(solver, work)
        if status == sat.UNKNOWN and not solver.parameters.linearization_level:
            solver.parameters.linearization_level = 2
            status = self._solved(solver, work)
        if status == sat.INFEASIBLE:
            return None
        if status not in (sat.FEASIBLE, sat.OPTIMAL):
            raise Unsettled
        return {
            item: tuple(
                place
                for place in self._hidden.places
                if (item, place) in self._copies
                for _ in range(solver.value(self._copies[item, place]))
            )
            for item in self._hidden.items
        }

    def _solved(self, solver: sat.Solver, work: Work) -> CpSolverStatus:
        """Return the status of a search within `work`; raise `Unsettled` if none is left."""
        work.spend(self._model.size)
        seconds = work.left / SECOND
        if not solver.parameters.linearization_level:
            seconds = min(seconds, PATIENCE)
        solver.parameters.max_deterministic_time = seconds
        status = solver.solve(self._model)
        work.take(ceil(SECOND * solver.deterministic_time))
        return status

    def _set_up(self, parameters: SatParameters) -> None:
        """Choose the parameters that are quick on models of a hundred small integers.

        Larger models, with sums over many cells, need the linear relaxation.
        """
        parameters.num_workers = 1
        is_large = self._relaxed or len(self._copies) > LARGE
        parameters.linearization_level = 2 if is_large else 0
        parameters.symmetry_level = 0
        parameters.cp_model_presolve = self._presolve
        parameters.max_presolve_iterations = 1
        parameters.cp_model_probing_level = 0

    def _empty(self) -> Iterator[tuple[Item, Place]]:
        """Yield the cells that facts leave empty; they need no variable."""
        for fact in self._hidden.facts:
            if isinstance(fact, Only):
                yield from self._outside(fact)
            elif fact.hi == 0:
                yield from ((item, place) for item in fact.items for place in fact.places)

    def _outside(self, fact: Only) -> Iterator[tuple[Item, Place]]:
        return ((fact.item, p) for p in self._hidden.places if p not in fact.places)

    def _state(self, fact: Fact) -> None:
        if isinstance(fact, Count) and (fact.lo > 0 or fact.hi != 0):
            self._bound(self._cells(fact), fact.lo, fact.hi)

    def _sign(self, fact: Count) -> IntVar:
        """Return a Boolean variable that implies `fact`."""
        if fact not in self._signs:
            self._signs[fact] = sign = self._model.new_bool_var()
            self._bound(self._cells(fact), fact.lo, fact.hi).only_enforce_if(sign)
        return self._signs[fact]

    def _cells(self, fact: Count) -> list[tuple[Item, Place]]:
        """Return the cells that a fact adds up, in the order of the model.

        The search depends on their order, so it must not be the order of a set, which differs by
        process.
        """
        inside = [place for place in self._hidden.places if place in fact.places]
        items = [item for item in self._hidden.items if item in fact.items]
        return [(item, place) for item in items for place in inside]

    def _bound(self, cells: list[tuple[Item, Place]], lo: int, hi: int) -> sat.Constraint:
        inside = [self._copies[cell] for cell in cells if cell in self._copies]
        if lo > hi or (not inside and not lo <= 0 <= hi):
            return self._model.add_bool_or([])
        return self._model.add_sum(inside, lo, hi)


class Selection(Translation):
    """Facts of `hidden` that always hold, and further ones of which each question keeps some.

    One model serves all questions: a group of facts is kept by fixing its Boolean variable.
    """

    def __init__(self, hidden: Hidden, *, relaxed: bool = False) -> None:
        super().__init__(hidden, presolve=False, relaxed=relaxed)
        self._groups: list[IntVar] = []

    def add(self, facts: Iterable[Fact]) -> int:
        """Add a group of facts that are kept or left out together; return its number."""
        sign = self._model.new_bool_var()
        for fact in facts:
            lo, hi = (0, 0) if isinstance(fact, Only) else (fact.lo, fact.hi)
            cells = list(self._outside(fact)) if isinstance(fact, Only) else self._cells(fact)
            self._bound(cells, lo, hi).only_enforce_if(sign)
        self._groups.append(sign)
        return len(self._groups) - 1

    def ask(
        self, kept: Iterable[int], wished: Iterable[int], denial: Count, work: Work
    ) -> World | None:
        """Return a world in which `denial` and the groups `kept` hold, None if there is none.

        As many of the `wished` groups hold in it as the search finds cheaply, the first ones first.
        Raises `Unsettled`.
        """
        demanded = {self._groups[number].index for number in kept} | {self._sign(denial).index}
        wishes = [self._groups[number] for number in wished]
        open_ = demanded.union(sign.index for sign in wishes)
        for sign in (*self._groups, *self._signs.values()):
            least, most = sign.index in demanded, sign.index in open_
            self._model.allow(sign, int(least), int(most))
        self._model.try_first(wishes)
        return self.world(work)
