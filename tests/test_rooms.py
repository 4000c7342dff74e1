"""Common rooms know no game: they have the name of none, nor of what it is played with.

Who mends a game then finds all of it in its own folders, and who brings another finds nothing to
change elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from aparte.cli.main import COMMANDS
from aparte.cli.settings import option_of
from aparte.models.core import Setting
from aparte.models.games import game_named, names
from tests.aparte_cli import aparte

ROOT = Path(__file__).parents[1]
COMMON = (
    "models/*.py",
    "solver/*.py",
    "solver/engine/**/*.py",
    "solver/play/**/*.py",
    "puzzles/*.py",
    "sessions/**/*.py",
    "cli/*.py",
    "cli/answers/**/*.py",
    "cli/commands/**/*.py",
    "cli/session/**/*.py",
    "cli/views/**/*.py",
    "web/*.py",
    "contract/*.py",
    "web/pages/*",
    "web/static/*",
)
GAMES = ("onstage", "adresses", "jaunes", "overseers?", "bards?", "cloche", "cord[ée]e")
RULINGS = r"(?:ON|AJ|OV|BB|CL|CO)-\d+"
PIECES = (
    *(
        "tricks?",
        "trumps?",
        "suits?",
        "performers?",
        "spotlights?",
        "blossoms?",
        "theatres?",
        "editions?",
    ),
    *("tiles?", "discs?", "pawns?", "cubes?", "streets?", "districts?", "establishments?"),
    *("bakery", "bakeries", "pastry", "pastries", "restaurants?", "tea"),
    *("thefts?", "murders?", "malice", "piety", "honesty", "fushen", "wuming", "confessed"),
    *("drafts?", "drafting", "votes?", "voting", "characters? dealt", "cabals?"),
    *("audiences?", "encores?", "troupes?", "melody", "illusionists?", "musicians?", "roadies?"),
    *("guests?", "dish(?:es)?"),
    *("cards? and di(?:c?e)", "card sets?"),
)
WORD = re.compile(rf"(?<![A-Za-z])(?:{'|'.join((*GAMES, RULINGS, *PIECES))})(?![A-Za-z])", re.I)
ALLOWED = {
    ("models/games.py", "*"): "the list of the games that this package brings",
}


def found() -> Iterator[tuple[str, int, str]]:
    """Yield the file, the line and the word of all that names a game's thing."""
    for pattern in COMMON:
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
                for match in WORD.finditer(line):
                    yield name, number, match[0]


def test_common_rooms_name_no_game() -> None:
    wrong = [
        f"{name}:{number}: {word}"
        for name, number, word in found()
        if not {(name, "*"), (name, word.casefold())} & ALLOWED.keys()
    ]
    assert not wrong, "\n".join(wrong)


def test_no_exception_is_left_that_nobody_needs() -> None:
    used = {(name, word.casefold()) for name, _, word in found()}
    files = {name for name, _ in used}
    for name, word in ALLOWED:
        assert name in files if word == "*" else (name, word) in used


def test_the_words_are_those_that_are_looked_for() -> None:
    assert WORD.search("a disc on h2") and WORD.search("see BB-19") and WORD.search("Onstage")
    assert not WORD.search("discard, textile, discussion, suite")


OF_ANY_COACH = {"Convention"}
"""Settings that common rooms may name: `GamePlay` has a part for them, which any game may bring."""


def settings() -> list[Setting]:
    told = (setting for name in names() for setting in game_named(name).settings)
    return [setting for setting in told if setting.name not in OF_ANY_COACH]


def test_common_rooms_name_no_setting_and_no_option_of_one() -> None:
    words = (rf"[\"']{each.name}[\"']|{option_of(each)}\b" for each in settings())
    told = re.compile("|".join(words))
    wrong = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for pattern in COMMON
        for path in sorted(ROOT.glob(pattern))
        for match in told.finditer(path.read_text("utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "puzzle"])
def test_help_of_a_command_tells_of_no_game(command: str) -> None:
    told = aparte(command, "--help").stdout
    assert not WORD.findall(told)
    assert not [option_of(each) for each in settings() if f"{option_of(each)} " in told]


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("command", ["play", "host", "table", "position"])
def test_help_behind_a_game_has_its_settings_and_no_others(command: str, game: str) -> None:
    told = aparte(command, game, "--help").stdout
    own = {option_of(each) for each in settings() if each in game_named(game).settings}
    assert {option_of(each) for each in settings() if f"{option_of(each)} " in told} == own
