"""How seats of Overseers misjudge each other by what they show."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .table import RoundTable

DOUBT = 2.3
"""Standard deviation (points) of a seat's estimate of another from public cards around its estimate
from all it knows, as measured in rounds of greedy players (2.1 to 2.5 at three to five players).
The judgements of others are assumed to be as uncertain as that."""


def doubts(table: RoundTable, rng: Random) -> Sequence[Sequence[float]]:
    """Return by how many points each seat misjudges each other seat."""
    return [[rng.gauss(0, DOUBT) for _ in table.seats] for _ in table.seats]
