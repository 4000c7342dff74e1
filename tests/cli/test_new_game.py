"""`aparte new-game` lays down a package that runs as it is, once it is installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.aparte_cli import aparte, process

ROOT = Path(__file__).parents[2]
NAME = "paper_lanterns"
INSTALL = (
    *("-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
    *("--no-deps", "--no-build-isolation", "--no-index"),
)
PARTS = ("__init__", "text", "rules", "calls", "deduce", "play", "face")
GUESSED = f"""[Game "{NAME}"]
[Record "1"]
[Players "Ana Bo"]
[Seat "Ana"]
deal Ana 4
deal Bo ?
Ana guesses 5 = higher
Bo guesses 3 = higher
Ana guesses 7 = lower
"""


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a new game."""
    folder = tmp_path_factory.mktemp("new") / "folder"
    told = aparte("new-game", NAME, "--out", folder).stdout
    assert f"aparte play {NAME} --players Ana,Bo" in told
    return folder


@pytest.fixture(scope="module")
def installed(laid: Path) -> Iterator[None]:
    """Install the new game for the processes that tests start."""
    site = laid.parent / "site"
    subprocess.run([sys.executable, *INSTALL, "--target", str(site), str(laid)], check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
        yield


def words(text: str) -> str:
    return " ".join(text.split())


def test_nothing_of_the_template_is_left(laid: Path) -> None:
    names = {path.relative_to(laid).as_posix() for path in laid.rglob("*") if path.is_file()}
    code = {f"{NAME}/{each}.py" for each in PARTS}
    pages = {f"{NAME}/rules.{each}.md" for each in ("en", "fr")}
    said = {f"{NAME}/locale/fr/LC_MESSAGES/aparte.{each}" for each in ("po", "mo")}
    assert names == {*code, *pages, *said, "pyproject.toml", "README.md", f"tests/test_{NAME}.py"}
    for path in (laid / name for name in names if not name.endswith(".mo")):
        text = path.read_text("utf-8")
        assert "mygame" not in text.casefold() and "MY-" not in text
    rules = (laid / NAME / "rules.py").read_text("utf-8")
    assert 'title = "Paper lanterns"' in rules and "PA-1" in rules
    assert len(re.split(r"\n(?=\S)", rules.split("class Rules")[1])[0].splitlines()) <= 40


def test_it_is_written_as_the_house_is(laid: Path) -> None:
    for checked in (["check"], ["format", "--check"]):
        asked = ["ruff", *checked, "--no-cache", "--config", ROOT / "pyproject.toml", laid]
        ran = subprocess.run([sys.executable, "-m", *asked], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout


def test_it_is_typed_as_the_house_is(laid: Path) -> None:
    """It shares what mypy keeps of the house, so only the new files are read."""
    kept = ("--config-file", ROOT / "pyproject.toml", "--cache-dir", ROOT / ".mypy_cache")
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *kept, NAME, "tests"],
        cwd=laid,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_it_is_played_and_drawn_again(installed: None, tmp_path: Path) -> None:
    bots = ("--players", "Ana,Bo", "--bots", "Ana=greedy,Bo=random", "--seed", 3)
    record = tmp_path / "whole.rec"
    record.write_text(process("play", NAME, *bots).stdout)
    assert record.read_text().splitlines()[-1].startswith("result Ana ")
    assert process("verify", record).returncode == 0
    typed = process("play", NAME, *bots[:2], "--lang", "fr", typed="devine 5\nquit\n")
    assert "Paper lanterns" in typed.stdout and typed.returncode == 0


def test_it_is_listed_with_how_many_can_play(installed: None) -> None:
    assert "Paper lanterns, 2 players" in words(process("--help").stdout)
    told = process("play", NAME, "--players", "Ana,Bo,Cy").stderr
    assert "Paper lanterns is for 2 players, 3 given" in words(told)


def test_it_is_solved_and_its_proofs_are_told(installed: None, tmp_path: Path) -> None:
    record = tmp_path / "ana.rec"
    record.write_text(GUESSED)
    assert json.loads(process("solve", record, "--json").stdout)["items"]["6"]["Bo"]
    told = words(process("explain", record, "Bo 6", "--lang", "fr").stdout)
    assert "Bo a plus que 5" in told and "Bo a moins que 7" in told
    assert "Nothing is wrong" in process("check", record).stdout
    assert process("rules", NAME, "PA-3").stdout.startswith("PA-3")


def test_it_is_hosted(installed: None) -> None:
    asked = ("host", NAME, "--players", "Ana,Bo", "--bots", "Bo=greedy", "--json")
    with subprocess.Popen(
        [sys.executable, "-m", "aparte.cli", *asked], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            seat = json.loads(server.stdout.readline())["seats"]["Ana"]
            phone = build_opener(HTTPCookieProcessor(CookieJar()))
            page = phone.open(seat, timeout=20).read().decode()
        finally:
            server.terminate()
    assert "Paper lanterns" in page


@pytest.mark.slow
def test_it_keeps_the_contract(installed: None, laid: Path) -> None:
    """Its own tests call the contract."""
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=laid,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("2lanterns", "expected a name in small letters"),
        ("Lanterns", "expected a name in small letters"),
        ("../lanterns", "expected a name in small letters"),
        ("lambda", "expected a name in small letters"),
        ("é", "expected a name in small letters"),
        ("cloche", "there is a game called cloche"),
        ("bards", "there is a game called bards"),
        ("json", "Python has a package json"),
        ("aparte", "Python has a package aparte"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, told: str, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert told in words(aparte("new-game", name, "--out", folder, code=2).stderr)
    assert not folder.exists()


def test_nothing_is_written_where_something_is(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    told = aparte("new-game", NAME, "--out", tmp_path, code=2).stderr
    assert "is not empty" in words(told)
    aparte("new-game", NAME, "--out", tmp_path / "kept", code=2)
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("rules.py", f"a mistake in Paper lanterns (SyntaxError, {NAME}/rules.py:"),
        ("__init__.py", f"a mistake in {NAME} (?) (SyntaxError, {NAME}/__init__.py:"),
    ],
)
def test_a_mistake_in_it_is_its_own_and_stops_no_other_game(
    installed: None,
    laid: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    file: str,
    told: str,
) -> None:
    shutil.copytree(laid.parent / "site", tmp_path / "site")
    with (tmp_path / "site" / NAME / file).open("a") as source:
        source.write("def (\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"), prepend=os.pathsep)
    assert told in words(process("play", NAME, "--players", "Ana,Bo").stderr)
    assert process("rules", "onstage", "ON-1").returncode == 0
