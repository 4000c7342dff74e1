"""Reasons hold in fresh worlds, are not told twice, and speak for the better move."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain, islice

import pytest

from aparte.models.games import OWN
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget
from tests.reasons import measured_again, played_positions, said_of

POSITIONS, SEED = {"bards": 2}, 7
WALKED = {"bards": 12}
LOOK = Budget(iterations=72)


@pytest.mark.parametrize("game", OWN)
def test_reasons_hold_in_fresh_worlds(game: str) -> None:
    """The whole of it is `python -m bench reasons`."""
    some = islice(
        chain.from_iterable(played_positions(game, SEED, n) for n in range(9)),
        POSITIONS.get(game, 4),
    )
    rows = [row for own in some for row in measured_again(own, LOOK, 150)]
    told = [row for row in rows if "same" in row]
    assert told
    assert sum(not row["same"] for row in told) <= max(1, 0.1 * len(told)), told
    assert not any(row["double"] or row["against"] for row in told)


@pytest.mark.slow
@pytest.mark.parametrize("game", OWN)
def test_no_two_moves_that_differ_have_the_same_sentence(game: str) -> None:
    """But where nothing tells them apart, or only what comes later, or one is like another."""
    walked = chain.from_iterable(played_positions(game, 8, n) for n in range(99))
    for own in islice(walked, WALKED.get(game, 36)):
        told = set[Hashable]()
        for row in ranked(own, LOOK):
            differs = row.contrast
            if differs is None or differs.either or differs.like or not differs.difference:
                continue
            assert said_of(differs) not in told, (own.last, own.viewer)
            told.add(said_of(differs))
