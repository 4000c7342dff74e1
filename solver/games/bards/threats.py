"""Who can come first for what a move is for, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ....models.bards import Step
from ....models.words import Words, say, united
from .onward import Onward
from .rivals import first_in_words

OF_DECKS = ("returns", "trashes", "keeps", "discards")
"""What is done with a card of the deck or hand."""


def threat_to(own: Onward, other: Onward, clause: str) -> Words | None:
    """Return who can come first before the line is done, above all who ends the game by it."""
    return _ending(own) or race_for(own, other, clause)


def race_for(own: Onward, other: Onward, clause: str) -> Words | None:
    """Return who may come first for what the `clause` names, or the other move wins at once."""
    found = list[Sequence[tuple[str, Words]]]()
    for card, able in sorted(own.threats.items(), key=lambda each: each[0] not in own.wins):
        late = own.turns.get(card) != 0
        lost = other.turns.get(card) == 0 and own.move.verb not in OF_DECKS
        if able and late and (lost or card in clause):
            found.append([(who, first_in_words(who, card, made)) for who, made in able])
    found.sort(key=lambda some: not any(own.ends_by(player) for player, _ in some))
    return in_turn_order(own, found[0]) if found else None


def _ending(own: Onward) -> Words | None:
    """Return who can end the game before the viewer's next turn, first who can pay. BB-10"""
    ends = own.ends_game and not own.turns_to_win
    card = own.ender
    if own.view.state.step is not Step.SHOW or ends or card is None:
        return None
    able = [(who, first_in_words(who, card, made)) for who, made in own.rivals[card]]
    return in_turn_order(own, able)


def in_turn_order(own: Onward, threats: Sequence[tuple[str, Words]]) -> Words:
    """Return what is told of players who can win an audience, the first in turn order first."""
    seats = own.after.order * 2
    order = seats[seats.index(own.view.viewer) :]
    (player, told), *others = sorted(threats, key=lambda each: order.index(each[0]))
    if own.ends_by(player):
        told = say("{clause}, which makes that round the last", clause=told)
    if not others:
        return told
    more = [who for who, _ in others]
    told = say("{clause}; {players} can win it, too", clause=told, players=united(more))
    if own.ends_by(player) or not (ends := [*filter(own.ends_by, more)]):
        return told
    who = united(ends)
    return say("{clause}; by {players} that round becomes the last", clause=told, players=who)
