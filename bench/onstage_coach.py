"""The coach of Onstage: its kernel, its strength, exact ends of rounds, and scaling.

    python -m bench.onstage_coach [--rounds N] [--games N] [--ends N] [--only PART ...]

The parts are kernel, value, strength, whole, ends and scaling. Single rounds are the first of a
game, four deals in a row being the same with the coach in every seat. Budgets are processor time.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from random import Random
from statistics import mean, median, quantiles, stdev
from time import perf_counter, process_time, thread_time

import numpy as np

from aparte.models.core import Record, View, turn, view
from aparte.models.match import Match
from aparte.models.onstage import State
from aparte.models.record import new_record
from aparte.solver.games.onstage import CoachBot, GreedyBot
from aparte.solver.games.onstage.behaviour import Behaviour
from aparte.solver.games.onstage.coach import solved
from aparte.solver.games.onstage.position import Position
from aparte.solver.games.onstage.table import numbered
from aparte.solver.games.onstage.value import stored_net
from aparte.solver.play.coach import Bot, Budget, Choice
from aparte.solver.play.driver import acted, bot_event, drawn, played
from bench._onstage_flat import FlatBot, greedy_rounds
from bench.onstage import random_game

NAMES = ("Ana", "Bo", "Cy", "Dai", "Eli")
SECONDS = 0.05
NORMAL = 1.96
LONG = Budget(seconds=5)
MOST_TABLES = 3_000_000
"""Tables that a search of open hands looks at before it is given up."""
PARTS = ("kernel", "value", "strength", "whole", "ends", "scaling")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--ends", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    options, _ = parser.parse_known_args()
    if "kernel" in options.only:
        kernel()
    if "value" in options.only:
        learned_value(options.rounds)
    if "strength" in options.only:
        strength(options.rounds, Budget(seconds=options.seconds))
    if "whole" in options.only:
        whole_games(options.games, Budget(seconds=options.seconds))
    if "ends" in options.only:
        ends(options.ends)
    if "scaling" in options.only:
        scaling(options.games)


# the kernel


START = """
import time; begun = time.process_time()
from random import Random
from aparte.solver.play.coach import Budget
from aparte.solver.games.onstage import CoachBot
from bench.onstage_coach import blank
from aparte.solver.play.driver import drawn
from aparte.models.core import view
CoachBot(Budget(iterations=100)).choose(view(drawn(blank(4), Random(1)), "Ana"), Random(1))
print(time.process_time() - begun)
"""


def kernel() -> None:
    """Playouts a second in one core, beside OpenSpiel's hearts."""
    from aparte.solver.games.onstage import rules_kernel, value_kernel

    starts = [float(subprocess.check_output([sys.executable, "-c", START])) for _ in range(4)]
    print(f"first advice, kernels from the cache, imports included: {median(starts[1:]):.2f} s")
    record = drawn(blank(4), Random(1))
    s = numbered(record.game.box, record.state)  # type: ignore[attr-defined]
    net = stored_net()
    ours = per_second(lambda n: rules_kernel.random_playouts(s, n, 1), 100_000)
    greedy = per_second(lambda n: greedy_rounds(s, n, 1), 10_000)
    valued = per_second(lambda n: value_kernel.playouts(s, net, n), 500)
    print(f"random rounds of 32 plays: {ours:,.0f} a second; greedy: {greedy:,.0f}; "
          f"by the value: {valued:,.0f}")  # fmt: skip
    try:
        import pyspiel
    except ImportError:
        print("hearts: needs open_spiel (make bench installs it)")
        return
    hearts, rng = pyspiel.load_game("hearts"), Random(1)
    driven = per_second(lambda n: [_hearts(hearts, rng) for _ in range(n)], 300)
    print(f"hearts of 52 plays driven from Python: {driven:,.0f} a second, {ours / driven:.1f} x")
    rollouts = _ismcts(hearts, rng)
    print(
        f"hearts rollouts of the C++ ISMCTS bot: {rollouts:,.0f} a second, {ours / rollouts:.1f} x"
    )


def per_second(run: Callable[[int], object], n: int) -> float:
    """Return how many of `n` runs there are a second of processor time, the median of five."""
    run(1)
    rates = []
    for _ in range(5):
        begin = process_time()
        run(n)
        rates.append(n / (process_time() - begin))
    return median(rates)


def _hearts(game: object, rng: Random) -> None:
    state = game.new_initial_state()  # type: ignore[attr-defined]
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


def _ismcts(game: object, rng: Random) -> float:
    """Rollouts a second at the first play, where a simulation of many rollouts is little else."""
    import pyspiel

    state = game.new_initial_state()  # type: ignore[attr-defined]
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    while not _playing(state):
        state.apply_action(rng.choice(state.legal_actions()))
    rollouts, simulations = 200, 20
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(rollouts, 1),
        2.0,
        simulations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    rates = []
    for _ in range(3):
        begin = process_time()
        bot.step(state)
        rates.append(rollouts * simulations / (process_time() - begin))
    return median(rates)


def _playing(state: object) -> bool:
    """Whether cards have been passed and the first is to be played."""
    return not state.is_chance_node() and 1 < len(state.legal_actions()) < 13  # type: ignore[attr-defined]


