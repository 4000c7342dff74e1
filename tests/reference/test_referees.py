"""Games, line by line against the independent referee of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from aparte.models.core import Record
from tests.reference import adresses_jaunes, onstage, overseers
from tests.reference.judges import agree, rows_of, sees_what_is_wrong
from tests.tables import blank

GOLDEN = Path(__file__).parents[1] / "golden"
TIES = ("onstage-en-5-tie", "onstage-en-4-teams", "onstage-fr-3-tie")
TEAMS = {"Teams": "Ana+Cy Bo+Dai"}


def of_adresses_jaunes(seed: int) -> Record:
    return blank("adresses-jaunes", 2 + seed % 3)


def of_onstage(seed: int) -> Record:
    players, teams = ((3, {}), (4, {}), (5, {}), (4, TEAMS))[seed % 4]
    settings = {
        "Edition": ("en", "fr")[seed // 4 % 2],
        "Abilities": ("mandatory", "optional")[seed // 8 % 2],
        "Blossoms": ("bands", "cycle")[seed // 16 % 2],
    }
    return blank("onstage", players, **settings, **teams)


def of_overseers(seed: int) -> Record:
    settings = {
        "Direction": ("left", "alternate")[seed // 4 % 2],
        "Characters": ("dealt", "chosen")[seed // 8 % 2],
    }
    return blank("overseers", 3 + seed % 4, **settings)


@dataclass(frozen=True)
class Judged:
    """A game: its referee, its tables by their number, in all sizes and settings, and its lines."""

    replay: Callable[[str], None]
    table: Callable[[int], Record]
    verbs: str

    def rows(self, seed: int) -> list[str]:
        return rows_of(self.table(seed), seed)


JUDGED = {
    "adresses-jaunes": Judged(
        adresses_jaunes.replay, of_adresses_jaunes, "revealed deal disc pawn name result"
    ),
    "onstage": Judged(onstage.replay, of_onstage, "line removed deal plays claims result"),
    "overseers": Judged(
        overseers.replay, of_overseers, "deal picks gets places shows votes voted opens scores won"
    ),
}
of_each_game = pytest.mark.parametrize("of", JUDGED.values(), ids=JUDGED)


@of_each_game
@pytest.mark.parametrize("seed", range(7))
def test_both_referees_agree(of: Judged, seed: int) -> None:
    agree(of.rows(seed), of.replay, seed, changes=3)


@pytest.mark.parametrize("name", TIES)
def test_both_referees_agree_on_ties(name: str) -> None:
    rows = (GOLDEN / f"{name}.rec").read_text(encoding="utf-8").splitlines()
    agree(rows, onstage.replay, seed=len(rows), changes=5)


@pytest.mark.soak
@of_each_game
def test_both_referees_agree_on_a_thousand_games(of: Judged) -> None:
    for seed in range(7, 1007):
        agree(of.rows(seed), of.replay, seed, changes=10)


@of_each_game
def test_it_sees_what_is_wrong(of: Judged) -> None:
    sees_what_is_wrong(of.rows(2), of.replay, of.verbs.split())
