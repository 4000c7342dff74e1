"""Reasons for a play: who is ahead in the trick, and who can still take it."""

from __future__ import annotations

from collections.abc import Sequence

from ....models.core import Event
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import played, winning
from ....models.onstage.text import suit_name
from ....models.words import Words, in_100, listed, say
from ...play.coach import seed_of
from .position import Position
from .table import mask

DEALS = 200
"""Deals from which the chance that somebody can take the trick is estimated."""
NAMED = 2
"""How many cards that could take the trick are named at most."""


def outlook(position: Position, move: Event) -> Words:
    """Return how the trick stands after the play `move`, as far as its player can know."""
    after = played(position.box, position.state, move)
    card, trump = move.words[0], after.theatre.trump
    ahead = winning(after.trick, trump)
    if ahead.player != move.actor:
        if any({ahead.player, move.actor} <= set(team) for team in after.agreed.teams):
            return say(
                "{player}, your partner, stays ahead with {card}",
                player=ahead.player,
                card=ahead.card,
            )
        return say("{player} stays ahead with {card}", player=ahead.player, card=ahead.card)
    behind = _behind(after, move.actor)
    if not behind:
        return say("nobody plays behind you: the trick is yours")
    threats = _threats(position, after, card, behind)
    if threats:
        told = listed([words for _, words in threats], ", ")
        if threats[0][0] > 0.5:
            return say("{card} is ahead, but {threats}", card=card, threats=told)
        return say("{card} is ahead: the trick is yours unless {threats}", card=card, threats=told)
    led = suit_of(after.trick[0].card)
    if not any(_beats(each, card, led, trump) for each in _out(position, after)):
        return say("no unseen card beats {card} unless trump changes", card=card)
    return say("hardly anybody can beat {card} unless trump changes", card=card)


def _behind(after: State, player: str) -> Sequence[str]:
    """Return who has still to play in the trick, without partners of `player`."""
    players = after.players
    first = players.index(after.leader)
    order = [*players[first:], *players[:first]]
    mates = next(team for team in after.agreed.teams if player in team)
    return [each for each in order[len(after.trick) :] if each not in mates]


def _out(position: Position, after: State) -> Sequence[str]:
    """Return the cards that can be in another hand."""
    seen = {*after.played, *(play.card for play in after.trick)}
    seen.update(after.hands[position.view.viewer].known)
    return [each for each in position.box.cards if each not in seen]


def _threats(
    position: Position, after: State, card: str, behind: Sequence[str]
) -> Sequence[tuple[float, Words]]:
    """Return who `behind` may hold a card that beats `card`, with the chance, likeliest first.

    The trump is assumed to stay what it is now.
    """
    import numpy as np

    out, led, trump = _out(position, after), suit_of(after.trick[0].card), after.theatre.trump
    dealt = position.deals.draw(DEALS, np.array([seed_of(position.view)], np.uint64))
    beating = [each for each in out if _beats(each, card, led, trump)]
    follows = mask((each for each in out if suit_of(each) == led), position.box.cards)
    over = mask((each for each in beating if suit_of(each) == led), position.box.cards)
    ruffs = mask((each for each in beating if suit_of(each) != led), position.box.cards)
    found: list[tuple[float, Words]] = []
    for player in behind:
        hands = [int(hand) for hand in dealt[:, after.players.index(player)]]
        by_suit = [bool(hand & over) for hand in hands]
        by_trump = [not hand & follows and bool(hand & ruffs) for hand in hands]
        chance = sum(map(max, by_suit, by_trump)) / DEALS
        if chance:
            union = 0
            for hand in hands:
                union |= hand & over
            held = [each for i, each in enumerate(position.box.cards) if union >> i & 1]
            found.append((chance, _threat(player, held, trump if any(by_trump) else None, chance)))
    return sorted(found, key=lambda each: -each[0])


def _threat(player: str, held: Sequence[str], trump: str | None, chance: float) -> Words:
    """Return the words that `player` can beat a card with one of `held`, or with a `trump`."""
    n = min(99, in_100(chance))
    if trump is None:
        if len(held) <= NAMED:
            return say("{player} has {cards} ({n} %)", player=player, cards=listed(held, "/"), n=n)
        return say("{player} has a higher one ({n} %)", player=player, n=n)
    suit = suit_name(trump)
    if not held:
        return say("{player} cannot follow and has {suit} ({n} %)", player=player, suit=suit, n=n)
    return say(
        "{player} has a higher one, or {suit} and nothing to follow ({n} %)",
        player=player,
        suit=suit,
        n=n,
    )


def _beats(other: str, card: str, led: str, trump: str | None) -> bool:
    """Tell whether `other` beats `card`, which is ahead in a trick where `led` was led."""
    suit = suit_of(other)
    if suit == suit_of(card):
        return value_of(other) > value_of(card)
    return suit == trump and suit_of(card) == led
