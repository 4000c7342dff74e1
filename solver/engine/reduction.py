"""Propagation before counting: what is left once the plain consequences of facts are drawn.

A `Hidden` is reduced to a `Kernel`: for each item the places where it may still be, and only those
counts that still decide something. Pieces that no remaining fact tells apart form one `ItemGroup`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from ...models.hidden import Hidden, Item, Only, Place

Allowed = Mapping[Item, frozenset[Place]]
Region = tuple[frozenset[Item], frozenset[Place]]
"""The items that a count is about, and the places it looks at."""
Bounds = Mapping[Region, tuple[int, int]]
"""For each region the least and the greatest number of copies in it."""


@dataclass(frozen=True, slots=True)
class Class:
    """Places that no count tells apart for the pieces of a group, and the counts about them."""

    places: tuple[Place, ...]
    regions: frozenset[Region]


@dataclass(frozen=True, slots=True)
class ItemGroup:
    """Interchangeable pieces: the same places are open to them, the same counts include them.

    `pieces` names each item as often as it has copies.
    """

    pieces: tuple[Item, ...]
    classes: tuple[Class, ...]
    regions: tuple[Region, ...]


@dataclass(frozen=True, slots=True)
class Kernel:
    """Groups to place, and the bounds on regions that they share."""

    groups: tuple[ItemGroup, ...]
    bounds: Bounds

    def parts(self) -> Iterator[Kernel]:
        """Yield the connected components: kernels that have no bound in common."""
        if free := tuple(group for group in self.groups if not group.regions):
            yield Kernel(free, {})
        waiting = [group for group in self.groups if group.regions]
        while waiting:
            part, regions = [waiting.pop(0)], set[Region]()
            for group in part:
                regions.update(group.regions)
                part += (other for other in waiting if not regions.isdisjoint(other.regions))
                waiting = [other for other in waiting if regions.isdisjoint(other.regions)]
            bounds = {each: self.bounds[each] for each in self.bounds if each in regions}
            yield Kernel(tuple(part), bounds)


def kernel(hidden: Hidden) -> Kernel | None:
    """Return what is left of `hidden` to count; None if propagation shows there is no world."""
    copies = {item: n for item, n in hidden.items.items() if n}
    try:
        allowed, bounds = _settled(copies, *_stated(hidden, copies))
    except _NoWorld:
        return None
    return Kernel(tuple(_groups(copies, hidden.places, allowed, bounds)), bounds)


class _NoWorld(Exception):
    """The facts contradict each other."""


def _stated(hidden: Hidden, copies: Mapping[Item, int]) -> tuple[Allowed, Bounds]:
    """Return the facts as they are stated."""
    allowed = dict.fromkeys(copies, frozenset(hidden.places))
    bounds: dict[Region, tuple[int, int]] = {}
    for fact in hidden.facts:
        if not isinstance(fact, Only):
            _bound(bounds, (fact.items.intersection(copies), fact.places), fact.lo, fact.hi)
        elif fact.item in copies:
            allowed[fact.item] &= fact.places
    return allowed, bounds


def _bound(bounds: dict[Region, tuple[int, int]], region: Region, lo: int, hi: int) -> None:
    known_lo, known_hi = bounds.get(region, (lo, hi))
    bounds[region] = max(lo, known_lo), min(hi, known_hi)


def _settled(
    copies: Mapping[Item, int], allowed: Allowed, bounds: Bounds
) -> tuple[Allowed, Bounds]:
    """Propagate until nothing changes; raises _NoWorld."""
    while True:
        drawn = _drawn(copies, allowed, _narrowed(copies, allowed, bounds))
        if drawn == (allowed, bounds):
            told = _differences(bounds)
            if told.keys() <= bounds.keys():
                return drawn
            bounds = {**told, **bounds}
        else:
            allowed, bounds = drawn


def _narrowed(copies: Mapping[Item, int], allowed: Allowed, bounds: Bounds) -> Bounds:
    """Leave out of each region the items that are surely in it or surely not in it."""
    narrowed: dict[Region, tuple[int, int]] = {}
    for (items, places), (lo, hi) in bounds.items():
        inside = {item for item in items if allowed[item] <= places}
        outside = {item for item in items if allowed[item].isdisjoint(places)}
        sure = sum(copies[item] for item in inside - outside)
        _bound(narrowed, (items - inside - outside, places), lo - sure, hi - sure)
    return narrowed


def _drawn(copies: Mapping[Item, int], allowed: Allowed, bounds: Bounds) -> tuple[Allowed, Bounds]:
    """Turn counts of none or all into allowed places; drop those that say nothing."""
    settled = dict(allowed)
    kept: dict[Region, tuple[int, int]] = {}
    for (items, places), (lo, hi) in bounds.items():
        size = sum(copies[item] for item in items)
        lo, hi = max(lo, 0), min(hi, size)
        if lo > hi:
            raise _NoWorld
        if not hi:
            settled.update((item, settled[item] - places) for item in items)
        elif lo == size:
            settled.update((item, settled[item] & places) for item in items)
        elif lo or hi < size:
            kept[items, places] = lo, hi
    if not all(settled.values()):
        raise _NoWorld
    return settled, kept


def _differences(bounds: Bounds) -> Bounds:
    """Return, for exact counts of nested items at the same places, the count of the difference.

    It follows from the two, so it adds no states to a sweep; but it shows early which states are
    lost.
    """
    exact = [(*region, lo) for region, (lo, hi) in bounds.items() if lo == hi]
    return {
        (outer - inner, places): (n - inner_n, n - inner_n)
        for (outer, places, n), (inner, there, inner_n) in permutations(exact, 2)
        if places == there and inner < outer
    }


def _groups(
    copies: Mapping[Item, int], places: Iterable[Place], allowed: Allowed, bounds: Bounds
) -> Iterator[ItemGroup]:
    alike: dict[tuple[frozenset[Place], tuple[Region, ...]], list[Item]] = defaultdict(list)
    for item in copies:
        alike[allowed[item], tuple(each for each in bounds if item in each[0])].append(item)
    for (there, regions), items in alike.items():
        pieces = tuple(item for item in items for _ in range(copies[item]))
        classes = _classes((place for place in places if place in there), regions)
        yield ItemGroup(pieces, tuple(classes), regions)


def _classes(places: Iterable[Place], regions: Iterable[Region]) -> Iterator[Class]:
    alike: dict[frozenset[Region], list[Place]] = defaultdict(list)
    for place in places:
        alike[frozenset(each for each in regions if place in each[1])].append(place)
    return (Class(tuple(there), within) for within, there in alike.items())
