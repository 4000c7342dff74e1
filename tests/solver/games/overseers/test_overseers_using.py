"""What a tilt or a copy shows of hidden cards: worlds drawn by it."""

from __future__ import annotations

from functools import cache
from itertools import islice, permutations
from math import sqrt
from random import Random
from statistics import fmean

import pytest

from aparte.models.core import View
from aparte.models.overseers.scoring import Holding
from aparte.models.overseers.state import State, Step
from aparte.solver.games.overseers import using
from aparte.solver.games.overseers.behaviour import Behaviour
from aparte.solver.games.overseers.imagined import imagined
from aparte.solver.games.overseers.table import RoundTable
from aparte.solver.games.overseers.using import BLINDLY, uses
from tests.reasons import positions

DRAWN = 1000


@cache
def used() -> tuple[View[State], ...]:
    """Return views at a vote in which another player used a power."""
    walked = (
        own
        for number in range(200)
        for own in positions("overseers", Random(f"used/{number}"), (3, 4))
        if own.state.step is Step.VOTE and {*uses(own.state)} - {own.viewer}
    )
    return tuple(islice(walked, 12))


def worths(own: View[State], player: str, table: RoundTable) -> tuple[float, list[float]]:
    """Return what a player gets by the use of its power, and by all others, as the cards lie."""
    state, use = own.state, uses(own.state)[player]
    row = table.rows[state.players.index(player)]
    kinds = {card.spot: table.cards.kind[card.kind] for card in row}
    power = state.power_of(player)

    def points(natures: list[str], tilted: int = 0) -> float:
        return Holding(tuple(sorted(natures)), tilted, power).points(state.box)

    found = dict[tuple[str, str], float]()
    if use.above:
        for below, above in permutations(kinds, 2):
            found[below, above] = points([*{**kinds, below: kinds[above]}.values()])
    else:
        for spot, kind in kinds.items():
            left = [each for each in kinds.values() if each != kind]
            found[spot, ""] = points(left, len(kinds) - len(left))
    return found[use.spot, use.above], list(found.values())


def chance(own: View[State], player: str, table: RoundTable) -> tuple[float, bool]:
    """Return how likely the use of a power was by the rules, and whether it was a best one."""
    got, every = worths(own, player, table)
    best = every.count(max(every))
    return BLINDLY / len(every) + (1 - BLINDLY) * (got == max(every)) / best, got == max(every)


def test_worlds_are_as_likely_as_they_make_the_use_of_a_power(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They come as if all used powers blindly, weighed by the chance of the use to the strength."""
    sharper = 0
    for own in used()[:4]:
        player = next(iter({*uses(own.state)} - {own.viewer}))
        drawn = islice(imagined(own, Behaviour(0.5), Random(1)), DRAWN)
        found = fmean(chance(own, player, each)[1] for each in drawn)
        with monkeypatch.context() as blind:
            blind.setattr(using, "BLINDLY", 1.0)
            tables = [*islice(imagined(own, Behaviour(0.5), Random(2)), DRAWN)]
        ways = [chance(own, player, each) for each in tables]
        odds = [use**0.5 for use, _ in ways]
        weighed = sum(each * good for each, (_, good) in zip(odds, ways, strict=True)) / sum(odds)
        few = min(sum(good for _, good in ways), sum(not good for _, good in ways))
        assert abs(found - weighed) < 4 * (1 / sqrt(DRAWN) + 1 / sqrt(max(few, 1)) / 4)
        sharper += found > fmean(good for _, good in ways) + 0.1
    assert sharper > 1
