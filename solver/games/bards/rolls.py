"""How often dice that are to be rolled make a performance.

All rolls are counted where few differ; of more, some are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from math import comb, prod
from random import Random

from ....models.bards import State
from ....models.bards.abilities import has
from ....models.bards.dice import Colour, Die, faces, majority, pips
from .actions import cheapest
from .columns import FAR
from .worth import BLANK

OUTRIGHT, SOME = 4000, 1600
"""Up to so many different rolls, each is counted; of more, so many are drawn."""


@dataclass(frozen=True)
class Rolls:
    """What dice of `player` show that are `kept`, with each roll of the others."""

    state: State
    player: str
    kept: tuple[Die, ...]
    rolled: tuple[Colour, ...]

    @property
    def exact(self) -> bool:
        """Whether all rolls are counted."""
        return prod(comb(n + 5, 5) for n in Counter(self.rolled).values()) <= OUTRIGHT

    @cached_property
    def shown(self) -> Mapping[tuple[Die, ...], int]:
        """All dice after each roll, and how often that comes. Dice of one colour are alike."""
        if not self.exact:
            rng, sides = Random(0), [faces(each) for each in self.rolled]
            return Counter((*self.kept, *map(rng.choice, sides)) for _ in range(SOME))
        found = {self.kept: 1}
        for colour, n in sorted(Counter(self.rolled).items()):
            ways = Counter(tuple(sorted(roll)) for roll in product(faces(colour), repeat=n))
            found = {
                (*dice, *roll): many * more
                for dice, many in found.items()
                for roll, more in ways.items()
            }
        return found

    @cached_property
    def made(self) -> Sequence[tuple[Mapping[Colour, int], int]]:
        """What performances cost after each roll, and how often that comes."""
        return [(self.costs(dice), n) for dice, n in self.shown.items()]

    def odds(self, wanted: Collection[Colour], melodies: int) -> float:
        """Return how often a performance of a `wanted` colour takes at most so many `melodies`."""
        cheap = sum(n for costs, n in self.made if least(costs, wanted) <= melodies)
        return cheap / sum(self.shown.values())

    @cached_property
    def _powers(self) -> tuple[bool, ...]:
        box, kinds = self.state.box, ("swing", "circle", "blend")
        return tuple(has(box, self.state, self.player, power) for power in kinds)

    def costs(self, dice: Sequence[Die]) -> Mapping[Colour, int]:
        """Return how many melodies a performance of each colour takes at least, made of `dice`."""
        found = dict[Colour, int]()
        for three in combinations(sorted(die for die in dice if len(die) > 1), 3):
            cost, colours = _performance(three, *self._powers)
            for colour in colours:
                if cost < found.get(colour, FAR):
                    found[colour] = cost
        return found

    def all_of(
        self, dice: Sequence[Die], lacks: Sequence[str], melodies: int
    ) -> tuple[Colour, ...] | None:
        """Return performances made of `dice` that are all of those that somebody `lacks`.

        There are none that take more `melodies`, or a die twice.
        """
        if not lacks:
            return ()
        for three in sorted({*combinations(sorted(dice), 3)}):
            cost, colours = _performance(three, *self._powers)
            able = colours if lacks[0] == BLANK else tuple(c for c in colours if c == lacks[0])
            if able and cost <= melodies:
                rest = tuple((Counter(dice) - Counter(three)).elements())
                more = self.all_of(rest, lacks[1:], melodies - cost)
                if more is not None:
                    return (able[0], *more)
        return None


def least(costs: Mapping[Colour, int], wanted: Collection[Colour]) -> int:
    """Return how many melodies a performance of a `wanted` colour takes at least."""
    return min((costs[colour] for colour in wanted if colour in costs), default=FAR)


@cache
def _performance(
    three: tuple[Die, ...], swing: bool, circle: bool, blend: bool
) -> tuple[int, tuple[Colour, ...]]:
    """Return how many melodies three dice take for a performance, and of which colours. BB-4"""
    colours = tuple({die[0] for die in three}) if blend else majority(three)
    return _cost(tuple(sorted(map(pips, three))), swing, circle), colours


@cache
def _cost(shown: tuple[int, ...], swing: bool, circle: bool) -> int:
    """Return how many melodies turn three dice into a sequence. BB-4, BB-8"""
    return cheapest(tuple(f"B{n}" for n in shown), swing, circle, 0)[2]
