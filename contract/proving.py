"""Proves again, by a model of its own, what the engines have proved."""

from __future__ import annotations

from ..models.hidden import Hidden, Only
from ..solver.engine.crosscheck import TooLarge, solve_all
from ..solver.engine.explain import Proof


def proves(hidden: Hidden, proof: Proof) -> bool:
    """Tell whether the lines of `proof` alone leave no world in which its claim is false."""
    denied = proof.claim.denied().fact(hidden)
    told = hidden.told_by(proof.lines).assuming(denied)
    try:
        return not solve_all(told, cap=1)
    except TooLarge:
        return not has_world(told)


def has_world(hidden: Hidden) -> bool:
    """Tell whether `hidden` has a world: a model of its own, in a line for each kind of fact."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    lies = {
        (item, place): model.new_int_var(0, copies, f"{item} at {place}")
        for item, copies in hidden.items.items()
        for place in hidden.places
    }
    for item, copies in hidden.items.items():
        model.add(sum(lies[item, place] for place in hidden.places) == copies)
    for fact in hidden.facts:
        if isinstance(fact, Only):
            elsewhere = (lies[fact.item, p] for p in hidden.places if p not in fact.places)
            model.add(sum(elsewhere) == 0)
        else:
            inside = sum(lies[item, place] for item in fact.items for place in fact.places)
            model.add_linear_constraint(inside, fact.lo, fact.hi)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE), status
    return status != cp_model.INFEASIBLE
