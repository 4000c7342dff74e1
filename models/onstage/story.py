"""The story of the cards in a record of Onstage: who drew and played them, shuffle by shuffle.

A life is a card from one shuffle to the next: it ends when the card is played. A card that was not
played stays where it is, if it was kept; the removed one is dealt again. So a life has one place:
the deal that brought it to its last holder (`Bo@3`: Bo was dealt it in round 3, and it was removed
in the rounds before), `removed` if it was never dealt, or `deck` if it is still to be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..core import Record
from ..event import Event
from ..hidden import Item, Place
from .state import Card, State, Suit, suit_of

REMOVED = "removed"
DECK = "deck"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line that deals cards to `player`, or (None) removes them, in `round`.

    If the record begins in the middle of that round, `held` says that the line tells the whole
    hand.
    """

    line: int
    round: int
    player: str | None
    event: Event
    held: bool = False


@dataclass(frozen=True, slots=True)
class PastPlay:
    """A card played in `round` to a trick in which suit `lead` was led.

    If it `stands`, it may have had to follow, so nothing is known about the suit. A card played
    `before` the record begins lies on its board.
    """

    line: int
    round: int
    player: str
    card: Card
    lead: Suit
    stands: bool = False
    before: bool = False

    @property
    def follows(self) -> bool:
        """Whether the card is of the suit that was led."""
        return suit_of(self.card) == self.lead


@dataclass(frozen=True, slots=True)
class Void:
    """The suits that `player` is out of, as told by a board as it stands."""

    line: int
    round: int
    player: str
    suits: tuple[Suit, ...]


@dataclass(frozen=True, slots=True)
class ShownCard:
    """The kept card that `player` shows at the end."""

    line: int
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class Life:
    """A card from the shuffle before round `first` to its play in round `last`, or until now."""

    card: Card
    first: int
    last: int
    played: PastPlay | None = None


@dataclass
class _Told:
    """What the lines of a record have told so far; `lead` is the suit of the trick."""

    cards: tuple[Card, ...]
    players: tuple[str, ...]
    begun: list[int] = field(default_factory=list)
    draws: list[Drawn] = field(default_factory=list)
    plays: list[PastPlay] = field(default_factory=list)
    shown: list[ShownCard] = field(default_factory=list)
    voids: list[Void] = field(default_factory=list)
    board: list[tuple[int, Event]] = field(default_factory=list)
    down: frozenset[Card] = frozenset()
    gone: frozenset[Card] = frozenset()
    fresh: frozenset[Card] = frozenset()
    in_tricks: int = 0
    lead: Suit = ""

    def add(self, line: int, event: Event) -> None:
        """Add a line of play."""
        match event:
            case Event("line"):
                self.begun.append(line)
            case Event("deal", _, (player,)):
                self.draws.append(Drawn(line, len(self.begun), player, event))
            case Event("removed"):
                self.draws.append(Drawn(line, len(self.begun), None, event))
            case Event("plays" | "laid"):
                self._played(line, event)
            case Event("keeps", player, _, (card,)):
                self.shown.append(ShownCard(line, player, card))

    def _played(self, line: int, event: Event) -> None:
        # A whole round is whole tricks, so tricks can be counted from the first play.
        card = event.words[0]
        if self.in_tricks % len(self.players) == 0:
            self.lead = suit_of(card)
        self.in_tricks += 1
        before, round = event.verb == "laid", len(self.begun)
        self.plays.append(PastPlay(line, round, event.actor, card, self.lead, event.stands, before))

    def put(self, line: int, event: Event) -> None:
        """Add a line of a board; the board is complete with its last line, the round."""
        self.board.append((line, event))
        if event.verb == "round":
            self.settle(line)

    def settle(self, line: int) -> None:
        """Take over the board as it is at `line`."""
        kept = [(number, set(each.outcome)) for number, each in self.board if each.verb == "kept"]
        self.begun = [kept[0][0]] * 2 if kept else [line]
        self.fresh = frozenset(self.cards) - kept[0][1] if kept else frozenset()
        round = len(self.begun)
        for number, each in self.board:
            match each:
                case Event("deal", _, (player,)):
                    self.draws.append(Drawn(number, round, player, each, held=True))
                case Event("played", _, (player,), cards):
                    self.plays += (
                        PastPlay(number, round, player, card, suit_of(card), before=True)
                        for card in cards
                    )
                case Event("gone", _, _, cards):
                    self.gone = frozenset(cards)
                case Event("void", _, (player,), suits):
                    self.voids.append(Void(number, round, player, suits))
                case Event("removed" | "laid"):
                    self.add(number, each)
        self.down = frozenset(play.card for play in self.plays)


