"""Nothing that is read steers the screen, and every screen gets something that it can show."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from aparte.cli.screen import visible
from tests.aparte_cli import EXAMPLES, FOUR, aparte, environment, process

STEERING = "\x1b(0x\x07\x9b31m\x00\x08\x7f\u202e\u2028\u2066"
ANY = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
HEAD = '[Game "adresses-jaunes"]\n[Record "1"]\n[Players "Ana Bo Cy"]\n'
WORKSHOP = Path(__file__).parents[2] / "models" / "bards" / "workshop.toml"


def test_marks_tell_what_stood_there() -> None:
    assert visible("a\x1b[31m\x07\0\x7f") == "a␛[31m␇␀␡"
    assert visible("\x9b31m \u202e\u2028\udce9") == "\\x9b31m \\u202e\\u2028\\udce9"
    assert visible("♠ é\u202f’ 日本\n\t👩‍🚀") == "♠ é\u202f’ 日本\n\t👩‍🚀"


@pytest.mark.parametrize(
    "text",
    [
        f"{STEERING}\n",
        f"{HEAD}{STEERING}\n",
        f"{HEAD}revealed {STEERING}\n",
        f'{HEAD}[{STEERING} "1"]\n',
        f'{HEAD}[Title{STEERING} "1"]\n',
        f'{HEAD}[Seat "{STEERING}"]\n',
        HEAD.replace("Bo", f"B{STEERING}o"),
        HEAD.replace("adresses", STEERING),
    ],
)
@pytest.mark.parametrize("command", ["check", "replay", "solve", "import"])
def test_no_record_steers_the_screen(text: str, command: str, tmp_path: Path) -> None:
    path = tmp_path / "steering.rec"
    path.write_text(text, "utf-8")
    refused = aparte(command, path, code=1, APARTE_HOME=str(tmp_path))
    assert not ANY.search(refused.stdout + refused.stderr)
    assert len(refused.stderr.splitlines()) == 1


def test_json_has_them_escaped(tmp_path: Path) -> None:
    path = tmp_path / "steering.rec"
    path.write_text(f"{HEAD}revealed \x9b31m\x7f\u202e\n", "utf-8")
    told = aparte("check", path, "--json", code=1).stdout
    assert not ANY.search(told)
    assert json.loads(told)["ok"] is False


def test_notes_go_to_a_pipe_byte_for_byte(tmp_path: Path) -> None:
    text = f'{HEAD}[Title "é{STEERING}"]\n# {STEERING}\n'.encode()
    path = tmp_path / "noted.rec"
    path.write_bytes(text)
    aparte("import", path, APARTE_HOME=str(tmp_path))
    for encoding in ("utf-8", "latin-1", "ascii"):
        told = subprocess.run(
            [sys.executable, "-m", "aparte.cli", "export", "1", "--all"],
            capture_output=True,
            env=environment(APARTE_HOME=str(tmp_path), PYTHONIOENCODING=encoding),
        )
        assert told.stdout == text


def test_notes_are_shown_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "noted.rec"
    path.write_text(f'{HEAD}[Title "{STEERING}"]\n# {STEERING}\n', "utf-8")
    aparte("import", path, APARTE_HOME=str(tmp_path))
    from tests.terminals import spawned

    child = spawned("-m", "aparte.cli", "export", "1", "--all", APARTE_HOME=str(tmp_path))
    told = child.read()
    assert "# ␛(0x␇" in told
    assert not ANY.search(told.replace("\r", ""))


def test_titles_and_names_of_cards_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    text = WORKSHOP.read_text("utf-8").replace('"workshop set"', r'"\u001b[31m\u009b\u0007\u202e"')
    path.write_text(text.replace('en = "Dancer"', r'en = "\u001b[31m\u009b\u0007\u202e"'), "utf-8")
    for spoken in ({}, {"APARTE_PLAIN": "1"}, {"LANG": "fr_FR.UTF-8"}):
        assert not ANY.search(aparte("cards", "list", path, **spoken).stdout)
    assert not ANY.search(aparte("cards", "list", path, "--json").stdout)
    assert "␛[31m\\x9b␇\\u202e (workshop" in aparte("cards", "list", path).stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "\x1b[31mx\n\x07"],
        ["check", "\x9b31m"],
        ["\x1b[31m"],
        ["check", FOUR, "--\x1b[31m"],
        ["rules", "\x1b[31m\x9b"],
        ["rules", "onstage", "\x1b[31m\x9b"],
        ["solve", FOUR, "--seat", "\x1b\x9b\u202e"],
        ["explain", FOUR, "\x1b\x9b\u202e 5T"],
        ["explain", FOUR, "not Ana \x1b\x9b\u202e"],
        ["hint", FOUR, "--drawn", "\x1b\x9b\u202e"],
        ["play", "onstage", "--players", "\x1b\x9b\u202e,Bo,Cy"],
        ["play", "onstage", "--players", "Ana,Bo,Cy", "--set", "\x1b\x9b\u202e=1"],
        ["play", "onstage", "--players", "Ana,Bo,Cy", "--bots", "\x1b\x9b\u202e=greedy"],
        ["check", "x" * 5_000],
        ["check", "\x1b" * 5_000],
        ["replay", FOUR, "--turn", "9" * 5_000],
        ["solve", FOUR, "--strength", "9" * 5_000],
        ["best", FOUR, "--seed", "9" * 5_000],
        ["play", "onstage", "--players", "Ana,Bo,Cy", "--seed", "9" * 5_000],
        ["simulate", "onstage", "--seats", "greedy", "--games", "9" * 5_000],
        ["check", "is not one of " * 5_000],
        ["best", FOUR, "--time", "nan"],
        ["best", FOUR, "--time", "inf"],
        ["solve", FOUR, "--strength", "nan"],
        ["simulate", "onstage", "--seats", "greedy,greedy,greedy", "--time", "nan"],
    ],
)
def test_no_command_line_steers_the_screen(arguments: list[str]) -> None:
    refused = aparte(*arguments, code=2)
    assert refused.stdout == ""
    assert not ANY.search(refused.stderr)
    assert len(refused.stderr) < 30_000
    assert "Traceback" not in refused.stderr


def test_a_byte_that_is_no_text_may_stand_in_the_arguments() -> None:
    for arguments in (["check", "\udce9"], ["explain", FOUR, "An\udce9 5T"], ["\udce9"]):
        refused = process(*arguments)
        assert refused.returncode == 2
        assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("encoding", "language"), [("latin-1", "fr"), ("ascii", "fr"), ("cp437", "en")]
)
def test_every_encoding_gets_what_it_can_show(encoding: str, language: str) -> None:
    for name in ("onstage-4p-bo",):
        record = str(EXAMPLES / f"{name}.rec")
        told = subprocess.run(
            [sys.executable, "-m", "aparte.cli", "--lang", language, "solve", record],
            capture_output=True,
            env=environment(PYTHONIOENCODING=encoding, LC_ALL="POSIX"),
        )
        assert (told.returncode, told.stderr) == (0, b"")
        assert b"\\u" not in told.stdout
        assert told.stdout.decode(encoding)


def test_json_is_the_same_in_every_encoding() -> None:
    told = [
        process("--lang", "fr", "solve", FOUR, "--json", PYTHONIOENCODING=encoding).stdout
        for encoding in ("utf-8", "ascii")
    ]
    assert json.loads(told[0]) == json.loads(told[1])


@pytest.mark.parametrize("columns", ["0", "-5", "soon", "9" * 5_000])
def test_a_width_that_is_none_is_not_taken(columns: str) -> None:
    told = aparte("solve", FOUR, COLUMNS=columns)
    assert len(told.stdout) > 500
    assert max(map(len, told.stdout.splitlines())) <= 1_000


def test_a_game_without_pages_has_no_rules_yet(monkeypatch) -> None:
    from aparte.models.games import game_named

    monkeypatch.setattr(type(game_named("onstage")), "page", lambda *_: None)
    assert "not written down yet" in aparte("rules", "onstage").stdout
    assert "no ruling" in aparte("rules", "onstage", "ON-1", code=2).stderr
