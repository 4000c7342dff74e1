"""What people talk about at Onstage is true of the cards."""

from __future__ import annotations

from itertools import chain, islice

from aparte.models.onstage import suit_of, value_of
from aparte.solver.games.onstage.effects import Keeps, kept
from aparte.solver.games.onstage.position import Position
from aparte.solver.play.coach import choices
from tests.reasons import played_positions


def test_a_card_is_called_the_highest_where_another_one_in_hand_would_not_do() -> None:
    """As long as somebody else may have a card of its suit; else any of them wins."""
    told, played = 0, chain.from_iterable(played_positions("onstage", 14, n) for n in range(9))
    for own in islice(played, 16):
        hand = own.state.hands[own.viewer].known
        gone = {*hand, *own.state.played, *(play.card for play in own.state.trick)}
        out = {*own.game.model.hidden(own).items}.intersection(own.state.box.cards) - gone
        position = Position.of(own)
        for move in choices(own):
            if move.verb != "plays":
                continue
            for effect in kept(position, move):
                if not (isinstance(effect, Keeps) and effect.highest):
                    continue
                told += 1
                others = [value_of(card) for card in out if suit_of(card) == suit_of(effect.card)]
                assert others and value_of(effect.card) > max(others)
                alike = [card for card in hand if suit_of(card) == suit_of(effect.card)]
                assert sum(value_of(card) > max(others) for card in alike) == 1
    assert told
