"""What people talk about in Les Adresses Jaunes: how many deals a player has left, what is sure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.hidden import Claim
from ....models.words import Words, figure, say, say_n
from ...play.contrast import Unit, amount, often
from ...play.trial import Difference

MANY = 2.0
"""From so many times as many deals on, that is said instead of how many percent there are more."""
TILES: Unit = (
    say_n("{n} more tile", "{n} more tiles", 1),
    say_n("{n} fewer tile", "{n} fewer tiles", 1),
)


def _many(part: float) -> Words:
    if part >= MANY:
        return say("{n} times as many", n=figure(part, ".1f"))
    n = 100 * abs(part - 1)
    percent = say("{value} %", value=figure(n, ".0f" if n >= 1 else ".1f"))
    return say("{n} fewer", n=percent) if part < 1 else say("{n} more", n=percent)


def bearing(view: View, move: Event, against: Event, found: Difference) -> Iterator[Claim]:
    """Yield where the tiles of a pawn or a guess may be known to be: it tells nothing then.

    Of discs, it is what all may know of the viewer's own tiles where the other one lies.
    """
    if against.verb != move.verb:
        return
    if move.verb == "disc":
        yield Claim(against.words[0], view.viewer, holds=False)
        tiles = {*view.state.box.targets[against.words[0]]} - {*view.state.found(view.viewer)}
        yield from (Claim(tile, view.viewer) for tile in sorted(tiles))
        return
    others = [name for name in (*view.setup.players, NOBODY) if name != view.viewer]
    tile, other = move.words[0], against.words[0]
    if move.verb == "name":
        yield Claim(tile, move.words[1])
        yield Claim(other, against.words[1], holds=False)
    elif other != tile:
        yield from (Claim(other, name) for name in others)


@dataclass(frozen=True, slots=True)
class _OfPlayer:
    """What `player` knows, or all do of that player; it is `yours` if the viewer's."""

    player: str
    yours: bool
    worth: float | None = None
    sign: int = 1
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Left(_OfPlayer):
    """How many deals `player` has left to think of, as a logarithm to the base 2."""

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
        """Return how many more or fewer deals are left, in percent."""
        values = {"player": self.player, "many": _many(2.0**found.difference)}
        if self.yours:
            return say("it leaves you {many} possible deals", **values)
        return say("it leaves {player} {many} possible deals", **values)


@dataclass(frozen=True, slots=True)
class Sure(_OfPlayer):
    """How many tiles of others `player` can name for certain."""

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
        values = {"player": self.player, "amount": amount(found, TILES)}
        if self.yours:
            return say("you can name {amount} for certain", **values)
        return say("{player} can name {amount} for certain", **values)


@dataclass(frozen=True, slots=True)
class Settling(_OfPlayer):
    """Whether all tiles of `player` are found in the end, or can be named for certain."""

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"settled {self.player}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        if self.yours:
            return say("which of your tiles stay in doubt to the end")
        return say("which of {player}'s tiles stay in doubt to the end", player=self.player)

    def told(self, found: Difference) -> Words:
        """Return how much more often nothing of the hand has to be guessed."""
        values = {"player": self.player, "often": often(found)}
        if self.yours:
            return say("in the end all your tiles are known {often}", **values)
        return say("in the end all of {player}'s tiles are known {often}", **values)


@dataclass(frozen=True, slots=True)
class Right:
    """Whether a guess is right."""

    name: str = "right"
    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("which guess is likeliest to be right")

    def told(self, found: Difference) -> Words:
        """Return how much more often it is right."""
        return say("the guess is right {often}", often=often(found))


@dataclass(frozen=True, slots=True)
class Certain:
    """Whether a guess is right, and all that is left then can be named for certain."""

    name: str = "certain"
    worth: float | None = None
    sign: int = 1
    most: float | None = None

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("what is left to guess after it")

    def told(self, found: Difference) -> Words:
        """Return how much more often nothing is left to guess."""
        return say("it is right and leaves nothing to guess {often}", often=often(found))
