"""What the scores of a round are worth to a seat: points, in the last round a chance to win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from ....models.overseers.ending import totals
from ....models.overseers.state import State
from .table import Seat

OPEN = NormalDist(sigma=3.0)
"""By how many points the lead is open in which a game ends that was played on by habit."""

Worth = Callable[[Sequence[float], Seat], float]
"""Returns what scores of the round are worth to a seat."""


def relative(scores: Sequence[float], seat: Seat) -> float:
    """Return the points of `seat` minus the mean of the others."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


@dataclass(frozen=True, slots=True)
class Winning:
    """The chance to win the game that a round ends; all players had the points `before` it.

    Of a tie the game goes to who never led: that counts half a point. Where that is equal, too, it
    is half won. If scores are `certain`, so is who wins by them.
    """

    before: Sequence[float]
    certain: bool

    def __call__(self, scores: Sequence[float], seat: Seat) -> float:
        """Return the chance of `seat`."""
        ends = [earlier + now for earlier, now in zip(self.before, scores, strict=True)]
        lead = ends.pop(seat) - max(ends)
        return (0.5 + lead / 2 / abs(lead) if lead else 0.5) if self.certain else OPEN.cdf(lead)


def worth_of(state: State, certain: bool) -> Worth:
    """Return what scores of this round are worth."""
    if not ends_the_game(state):
        return relative
    ties = (0.0 if player in state.leaders else 0.5 for player in state.players)
    return Winning([*map(sum, zip(totals(state), ties, strict=True))], certain)


def ends_the_game(state: State) -> bool:
    """Tell whether the game ends with this round, and the points before it are known."""
    return state.round == state.box.rounds and are_scored(state)


def are_scored(state: State) -> bool:
    """Tell whether the points of all earlier rounds are known."""
    return not state.in_part and len(state.scores) >= state.round - 1


def added(state: State, row: Sequence[int]) -> Sequence[int]:
    """Return the totals of the game with the scores of a round."""
    return [*map(sum, zip(totals(state), row, strict=True))]
