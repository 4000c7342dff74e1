"""`aparte puzzle` through the real command line."""

import json
import subprocess
import sys

from aparte.models.record import read
from aparte.puzzles.grade import LEVELS
from aparte.puzzles.room import Puzzle, puzzles, uncertified


def aparte(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "aparte.cli", "--lang", "en", "--plain", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


def test_the_list_has_every_puzzle() -> None:
    listed = json.loads(aparte("puzzle", "list", "--json").stdout)
    assert sorted(each["name"] for each in listed) == [puzzle.name for puzzle in puzzles()]
    levels = [LEVELS.index(each["level"]) for each in listed]
    assert levels == sorted(levels)


def test_answers_are_checked_one_by_one_until_all_is_found() -> None:
    puzzle = next(puzzles())
    right = [str(claim) for claim in sorted(puzzle.answer, key=str)]
    wrong = str(next(iter(puzzle.answer)).denied())
    done = aparte("puzzle", "solve", puzzle.name, typed="\n".join([wrong, "hint", *right]))
    assert done.returncode == 0, done.stderr
    assert f"No: {wrong} is wrong" in done.stdout
    assert all(f"Yes: {fact}." in done.stdout for fact in right)
    assert "That was all" in done.stdout


def test_a_puzzle_does_not_show_its_answer() -> None:
    puzzle = next(puzzles())
    shown = aparte("puzzle", "show", "1", "--record").stdout
    assert "Answer" not in shown and read(shown).viewer == puzzle.record.viewer
    assert puzzle.record.tag("Answer") not in aparte("puzzle", "show", "1").stdout


def test_a_new_puzzle_is_certified_and_the_seed_decides_which() -> None:
    words = ("puzzle", "new", "adresses-jaunes", "--players", "2", "--level", "easy", "--seed", "4")
    text = aparte(*words).stdout
    assert uncertified(Puzzle("new", read(text))) == ()
    assert aparte(*words).stdout == text


def test_a_puzzle_that_is_not_there_is_a_wrong_command_line() -> None:
    done = aparte("puzzle", "show", "no-such-street")
    assert done.returncode == 2 and "no puzzle" in done.stderr and "Traceback" not in done.stderr


def test_a_position_is_rated() -> None:
    rated = json.loads(
        aparte("puzzle", "rate", "tests/examples/adresses-jaunes-4p-bo.rec", "--json").stdout
    )
    assert rated["worlds"] == 20207 and rated["level"] is None
