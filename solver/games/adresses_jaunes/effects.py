"""What people talk about in Les Adresses Jaunes: how many deals a player has left, what is sure."""

from __future__ import annotations

from dataclasses import dataclass

from ....models.words import Words, figure, say
from ...play.contrast import more, often
from ...play.trial import Difference


@dataclass(frozen=True, slots=True)
class Left:
    """How many deals `player` has left to think of, as a logarithm to the base 2."""

    player: str
    yours: bool
    worth: float | None = None
    sign: int = -1

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"left {self.player}"

    def told(self, found: Difference) -> Words:
        """Return what part of the deals is left."""
        part = 2.0**found.difference
        values = {"player": self.player, "n": figure(part, ".1f" if part >= 0.95 else ".2f")}
        if self.yours:
            return say("deals that you have left: {n} times as many", **values)
        return say("deals that {player} has left: {n} times as many", **values)


@dataclass(frozen=True, slots=True)
class Sure:
    """How many tiles of others `player` can name for certain."""

    player: str
    yours: bool
    worth: float | None = None
    sign: int = 1

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"sure {self.player}"

    def told(self, found: Difference) -> Words:
        """Return how many more there are."""
        values = {"player": self.player, "n": more(found)}
        if self.yours:
            return say("tiles that you can name for certain: {n}", **values)
        return say("tiles that {player} can name for certain: {n}", **values)


@dataclass(frozen=True, slots=True)
class Right:
    """Whether a guess is right."""

    name: str = "right"
    worth: float | None = None
    sign: int = 1

    def told(self, found: Difference) -> Words:
        """Return how much more often it is right."""
        return say("the guess is right {often}", often=often(found))
