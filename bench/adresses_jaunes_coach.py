"""The coach of Les Adresses Jaunes: how often its team wins, and how long a move takes.

    python -m bench.adresses_jaunes_coach [--part NAME] [--literal N] [--convention N] [--mixed N]

`--part` is one of literal, convention, two-rounds, mixed, ceilings, scaling; without it all of
them. The numbers are deals a cell; 1,000 literal and 10,000 by convention take hours, so a plain
run takes fewer and prints how many. Shares with Wilson's 95 % interval; times are seconds of the
processor a decision.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.util import find_spec
from random import Random
from time import perf_counter

from aparte.models.adresses_jaunes import AdressesJaunes, Box
from aparte.models.record import begun
from aparte.solver.play.cluster import play_on_cluster
from aparte.solver.play.coach import bots
from aparte.solver.play.driver import drawn, played
from aparte.solver.play.simulate import (
    Contest,
    Played,
    Tally,
    play_all,
    play_in_processes,
    wilson,
)

GAME = "adresses-jaunes"
PLAYERS = (2, 3, 4)
AGREED = (("Convention", "1"),)
SEED = 1
LITERAL = 30
CONVENTION = 200
MIXED = 50


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--part")
    parser.add_argument("--literal", type=int, default=LITERAL)
    parser.add_argument("--convention", type=int, default=CONVENTION)
    parser.add_argument("--mixed", type=int, default=MIXED)
    parser.add_argument("--players", type=int, nargs="*", default=PLAYERS)
    parser.add_argument("--workers", type=int, default=1)
    options, _ = parser.parse_known_args()
    parts: dict[str, Callable[[], object]] = {
        "literal": lambda: [
            row(n, ["coach"] * n, options.literal, options.workers) for n in options.players
        ],
        "convention": lambda: [
            row(n, ["coach"] * n, options.convention, options.workers, AGREED)
            for n in options.players
        ],
        "two-rounds": lambda: [two_rounds(n, options.convention) for n in options.players],
        "mixed": lambda: [
            row(n, team, options.mixed, options.workers, settings)
            for n in options.players
            for team, settings in (
                (["coach"] + ["greedy"] * (n - 1), ()),
                (["random"] + ["coach"] * (n - 1), ()),
                (["random"] + ["coach"] * (n - 1), AGREED),
                (["greedy"] * n, ()),
            )
        ],
        "ceilings": lambda: [
            row(n, ["cheat"] * n, options.mixed, options.workers) for n in options.players
        ],
        "scaling": scaling,
    }
    for name, measure in parts.items():
        if options.part in (None, name):
            print(f"-- {name}", flush=True)
            measure()


def row(
    players: int,
    team: list[str],
    games: int,
    workers: int,
    settings: tuple[tuple[str, str], ...] = (),
) -> None:
    """Print one cell: the team, how often it wins, and how long a decision takes."""
    contest = Contest(GAME, tuple(team), SEED, settings=settings)
    tally = Tally(contest)
    for _ in tally.add(
        play_in_processes(contest, range(games), workers)
        if workers > 1
        else play_all(contest, range(games))
    ):
        pass
    data = tally.data()
    seconds = data["seconds_per_move"]
    agreed = " by convention" if settings else ""
    told(f"{players} players, {'+'.join(team)}{agreed}", data["team"]["wins"], games)
    print(f"    {seconds['median']:.4f} s a decision, 95th percentile {seconds['p95']:.3f} s")


def told(what: str, wins: int, games: int) -> None:
    low, high = wilson(wins, games)
    rate = 100 * wins / games
    print(
        f"{what}: {wins}/{games} = {rate:.2f} % ({100 * low:.2f} to {100 * high:.2f})", flush=True
    )


def two_rounds(players: int, games: int) -> None:
    """The convention where the conclusion comes after two rounds already."""
    game = AdressesJaunes(replace(Box.printed(), rounds=2))
    coach = bots(GAME)["coach"]
    wins = 0
    for number in range(games):
        rng = Random(f"{SEED}/{number}")
        blank = Contest(GAME, ("coach",) * players, settings=AGREED).blank()
        record = drawn(begun(game, blank.setup, blank.viewer, blank.tags), rng)
        record = played(record, {name: coach() for name in record.setup.players}, rng)
        wins += record.state.step == "won"
    told(f"{players} players, two rounds by convention", wins, games)


def scaling() -> None:
    """Deals a second in one process, in two, and on a cluster of two processes."""
    contest = Contest(GAME, ("coach",) * 3, SEED, settings=AGREED)
    games = 120
    per_second("1 worker", play_in_processes(contest, range(games), 1), games)
    per_second("2 workers", play_in_processes(contest, range(games), 2), games)
    if find_spec("distributed") is None:
        print("no cluster: the extra `cluster` is not installed")
        return
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        per_second("cluster of 2", play_on_cluster(contest, range(games), address), games)


def per_second(what: str, games: Iterable[Played], expected: int) -> None:
    """Print how many deals a second it plays, and how long the first of them take to come."""
    begin = perf_counter()
    at_first = None
    for _ in games:
        at_first = at_first or perf_counter() - begin
    whole = perf_counter() - begin
    print(
        f"{what}: {expected / whole:.1f} deals a second, "
        f"the start of {at_first or whole:.1f} s included"
    )


if __name__ == "__main__":
    main()
