"""The cards and what lies before a player, for the independent referee of Battle of the Bards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.reference.lines import printed

KINDS = ("basic", "leader", "roadie", "poster", "veteran")
LETTER = {"blue": "B", "purple": "P", "red": "R", "orange": "O"}
COLOURS = "BPRO"


@dataclass
class Card:
    """What is printed on a bard or an audience."""

    id: str
    kind: str
    colour: str = ""
    cost: str = ""
    icons: tuple[str, ...] = ()
    support: str = ""
    points: int = 0
    asks: tuple[str, ...] = ()
    power: str = ""
    copies: int = 1


def lettered(text: str) -> str:
    """The icon with its colour as records write it: `die blue` is `die B`."""
    return " ".join(LETTER.get(word, word) for word in text.split())


def cards_of_the_set() -> dict[str, Card]:
    """The cards of the bundled set."""
    file = printed("bards", "workshop.toml")
    cards: dict[str, Card] = {}
    for kind in (*KINDS, "audience"):
        for entry in file[kind]:
            cards[entry["id"]] = Card(
                entry["id"],
                kind,
                LETTER.get(entry.get("colour", ""), ""),
                entry.get("cost", ""),
                tuple(map(lettered, entry.get("icons", ()))),
                lettered(entry.get("support", "")),
                entry.get("points", 0),
                tuple(map(lettered, entry.get("asks", ()))),
                lettered(entry.get("power", "")),
                entry.get("copies", 1),
            )
    return cards


@dataclass
class OnStage:
    """A card in play, the die locked on it, and whether it is turned for support."""

    card: str
    die: str = ""
    turned: bool = False


@dataclass
class Player:
    """What lies before one player; dice without pips are to be rolled."""

    name: str
    deck: Counter[str] = field(default_factory=Counter)
    top: str = ""
    hand: Counter[str] = field(default_factory=Counter)
    discard: Counter[str] = field(default_factory=Counter)
    stage: list[OnStage] = field(default_factory=list)
    dice: Counter[str] = field(default_factory=Counter)
    performances: Counter[str] = field(default_factory=Counter)
    melodies: int = 0
    audiences: list[str] = field(default_factory=list)
    veterans: Counter[str] = field(default_factory=Counter)
    pair: str = ""

    @property
    def total(self) -> int:
        return sum(int(die[1]) * n for die, n in self.dice.items())
