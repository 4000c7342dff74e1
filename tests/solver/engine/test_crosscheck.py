"""python-constraint finds the same worlds as brute force, and the engines agree with it."""

from collections import Counter
from dataclasses import replace
from math import factorial, prod
from random import Random

import pytest

from aparte.models.hidden import Hidden, World
from aparte.solver.engine.count import count
from aparte.solver.engine.crosscheck import TooLarge, crosscheck, solve_all
from aparte.solver.engine.deduce import Status, deduce
from tests.solver.engine.small import all_worlds, like_a_game, small_model


def ways(world: World) -> int:
    """Return how often `world` comes about with its pieces told apart."""
    return prod(
        factorial(len(places)) // prod(map(factorial, Counter(places).values()))
        for places in world.values()
    )


@pytest.mark.parametrize("seed", range(120))
def test_the_worlds_are_those_of_brute_force(seed: int) -> None:
    hidden = small_model(Random(seed))
    found = Counter(tuple(world.items()) for world in solve_all(hidden))
    assert found == {tuple(world.items()): ways(world) for world in all_worlds(hidden)}


@pytest.mark.parametrize("seed", range(120))
def test_the_engines_agree(seed: int) -> None:
    hidden = (small_model if seed % 2 else like_a_game)(Random(seed))
    assert crosscheck(hidden, deduce(hidden), count(hidden)) is None


def test_a_wrong_answer_is_noticed() -> None:
    hidden = like_a_game(Random(1))
    deduction, posterior = deduce(hidden), count(hidden)
    wrong = dict.fromkeys(deduction.status, Status.PROVED)
    assert crosscheck(hidden, replace(deduction, status=wrong), posterior)
    assert crosscheck(hidden, replace(deduction, consistent=False), posterior)
    unknown = dict.fromkeys(deduction.status, Status.UNKNOWN)
    assert not crosscheck(hidden, replace(deduction, status=unknown), posterior)
    assert crosscheck(hidden, deduction, count(replace(hidden, facts=hidden.facts[:1])))


def test_large_models_are_refused() -> None:
    with pytest.raises(TooLarge):
        solve_all(Hidden({"K": 30}, ("Ana", "Bo"), ()))
    with pytest.raises(TooLarge):
        solve_all(Hidden({"K": 5}, ("Ana", "Bo"), ()), cap=31)
    assert len(solve_all(Hidden({"K": 5}, ("Ana", "Bo"), ()), cap=32)) == 32
