"""`aparte games`, `export`, `import` and `resume`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aparte.cli.store import FILE, opened
from aparte.models.core import view
from aparte.models.record import write
from tests.aparte_cli import FOUR, aparte, process
from tests.tables import random_game

GAME = "adresses-jaunes"


@pytest.fixture
def home(tmp_path: Path) -> str:
    return str(tmp_path / "home")


def stored(home: str, text: str) -> str:
    file = Path(home).with_name("record.rec")
    file.write_text(text, "utf-8")
    return str(aparte("import", file, APARTE_HOME=home).stdout).strip()


def test_a_record_is_stored_and_printed_again(home: str) -> None:
    text = FOUR.read_text("utf-8") + "# somebody laughed\n"
    assert stored(home, text) == "1"
    assert aparte("export", 1, APARTE_HOME=home).stdout == text


def test_a_wrong_record_is_not_stored(home: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.rec"
    file.write_text(FOUR.read_text("utf-8") + "Bo dances\n", "utf-8")
    aparte("import", file, code=1, APARTE_HOME=home)
    assert not Path(home).exists()


def test_a_view_of_the_referees_record_shows_what_that_seat_saw(home: str) -> None:
    game = random_game(GAME, 3, 2)
    stored(home, write(game))
    for seat in ("Ana", "table"):
        printed = aparte("export", 1, "--as", seat, APARTE_HOME=home).stdout
        assert printed == write(view(game, seat))


def test_the_view_of_another_seat_is_not_there(home: str) -> None:
    stored(home, FOUR.read_text("utf-8"))
    aparte("export", 1, "--as", "Ana", code=2, APARTE_HOME=home)
    aparte("export", 1, "--as", "Zoe", code=2, APARTE_HOME=home)
    assert "deal Bo ???" in aparte("export", 1, "--as", "table", APARTE_HOME=home).stdout


def test_games_are_listed(home: str) -> None:
    assert "No game" in aparte("games", APARTE_HOME=home).stdout
    assert json.loads(aparte("games", "--json", APARTE_HOME=home).stdout) == []
    assert not Path(home).exists()
    stored(home, FOUR.read_text("utf-8"))
    stored(home, write(random_game(GAME, 2, 1)))
    aparte("play", GAME, "--players", "Ana,Bo", "--bots", "Bo=greedy", APARTE_HOME=home)
    played, whole, seat = json.loads(aparte("games", "--json", APARTE_HOME=home).stdout)
    assert (played["kind"], played["bots"]) == ("play", {"Bo": "greedy"})
    assert played["next"][0] == {"player": "Ana", "line": "disc"}
    assert (whole["kind"], whole["next"]) == ("play", None)
    assert whole["result"] in ("won", "lost")
    assert (seat["kind"], seat["seat"], seat["id"]) == ("seat", "Bo", 1)
    assert "next: disc (Dai)" in aparte("games", APARTE_HOME=home).stdout


def test_a_game_that_cannot_be_read_does_not_hide_the_others(home: str) -> None:
    stored(home, FOUR.read_text("utf-8"))
    stored(home, FOUR.read_text("utf-8"))
    with opened(Path(home) / FILE) as store:
        store._connection.execute("UPDATE rows SET text = 'Bo dances' WHERE game = 1")
    printed = aparte("games", APARTE_HOME=home).stdout.splitlines()
    assert len(printed) == 2
    assert "cannot be read" in printed[1]


def test_resume_takes_the_last_game_that_is_open(home: str) -> None:
    stored(home, FOUR.read_text("utf-8"))
    stored(home, write(random_game(GAME, 2, 1)))
    assert "Game 1 is saved" in aparte("resume", APARTE_HOME=home).stdout
    assert "The game is over" in aparte("resume", 2, APARTE_HOME=home).stdout


def test_there_may_be_nothing_to_resume(home: str) -> None:
    assert "no game is open" in aparte("resume", code=1, APARTE_HOME=home).stderr
    assert "no saved game 7" in aparte("resume", 7, code=1, APARTE_HOME=home).stderr
    assert "no saved game 7" in aparte("export", 7, code=1, APARTE_HOME=home).stderr


def test_a_damaged_store_is_one_message(home: str) -> None:
    Path(home).mkdir()
    (Path(home) / FILE).write_text("not a database")
    for command in (["games"], ["resume"], ["export", 1], ["play", GAME, "--players", "Ana,Bo"]):
        result = aparte(*command, code=1, APARTE_HOME=home)
        assert len(result.stderr.splitlines()) == 1
    assert (Path(home) / FILE).read_text() == "not a database"


def test_listing_loads_nothing_that_solves_or_asks(home: str) -> None:
    stored(home, FOUR.read_text("utf-8"))
    listed = process("games", APARTE_HOME=home, PYTHONPROFILEIMPORTTIME="1")
    assert "aparte.cli.store" in listed.stderr
    for slow in ("ortools", "numpy", "prompt_toolkit", "constraint"):
        assert f" {slow}\n" not in listed.stderr
