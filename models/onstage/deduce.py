"""The hidden model of Onstage: which deal brought every card to its holder, in every round.

story.py explains items and places. Each way to place all items is one whole record: a deal for each
round, and who kept which card (ON-22).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..bag import HOLE
from ..core import Record
from ..event import Event
from ..hidden import Because, Count, Fact, Hidden, Item, Only, Trait, World
from ..places import PlaceWords, forms
from ..replacing import changed
from ..words import Words, listed, say, say_n
from .state import Box, State, Suit, suit_of
from .story import REMOVED, Drawn, Life, PastPlay, Story, deal_to, holder
from .text import suit_name


def hidden(view: Record[State]) -> Hidden:
    """Return the hidden model of `view`: the cards of every round, over the deals."""
    story = Story.of(view)
    return Hidden(
        dict.fromkeys(story.items, 1),
        story.places,
        (*_lasting(story), *_kept(story), *_draws(story), *_plays(story)),
        {place: holder(place) for place in story.places},
        viewed=frozenset({view.viewer}),
        called={REMOVED: _REMOVED},
        spoken={item: _spoken(story.lives[item]) for item in story.items if "@" in item},
        traits={suit: _of_suit(story, suit) for suit in view.state.box.suits},
    )


def _of_suit(story: Story, suit: Suit) -> Trait:
    """Return the trait of the cards of `suit` that are still to be played in this round."""
    name = suit_name(suit)
    return Trait(
        frozenset(card for card in story.left if suit_of(card) == suit),
        name,
        say("a {suit} card", suit=name),
        say("the {suit} cards", suit=name),
    )


def _spoken(life: Life) -> Words:
    """Return what people call a card as it was in a finished round."""
    return say("{card} of round {round}", card=life.card, round=life.last)


_REMOVED = PlaceWords(
    say("removed"),
    forms("{items} was removed", "{items} were removed"),
    forms("{items} was not removed", "{items} were not removed"),
)


def fill(view: Record[State], world: World) -> Mapping[int, Event]:
    """Return the draws of `view`, by line, with their holes filled from `world`."""
    story = Story.of(view)
    return {
        draw.line: changed(draw.event, outcome=_cards(view.state.box, story, draw, world))
        for draw in story.draws
        if HOLE in draw.event.outcome
    }


def _cards(box: Box, story: Story, draw: Drawn, world: World) -> tuple[str, ...]:
    lives, places = story.in_round[draw.round], story.drawn(draw)
    cards = [card for card, item in lives.items() if world[item][0] in places]
    if draw.held:
        cards = [card for card in cards if card not in story.down]
    if draw.player is not None:
        cards += story.dealt_and_played(draw.player, draw.round)
    return box.in_order(cards)


def _lasting(story: Story) -> Iterator[Only]:
    """Yield that a life lasts until its card is played, and changes hands only if removed. ON-5"""
    words = say("cards that are not played are kept, or were removed")
    because = Because(0, words, setup=True, rule=True)
    for item in story.items:
        life = story.lives[item]
        last = life.last if story.removes else life.first
        places = story.dealt(range(life.first, last + 1))
        yield Only(item, places if life.played else places.union(story.loose), because)


def _kept(story: Story) -> Iterator[Count]:
    """Yield that each player keeps one unplayed card at the end of a round. ON-5"""
    for round, line in enumerate(story.begun[1:], start=1):
        items = story.unplayed(round)
        cards = listed(story.lives[item].card for item in items)
        for player in story.players:
            words = say(
                "{player} kept one of the cards that nobody played in round {round} ({cards})",
                player=player,
                cards=cards,
                round=round,
            )
            held = story.held(player, round)
            yield Count(frozenset(items), held, 1, 1, Because(line, words, setup=True))


def _draws(story: Story) -> Iterator[Fact]:
    """Yield that every draw line brings as many cards as it has; without one, there are none. ON-4

    In a finished round, the deal follows from what was played and what was kept.
    """
    for draw in story.draws:
        lives, places, because = story.in_round[draw.round], story.drawn(draw), _dealt(draw)
        if draw.held:
            lives = {card: item for card, item in lives.items() if card not in story.down}
        if draw.player is None or draw.round == story.round:
            size = len(draw.event.outcome)
            yield Count(frozenset(lives.values()), places, size, size, because)
        for card in draw.event.outcome:
            if card in lives:
                yield Only(lives[card], places, because)
    if story.waiting and story.round:
        lives = {c: item for c, item in story.in_round[story.round].items() if c not in story.down}
        because = Because(0, say("the cards are still being dealt"), setup=True)
        for player in story.waiting:
            place = REMOVED if player is None else deal_to(player, story.round)
            yield Count(frozenset(lives.values()), frozenset({place}), 0, 0, because)


def _dealt(draw: Drawn) -> Because:
    size = len(draw.event.outcome)
    if draw.held:
        words = say_n(
            "{player} holds {n} card", "{player} holds {n} cards", size, player=draw.player
        )
    elif draw.player is None:
        words = say_n("{n} card is removed", "{n} cards are removed", size)
    else:
        words = say_n(
            "{player} is dealt {n} card", "{player} is dealt {n} cards", size, player=draw.player
        )
    return Because(draw.line, words, setup=True)


def _plays(story: Story) -> Iterator[Fact]:
    """Yield that a played card was in hand, and that who does not follow has none of the suit.

    ON-17
    """
    gone: set[Item] = set()
    for play in story.plays:
        held, lives = story.held(play.player, play.round), story.in_round[play.round]
        because = Because(play.line, _played(play))
        if play.card in lives:
            gone.add(lives[play.card])
            yield Only(lives[play.card], held, because)
        of_suit = {item for card, item in lives.items() if suit_of(card) == play.lead}
        if not (play.follows or play.stands) and of_suit - gone:
            yield Count(frozenset(of_suit - gone), held, 0, 0, because)
    for void in story.told_voids:
        held, lives = story.held(void.player, void.round), story.in_round[void.round]
        for suit in void.suits:
            of_suit = {
                item
                for card, item in lives.items()
                if suit_of(card) == suit and card not in story.down
            }
            words = say("{player} has no {suit}", player=void.player, suit=suit_name(suit))
            if of_suit:
                yield Count(frozenset(of_suit), held, 0, 0, Because(void.line, words))
    for shown in story.shown:
        words = say("{player} kept {card}", player=shown.player, card=shown.card)
        held, item = story.held(shown.player, story.round), story.in_round[story.round][shown.card]
        yield Only(item, held, Because(shown.line, words))


def _played(play: PastPlay) -> Words:
    if play.follows or play.stands:
        return say("{player} played {card}", player=play.player, card=play.card)
    return say(
        "{player} played {card} and did not follow {suit}",
        player=play.player,
        card=play.card,
        suit=suit_name(play.lead),
    )
