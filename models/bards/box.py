"""The box: the rulebook's numbers, the supplies, and a set of cards."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .cards import CardSet


@dataclass(frozen=True)
class Numbers:
    """What is printed outside the cards. `supply` and `cards` count the components."""

    hand: int
    stage: int
    actions: int
    line: int
    open: int
    goal: int
    encore_points: int
    leader_dice: int
    supply: Mapping[str, int]
    cards: Mapping[str, int]

    @classmethod
    def printed(cls) -> Numbers:
        """Return the numbers of the rulebook."""
        return cls(**_toml("box.toml"))


@dataclass(frozen=True)
class Box:
    """Everything a game is played with."""

    cards: CardSet
    numbers: Numbers = field(default_factory=Numbers.printed)

    @property
    def seats(self) -> range:
        """The numbers of players; each player needs a leader."""
        return range(2, len(self.cards.copies("leader")) + 1)


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
