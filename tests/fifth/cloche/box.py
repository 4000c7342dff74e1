"""The cards of Cloche: guests, dishes and rooms, each called by a letter."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from aparte.models.words import Words, say

Card = str
"""A card, by the letter that its name begins with in every language. CL-1"""


class Kind(StrEnum):
    """What a card tells: who has eaten, what, and where."""

    GUEST = "guest"
    DISH = "dish"
    ROOM = "room"


CARDS: Mapping[Kind, Mapping[Card, Words]] = {
    Kind.GUEST: {
        "A": say("Archduke"),
        "B": say("Baron"),
        "C": say("Countess"),
        "D": say("Doctor"),
        "E": say("Editor"),
    },
    Kind.DISH: {
        "F": say("Figs"),
        "G": say("Gateau"),
        "H": say("Herring"),
        "M": say("Melon"),
        "P": say("Pudding"),
    },
    Kind.ROOM: {
        "O": say("Orangery"),
        "R": say("Rotunda"),
        "S": say("Salon"),
        "T": say("Terrace"),
        "V": say("Veranda"),
    },
}
NAMES: Mapping[Card, Words] = {
    card: name for cards in CARDS.values() for card, name in cards.items()
}


def kind_of(card: Card) -> Kind:
    """Return the kind of `card`."""
    return next(kind for kind, cards in CARDS.items() if card in cards)


def hand_sizes(players: tuple[str, ...]) -> Mapping[str, int]:
    """Return how many cards each player is dealt: all but one of each kind, one by one. CL-3"""
    each, more = divmod(len(NAMES) - len(CARDS), len(players))
    return {player: each + (seat < more) for seat, player in enumerate(players)}
