"""The cards: what is printed on a bard and on an audience, in the rulebook's icons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..words import Words, say
from .dice import COLOURS, Colour

Card = str
"""The word that stands for a card in records."""
Pair = str
"""An encore card: the letters of its two colours, as in `BP`."""
ANY = "any"


@dataclass(frozen=True, slots=True)
class Cost:
    """What the die must show that is put on a bard: `sign` is `>=`, `<=` or `=`."""

    sign: str
    pips: int

    def misses(self, pips: int) -> int:
        """Return by how many pips a die showing `pips` misses the cost, 0 if it meets it."""
        short, over = max(0, self.pips - pips), max(0, pips - self.pips)
        return {">=": short, "<=": over, "=": short + over}[self.sign]

    def __str__(self) -> str:
        return f"{self.sign}{self.pips}"


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon of an ability, or one lasting power; `colour` is a letter, `any` or empty."""

    kind: str
    colour: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.colour}".strip()


ICONS = {
    "die": "colour or any",
    "melody": "",
    "performance": "colour",
    "discard": "",
    "explore": "",
    "steal": "",
    "gather": "",
    "draw": "",
    "support": "",
}
"""The icons of abilities, with the colour each takes."""
SUPPORTS = {"blend": "", "circle": "", "lenient": "", "swing": "", "scout": "", "echo": "colour"}
"""What a bard turned to the side can lend."""
POWERS = {
    **SUPPORTS,
    "die": "colour or any",
    "melody": "",
    "action": "",
    "guard": "",
    "applause": "",
}
"""The permanent abilities of audiences."""


def about_power(power: Icon) -> Words:
    """Return what a permanent or support ability does, in one sentence."""
    return {
        "blend": say("a performance may have any colour among its three dice"),
        "circle": say("1 follows 6 in a performance"),
        "lenient": say("a die may miss a cost by one"),
        "swing": say("a melody may change a die by two"),
        "scout": say("the newest bard in town is hired with two dice"),
        "echo": say("a performance of {colour} made of dice gives a melody", colour=power.colour),
        "die": say("a die ({colour}) when going on stage", colour=power.colour),
        "melody": say("a melody when going on stage"),
        "action": say("one more action in the first turn of each round"),
        "guard": say("nobody steals these dice"),
        "applause": say("one more die in the encore"),
    }[power.kind]


def about_icon(icon: Icon) -> Words:
    """Return what an icon of an ability does, in a few words."""
    return {
        "die": say("gain a die ({colour})", colour=icon.colour),
        "melody": say("gain a melody"),
        "performance": say("gain a performance ({colour})", colour=icon.colour),
        "discard": say("discard a die"),
        "explore": say("explore"),
        "steal": say("steal"),
        "gather": say("gather"),
        "draw": say("draw two, discard one"),
        "support": say("support"),
    }[icon.kind]


@dataclass(frozen=True, slots=True)
class Bard:
    """A card of the decks: a basic bard, leader, roadie, wanted poster or veteran."""

    id: Card
    kind: str
    names: Mapping[str, str]
    copies: int
    colour: str = ""
    cost: Cost | None = None
    icons: tuple[Icon, ...] = ()
    support: Icon | None = None
    points: int = 0

    @property
    def die(self) -> str:
        """The die it brings on stage: a colour, `any`, or none. BB-2"""
        return {"roadie": ANY, "poster": ""}.get(self.kind, self.colour)


@dataclass(frozen=True, slots=True)
class Audience:
    """An audience: the performances it asks for (`any` is a blank icon), what it gives."""

    id: Card
    names: Mapping[str, str]
    asks: tuple[str, ...]
    points: int
    power: Icon | None = None

    @property
    def blanks(self) -> int:
        """How many performances of any colour it asks for."""
        return self.asks.count(ANY)

    def asked(self, colour: Colour) -> int:
        """Return how many performances of `colour` it asks for."""
        return self.asks.count(colour)


@dataclass(frozen=True)
class CardSet:
    """All cards of a box; `digest` tells one content of the file from another."""

    name: str
    titles: Mapping[str, str]
    bards: Mapping[Card, Bard]
    audiences: Mapping[Card, Audience]
    encores: tuple[Pair, ...]
    digest: str = ""

    @property
    def tag(self) -> str:
        """What a record's header calls the set: its name and its digest."""
        return f"{self.name} {self.digest}"

    def of_kind(self, kind: str) -> tuple[Bard, ...]:
        """Return the bards of one kind, in the order of the file."""
        return tuple(bard for bard in self.bards.values() if bard.kind == kind)

    @cached_property
    def posters(self) -> frozenset[Card]:
        """The wanted posters."""
        return frozenset(bard.id for bard in self.of_kind("poster"))

    @cached_property
    def starting(self) -> tuple[Card, ...]:
        """The cards of every starting deck, without the leader. BB-1"""
        decks = sum(bard.copies for bard in self.of_kind("leader"))
        kinds = ("basic", "roadie", "poster")
        return tuple(
            sorted(
                bard.id
                for bard in self.bards.values()
                if bard.kind in kinds
                for _ in range(bard.copies // decks)
            )
        )

    def copies(self, kind: str) -> tuple[Card, ...]:
        """Return every card of a kind, once for each copy, in canonical order."""
        return tuple(sorted(bard.id for bard in self.of_kind(kind) for _ in range(bard.copies)))


def pair(colours: tuple[Colour, ...]) -> Pair:
    """Return the word for an encore card of two colours."""
    return "".join(colour for colour in COLOURS if colour in colours)
