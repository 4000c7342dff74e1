"""The compiled rules of Battle of the Bards do exactly what the plain rules do."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from aparte.models.bards import GAME, Bards, State, Step
from aparte.models.bards.dice import COLOURS
from aparte.models.bards.rounds import points
from aparte.models.chance import Chance, Forced
from aparte.models.core import Event
from aparte.models.record import begun
from aparte.solver.games.bards import encore_kernel, moves_kernel, round_kernel, table_kernel
from aparte.solver.games.bards.habit_kernel import habit
from aparte.solver.games.bards.learnt import learnt
from aparte.solver.games.bards.rules_kernel import player_of
from aparte.solver.games.bards.table import Numbering, numbering
from aparte.solver.play.bits_kernel import below
from aparte.solver.play.driver import drawn
from tests.bards_tables import everything
from tests.tables import blank

FREE = ("rerolls", "raises", "lowers", "passes", "done")


def dealt(game: Bards, players: int, seed: int, settings: dict[str, str]) -> State:
    plain = blank("bards", players)
    setup = replace(plain.setup, settings={**plain.setup.settings, **settings})
    state: State = drawn(begun(game, setup, plain.viewer, plain.tags), Random(seed)).state
    return state


def alive(s: np.ndarray) -> np.ndarray:
    """Return a state without what is left of duties done."""
    k, s = table_kernel, s.copy()
    s[k.TABLE, k.DUTIES + k.DUTY * s[k.TABLE, k.DUE] :] = 0
    return s


def outcome(
    numbers: Numbering,
    state: State,
    coming: Chance,
    before: np.ndarray,
    after: np.ndarray,
    luck: np.ndarray,
) -> Event:
    """Return the event by which the kernel went on from `before` to `after`, with this `luck`.

    Dice may be gone `after`: the roll can be the last line of a show.
    """
    if isinstance(coming, Forced):
        return coming.event
    k, bards, event = table_kernel, list(numbers.bards), coming.event
    row = state.players.index(event.actor) if event.actor else k.TABLE
    table = after[k.TABLE]
    stage = [bards[after[row, k.STAGE + k.SLOT * i] - 1] for i in range(after[row, k.ON_STAGE])]
    more = after[row].astype(int) - before[row]
    match event.verb:
        case "rolls":
            waiting = [(colour, before[row, k.FACES * i]) for i, colour in enumerate(COLOURS)]
            rolled = (
                f"{colour}{1 + below(luck, k.PIPS)}" for colour, n in waiting for _ in range(n)
            )
            came = sorted(rolled)
        case "draws":
            came = [card for i, card in enumerate(bards) for _ in range(more[k.HAND + i])]
        case "explores":
            came = [bards[after[row, k.TOP] - 1]]
        case "gathers":
            came = stage[-1:]
        case "reveals":
            came = stage
        case "top":
            came = [list(numbers.audiences)[table[k.TOP_AUDIENCE] - 1]]
        case "newest":
            came = [bards[table[k.LINE + table[k.IN_LINE] - 1] - 1]]
        case "sudden":
            came = [list(numbers.pairs)[table[k.SUDDEN] - 1]]
        case _:
            came = [list(numbers.pairs)[before[row, k.ENCORE] - 1]]
    first = getattr(coming, "first", ())
    for card in first:
        came.remove(card)
    return replace(event, outcome=(*first, *came))


def go_along(game: Bards, players: int, seed: int, steps: int, settings: dict[str, str]) -> State:
    """Play a game at random by both rules; all states, legal moves and scores are the same."""
    rng, state = Random(seed), dealt(game, players, seed, settings)
    numbers, found = numbering(game.box), moves_kernel.new_moves()
    cards, luck = numbers.cards, np.arange(5, dtype=np.uint64) + np.uint64(seed << 8)
    for _ in range(steps):
        if state.step is Step.OVER:
            break
        s, coming = numbers.state(state), game.turn(state)
        assert round_kernel.by_chance(s) != isinstance(coming, tuple)
        if isinstance(coming, tuple):
            moves = [each for each in coming if each.verb != "counted"]
            moves_kernel.legal(cards, s, found)
            listed = found[1 : found[0] + 1].tolist()
            assert sorted(listed) == sorted({numbers.move(state, each) for each in moves})
            some = [each for each in moves if each.verb not in FREE]
            event = rng.choice(some if some and rng.random() < 0.8 else moves)
            round_kernel.apply(cards, s, numbers.move(state, event))
        else:
            row = state.players.index(coming.event.actor) if coming.event.actor else -1
            before, own = s.copy(), luck[row:].copy()
            round_kernel.drawn(cards, s, luck)
            event = outcome(numbers, state, coming, before, s, own)
        state = game.apply(state, event)
        assert np.array_equal(alive(s), alive(numbers.state(state))), event
    for p, player in enumerate(state.players):
        own = table_kernel.points(cards, numbers.state(state), p)
        assert own == points(game.box, state, player)
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_compiled_rules_are_the_plain_ones(players: int) -> None:
    go_along(GAME, players, players, 150, {})


@pytest.mark.parametrize("players", [2, 3])
def test_so_they_are_with_all_that_a_card_set_can_say(players: int) -> None:
    go_along(everything(), players, players, 120, {"Support": "turn", "LastCard": "away"})


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30))
def test_whole_games_are_the_same(seed: int) -> None:
    settings = {"Support": ("turn", "round")[seed % 2], "LeftoverPerformancePoints": str(seed % 2)}
    game = everything() if seed % 3 == 0 else GAME
    assert go_along(game, 2 + seed % 3, seed, 3_000, settings).step is Step.OVER


def test_a_game_that_does_not_end_is_counted_alike() -> None:
    state = dealt(GAME, 3, 5, {})
    state = replace(state, round=41, step=Step.STAGE, duties=())
    numbers = numbering(GAME.box)
    s = numbers.state(state)
    encore_kernel.scored(numbers.cards, s)
    round_kernel.onward(numbers.cards, s)
    plain = GAME.apply(state, Event("counted"))
    assert np.array_equal(alive(s), alive(numbers.state(plain)))


@pytest.mark.parametrize("seed", range(3))
def test_habits_choose_what_is_legal(seed: int) -> None:
    state = dealt(GAME, 3, seed, {})
    numbers, found, rng = numbering(GAME.box), moves_kernel.new_moves(), Random(seed)
    for _ in range(150):
        coming = GAME.turn(state)
        if isinstance(coming, tuple):
            s = numbers.state(state)
            m = habit(numbers.cards, s, learnt().habits, found)
            legal = {numbers.move(state, each): each for each in coming if each.verb != "counted"}
            assert m in legal
            assert state.players[player_of(m)] == legal[m].actor
            event = legal[m]
        else:
            event = coming.sample(rng)
        state = GAME.apply(state, event)
        if state.step is Step.OVER:
            return
