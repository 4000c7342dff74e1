"""What `aparte play` answers to a hundred typed lines tells nothing of what others hold."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from aparte.contract.twins import answers, lines_of, twins
from aparte.models.core import turn
from tests.tables import blank, played_at_random

TYPED, AT_ONCE = 100, 50
"""Lines that are typed, and how many of them in the same game."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_who_types_whatever_they_like_hears_nothing_of_others(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    rng, typed = Random(5), 0
    while typed < TYPED:
        record = played_at_random(blank(game, 3), rng.randrange(10**6), rng.randint(10, 80))
        coming = turn(record)
        acting = {event.actor for event in coming} if isinstance(coming, tuple) else {""}
        for viewer in sorted(acting - {""})[:1]:
            for twin in islice(twins(record, viewer, rng), 1):
                lines = lines_of(record, twin, rng, AT_ONCE)
                assert answers(record, viewer, lines) == answers(twin, viewer, lines)
                typed += AT_ONCE
