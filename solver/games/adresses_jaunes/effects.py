"""What people talk about in Les Adresses Jaunes: how many deals a player has left, what is sure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.hidden import Claim
from ....models.words import Words, figure, say
from ...play.contrast import more, often
from ...play.trial import Difference

MANY = 2.0
"""From so many times as many deals on, that is said instead of how many in 100 there are more."""


def bearing(view: View, move: Event, against: Event, found: Difference) -> Iterator[Claim]:
    """Yield where the tiles of a pawn or a guess may be known to be: it tells nothing then.

    The tile of the other move comes first; then who does not have the tile of this one.
    """
    if move.verb == "disc" or against.verb != move.verb:
        return
    others = [name for name in (*view.setup.players, NOBODY) if name != view.viewer]
    tile, other = move.words[0], against.words[0]
    if move.verb == "name":
        yield Claim(tile, move.words[1])
        yield Claim(other, against.words[1], holds=False)
    elif other != tile:
        yield from (Claim(other, name) for name in others)
    yield from (Claim(tile, name, holds=False) for name in others)


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

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        if self.yours:
            return say("how many deals you have left")
        return say("how many deals {player} has left", player=self.player)

    def told(self, found: Difference) -> Words:
        """Return by how much more or less of the deals is left, in 100."""
        part = 2.0**found.difference
        if part >= MANY:
            values = {"player": self.player, "n": figure(part, ".1f")}
            if self.yours:
                return say("{n} times as many deals are left for you", **values)
            return say("{n} times as many deals are left for {player}", **values)
        n = 100 * abs(part - 1)
        values = {"player": self.player, "n": figure(n, ".0f" if n >= 1 else ".1f")}
        match self.yours, part < 1:
            case True, True:
                return say("{n} fewer of 100 deals are left for you", **values)
            case True, False:
                return say("{n} more of 100 deals are left for you", **values)
            case False, True:
                return say("{n} fewer of 100 deals are left for {player}", **values)
        return say("{n} more of 100 deals are left for {player}", **values)


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

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        if self.yours:
            return say("which tiles you can name for certain")
        return say("which tiles {player} can name for certain", player=self.player)

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

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("which guess is likeliest to be right")

    def told(self, found: Difference) -> Words:
        """Return how much more often it is right."""
        return say("the guess is right {often}", often=often(found))
