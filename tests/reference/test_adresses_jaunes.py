"""Games of Les Adresses Jaunes, line by line against the independent referee."""

from __future__ import annotations

import pytest

from aparte.models.core import Record
from tests.reference.adresses_jaunes import replay
from tests.reference.judges import agree, rows_of, sees_what_is_wrong
from tests.tables import blank


def table(seed: int) -> Record:
    """The table of game number `seed`: all numbers of players, in all settings."""
    return blank("adresses-jaunes", 2 + seed % 3)


@pytest.mark.parametrize("seed", range(7))
def test_both_referees_agree(seed: int) -> None:
    agree(rows_of(table(seed), seed), replay, seed, changes=4)


@pytest.mark.soak
def test_both_referees_agree_on_a_thousand_games() -> None:
    for seed in range(7, 1007):
        agree(rows_of(table(seed), seed), replay, seed, changes=10)


def test_it_sees_what_is_wrong() -> None:
    verbs = ["revealed", "deal", "disc", "pawn", "name", "result"]
    sees_what_is_wrong(rows_of(table(1), 1), replay, verbs)
