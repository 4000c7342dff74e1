"""The shares of a sweep: the order in which groups fill their classes, and the states in between.

A state is one integer of bit fields. The lowest field holds the pieces at hand: those of the
current group that have no place yet. Each other field holds what one count still lacks. The highest
bit of a field is kept free, so that one addition and one mask show whether any field is negative or
above what is still to come. A range is an exact count with a slack variable.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from operator import itemgetter
from typing import NamedTuple

from ...models.hidden import Item, Place
from .reduction import Bounds, ItemGroup, Kernel, Region

State = int


class Portion(NamedTuple):
    """A number of `pieces` for a class: they take `taken` off the state, in so many `ways`."""

    pieces: int
    taken: int
    ways: int


@dataclass(frozen=True)
class ClassShare:
    """A class of `places` takes its share of a group; or, without a `group`, a range its slack.

    `dealt` pieces come to hand before it; one piece takes `unit` off the state; at most `most` go
    here, at most `later` to the classes after it. A state is lost if adding `margin` sets one of
    its free bits.
    """

    group: tuple[Item, ...]
    places: tuple[Place, ...]
    dealt: int
    unit: int
    most: int
    later: int
    margin: int

    @cached_property
    def portions(self) -> list[list[Portion]]:
        """The possible portions, by the number of pieces at hand."""
        if not self.group:
            return [[Portion(n, n * self.unit, 1) for n in range(self.most + 1)]]
        return [
            [
                Portion(n, n * self.unit, self.ways(n, hand - n))
                for n in range(max(0, hand - self.later), min(hand, self.most) + 1)
            ]
            for hand in range(len(self.group) + 1)
        ]

    def ways(self, pieces: int, left: int) -> int:
        """Return in how many ways `pieces` can be chosen and placed so that `left` stay at hand."""
        if not self.group:
            return 1
        spots: int = len(self.places) ** pieces
        return comb(len(self.group) - left, pieces) * spots


@dataclass(frozen=True, slots=True)
class Fields:
    """The layout of a state: the unit of each count's field, and two masks.

    `hand` covers the pieces at hand, `free` the free bits.
    """

    unit: Mapping[Region, int]
    full: Mapping[Region, int]
    hand: int
    free: int

    @classmethod
    def of(cls, kernel: Kernel) -> Fields:
        """Lay out a field for the pieces at hand and one for each count of `kernel`."""
        width = max(len(group.pieces) for group in kernel.groups).bit_length()
        hand, free, shift = (1 << width) - 1, 1 << width, width + 1
        unit: dict[Region, int] = {}
        full: dict[Region, int] = {}
        for region, (_, hi) in kernel.bounds.items():
            width = hi.bit_length()
            unit[region], full[region] = 1 << shift, (1 << width) - 1
            free |= 1 << shift + width
            shift += width + 1
        return cls(unit, full, hand, free)

    def margin(self, later: int, to_come: Mapping[Region, int]) -> int:
        """Return the addend that sets a free bit in each state that lacks more than `to_come`."""
        spare = self.hand - min(self.hand, later)
        for region, unit in self.unit.items():
            full = self.full[region]
            spare += unit * (full - min(full, to_come.get(region, 0)))
        return spare


def shares(kernel: Kernel, fields: Fields) -> list[ClassShare]:
    """Return the shares that place the groups of `kernel` and fill its ranges."""
    backwards: list[ClassShare] = []
    to_come: dict[Region, int] = {}
    for group in reversed(_ordered(kernel)):
        for region in group.regions:
            if region not in to_come:
                lo, hi = kernel.bounds[region]
                if lo < hi:
                    margin = fields.margin(0, to_come)
                    backwards.append(ClassShare((), (), 0, fields.unit[region], hi - lo, 0, margin))
                to_come[region] = hi - lo
        backwards += _of_group(group, kernel.bounds, fields, to_come)
    return backwards[::-1]


def _of_group(
    group: ItemGroup, bounds: Bounds, fields: Fields, to_come: dict[Region, int]
) -> Iterator[ClassShare]:
    """Yield the shares of `group`, the last first; add to `to_come` what they can bring."""
    size = len(group.pieces)
    room = [min([size, *(bounds[region][1] for region in each.regions)]) for each in group.classes]
    narrow_first = sorted(zip(room, group.classes, strict=True), key=itemgetter(0))
    after_group = dict(to_come)
    later = 0
    for index, (most, each) in reversed([*enumerate(narrow_first)]):
        unit = 1 + sum(fields.unit[region] for region in each.regions)
        dealt = 0 if index else size
        margin = fields.margin(later, to_come)
        yield ClassShare(group.pieces, each.places, dealt, unit, most, later, margin)
        later += most
        for region in each.regions:
            to_come[region] = min(to_come[region] + most, after_group[region] + size)


def _ordered(kernel: Kernel) -> list[ItemGroup]:
    """Return the groups in a greedy order: next comes the one that widens the state least.

    The width of a count is how many values its field can have: one before its first group and one
    after its last. Layers grow with the product of the widths.
    """
    waiting = list(kernel.groups)
    behind: Tally[Region] = Tally()
    total: Tally[Region] = Tally()
    for group in waiting:
        total.update(dict.fromkeys(group.regions, len(group.pieces)))

    def width(region: Region, pieces: int) -> int:
        lo, hi = kernel.bounds[region]
        return min(hi, pieces) - max(0, lo - (total[region] - pieces)) + 1

    def growth(group: ItemGroup) -> float:
        size = len(group.pieces)
        wider = prod(width(region, behind[region] + size) for region in group.regions)
        return wider / prod(width(region, behind[region]) for region in group.regions)

    order = []
    grows = [growth(group) for group in waiting]
    while waiting:
        at = grows.index(min(grows))
        following = waiting.pop(at)
        del grows[at]
        order.append(following)
        changed = frozenset(following.regions)
        behind.update(dict.fromkeys(changed, len(following.pieces)))
        for n, group in enumerate(waiting):
            if not changed.isdisjoint(group.regions):
                grows[n] = growth(group)
    return order
