"""What players of Onstage are asked to do, and what they choose, as orders for pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..core import Event, View
from ..face import as_told
from ..words import Words, say
from .plays import claimable, may_decline
from .rules import GAME
from .sentences import with_deeds
from .state import State, Step, suit_of, value_of
from .text import NOTHING, SUITS, pictured, suit_name

_ABILITIES = {"add": "+", "remove": "−", "swap": "⇄"}
MARKS: Mapping[str, tuple[str, ...]] = {
    card: (SUITS[suit_of(card)].symbol, *([_ABILITIES[ability]] if ability else []))
    for card in GAME.box.cards
    for ability in [GAME.box.abilities.get(value_of(card))]
}
"""The suit of each card, and a mark for its ability if it has one."""


def task(view: View) -> Words:
    """Return what whoever has to act has to do."""
    state: State = view.state
    match state.step:
        case Step.PLAY if state.lead is not None:
            return _follow(view, state, state.lead)
        case Step.PLAY:
            return say("lead a card")
        case Step.CLAIM:
            return _claim(state)
        case Step.SHOW:
            return say("show the card that was kept")
        case _:
            return say("set the game up")


def _claim(state: State) -> Words:
    """Return what can be claimed, and nobody only where that is allowed. ON-11"""
    assert state.won is not None
    there, declined = claimable(state, state.won.card), may_decline(state, state.won.card)
    if len(there) > 1:
        return say("claim a performer, or nobody") if declined else say("claim a performer")
    if declined:
        return say("claim {performer}, or nobody", performer=pictured(there[0]))
    return say("claim {performer}", performer=pictured(there[0]))


def _follow(view: View, state: State, lead: str) -> Words:
    hand = state.hands[state.to_play]
    void = hand.whole and all(suit_of(card) != lead for card in hand.known)
    if state.to_play == view.viewer and void:
        return say("any card (no {suit})", suit=suit_name(lead))
    return say("follow {suit}", suit=suit_name(lead))


def button(view: View, event: Event) -> Words:
    """Return a choice as an order."""
    match event:
        case Event("plays", _, (card, *rest)):
            return with_deeds(say("Play {card}", card=card), _deeds(rest))
        case Event("claims", _, (performer,)) if performer == NOTHING:
            return say("Claim nobody")
        case Event("claims", _, (performer,)):
            return say("Claim {performer}", performer=performer)
        case Event("keeps", _, _, (card,)):
            return say("Show {card}", card=card)
    return as_told(view, event)


def _deeds(rest: Sequence[str]) -> Iterator[Words]:
    """Yield what a card does beside being played. ON-7, ON-9"""
    if rest[:1] == ["front"]:
        yield say("send {performer} to the front", performer=rest[1])
        rest = rest[2:]
    match rest:
        case ["add", performer]:
            yield say("bring {performer} on stage", performer=performer)
        case ["remove", performer]:
            yield say("send {performer} off", performer=performer)
        case ["swap", gone, come]:
            yield say("swap {gone} for {come}", gone=gone, come=come)
