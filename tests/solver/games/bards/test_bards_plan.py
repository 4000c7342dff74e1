"""The planner of Battle of the Bards against trying everything by the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from aparte.models.bag import Bag
from aparte.models.bards import GAME, State
from aparte.models.bards.dice import DICE
from aparte.models.core import Event
from aparte.solver.games.bards.columns import Position, columns
from aparte.solver.games.bards.plan import best_plan
from aparte.solver.games.bards.worth import WORTHS, wanted, worth
from tests.bards_positions import position
from tests.bards_tables import show


def best_by_trying(state: State, asked: dict[str, int]) -> int:
    """The most that Ana can have by playing every line the rules allow; new dice lie idle."""
    start = worth(GAME.box, state, "Ana", asked)
    memo: dict[object, int] = {}

    def tried(now: State, idle: Counter[str]) -> int:
        known = (
            now.troupes["Ana"],
            tuple(sorted(idle.items())),
            now.audiences,
            now.line,
            now.duties,
        )
        if known in memo:
            return memo[known]
        best = -(10**9) if now.duties else worth(GAME.box, now, "Ana", asked) - start
        for event in options(now, idle):
            free = now if now.duties else replace(now, actions=9)
            then, lying = settled(GAME.apply(free, event), idle)
            action = event.verb in ("performs", "uses", "hires", "wins")
            extra = then.actions - free.actions + action
            cost = WORTHS.action * action + WORTHS.extra_action * extra
            best = max(best, cost + tried(then, lying))
        memo[known] = best
        return best

    def options(now: State, idle: Counter[str]) -> list[Event]:
        turn = GAME.turn(now if now.duties else replace(now, actions=9))
        assert isinstance(turn, tuple)
        have = Counter(now.troupes["Ana"].dice) - idle
        return [
            event
            for event in turn
            if event.verb not in ("passes", "rerolls", "done")
            and not Counter(word for word in event.words if word in DICE) - have
        ]

    def settled(now: State, idle: Counter[str]) -> tuple[State, Counter[str]]:
        """Roll new dice, which stay idle; turn up nobody."""
        lying = Counter(idle)
        while now.duties and now.duties[0].verb in ("rolls", "takes", "top", "newest"):
            if now.duties[0].verb in ("top", "newest"):
                line = (*now.line, "Somebody") if now.duties[0].verb == "newest" else now.line
                now = replace(now, duties=now.duties[1:], line=line)
                continue
            coming = GAME.turn(now)
            event = coming[0] if isinstance(coming, tuple) else next(iter(coming.all()))
            if event.verb == "rolls":
                lying.update(event.outcome)
            now = GAME.apply(now, event)
        return now, lying

    return tried(state, Counter())


@pytest.mark.parametrize("seed", range(30))
def test_a_plan_is_as_good_as_trying_everything(seed: int) -> None:
    rng = Random(seed)
    dice = 3 + seed % 4
    state = position(rng, dice, rng.randint(1, 3), melodies=2 - (dice > 4), chancy=False)
    state = replace(_without_powers(state), veterans=Bag(("Vesper",)), linger="round")
    asked = wanted(GAME.box, state)
    plan = best_plan(GAME.box, state, "Ana", asked=asked)
    assert plan.proved
    assert plan.value == best_by_trying(state, asked), plan.events


@pytest.mark.parametrize("version", GAME.versions)
def test_echoes_of_a_plan_add_up_as_the_rules_have_it(version: str) -> None:
    """BB-20: of two echoes a performance gives two melodies, by the first version one."""
    troupe = {"dice": "B1 B2 B3 P5", "audiences": "Lamplighters Lamplighters"}
    state = _without_powers(show(troupe, version=version))
    asked = wanted(GAME.box, state)
    plan = best_plan(GAME.box, state, "Ana", asked=asked)
    assert sum(column.melodies_gained for column in plan.actions) == (2 if version == "2" else 1)
    assert plan.value == best_by_trying(state, asked)


def test_an_echo_that_is_lent_is_one_more() -> None:
    troupe = {"dice": "B1 B2 B3 P4", "stage": "Haze", "deck": "Dancer", "audiences": "Lamplighters"}
    for version, most in (("1", 1), ("2", 2)):
        found = columns(Position(GAME.box, show(troupe, version=version), "Ana"))
        assert max(column.melodies_gained for column in found) == most


def _without_powers(state: State) -> State:
    """A plan counts on no power of an audience it wins: leave only audiences without."""
    plain = ("Bankers", "Courtiers", "Generals", "Marketplace")
    return replace(state, audiences=plain[:3], top_audience=plain[3])


@pytest.mark.parametrize("seed", range(12))
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


def test_a_turn_is_no_better_than_the_round() -> None:
    for seed in range(10):
        state = position(Random(seed), 9)
        turn = best_plan(GAME.box, state, "Ana", turn_only=True)
        assert turn.value <= best_plan(GAME.box, state, "Ana").value
        assert len(turn.actions) + len(turn.wins) <= 2 + sum(c.extra for c in turn.actions)


def test_the_worths_add_up() -> None:
    """BB-18: Millers for two performances that an audience asks for, and nothing else."""
    state = show({"performances": "O O"}, audiences=("Millers",), top_audience="")
    plan = best_plan(GAME.box, state, "Ana")
    assert [event.words for event in plan.events] == [("Millers", "with", "O", "O")]
    won, kept = 3 * WORTHS.point + WORTHS.power, 2 * (WORTHS.point + WORTHS.asked)
    assert plan.value == won - kept + WORTHS.action
