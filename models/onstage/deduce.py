"""The hidden model of Onstage: which hand every card was dealt to, in every round.

An item is a card from one shuffle to the next: it ends when the card is played, or lies in a hand,
or removed, at the end of the record. A card that was not played stays where it is, if it was kept;
a removed one is dealt again. So the place of an item is the deal that brought it to its last
holder (`Bo@3`: Bo was dealt it in round 3, before that it was removed), or `removed`, or still the
`deck`. Each way to place all items is one whole record (ON-22).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..bag import HOLE
from ..core import Record
from ..event import Event
from ..hidden import Because, Count, Fact, Hidden, Item, Only, Place, World
from ..words import say, say_n
from .state import Box, Card, Suit, suit_of
from .text import suit_name

REMOVED = "removed"
DECK = "deck"


def hidden(box: Box, view: Record) -> Hidden:
    """Return what `view` leaves open: the cards of every round, over the deals."""
    story = _Story.of(box, view)
    return Hidden(
        dict.fromkeys(story.lives, 1),
        story.places,
        (*_lying(story), *_deals(story), *_plays(story)),
        {place: _holder(place) for place in story.places},
    )


def fill(box: Box, view: Record, world: World) -> Mapping[int, Event]:
    """Return the draws of `view`, by line, with the cards that `world` puts there."""
    story = _Story.of(box, view)
    return {
        draw.line: replace(draw.event, outcome=_cards(box, story, draw, world))
        for draw in story.draws
        if HOLE in draw.event.outcome
    }


@dataclass(frozen=True, slots=True)
class _Draw:
    """A line that deals or removes cards in `round`."""

    line: int
    round: int
    event: Event

    @property
    def player(self) -> str | None:
        """Who is dealt the cards, None if they are removed."""
        return self.event.words[0] if self.event.words else None


@dataclass(frozen=True, slots=True)
class _Played:
    """A card played in `round`, as `lead` or while that suit was led."""

    line: int
    round: int
    player: str
    card: Card
    lead: Suit

    @property
    def follows(self) -> bool:
        """Whether the card is of the suit that was led."""
        return suit_of(self.card) == self.lead


@dataclass(frozen=True, slots=True)
class _Life:
    """A card from the shuffle of round `first` until it is played, in round `last`.

    A card that has not been played since is in its last life, which goes on to the present round.
    """

    card: Card
    first: int
    last: int
    played: _Played | None = None

    def during(self, round: int) -> bool:
        """Tell whether this life takes in `round`."""
        return self.first <= round <= self.last


@dataclass
class _Story:
    """All draws and plays of a record, and the lives of the cards that they make."""

    players: tuple[str, ...]
    removes: bool
    round: int = 0
    draws: list[_Draw] = field(default_factory=list)
    plays: list[_Played] = field(default_factory=list)
    shown: list[tuple[int, str, Card]] = field(default_factory=list)
    lives: dict[Item, _Life] = field(default_factory=dict)

    @classmethod
    def of(cls, box: Box, view: Record) -> _Story:
        """Return the story that `view` tells."""
        players = view.setup.players
        story = cls(players, len(box.cards) > len(players) * box.hand[len(players)])
        for line, event in view.events:
            story._tell(line, event)
        story._live(box)
        return story

    def _tell(self, line: int, event: Event) -> None:
        match event:
            case Event("line"):
                self.round += 1
            case Event("deal" | "removed"):
                self.draws.append(_Draw(line, self.round, event))
            case Event("plays", player, (card, *_)):
                this_round = sum(play.round == self.round for play in self.plays)
                leads = this_round % len(self.players) == 0
                lead = suit_of(card) if leads else self.plays[-1].lead
                self.plays.append(_Played(line, self.round, player, card, lead))
            case Event("keeps", player, _, (card,)):
                self.shown.append((line, player, card))

    def _live(self, box: Box) -> None:
        """Cut the story of each card where it is played; the last life bears its name alone."""
        first = dict.fromkeys(box.cards, 1)
        for play in self.plays:
            card = play.card
            self.lives[f"{card}@{play.round}"] = _Life(card, first[card], play.round, play)
            first[card] = play.round + 1
        for card in box.cards:
            if first[card] <= self.round:
                self.lives[card] = _Life(card, first[card], self.round)
        last = {life.card: item for item, life in self.lives.items()}
        self.lives = {
            life.card if last[life.card] == item else item: life
            for item, life in self.lives.items()
        }

    @cached_property
    def dealing(self) -> bool:
        """Whether cards of the present round are still to be drawn."""
        drawn = sum(draw.round == self.round for draw in self.draws)
        return drawn < len(self.players) + self.removes

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All deals, by player, then the places that are none."""
        rounds = range(1, self.round + 1)
        dealt = tuple(_deal(player, number) for player in self.players for number in rounds)
        return dealt + (REMOVED,) * self.removes + (DECK,) * self.dealing

    def during(self, round: int) -> tuple[Item, ...]:
        """The lives that take in `round`."""
        return tuple(item for item, life in self.lives.items() if life.during(round))

    def of_card(self, card: Card, round: int) -> Item:
        """The life of `card` in `round`."""
        return next(
            item for item, life in self.lives.items() if life.card == card and life.during(round)
        )

    def held(self, player: str, round: int) -> frozenset[Place]:
        """The places of what `player` holds in `round`: dealt then or before. ON-5"""
        return frozenset(_deal(player, number) for number in range(1, round + 1))

    def removed(self, round: int) -> frozenset[Place]:
        """The places of what was removed in `round`: dealt later, or not again. ON-5"""
        later = range(round + 1, self.round + 1)
        again = frozenset(_deal(player, number) for player in self.players for number in later)
        waiting = self.dealing and round < self.round
        return again | {REMOVED} | ({DECK} if waiting else set())


