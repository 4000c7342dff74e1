"""What a reason says of cards is what the rules count, for the better and for the worse move."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain, combinations, islice
from random import Random
from typing import Any

import pytest

from aparte.models.core import Event, View
from aparte.models.overseers.box import Power
from aparte.models.overseers.scoring import Holding, holding
from aparte.models.overseers.state import State
from aparte.models.words import say
from aparte.solver.games.overseers.effects import Deed, Happens, Points, Source
from aparte.solver.games.overseers.reasons import reason
from aparte.solver.play.coach import choices
from aparte.solver.play.contrast import Contrast
from aparte.solver.play.trial import Difference
from tests.reasons import positions

LATER = (Power.TILT, Power.TUCK)
"""Powers of the vote that change what cards count."""


def asked(verb: str, number: int, seed: int = 5) -> list[View[State]]:
    """Return positions in which some moves have this verb, of rounds without such a power."""
    walked = chain.from_iterable(positions("overseers", Random(f"{seed}/{n}")) for n in range(400))
    found = (
        own
        for own in walked
        if any(move.verb == verb for move in choices(own))
        and own.state.power_of(own.viewer) not in LATER
    )
    return list(islice(found, number))


def said(own: View[State], move: Event, against: Event, **measured: Any) -> str:
    """Return what is said of a move beside another one, if so much was measured."""
    differs = Contrast(against, say("other"), 1.0, 0.1, either=False, differences=())
    return str(reason(own, move, replace(differs, **measured)))


def figures(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", text)]


def counted(own: View[State], kinds: list[str]) -> int:
    return Holding(tuple(kinds), 0, own.state.power_of(own.viewer)).points(own.state.box)


def without(kinds: list[str], *gone: str) -> list[str]:
    return list((Counter(kinds) - Counter(gone)).elements())


def test_a_pick_adds_what_the_rules_count() -> None:
    signs = set()
    for own in asked("picks", 12):
        hand = list(own.state.hands[own.viewer].known)
        moves = [each for each in choices(own) if each.verb == "picks" and len(each.words) == 1]
        for move, against in combinations(moves, 2):
            gains = [
                counted(own, [*hand, *each.words]) - counted(own, hand) for each in (move, against)
            ]
            text = said(own, move, against)
            plain = re.sub(r" \([^)]*\)", "", text)
            assert figures(plain) == gains, text
            signs.add(gains[0] > gains[1])
    assert signs == {True, False}


def test_a_discard_leaves_what_the_rules_count() -> None:
    told = 0
    for own in asked("discards", 6):
        hand = list(own.state.hands[own.viewer].known)
        for move, against in combinations(choices(own), 2):
            one, other = (counted(own, without(hand, *each.words)) for each in (move, against))
            text = said(own, move, against)
            assert (text == "None") if one == other else (figures(text) == [one, other]), text
            told += one != other
    assert told


def test_a_row_shows_what_lies_open() -> None:
    told = 0
    for own in asked("places", 4):
        moves = choices(own)
        for move, against in ((moves[0], moves[-1]), (moves[-1], moves[0])):
            tops = (list(each.words[: each.words.index("/")]) for each in (move, against))
            one, other = (counted(own, top) for top in tops)
            if one != other:
                told += 1
                assert figures(said(own, move, against)) == [one, other]
    assert told


def test_an_answer_costs_what_the_rules_take() -> None:
    for own in asked("denies", 4):
        state, viewer = own.state, own.viewer
        power, box = state.power_of(viewer), state.box
        total = holding(state, viewer).points(box)
        spots = [laid.spot for laid in state.rows[viewer]]
        worst = min(
            holding(state, viewer, two).points(box) for two in combinations(spots, box.confessed)
        )
        assert power not in LATER
        deny = next(each for each in choices(own) if each.verb == "denies")
        for admit in (each for each in choices(own) if each.verb == "admits"):
            left = holding(state, viewer, admit.words).points(box)
            ahead = {Happens(viewer, True, Deed.AHEAD): (0.4, 0.4)}
            costs, loses = total - left, total - worst
            assert figures(said(own, admit, deny, sides=ahead)) == [costs, total, loses, 40, 100]
            assert figures(said(own, deny, admit, sides=ahead)) == [loses, total, 40, 100, costs]


@pytest.mark.parametrize("better", [True, False])
def test_what_happens_is_told_as_it_was_measured(better: bool) -> None:
    """Of a better pick it is said that it steals more often, of a worse one that it does not."""
    own = next(own for own in asked("picks", 60) if _with_theft(own))
    thief, other = _with_theft(own)
    sides = {Happens(own.viewer, True, Deed.STEALS): (0.6, 0.2)}
    sides[Points(own.viewer, Source.THEFT, 1.0)] = (2.0, 0.5)
    move, against = (thief, other) if better else (other, thief)
    if not better:
        sides = {effect: (two, one) for effect, (one, two) in sides.items()}
    text = said(own, move, against, gap=1.5 if better else -1.5, sides=sides)
    assert ("in 60 of 100 cases instead of 20" in text) is better
    assert ("in 20 of 100 cases instead of 60" in text) is not better


def _with_theft(own: View[State]) -> list[Event]:
    picks = [each for each in choices(own) if each.verb == "picks" and len(each.words) == 1]
    thief = [each for each in picks if each.words == ("T",)]
    return (
        [*thief, *(each for each in picks if each.words == ("B",))]
        if thief and ("B",) in {each.words for each in picks}
        else []
    )


def test_who_gets_the_pack_next_is_told_what_it_is_denied() -> None:
    own = next(own for own in asked("picks", 60) if _with_theft(own))
    thief, other = _with_theft(own)
    player = own.state.receiver(own.viewer)
    found = Difference(Points(player, Source.CARDS, -0.5), -2.0, 0.1, 0.8)
    sides = {Happens(player, False, Deed.ONE, "B"): (0.3, 0.8)}
    text = said(own, other, thief, differences=(found,), sides=sides)
    assert f"{player}, who gets this pack next, has Benevolence in 30 of 100" in text
