"""What a seat of Overseers can expect: face-down cards, points, who has most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import TypeVar

from ....models.core import Record
from ....models.hidden import World
from ....models.overseers.box import Kind
from ....models.overseers.clues import DISCARD
from ....models.overseers.state import State, Step
from ...engine.count import Posterior
from ...engine.reading import Estimate, Expectations, Hand
from ...engine.sweep import TooManyStates
from ...engine.work import Work
from ...play.coach import seed_of
from .behaviour import Behaviour
from .draft import Draft, Holder
from .passes import Pass
from .pruned import PrunedPass
from .reckoning import Reckoning
from .sampling import Sampler
from .worlds import Worlds

COUNTED = 500_000
"""Steps of the counter (one or two seconds) beyond which worlds are estimated instead."""
SHOWN = 24
"""Worlds drawn as witnesses of what is possible: few possible places are in none of them."""
PASSES = 6
"""Pruned passes that give an estimate and its error."""
DEALS = 2000
"""Deals drawn to compare the points of the players."""
COMPARED = frozenset({
    Step.TILT, Step.DRAW, Step.LOOK, Step.TUCK, Step.VOTE, Step.ACCUSATION, Step.ANSWER,
})  # fmt: skip
"""The steps in which all rows are laid and nobody has revealed them."""

Key = TypeVar("Key", bound=Hashable)


def reader(view: Record[State], strength: float | None = None) -> RoundReader:
    """Return the reader of `view`; with a `strength`, worlds are weighted by behaviour."""
    return RoundReader(view, None if strength is None else Behaviour(strength))


class RoundReader:
    """The reader of `view`: worlds are equally likely, or weighted by `behaviour`."""

    def __init__(self, view: Record[State], behaviour: Behaviour | None = None) -> None:
        self._view = view
        self._state = view.state
        self._draft = Draft.of(view)
        self._likelihood = behaviour.likelihood(self._state.box) if behaviour else None
        self._seed = seed_of(view)

    @cached_property
    def _counted(self) -> Worlds | None:
        try:
            return Worlds(Pass(self._draft, self._likelihood, COUNTED))
        except TooManyStates:
            return None

    @cached_property
    def _passes(self) -> Sequence[Worlds]:
        """One exact pass, or several pruned ones; a pruned one may have found no world."""
        if self._counted is not None:
            passes: Sequence[Worlds] = [self._counted]
        else:
            seeds = range(self._seed, self._seed + PASSES)
            passes = [Worlds(PrunedPass(self._draft, self._likelihood, Random(s))) for s in seeds]
        return passes

    def posterior(self) -> Posterior:
        """Return the posterior over all worlds; raises TooManyStates if they are too many."""
        if self._counted is None:
            raise TooManyStates
        return self._counted.posterior()

    def worlds(self, work: Work) -> int:
        """Return how many worlds there are; raises TooManyStates if that needs more `work`."""
        return Worlds(Pass(self._draft, None, COUNTED, work)).worlds

    def shown(self) -> Sequence[World]:
        """Return some worlds, none only if there is none; raises TooManyStates."""
        if self._counted is None:
            raise TooManyStates
        if not self._counted.total:
            return ()
        sampler = Sampler(self._counted, Random(0))
        return [sampler.world() for _ in range(SHOWN)]

    def reading(self) -> Expectations | None:
        """Return what to expect, an estimate if the worlds are too many to count.

        None if no world was found. The same view always gives the same result.
        """
        if not any(worlds.total for worlds in self._passes):
            return None
        expected = self._together([worlds.expected() for worlds in self._passes])
        points, highest = self._compared()
        return Expectations(self._counted is not None, expected, self._hands(), points, highest)

    def _hands(self) -> Mapping[str, Sequence[tuple[Hand, Estimate]]]:
        hands = {}
        for holder in self._draft.holders:
            spots = [fate for fate in holder.open if fate != DISCARD]
            if not spots or not all(spot[0] == "b" for spot in spots):
                continue
            figures = self._together([_shares(worlds, holder) for worlds in self._passes])
            likeliest = sorted(figures.items(), key=lambda each: (-each[1].value, each[0]))
            hands[self._draft.model.called(holder.player, spots[0])] = likeliest
        return hands

    def _compared(self) -> tuple[Mapping[str, Estimate], Mapping[str, Estimate]]:
        """Return the expected points of every player, and the chance that nobody has more."""
        if self._state.step not in COMPARED:
            return {}, {}
        players, drawn = self._state.players, DEALS // len(self._passes)
        scores = [list(self._scores(worlds, drawn)) for worlds in self._passes]
        tops = [
            [{p: float(score[p] == max(score.values())) for p in players} for score in scored]
            for scored in scores
        ]
        highest = {p: _never_sure(figure) for p, figure in self._means(tops).items()}
        return self._means(scores), highest

    def _scores(self, worlds: Worlds, drawn: int) -> Iterator[Mapping[str, float]]:
        if not worlds.total:
            return
        reckoning, sampler = Reckoning(self._state), Sampler(worlds, Random(self._seed))
        for _ in range(drawn):
            rows, _pile = sampler.rows(self._state)
            yield {p: reckoning.points(p, rows[p]) for p in self._state.players}

    def _means(self, drawn: Sequence[Sequence[Mapping[str, float]]]) -> Mapping[str, Estimate]:
        """Return by player the means over the draws of each pass."""
        players = self._state.players
        means = [{p: fmean(each[p] for each in some) if some else 0.0 for p in players}
                 for some in drawn]  # fmt: skip
        if len(drawn) > 1:
            return self._together(means)
        (some,), (mean,) = drawn, means
        return {
            p: Estimate(mean[p], sqrt(pvariance([each[p] for each in some]) / len(some)))
            for p in players
        }

    def _together(self, parts: Sequence[Mapping[Key, object]]) -> dict[Key, Estimate]:
        """Return the estimates of all passes together, with their standard errors."""
        weights = [float(worlds.total) for worlds in self._passes]
        keys = dict.fromkeys(key for part in parts for key in part)
        found = {}
        for key in keys:
            values = [float(part.get(key, 0)) for part in parts]  # type: ignore[arg-type]
            found[key] = _quotient(weights, values)
        return found


def _shares(worlds: Worlds, holder: Holder) -> Mapping[Hand, float]:
    if not worlds.total:
        return {}
    hands: dict[tuple[Kind, ...], float] = defaultdict(float)
    for hand, weight in worlds.hands(holder.player).items():
        hands[hand] += float(weight / worlds.total)
    return hands


def _never_sure(chance: Estimate) -> Estimate:
    """Return a chance with a positive error: `DEALS` deals cannot show that it is 0 or 1."""
    seen = (chance.value * DEALS + 1) / (DEALS + 2)
    return Estimate(chance.value, max(chance.error, sqrt(seen * (1 - seen) / DEALS)))


def _quotient(weights: Sequence[float], values: Sequence[float]) -> Estimate:
    """Return the weighted mean of `values` from independent passes, and its error."""
    if len(weights) == 1:
        return Estimate(values[0])
    total, n = sum(weights), len(weights)
    mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / total
    spread = sum((w * (v - mean)) ** 2 for w, v in zip(weights, values, strict=True))
    return Estimate(mean, sqrt(spread * n / (n - 1)) / total)
