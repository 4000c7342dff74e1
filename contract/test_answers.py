"""The contract of questions: an answer leaves the worlds in which it is given, and no others."""

from __future__ import annotations

import pytest

from ..models.core import Event, Record, complete, turn
from ..models.games import game_named
from ..sessions.tapping import outcomes
from ..solver.engine.count import Counter, TooManyStates
from ..solver.engine.solve import answers
from .promise import promise
from .scenes import cuts, viewers, views

DRAWN = 8
"""Worlds of each view that are asked."""
ASKED = 3
"""Questions that are asked in each view."""
DENSELY = pytest.mark.parametrize("n", [3, pytest.param(12, marks=pytest.mark.slow)])
"""Views that are taken of each of some games."""


def choices(record: Record) -> tuple[Event, ...]:
    coming = turn(record)
    return coming if isinstance(coming, tuple) else ()


@promise("a trait is no piece, and said of pieces that there are", "game.model.hidden")
@DENSELY
def test_a_trait_is_one_of_pieces(game: str, n: int) -> None:
    for record, _ in cuts(game, n):
        for own in views(record).values():
            hidden = own.game.model.hidden(own)
            assert not hidden.traits.keys() & hidden.items.keys()
            for name, trait in hidden.traits.items():
                strange = sorted(trait.items - own.game.model.hidden(record).items.keys())
                assert not strange, f"{strange[:3]} of {name}, seen by {own.viewer}"


@promise(
    "an answer tells where pieces are, no more and no less", "game.model.hidden", "game.resolve"
)
@DENSELY
def test_an_answer_leaves_the_worlds_in_which_it_is_given(game: str, n: int) -> None:
    asks = {verb.name for verb in game_named(game).notation.verbs.values() if verb.asks}
    for record, rng in cuts(game, n) if asks else ():
        own = views(record)[rng.choice(viewers(record)[1:])]
        asking = [each for each in choices(own) if each.verb in asks]
        if not asking:
            continue
        try:
            worlds = Counter(own.game.model.hidden(own)).sample(rng, DRAWN)
        except TooManyStates:
            continue
        drawn = [(world, complete(own, world)) for world in worlds]
        for event in rng.sample(asking, min(ASKED, len(asking))):
            found = answers(own, outcomes(own, event))
            if found is None or any(event not in choices(whole) for _, whole in drawn):
                continue
            after = {each: own.game.model.hidden(own.plus(each)) for each in found}
            for world, whole in drawn:
                given = whole.game.resolve(whole.state, event)
                told = [each for each in found if not after[each].broken(world)]
                assert told == [given], f"{own.viewer}, line {record.last + 1}"
