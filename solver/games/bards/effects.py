"""What people talk about at Battle of the Bards: what each troupe has when the show is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from ....models.bards import Box, State, Step
from ....models.bards.dice import COLOURS
from ....models.words import Words, say
from ...play.contrast import more, often
from ...play.trial import Difference, Effect
from .worth import WORTHS, audience_worth, kept_worth, veteran_worth, wanted


class Having(StrEnum):
    """What a troupe has, by the table of worths."""

    AUDIENCES = "audiences"
    PERFORMANCES = "performances"
    VETERANS = "veterans"
    MELODIES = "melodies"
    DICE = "dice"
    CARDS = "cards"
    TRASHED = "trashed"


SAID = {
    Having.AUDIENCES: (
        say("what your audiences bring: {n}"),
        say("what the audiences of {player} bring: {n}"),
    ),
    Having.PERFORMANCES: (
        say("what performances bring that you keep: {n}"),
        say("what performances bring that {player} keeps: {n}"),
    ),
    Having.VETERANS: (
        say("what your veterans bring: {n}"),
        say("what the veterans of {player} bring: {n}"),
    ),
    Having.MELODIES: (say("melodies for you: {n}"), say("melodies for {player}: {n}")),
    Having.DICE: (say("dice left for you: {n}"), say("dice left for {player}: {n}")),
    Having.CARDS: (say("cards in your hand: {n}"), say("cards in the hand of {player}: {n}")),
    Having.TRASHED: (
        say("basic bards out of your deck: {n}"),
        say("basic bards out of the deck of {player}: {n}"),
    ),
}
"""The clauses about the viewer, and about another player."""


TOPICS = {
    Having.AUDIENCES: say("what audiences bring, and whom"),
    Having.PERFORMANCES: say("what the performances bring that are kept"),
    Having.VETERANS: say("what veterans bring, and whom"),
    Having.MELODIES: say("who gets melodies"),
    Having.DICE: say("how many dice are left, and to whom"),
    Having.CARDS: say("how many cards are left in hand, and to whom"),
    Having.TRASHED: say("which basic bards leave the decks"),
}
"""What there is to weigh."""


@dataclass(frozen=True, slots=True)
class Has:
    """How much `player` has of something, in points or in pieces; `yours` if it is the viewer."""

    player: str
    yours: bool
    what: Having
    worth: float
    sign: int = 0

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
        values = ("player", self.player), ("n", more(found))
        return replace(mine if self.yours else theirs, values=values)


@dataclass(frozen=True, slots=True)
class WinsEncore:
    """Whether `player` wins the encore."""

    player: str
    yours: bool
    worth: float
    sign: int = 0

    @property
    def name(self) -> str:
        """The name for JSON."""
        return f"encore {self.player}"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("who wins the encore")

    def told(self, found: Difference) -> Words:
        """Return how much more often it is won."""
        if self.yours:
            return say("you win the encore {often}", often=often(found))
        return say("{player} wins the encore {often}", player=self.player, often=often(found))


def counted(box: Box, end: State, viewer: str) -> dict[Effect, float]:
    """Return what everybody has in the state at the `end` of a show."""
    found: dict[Effect, float] = {}
    for player in end.players:
        yours = player == viewer
        share = 1.0 if yours else -1.0 / (len(end.players) - 1)
        for what, worth, much in _having(box, end, player):
            found[Has(player, yours, what, share * worth)] = much
        if end.step is Step.OVER:
            encore = WinsEncore(player, yours, share * box.numbers.encore_points)
            found[encore] = float(player == end.encore_won)
    return found


def _having(box: Box, end: State, player: str) -> Iterator[tuple[Having, float, float]]:
    """Yield what a player has, the points that one of it is worth, and how much of it there is."""
    troupe, cards, one = end.troupes[player], box.cards, 1 / WORTHS.point
    if end.step is Step.OVER:
        yield Having.AUDIENCES, 1, sum(cards.audiences[each].points for each in troupe.audiences)
        yield Having.VETERANS, 1, sum(cards.bards[each].points for each in troupe.cards)
        yield Having.PERFORMANCES, 1, end.leftovers * len(troupe.performances)
        return
    audiences = sum(audience_worth(box, each) for each in troupe.audiences)
    bards = [cards.bards[each] for each in troupe.cards]
    veterans = sum(veteran_worth(bard) for bard in bards if bard.kind == "veteran")
    kept = {colour: troupe.performances.count(colour) for colour in COLOURS}
    trashed = sum(cards.bards[card].kind == "basic" for card in troupe.trashed)
    yield Having.AUDIENCES, 1, one * audiences
    yield Having.VETERANS, 1, one * veterans
    yield Having.PERFORMANCES, 1, one * kept_worth(end, kept, wanted(box, end))
    yield Having.MELODIES, one * WORTHS.melody, troupe.melodies
    yield Having.DICE, one * WORTHS.die, len(troupe.dice) + len(troupe.locked)
    yield Having.CARDS, one * WORTHS.hand_card, len(troupe.hand)
    yield Having.TRASHED, one * WORTHS.trashed, trashed
