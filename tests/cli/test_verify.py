"""`aparte verify`: a finished game is drawn again from what was sealed at its start."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.models.core import TableError, view
from aparte.models.record import read, write
from tests.aparte_cli import FOUR, aparte

BOTS = ("--players", "Ana,Bo,Cy", "--bots", "Ana=random,Bo=random,Cy=random")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.rec"


def watched(file: Path, game: str = "adresses-jaunes", *more: object) -> str:
    """Return the record of a game between bots, which `file` gets as well."""
    text = str(aparte("play", game, *BOTS, *more).stdout)
    file.write_text(text, "utf-8")
    return text


def answer(file: Path | int, code: int, **home: str) -> tuple[object, list[int]]:
    data = json.loads(aparte("verify", file, "--json", code=code, **home).stdout)
    return data["dealt"], data["lines"]


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage", "overseers"])
def test_a_game_that_bots_played_is_drawn_again(game: str, file: Path) -> None:
    watched(file, game)
    assert "Dealt as committed" in aparte("verify", file).stdout
    assert answer(file, 0) == (True, [])


def test_a_tag_or_a_note_makes_no_difference(file: Path) -> None:
    head, _, rest = watched(file).partition("revealed")
    file.write_text(f'{head}[Title "Sunday"]\n# it rained\nrevealed{rest}', "utf-8")
    assert answer(file, 0) == (True, [])


def test_the_first_line_that_was_not_drawn_is_named(file: Path) -> None:
    rows = watched(file, "adresses-jaunes", "--seed", 1).splitlines()
    mine = next(at for at, row in enumerate(rows) if row.startswith("deal Ana"))
    bos = next(at for at, row in enumerate(rows) if row.startswith("deal Bo"))
    ana, bo = rows[mine].split(), rows[bos].split()
    ana[2], bo[2] = bo[2], ana[2]
    rows[mine], rows[bos] = (" ".join([*row[:2], *sorted(row[2:])]) for row in (ana, bo))
    file.write_text("\n".join(rows[: bos + 1]) + "\n", "utf-8")
    assert answer(file, 1) == (False, [mine + 1])
    told = aparte("verify", file, code=1).stderr
    assert f"line {mine + 1}: the seed gives another line: deal Ana" in told


@pytest.mark.parametrize("tag", ["Deal", "Seed", "Salt"])
def test_a_seal_that_does_not_fit_is_found(tag: str, file: Path) -> None:
    text = watched(file, "adresses-jaunes", "--seed", 1)
    file.write_text(text.replace(f'[{tag} "', f'[{tag} "0'), "utf-8")
    assert answer(file, 1) == (False, [4])
    file.write_text(text.replace(f'[{tag} "', '[Title "'), "utf-8")
    assert answer(file, 1) == (None, [])
    assert "not dealt here" in aparte("verify", file, code=1).stderr


def test_what_was_dealt_elsewhere_is_said_to_be_so(file: Path, home: str) -> None:
    seat = view(read(watched(file)), "Ana")
    file.write_text(write(seat), "utf-8")
    for each in (file, FOUR):
        assert answer(each, 1) == (None, [])
        aparte("import", each, APARTE_HOME=home)
    assert answer(1, 1, APARTE_HOME=home) == answer(2, 1, APARTE_HOME=home) == (None, [])


def test_an_open_game_keeps_its_seed_to_itself(home: str) -> None:
    aparte("play", "onstage", "--players", "Ana,Bo,Cy", APARTE_HOME=home)
    told = aparte("verify", 1, code=1, APARTE_HOME=home).stderr
    assert "game 1 is not over" in told
    assert answer(1, 1, APARTE_HOME=home) == (None, [])


def test_a_wrong_record_is_one_message(file: Path) -> None:
    file.write_text(watched(file) + "Bo dances\n", "utf-8")
    assert len(aparte("verify", file, code=1).stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["nowhere.rec", "-1", "9" * 200, "x" * 5000, "."])
def test_what_is_neither_a_file_nor_a_game_is_refused(name: str, home: str) -> None:
    aparte("verify", "--", name, code=2, APARTE_HOME=home)


def test_a_breach_that_stands_where_the_program_dealt_is_named(file: Path) -> None:
    whole = read(watched(file, "onstage", "--seed", 1))
    for number, event in whole.events:
        before = whole.until(number - 1)
        hand = before.state.hands[event.actor].known if event.verb == "plays" else ()
        for card in hand:
            with suppress(TableError):
                after = before.plus(replace(event, words=(card,), stands=True))
                file.write_text(write(after), "utf-8")
                assert answer(file, 1) == (False, [number])
                told = aparte("verify", file, code=1).stderr
                assert f"line {number}: " in told and "'!'" in told
                return
    raise AssertionError("nobody could have revoked")
