"""Whether what is said of moves is so: each reason measured again in fresh worlds.

    python -m bench reasons [--rows N] [--game NAME ...] [--seed S] [--part 0/2 --out reasons.0]
    python -m bench reasons --sum reasons.*

Rows are moves of greedy games as `best` tells them, with the event behind each reason. The event
should differ the same way in at least 95 of 100; no two moves should have the same sentence, and
none a sentence that speaks against it. What is told of the others is that it may be either, or only
what comes later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from aparte.models.games import names
from aparte.solver.play.coach import Budget, play_of
from aparte.solver.play.simulate import wilson
from tests.reasons import measured_again, played_positions

from ._trials import Row, TrialKind, run

ROWS = 1_200
"""Moves told; about half have an event."""


def main(arguments: Sequence[str]) -> None:
    """Print the figures of each game with a coach and a judge."""
    games = {
        name: {"best": TrialKind(ROWS, partial(_told, name))}
        for name in names()
        if play_of(name).advise is not None and play_of(name).judge is not None
    }
    run(arguments, __doc__, games, _tell)


def _told(game: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    for own in played_positions(game, seed, number):
        yield from measured_again(own, Budget())


def _tell(name: str, rows: Sequence[Row]) -> None:
    told = [row for row in rows if "same" in row]
    same = sum(row["same"] for row in told)
    low, high = wilson(same, len(told))
    others = Counter(row["told"] for row in rows if "same" not in row)
    print(
        f"{name:<16} {len(rows)} moves: {len(told)} with an event, {others['either']} either, "
        f"{others['later']} only what comes later; the same way again: {same} of {len(told)} "
        f"({same / max(1, len(told)):.1%}, {low:.1%} to {high:.1%}); told twice: "
        f"{sum(row['double'] for row in told)}, against the move: "
        f"{sum(row['against'] for row in told)}",
        flush=True,
    )
    kinds = Counter(row["told"].split()[0] for row in told)
    print(f"{'':<16} {', '.join(f'{kind} {n}' for kind, n in kinds.most_common())}", flush=True)
