"""Exact counting of Les Adresses Jaunes: how long it takes, beside two solvers that enumerate.

    python -m bench count [--views N] [--peers SECONDS]

Times of one run each. By the clock they hold what else the machine did; comparisons are in
processor time.

`--peers` limits the time that the other solvers get all together (0: leave them out); on one view
each of them gets `CAP` seconds at the most. All 400 views would take them hours.
"""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time

from aparte.models.core import Record, view
from aparte.models.event import TABLE
from aparte.models.hidden import Count, Hidden, Only
from aparte.models.record import NAMES, blank
from aparte.solver.engine.count import Counter
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played

VIEWS = 200
PEERS = 600.0
SEED = 2019
CAP = 20.0
"""Seconds for another solver on one view."""
LARGE = 50_000
"""Worlds from which on the solvers are compared by ratio."""
CHART = Path(__file__).parent.parent / "docs" / "counting.svg"


class OutOfTime(Exception):
    """A solver had its seconds."""


@dataclass(frozen=True)
class Timed:
    """What counting one view took, worlds and all chances: by the clock, and of the processor."""

    hidden: Hidden
    worlds: int
    seconds: float
    cpu: float


@dataclass(frozen=True)
class Compared:
    """The same view counted by another solver; `cpu` is None if it did not get to the end."""

    ours: Timed
    cpu: float | None


def games(seed: int) -> Iterator[Record]:
    """Yield whole random games, of 2, 3 and 4 players in turn."""
    number = 0
    while True:
        players = NAMES[: 2 + number % 3]
        bots = {player: RandomBot() for player in players}
        yield played(blank("adresses-jaunes", players), bots, Random(f"{seed}-{number}"))
        number += 1


def models(views: int, table: bool) -> Iterator[Hidden]:
    """Yield what is hidden after a random line of `views` games, the set-up done."""
    rng = Random(SEED)
    for record, _ in zip(games(SEED), range(views), strict=False):
        dealt = max(number for number, event in record.events if event.verb == "deal")
        until = record.until(rng.randint(dealt, record.last))
        viewer = TABLE if table else rng.choice(record.setup.players)
        yield record.game.model.hidden(view(until, viewer))


def timed(hidden: Hidden) -> Timed:
    begin, begin_cpu = perf_counter(), process_time()
    worlds = Counter(hidden).posterior().worlds
    return Timed(hidden, worlds, perf_counter() - begin, process_time() - begin_cpu)


def cp_sat(hidden: Hidden) -> int:
    """Return the worlds of `hidden` as CP-SAT enumerates them; raises OutOfTime."""
    from ortools.sat.python import cp_model

    class Enumerated(cp_model.CpSolverSolutionCallback):
        worlds = 0

        def on_solution_callback(self) -> None:
            self.worlds += 1

    model = cp_model.CpModel()
    lies = {(i, p): model.new_bool_var("") for i in hidden.items for p in hidden.places}
    for item in hidden.items:
        model.add_exactly_one(lies[item, place] for place in hidden.places)
    for fact in hidden.facts:
        if isinstance(fact, Only):
            for place in set(hidden.places) - fact.places:
                model.add(lies[fact.item, place] == 0)
        else:
            inside = sum(lies[item, place] for item in fact.items for place in fact.places)
            model.add_linear_constraint(inside, fact.lo, fact.hi)
    solver, enumerated = cp_model.CpSolver(), Enumerated()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = CAP
    if solver.solve(model, enumerated) not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise OutOfTime
    return enumerated.worlds


def python_constraint(hidden: Hidden) -> int:
    """Return the worlds of `hidden` as python-constraint enumerates them; raises OutOfTime."""
    from constraint import Problem, SomeInSetConstraint, SomeNotInSetConstraint

    allowed = {item: set(hidden.places) for item in hidden.items}
    problem = Problem()
    for fact in hidden.facts:
        if isinstance(fact, Only):
            allowed[fact.item] &= fact.places
    for item, places in allowed.items():
        problem.addVariable(item, sorted(places))
    for fact in hidden.facts:
        if isinstance(fact, Count) and fact.items:
            items = sorted(fact.items)
            problem.addConstraint(SomeInSetConstraint(fact.places, fact.lo), items)
            problem.addConstraint(SomeNotInSetConstraint(fact.places, len(items) - fact.hi), items)
    signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, CAP)
    try:
        return sum(1 for _ in problem.getSolutionIter())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(*_: object) -> None:
    raise OutOfTime