@dataclass(frozen=True)
class Story:
    """All draws and plays of a record; `removes` tells whether a card is removed each round.

    `begun` are the lines at which the rounds begin. If the record begins with a board whose kept
    cards are known, the round before it counts as the first one, and only those cards are known of
    it. `down` are the cards that lay on that board, `gone` those of which nobody knows who played
    them, `fresh` those that cannot have been kept. While it is `partial`, no card needs to have a
    place yet.
    """

    cards: tuple[Card, ...]
    players: tuple[str, ...]
    removes: bool
    begun: tuple[int, ...]
    draws: tuple[Drawn, ...]
    plays: tuple[PastPlay, ...]
    shown: tuple[ShownCard, ...]
    told_voids: tuple[Void, ...] = ()
    down: frozenset[Card] = frozenset()
    gone: frozenset[Card] = frozenset()
    fresh: frozenset[Card] = frozenset()
    partial: bool = False

    @classmethod
    def of(cls, view: Record[State]) -> Story:
        """Return the story that `view` tells."""
        box, players = view.state.box, view.setup.players
        told = _Told(box.cards, players)
        for line, event in view.events:
            if view.setup.position and not told.begun:
                told.put(line, event)
            else:
                told.add(line, event)
        partial = bool(told.board) and not told.begun
        if partial:
            told.settle(told.board[-1][0])
        removes = len(box.cards) > len(players) * box.hand[len(players)]
        return cls(
            box.cards,
            players,
            removes,
            tuple(told.begun),
            tuple(told.draws),
            tuple(told.plays),
            tuple(told.shown),
            tuple(told.voids),
            told.down,
            told.gone,
            told.fresh,
            partial,
        )

    @property
    def round(self) -> int:
        """The present round, from 1."""
        return len(self.begun)

    @cached_property
    def lives(self) -> Mapping[Item, Life]:
        """The lives of all cards; the last life of a card has its plain name, used in questions."""
        first = dict.fromkeys(self.cards, 1)
        first |= dict.fromkeys(self.fresh, 2)
        first |= dict.fromkeys(self.gone, 2 + bool(self.fresh))
        lives: list[Life] = []
        for play in self.plays:
            lives.append(Life(play.card, first[play.card], play.round, play))
            first[play.card] = play.round + 1
        lives += (
            Life(card, first[card], self.round) for card in self.cards if first[card] <= self.round
        )
        last = {life.card: life for life in lives}
        return {
            life.card if last[life.card] is life else f"{life.card}@{life.last}": life
            for life in lives
        }

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The open lives: those of the present round, and those that span several rounds."""
        return tuple(
            item
            for item, life in self.lives.items()
            if life.last == self.round or life.first < life.last
        )

    @cached_property
    def in_round(self) -> Mapping[int, Mapping[Card, Item]]:
        """For each round, the `items` alive in it, by card."""
        lives: dict[int, dict[Card, Item]] = {each: {} for each in range(1, self.round + 1)}
        for item in self.items:
            life = self.lives[item]
            for number in range(life.first, life.last + 1):
                lives[number][life.card] = item
        return lives

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that are still to be played in this round, or will not be."""
        played = {play.card for play in self.plays if play.round == self.round}
        return tuple(card for card in self.cards if card not in played | self.gone)

    def unplayed(self, round: int) -> tuple[Item, ...]:
        """Return the lives that go on after `round`: their cards were kept, or removed. ON-5"""
        return tuple(
            item for item in self.in_round[round].values() if self.lives[item].last > round
        )

    def dealt_and_played(self, player: str, round: int) -> Iterator[Card]:
        """Yield the cards that `player` was both dealt and played in a finished `round`."""
        for play in self.plays:
            of_player = (play.player, play.round) == (player, round)
            if of_player and play.card not in self.in_round[round] and not play.before:
                yield play.card

    @cached_property
    def waiting(self) -> tuple[str | None, ...]:
        """Who is still to be dealt cards in this round; None stands for the removed cards."""
        drawn = {draw.player for draw in self.draws if draw.round == self.round}
        hands = (None, *self.players) if self.removes else self.players
        return tuple(hand for hand in hands if hand not in drawn)

    @cached_property
    def voids(self) -> Mapping[str, frozenset[Suit]]:
        """The suits that each player is known to be out of in the present round."""
        voids: dict[str, set[Suit]] = {player: set() for player in self.players}
        for void in self.told_voids:
            if void.round == self.round:
                voids[void.player].update(void.suits)
        for play in self.plays:
            if play.round == self.round and not play.follows and not play.stands:
                voids[play.player].add(play.lead)
        return {player: frozenset(suits) for player, suits in voids.items()}

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All deals, by player, then the places outside all hands."""
        dealt = tuple(
            deal_to(player, number)
            for player in self.players
            for number in range(1, self.round + 1)
        )
        return dealt + self.loose

    @cached_property
    def loose(self) -> tuple[Place, ...]:
        """The places of a card that was in no hand since the last shuffle."""
        return (REMOVED,) * self.removes + (DECK,) * (self.partial or bool(self.waiting))

    def dealt(self, rounds: Iterable[int]) -> frozenset[Place]:
        """Return the places of all cards dealt in `rounds`."""
        return frozenset(deal_to(player, each) for each in rounds for player in self.players)

    def held(self, player: str, round: int) -> frozenset[Place]:
        """Return the places of what `player` holds in `round`: dealt then or before. ON-5"""
        return frozenset(deal_to(player, each) for each in range(1, round + 1))

    def drawn(self, draw: Drawn) -> frozenset[Place]:
        """Return the places of what `draw` brought, for the cards that were still to be dealt then.

        ON-5
        """
        if draw.player is not None and draw.held:
            return self.held(draw.player, draw.round)
        if draw.player is not None:
            return frozenset({deal_to(draw.player, draw.round)})
        if draw.round == self.round:
            return frozenset({REMOVED})
        return self.dealt(range(draw.round + 1, self.round + 1)).union(self.loose)


def deal_to(player: str, round: int) -> Place:
    """Return the place of what `player` was dealt in `round`."""
    return f"{player}@{round}"


def holder(place: Place) -> str:
    """Return what people call `place`."""
    return place.partition("@")[0]
