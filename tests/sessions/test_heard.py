"""Lines as people say them, in both languages and all games: read right, and never wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import TABLE
from aparte.models.record import read, read_file
from aparte.sessions.heard import lexicon
from tests.hearing import LINES, Heard, heard, reply, rows

ROWS = list(rows(LINES))
PARTS = 4
RIGHT = 0.95
"""How many of the lines in `LINES` must be read right, at least."""


@pytest.mark.parametrize("part", range(PARTS))
def test_lines_as_people_say_them_are_read_right_and_never_wrong(part: int) -> None:
    found = [(row, heard(row)[0]) for row in ROWS[part::PARTS]]
    assert [row["said"] for row, came in found if came is Heard.WRONG] == []
    assert sum(row["means"] is None for row, _ in found) >= 20  # these must not be guessed
    assert sum(came is Heard.RIGHT for _, came in found) >= RIGHT * len(found)


def test_a_lexicon_is_made_once_for_the_lines_of_a_seat_in_a_language() -> None:
    record = read_file(Path("tests/examples/adresses-jaunes-4p-bo.rec"))
    before = record.with_lines(record.lines[:8])
    english = lexicon(record, str)
    assert lexicon(before, str) is english
    with spoken("fr"):
        french = lexicon(record, tell)
        assert french is not english
        assert lexicon(before, tell) is french
    assert lexicon(record, str) is english
    assert lexicon(replace(record, viewer=TABLE), str) is not english


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "{} puts a disc on the bakeries with 2 cubes"),
        ("fr", "{} pose un disque sur les pâtisseries avec 2 cubes"),
    ],
)
@pytest.mark.parametrize("name", ["Ann", "Lee", "Dee", "Ana"])
def test_a_name_that_is_all_but_a_little_word_is_the_player_of_that_name(
    name: str, language: str, said: str
) -> None:
    text = Path("tests/examples/adresses-jaunes-4p-bo.rec").read_text().replace("Ana", name)
    record = read(text.split("\nBo disc", maxsplit=1)[0] + "\n")
    with spoken(language):
        assert reply(record, said.format(name)).line == f"{name} disc P = 2"


@pytest.mark.parametrize("said", ["{} puts a disc on the bakeries with 2 cubes", "{} at v1, 2"])
@pytest.mark.parametrize("name", ["An", "Les", "Un"])
def test_a_name_that_is_a_little_word_too_is_never_taken_for_another_player(
    name: str, said: str
) -> None:
    text = Path("tests/examples/adresses-jaunes-4p-bo.rec").read_text().replace("Ana", name)
    record = read(text.split("\nBo disc", maxsplit=1)[0] + "\n")
    line = reply(record, said.format(name)).line
    assert not line or line.startswith(f"{name} ")
