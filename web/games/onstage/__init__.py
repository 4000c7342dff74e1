"""Onstage on a page: the stage with its spotlight, the line, the trick, what has been claimed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from ....models.core import View
from ....models.onstage import State, Step, suit_of, value_of
from ....models.onstage.rules import GAME
from ....models.onstage.text import SUITS, suit_name
from ....models.words import Words, listed, say
from ...faces import Face, Values, called

BOX = GAME.box


def board(view: View) -> Values:
    """Return what the template shows."""
    state: State = view.state
    theatre = state.theatre
    groups = [
        {
            "performers": tuple(own),
            "blossoms": theatre.blossoms[suit],
            "lit": suit == theatre.trump,
            "name": suit_name(suit),
        }
        for suit, own in groupby(BOX.in_order(theatre.stage), suit_of)
    ]
    return {
        "stage": sorted(groups, key=lambda group: not group["lit"]),
        "trump": say("no trump")
        if theatre.trump is None
        else say("trump: {suit}", suit=suit_name(theatre.trump)),
        "line": theatre.line,
        "trick": state.trick,
        "won": state.won,
        "players": [
            {
                "name": called(player),
                "acts": _acts(state, player),
                "cards": len(state.hands[player]),
                "claimed": BOX.in_order(state.claimed[player]),
                "now": sum(map(value_of, state.claimed[player])),
                "total": state.totals[player],
            }
            for player in state.players
        ],
        "words": {
            "stage": say("Stage"),
            "line": say("Line"),
            "trick": say("Trick"),
            "player": say("player"),
            "claimed": say("claimed in this round"),
            "total": say("total"),
            "nobody": say("nobody"),
        },
    }


def _acts(state: State, player: str) -> bool:
    if state.step is Step.CLAIM:
        return player == state.leader
    return state.step is Step.PLAY and player == state.to_play


def now(view: View) -> Words:
    """Return the round and the trick."""
    state: State = view.state
    if state.step is Step.OVER:
        return say("The game is over")
    if state.step not in (Step.PLAY, Step.CLAIM):
        return say("setting up")
    return say(
        "Round {round} of {rounds}, trick {trick} of {tricks}",
        round=state.round,
        rounds=max(len(state.players), state.round),
        trick=len(state.played) // len(state.players) + 1,
        tricks=BOX.hand[len(state.players)] - 1,
    )


def hand(view: View) -> Mapping[Words, Sequence[str]]:
    """Return the own cards, in order."""
    state: State = view.state
    own = state.hands.get(view.viewer)
    return {say("Your hand"): BOX.in_order(own.known)} if own and own.known else {}


def names(_: View) -> Mapping[str, Words]:
    """Return what the pieces are called."""
    return _names()


@cache
def _names() -> Mapping[str, Words]:
    pieces = {*BOX.cards, *BOX.performers}
    return {
        piece: say(
            "{suit} {value}",
            suit=say("{piece}{symbol}", piece=piece, symbol=SUITS[suit_of(piece)].symbol),
            value=say("({name})", name=suit_name(suit_of(piece))),
        )
        for piece in pieces
    } | {
        "front": say("front"),
        "add": say("add"),
        "remove": say("remove"),
        "swap": say("swap"),
        "nothing": say("nothing"),
    }


def region(view: View, items: Collection[str]) -> Words:
    """Return the suit of most of `items`."""
    suits = [suit_of(item) for item in sorted(items)]
    suit = max(BOX.suits, key=suits.count)
    return say("the {suit} cards", suit=listed((suit_name(suit), SUITS[suit].symbol), " "))


FACE = Face(Path(__file__).parent, board, now, hand, names, region)
