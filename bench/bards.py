"""Battle of the Bards: how fast plans are proved, who wins, and how much of it is luck.

    python -m bench.bards [--positions N] [--games N]

Times are of one run each on whatever the machine did beside it; plans also in processor time.
"""

from __future__ import annotations

from argparse import ArgumentParser
from math import sqrt
from random import Random
from statistics import fmean, median, pstdev, quantiles
from time import perf_counter, process_time

from aparte.models.bards import GAME, State, Step
from aparte.models.core import RESULT, Record, View, view
from aparte.models.record import new_record
from aparte.solver.games.bards.coach import CoachBot, GreedyBot, advise
from aparte.solver.games.bards.plan import best_plan
from aparte.solver.play.coach import NOTHING, Bot, Budget
from aparte.solver.play.driver import played

NAMES = ("Ana", "Bo", "Cy", "Dai")
SEED = 1960
DICE = 12
STAGE = 4
MELODIES = 3
REPLAYED, AGAIN = 10, 6


def blank(players: int) -> Record:
    names = " ".join(NAMES[:players])
    return new_record((("Game", "bards"), ("Record", GAME.versions[-1]), ("Players", names)))


def positions(n: int) -> list[View]:
    """Return turns out of the middle of games between greedy players, dice and all.

    None has more than `DICE` dice, `STAGE` cards in play or `MELODIES` melodies.
    """
    found: list[View] = []
    seed = 0
    while len(found) < n:
        rng, seed = Random(f"{SEED}-{seed}"), seed + 1
        players = 2 + seed % 3
        record = played(blank(players), dict.fromkeys(NAMES[:players], GreedyBot()), rng)
        turns = []
        for cut in _cuts(record, rng):
            state: State = cut.state
            if state.step is Step.SHOW and not state.duties and state.actor:
                troupe = state.troupes[state.actor]
                small = len(troupe.dice) <= DICE and len(troupe.stage) <= STAGE
                if small and troupe.melodies <= MELODIES and len(troupe.dice) >= 6:
                    turns.append((cut, state.actor))
        found += [view(cut, actor) for cut, actor in rng.sample(turns, min(3, len(turns)))]
    return found[:n]


def _cuts(record: Record, rng: Random) -> list[Record]:
    lines = [line.number for line in record.lines[30:]]
    return [record.until(line) for line in sorted(rng.sample(lines, min(40, len(lines))))]


def plans(n: int) -> None:
    for name, turn_only in (("round", False), ("turn", True)):
        clock, cpu, proved, dice = [], [], 0, []
        for seen in positions(n):
            state: State = seen.state
            begin, begin_cpu = perf_counter(), process_time()
            plan = best_plan(GAME.box, state, seen.viewer, turn_only)
            clock.append(1000 * (perf_counter() - begin))
            cpu.append(1000 * (process_time() - begin_cpu))
            proved += plan.proved
            dice.append(len(state.troupes[seen.viewer].dice))
        print(f"best plan of a {name}, {n} positions of {min(dice)} to {max(dice)} dice:")
        print(f"  proved optimal {proved}/{n}")
        _times(clock, cpu)


def moves(n: int) -> None:
    """The advice of `best`: its time, and how many of its values are exact."""
    clock, cpu, exact, shown = [], [], 0, 0
    for seen in positions(n):
        begin, begin_cpu = perf_counter(), process_time()
        advice = advise(seen, Budget(quick=False), 0, NOTHING)
        clock.append(1000 * (perf_counter() - begin))
        cpu.append(1000 * (process_time() - begin_cpu))
        exact += sum(each.exact for each in advice)
        shown += len(advice)
    print(f"the best moves, {n} positions: {exact} of {shown} values exact")
    _times(clock, cpu)


def _times(clock: list[float], cpu: list[float]) -> None:
    for what, times in (("by the clock", clock), ("of the processor", cpu)):
        cut = quantiles(times, n=20)[-1]
        print(f"  ms {what}: median {median(times):.0f}, p95 {cut:.0f}, max {max(times):.0f}")


def _won(record: Record, player: str) -> float:
    result = next(event.outcome for _, event in record.events if event.verb == RESULT)
    return float(result[0] == player)


def _score(record: Record, player: str) -> int:
    result = next(event.outcome for _, event in record.events if event.verb == RESULT)
    return int(result[result.index(player) + 1])


def contests(games: int) -> None:
    for players in (2, 3, 4):
        won, begin = [], perf_counter()
        scores: dict[str, list[int]] = {"coach": [], "greedy": []}
        for number in range(games):
            seats = NAMES[:players]
            coach = seats[number % players]
            bots: dict[str, Bot] = {p: CoachBot() if p == coach else GreedyBot() for p in seats}
            record = played(blank(players), bots, Random(f"{SEED}-{players}-{number}"))
            won.append(_won(record, coach))
            scores["coach"].append(_score(record, coach))
            scores["greedy"] += [_score(record, p) for p in seats if p != coach]
        share, (low, high) = fmean(won), wilson(sum(won), len(won))
        print(
            f"one coach among greedy, {players} players, {games} games: wins {share:.1%}"
            f" [{low:.1%}, {high:.1%}], par {1 / players:.1%};"
            f" points {fmean(scores['coach']):.1f} to {fmean(scores['greedy']):.1f};"
            f" {(perf_counter() - begin) / games:.1f} s a game"
        )


def wilson(won: float, n: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    z, share = 1.96, won / n
    middle = share + z * z / (2 * n)
    spread = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def luck() -> None:
    """The spread of the final points of one position, replayed with other rolls and draws."""
    spreads, all_scores = [], []
    bots = {player: CoachBot() for player in NAMES[:2]}
    for number in range(REPLAYED):
        whole = played(blank(2), bots, Random(f"{SEED}-luck-{number}"))
        middle = whole.until(whole.lines[len(whole.lines) // 2].number)
        scores = [
            _score(played(middle, bots, Random(f"{number}-{n}")), "Ana") for n in range(AGAIN)
        ]
        spreads.append(pstdev(scores))
        all_scores += scores
    print(
        f"luck, {REPLAYED} positions from the middle of a game of two coaches, each replayed"
        f" {AGAIN} times: points spread by {fmean(spreads):.1f} within a position,"
        f" {pstdev(all_scores):.1f} over all"
    )


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--games", type=int, default=40)
    asked = parser.parse_args(arguments or [])
    plans(asked.positions)
    moves(asked.positions // 5)
    contests(asked.games)
    luck()


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
