"""Games of Overseers, line by line against the independent referee."""

from __future__ import annotations

import pytest

from aparte.models.core import Record
from tests.reference.judges import agree, rows_of, sees_what_is_wrong
from tests.reference.overseers import replay
from tests.reference.overseers_seats import TILTED, Piece, Seat
from tests.tables import blank


def table(seed: int) -> Record:
    """The table of game number `seed`: all numbers of players, in all settings."""
    settings = {
        "Direction": ("left", "alternate")[seed // 4 % 2],
        "Characters": ("dealt", "chosen")[seed // 8 % 2],
    }
    return blank("overseers", 3 + seed % 4, **settings)


@pytest.mark.parametrize("seed", range(6))
def test_both_referees_agree(seed: int) -> None:
    agree(rows_of(table(seed), seed), replay, seed, changes=3)


@pytest.mark.soak
def test_both_referees_agree_on_a_thousand_games() -> None:
    for seed in range(6, 1006):
        agree(rows_of(table(seed), seed), replay, seed, changes=10)


def test_it_sees_what_is_wrong() -> None:
    verbs = ["deal", "picks", "gets", "places", "shows", "votes", "voted", "opens", "scores", "won"]
    sees_what_is_wrong(rows_of(table(1), 1), replay, verbs)


@pytest.mark.parametrize(
    ("character", "kinds", "points"),
    [
        ("Yanmei", ["M", "A", "H", "M", TILTED], 22),
        ("Gan", ["A", "B", "B", "M", "P", "P"], 23),
        ("Meixiu", ["P", "P", "P"], 24),
        ("Suyin", ["B", "A", "H", "H", "H"], 25),
    ],
)
def test_the_example_of_the_rulebook(character: str, kinds: list[str], points: int) -> None:
    spots = {f"t{n}": Piece(kind, kind, hidden=False) for n, kind in enumerate(kinds)}
    assert Seat("Ana", character, spots=spots).score == points
