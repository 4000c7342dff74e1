"""What people talk about at Battle of the Bards: what all have when the next round begins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from ....models.words import Words, say
from ...play.contrast import more, often
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

SAID = {
    Having.AUDIENCES: (
        say("what your audiences bring: {n}"),
        say("what the audiences of {player} bring: {n}"),
    ),
    Having.VETERANS: (
        say("what your veterans bring: {n}"),
        say("what the veterans of {player} bring: {n}"),
    ),
    Having.PERFORMANCES: (
        say("performances that you keep: {n}"),
        say("performances that {player} keeps: {n}"),
    ),
    Having.MELODIES: (say("melodies for you: {n}"), say("melodies for {player}: {n}")),
    Having.DICE: (say("dice left for you: {n}"), say("dice left for {player}: {n}")),
    Having.TRASHED: (
        say("basic bards out of your deck: {n}"),
        say("basic bards out of the deck of {player}: {n}"),
    ),
    Having.ENCORE: (
        say("you win the encore {often}"),
        say("{player} wins the encore {often}"),
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
        values = ("player", self.player), ("n", more(found)), ("often", often(found))
        return replace(mine if self.yours else theirs, values=values)
