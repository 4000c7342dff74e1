"""Deductions and proofs of Les Adresses Jaunes, beside CPMpy's on the same facts.

    python -m bench explain [--views N] [--peers SECONDS]

`--peers` limits the time that CPMpy gets for each of two things (0: leave it out): smallest proofs
by its `mus`, and step-wise explanations by its `ocus`, which finds the cheapest next step.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

from aparte.models.core import Record, view
from aparte.models.event import TABLE
from aparte.models.hidden import Claim, Fact, Hidden, Only
from aparte.models.record import NAMES, blank
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.explain import Proof, explain, prove_all
from aparte.solver.engine.steps import chains, laid_open, path
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played

VIEWS = 150
PEERS = 60.0
SEED = 5


def main(arguments: Sequence[str]) -> None:
    """Print what deductions and proofs take, then CPMpy's beside them."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=VIEWS)
    parser.add_argument("--peers", type=float, default=PEERS)
    options = parser.parse_args(arguments)
    rng = Random(SEED)
    models = [model for model, _ in zip(views(rng), range(options.views), strict=False)]
    deduce(models[0])  # the import of the solver is not what is measured
    deductions = [timed(deduce, model) for model in models]
    show("deduce, all places of a view", [seconds for _, seconds in deductions])
    together = [timed(prove_all, m, d.claims) for m, (d, _) in zip(models, deductions, strict=True)]
    show("prove_all, all that follows", [seconds for _, seconds in together])
    show("first step", [timed(next, path(model), None)[1] for model in models])

    questions = [
        (model, rng.choice(asked))
        for model, (deduction, _) in zip(models, deductions, strict=True)
        if (asked := [claim for claim in deduction.claims if claim.item not in model.shown])
    ]
    proofs = [timed(explain, *question) for question in questions]
    show("explain, one fact", [seconds for _, seconds in proofs])
    open_places = [
        (model, Claim(*pair))
        for model, (deduction, _) in zip(models, deductions, strict=True)
        if (pair := next((p for p, status in deduction.status.items() if status == "open"), None))
    ]
    refuted = [timed(explain, *question)[1] for question in open_places]
    show("explain, one that does not follow", refuted)
    if options.peers:
        compare(questions, proofs, options.peers)
        compare_steps(models, options.peers)


def views(rng: Random) -> Iterator[Hidden]:
    """Yield the models of seats and of the table, cut at random lines of random games."""
    while True:
        for players in (2, 3, 4):
            record = game(players, rng)
            for viewer in (TABLE, rng.choice(record.setup.players)):
                lines = [number for number, _ in record.events]
                seen = view(record.until(rng.choice(lines[2 + players :])), viewer)
                yield seen.game.model.hidden(seen)


def game(players: int, rng: Random) -> Record:
    names = NAMES[:players]
    return played(blank("adresses-jaunes", names), {name: RandomBot() for name in names}, rng)


def compare(
    questions: list[tuple[Hidden, Claim]],
    proofs: list[tuple[Any, float]],
    seconds: float,
) -> None:
    """Show CPMpy's proofs of the same claims, as far as it comes in `seconds`."""
    try:
        from cpmpy.tools.explain import mus
    except ImportError:
        print("CPMpy is not installed: pip install cpmpy")
        return
    ours, theirs, sizes = [], [], []
    end = perf_counter() + seconds
    for question, (proof, took) in zip(questions, proofs, strict=True):
        if not isinstance(proof, Proof) or not proof.lines:
            continue
        if perf_counter() > end:
            break
        core, theirs_took = timed(mus, *stated(*question))
        ours.append(took)
        theirs.append(theirs_took)
        sizes.append((len(proof.lines), len(core)))
    if len(ours) < 2:
        return
    show(f"the same {len(ours)} facts, Aparté", ours)
    show("CPMpy mus", theirs)
    ratio = median(their / our for our, their in zip(ours, theirs, strict=True))
    print(f"  CPMpy takes {ratio:.2f} times as long (median of the pairs)")
    print(
        f"  lines a proof: Aparté {sum(a for a, _ in sizes) / len(sizes):.2f}, "
        f"CPMpy {sum(b for _, b in sizes) / len(sizes):.2f}; "
        f"longer than needed {sum(b > a for a, b in sizes)} of {len(sizes)}"
    )


