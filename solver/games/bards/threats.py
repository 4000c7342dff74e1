"""Who can come first for what a move is for, in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ....models.bards import Step
from ....models.words import Words, say
from ...play.contrast import joined
from . import phrases
from .onward import Onward
from .outlook import Able
from .rivals import able_in_words, before
from .worth import in_sight, lacking

OF_DECKS = ("returns", "trashes", "keeps", "discards")
"""What is done with a card of the deck or hand."""
FIRST, TOO = say("{clause} first"), say("{clause}, too")
"""How somebody else can do something: before the viewer, or beside somebody."""


def threat_to(own: Onward, other: Onward, clause: str) -> Words | None:
    """Return who can come first before the line is done, above all who ends the game by it."""
    return _ending(own, clause) or race_for(own, other, clause)


def race_for(own: Onward, other: Onward, clause: str) -> Words | None:
    """Return who may come first for what the `clause` names, or the other move wins at once."""
    lost = () if own.move.verb in OF_DECKS else [card for card, n in other.turns.items() if not n]
    found = [
        (not any(own.ends_by(player) for player, _ in able), card not in own.wins, card, able)
        for card, able in own.threats.items()
        if able and own.turns.get(card) != 0 and (card in lost or card in clause)
    ]
    return _racing(own, *min(found, key=lambda each: each[:2])[2:], clause) if found else None


def _racing(own: Onward, card: str, able: Able, clause: str) -> Words:
    """Return who can win an audience: first, if the viewer is after it, too."""
    races = own.move.verb != "passes" and (card in clause or card in own.wins)
    return in_turn_order(own, card, able, FIRST if races else None)


def nearer_to(own: Onward, clause: str) -> Words | None:
    """Return who lacks no more for an audience that the `clause` names and that is not won yet."""
    state, box = own.after, own.after.box
    for card in in_sight(state):
        mine = lacking(box, card, own.has)
        if not own.acts or card in own.wins or card not in clause:
            continue
        active = (e for e in before(own.view.state, own.view.viewer) if e not in state.done)
        has = ((e, Counter(state.troupes[e].performances)) for e in active)
        rivals = [(lacking(box, card, performances), e) for e, performances in has]
        lacks, player = min(rivals, key=lambda each: len(each[0]), default=((), ""))
        if lacks and len(lacks) <= len(mine):
            values = {"player": player, "lacks": phrases.in_words(lacks), "card": card}
            return say("{player} lacks {lacks} for {card}", **values)
    return None


def _ending(own: Onward, clause: str = "") -> Words | None:
    """Return who can end the game before the viewer's next turn, and by what. BB-10"""
    if own.view.state.step is not Step.SHOW or (own.ends_game and not own.turns_to_win):
        return None
    late = [(card, some) for card, some in own.rivals.items() if own.turns.get(card) != 0]
    able = [(card, [each for each in some if own.ends_by(each[0])]) for card, some in late]
    found = [
        (all(made for _, made in some), card in own.still.wins, card, some)
        for card, some in able
        if some
    ]
    return _racing(own, *min(found, key=lambda each: each[:2])[2:], clause) if found else None


def in_turn_order(own: Onward, card: str, able: Able, how: Words | None = None) -> Words:
    """Return by what each player can win an audience, the first in turn order first, and `how`.

    The first of them by whom the round becomes the last is told so.
    """
    seats = own.after.order * 2
    order, told, ends = seats[seats.index(own.view.viewer) :], list[Words](), False
    for player, made in sorted(able, key=lambda each: order.index(each[0])):
        clause = able_in_words(player, card, made)
        if how is not None:
            clause = replace(how, values=(("clause", clause),))
        if own.ends_by(player) and not ends:
            clause, ends = say("{clause}, which makes that round the last", clause=clause), True
        told.append(clause)
        how = TOO
    return joined(*told)
