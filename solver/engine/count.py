"""Exact counting: how many worlds fit a model, how likely each place is, worlds at random.

>>> from aparte.models.hidden import Because, Count, Hidden, Only
>>> from aparte.models.words import say
>>> dealt = Because(1, say("Bo was dealt two"))
>>> hand = Count(frozenset("RST"), frozenset({"Bo"}), 2, 2, dealt)
>>> hidden = Hidden({"R": 1, "S": 1, "T": 1}, ("Bo", "Cy"), (hand,))
>>> posterior = count(hidden)
>>> posterior.worlds, posterior.chance("R", "Bo")
(3, Fraction(2, 3))
>>> played = Because(2, say("Cy played R"))
>>> count(hidden.assuming(Only("R", frozenset({"Cy"}), played))).chance("S", "Bo")
Fraction(1, 1)
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from random import Random

from ...models.hidden import Hidden, Item, Place, World
from .reduction import Kernel, kernel
from .sweep import Sweep, TooManyStates
from .work import Work

__all__ = ["STATES", "Counter", "Posterior", "TooManyStates", "count"]

STATES = 1_000_000
"""The default limit of a `Counter`, in states: some 300 MB, a few seconds."""


@dataclass(frozen=True)
class Posterior:
    """How many worlds there are, and where the copies of each item are in them.

    `weight` is the number of copies of an item at a place, summed over all worlds; for an item of
    one copy that is the number of worlds in which it is there.
    """

    worlds: int
    weight: Mapping[tuple[Item, Place], int]

    def chance(self, item: Item, place: Place) -> Fraction:
        """Return the chance that any one copy of `item` is at `place`.

        Raises ZeroDivisionError if there is no world.
        """
        return Fraction(self.weight[item, place], self._everywhere[item])

    def expected(self, item: Item, place: Place) -> Fraction:
        """Return the expected number of copies of `item` at `place`.

        Raises ZeroDivisionError if there is no world.
        """
        return Fraction(self.weight[item, place], self.worlds)

    def by_name(self, hidden: Hidden) -> Posterior:
        """Return this posterior over the names that people have for the places of `hidden`."""
        weight: Tally[tuple[Item, Place]] = Tally()
        for (item, place), n in self.weight.items():
            if (name := hidden.name_of(place)) is not None:
                weight[item, name] += n
        return Posterior(self.worlds, dict(weight))

    @cached_property
    def _everywhere(self) -> Mapping[Item, int]:
        everywhere: Tally[Item] = Tally()
        for (item, _), n in self.weight.items():
            everywhere[item] += n
        return everywhere


class Counter:
    """The worlds of `hidden`: counted when it is made, numbered from 0, drawn at random.

    A world puts each copy of each item in a place; copies are told apart. Numbers depend on nothing
    but `hidden`. Raises TooManyStates if it would need more than `limit` states, or more `work`
    than is left. `left` is its kernel, for whoever has it.
    """

    def __init__(
        self,
        hidden: Hidden,
        limit: int = STATES,
        work: Work | None = None,
        left: Kernel | None = None,
    ) -> None:
        self._hidden = hidden
        self._sweeps: list[Sweep] = []
        self.worlds = 0
        if (found := left or kernel(hidden)) is not None:
            for part in found.parts():
                self._sweeps.append(Sweep(part, limit, work or Work()))
                limit -= self._sweeps[-1].states
            self.worlds = prod(sweep.worlds for sweep in self._sweeps)

    def posterior(self) -> Posterior:
        """Return where the pieces are, over all worlds."""
        hidden, worlds = self._hidden, self.worlds
        weight = {(item, place): 0 for item in hidden.items for place in hidden.places}
        if worlds:
            for sweep in self._sweeps:
                elsewhere = worlds // sweep.worlds
                for item, place, n in sweep.weights():
                    weight[item, place] += n * elsewhere
        return Posterior(worlds, weight)

    def world(self, rank: int) -> World:
        """Return the world of number `rank`; raises IndexError unless 0 <= rank < worlds.

        A `World` shows only how many copies of an item are where, so one with several copies has as
        many numbers as there are ways to tell the copies apart.
        """
        if not 0 <= rank < self.worlds:
            raise IndexError(f"there are {self.worlds} worlds, none has the number {rank}")
        places: dict[Item, tuple[Place, ...]] = dict(self._certain)
        for sweep in self._open:
            rank, part = divmod(rank, sweep.worlds)
            for item, place in sweep.world(part):
                places[item] += (place,)
        for item in self._several:
            places[item] = tuple(sorted(places[item], key=self._order.__getitem__))
        return places

    def sample(self, rng: Random, n: int) -> list[World]:
        """Return `n` worlds, independent and uniform; raises IndexError if there is none."""
        if not self.worlds:
            raise IndexError("there is no world to draw")
        return [self.world(rng.randrange(self.worlds)) for _ in range(n)]

    @cached_property
    def _open(self) -> list[Sweep]:
        return [sweep for sweep in self._sweeps if sweep.worlds > 1]

    @cached_property
    def _certain(self) -> Mapping[Item, tuple[Place, ...]]:
        """The places of the pieces that are at the same place in all worlds, by item."""
        places: dict[Item, tuple[Place, ...]] = dict.fromkeys(self._hidden.items, ())
        for sweep in self._sweeps:
            if sweep.worlds == 1:
                for item, place in sweep.world(0):
                    places[item] += (place,)
        return places

    @cached_property
    def _several(self) -> tuple[Item, ...]:
        return tuple(item for item, copies in self._hidden.items.items() if copies > 1)

    @cached_property
    def _order(self) -> Mapping[Place, int]:
        return {place: index for index, place in enumerate(self._hidden.places)}


def count(hidden: Hidden, limit: int = STATES) -> Posterior:
    """Return how many worlds fit `hidden` and how likely each place is; see `Counter`."""
    return Counter(hidden, limit).posterior()
