"""Classes of interchangeable items: those that no fact tells apart.

A view of a whole game has few kinds of pieces: all cards of a colour that were never played, all
pieces of a kind that nobody named. What can be asked of one of them is the same for all, and a
model that only counts each kind is several times smaller.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ...models.hidden import ASKED, Claim, Count, Fact, Hidden, Item, Only, Place, World
from .folding import SETUP, Folding
from .transport import Transport


@dataclass(frozen=True)
class Alike:
    """The classes of interchangeable items of `hidden`; traits that are sought tell items apart.

    `kind` maps each item to its class, named after its first item. `merged` is the model over
    classes: a class has as many copies as its items together. Places that are pairs are followed by
    origin and fate alone (see `folding`). `reach` holds the places that the set-up leaves to each
    item: a fact about other places says nothing about it.
    """

    hidden: Hidden
    reach: Mapping[Item, frozenset[Place]]
    kind: Mapping[Item, Item]
    folding: Folding | None

    @classmethod
    def of(cls, hidden: Hidden) -> Alike:
        """Return the classes of `hidden`: items with equal copies, reach and facts."""
        folding = Folding.of(hidden)
        if folding is None:
            reach = Transport(hidden.told_by(())).reach()
        else:
            reach = dict.fromkeys(hidden.items, frozenset(hidden.places))
        said: dict[Item, set[Hashable]] = {item: set() for item in hidden.items}
        for index, fact in enumerate(hidden.facts):
            told = confined(hidden, fact)
            because = fact.because
            for item in _concerned(fact, told, reach):
                places = (fact.places if told is None else told) & reach[item]
                source = index if told is None else (because.line, because.setup)
                said[item].add((source, places))
        for trait in hidden.sought:
            for item in hidden.meant(trait):
                said[item].add(trait)
        first: dict[Hashable, Item] = {}
        signs = {item: (hidden.items[item], reach[item], frozenset(said[item])) for item in said}
        kind = {item: first.setdefault(sign, item) for item, sign in signs.items()}
        return cls(hidden, reach, kind, folding)

    @cached_property
    def members(self) -> Mapping[Item, tuple[Item, ...]]:
        """The items of each class."""
        members = defaultdict(list)
        for item, kind in self.kind.items():
            members[kind].append(item)
        return {kind: tuple(items) for kind, items in members.items()}

    @cached_property
    def copies(self) -> Mapping[Item, int]:
        """How many copies the items of each class have in all."""
        return {
            kind: sum(self.hidden.items[item] for item in members)
            for kind, members in self.members.items()
        }

    @cached_property
    def merged(self) -> Hidden:
        """The model whose items are the classes."""
        facts = tuple(
            dict.fromkeys(fact for each in self.hidden.facts for fact in self.merge(each))
        )
        if self.folding is None:
            reach = tuple(Only(kind, self.reach[kind], SETUP) for kind in self.copies)
            return Hidden(self.copies, self.hidden.places, (*reach, *facts))
        entries = {kind: 2 * n for kind, n in self.copies.items()}
        return Hidden(entries, self.folding.places, (*self.folding.twice(self.copies), *facts))

    @cached_property
    def _named(self) -> Mapping[str, frozenset[Place]]:
        """The places of each name."""
        return {name: self.hidden.places_of(name) for name in self.hidden.names}

    def facts(self, claim: Claim) -> Count:
        """Return the fact of `merged` that `claim` is true of every item in its class.

        A claim about a trait, which must be sought, is true of the classes that have it together.
        """
        if claim.item in self.hidden.traits:
            fact = claim.fact(self.hidden)
            kinds = frozenset(self.kind[item] for item in fact.items)
            return self._entered(replace(fact, items=kinds))
        places, kind, because = self._named[claim.place], self.kind[claim.item], ASKED
        copies = self.copies[kind]
        if not claim.holds:
            return self._entered(Count(frozenset({kind}), places, 0, 0, because))
        spare = self.hidden.items[claim.item] - 1
        return self._entered(Count(frozenset({kind}), places, copies - spare, copies, because))

    def denial(self, claim: Claim) -> Count:
        """Return the fact of `merged` that `claim` is false of some item in its class."""
        fact = self.facts(claim)
        copies = sum(self.copies[kind] for kind in fact.items)
        if claim.holds:
            return Count(fact.items, fact.places, 0, fact.lo - 1, fact.because)
        return Count(fact.items, fact.places, 1, copies, fact.because)

    def spread(self, world: World, denied: Claim | None = None) -> World:
        """Return a world of `hidden` from one of `merged`, with the same copies at each place.

        If `world` fits the denial of a claim, the claim is false in the world returned.
        """
        if self.folding is not None:
            world = self.folding.unfold(world)
        spread: dict[Item, tuple[Place, ...]] = {}
        for kind, members in self.members.items():
            left = list(world[kind])
            if denied is not None and self.kind.get(denied.item) == kind:
                inside = self.hidden.places_of(denied.place)
                left.sort(key=lambda place: (place in inside) == denied.holds)
                members = (denied.item, *(item for item in members if item != denied.item))
            for item in members:
                copies = self.hidden.items[item]
                spread[item], left = tuple(left[:copies]), left[copies:]
        order = {place: index for index, place in enumerate(self.hidden.places)}
        return {item: tuple(sorted(spread[item], key=order.__getitem__)) for item in self.kind}

    def gather(self, world: World) -> World:
        """Return the world of `merged` for a world of `hidden`."""
        if self.folding is not None:
            world = self.folding.fold(world)
        gathered: dict[Item, tuple[Place, ...]] = {}
        for item, kind in self.kind.items():
            gathered[kind] = (*gathered.get(kind, ()), *world[item])
        return gathered

    def merge(self, fact: Fact) -> Iterator[Fact]:
        """Yield `fact` as facts of `merged`."""
        told = confined(self.hidden, fact)
        kinds = dict.fromkeys(self.kind[item] for item in _concerned(fact, told, self.reach))
        if told is not None:
            yield from (self._confined(Only(kind, told, fact.because)) for kind in kinds)
        elif isinstance(fact, Count):
            yield self._entered(replace(fact, items=frozenset(kinds)))

    def _entered(self, fact: Count) -> Count:
        return fact if self.folding is None else self.folding.entered(fact)

    def _confined(self, fact: Only) -> Only:
        return fact if self.folding is None else self.folding.confined(fact)


def _concerned(
    fact: Fact, told: frozenset[Place] | None, reach: Mapping[Item, frozenset[Place]]
) -> list[Item]:
    """Return the items about which `fact` says more than the set-up."""
    if told is not None:
        return [item for item in items_of(fact) if not reach[item] <= told]
    return [item for item in items_of(fact) if reach[item] & fact.places]


def items_of(fact: Fact) -> frozenset[Item]:
    """Return the items that a fact is about."""
    return frozenset({fact.item}) if isinstance(fact, Only) else fact.items


def confined(hidden: Hidden, fact: Fact) -> frozenset[Place] | None:
    """Return the places to which a fact confines each of its items, None if it only counts them."""
    if isinstance(fact, Only):
        return fact.places
    if fact.hi == 0 >= fact.lo:
        return frozenset(hidden.places) - fact.places
    if fact.lo == sum(hidden.items[item] for item in fact.items) <= fact.hi:
        return fact.places
    return None
