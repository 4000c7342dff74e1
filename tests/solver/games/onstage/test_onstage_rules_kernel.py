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

from aparte.models.core import Event
from aparte.models.onstage import GAME, State, Step
from aparte.models.record import read
from aparte.solver.games.onstage import rules_kernel
from aparte.solver.games.onstage.rules_kernel import make
from aparte.solver.games.onstage.table import coded, event_of, mask, numbered, shown_voids
from tests.models.onstage.positions import shown, table

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


def ends(s: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the code of every whole move, and the state after it."""
    yield from _ends(s, 0, 0)


def _ends(s: np.ndarray, code: int, shift: int) -> Iterator[tuple[int, np.ndarray]]:
    mask = rules_kernel.legal(s)
    for choice in range(rules_kernel.CARDS):
        if mask >> choice & 1:
            after = s.copy()
            rules_kernel.apply(after, choice)
            longer = code | choice + 1 << shift
            if after[rules_kernel.PHASE] in rules_kernel.BETWEEN:
                yield longer, after
            else:
                yield from _ends(after, longer, shift + 6)


def listed(s: np.ndarray) -> dict[int, bytes]:
    """Return the moves that the kernel lists, and what stands after each."""
    afters = np.zeros((rules_kernel.MOST_MOVES, rules_kernel.SIZE), np.int64)
    codes = np.zeros(rules_kernel.MOST_MOVES, np.int64)
    n = rules_kernel.moves(s, afters, codes)
    assert len(set(codes[:n].tolist())) == n
    return {int(code): after.tobytes() for code, after in zip(codes[:n], afters[:n], strict=True)}


def dealt(state: State, rng: Random) -> State:
    while state.step not in (Step.PLAY, Step.CLAIM, Step.OVER):
        state = GAME.apply(state, GAME.turn(state).sample(rng))  # type: ignore[union-attr]
    return state


@given(st.integers(3, 5), st.booleans(), AGREED, st.integers(0, 2**32))
@settings(max_examples=16, deadline=None)
def test_whole_games_go_the_same_way(
    players: int, teams: bool, some: dict[str, str], seed: int
) -> None:
    rng = Random(seed)
    state = dealt(table(players, **agreed(players, teams, some)), rng)
    s, plays = numbered(BOX, state), list[Event]()
    while True:
        turn = GAME.turn(state)
        player, every = turn[0].actor, dict(ends(s))
        assert {event_of(BOX, s, player, code) for code in every} == set(turn)
        assert {coded(BOX, s, event) for event in turn} == set(every)
        assert state.players[rules_kernel.actor(s)] == player
        found = listed(s)
        assert found.items() <= {code: each.tobytes() for code, each in every.items()}.items()
        assert set(found.values()) == {each.tobytes() for each in every.values()}  # ON-21
        make(s, coded(BOX, s, event := rng.choice(turn)))
        rounds = len(state.scores)
        state = GAME.apply(state, event)
        if len(state.scores) == rounds:
            told = numbered(BOX, state)
            assert s[: rules_kernel.SWAPPED].tolist() == told[: rules_kernel.SWAPPED].tolist()
            assert s[rules_kernel.TRUMP] == told[rules_kernel.TRUMP]
            plays += [event] if event.verb == "plays" else []
            assert s[rules_kernel.VOIDS] == shown_voids(BOX, shown(state.players, plays))
            continue
        assert s[rules_kernel.PHASE] == rules_kernel.OVER
        points = [rules_kernel.POINTS[rules_kernel.claimed_by(s, i)] for i in range(players)]
        assert tuple(points) == state.scores[-1]
        state = dealt(state, rng)
        if state.step is Step.OVER or len(state.scores) > players:
            break
        s, plays = numbered(BOX, state), []


@pytest.mark.parametrize("position", PERFT, ids=lambda position: str(position["counts"]))
def test_as_many_lines_of_play_as_by_the_plain_rules(position: dict[str, Any]) -> None:
    s, counts = numbered(BOX, read(position["record"]).state), position["counts"]
    assert [lines_of_play(s, depth) for depth in range(1, len(counts) + 1)] == counts


def lines_of_play(s: np.ndarray, depth: int) -> int:
    """Return in how many ways players can choose `depth` times before the round is over."""
    if s[rules_kernel.PHASE] == rules_kernel.OVER:
        return 0
    after = list(ends(s))
    return len(after) if depth == 1 else sum(lines_of_play(each, depth - 1) for _, each in after)


@pytest.mark.parametrize(
    ("edition", "teams", "totals", "kept", "shares"),
    [
        ("en", False, (22, 22, 21, 9), ("K5", "B6", "G9", "P9"), (0, 1, 0, 0)),
        ("en", False, (22, 22, 22, 9), ("K5", "B5", "G4", "P9"), (1 / 2, 1 / 2, 0, 0)),
        ("en", False, (22, 22, 21, 9), ("K5", "", "G9", "P9"), (1 / 2, 1 / 2, 0, 0)),
        ("en", False, (22, 21, 20, 9), ("K1", "B6", "G9", "P9"), (1, 0, 0, 0)),
        ("fr", False, (22, 22, 21, 9), ("K5", "B6", "G9", "P9"), (1 / 2, 1 / 2, 0, 0)),
        ("en", True, (30, 30, 30, 30), ("K1", "B6", "G8", "P2"), (1, 0, 1, 0)),
        ("en", True, (30, 30, 30, 30), ("K1", "B8", "G8", "P2"), (1 / 2, 1 / 2, 1 / 2, 1 / 2)),
    ],
)
def test_the_kept_card_decides_among_the_tied(
    edition: str,
    teams: bool,
    totals: tuple[int, ...],
    kept: tuple[str, ...],
    shares: tuple[float, ...],
) -> None:
    """ON-14, ON-19, ON-23"""
    state = dealt(table(4, **agreed(4, teams, {"Edition": edition})), Random(1))
    s = numbered(BOX, state)
    s[rules_kernel.BEFORE] = 1
    for seat, card in enumerate(kept):
        s[seat] = mask((card,) if card else (), BOX.cards)
    told = np.array([*totals, 0], np.int64)
    assert tuple(rules_kernel.share(s, told, seat) for seat in range(4)) == shares
    s[rules_kernel.BEFORE] = 0  # no last round
    most = sum(each == max(totals) for each in totals)
    alike = tuple((1 + teams) / most if each == max(totals) else 0 for each in totals)
    assert tuple(rules_kernel.share(s, told, seat) for seat in range(4)) == alike