# the learned value


def learned_value(rounds: int) -> None:
    """How far what the value expects is from what comes, in rounds of four that play by it."""
    told: dict[int, list[tuple[float, float, float, float]]] = {}
    for seed in range(rounds):
        for left, row in _foretold(seed):
            told.setdefault(left, []).append(row)
    print("tricks left | margin: mean error, spread of the error, of the margin | Brier score: "
          "of the share of the win, of the same for all")  # fmt: skip
    for left, rows in sorted(told.items(), reverse=True):
        off = [gap - expected for _, expected, _, gap in rows]
        brier = mean((win - expected) ** 2 for expected, _, win, _ in rows)
        plain = mean((win - 0.25) ** 2 for _, _, win, _ in rows)
        print(f"{left} | {mean(off):+.2f}, {stdev(off):.2f}, {stdev(r[3] for r in rows):.2f} | "
              f"{brier:.3f}, {plain:.3f}")  # fmt: skip


def _foretold(seed: int) -> Iterator[tuple[int, tuple[float, float, float, float]]]:
    """Yield how many tricks are left, and of a seat the win and the margin, expected and come."""
    from aparte.solver.games.onstage import rules_kernel as rules
    from aparte.solver.games.onstage import value_kernel as value

    record = drawn(blank(4), Random(seed))
    s = numbered(record.game.box, record.state)  # type: ignore[attr-defined]
    desk, net, expected = value.new_desk(), stored_net(), list[tuple[int, int, float, float]]()
    while s[rules.PHASE] != rules.OVER:
        if s[rules.PHASE] == rules.PLAY and not s[rules.PLAYED]:
            for seat in range(4):
                value.value(s, seat, net, desk)
                win, gap = map(float, desk.out)
                expected.append((int(s[seat]).bit_count() - 1, seat, win, gap))
        s[:] = desk.afters[value.best_move(s, net, 0.5, desk)]
    for left, seat, win, gap in expected:
        value.value(s, seat, net, desk)
        came, ended = map(float, desk.out)
        yield left, (win, gap, came, ended)


# strength


@dataclass(frozen=True)
class Team:
    """One kind of player against another, at a table of `players`."""

    name: str
    one: Bot
    others: Bot
    players: int = 4
    teams: bool = False
    games: float = 1.0


def strength(rounds: int, budget: Budget) -> None:
    """One against the rest over single rounds."""
    coach, flat = CoachBot(budget), FlatBot(budget)
    reading = CoachBot(budget, Behaviour())
    greedy = GreedyBot()
    for match in (
        Team("coach among greedy", coach, greedy),
        Team("coach among flat", coach, flat, games=0.3),
        Team("flat among greedy", flat, greedy, games=0.3),
        Team("coach that weighs behaviour among flat", reading, flat, games=0.3),
        Team("value alone among greedy", ValueBot(), greedy),
        Team("coach among greedy", coach, greedy, players=3, games=0.5),
        Team("coach among greedy", coach, greedy, players=5, games=0.5),
        Team("two coaches as a team against greedy", coach, greedy, teams=True, games=0.5),
    ):
        n = max(match.players, int(rounds * match.games))
        _show(match, [_round_share(match, number) for number in range(n)], "rounds")


def whole_games(games: int, budget: Budget) -> None:
    """One against the rest over whole games."""
    match = Team("coach among greedy, whole games", CoachBot(budget), GreedyBot())
    _show(match, [_game_share(match, number) for number in range(games)], "games")


class ValueBot:
    """Makes the move after which the learned value is best: the coach without its search."""

    def choose(self, view: View, rng: Random) -> Choice:
        position = Position.of(view)
        codes, _ = position.moves
        return Choice(position.event(int(codes[position.promising[0]])))


def blank(players: int, **tags: str) -> Record:
    """Return the record of a game that has not begun."""
    names = " ".join(NAMES[:players])
    return new_record((("Game", "onstage"), ("Record", "1"), ("Players", names), *tags.items()))


def _seated(match: Team, number: int) -> tuple[Record, Mapping[str, Bot], list[str], Random]:
    tags = {"Teams": "Ana+Cy Bo+Dai"} if match.teams else {}
    rng = Random(f"{match.name}/{number // match.players}")
    record = drawn(blank(match.players, **tags), rng)
    players, seat = record.setup.players, number % match.players
    ones = [players[seat], *([players[(seat + 2) % 4]] if match.teams else [])]
    bots = {player: match.one if player in ones else match.others for player in players}
    return record, bots, ones, rng


def _round_share(match: Team, number: int) -> float:
    record, bots, ones, rng = _seated(match, number)
    state: State = record.state
    while not state.scores:
        event = bot_event(Match.of(record, bots), bots, rng)
        assert event is not None
        record = acted(record, event)
        state = record.state
        if not state.scores:
            record = drawn(record, rng)
    row = dict(zip(state.players, state.scores[0], strict=True))
    sums = {team: sum(row[player] for player in team) for team in state.agreed.teams}
    return _share(sums, next(team for team in sums if ones[0] in team))


