"""Counts the worlds of one connected part of a kernel by a sweep over its groups.

The number of worlds is the coefficient of one monomial in a product of polynomials, a factor for
each group; a variable stands for a count, its exponent for the copies in it. The sweep multiplies
factor after factor, one class of places at a time, and keeps no monomial that the steps to come
cannot complete. What a prefix of the steps leaves to the rest is only how much each count still
lacks: that vector is the state, and a layer maps each state to the ways that lead to it.

The passes are forward filtering, backward smoothing and backward sampling, as in a hidden Markov
model (Rabiner 1989). To sample is to unrank (Wilf 1977, A unified setting for sequencing, ranking,
and selection algorithms for combinatorial objects): the forward pass gives every world a number.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import NamedTuple

from ...models.hidden import Item, Place
from .reduction import Kernel
from .steps import Fields, State, Step, steps

Layer = dict[State, int]
"""For each state the ways that lead to it (forward), or from it to the end (backward)."""


class TooManyStates(Exception):
    """Exact counting would keep more states than its limit allows: the answer is not known."""

    def __init__(self) -> None:
        super().__init__("exact counting needs more states than its limit allows")


class Origin(NamedTuple):
    """One way into a state: from `state`, by so many pieces, which can go in so many ways."""

    state: State
    pieces: int
    ways: int


class Origins(NamedTuple):
    """All ways into a state; the worlds that come by each end, in the order of ranks, at `ends`."""

    ends: Sequence[int]
    origins: Sequence[Origin]

    def by_rank(self, rank: int) -> tuple[Origin, int]:
        """Return the origin of the world of that rank, and its rank among those of the origin."""
        index = bisect_right(self.ends, rank)
        return self.origins[index], rank - (self.ends[index - 1] if index else 0)


class Sweep:
    """The worlds of one connected part of a kernel; the forward pass is done when it is made.

    Raises TooManyStates if the layers would hold more than `limit` states together.
    """

    def __init__(self, kernel: Kernel, limit: int) -> None:
        self._fields = Fields.of(kernel)
        self._steps = steps(kernel, self._fields)
        start = sum(hi * self._fields.unit[region] for region, (_, hi) in kernel.bounds.items())
        self._layers: list[Layer] = [{start: 1}]
        self.states = 1
        for step in self._steps:
            self._layers.append(self._forward(step, self._layers[-1], limit - self.states))
            self.states += len(self._layers[-1])
        self.worlds = self._layers[-1].get(0, 0)
        self._origins: list[dict[State, Origins]] = [{} for _ in self._steps]

    def _forward(self, step: Step, layer: Layer, limit: int) -> Layer:
        """Return the layer after `step`."""
        hand, free, margin, dealt = self._fields.hand, self._fields.free, step.margin, step.dealt
        choices = step.choices
        after: Layer = {}
        so_far = after.get
        for state, leading in layer.items():
            state += dealt
            for _, taken, ways in choices[state & hand]:
                left = state - taken
                if not (left | left + margin) & free:
                    after[left] = so_far(left, 0) + leading * ways
            if len(after) > limit:
                raise TooManyStates
        return after

    def weights(self) -> Iterator[tuple[Item, Place, int]]:
        """Yield for each piece and place, by the backward pass, the worlds that have it there."""
        completing: Layer = {0: 1}
        for step, layer in zip(reversed(self._steps), self._layers[-2::-1], strict=True):
            completing, placed = self._backward(step, layer, completing)
            if step.group:
                # By symmetry each piece of the group is in each place of the class as often.
                often = placed // (len(step.group) * len(step.places))
                yield from ((piece, place, often) for piece in step.group for place in step.places)

    def _backward(self, step: Step, layer: Layer, completing: Layer) -> tuple[Layer, int]:
        """Return the completions of `layer`, and the pieces that all worlds place by `step`."""
        hand, dealt, following = self._fields.hand, step.dealt, completing.get
        choices = step.choices
        earlier: Layer = {}
        placed = 0
        for before, leading in layer.items():
            state = before + dealt
            completed = moved = 0
            for pieces, taken, ways in choices[state & hand]:
                if rest := following(state - taken):
                    rest *= ways
                    completed += rest
                    moved += pieces * rest
            if completed:
                earlier[before] = completed
                placed += leading * moved
        return earlier, placed

    def world(self, rank: int) -> Iterator[tuple[Item, Place]]:
        """Yield where each piece lies in the world of number `rank`, counted from 0."""
        state = 0
        unplaced: Sequence[Item] = ()
        for index in range(len(self._steps) - 1, -1, -1):
            step = self._steps[index]
            (state, pieces, ways), rank = self._origins_of(index, state).by_rank(rank)
            rank, way = divmod(rank, ways)
            if not step.later:
                unplaced = step.group
            if pieces and unplaced:
                way, subset = divmod(way, comb(len(unplaced), pieces))
                chosen, unplaced = _subset(unplaced, pieces, subset)
                for piece in chosen:
                    way, place = divmod(way, len(step.places))
                    yield piece, step.places[place]

    def _origins_of(self, index: int, state: State) -> Origins:
        known = self._origins[index]
        if state not in known:
            known[state] = self._into(self._steps[index], self._layers[index], state)
        return known[state]

    def _into(self, step: Step, layer: Layer, state: State) -> Origins:
        left = state & self._fields.hand
        tried = (
            Origin(state + pieces * step.unit - step.dealt, pieces, step.ways(pieces, left))
            for pieces in range(step.most + 1)
        )
        origins = [origin for origin in tried if origin.state in layer]
        return Origins(list(accumulate(layer[each.state] * each.ways for each in origins)), origins)


def _subset(pieces: Sequence[Item], size: int, rank: int) -> tuple[list[Item], list[Item]]:
    """Return the subset of that size and rank, in lexicographic order, and what it leaves."""
    chosen: list[Item] = []
    rest: list[Item] = []
    for index, piece in enumerate(pieces, 1):
        with_it = comb(len(pieces) - index, size - 1) if size else 0
        if rank < with_it:
            chosen.append(piece)
            size -= 1
        else:
            rest.append(piece)
            rank -= with_it
    return chosen, rest
