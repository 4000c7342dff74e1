"""`aparte puzzle` as somebody at a terminal finds it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from aparte.puzzles.code import puzzle_of
from tests.aparte_cli import aparte, data
from tests.cli.test_door import Guest

PROMPT = "open>"


def desk(home: Path) -> Any:
    """Return what `puzzle record` tells of the puzzles open and solved."""
    return json.loads(aparte("puzzle", "record", "--json", APARTE_HOME=str(home)).stdout)


def test_a_new_puzzle_is_solved_at_once_and_another_one_each_time(tmp_path: Path) -> None:
    for _ in range(2):
        guest = Guest(tmp_path, "--plain", "puzzle", "new", "onstage", "--level", "easy")
        guest.reads(PROMPT)
        guest.leaves()
        assert "(easy)" in guest.read and "Answer" not in guest.read
    first, second = (puzzle_of(each["code"]) for each in desk(tmp_path)["open"])
    assert first.question != second.question
    assert (second.record.game.name, second.grade.level) == ("onstage", "easy")


def test_with_its_answer_it_is_printed_at_a_terminal_too(tmp_path: Path) -> None:
    guest = Guest(tmp_path, "puzzle", "new", "onstage", "--answer", "--seed", "4")
    guest.reads('[Answer "')
    guest.leaves()
    told = data("puzzle", "new", "onstage", "--answer", "--seed", "4")[0]["record"]
    assert "[Answer " in told and PROMPT not in guest.read
    assert not desk(tmp_path)["open"]


def test_all_is_erased_only_after_a_yes(tmp_path: Path) -> None:
    aparte("puzzle", "solve", "jade seal", typed="note one", APARTE_HOME=str(tmp_path))
    for answer, left in (("no", 1), ("yes", 0)):
        guest = Guest(tmp_path, "--plain", "puzzle", "record", "--erase")
        guest.answers("(yes/no)?", answer)
        guest.ends()
        assert len(desk(tmp_path)["open"]) == left


def test_alone_it_opens_the_puzzle_of_the_day_or_goes_on_with_the_open_one(tmp_path: Path) -> None:
    today = aparte("puzzle", "daily", "--show").stdout.split(": ")[1].split(",")[0]
    for words, title in (
        ((), today),
        (("solve", "late at the inn"), "Late at the Inn"),
        ((), "Late at the Inn"),
    ):
        guest = Guest(tmp_path, "--plain", "puzzle", *words)
        guest.reads(PROMPT)
        guest.leaves()
        assert f"{title} (" in guest.read


def test_who_is_stuck_is_told_how_to_come_to_the_answer(tmp_path: Path) -> None:
    def solved(typed: str, *more: str) -> str:
        return aparte(*more, "puzzle", "solve", "Temple Street", typed=typed,
                      APARTE_HOME=str(tmp_path)).output  # fmt: skip

    assert "Tapez indice jusqu’à ce qu’une étape" in " ".join(
        solved("réponse\n", "--lang", "fr").split()
    )
    assert "Type hint until a step is told in full, then take" in solved("answer\n")
    assert "The answer: " in solved("hint\n" * 9 + "take\n")
