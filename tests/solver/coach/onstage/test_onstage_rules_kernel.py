"""The compiled rules of Onstage do exactly what the plain rules do."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aparte.models.core import Event, fold
from aparte.models.onstage import GAME, State, Step
from aparte.models.record import read
from aparte.solver.coach.onstage import policy_kernel, rules_kernel
from aparte.solver.coach.onstage.table import joined, numbered, split
from tests.models.onstage.positions import table

BOX = GAME.box
PERFT = tomllib.loads((Path(__file__).parents[3] / "perft" / "onstage.toml").read_text())[
    "position"
]
AGREED = st.fixed_dictionaries(
    {
        "Edition": st.sampled_from(["en", "fr"]),
        "Blossoms": st.sampled_from(["bands", "cycle"]),
        "Abilities": st.sampled_from(["mandatory", "optional"]),
    }
)


def agreed(players: int, teams: bool, some: dict[str, str]) -> dict[str, str]:
    return some | ({"Teams": "Ana+Cy Bo+Dai"} if teams and players == 4 else {})


def moves(s: np.ndarray, player: str) -> set[Event]:
    return {joined(BOX, s, player, made) for made, _ in _ends(s, [])}


def _ends(s: np.ndarray, before: list[int]) -> Iterator[tuple[list[int], np.ndarray]]:
    """Yield every whole move as its choices, and the state after it."""
    mask = rules_kernel.legal(s)
    for choice in range(rules_kernel.CARDS):
        if mask >> choice & 1:
            after = s.copy()
            rules_kernel.apply(after, choice)
            if after[rules_kernel.PHASE] in rules_kernel.BETWEEN:
                yield [*before, choice], after
            else:
                yield from _ends(after, [*before, choice])


def dealt(state: State, rng: Random) -> State:
    while state.step not in (Step.PLAY, Step.CLAIM, Step.OVER):
        state = GAME.apply(state, GAME.turn(state).sample(rng))  # type: ignore[union-attr]
    return state


@given(st.integers(3, 5), st.booleans(), AGREED, st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_whole_games_go_the_same_way(
    players: int, teams: bool, some: dict[str, str], seed: int
) -> None:
    rng = Random(seed)
    state = dealt(table(players, **agreed(players, teams, some)), rng)
    s = numbered(BOX, state)
    while True:
        turn = GAME.turn(state)
        assert moves(s, turn[0].actor) == set(turn)
        assert state.players[rules_kernel.actor(s)] == turn[0].actor
        event = rng.choice(turn)
        for choice in split(BOX, s, event):
            rules_kernel.apply(s, choice)
        rounds = len(state.scores)
        state = GAME.apply(state, event)
        if len(state.scores) == rounds:
            told = numbered(BOX, state)
            assert s[: rules_kernel.SWAPPED].tolist() == told[: rules_kernel.SWAPPED].tolist()
            assert s[rules_kernel.TRUMP] == told[rules_kernel.TRUMP]
            continue
        assert s[rules_kernel.PHASE] == rules_kernel.OVER
        points = [rules_kernel.POINTS[rules_kernel.claimed_by(s, i)] for i in range(players)]
        assert tuple(points) == state.scores[-1]
        state = dealt(state, rng)
        if state.step is Step.OVER or len(state.scores) > players:
            break
        s = numbered(BOX, state)


@pytest.mark.parametrize("position", PERFT, ids=lambda position: str(position["counts"]))
def test_as_many_lines_of_play_as_by_the_plain_rules(position: dict[str, Any]) -> None:
    s, counts = numbered(BOX, fold(read(position["record"]))), position["counts"]
    assert [lines_of_play(s, depth) for depth in range(1, len(counts) + 1)] == counts


def lines_of_play(s: np.ndarray, depth: int) -> int:
    """Return in how many ways players can choose `depth` times before the round is over."""
    if s[rules_kernel.PHASE] == rules_kernel.OVER:
        return 0
    after = list(_ends(s, []))
    return len(after) if depth == 1 else sum(lines_of_play(each, depth - 1) for _, each in after)


def test_random_playouts_end_and_depend_on_the_seed_alone() -> None:
    s = numbered(BOX, dealt(table(4), Random(1)))
    points = [rules_kernel.random_playouts(s, 200, seed) for seed in (1, 1, 2)]
    assert points[0] == points[1] != points[2]
    assert 0 < points[0] / 200 < 24


def test_every_policy_accepts_every_phase() -> None:
    rng, out = np.array([3], np.uint64), np.empty(rules_kernel.CARDS)
    weights = np.linspace(-1, 1, policy_kernel.WEIGHTS)
    weights[0] = 1
    seen = set()
    for seed in range(30):
        plays = "optional" if seed % 2 else "mandatory"
        state = dealt(table(3 + seed % 3, Abilities=plays), Random(seed))
        s = numbered(BOX, state)
        while s[rules_kernel.PHASE] != rules_kernel.OVER:
            mask, w = rules_kernel.legal(s), weights.copy()
            if seed % 3 == 0:
                w[0] = policy_kernel.GREEDY
            choice = policy_kernel.chosen(s, w, 100, out, rng)
            assert mask >> choice & 1
            seen.add(int(s[rules_kernel.PHASE]))
            rules_kernel.apply(s, choice)
    assert seen == {0, 1, 2, 3, 4}