def compare_steps(models: list[Hidden], seconds: float) -> None:
    """Show CPMpy's step-wise explanations of all that follows in a view, beside Aparté's chains.

    As in Gamba, Bogaerts and Guns, "Efficiently explaining CSPs with unsatisfiable subset
    optimization" (2023): a step is the cheapest set of lines and of facts explained before that
    forces one more fact; a line costs 20, a fact 1. Views of few facts come first: CPMpy takes a
    search for each fact and step.
    """
    try:
        import cpmpy
    except ImportError:
        return
    ours, theirs, sizes, reasons = [], [], [], []
    end = perf_counter() + seconds
    opened = [laid_open(hidden) for hidden in models]
    asked = [[c for c in deduce(each).claims if c.item not in each.shown] for each in opened]
    for hidden, claims in sorted(zip(opened, asked, strict=True), key=lambda each: len(each[1])):
        (whole, _), took = timed(chains, hidden, claims)
        if not whole.steps or perf_counter() > end:
            continue
        steps, theirs_took = timed(stepwise, Stated(hidden), claims, end)
        if steps is None:
            continue
        ours.append(took)
        theirs.append(theirs_took)
        needed = [lines + facts for lines, facts in steps if lines + facts > 0]
        sizes.append((len(whole.steps), len(needed)))
        reasons.append((max(step.reasons for step in whole.steps), max(needed, default=0)))
    if len(ours) < 2:
        print(f"  CPMpy {cpmpy.__version__} explained {len(ours)} views in {seconds:.0f} seconds")
        return
    show(f"all facts of {len(ours)} views, Aparté", ours)
    show(f"CPMpy {cpmpy.__version__}, step by step", theirs)
    ratio = median(their / our for our, their in zip(ours, theirs, strict=True))
    print(f"  CPMpy takes {ratio:.1f} times as long (median of the views)")
    print(
        f"  steps a view: Aparté {sum(a for a, _ in sizes) / len(sizes):.1f}, facts at once;"
        f" CPMpy {sum(b for _, b in sizes) / len(sizes):.1f}, a fact each;"
        f" most reasons of a step: {max(a for a, _ in reasons)} and {max(b for _, b in reasons)}"
    )


def stepwise(stated: Stated, claims: list[Claim], end: float) -> list[tuple[int, int]] | None:
    """Return of each step of CPMpy how many lines and facts it joins; None if time runs out."""
    import cpmpy
    from cpmpy.tools.explain import ocus

    known: list[Any] = []
    open_ = [stated.expression(claim.denied().fact(stated.hidden)) for claim in claims]
    facts = [stated.expression(claim.fact(stated.hidden)) for claim in claims]
    steps = []
    while open_:
        if perf_counter() > end:
            return None
        soft = [*stated.lines, *known, *open_]
        weights = [20] * len(stated.lines) + [1] * (len(known) + len(open_))
        one = cpmpy.sum(open_) == 1
        core = ocus(soft, stated.always, weights, one)
        chosen = {id(each) for each in core}
        (at,) = (i for i, each in enumerate(open_) if id(each) in chosen)
        lines = sum(id(each) in chosen for each in stated.lines)
        steps.append((lines, sum(id(each) in chosen for each in known)))
        known.append(facts.pop(at))
        del open_[at]
    return steps


class Stated:
    """A model as CPMpy states it: the `lines`, one conjunction each, and what `always` holds."""

    def __init__(self, hidden: Hidden) -> None:
        import cpmpy

        self.hidden = hidden
        self._copies = {
            (item, place): cpmpy.intvar(0, n)
            for item, n in hidden.items.items()
            for place in hidden.places
        }
        self.always = [
            cpmpy.sum([self._copies[item, place] for place in hidden.places]) == n
            for item, n in hidden.items.items()
        ]
        self.always += [self.expression(fact) for fact in hidden.facts if fact.because.setup]
        told = (hidden.told_by((line,)).facts for line in hidden.lines)
        self.lines = [
            cpmpy.all([self.expression(f) for f in facts if not f.because.setup]) for facts in told
        ]

    def expression(self, fact: Fact) -> Any:
        """Return a fact as CPMpy states it."""
        import cpmpy

        if isinstance(fact, Only):
            elsewhere = set(self.hidden.places) - fact.places
            return cpmpy.sum([self._copies[fact.item, place] for place in elsewhere]) == 0
        there = [self._copies[item, place] for item in fact.items for place in fact.places]
        total = cpmpy.sum(there)
        if fact.lo == fact.hi:
            return total == fact.lo
        return (total >= fact.lo) & (total <= fact.hi)


def stated(hidden: Hidden, claim: Claim) -> tuple[list[Any], list[Any]]:
    """Return the lines and what always holds, `claim` denied, as CPMpy states them."""
    model = Stated(hidden)
    return model.lines, [*model.always, model.expression(claim.denied().fact(hidden))]


def timed(work: Callable[..., Any], *arguments: Any) -> tuple[Any, float]:
    """Return the result and the seconds of processor time; all solvers run in this thread."""
    start = process_time()
    result = work(*arguments)
    return result, process_time() - start


def show(what: str, seconds: list[float]) -> None:
    low, high = median(seconds), quantiles(seconds, n=20)[-1]
    print(
        f"{what:38} {len(seconds):4}   p50 {low * 1e3:6.1f} ms   p95 {high * 1e3:6.1f} ms"
        f"   max {max(seconds) * 1e3:6.1f} ms",
        flush=True,
    )
