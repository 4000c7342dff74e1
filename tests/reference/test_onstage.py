"""Games of Onstage, line by line against the independent referee."""

from __future__ import annotations

import pytest

from aparte.models.core import Record
from tests.reference.judges import agree, rows_of
from tests.reference.onstage import replay
from tests.tables import blank

TEAMS = {"Teams": "Ana+Cy Bo+Dai"}


def table(seed: int) -> Record:
    """The table of game number `seed`: all numbers of players, in all settings."""
    players, teams = ((3, {}), (4, {}), (5, {}), (4, TEAMS))[seed % 4]
    settings = {
        "Edition": ("en", "fr")[seed // 4 % 2],
        "Abilities": ("mandatory", "optional")[seed // 8 % 2],
        "Blossoms": ("bands", "cycle")[seed // 16 % 2],
    }
    return blank("onstage", players, **settings, **teams)


@pytest.mark.parametrize("seed", range(24))
def test_both_referees_agree(seed: int) -> None:
    agree(rows_of(table(seed), seed), replay, seed, changes=4)


@pytest.mark.soak
def test_both_referees_agree_on_a_thousand_games() -> None:
    for seed in range(24, 1024):
        agree(rows_of(table(seed), seed), replay, seed, changes=10)


def test_it_sees_what_is_wrong() -> None:
    rows = rows_of(table(2), 2)
    for wrong in ("line", "removed", "deal", "plays", "claims", "result"):
        at = next(number for number, row in enumerate(rows) if wrong in row)
        *words, _ = rows[at].split()
        with pytest.raises(AssertionError, match=f"line {at}|line {at + 1}"):
            replay("\n".join([*rows[:at], " ".join(words), *rows[at + 1 :]]))
