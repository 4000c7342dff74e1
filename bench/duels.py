"""One coach among players who are `greedy`, in every game: how often it wins, how long it thinks.

    python -m bench duels [--game NAME ...] [--rows GAMES] [--seed S] [--part 0/2 --out FILE]
    python -m bench duels --sum FILE ...

Three players; the coach changes seats from game to game. Where all win or lose together, three
coaches play. Shares with Wilson's 95 % interval, seconds of the processor a choice of anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import Any

from aparte.models.games import OWN
from aparte.solver.play.simulate import Contest, play, wilson

from ._trials import Row, TrialKind, run

AMONG = ("coach", "greedy", "greedy")
TOGETHER = {"adresses-jaunes": ("coach",) * 3}
GAMES = 40


def main(arguments: Sequence[str]) -> None:
    """Print how often the coach has won each game."""
    games = {name: {"duel": TrialKind(GAMES, partial(_duel, name))} for name in OWN}
    run(arguments, __doc__, games, _tell)


def _duel(game: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    played = play(Contest(game, TOGETHER.get(game, AMONG), seed), number)
    ahead = played.scores[0] - fmean(played.scores[1:]) if played.scores else 0.0
    won = float(any(played.winners)) if played.together else played.wins[0]
    yield {"won": won, "ahead": ahead, "seconds": played.seconds}


def _tell(game: str, rows: Sequence[Row]) -> None:
    if not rows:
        return
    won = sum(row["won"] for row in rows)
    low, high = wilson(won, len(rows))
    seconds = sorted(each for row in rows for each in row["seconds"])
    print(
        f"{game:<16} {'+'.join(TOGETHER.get(game, AMONG))}: won {won:.1f} of {len(rows)}, "
        f"{won / len(rows):.1%} ({low:.1%} to {high:.1%}), "
        f"{fmean(row['ahead'] for row in rows):+.1f} ahead of the mean of the others; seconds a "
        f"choice: 95th percentile {seconds[int(0.95 * len(seconds))]:.2f}, most {seconds[-1]:.2f}",
        flush=True,
    )
