"""The independent referee of Overseers counts as the rulebook does."""

from __future__ import annotations

import pytest

from tests.reference.overseers_seats import TILTED, Piece, Seat


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
