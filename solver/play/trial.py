"""Moves tried in the same worlds: what each is worth there, and what people would talk about."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean
from typing import Protocol

from ...models.core import Event, View
from ...models.words import Words

SURE = 2.0
"""What is more than this many standard errors from nothing is told as something."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What is assumed about the choices of others, beside what the rules guarantee.

    `convention`: all follow the coach's convention, so that choices are clues. `behaviour`: how
    strongly, from 0 to 1, to believe that they choose what is good for them, None for not at all;
    each game says what that means.
    """

    convention: bool = False
    behaviour: float | None = None


NOTHING = Assumptions()


class Effect(Protocol):
    """Something that may happen after a move, or how much of it; it can be a key of a mapping.

    `worth` is what one more of it is worth, in the unit of the value, and None where that has to be
    found out: then it is read off the worlds in which moves were tried. `sign` is 1 if it is good
    for who chooses, -1 if bad, 0 if it can be either. What is counted in the unit of the value
    itself is worth `most` at most, either way; None where no such limit is known.
    """

    @property
    def name(self) -> str:
        """What it is called in JSON, such as `points Bo`."""

    @property
    def worth(self) -> float | None:
        """What one more of it is worth."""

    @property
    def sign(self) -> int:
        """Whether it is good."""

    @property
    def most(self) -> float | None:
        """What one more of it is worth at most."""

    @property
    def topic(self) -> Words:
        """What there is to weigh, such as "who will be accused"; it does not say which way."""

    def told(self, found: Difference) -> Words:
        """Return the clause that says by how much it differs, with one figure."""


Counts = Mapping[Effect, Sequence[float]]
"""How much of each effect came in each of some worlds."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What followed a move: its value in each world, and how much of each effect came there.

    Effects that never came may be left out. If there are only so many `deals`, the worlds are all
    of them, again and again. By the effects that are `known`, moves of equal worth are told apart:
    they are counted beforehand, as bits or points, and are the same whatever lies hidden.
    """

    worths: Sequence[float]
    counts: Counts
    deals: int = 0
    known: Collection[Effect] = ()

    @property
    def value(self) -> float:
        """The mean value."""
        return fmean(self.worths)

    @property
    def error(self) -> float:
        """The standard error of the value."""
        return error_of(self.worths, self.deals)


def added(some: Followed, more: Followed) -> Followed:
    """Return what followed a move in some worlds and in more of them."""

    def both(counts: Counts, further: Counts) -> Counts:
        before, behind = [0.0] * len(some.worths), [0.0] * len(more.worths)
        return {
            effect: [*counts.get(effect, before), *further.get(effect, behind)]
            for effect in dict.fromkeys((*counts, *further))
        }

    worths, counts = [*some.worths, *more.worths], both(some.counts, more.counts)
    return replace(more, worths=worths, counts=counts)


@dataclass(frozen=True, slots=True)
class Difference:
    """An effect that comes more often, or less, after a move than after another one.

    `difference` is the mean over the worlds, with its standard error; `part` is how much of the gap
    it makes, more than 1 where other things take some of it back, and less than nothing where it
    does. It is `sure` if it differs alike in all worlds that there are, and `counted` if these were
    all gone through: else they were drawn. `other` is the same effect as it came after the other
    move: it may say more of itself there. `came` is how much of it came after the move itself; None
    if as little as can be.
    """

    effect: Effect
    difference: float
    error: float
    part: float
    sure: bool = False
    counted: bool = False
    other: Effect | None = None
    came: float | None = None

    @property
    def sides(self) -> tuple[float, float]:
        """How much of it came after the move, and after the other one."""
        came = max(0.0, self.difference) if self.came is None else self.came
        return came, round(came - self.difference, 9)  # else 0 may be a rounding error

    @property
    def turned(self) -> Difference:
        """The same as it differs after the other move."""
        return replace(
            self,
            effect=self.effect if self.other is None else self.other,
            difference=-self.difference,
            other=self.effect,
            came=self.sides[1],
        )

    @property
    def words(self) -> Words:
        """The clause that says by how much it differs."""
        return self.effect.told(self)


class Trial(Protocol):
    """The moves of one seat at one point, to be tried in worlds drawn from what the seat knows.

    It is made from the view of the seat before its choice, and draws its worlds from that alone.
    """

    @property
    def usual(self) -> Event:
        """The move that the rollout policy makes here: one of `moves`."""

    @property
    def moves(self) -> Sequence[Event]:
        """The moves worth trying, without outcomes; the move made is tried, too, if it is none."""

    @property
    def exact(self) -> bool:
        """Whether `worths` went through all worlds, each played to its end: nothing was sampled.

        It is asked when they are tried.
        """

    def worths(self, moves: Sequence[Event], worlds: int) -> Sequence[Sequence[float]]:
        """Return for each of `moves` its values in further worlds, the same worlds for all.

        Values are those of this seat when the part of the game is over, in the unit of the judge.
        There are at most `worlds` of them, as many for each move, and none if all worlds have been
        seen. It is called again and again, a few worlds at a time, until the time is over.
        """

    def followed(self, moves: Sequence[Event], worlds: int) -> Sequence[Followed]:
        """Return the same values, and what people would talk about in each of these worlds."""


class TrialMaker(Protocol):
    """Makes the trial of a choice."""

    def __call__(self, view: View, seed: int, assumed: Assumptions = ...) -> Trial:
        """Return the trial by the view before a choice; raises Contradiction if no world fits."""


def error_of(values: Sequence[float], deals: int = 0) -> float:
    """Return the standard error of the mean of `values`.

    If they are those of all `deals` again and again, only what differs within a deal is an error.
    """
    strata = deals if 0 < deals < len(values) else 1
    squares = 0.0
    for stratum in range(strata):
        own = values[stratum::strata]
        mean = fmean(own)
        squares += sum((each - mean) ** 2 for each in own)
    return sqrt(squares / max(1, len(values) - strata) / len(values))


def surely(values: int) -> float:
    """Return how many standard errors from nothing the mean of so many values surely is something.

    These are `SURE`, and more where few values tell it: the quantile of Student's distribution, by
    its expansion (Abramowitz and Stegun, 26.7.5).
    """
    free = max(1, values - 1)
    return SURE + 2.5 / free + 3 / free**2


def beyond(values: Sequence[float], deals: int = 0) -> float:
    """Return how far from nothing the mean of `values` is at least if it surely is something."""
    return surely(len(values)) * error_of(values, deals)
