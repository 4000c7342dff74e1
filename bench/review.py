"""What reviews say of players whose strength is known, and whether luck is luck.

Bots sit together and change seats from game to game; their choices are reviewed.
The mean cost of a choice should go down from `random` over `greedy` to `coach`. Luck is taken from
games in which everybody plays as the values assume: there, what comes less the start is luck alone,
and its mean should be nothing for every seat. `python -m bench.review GAMES [GAME [SEED]]` looks at
more, or at others.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time

from aparte.models.core import Record, View
from aparte.models.games import game_named, names
from aparte.sessions.review import Review, reviewed
from aparte.sessions.setup import blank
from aparte.solver.play.coach import Budget, Choice, bots, play_of
from aparte.solver.play.driver import played
from aparte.solver.play.judge import Judge

PLAYERS = ("Ana", "Bo", "Cy")
BOTS = ("random", "greedy", "coach")
GAMES = 12
LUCKY = 8
"""So many times as many games are looked at for luck."""
WORLDS = Budget(iterations=60)
AS_ASKED = Budget(seconds=0.2)
"""Where a world takes long: as people get a review."""
LONG = frozenset({"bards"})
SEED = 2026
MISTAKES = ("?", "??")


@dataclass(frozen=True)
class Usual:
    """Plays as the values of `judge` assume; of a team, the surest goes first."""

    judge: Judge

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the usual move of the viewer of `view`."""
        trial = self.judge.trial(view, 0)
        if not self.judge.together:
            return Choice(trial.usual)
        (worths,) = trial.worths([trial.usual], 64)
        return Choice(trial.usual, fmean(worths))


def main(games: int = GAMES, wanted: str = "", seed: int = SEED) -> None:
    """Print the figures of each game, or of the one that is `wanted`."""
    for name in names():
        if play_of(name).judge is not None and wanted in ("", name):
            _costs(name, games, seed)
            _agreement(name, max(2, games // 5), seed)
            _luck(name, LUCKY * games, seed)


def _costs(name: str, games: int, seed: int) -> None:
    begun, costs, marks = process_time(), defaultdict(list), defaultdict(list)
    choices, worst = 0, 0.0
    for number in range(games):
        seats = dict(zip(PLAYERS, (*BOTS[number % 3 :], *BOTS[: number % 3]), strict=True))
        seated = {player: bots(name)[bot]() for player, bot in seats.items()}
        record = played(_blank(name), seated, Random(f"{seed}/{number}"))
        review = _reviewed(record, _budget(name))
        choices += len(review.decisions)
        worst = max(worst, *(_gap(review, seat) for seat in PLAYERS))
        for player, bot in seats.items():
            own = review.of(player)
            costs[bot].append(fmean(each.cost for each in own))
            marks[bot] += [each.mark for each in own]
    for bot in BOTS:
        mistakes = sum(mark in MISTAKES for mark in marks[bot])
        print(
            f"{name:<16} {bot:<7} cost a choice {_mean(costs[bot])}; "
            f"? or worse {100 * mistakes / len(marks[bot]):.1f} % of {len(marks[bot])}"
        )
    seconds = process_time() - begun
    print(
        f"{name:<16} {games} games, {choices} choices, {seconds / games:.1f} s a game; "
        f"sums are off by {worst:.0e} at most",
        flush=True,
    )


def _agreement(name: str, games: int, seed: int) -> None:
    """Print how often a choice gets the same mark where it is thought about four times as long."""
    alike = pairs = doubted = marked = 0
    for number in range(games):
        seated = {player: bots(name)[bot]() for player, bot in zip(PLAYERS, BOTS, strict=True)}
        record = played(_blank(name), seated, Random(f"{seed}/again/{number}"))
        usual = _budget(name)
        for once, longer in zip(
            _reviewed(record, usual).decisions,
            _reviewed(record, four(usual)).decisions,
            strict=True,
        ):
            pairs += 1
            alike += once.mark == longer.mark
            marked += once.mark in MISTAKES
            doubted += once.mark in MISTAKES and not longer.mark
    print(
        f"{name:<16} four times as long, {games} games: the same mark for {alike} of {pairs};"
        f" of {marked} marked ? or worse, {doubted} have no mark then",
        flush=True,
    )


def four(budget: Budget) -> Budget:
    """Return four times as much."""
    return Budget(
        seconds=budget.seconds and 4 * budget.seconds,
        iterations=budget.iterations and 4 * budget.iterations,
    )


def _budget(name: str) -> Budget:
    return AS_ASKED if name in LONG else WORLDS


def _luck(name: str, games: int, seed: int) -> None:
    judge = play_of(name).judge
    assert judge is not None
    start, came = judge.start(_blank(name)), defaultdict(list)
    for number in range(games):
        seated = {player: Usual(judge) for player in PLAYERS}
        record = played(_blank(name), seated, Random(f"{seed}/luck/{number}"))
        for player in PLAYERS:
            parts = [part.came[player] - start for part in judge.parts(record) if part.came]
            came[player].append(sum(parts))
    told = ", ".join(f"{player} {_mean(came[player])}" for player in PLAYERS)
    print(f"{name:<16} luck in {games} games: {told}", flush=True)


def _blank(name: str) -> Record:
    return blank(game_named(name), PLAYERS, {})


def _reviewed(record: Record, budget: Budget) -> Review:
    steps = reviewed(record, PLAYERS, budget)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Review = end.value
            return found


def _gap(review: Review, seat: str) -> float:
    share = review.share(seat)
    assert share.result is not None
    return abs(share.start + share.luck + share.skill - share.result)


def _mean(values: list[float]) -> str:
    error = stdev(values) / sqrt(len(values))
    return f"{fmean(values):+.3f} ± {error:.3f}"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:3], *map(int, sys.argv[3:4]))
