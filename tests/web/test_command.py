"""`aparte host`: what it prints first, and what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from aparte.cli.commands import host
from aparte.cli.session.terminal import InputEnded
from aparte.contract.typist import Typist
from aparte.web import server
from tests.aparte_cli import aparte, environment


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((), 2, "name a game"),
        (("zz", "--players", "Ana,Bo"), 2, "expected one of"),
        (("onstage",), 2, "--players is missing"),
        (("onstage", "--players", "Ana,Bo,Cy", "--help-level", "zz"), 2, "expected one of"),
        (("onstage", "--players", "Ana,Bo,Cy", "--certificate", __file__), 2, "go together"),
        (
            ("onstage", "--players", "Ana,Bo,Cy", "--bots", "Ana=random,Bo=random,Cy=random"),
            *(2, "somebody has to sit"),
        ),
        (("onstage", "--players", "Ana,Bo,Cy", "--real", "--seed", "3"), 2, "nobody is a bot"),
        (("--resume", "7"), 1, "no saved game 7"),
        (("--resume", "7", "--help-level", "off"), 2, "a saved game goes on as it was begun"),
        (("--resume", "7", "--players", "Ana,Bo"), 2, "a saved game goes on as it was begun"),
        (("--resume", "7", "--bots", "Bo=regular"), 2, "a saved game goes on as it was begun"),
        (("--resume", "7", "--set", "Edition=us"), 2, "a saved game goes on as it was begun"),
        (("--resume", "7", "--seed", "0"), 2, "a saved game goes on as it was begun"),
        (("--resume", "7", "--real"), 2, "a saved game goes on as it was begun"),
        (("puzzle", "--players", "Ana,Bo"), 2, "the puzzles are for one phone"),
        (("onstage", "--players", "Ana,Bo,Cy", "--bind", "192.0.2.1"), 2, "cannot listen"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    arguments: tuple[str, ...], code: int, words: str, tmp_path: Path
) -> None:
    result = aparte("host", *arguments, code=code, APARTE_HOME=str(tmp_path))
    assert words in result.stderr and "Traceback" not in result.stderr


def test_programs_are_told_the_addresses_first(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "aparte.cli", "host", "onstage", "--json"),
            *("--players", "Ana,Bo,Cy", "--bots", "Cy=random"),
        ],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(APARTE_HOME=str(tmp_path)),
    )
    told = json.loads(process.stdout.readline())
    process.terminate()
    process.wait()
    assert set(told["seats"]) == {"Ana", "Bo"}
    assert all(
        each.startswith("http://127.0.0.1:") for each in (told["table"], *told["seats"].values())
    )


@pytest.mark.parametrize(
    ("game", "place"),
    [(("onstage", "--players", "Ana,Bo,Cy"), "table"), (("puzzle",), "seat")],
)
def test_a_phone_that_asks_for_no_language_here_is_told_in_that_of_the_house(
    game: tuple[str, ...], place: str, tmp_path: Path
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "aparte.cli", "host", *game, "--json", "--lang", "fr"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(APARTE_HOME=str(tmp_path)),
    )
    try:
        address = json.loads(process.stdout.readline())[place]
        for asked, spoken in (
            ({}, "fr"),
            ({"Accept-Language": "de"}, "fr"),
            ({"Accept-Language": "en-GB"}, "en"),
            ({"Accept-Language": "de, en;q=0.8, fr;q=0.5"}, "en"),
        ):
            page = urlopen(Request(address, headers=asked), timeout=60).read().decode()
            assert f'lang="{spoken}"' in page, asked
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize("typed", ["quit", "q"])
def test_whoever_leaves_where_phones_are_asked_about_leaves_the_command(
    typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "network_address", lambda: "192.0.2.1")
    monkeypatch.setattr(host, "scroll", lambda: Typist([typed], live=True))
    with pytest.raises(InputEnded):
        host._asked_address()
    monkeypatch.setattr(host, "scroll", lambda: Typist(["help", "yes"], live=True))
    assert host._asked_address() == "192.0.2.1"
