"""The box of Overseers: its cards, its characters and the numbers printed on them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

Kind = str
"""What a card shows, by its letter: Murder, Benevolence, mAlice, Honesty, Piety, Theft."""
MURDER, BENEVOLENCE, MALICE, HONESTY, PIETY, THEFT = "MBAHPT"


class Power(StrEnum):
    """What a character can do; the four powers of the vote are in their printed order. OV-1"""

    BECOME = "become"
    DOUBLE = "double"
    ABOVE = "above"
    TILT = "tilt"
    DRAW = "draw"
    LOOK = "look"
    TUCK = "tuck"
    STEADFAST = "steadfast"
    AVENGE = "avenge"
    SEIZE = "seize"
    DOCK = "dock"


@dataclass(frozen=True, slots=True)
class CharacterNumbers:
    """The numbers on the characters."""

    met: int
    above: int
    tilted: int
    drawn: int
    looks: int
    seen: int
    steadfast: int
    avenged: int
    docked: int


@dataclass(frozen=True)
class Box:
    """The components; `deck` gives the cards of each kind by number of players.

    `points` are those of the first, second and third card of a kind. If a kind is in `series`,
    further cards of it score nothing; else every card of it scores the same. `characters` maps the
    characters, by their names in records, to their powers, `character_names` to their names in
    every language.
    """

    rounds: int
    hand: int
    top: int
    discards: int
    confessed: int
    points: Mapping[Kind, tuple[int, ...]]
    series: frozenset[Kind]
    deck: Mapping[int, Mapping[Kind, int]]
    powers: CharacterNumbers
    characters: Mapping[str, Power]
    character_names: Mapping[str, Mapping[str, str]]

    @classmethod
    def printed(cls) -> Box:
        """Return the box as it is sold."""
        data = tomllib.loads(Path(__file__).with_name("box.toml").read_text(encoding="utf-8"))
        return cls(
            rounds=data["rounds"],
            hand=data["hand"],
            top=data["top"],
            discards=data["discards"],
            confessed=data["confessed"],
            points={kind: tuple(points) for kind, points in data["points"].items()},
            series=frozenset(data["series"]["kinds"]),
            deck={int(players): counts for players, counts in data["deck"].items()},
            powers=CharacterNumbers(**data["powers"]),
            characters={each["name"]: Power(each["power"]) for each in data["characters"]},
            character_names={
                each["name"]: {"en": each["name"], **each.get("names", {})}
                for each in data["characters"]
            },
        )

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """All kinds of cards, in order of the points of a single card, the highest first."""
        return tuple(self.points)

    @property
    def kept(self) -> int:
        """How many cards a player keeps after the discard."""
        return self.hand - self.discards

    @cached_property
    def names(self) -> Mapping[Power, str]:
        """The character that has each power."""
        return {power: name for name, power in self.characters.items()}

    def cards(self, players: int) -> tuple[Kind, ...]:
        """Return the deck for so many players, in canonical order."""
        return tuple(sorted(Counter(self.deck[players]).elements()))

    def worth(self, kinds: Iterable[Kind]) -> int:
        """Return what cards of `kinds` score together."""
        return sum(self.worth_of(kind, n) for kind, n in Counter(kinds).items())

    def worth_of(self, kind: Kind, n: int) -> int:
        """Return what `n` cards of `kind` score together."""
        points = self.points[kind]
        return sum(points[:n]) if kind in self.series else n * points[0]
