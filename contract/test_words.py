"""The contract of a game's words: its rules and its messages are there in every language."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir, extract_from_file

from ..cli.answers.rules import rulings
from ..cli.language import Language
from ..models.bag import HOLE
from ..models.core import REFEREE
from ..models.games import (
    OWN,
    entry,
    foreign_catalogues,
    game_named,
    listing,
    look_of,
    meant,
    play_of,
    puzzles_of,
)
from ..models.record import read
from ..sessions.languages import CATALOGUES
from ..solver.play.coach import bots
from .command import aparte
from .promise import promise

KEYWORDS = {"say": None, "say_n": (1, 2), "forms": (1, 2), "_": None, "N_": None}
RULING = re.compile(r"\b[A-Z]{2}-\d+\b")


@promise("lists show what the rules say", "__init__.py", "game")
def test_lists_show_what_the_rules_say(game: str) -> None:
    rules, shown, made = game_named(game), listing(game), puzzles_of(game)
    assert (shown.title, shown.seats) == (rules.title, rules.seats)
    assert set(shown.kinds) == set(made.kinds if made else ())


def page(game: str, language: Language) -> str:
    text = game_named(game).page(language)
    assert text is not None, f"there are no rules of {game} in {language}"
    return text


def modules(game: str) -> Iterator[Path]:
    """Yield the files and folders of the game's parts."""
    parts = entry(game)
    for module in filter(None, (parts.rules, parts.play, parts.look, parts.puzzles)):
        spec = find_spec(module)
        assert spec is not None and spec.origin is not None
        path = Path(spec.origin)
        yield path if path.stem != "__init__" and parts.look == module else path.parent


def messages(game: str) -> set[str]:
    """Return every message in the game's files, of those with a plural the form for one."""
    found = [
        message
        for path in modules(game)
        for message in (
            [each[2] for each in extract_from_dir(path, keywords=KEYWORDS)]
            if path.is_dir()
            else [each[1] for each in extract_from_file("python", path, keywords=KEYWORDS)]
        )
    ]
    return {message if isinstance(message, str) else message[0] for message in found}


@promise(
    "the rules have the same rulings in every language, from 1 without a gap",
    "rules.en.md",
    "rules.fr.md",
)
def test_the_rules_tell_the_same_rulings_in_every_language(game: str) -> None:
    english, *others = (rulings(page(game, each)) for each in Language)
    for other in others:
        assert list(english) == list(other)
    numbers = [int(each.partition("-")[2]) for each in english]
    assert numbers == list(range(1, len(numbers) + 1))


@promise("every ruling that the code cites stands in the rules", "rules.en.md")
def test_the_rules_have_every_ruling_that_the_code_cites(game: str) -> None:
    told = rulings(page(game, Language.ENGLISH))
    ours = next(iter(told)).partition("-")[0]
    for folder in modules(game):
        for path in folder.glob("*.py") if folder.is_dir() else [folder]:
            cited = RULING.findall(path.read_text("utf-8"))
            assert {each for each in cited if each.partition("-")[0] == ours} <= told.keys()


@promise(
    "the examples in the rules are records, with holes where their seat does not see",
    "rules.en.md",
    "rules.fr.md",
    "game.notation",
)
def test_the_examples_are_records(game: str) -> None:
    for spoken in Language:
        examples = re.findall(r"```\n(.*?)```", page(game, spoken), re.DOTALL)
        assert examples
        for text in examples:
            record = read(text)
            assert record.game.name == game and list(record.events)
            seen = record.blank()
            for line in record.lines if record.viewer != REFEREE else ():
                assert line.event is not None
                holes = HOLE in (*line.event.words, *line.event.outcome)
                hides = bool(record.hides(line.event))
                told = f"line {line.number} of the example: {record.viewer} sees all of it, or not"
                assert holes == (hides and not seen.is_seen(line.event)), told
                seen = seen.and_line(line)


@promise("the notation is all told", "game.notation")
@pytest.mark.parametrize("spoken", Language)
def test_the_notation_is_all_told(game: str, spoken: Language) -> None:
    shown = aparte("rules", game, "--plain", "--lang", spoken).stdout
    for verb in game_named(game).notation.verbs.values():
        line = re.sub("[A-Z]+", r"\\S+", re.escape(verb.shape))
        assert re.search(line, shown), verb.shape  # words in capitals have their French
    for setting in game_named(game).settings:
        assert f'[{setting.name} "…"]' in shown


@promise("every message has its French, with the same fields", "locale")
def test_every_message_has_its_french(game: str) -> None:
    told: set[str] = set()
    wrong: dict[str, str] = {}
    for folder in (CATALOGUES, *foreign_catalogues()):
        found = gettext.translation("aparte", folder, [Language.FRENCH], fallback=True)
        for key, text in getattr(found, "_catalog", {}).items():  # none, if not compiled
            english = key if isinstance(key, str) else key[0]
            if text:
                told.add(english)
            counted = {"n"} if isinstance(key, tuple) else set[str]()  # a singular may leave it out
            if english and fields(text) - fields(english) - counted:
                wrong[english] = text
    lacking = messages(game) - told
    assert not lacking, f"no French, or fuzzy, or not compiled: {sorted(lacking)}"
    assert not wrong, f"the French has fields that the English has not: {wrong}"


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}


@promise("the game is found by what people call it", "__init__.py")
def test_the_game_is_found_by_what_people_call_it(game: str) -> None:
    assert game_named(game).name == game
    for alias in (game, game.upper(), *listing(game).aliases):
        assert meant(alias) == game


@promise("the parts are all there", "__init__.py", "play")
def test_the_parts_are_all_there(game: str) -> None:
    assert {"random", *(("greedy",) if game in OWN else ())} <= bots(game).keys()
    assert play_of(game) and look_of(game)
    assert rules_are_strict(game)


def rules_are_strict(game: str) -> bool:
    """Tell whether no word of the notation can be a player's name."""
    rules = game_named(game)
    return all(word == word.casefold() for word in rules.notation.reserved)
