"""The hidden model: what a view leaves open, declared once and read by every engine.

Pieces that the viewer has not seen are `items`, each with its number of copies; where they can lie
are `places`; what the record tells about them are facts, each with its reason. A world puts every
copy of every item in one place so that all facts hold. Copies are told apart when worlds are
counted: every way to place the physical pieces counts once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .places import PlaceWords, usual
from .replacing import changed
from .words import Words, say

Item = str
"""A kind of piece, by its word in records; alike pieces are copies of one item."""
Place = str
"""Where a copy can lie: a player's name for a hand, else a word that is no player's."""
World = Mapping[Item, tuple[Place, ...]]
"""For every item the places of its copies, in the order of `Hidden.places`."""


@dataclass(frozen=True, slots=True)
class Because:
    """Why a fact holds: the line of the record it was read from, in a player's words.

    Facts of the set-up (`setup`) are open to all: they are no reasons, though a proof names those
    that it uses. A `rule` of the box holds in every game: any proof may use it, and none names it.
    Words that are `naming` already say which pieces are there, so what the viewer sees of them is
    not added.
    """

    line: int
    words: Words
    setup: bool = False
    rule: bool = False
    naming: bool = False


@dataclass(frozen=True, slots=True)
class Only:
    """Every copy of `item` lies in one of `places`."""

    item: Item
    places: frozenset[Place]
    because: Because


@dataclass(frozen=True, slots=True)
class Count:
    """Of all copies of `items`, at least `lo` and at most `hi` lie in `places`."""

    items: frozenset[Item]
    places: frozenset[Place]
    lo: int
    hi: int
    because: Because


Fact = Only | Count

ASKED = Because(0, say("it is asked"), setup=True)
TRUE = Count(frozenset(), frozenset(), 0, 0, ASKED)
"""A fact of every world."""


@dataclass(frozen=True, slots=True)
class Trait:
    """What some `items` have in common, so that people ask for it: a colour, a row, that it fits.

    `called` is how they type it, `some` is one such piece in words, as in "a barrel"; `every` are
    all of them, as a subject: "the barrels". What follows about a trait that is `sought` is told
    unasked, beside what follows about single pieces.
    """

    items: frozenset[Item]
    called: Words
    some: Words
    every: Words
    sought: bool = False


@dataclass(frozen=True, slots=True)
class Hidden:
    """Items, places and facts of one view.

    `items` maps each item to its number of copies. `places` are origins (which hole of the record a
    piece filled); `known_as` gives the name people have for such a place, if it differs, and None
    for what is no place to a person, such as the order of a deck. `seen` are the names of places
    where everybody sees every piece, `viewed` those where the viewer does, not everybody, such as
    the viewer's hand in most games. `pairs` may map places to a pair of origin and fate: if facts
    speak only of whole origins and whole fates, engines need not follow the pairs. `homes` are the
    names of the places where an item can be at all, if they are not all places; nobody asks for it
    elsewhere. `called` has the words of names that are not players', `spoken` those of items that
    people call otherwise. `traits` are what pieces can have in common, each by a word that is no
    item's. `caveat` says, if that may mislead, what is left out by chances that count every deal
    alike.
    """

    items: Mapping[Item, int]
    places: tuple[Place, ...]
    facts: tuple[Fact, ...]
    known_as: Mapping[Place, str | None] = field(default_factory=dict)
    seen: frozenset[str] = frozenset()
    pairs: Mapping[Place, tuple[str, str]] = field(default_factory=dict)
    homes: Mapping[Item, frozenset[str]] = field(default_factory=dict)
    called: Mapping[str, PlaceWords] = field(default_factory=dict)
    spoken: Mapping[Item, Words] = field(default_factory=dict)
    caveat: Words | None = None
    viewed: frozenset[str] = frozenset()
    traits: Mapping[str, Trait] = field(default_factory=dict)

    def name_of(self, place: Place) -> str | None:
        """Return what people call `place`, None if it is no place to them."""
        return self.known_as.get(place, place)

    @property
    def names(self) -> tuple[str, ...]:
        """What people call the places, each name once, in order."""
        names = (self.name_of(place) for place in self.places)
        return tuple(dict.fromkeys(name for name in names if name is not None))

    @property
    def open_names(self) -> tuple[str, ...]:
        """The names of places where the viewer does not see every piece."""
        return tuple(name for name in self.names if name not in self.seen | self.viewed)

    def names_for(self, item: Item) -> tuple[str, ...]:
        """Return the names of open places where a person may ask for `item`.

        Empty if there is only one place where it can be.
        """
        homes = self.homes_of(item)
        return tuple(name for name in self.open_names if name in homes) if len(homes) > 1 else ()

    def homes_of(self, item: Item) -> frozenset[str]:
        """Return the names of the places where `item`, or a piece with that trait, can be."""
        if item not in self.traits:
            return self.homes.get(item, frozenset(self.names))
        return frozenset[str]().union(*map(self.homes_of, self.meant(item)))

    def meant(self, item: Item) -> frozenset[Item]:
        """Return the hidden items that `item` stands for: itself, or all that have this trait."""
        trait = self.traits.get(item)
        return frozenset({item}) if trait is None else trait.items.intersection(self.items)

    @property
    def sought(self) -> tuple[str, ...]:
        """The traits by which pieces are told apart even where no fact does."""
        return tuple(name for name, trait in self.traits.items() if trait.sought)

    def seeking(self, item: Item) -> Hidden:
        """Return the model in which `item`, if it is a trait, is `sought`."""
        if item not in self.traits:
            return self
        sought = changed(self.traits[item], sought=True)
        return changed(self, traits={**self.traits, item: sought})

    @property
    def is_open(self) -> bool:
        """Tell whether any piece can be at several places; before a deal there may be no piece."""
        everywhere = frozenset(self.names)
        return any(len(self.homes.get(item, everywhere)) > 1 for item in self.items)

    def call(self, name: str) -> PlaceWords:
        """Return what people call the place called `name`, in words."""
        return self.called.get(name) or usual(name)

    def piece(self, item: Item) -> Item | Words:
        """Return what people call `item`, or one piece with that trait."""
        trait = self.traits.get(item)
        return self.spoken.get(item, item) if trait is None else trait.some

    def asked(self, item: Item) -> Item | Words:
        """Return how people ask for `item`: by its own word, or by what a trait is called."""
        trait = self.traits.get(item)
        return item if trait is None else trait.called

    def places_of(self, name: str) -> frozenset[Place]:
        """Return all places that people call `name`."""
        return frozenset(place for place in self.places if self.name_of(place) == name)

    def has_room_for_one(self, name: str) -> bool:
        """Tell whether a fact says that at most one piece, of whatever item, is at `name`."""
        places, items = self.places_of(name), self.items.keys()
        counts = (fact for fact in self.facts if isinstance(fact, Count) and fact.hi <= 1)
        return any(fact.places == places and fact.items >= items for fact in counts)

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines that facts were read from, in order, without those of the set-up."""
        return tuple(sorted({f.because.line for f in self.facts if not f.because.setup}))

    @property
    def shown(self) -> frozenset[Item]:
        """The items whose place a single line tells, such as a card that was shown."""
        return frozenset(
            fact.item
            for fact in self.facts
            if isinstance(fact, Only) and len({self.name_of(place) for place in fact.places}) == 1
        )

    def told_by(self, lines: Iterable[int]) -> Hidden:
        """Return the model with the set-up and the facts of `lines` only."""
        kept = set(lines)
        return changed(
            self,
            facts=tuple(f for f in self.facts if f.because.setup or f.because.line in kept),
        )

    def assuming(self, *facts: Fact) -> Hidden:
        """Return the model with further facts."""
        return changed(self, facts=self.facts + facts)

    def broken(self, world: World) -> tuple[Fact, ...]:
        """Return the facts that do not hold in `world`."""
        return tuple(fact for fact in self.facts if not holds(fact, world))


def holds(fact: Fact, world: World) -> bool:
    """Tell whether `fact` is true in `world`."""
    if isinstance(fact, Only):
        return all(place in fact.places for place in world[fact.item])
    inside = sum(place in fact.places for item in fact.items for place in world[item])
    return fact.lo <= inside <= fact.hi


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about a model: some copy of `item` is at `place`, or (`holds` false) none is.

    `item` may be a trait of the model: then it is about all pieces that have it. `place` is the
    name that people use.
    """

    item: Item
    place: str
    holds: bool = True

    def fact(self, hidden: Hidden) -> Count:
        """Return the claim as a fact of `hidden`."""
        items = hidden.meant(self.item)
        copies = sum(hidden.items[item] for item in items)
        lo, hi = (1, copies) if self.holds else (0, 0)
        return Count(items, hidden.places_of(self.place), lo, hi, ASKED)

    def denied(self) -> Claim:
        """Return the negation of this claim."""
        return changed(self, holds=not self.holds)

    def __str__(self) -> str:
        return f"{'' if self.holds else 'not '}{self.place} {self.item}"
