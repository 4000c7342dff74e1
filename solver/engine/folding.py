"""Folding: places that are pairs of an origin and a fate are replaced by these two.

If every fact speaks of whole origins or whole fates, it does not matter how the two are paired: a
card is entered twice, once at its origin and once at its fate, and any pairing of the entries of a
block (such as the cards of one player) makes a world. A table of origins by fates becomes its two
margins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ...models.hidden import Because, Count, Hidden, Item, Only, Place, World
from ...models.words import say

SETUP = Because(0, say("the set-up"), setup=True)


@dataclass(frozen=True)
class Block:
    """Places that are pairs: each of some origins with each of some fates."""

    places: Mapping[tuple[str, str], Place]

    @cached_property
    def origins(self) -> Mapping[str, frozenset[Place]]:
        """The places of each origin, in order."""
        return self._side(0)

    @cached_property
    def fates(self) -> Mapping[str, frozenset[Place]]:
        """The places of each fate, in order."""
        return self._side(1)

    def _side(self, side: int) -> Mapping[str, frozenset[Place]]:
        found: dict[str, set[Place]] = defaultdict(set)
        for pair, place in self.places.items():
            found[pair[side]].add(place)
        return {name: frozenset(places) for name, places in found.items()}

    @cached_property
    def all(self) -> frozenset[Place]:
        """All places of the block."""
        return frozenset(self.places.values())

    @property
    def full(self) -> bool:
        """Whether each origin is paired with each fate."""
        return len(self.places) == len(self.origins) * len(self.fates)

    @cached_property
    def came(self) -> frozenset[Place]:
        """The entries for all origins."""
        return frozenset(map(_origin, self.origins))

    @cached_property
    def went(self) -> frozenset[Place]:
        """The entries for all fates."""
        return frozenset(map(_fate, self.fates))

    def margin(self, inside: frozenset[Place]) -> frozenset[Place] | None:
        """Return the entries that `inside` is made of, None if it is not made of whole ones."""
        for side, entry in ((self.origins, _origin), (self.fates, _fate)):
            whole = [name for name, places in side.items() if places <= inside]
            if sum(len(side[name]) for name in whole) == len(inside):
                return frozenset(map(entry, whole))
        return None


@dataclass(frozen=True)
class Folding:
    """The places of `hidden` in `blocks`."""

    hidden: Hidden
    blocks: tuple[Block, ...]
    _known: dict[frozenset[Place], frozenset[Place] | None] = field(
        default_factory=dict, compare=False, repr=False
    )

    @classmethod
    def of(cls, hidden: Hidden) -> Folding | None:
        """Return how `hidden` folds, None if it declares no pairs or a fact needs single pairs."""
        if not hidden.pairs:
            return None
        folding = cls(hidden, tuple(_blocks(hidden)))
        named = (hidden.places_of(name) for name in hidden.names)
        spoken = [*(fact.places for fact in hidden.facts), *named]
        whole = all(block.full for block in folding.blocks)
        fits = whole and all(folding.margins(places) is not None for places in spoken)
        return folding if fits else None

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The entries: for all origins and all fates."""
        return tuple(
            entry
            for block in self.blocks
            for entry in (*map(_origin, block.origins), *map(_fate, block.fates))
        )

    def margins(self, places: frozenset[Place]) -> frozenset[Place] | None:
        """Return the entries that `places` are made of, None if they are not made of whole ones."""
        if places not in self._known:
            parts = [block.margin(places & block.all) for block in self.blocks]
            found = [part for part in parts if part is not None]
            whole = len(found) == len(parts)
            self._known[places] = frozenset[Place]().union(*found) if whole else None
        return self._known[places]

    def entered(self, fact: Count) -> Count:
        """Return `fact` as a fact about entries."""
        return replace(fact, places=self._margins(fact.places))

    def confined(self, fact: Only) -> Only:
        """Return `fact` as a fact about entries."""
        outside = self._margins(frozenset(self.hidden.places) - fact.places)
        return replace(fact, places=frozenset(self.places) - outside)

    def _margins(self, places: frozenset[Place]) -> frozenset[Place]:
        found = self.margins(places)
        assert found is not None
        return found

    def twice(self, copies: Mapping[Item, int]) -> Iterator[Count]:
        """Yield that each card has an entry for its origin and one for a fate of that block."""
        went = frozenset[Place]().union(*(block.went for block in self.blocks))
        for item, n in copies.items():
            yield Count(frozenset({item}), went, n, n, SETUP)
            for block in self.blocks:
                entries = block.came | (went - block.went)
                yield Count(frozenset({item}), entries, n, n, SETUP)

    def fold(self, world: World) -> World:
        """Return `world` with the entries of its cards."""
        return {
            item: tuple(entry for place in places for entry in self._entries[place])
            for item, places in world.items()
        }

    @cached_property
    def _entries(self) -> Mapping[Place, tuple[Place, Place]]:
        return {
            place: (_origin(origin), _fate(fate))
            for block in self.blocks
            for (origin, fate), place in block.places.items()
        }

    def unfold(self, world: World) -> World:
        """Return a world with these entries."""
        return {item: tuple(self._paired(entries)) for item, entries in world.items()}

    def _paired(self, entries: Iterable[Place]) -> Iterator[Place]:
        entered = tuple(entries)
        for block in self.blocks:
            origins = [o for o in block.origins for _ in range(entered.count(_origin(o)))]
            fates = [f for f in block.fates for _ in range(entered.count(_fate(f)))]
            yield from (block.places[pair] for pair in zip(origins, fates, strict=True))


def _blocks(hidden: Hidden) -> Iterator[Block]:
    """Yield the blocks: sets of places connected by common origins or fates."""
    pairs = {place: hidden.pairs.get(place, (place, place)) for place in hidden.places}
    near: dict[tuple[int, str], set[Place]] = defaultdict(set)
    for place, pair in pairs.items():
        for sign in enumerate(pair):
            near[sign].add(place)
    left = dict.fromkeys(hidden.places)
    while left:
        together, waiting = set(), [next(iter(left))]
        while waiting:
            place = waiting.pop()
            if place not in together:
                together.add(place)
                waiting += [each for sign in enumerate(pairs[place]) for each in near[sign]]
        yield Block({pairs[place]: place for place in hidden.places if place in together})
        for place in together:
            del left[place]


def _origin(name: str) -> Place:
    return f"from {name}"


def _fate(name: str) -> Place:
    return f"to {name}"
