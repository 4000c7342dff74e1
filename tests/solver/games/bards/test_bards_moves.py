"""The values of moves at Battle of the Bards against playing every line by the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from aparte.models.bag import Bag
from aparte.models.bards import GAME, State
from aparte.models.core import Event
from aparte.solver.games.bards.moves import Valuer
from tests.bards_positions import cut_down, position, turns_of
from tests.solver.games.bards.bards_brute import Trying

GOLDEN = sorted((Path(__file__).parents[3] / "golden").glob("bards-*.rec"))
FREE = ("raises", "lowers", "rerolls")


def small(seed: int, dice: int, spare: int) -> State:
    """A turn of Ana's, at random or cut out of a game between bots.

    It has at most so many dice, and `spare` melodies and cards in hand. The decks of the table are
    cut down as well.
    """
    rng = Random(seed)
    dice, cards = rng.randint(1, dice), rng.randint(1, 2 if dice < 4 else 3)
    if seed % 2:
        state = position(rng, dice, cards, spare)
    else:
        turns = turns_of(rng.choice(GOLDEN))
        state = cut_down(rng.choice(turns), rng, dice, cards, spare)
    hand = state.troupes["Ana"].hand.known
    melodies = max(0, min(state.troupes["Ana"].melodies, spare - len(hand)))
    state = state.troupe("Ana", melodies=melodies)
    return replace(
        state,
        linger="turn" if seed % 5 == 0 else "round",
        audience_deck=Bag(state.audience_deck.known[seed % 7 :: 7]),
        veterans=Bag(state.veterans.known[seed % 7 :: 7]),
    )


def differences(state: State, moves: list[Event]) -> list[tuple[Event, float, float]]:
    """The moves with their values by the planner and by trying everything, where they differ.

    The planner rounds down what it expects of an exploration to come. Where what is lent lasts
    for a turn, it plans with it in this turn only.
    """
    valuer, trying = Valuer(GAME, state, "Ana", Random(1)), Trying()
    differing = []
    for move in moves:
        value = valuer.value(move)
        if value.exact:
            least = trying.value(state, move)
            short = least - value.mean
            if short < -1e-6 or (short >= 1 and state.linger == "round"):
                differing.append((move, value.mean, least))
    return differing


def moves_of(state: State) -> list[Event]:
    turn = GAME.turn(state)
    assert isinstance(turn, tuple)
    return list(turn)


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=[pytest.mark.soak] * (part > 0)) for part in range(20)]
)
def test_a_move_is_worth_what_the_best_line_brings(part: int) -> None:
    for seed in range(10 * part, 10 * part + 10):
        state = small(seed, 3, 0) if seed % 4 == 0 else small(seed, 2, 1)
        free = [move for move in moves_of(state) if move.verb in FREE]
        chosen = Random(seed).sample(free, min(2, len(free)))
        moves = [m for m in moves_of(state) if m.verb not in FREE] + chosen
        assert not differences(state, moves), seed


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_every_move_is_worth_what_the_best_line_brings(seed: int) -> None:
    dice = 2 + seed % 5
    state = small(seed, dice, 2 if dice < 4 else 1 if dice < 6 else 0)
    assert not differences(state, moves_of(state))
