"""What is on the table of Battle of the Bards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..bag import Bag
from ..event import Event
from ..replacing import changed
from .box import Box
from .cards import Card, Pair
from .dice import Colour, Die, colour

EMPTY = Bag()
FIRST, LATEST = "1", "2"
"""The versions of records; BB-20, BB-21 and BB-22 do not hold in the first."""


class Step(StrEnum):
    """Where the game stands between duties."""

    POSITION = "position"
    SETUP = "setup"
    STAGE = "stage"
    SHOW = "show"
    LEAVE = "leave"
    REFILL = "refill"
    ENCORE = "encore"
    MELODIES = "melodies"
    SUDDEN = "sudden"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Duty:
    """A line of `player` (empty: the table) that must come before the game goes on.

    `size` counts pieces; `words` are what the line is about. A `verb` that is not in the notation
    (`icons`, `gets`) is done by the rules themselves.
    """

    verb: str
    player: str = ""
    size: int = 0
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InPlay:
    """A card on stage; `die` is locked on it, and `second` if the cost is two dice.

    A card that is `turned` gives its support ability.
    """

    card: Card
    die: Die = ""
    second: Die = ""
    turned: bool = False

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice on it."""
        return tuple(filter(None, (self.die, self.second)))


@dataclass(frozen=True)
class Troupe:
    """Everything in front of one player.

    `cards` is the whole deck, wherever its cards are; everybody knows it. `top` is a card put back
    on the deck after exploring. `going` are the cards chosen for the stage and not yet shown.
    `dice` are the unlocked ones; those without pips are not rolled yet. `performances` and the
    discard pile are sorted.
    """

    cards: tuple[Card, ...] = ()
    deck: Bag = EMPTY
    top: str = ""
    hand: Bag = EMPTY
    going: Bag = EMPTY
    stage: tuple[InPlay, ...] = ()
    discard: tuple[Card, ...] = ()
    trashed: tuple[Card, ...] = ()
    dice: tuple[Die, ...] = ()
    performances: tuple[Colour, ...] = ()
    melodies: int = 0
    audiences: tuple[Card, ...] = ()
    encore: Bag = EMPTY

    @property
    def face_down(self) -> tuple[Card, ...]:
        """The cards in the deck, in the hand and on the way to the stage, together."""
        return minus(self.cards, [*self.discard, *(each.card for each in self.stage)])

    @property
    def may_hold(self) -> tuple[Card, ...]:
        """The kinds of cards that can be in the hand."""
        cards = self.hand.known if self.hand.whole else self.face_down
        return tuple(dict.fromkeys(filter(self.hand.may_hold, cards)))

    @property
    def left_to_draw(self) -> int:
        """How many cards are in the deck."""
        return len(self.deck) + bool(self.top)

    @property
    def locked(self) -> tuple[Die, ...]:
        """The dice on cards."""
        dice = [(each.die, each.second) for each in self.stage if each.die]
        return tuple(die for pair in dice for die in pair if die)


@dataclass(frozen=True)
class State:
    """The table after a record, as far as its viewer knows it.

    `first` begins the round, `actor` has the turn with `actions` left; `done` are the players who
    have passed, or who are done with this step. `line` ends with the newest bard in town. `duties`
    come before anything else, the first one first. `tops` are the players who roll for the encore
    or in sudden death. `version` is that of the record, whose rules hold. A record that begins in
    the middle of a game does so in round `since`, with the points `before`; `board` are its lines
    while it is typed in.
    """

    box: Box
    players: tuple[str, ...]
    step: Step
    troupes: Mapping[str, Troupe]
    duties: tuple[Duty, ...] = ()
    round: int = 0
    first: str = ""
    actor: str = ""
    actions: int = 0
    begun: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    line: tuple[Card, ...] = ()
    veterans: Bag = EMPTY
    audiences: tuple[Card, ...] = ()
    top_audience: Card = ""
    audience_deck: Bag = EMPTY
    leaders: Bag = EMPTY
    encores: Bag = EMPTY
    pairs: Mapping[str, Pair] | None = None
    tops: tuple[str, ...] = ()
    encore_won: str = ""
    sudden: Pair = ""
    winner: str = ""
    linger: str = "round"
    keep: str = "keep"
    leftovers: int = 1
    version: str = LATEST
    since: int = 1
    before: Mapping[str, int] | None = None
    board: tuple[Event, ...] = ()

    @property
    def newest(self) -> Card:
        """The newest bard in town, empty if the line is empty."""
        return self.line[-1] if self.line else ""

    @property
    def order(self) -> tuple[str, ...]:
        """The players in turn order."""
        at = self.players.index(self.first)
        return self.players[at:] + self.players[:at]

    @property
    def waiting(self) -> tuple[str, ...]:
        """The players who are not done with this step, in turn order."""
        return tuple(player for player in self.order if player not in self.done)

    @property
    def ending(self) -> bool:
        """Whether this is the last round: somebody has won so many audiences. BB-10"""
        goal = self.box.numbers.goal
        return any(len(troupe.audiences) >= goal for troupe in self.troupes.values())

    @property
    def phase(self) -> Step:
        """The step as the rulebook names it: the show begins once all dice are rolled. BB-2"""
        return Step.STAGE if self.step is Step.SHOW and not self.actor else self.step

    def troupe(self, player: str, **changes: Any) -> State:
        """Return the state in which the troupe of `player` has `changes`."""
        troupe = changed(self.troupes[player], **changes)
        return changed(self, troupes={**self.troupes, player: troupe})

    def due(self, *duties: Duty) -> State:
        """Return the state with `duties` put before the present ones."""
        return changed(self, duties=(*duties, *self.duties))

    @property
    def rest(self) -> State:
        """The state without its first duty."""
        return changed(self, duties=self.duties[1:])

    def dice_out(self, wanted: Colour) -> int:
        """Return how many dice of a colour the players have."""
        return sum(
            [colour(die) for die in (*troupe.dice, *troupe.locked)].count(wanted)
            for troupe in self.troupes.values()
        )

    def performances_out(self, wanted: Colour) -> int:
        """Return how many performances of a colour the players have."""
        return sum(troupe.performances.count(wanted) for troupe in self.troupes.values())

    @property
    def melodies_out(self) -> int:
        """How many melodies the players have."""
        return sum(troupe.melodies for troupe in self.troupes.values())


def plus(pieces: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return `pieces` and `more` together, sorted."""
    return tuple(sorted([*pieces, *more]))


def minus(pieces: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """Return `pieces` without `gone`, sorted; raises KeyError for one that is not there."""
    left = sorted(pieces)
    for piece in gone:
        try:
            left.remove(piece)
        except ValueError:
            raise KeyError(piece) from None
    return tuple(left)
