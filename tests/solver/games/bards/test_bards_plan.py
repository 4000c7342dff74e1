"""The planner of Battle of the Bards against trying everything by the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf
from random import Random

import pytest

from aparte.models.bag import HOLE
from aparte.models.bards import GAME, InPlay, State
from aparte.models.core import Event
from aparte.solver.engine import sat
from aparte.solver.games.bards.columns import NOTHING, Column, PlanStart
from aparte.solver.games.bards.lines import Plan
from aparte.solver.games.bards.plan import best_plan
from aparte.solver.games.bards.worth import WORTHS, worth
from tests.bards_positions import position
from tests.bards_tables import show
from tests.solver.games.bards.bards_brute import Trying


@pytest.mark.parametrize("seed", range(8))
def test_a_plan_is_as_good_as_trying_everything(seed: int) -> None:
    rng = Random(seed)
    dice = 2 + seed % 3
    state = position(rng, dice, rng.randint(1, 3), melodies=0, chancy=seed % 2 == 0)
    state = replace(state, linger="round").troupe("Ana", melodies=int(dice < 4))
    plan = best_plan(GAME.box, state, "Ana")
    assert plan.proved
    best = Trying().blindly(state, Counter()) - worth(GAME.box, state, "Ana")
    assert plan.value <= best < plan.value + 1, plan.events


def proved(state: State) -> Plan:
    """The best plan of Ana's, held to trying everything."""
    plan = best_plan(state.box, state, "Ana")
    best = Trying().blindly(state, Counter()) - worth(state.box, state, "Ana")
    assert plan.proved and plan.value == best, plan.events
    return plan


def test_a_melody_that_is_spent_comes_back_where_all_are_out() -> None:
    """BB-13: a melody turns R2 for Velda (1.15), R4 on Nyx then brings a die and one (0.65)."""
    troupe = {"dice": "O1 R2 R4", "stage": "Nyx Velda", "melodies": 3}
    state = show(troupe, {"dice": "B1", "melodies": 13}, audiences=("Courtiers",), top_audience="")
    plan = proved(state)
    assert [step.card for step in plan.actions] == ["Velda", "Nyx"] and plan.value == 140


@pytest.mark.parametrize("seed", range(12))
def test_a_plan_is_as_good_where_hardly_a_melody_is_left(seed: int) -> None:
    rng = Random(seed)
    state = position(rng, 3, 3, melodies=2, chancy=False, hand=("", "Roadie"))
    own = state.troupes["Ana"].melodies
    state = replace(state, linger="round").troupe("Bo", melodies=16 - own - seed % 2)
    proved(state)


def test_a_plan_ends_by_work_and_by_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    solve = sat.Solver.solve

    def watched(solver: sat.Solver, model: sat.Model) -> object:
        asked.append(solver.parameters)
        return solve(solver, model)

    monkeypatch.setattr(sat.Solver, "solve", watched)
    state = position(Random(1), 4)
    best_plan(state.box, state, "Ana")
    assert all(each.max_time_in_seconds == inf > each.max_deterministic_time for each in asked)
    assert asked


@pytest.mark.parametrize("seed", range(4))
def test_no_plan_is_looked_for_that_is_worth_no_more_than_what_there_is(seed: int) -> None:
    state = position(Random(seed), 5)
    plan = best_plan(state.box, state, "Ana")
    more = best_plan(state.box, state, "Ana", beyond=plan.value - 1)
    assert (more.steps, more.value) == (plan.steps, plan.value) and plan.steps
    cut = best_plan(state.box, state, "Ana", beyond=inf)
    assert not cut.steps and not cut.proved and plan.value <= cut.value


@pytest.mark.parametrize("version", GAME.notation.versions)
def test_equal_echoes_add_up(version: str) -> None:
    """BB-20: of two echoes a performance gives two melodies, by the first version one."""
    troupe = {"dice": "B1 B2 B3 P5", "audiences": "Lamplighters Lamplighters"}
    plan = proved(show(troupe, version=version))
    assert sum(step.way.melodies for step in plan.actions) == (2 if version == "2" else 1)


@pytest.mark.parametrize("version", GAME.notation.versions)
@pytest.mark.parametrize("linger", ["turn", "round"])
def test_an_echo_that_is_lent_is_one_more(version: str, linger: str) -> None:
    """By a bard in play, who may have been turned, or by an audience that the plan wins."""
    haze = {"dice": "B1 B2 B3 P4", "stage": "Haze", "deck": "Dancer"}
    troupe = {**haze, "audiences": "Lamplighters"}
    plan = proved(show(troupe, version=version, linger=linger))
    most = 2 if version == "2" else 1
    assert sum(step.way.melodies for step in plan.actions) == most
    won = show({**haze, "performances": "B B B O P"}, version=version, linger=linger)
    won = replace(won, audiences=("Lamplighters",), top_audience="", actions=9)
    plan = proved(won)
    assert [win.card for win in plan.wins] == ["Lamplighters"]
    assert sum(step.way.melodies for step in plan.actions) == most
    turned = (InPlay("Haze", "P4", turned=True),)
    plan = proved(won.troupe("Ana", stage=turned, dice=("B1", "B2", "B3")))
    assert sum(step.way.melodies for step in plan.actions) == most


