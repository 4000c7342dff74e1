"""What lies before a player of Overseers and what it is worth, for the independent referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.reference.lines import printed

BOX = printed("overseers")
POWERS: dict[str, str] = {each["name"]: each["power"] for each in BOX["characters"]}
NUMBERS: dict[str, Any] = BOX["powers"]
TILTED = ""


@dataclass
class Piece:
    """A card on the table: `kind` is what it counts as, TILTED that it has none. OV-7"""

    card: str
    kind: str
    hidden: bool


@dataclass
class Seat:
    """What lies before one player."""

    name: str
    character: str = ""
    pack: Counter[str] = field(default_factory=Counter)
    hand: Counter[str] = field(default_factory=Counter)
    spots: dict[str, Piece] = field(default_factory=dict)
    points: int = 0
    total: int = 0
    led: bool = False

    def can(self, power: str) -> bool:
        return POWERS.get(self.character) == power

    def lay(self, row: str, card: str, hidden: bool) -> None:
        """Put a card at the next spot of a row: t above, b below, x beside."""
        number = 1 + sum(spot[0] == row for spot in self.spots)
        self.spots[f"{row}{number}"] = Piece(card, card, hidden)

    @property
    def covered(self) -> list[str]:
        """The cards that lie face down, by their spots."""
        rows = sorted(self.spots, key=lambda spot: ("tbx".index(spot[0]), spot))
        return [self.spots[spot].card for spot in rows if self.spots[spot].hidden]

    @property
    def thefts(self) -> int:
        return sum(piece.kind == "T" for piece in self.spots.values())

    @property
    def score(self) -> int:
        return self.worth(self.spots.values())

    def worth(self, pieces: Iterable[Piece]) -> int:
        """What `pieces` would score for this player."""
        kinds = Counter(piece.kind for piece in pieces)
        sum_: int = NUMBERS["tilted"] * kinds.pop(TILTED, 0)
        for kind, n in kinds.items():
            each = BOX["points"][kind]
            sum_ += sum(each[:n]) if kind in BOX["series"]["kinds"] else n * each[0]
        sum_ += NUMBERS["seen"] * self.can("look")
        sum_ += NUMBERS["steadfast"] * self.can("steadfast") * (kinds["H"] + kinds["P"])
        return sum_ + NUMBERS["avenged"] * self.can("avenge") * kinds["M"]

    def penalties(self) -> Iterator[set[str]]:
        """The spots whose loss costs most. OV-6"""
        left = {
            pair: self.worth(piece for spot, piece in self.spots.items() if spot not in pair)
            for pair in combinations(self.spots, BOX["confessed"])
        }
        for pair, points in left.items():
            if points == min(left.values()):
                yield {*pair}
