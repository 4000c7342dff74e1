"""What people talk about at Battle of the Bards: what all have when the next round begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from ....models.words import Words, say, say_n
from ...play.contrast import POINTS, Unit, amount, often
from ...play.trial import Difference


class Having(StrEnum):
    """What a troupe has, in the order of `value_kernel`."""

    AUDIENCES = "audiences"
    VETERANS = "veterans"
    PERFORMANCES = "performances"
    MELODIES = "melodies"
    DICE = "dice"
    TRASHED = "trashed"
    ENCORE = "encore"


HAVING = tuple(Having)
SHARED = frozenset({Having.AUDIENCES, Having.ENCORE})
"""What somebody has at the cost of others: of the rest, what others have is no reason."""

PERFORMANCES: Unit = (
    say_n("{n} more performance", "{n} more performances", 1),
    say_n("{n} fewer performance", "{n} fewer performances", 1),
)
MELODIES: Unit = (
    say_n("{n} more melody", "{n} more melodies", 1),
    say_n("{n} fewer melody", "{n} fewer melodies", 1),
)
DICE: Unit = (
    say_n("{n} more die", "{n} more dice", 1),
    say_n("{n} fewer die", "{n} fewer dice", 1),
)
BASIC: Unit = (
    say_n("{n} more basic bard", "{n} more basic bards", 1),
    say_n("{n} fewer basic bard", "{n} fewer basic bards", 1),
)
UNITS: Mapping[Having, Unit] = {
    Having.AUDIENCES: POINTS,
    Having.VETERANS: POINTS,
    Having.PERFORMANCES: PERFORMANCES,
    Having.MELODIES: MELODIES,
    Having.DICE: DICE,
    Having.TRASHED: BASIC,
}
SAID = {
    Having.AUDIENCES: (
        say("your audiences bring {amount}"),
        say("the audiences of {player} bring {amount}"),
    ),
    Having.VETERANS: (
        say("your veterans bring {amount}"),
        say("the veterans of {player} bring {amount}"),
    ),
    Having.PERFORMANCES: (say("you keep {amount}"), say("{player} keeps {amount}")),
    Having.MELODIES: (say("you keep {amount}"), say("{player} keeps {amount}")),
    Having.DICE: (say("you have {amount} left"), say("{player} has {amount} left")),
    Having.TRASHED: (
        say("your deck is rid of {amount}"),
        say("the deck of {player} is rid of {amount}"),
    ),
    Having.ENCORE: (
        say("you win the encore {amount}"),
        say("{player} wins the encore {amount}"),
    ),
}
"""The clauses about the viewer, and about another player."""


TOPICS = {
    Having.AUDIENCES: say("what audiences bring, and whom"),
    Having.VETERANS: say("what veterans bring, and whom"),
    Having.PERFORMANCES: say("how many performances are kept, and by whom"),
    Having.MELODIES: say("who gets melodies"),
    Having.DICE: say("how many dice are left, and to whom"),
    Having.TRASHED: say("which basic bards leave the decks"),
    Having.ENCORE: say("who wins the encore"),
}
"""What there is to weigh."""


STRENGTHS = {
    Having.AUDIENCES: 0.35,
    Having.VETERANS: 0.3,
    Having.PERFORMANCES: 0.25,
    Having.MELODIES: 0.1,
    Having.DICE: 0.2,
    Having.TRASHED: 0.1,
    Having.ENCORE: 0.5,
}
"""About how much one more adds to the logarithm of a player's odds, by the learned value."""


@dataclass(frozen=True, slots=True)
class Has:
    """How much `player` of so many has of something, in points or in pieces.

    It is `yours` if that is the viewer.
    """

    player: str
    yours: bool
    what: Having
    players: int

    @property
    def worth(self) -> float:
        """How much one more changes the viewer's chance to win, where all are equally strong."""
        share = 1 / self.players
        return STRENGTHS[self.what] * share * (1 - share if self.yours else -share)

    @property
    def sign(self) -> int:
        """Whether it is good: what others have is not."""
        return 1 if self.yours else -1

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"{self.what} {self.player}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return TOPICS[self.what]

    def told(self, found: Difference) -> Words:
        """Return how much more it is."""
        mine, theirs = SAID[self.what]
        unit = UNITS.get(self.what)
        much = often(found) if unit is None else amount(found, unit)
        values = ("player", self.player), ("amount", much)
        return replace(mine if self.yours else theirs, values=values)
