"""What came of moves that were tried, and by how much one is better than another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from statistics import fmean

from ...models.core import Event
from .contrast import Gap, Sides, less, luck_of, sides_of, told_beforehand
from .judge import Off
from .race import Over
from .trial import SURE, Followed, Trial, added, error_of

AT_A_TIME = 12
"""Worlds between two looks at the clock, if there is one."""
EXACTLY = 1e-9
"""Exact values that are so near are alike."""

Tries = dict[Event, Followed]
UNTRIED = Followed((), {})


def best_first(tries: Tries) -> Sequence[Event]:
    """Return the moves that were tried most often, the best so far first."""
    most = max(len(each.worths) for each in tries.values())
    often = [move for move in tries if len(tries[move].worths) == most]
    return sorted(often, key=lambda move: -tries[move].value)


def followed(
    trial: Trial,
    tries: Tries,
    most: int,
    until: Over,
    fewest: int = 0,
    step: int = AT_A_TIME,
) -> Tries:
    """Return `tries` with what follows these moves in further worlds, in up to so many in all.

    They are tried in a `step` of worlds at a time, however short the time in the `fewest` of them.
    """
    moves = [*tries]
    while moves and (done := len(tries[moves[0]].worths)) < most:
        if done >= fewest and until():
            break
        more = trial.followed(moves, min(step, most - done))
        if not more[0].worths:
            break
        tries = {move: added(tries[move], came) for move, came in zip(moves, more, strict=True)}
    return tries


@dataclass(frozen=True, slots=True)
class Came:
    """What came of moves: in `tries`, whose gaps may be `off`, and of some at their `ends`."""

    tries: Tries
    chance: bool
    off: Off | None = None
    ends: Tries = field(default_factory=dict)

    @property
    def best(self) -> Event:
        """The best move of those that were tried most often."""
        often = best_first(self.tries)
        return max(often, key=lambda move: self.gap(move, often[0])[0])

    @property
    def luck(self) -> float:
        """How many times as large errors are, as the best move was chosen by the worlds tried."""
        return luck_of(self.tries[self.best].worths, [each.worths for each in self.tries.values()])

    def differing(self, moves: Sequence[Event]) -> Sequence[Event]:
        """Return those of `moves`, the first and all that differ from it in some world."""
        first = self.tries[moves[0]].worths
        others = (each for each in moves[1:] if any(less(first, self.tries[each].worths)))
        return [moves[0], *others]

    def near(self, moves: Sequence[Event], luck: float = 1.0) -> Sequence[Event]:
        """Return those of `moves` that are not surely worse than the best of them.

        By so much `luck` sampling errors are larger.
        """
        best = max(moves, key=lambda move: self.gap(move, moves[0])[0])
        gaps = {each: self.gap(best, each, luck) for each in moves}
        return [each for each, (gap, error) in gaps.items() if gap <= SURE * error]

    def told(self, move: Event) -> float:
        """Return how much is told by what can be counted beforehand of a move."""
        return round(told_beforehand(self.tries[move]), 2)

    def with_ends(self, trial: Trial, moves: Sequence[Event], most: int, until: Over) -> Came:
        """Return the same with `moves` played to the end in up to `most` worlds, in all."""
        ends = {move: self.ends.get(move, UNTRIED) for move in moves} if len(moves) > 1 else {}
        return replace(self, ends=self.ends | followed(trial, ends, most, until))

    def ended(self, one: Event, other: Event) -> Sides:
        """Return how much of each effect came after either move, if both were played to the end."""
        if not {one, other} <= self.ends.keys():
            return {}
        return sides_of(self.ends[one], self.ends[other])

    def gap(self, one: Event, other: Event, luck: float = 1.0) -> tuple[float, float]:
        """Return how much more a move is worth than another one, with its standard error.

        By so much `luck` sampling errors are larger. Where both were played to the end, that and
        the tries are weighed by their errors, which grow where the two disagree (Birge's ratio).
        """
        tried = less(self.tries[one].worths, self.tries[other].worths)
        gap, error = fmean(tried), luck * error_of(tried, self.tries[one].deals)
        if self.off is None:
            return gap, error
        error = hypot(error, self.off(tried))
        ended = less(*(self.ends.get(each, UNTRIED).worths for each in (one, other)))
        if not ended or not error:
            return gap, error
        end, end_error = fmean(ended), luck * error_of(ended)
        end_error = max(end_error, 1 / (len(ended) + 2) if self.chance else EXACTLY)
        weight, end_weight = error**-2, end_error**-2
        apart = abs(gap - end) / hypot(error, end_error)
        gap = (weight * gap + end_weight * end) / (weight + end_weight)
        return gap, max(1.0, apart) * (weight + end_weight) ** -0.5

    def settled(self, one: Event, other: Event, slight: float, luck: float = 1.0) -> Gap | None:
        """Return by how much a move is better, that gaps may be `off` counted in; None if not so.

        One that is slight is none.
        """
        if self.off is None:
            return None
        gap, error = self.gap(one, other, luck)
        return Gap(gap, error, abs(gap) <= max(SURE * error, slight))