def test_what_is_won_is_no_longer_asked_for() -> None:
    """Weavers take two of three purple performances; nobody asks for the third one then."""
    state = show({"performances": "P P P"}, audiences=("Weavers",), top_audience="")
    plan = best_plan(GAME.box, state, "Ana")
    won, kept = 3 * WORTHS.point + WORTHS.power, 2 * (WORTHS.point + WORTHS.asked)
    assert plan.value == won - kept + WORTHS.action


@pytest.mark.parametrize("seed", range(9))
def test_the_lines_of_a_plan_are_legal(seed: int) -> None:
    state = position(Random(seed), 9, chancy=False)
    plan = best_plan(GAME.box, state, "Ana", turn_only=True)
    rng = Random(seed)
    for event in plan.events:
        state = GAME.apply(state, event)
        while state.duties and state.duties[0].verb in ("rolls", "takes", "top", "newest"):
            coming = GAME.turn(state)
            forced = coming[0] if isinstance(coming, tuple) else coming.sample(rng)
            state = GAME.apply(state, forced)
    assert plan.proved and plan.value >= 0


def test_of_two_dice_alike_it_is_the_one_to_be_turned_that_an_icon_turns() -> None:
    dice, turned = ("O2", "O2", "P4"), ("O2", "O3", "P4")
    column = Column("performs", "", dice, turned, 0, NOTHING, colours=("O",), turns=1)
    plan = Plan(PlanStart(GAME.box, show({"dice": "O2 O2 P4"}), "Ana"), (column,), 0, 0, True)
    assert plan.events == (Event("performs", "Ana", (*turned, "as", "O")),)


@pytest.mark.parametrize("seed", range(20))
def test_what_a_plan_spends_is_there_by_then(seed: int) -> None:
    """No card is spent before it is drawn, nor a poster that is to hire somebody."""
    rng = Random(seed)
    state = position(rng, 5 + seed % 4, 5, 2, hand=("", "", "Poster", "Roadie"))
    held(replace(state, linger="round"), rng)


def held(state: State, rng: Random) -> None:
    """Play the plan of Ana's line by line, with whatever comes at random in between."""
    plan = best_plan(state.box, state, "Ana")
    had = state.troupes["Ana"].hand.known
    for event in plan.events:
        state = replace(state, actions=9)
        while event.verb not in _coming(state):
            assert state.duties, event
            coming = GAME.turn(state)
            if not isinstance(coming, tuple):
                state = GAME.apply(state, coming.sample(rng))
            elif coming[0].verb == "steals":  # it changes dice that the plan counts on
                return
            elif coming[0].verb == "discards" and coming[0].words[0] in state.box.cards.bards:
                state = GAME.apply(state, Event("discards", "Ana", (_drawn(state, had),)))
            else:
                state = GAME.apply(state, coming[-1])
        words = (_drawn(state, had) if word == HOLE else word for word in event.words)
        state = GAME.apply(state, replace(event, words=tuple(words)))


def _coming(state: State) -> set[str]:
    coming = GAME.turn(state)
    return {event.verb for event in coming} if isinstance(coming, tuple) else set()


def _drawn(state: State, had: tuple[str, ...]) -> str:
    """A card of Ana's hand that came since she `had` those cards."""
    return next((Counter(state.troupes["Ana"].hand.known) - Counter(had)).elements())


def test_a_turn_is_no_better_than_the_round() -> None:
    for seed in range(3):
        state = position(Random(seed), 9)
        turn = best_plan(GAME.box, state, "Ana", turn_only=True)
        assert turn.value <= best_plan(GAME.box, state, "Ana").value
        assert len(turn.actions) + len(turn.wins) <= 2 + sum(c.way.extra for c in turn.actions)


def test_the_worths_add_up() -> None:
    """BB-18: Millers for two performances that an audience asks for, and nothing else."""
    state = show({"performances": "O O"}, audiences=("Millers",), top_audience="")
    plan = best_plan(GAME.box, state, "Ana")
    assert [event.words for event in plan.events] == [("Millers", "with", "O", "O")]
    won, kept = 3 * WORTHS.point + WORTHS.power, 2 * (WORTHS.point + WORTHS.asked)
    assert plan.value == won - kept + WORTHS.action