def compared(ours: Timed, peer: Callable[[Hidden], int]) -> Compared:
    begin = process_time()
    try:
        worlds = peer(ours.hidden)
    except OutOfTime:
        return Compared(ours, None)
    cpu = process_time() - begin
    if worlds != ours.worlds:
        raise AssertionError(f"{peer.__name__} found {worlds} worlds, not {ours.worlds}")
    return Compared(ours, cpu)


def beside(all_ours: list[Timed], peer: Callable[[Hidden], int], seconds: float) -> list[Compared]:
    """Compare views, chosen at random, while the time for `peer` lasts."""
    results: list[Compared] = []
    begin = perf_counter()
    for ours in Random(SEED).sample(all_ours, len(all_ours)):
        if perf_counter() - begin > seconds:
            break
        results.append(compared(ours, peer))
    return results


def print_times(name: str, results: list[Timed]) -> None:
    largest = max(each.worlds for each in results)
    print(f"{name}: {len(results)} views, up to {largest:.1e} worlds")
    print_row("clock", [1000 * each.seconds for each in results])
    print_row("processor", [1000 * each.cpu for each in results])


def print_row(name: str, milliseconds: list[float]) -> None:
    p95 = quantiles(milliseconds, n=20)[-1]
    print(
        f"  {name:10} median {median(milliseconds):6.2f} ms   95 % {p95:6.2f} ms   "
        f"max {max(milliseconds):6.2f} ms"
    )


def print_beside(name: str, results: list[Compared]) -> None:
    large = [each for each in results if each.ours.worlds > LARGE]
    ratios = [each.cpu / each.ours.cpu for each in large if each.cpu is not None]
    times = f", {median(ratios):.0f} times as long (least {min(ratios):.0f})" if ratios else ""
    print(
        f"{name}: {len(large)} views of more than {LARGE} worlds; finished {len(ratios)}{times}; "
        f"unfinished in {CAP:.0f} s: {len(large) - len(ratios)}"
    )
    long = [each for each in results if each.cpu is None or each.cpu > 0.001]
    behind = [each for each in long if each.cpu is not None and each.cpu < each.ours.cpu]
    print(
        f"{name}: {len(results)} views in all; of {len(long)} that take it more than 1 ms, "
        f"counting is slower on {len(behind)}"
    )


def draw(times: dict[str, list[tuple[int, float]]]) -> None:
    """Draw time against worlds, if matplotlib is there."""
    try:
        import matplotlib
    except ImportError:
        print("no chart: matplotlib is not installed")
        return
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "counting"})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for (name, points), marker in zip(times.items(), "os^x", strict=False):
        axes.scatter(*zip(*points, strict=True), label=name, marker=marker, s=14, alpha=0.7)
    axes.set(xscale="log", yscale="log", xlabel="worlds", ylabel="seconds of processor time")
    axes.legend()
    figure.savefig(CHART, metadata={"Date": None})
    print(f"chart: {CHART}")


def main(arguments: Sequence[str]) -> None:
    """Print what counting takes, then other solvers beside it, and draw both."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=VIEWS)
    parser.add_argument("--peers", type=float, default=PEERS)
    options = parser.parse_args(arguments)
    views, peers = options.views, options.peers
    ours = {
        "seats": [timed(hidden) for hidden in models(views, table=False)],
        "table": [timed(hidden) for hidden in models(views, table=True)],
    }
    for name, results in ours.items():
        print_times(name, results)
    points = {
        f"counting, {name}": [(each.worlds, each.cpu) for each in results]
        for name, results in ours.items()
    }
    if peers:
        for name, peer in (("CP-SAT", cp_sat), ("python-constraint", python_constraint)):
            found = beside([*ours["seats"], *ours["table"]], peer, peers / 2)
            print_beside(name, found)
            points[name] = [(each.ours.worlds, each.cpu) for each in found if each.cpu is not None]
    draw(points)