def _share(sums: Mapping[tuple[str, ...], int], team: tuple[str, ...]) -> float:
    best = max(sums.values())
    return (sums[team] == best) / list(sums.values()).count(best)


def _game_share(match: Team, number: int) -> float:
    record, bots, ones, rng = _seated(match, number)
    winners = played(record, bots, rng).state.winners
    return (ones[0] in winners) / len(winners)


def _show(match: Team, shares: list[float], what: str) -> None:
    # The deals come in groups with every seat once, so the error is that of their means.
    size = match.players
    groups = [mean(shares[i : i + size]) for i in range(0, len(shares) - size + 1, size)]
    error = NORMAL * stdev(groups) / len(groups) ** 0.5 if len(groups) > 1 else float("nan")
    par = 50 if match.teams else 100 / match.players
    print(
        f"{match.name}, {match.players} players: {100 * mean(shares):.1f} ± {100 * error:.1f} % of "
        f"{len(shares)} {what} (par {par:.0f})",
        flush=True,
    )


# exact ends of rounds


def ends(n: int) -> None:
    """How long the last tricks of a round take, with open hands and over all deals that fit."""
    with redirect_stdout(StringIO()):  # compile
        _open_hands(1, 3, 2)
    solved(Position.of(_own(next(_endings(3, 2, 1)))), LONG)
    for tricks in (2, 3):
        for players in (3, 4, 5):
            _open_hands(tricks, players, n)
    for tricks in (2, 3):
        for players in (3, 4, 5):
            times, deals, many = [], [], 0
            for cut in _endings(players, tricks + 1, n):
                position = Position.of(_own(cut))
                begin = thread_time()
                if solved(position, LONG):
                    times.append(thread_time() - begin)
                    deals.append(position.deals.number)
                else:
                    many += 1
            if len(times) < 2:
                print(f"{tricks} tricks left, {players} players: all have too many deals")
                continue
            cuts = quantiles(times, n=20)
            print(
                f"{tricks} tricks left, {players} players: {len(times)} positions of up to "
                f"{max(deals):,.0f} deals, median {1000 * median(times):.0f} ms, "
                f"90 % {1000 * cuts[17]:.0f} ms, most {1000 * max(times):.0f} ms; "
                f"{many} more have too many deals",
                flush=True,
            )


def _open_hands(tricks: int, players: int, n: int) -> None:
    """How long it takes to know what every move is sure of, when the referee shows all hands."""
    from aparte.solver.games.onstage import open_kernel
    from aparte.solver.games.onstage.rules_kernel import make

    times, unfinished = [], 0
    for cut in _endings(players, tricks + 1, n):
        position = Position.of(_own(cut))
        s = numbered(position.box, cut.state)
        begin, work = thread_time(), np.array([MOST_TABLES])
        table = open_kernel.new_table()
        for code in position.moves[0]:
            after = s.copy()
            make(after, int(code))
            open_kernel.guaranteed(after, position.seat, table, work)
        times.append(thread_time() - begin)
        unfinished += not work[0]
    cuts = quantiles(times, n=20)
    print(
        f"{tricks} tricks left, {players} players, open hands: {n} positions, "
        f"median {1000 * median(times):.0f} ms, 90 % {1000 * cuts[17]:.0f} ms, "
        f"most {1000 * max(times):.0f} ms; {unfinished} given up at {MOST_TABLES:,} tables",
        flush=True,
    )


def _own(cut: Record) -> View:
    """Return the view of whoever is to choose."""
    coming = turn(cut)
    assert isinstance(coming, tuple)
    return view(cut, coming[0].actor)


def _endings(players: int, cards: int, n: int) -> Iterator[Record]:
    """Yield records where somebody leads a trick with so many cards in hand."""
    rng, found = Random(f"{players}/{cards}"), 0
    while True:
        record = random_game(players, rng)
        for number, event in record.events:
            cut = record.until(number)
            if event.verb not in ("plays", "claims"):
                continue
            state: State = cut.state
            coming = turn(cut)
            if not isinstance(coming, tuple) or state.trick or not coming:
                continue
            player = coming[0].actor
            if coming[0].verb == "plays" and len(state.hands[player]) == cards:
                yield cut
                found += 1
                if found == n:
                    return


# scaling


def scaling(games: int) -> None:
    """Games a second with one and two workers, and on a local dask cluster of two."""
    from aparte.solver.play.cluster import play_on_cluster
    from aparte.solver.play.simulate import Contest, play_in_processes

    contest = Contest("onstage", ("coach", "greedy", "greedy", "greedy"), seconds=0.01)
    for workers in (1, 2):
        begin = perf_counter()
        count = len(list(play_in_processes(contest, range(games), workers)))
        print(f"{workers} workers: {count / (perf_counter() - begin):.2f} games a second")
    try:
        from distributed import LocalCluster
    except ImportError:
        print("cluster of two: needs dask (the extra cluster)")
        return
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        begin = perf_counter()
        count = len(list(play_on_cluster(contest, range(games), cluster.scheduler_address)))
        print(f"cluster of two: {count / (perf_counter() - begin):.2f} games a second")


if __name__ == "__main__":
    main()
