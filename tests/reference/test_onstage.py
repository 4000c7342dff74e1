"""Games of Onstage, line by line against the independent referee."""

from __future__ import annotations

from pathlib import Path

import pytest

from aparte.models.core import Record
from tests.reference.judges import agree, rows_of, sees_what_is_wrong
from tests.reference.onstage import replay
from tests.tables import blank

GOLDEN = Path(__file__).parents[1] / "golden"
TIES = ("onstage-en-5-tie", "onstage-en-4-teams", "onstage-fr-3-tie")
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


@pytest.mark.parametrize("seed", range(6))
def test_both_referees_agree(seed: int) -> None:
    agree(rows_of(table(seed), seed), replay, seed, changes=3)


@pytest.mark.parametrize("name", TIES)
def test_both_referees_agree_on_ties(name: str) -> None:
    rows = (GOLDEN / f"{name}.rec").read_text(encoding="utf-8").splitlines()
    agree(rows, replay, seed=len(rows), changes=5)


@pytest.mark.soak
def test_both_referees_agree_on_a_thousand_games() -> None:
    for seed in range(6, 1006):
        agree(rows_of(table(seed), seed), replay, seed, changes=10)


def test_it_sees_what_is_wrong() -> None:
    verbs = ["line", "removed", "deal", "plays", "claims", "result"]
    sees_what_is_wrong(rows_of(table(2), 2), replay, verbs)
