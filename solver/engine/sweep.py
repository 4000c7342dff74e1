"""Counts the worlds of one connected part of a kernel by a sweep over its groups.

The number of worlds is the coefficient of one monomial in a product of polynomials, a factor for
each group; a variable stands for a count, its exponent for the copies in it. The sweep multiplies
factor after factor, one class of places at a time, and drops every monomial that the shares to come
cannot complete. A prefix of the shares hands on to the rest only how much each count still lacks:
that vector is the state, and a layer maps each state to the number of ways that lead to it (dynamic
programming).

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
from .shares import ClassShare, Fields, State, shares
from .work import Work

Layer = dict[State, int]
"""For each state the number of ways that lead to it (forward), or from it to the end (backward)."""

_STATE = 0.25
"""Steps of work per state."""


class TooManyStates(Exception):
    """Exact counting would need more states than its limit: the answer is not known."""

    def __init__(self) -> None:
        super().__init__("exact counting needs more states than its limit allows")


class Origin(NamedTuple):
    """One way into a state: from `state`, by placing `pieces`, which can be done in `ways` ways."""

    state: State
    pieces: int
    ways: int


class Origins(NamedTuple):
    """All ways into a state; `ends` are the cumulative numbers of worlds, for unranking."""

    ends: Sequence[int]
    origins: Sequence[Origin]

    def by_rank(self, rank: int) -> tuple[Origin, int]:
        """Return the origin of the world of that rank, and its rank within that origin."""
        index = bisect_right(self.ends, rank)
        return self.origins[index], rank - (self.ends[index - 1] if index else 0)


class Sweep:
    """The worlds of one connected part of a kernel; making it does the forward pass.

    Raises TooManyStates if the layers would hold more than `limit` states in all, or need more
    `work` than is left.
    """

    def __init__(self, kernel: Kernel, limit: int, work: Work) -> None:
        self._fields = Fields.of(kernel)
        self._shares = shares(kernel, self._fields)
        start = sum(hi * self._fields.unit[region] for region, (_, hi) in kernel.bounds.items())
        self._layers: list[Layer] = [{start: 1}]
        self.states = 1
        for share in self._shares:
            room = limit - self.states
            self._layers.append(self._forward(share, self._layers[-1], room, work))
            self.states += len(self._layers[-1])
        self.worlds = self._layers[-1].get(0, 0)
        self._origins: list[dict[State, Origins]] = [{} for _ in self._shares]

    def _forward(self, share: ClassShare, layer: Layer, limit: int, work: Work) -> Layer:
        """Return the layer after `share`."""
        most = min(limit, work.left / _STATE)
        hand, free, margin, dealt = self._fields.hand, self._fields.free, share.margin, share.dealt
        portions = share.portions
        after: Layer = {}
        so_far = after.get
        for state, leading in layer.items():
            state += dealt
            for _, taken, ways in portions[state & hand]:
                left = state - taken
                if not (left | left + margin) & free:
                    after[left] = so_far(left, 0) + leading * ways
            if len(after) > most:
                work.take(_STATE * len(after))
                raise TooManyStates
        work.take(_STATE * len(after))
        return after

    def weights(self) -> Iterator[tuple[Item, Place, int]]:
        """Yield for each piece and place, by the backward pass, in how many worlds it is there."""
        completing: Layer = {0: 1}
        for share, layer in zip(reversed(self._shares), self._layers[-2::-1], strict=True):
            completing, placed = self._backward(share, layer, completing)
            if share.group:
                # By symmetry each piece of the group is in each place of the class as often.
                often = placed // (len(share.group) * len(share.places))
                yield from (
                    (piece, place, often) for piece in share.group for place in share.places
                )

    def _backward(self, share: ClassShare, layer: Layer, completing: Layer) -> tuple[Layer, int]:
        """Return the completions of `layer`, and how many pieces `share` places over all worlds."""
        hand, dealt, following = self._fields.hand, share.dealt, completing.get
        portions = share.portions
        earlier: Layer = {}
        placed = 0
        for before, leading in layer.items():
            state = before + dealt
            completed = moved = 0
            for pieces, taken, ways in portions[state & hand]:
                if rest := following(state - taken):
                    rest *= ways
                    completed += rest
                    moved += pieces * rest
            if completed:
                earlier[before] = completed
                placed += leading * moved
        return earlier, placed

    def world(self, rank: int) -> Iterator[tuple[Item, Place]]:
        """Yield where each piece is in the world of number `rank`, counted from 0."""
        state = 0
        unplaced: Sequence[Item] = ()
        for index in range(len(self._shares) - 1, -1, -1):
            share = self._shares[index]
            (state, pieces, ways), rank = self._origins_of(index, state).by_rank(rank)
            rank, way = divmod(rank, ways)
            if not share.later:
                unplaced = share.group
            if pieces and unplaced:
                way, subset = divmod(way, comb(len(unplaced), pieces))
                chosen, unplaced = _subset(unplaced, pieces, subset)
                for piece in chosen:
                    way, place = divmod(way, len(share.places))
                    yield piece, share.places[place]

    def _origins_of(self, index: int, state: State) -> Origins:
        known = self._origins[index]
        if state not in known:
            known[state] = self._into(self._shares[index], self._layers[index], state)
        return known[state]

    def _into(self, share: ClassShare, layer: Layer, state: State) -> Origins:
        left = state & self._fields.hand
        tried = (
            Origin(state + pieces * share.unit - share.dealt, pieces, share.ways(pieces, left))
            for pieces in range(share.most + 1)
        )
        origins = [origin for origin in tried if origin.state in layer]
        return Origins(list(accumulate(layer[each.state] * each.ways for each in origins)), origins)


def _subset(pieces: Sequence[Item], size: int, rank: int) -> tuple[list[Item], list[Item]]:
    """Return the subset with that size and rank, in lexicographic order, and its complement."""
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
