"""Planner and coach with a card set that uses all of the language of cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from aparte.models.bards import State
from aparte.models.core import RESULT
from aparte.models.record import begun
from aparte.solver.games.bards.coach import PLAY
from aparte.solver.games.bards.plan import best_plan
from aparte.solver.games.bards.worth import worth
from aparte.solver.play.driver import played
from tests.bards_positions import position
from tests.bards_tables import everything
from tests.solver.games.bards.bards_brute import Trying
from tests.tables import blank

GAME = everything()
HANDS = ("Poster", "Dancer", "Dancer Roadie", "Cantor", "")


def small(seed: int, dice: int, cards: int, melodies: int) -> State:
    rng = Random(seed)
    state = position(rng, dice, rng.randint(1, cards), 0, chancy=False, game=GAME, hand=HANDS)
    return replace(state, linger="round").troupe("Ana", melodies=melodies)


def held(seed: int) -> None:
    dice = 2 + seed % 3
    state = small(seed, dice, 3, (1 + seed % 2) * (dice < 4))
    plan = best_plan(state.box, state, "Ana")
    best = Trying().blindly(state, Counter()) - worth(state.box, state, "Ana")
    assert plan.proved and plan.value == best, (seed, plan.events)


@pytest.mark.parametrize("seed", range(6))
def test_a_plan_is_as_good_as_trying_everything(seed: int) -> None:
    held(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6, 220))
def test_every_plan_is_as_good_as_trying_everything(seed: int) -> None:
    held(seed)


@pytest.mark.parametrize("seed", range(5))
def test_the_lines_of_a_plan_are_legal(seed: int) -> None:
    state = position(Random(seed), 8, chancy=False, game=GAME, hand=HANDS)
    plan = best_plan(GAME.box, state, "Ana", turn_only=True)
    rng = Random(seed)
    for event in plan.events:
        state = GAME.apply(state, event)
        while state.duties and state.duties[0].verb in ("rolls", "takes", "top", "newest"):
            coming = GAME.turn(state)
            forced = coming[0] if isinstance(coming, tuple) else coming.sample(rng)
            state = GAME.apply(state, forced)
    assert plan.proved and plan.value >= 0


def test_bots_play_to_the_end() -> None:
    plain = blank("bards", 2)
    new = begun(GAME, plain.setup, plain.viewer, plain.tags)
    bots = {"Ana": PLAY.bots["coach"](), "Bo": PLAY.bots["greedy"]()}
    record = played(new, bots, Random(1))
    assert any(event.verb == RESULT for _, event in record.events)
