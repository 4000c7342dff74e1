"""A race of moves: all are tried in the same worlds, and those that fall behind drop out.

Each game says what a world is, and what a move is worth in it. Because the worlds are the same for
all (common random numbers), only differences count: they show early, and most moves are soon out
(Maron and Moore 1994, "Hoeffding races").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum, hypot, sqrt
from statistics import fmean
from typing import TypeVar

from ...models.core import Event
from .clock import thought

_NOUGHT = 1e-12
"""Differences below this are rounding errors."""


@dataclass(eq=False)
class Runner:
    """A move in a race, with its value in each of the worlds in which it was tried.

    If `exact`, nothing was sampled: these are all worlds, each played to its end as well as
    possible.
    """

    move: Event
    worths: list[float] = field(default_factory=list)
    exact: bool = False

    @property
    def value(self) -> float:
        """The mean value of the move."""
        return fmean(self.worths)

    @property
    def error(self) -> float:
        """The standard error of the value."""
        if self.exact:
            return 0.0
        value = self.value
        return sqrt(fsum((worth - value) ** 2 for worth in self.worths)) / len(self.worths)


def measured(runner: Runner, best: Runner) -> tuple[float, float]:
    """Return the value of `runner` and its standard error, estimated from its gap to `best`.

    The gap is over common worlds, so for a move that dropped out it says more than its own mean.
    """
    done = len(runner.worths)
    if runner.exact or done == len(best.worths):
        return runner.value, runner.error
    gaps = [low - high for low, high in zip(runner.worths, best.worths, strict=False)]
    gap = fmean(gaps)
    error = sqrt(fsum((each - gap) ** 2 for each in gaps)) / done
    return best.value + gap, hypot(best.error, error)


R = TypeVar("R", bound=Runner)

Run = Callable[[Sequence[R], int], None]
"""Tries all the moves given in further worlds, the same for all, and adds their values.

At most that many worlds are wanted; fewer come if the clock should be looked at in between, none if
there are no more.
"""


Over = Callable[[], bool]
"""Tells whether it is time to stop thinking."""


def deadline(seconds: float | None, stop: Over | None = None) -> Over:
    """Return a test whether this thread has thought for so many seconds of the processor.

    It is also true once `stop` is.
    """
    if seconds is None:
        return stop or _never
    end = thought() + seconds
    if stop is None:
        return lambda: thought() > end
    return lambda: thought() > end or stop()


def _never() -> bool:
    return False


def race(
    runners: Sequence[R],
    run: Run[R],
    heats: Iterable[int],
    behind: float,
    keep: int = 1,
    until: Over = _never,
    fewest: int | None = None,
) -> list[R]:
    """Return `runners`, the best first; those that stayed to the end before those that dropped out.

    They run `heats` of so many worlds each. After a heat every runner drops out that is more than
    `behind` standard errors behind the best in the same worlds; the `keep` best stay. The race ends
    when there are no more worlds, when `until` says so (but not within the first heat, or before
    `fewest` worlds), or when a single runner is left and no more are to be kept.
    """
    racing, gaps, ends = list(runners), _Gaps(), _never
    if fewest is not None:
        first, least = racing[0].worths, fewest
        ends = lambda: len(first) >= least and until()  # noqa: E731
    for worlds in heats:
        if not _finished(racing, run, worlds, ends):
            break
        racing, ends = _in_the_race(racing, gaps, behind, keep), until
        if len(racing) == keep == 1:
            break
    most = max(len(each.worths) for each in runners)
    return sorted(runners, key=lambda each: (len(each.worths) < most, -each.value))


def _finished(racing: Sequence[R], run: Run[R], worlds: int, until: Over) -> bool:
    """Let all run so many worlds; tell whether there were enough worlds, and time."""
    first = racing[0].worths
    goal = len(first) + worlds
    while (done := len(first)) < goal:
        if until():
            return False
        run(racing, goal - done)
        if len(first) == done:
            return False
    return True


def _in_the_race(racing: list[R], gaps: _Gaps, behind: float, keep: int) -> list[R]:
    """Return the `keep` best of those `racing`, and all that are not clearly behind them."""
    if len(racing) <= keep:
        return racing
    best, *others = sorted(racing, key=lambda each: gaps.between(racing[0], each)[0])
    left = {best, *others[: keep - 1]}
    for each in others[keep - 1 :]:
        gap, error = gaps.between(best, each)
        if gap <= behind * error + _NOUGHT:
            left.add(each)
    return [each for each in racing if each in left]


class _Gaps:
    """The gaps between runners over common worlds, summed up as the worlds come."""

    def __init__(self) -> None:
        self._sums: dict[tuple[Runner, Runner], tuple[int, float, float]] = {}

    def between(self, best: Runner, other: Runner) -> tuple[float, float]:
        """Return how far `other` is behind `best` on average, and its standard error."""
        done, total, squares = self._sums.get((best, other), (0, 0.0, 0.0))
        for high, low in zip(best.worths[done:], other.worths[done:], strict=True):
            total += high - low
            squares += (high - low) ** 2
        done = len(best.worths)
        self._sums[best, other] = done, total, squares
        mean = total / done
        return mean, sqrt(max(squares / done - mean**2, 0.0) / done)
