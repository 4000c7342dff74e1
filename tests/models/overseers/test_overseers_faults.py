"""What a refusal names: all lines of the round with which a line cannot be true."""

from __future__ import annotations

import pytest

from aparte.models.core import Record, view
from aparte.models.event import TABLE
from aparte.models.record import Attempt, read_attempt, write
from tests.tables import random_game

DECK = random_game("overseers", 4, seed=0)
DRAWN = random_game("overseers", 4, seed=1)


def changed(record: Record, true: str, wrong: str) -> tuple[Attempt, list[str]]:
    """Return `record` with its last line `true` reading `wrong`, and the lines that are named."""
    head, found, tail = write(record).rpartition(f"\n{true}\n")
    assert found
    text = f"{head}\n{wrong}\n{tail}"
    attempt = read_attempt(text)
    return attempt, [text.split("\n")[line - 1] for line in attempt.error.lines]


@pytest.mark.parametrize(
    ("record", "viewer", "true", "wrong", "named"),
    [
        pytest.param(
            *(DECK, "Bo", "shows Ana A H P", "shows Ana M H P"),
            "Bo discards M; shows Ana M H P; opens Ana M P; opens Dai M H",
            id="own discard",
        ),
        pytest.param(
            *(DRAWN, "Bo", "Bo draws M P", "Bo draws M B"),
            "Bo places P H A / P B; shows Cy T B P; shows Dai B T B; Bo draws M B; opens Ana A H",
            id="drawn",
        ),
        pytest.param(
            *(DECK, TABLE, "opens Dai M H", "opens Dai B H"),
            "shows Bo H B T; shows Dai A P T; opens Bo B B; opens Dai B H; "
            "Bo robs Dai; Dai gives b1; scores 9 23 13 7",
            id="points of what was given",
        ),
        pytest.param(
            *(DECK, TABLE, "shows Bo H B T", "shows Bo H B B"),
            "shows Bo H B B; shows Cy A H A; shows Dai A P T; Cy tucks t3 under b2; "
            "opens Bo B B; opens Cy A T P; opens Dai M H; Dai appoints Bo",
            id="most Thefts",
        ),
    ],
)
def test_a_refusal_names_each_line_that_it_rests_on(
    record: Record, viewer: str, true: str, wrong: str, named: str
) -> None:
    assert changed(view(record, viewer), true, wrong)[1] == named.split("; ")


def test_what_was_added_names_the_draw() -> None:
    record = view(DRAWN, "Bo")
    added = next(each for _, each in record.events if each.verb == "adds")
    attempt, named = changed(record, "Bo draws M P", "Bo draws T T")
    assert named == ["Bo draws T T", f"Bo adds {added.words[0]}"]
    assert attempt.record.lines[-1].event.verb == "draws"
