"""Command lines and records that are wrong: one message, the right exit code, no traceback."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from fcntl import ioctl
from pathlib import Path
from termios import FIONREAD

import pytest

from tests.aparte_cli import FOUR, aparte, data, environment, process

HEAD = '[Game "adresses-jaunes"]\n[Record "1"]\n[Players "Ana Bo Cy"]\n[Seat "Ana"]\n'
SETUP = "revealed 4P 4R 4T 5R 5T 9R\ndeal Ana 1T 2T 3P 7R\ndeal Bo ????\ndeal Cy ????\n"
DISCS = "Bo disc h1 = 3\nAna disc h1 = 3\nCy disc v1 = 2\n"
BINARY = bytes(range(256)) * 40
HUGE = HEAD + SETUP + "# nothing\n" * 1_000_000
HUGE_LINE = (HEAD + SETUP + "# nothing\n" * 100_000)[:1_000_000].count("\n") + 1

WRONG = {
    # what is wrong: (the text, the kind, the line, a word of the message)
    "empty": ("", "notation", 1, "[Game"),
    "blank": ("\n\n", "notation", 1, "[Game"),
    "another game": (HEAD.replace("adresses-jaunes", "chess"), "notation", 1, "adresses-jaunes"),
    "another version": (HEAD.replace('"1"', '"7"'), "notation", 2, "version 1"),
    "no players": (HEAD.replace("Ana Bo Cy", ""), "notation", 3, "players"),
    "too many players": (HEAD.replace("Cy", "Cy Dai Eli"), "notation", 3, "players"),
    "a word as a name": (HEAD.replace("Cy", "table"), "notation", 3, "table"),
    "a seat of nobody": (HEAD.replace('Seat "Ana"', 'Seat "Zoe"'), "notation", 4, "Ana"),
    "a broken tag": (HEAD.replace('"1"]', '"1'), "notation", 2, "tag"),
    "an unknown tag": (HEAD + '[Mood "good"]\n', "notation", 5, "Convention"),
    "no such verb": (HEAD + SETUP + "Bo sings\n", "notation", 9, "disc"),
    "no such player": (HEAD + SETUP + "Zoe disc h1 = 2\n", "notation", 9, "Ana"),
    "no such tile": (HEAD + "revealed 4P 4R 4T 5R 5T 0R\n", "notation", 5, "tile"),
    "no such target": (HEAD + SETUP + "Bo disc h4 = 2\n", "notation", 9, "h1"),
    "no count": (HEAD + SETUP + "Bo disc h1\n", "notation", 9, "="),
    "a line too long": (HEAD + SETUP + "Bo disc h1 = 3 4\n", "notation", 9, "end"),
    "a hole in the own hand": (HEAD + SETUP.replace("7R", "?"), "notation", 6, "?"),
    "a foreign tile seen": (HEAD + SETUP.replace("Bo ????", "Bo ???8P"), "notation", 7, ""),
    "a tile twice": (HEAD + SETUP.replace("Ana 1T", "Ana 4P"), "illegal", 6, "4P"),
    "a tile twice in one line": (HEAD + SETUP.replace("1T 2T", "1T 1T"), "illegal", 6, "1T"),
    "too few tiles": (HEAD + SETUP.replace("revealed 4P ", "revealed "), "illegal", 5, "6"),
    "too many tiles": (HEAD + SETUP.replace("Bo ????", "Bo ?????"), "illegal", 7, "4"),
    "a disc too many": (HEAD + SETUP + DISCS + "Bo disc h2 = 0\n", "illegal", 12, "pawn"),
    "two discs in a round": (HEAD + SETUP + "Bo disc T = 1\n" * 2, "illegal", 10, "AJ-4"),
    "a false own disc": (HEAD + SETUP + "Ana disc h1 = 1\n", "illegal", 9, "AJ-5"),
    "more than a hand": (HEAD + SETUP + "Bo disc h1 = 5\n", "illegal", 9, "AJ-5"),
    "a pawn on a cube": (HEAD + SETUP + DISCS + "Bo pawn 4P = Cy\n", "illegal", 12, "AJ-6"),
    "a pawn on an own tile": (HEAD + SETUP + DISCS + "Ana pawn 1T = Cy\n", "illegal", 12, "AJ-6"),
    "a result too early": (HEAD + SETUP + "result won\n", "illegal", 9, "not over"),
    "no set-up": (HEAD + "Bo disc h1 = 2\n", "illegal", 5, "revealed"),
    "not UTF-8": (BINARY, "notation", 2, "UTF-8"),
    "ten megabytes": (HUGE, "notation", HUGE_LINE, "longer"),
    "zero bytes": ("\0" * 4096, "notation", 1, ""),
    "one endless line": (HEAD + "revealed " + "4P " * 100_000, "notation", 5, "characters"),
    "blanks and a word": (HEAD + " " * 200_000 + "x\n", "notation", 5, "characters"),
    "a tag too long": (HEAD + f'[Title "{"x" * 9_000}"]\n', "notation", 5, "characters"),
    "very many lines": (HEAD + "\n" * 500_000, "notation", 20_001, "lines"),
}


@pytest.fixture(params=WRONG, ids=lambda name: name.replace(" ", "-"))
def wrong(request, tmp_path: Path):
    text, kind, line, word = WRONG[request.param]
    path = tmp_path / "wrong.rec"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path, kind, line, word


def test_check_says_what_is_wrong_and_where(wrong) -> None:
    path, kind, line, word = wrong
    found = data("check", path, code=1)
    assert (found["ok"], found["kind"]) == (False, kind)
    assert found["lines"][-1] == line
    assert word in found["words"]
    assert len(found["words"]) < 500


def test_every_command_refuses_it_in_one_message(wrong) -> None:
    path, kind, line, _ = wrong
    others = (["solve"], ["explain", "Bo 5P"], ["hint"], ["replay"])
    for command in (["check"], others[line % 4], others[(line + 1) % 4]):
        name, *rest = command
        refused = aparte(name, path, *rest, code=1)
        assert bool(refused.stdout) <= (name == "check")
        assert bool(refused.stdout) or name != "check" or kind == "notation"
        assert len(refused.stderr.splitlines()) == 1
        assert re.match(rf"aparte: lines? ([\d, ]+, )?{line}\b", refused.stderr)
        if kind == "notation":
            assert ", column " in refused.stderr


def test_every_truncation_is_read_or_refused_in_words(tmp_path: Path) -> None:
    text = FOUR.read_text()
    path = tmp_path / "cut.rec"
    for end in range(0, len(text), 11):
        path.write_text(text[:end])
        found = data("check", path, code=None)
        assert found["ok"] or (found["words"] and found["lines"])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["check"], "Missing argument 'FILE'"),
        (["check", "no-such-file"], "does not exist"),
        (["check", "."], "is a directory"),
        (["solve", "no-such-file", "--json"], "does not exist"),
        (["explain", str(FOUR)], "Missing argument 'FACT'"),
        (["chek", "x"], "Did you mean 'check'?"),
        (["check", str(FOUR), "--loud"], "No such option: --loud"),
        (["hint", str(FOUR), "--level", "loud"], "is not one of 'nudge'"),
        (["replay", str(FOUR), "--turn", "-1"], "expected 0 or more, found -1"),
        (["replay", str(FOUR), "--line", "9999"], "there is no line 9999"),
        (["replay", str(FOUR), "--turn", "soon"], "'soon' is no number"),
        (["review", str(FOUR), "--iterations", "1"], "expected 8 or more, found 1"),
        (["host", "onstage", "--port", "70000"], "expected 0 to 65535, found 70000"),
        (["export", str(FOUR)], "expected the number of a saved game (`aparte games` lists them)"),
        (["again", "onstage"], "expected the number of a saved game (`aparte games` lists them)"),
        (["--lang", "de", "check", str(FOUR)], "is not one of 'en', 'fr'"),
        (["rules", "chess"], "expected one of onstage, adresses-jaunes"),
        (["rules", "adresses-jaunes", "AJ-99"], "AJ-14"),
    ],
)
def test_a_wrong_command_line_ends_with_2(arguments: list[str], expected: str) -> None:
    refused = aparte(*arguments, code=2)
    assert expected in refused.stderr
    assert refused.stdout == ""


@pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
def test_a_file_that_breaks_while_it_is_read_is_told() -> None:
    refused = process("check", "/proc/self/mem")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_a_mistake_of_our_own_is_told_without_a_traceback(monkeypatch, tmp_path: Path) -> None:
    def broken(path):
        raise ZeroDivisionError("quite impossible")

    monkeypatch.setattr("aparte.cli.commands.check.read_attempt", broken)
    told = aparte("check", FOUR, code=70, APARTE_HOME=str(tmp_path))
    assert "quite impossible" not in told.stderr
    (file,) = tmp_path.glob("faults/*")
    assert f"(ZeroDivisionError), please report it: {file}" in told.stderr
    assert "quite impossible" in file.read_text("utf-8")
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("puzzle list onstage", "type before 'onstage' the option that it is meant for: --game,"),
        ("play onstage Ana,Bo,Cy", "'Ana,Bo,Cy' the option that it is meant for: --players,"),
        (f"hint {FOUR} nudge", "type before 'nudge' the option that it is meant for: --level,"),
        (f"solve {FOUR} Bo", "type before 'Bo' the option that it is meant for: --seat,"),
        ("games onstage", "'onstage' is too much: aparte games takes no more"),
        ("Onstage", "Onstage is a game, no command: `aparte play onstage` deals it"),
        ("aj", "`aparte play adresses-jaunes` deals it"),
        ("help", "No such command 'help'."),
    ],
)
def test_a_word_too_many_is_told_where_it_belongs(line: str, told: str) -> None:
    ran = aparte(*line.split(), code=2)
    assert told in " ".join(ran.stderr.split()) and "--lang" not in ran.stderr
    assert "Traceback" not in ran.stderr


def test_an_exit_code_reaches_the_shell() -> None:
    assert process("check", FOUR).returncode == 0
    assert process("check", __file__).returncode == 1
    assert process("check", "no-such-file").returncode == 2


def test_a_closed_pipe_is_no_mistake() -> None:
    command = f"{sys.executable} -m aparte.cli rules adresses-jaunes | head -c 10"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment())
    assert ran.stderr == ""


def test_an_interrupt_ends_with_130(tmp_path: Path) -> None:
    endless = tmp_path / "pipe"
    os.mkfifo(endless)
    run = subprocess.Popen(
        [sys.executable, "-m", "aparte.cli", "check", str(endless)],
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    with endless.open("w") as pipe:  # opens when the command reads
        pipe.write(HEAD)
        pipe.flush()
        while ioctl(pipe, FIONREAD, bytes(4)) != bytes(4):  # until that is read, and more awaited
            time.sleep(0.01)
        time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        _, told = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "Traceback" not in told


def test_json_of_a_wrong_record_is_one_object(tmp_path: Path) -> None:
    path = tmp_path / "empty.rec"
    path.write_text("")
    ran = process("check", path, "--json")
    assert ran.returncode == 1
    assert json.loads(ran.stdout)["lines"] == [1]


@pytest.mark.parametrize("command", ["replay", "review", "verify"])
def test_what_is_read_may_be_any_file_but_no_folder(command: str, tmp_path: Path) -> None:
    assert aparte(command, tmp_path, code=2).stderr.strip().endswith("' is a directory")
    assert "a record begins with" in aparte(command, "/dev/null", code=1).stderr


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("best", FOUR, "--time", 0), "« --time » : on attend 0,01 ou plus, et non 0"),
        (("best", FOUR, "--time", -1234567.5), "0,01 ou plus, et non −1 234 567,5"),
        (("hint", FOUR, "--level", "zz"), "« zz » n’est pas l’un de « nudge », « where », «"),
    ],
)
def test_what_is_wrong_is_written_as_in_french(asked: tuple[object, ...], told: str) -> None:
    assert told in " ".join(aparte(*asked, "--lang", "fr", code=2).stderr.split())