def _deal(player: str, round: int) -> Place:
    return f"{player}@{round}"


def _holder(place: Place) -> str:
    return place.partition("@")[0]


def _cards(box: Box, story: _Story, draw: _Draw, world: World) -> tuple[Card, ...]:
    if draw.player is None:
        places = story.removed(draw.round)
    else:
        places = frozenset({_deal(draw.player, draw.round)})
    return tuple(
        sorted(
            (
                story.lives[item].card
                for item in story.during(draw.round)
                if world[item][0] in places
            ),
            key=box.order,
        )
    )


def _lying(story: _Story) -> Iterator[Only]:
    """A life can only take place where and while it lasts; only the removed card is dealt again."""
    because = Because(0, say("what is not played is kept, or was removed"), setup=True)
    for item, life in story.lives.items():
        last = life.last if story.removes else life.first
        dealt = [
            _deal(player, number)
            for player in story.players
            for number in range(life.first, last + 1)
        ]
        loose = story.places[len(story.players) * story.round :] if life.played is None else ()
        yield Only(item, frozenset({*dealt, *loose}), because)


def _deals(story: _Story) -> Iterator[Fact]:
    """Every draw brings as many cards as its line has; a player without a line has none. ON-4"""
    for draw in story.draws:
        size, items = len(draw.event.outcome), story.during(draw.round)
        if draw.player is None:
            places = story.removed(draw.round)
            words = say_n("{n} card is removed", "{n} cards are removed", size)
        else:
            places = frozenset({_deal(draw.player, draw.round)})
            words = say_n(
                "{player} is dealt {n} card",
                "{player} is dealt {n} cards",
                size,
                player=draw.player,
            )
        because = Because(draw.line, words, setup=True)
        yield Count(frozenset(items), places, size, size, because)
        for card in draw.event.outcome:
            if card != HOLE:
                yield Only(story.of_card(card, draw.round), places, because)
    if story.dealing:
        yield from _undealt(story)


def _undealt(story: _Story) -> Iterator[Fact]:
    drawn = {draw.player for draw in story.draws if draw.round == story.round}
    items = frozenset(story.during(story.round))
    for player in story.players:
        if player not in drawn:
            because = Because(
                0, say("{player} is still to be dealt cards", player=player), setup=True
            )
            yield Count(items, frozenset({_deal(player, story.round)}), 0, 0, because)
    if story.removes and None not in drawn:
        because = Because(0, say("no card is removed yet"), setup=True)
        yield Count(items, frozenset({REMOVED}), 0, 0, because)


def _plays(story: _Story) -> Iterator[Fact]:
    """A card was in the hand it is played from; who does not follow has none of the suit. ON-17"""
    for play in story.plays:
        words = say("{player} played {card}", player=play.player, card=play.card)
        held = story.held(play.player, play.round)
        item = story.of_card(play.card, play.round)
        yield Only(item, held, Because(play.line, words))
        if not play.follows:
            yield _void(story, play, held)
    for line, player, card in story.shown:
        words = say("{player} kept {card}", player=player, card=card)
        held = story.held(player, story.round)
        yield Only(story.of_card(card, story.round), held, Because(line, words))


def _void(story: _Story, play: _Played, held: frozenset[Place]) -> Count:
    words = say(
        "{player} did not follow {suit} with {card}",
        player=play.player,
        suit=suit_name(play.lead),
        card=play.card,
    )
    gone = {each.card for each in story.plays if each.round == play.round and each.line < play.line}
    left = frozenset(
        item
        for item in story.during(play.round)
        if suit_of(item) == play.lead and story.lives[item].card not in gone
    )
    return Count(left, held, 0, 0, Because(play.line, words))
