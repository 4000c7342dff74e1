"""Lines as people say them, in both languages and all games: read right, and never wrong."""

from __future__ import annotations

import pytest

from tests.hearing import LINES, Heard, heard, rows

ROWS = list(rows(LINES))
RIGHT = 0.95
"""How many of the lines in `LINES` must be read right, at least."""


@pytest.mark.parametrize("part", range(4))
def test_lines_as_people_say_them_are_read_right_and_never_wrong(part: int) -> None:
    found = {index: heard(row)[0] for index, row in enumerate(ROWS) if index % 4 == part}
    assert [ROWS[index]["said"] for index, came in found.items() if came is Heard.WRONG] == []
    assert list(found.values()).count(Heard.RIGHT) >= RIGHT * len(found)


def test_what_must_not_be_guessed_is_not() -> None:
    guarded = [row for row in ROWS if row["means"] is None]
    assert len(guarded) >= 30
    assert all(heard(row)[0] is Heard.RIGHT for row in guarded)
