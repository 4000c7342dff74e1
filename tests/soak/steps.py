"""Steps of proofs: each is proved again by engines that had no part in finding it.

Steps are found by rows and CP-SAT; here SCIP proves each from what its printed text names, in a
model that is written down here, and one in `COUNTED` the counter too where it can.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count as count_up
from random import Random

from ortools.linear_solver import pywraplp

from aparte.models.core import view
from aparte.models.event import TABLE
from aparte.models.hidden import Count, Hidden, Only
from aparte.solver.engine.count import TooManyStates, count
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.steps import Chain, Conclusion, ProofStep, chain, laid_open
from aparte.solver.engine.work import SECOND

from .games import a_game
from .printed import named
from .report import Report

VIEWS = 6
"""Views that are taken of one game."""
CLAIMS = 12
"""Claims of a view that are proved in steps."""
STATES = 5_000
"""States up to which the counter counts; SCIP alone has to do beyond."""
COUNTED = 100
"""One in so many steps is counted too: that is dear."""
WORK = 20 * SECOND
"""Steps of work for the claims of a view, and for each chain."""
SECONDS = 20.0
"""Time for a step that is proved again."""


def steps(game: str, seed: int, n: int) -> Report:
    """Prove `n` steps again, of chains to claims that follow in views of games of bots."""
    tried, found = Tally[str](), list[str]()
    for hidden, one, where in _chains(game, seed, tried):
        found += wrong(hidden, one, where, tried)
        if tried["steps"] >= n:
            break
    return Report("steps", game, seed, dict(tried), found)


def _chains(game: str, seed: int, tried: Tally[str]) -> Iterator[tuple[Hidden, Chain, str]]:
    """Yield chains without end, each with its model and with where it was found."""
    for number in count_up():
        rng = Random(f"{game}/{seed}/{number}")
        record = a_game(game, rng)
        for _ in range(VIEWS):
            cut = record.until(rng.choice(record.lines).number)
            seen = view(cut, rng.choice((TABLE, *record.setup.players)))
            hidden = seen.game.model.hidden(seen)
            claims = [c for c in deduce(hidden, WORK).claims if c.item not in hidden.shown]
            tried["views"] += 1
            for claim in rng.sample(claims, min(CLAIMS, len(claims))):
                one = chain(hidden, claim, WORK)
                tried["chains"] += 1
                tried["not complete"] += not one.complete
                yield (
                    hidden,
                    one,
                    f"seed {seed}, game {number}, line {cut.last}, {seen.viewer}: {claim}",
                )


def wrong(hidden: Hidden, one: Chain, where: str, tried: Tally[str]) -> Iterator[str]:
    """Yield what is wrong with the steps of a chain, and count what was tried."""
    opened = laid_open(hidden)
    for step, known in grounds(one):
        if step.case:
            continue
        tried["steps"] += 1
        facts = named(opened, step, known)
        if facts is None:
            yield f"a step is not read: {step.words(hidden)} ({where})"
            continue
        given = replace(opened, facts=(*facts, *(each.fact(hidden) for each in known)))
        denials = (
            [()] if step.conclusion is None else [(d,) for d in step.conclusion.denials(hidden)]
        )
        for denial in denials:
            denied = given.assuming(*denial)
            told = possible(denied)
            tried["not settled by SCIP"] += told is None
            if told:
                yield f"a step is not proved: {step.pattern} ({where})"
            if tried["steps"] % COUNTED:
                continue
            try:
                worlds = count(denied, STATES).worlds
            except TooManyStates:
                tried["too large to count"] += 1
                continue
            tried["counted"] += 1
            if worlds:
                yield f"a step has {worlds} worlds against it: {step.pattern} ({where})"


def grounds(one: Chain) -> Iterator[tuple[ProofStep, Sequence[Conclusion]]]:
    """Yield each step of a chain, of cases too, with the conclusions that it rests on."""
    told = [step.conclusion for step in one.steps]
    for step in one.steps:
        yield step, _there(told[number] for number in step.earlier)
        if step.case:
            within = [each.conclusion for each in step.case.steps]
            for each in step.case.steps:
                known = [told[number] for number in each.earlier]
                known += [within[number] for number in each.within]
                known += [step.case.supposed] * each.supposed
                yield each, _there(known)


def _there(conclusions: Iterator[Conclusion | None] | list[Conclusion | None]) -> list[Conclusion]:
    return [each for each in conclusions if each is not None]


def possible(hidden: Hidden) -> bool | None:
    """Return whether SCIP finds a world of `hidden`, None where it does not settle that in time."""
    model = pywraplp.Solver.CreateSolver("SCIP")
    model.SetTimeLimit(round(1000 * SECONDS))
    lies = {
        (item, place): model.IntVar(0, copies, "")
        for item, copies in hidden.items.items()
        for place in hidden.places
    }
    for item, copies in hidden.items.items():
        model.Add(model.Sum([lies[item, place] for place in hidden.places]) == copies)
    for fact in hidden.facts:
        places = set(hidden.places) - fact.places if isinstance(fact, Only) else fact.places
        items = (fact.item,) if isinstance(fact, Only) else tuple(fact.items)
        there = [lies[item, place] for item in items for place in places if (item, place) in lies]
        lo, hi = (fact.lo, fact.hi) if isinstance(fact, Count) else (0, 0)
        if not there and not lo <= 0 <= hi:
            return False
        if there:
            model.Add(model.Sum(there) >= lo)
            model.Add(model.Sum(there) <= hi)
    status = model.Solve()
    if status == pywraplp.Solver.INFEASIBLE:
        return False
    return True if status in (pywraplp.Solver.OPTIMAL, pywraplp.Solver.FEASIBLE) else None
