"""Games of Overseers, line by line against the independent referee."""

from __future__ import annotations

import pytest

from aparte.models.core import Record
from tests.reference.judges import agree, rows_of
from tests.reference.overseers import replay
from tests.tables import blank


def table(seed: int) -> Record:
    """The table of game number `seed`: all numbers of players, in all settings."""
    settings = {
        "Direction": ("left", "alternate")[seed // 4 % 2],
        "Characters": ("dealt", "chosen")[seed // 8 % 2],
    }
    return blank("overseers", 3 + seed % 4, **settings)


@pytest.mark.parametrize("seed", range(20))
def test_both_referees_agree(seed: int) -> None:
    agree(rows_of(table(seed), seed), replay, seed, changes=4)


@pytest.mark.soak
def test_both_referees_agree_on_a_thousand_games() -> None:
    for seed in range(20, 1020):
        agree(rows_of(table(seed), seed), replay, seed, changes=10)


def test_it_sees_what_is_wrong() -> None:
    rows = rows_of(table(1), 1)
    for wrong in (
        "deal",
        "picks",
        "gets",
        "places",
        "shows",
        "votes",
        "voted",
        "opens",
        "scores",
        "won",
    ):
        at = next(number for number, row in enumerate(rows) if wrong in row)
        *words, _ = rows[at].split()
        with pytest.raises(AssertionError, match=f"line {at}|line {at + 1}"):
            replay("\n".join([*rows[:at], " ".join(words), *rows[at + 1 :]]))
