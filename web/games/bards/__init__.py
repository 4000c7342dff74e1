"""Battle of the Bards on a page: the line and the audiences, every troupe with stage and dice."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from ....models.bards import Bards, State, Step
from ....models.bards.cards import (
    Audience,
    CardSet,
    about_bard,
    about_icon,
    about_power,
)
from ....models.bards.dice import COLOURS
from ....models.bards.rounds import now as going_on
from ....models.bards.rounds import points
from ....models.core import TABLE, View
from ....models.words import Words, listed, say, say_n
from ...faces import Face, Values, called, kept

COLOUR_NAMES: Mapping[str, Words] = {
    "B": say("blue"),
    "P": say("purple"),
    "R": say("red"),
    "O": say("orange"),
}


def board(view: View) -> Values:
    """Return what the template shows."""
    state: State = view.state
    assert isinstance(view.game, Bards)
    cards = view.game.box.cards
    about = _about(cards)
    tops = (state.top_audience,) if state.top_audience else ()
    return {
        "open": view.viewer == TABLE,
        "line": [(card, about[card], card == state.newest) for card in state.line],
        "audiences": [
            (card, cards.audiences[card].asks, about[card], card in tops)
            for card in (*state.audiences, *tops)
        ],
        "troupes": [_troupe(view, state, player) for player in state.players],
        "words": {
            "line": say("Veterans in the line"),
            "newest": say("newest in town"),
            "audiences": say("Audiences"),
            "top": say("on top"),
            "points": say("points"),
            "melodies": say("melodies"),
            "performances": say("performances"),
            "dice": say("dice"),
            "stage": say("on stage"),
            "hand": say("hand"),
            "deck": say("deck"),
            "discarded": say("discarded"),
            "passed": say("has passed"),
        },
    }


def _troupe(view: View, state: State, player: str) -> Values:
    assert isinstance(view.game, Bards)
    troupe = state.troupes[player]
    about = _about(view.game.box.cards)
    return {
        "name": called(player),
        "own": player == view.viewer,
        "acts": player == state.actor,
        "passed": player in state.done and state.step is Step.SHOW,
        "points": points(view.game.box, state, player),
        "performances": troupe.performances,
        "melodies": troupe.melodies,
        "dice": sorted(troupe.dice, key=lambda die: (die[1:], COLOURS.index(die[0]))),
        "stage": [(e.card, e.die, e.turned, about[e.card]) for e in troupe.stage],
        "hand": len(troupe.hand),
        "deck": troupe.left_to_draw,
        "discard": len(troupe.discard),
        "audiences": say("audiences: {names}", names=listed(troupe.audiences))
        if troupe.audiences
        else None,
    }


def _audience(audience: Audience) -> Words:
    told = say_n("{n} point", "{n} points", audience.points)
    if audience.gains:
        gains = listed(map(about_icon, audience.gains))
        told = say("{told}; when won: {gains}", told=told, gains=gains)
    if not audience.powers:
        return told
    return say("{told}; {power}", told=told, power=listed(map(about_power, audience.powers)))


def now(view: View) -> Words:
    """Return the round and the step, and how many actions are left."""
    state: State = view.state
    if state.step in (Step.SETUP, Step.OVER) or not state.round:
        return going_on(state)
    told = say("Round {round}: {step}", round=state.round, step=going_on(state))
    if not state.actor:
        return told
    return say("{told}; actions left: {n}", told=told, n=state.actions)


def hand(view: View) -> Mapping[Words, Sequence[str]]:
    """Return the own cards, then the own dice."""
    state: State = view.state
    troupe = state.troupes.get(view.viewer)
    held: dict[Words, Sequence[str]] = {}
    if troupe and troupe.hand.known:
        held[say("Your hand")] = troupe.hand.known
    if troupe and troupe.going.known:
        held[say("You have chosen")] = troupe.going.known
    if troupe and troupe.dice:
        held[say("Your dice")] = troupe.dice
    if troupe and troupe.encore.known:
        held[say("Your encore card")] = troupe.encore.known
    return held


def names(view: View) -> Mapping[str, Words]:
    """Return what the words of moves are called."""
    assert isinstance(view.game, Bards)
    return _names(view.game.box.cards)


def texts(view: View) -> Mapping[str, Words]:
    """Return what bards cost and do."""
    assert isinstance(view.game, Bards)
    return _about(view.game.box.cards)


@kept
def _about(cards: CardSet) -> Mapping[str, Words]:
    """Return what the cards do."""
    bards = {card: about_bard(bard) for card, bard in cards.bards.items()}
    return bards | {card: _audience(each) for card, each in cards.audiences.items()}


@kept
def _names(cards: CardSet) -> Mapping[str, Words]:
    told = {
        card: say("{card}: {about}", card=card, about=about)
        for card, about in _about(cards).items()
    }
    dice = {
        f"{colour}{pips}": say("{colour} {pips}", colour=COLOUR_NAMES[colour], pips=pips)
        for colour in COLOURS
        for pips in range(1, 7)
    }
    return {**told, **dice, **COLOUR_NAMES}


def region(view: View, items: Collection[str]) -> Words:
    """Return whose deck, or the encore cards, most of `items` belong to."""
    owners = [item.partition(":")[0] for item in items if ":" in item]
    if not owners:
        return say("the encore cards")
    return say("the cards of {player}", player=max(owners, key=owners.count))


FACE = Face(Path(__file__).parent, board, now, hand, names, region, texts)
