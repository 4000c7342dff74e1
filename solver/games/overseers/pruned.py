"""The pass over the players with randomly pruned states, for when they are too many.

In each layer a state is kept with a chance that grows with the ways that lead to it, and its weight
is then divided by that chance (Fearnhead and Clifford 2003, "On-line inference for hidden Markov
models via particle filters"; Horvitz and Thompson 1952). So every sum of weights is unbiased; what
a pruned pass does not see may still be possible.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from math import inf
from random import Random

from .draft import Draft
from .passes import Layer, Likelihood, Pass, Taking

KEPT = 300
"""States kept per layer, by default: a pass takes some tenths of a second."""
STEPS = 20_000
"""About how many steps a layer may have: if states have many steps, fewer states are kept."""
FEW = 30
"""Fewest states kept per layer."""


class PrunedPass(Pass):
    """The worlds of `draft`, estimated: about `kept` states per layer, drawn with `rng`."""

    def __init__(
        self, draft: Draft, likelihood: Likelihood | None, rng: Random, kept: int | None = None
    ) -> None:
        self._rng = rng
        self._kept = KEPT if kept is None else kept
        self._reached: Mapping[int, float] = {}
        super().__init__(draft, likelihood)

    def _expand(self, layer: Layer, states: Collection[int]) -> Collection[int]:
        reached = {state: self._reached.get(state, 1) for state in states}
        steps, after = self._steps_of(layer.holder), defaultdict[int, float](int)
        for state, factor in self._drawn(reached, self._room(steps, reached)).items():
            found = [(step[0], step[1] * factor, *step[2:]) for step in steps(state)]
            layer.steps[state] = found
            for step in found:
                after[step[0]] += reached[state] * step[1]
        self._reached = after
        return after

    def _room(self, steps: Callable[[int], Sequence[Taking]], reached: Mapping[int, float]) -> int:
        """Return how many states to keep, judging by the steps of the likeliest one."""
        if len(reached) <= FEW:
            return self._kept
        many = len(steps(max(reached, key=reached.__getitem__)))
        return min(self._kept, max(FEW, STEPS // max(many, 1)))

    def _drawn(self, weights: Mapping[int, float], kept: int) -> Mapping[int, float]:
        """Return the states kept, each with the factor that its weight is multiplied by."""
        limit = _limit(sorted(weights.values(), reverse=True), kept)
        drawn, passed = {}, self._rng.random()
        for state, weight in weights.items():
            chance = min(1.0, weight / limit)
            passed += chance
            if passed >= 1:
                passed -= 1
                drawn[state] = 1 / chance
        return drawn


def _limit(weights: list[float], kept: int) -> float:
    """Return the weight above which a state is certainly kept, when `kept` states are drawn.

    `weights` are sorted, the greatest first.
    """
    if len(weights) <= kept:
        return min(weights, default=inf)
    left = float(sum(weights))
    for sure, weight in enumerate(weights):
        limit = left / (kept - sure)
        if weight <= limit:
            return limit
        left -= weight
    return weights[-1]
