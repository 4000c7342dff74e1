"""Lines may be typed in French and in English, whichever is read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest

from aparte.cli.language import Language, spoken, tell
from aparte.models.core import TableError
from aparte.models.games import OWN, game_named
from aparte.models.wording import nearest, spelled, worded
from aparte.models.words import say, spellings
from aparte.sessions.typed import events_of
from tests.aparte_cli import aparte
from tests.tables import blank

TYPED = {
    "adresses-jaunes": [
        ("disque v1 2", "disc v1 2"),
        ("Ana PION 7R", "Ana pawn 7R"),
        ("bo nomme 3t ana = non", "Bo name 3t Ana = no"),
        ("tous renoncent", "give up"),
        ("pawn 5T = personne", "pawn 5T = nobody"),
    ],
    "onstage": [
        ("Bo joue K2 devant P1", "Bo plays K2 front P1"),
        ("reclame K1", "claims K1"),
        ("réclame rien", "claims nothing"),
        ("Ana garde K2", "Ana keeps K2"),
    ],
    "bards": [
        ("interprète b3 r2 p1 en B", "performs b3 r2 p1 as B"),
        ("embauche Piper avec b4", "hires Piper with b4"),
    ],
    "overseers": [("Bo vote Ana", "Bo votes Ana"), ("nie", "denies"), ("regarde", "looks")],
}


@pytest.mark.parametrize("game", TYPED)
@pytest.mark.parametrize("language", Language)
def test_both_languages_are_read_in_either(game: str, language: Language) -> None:
    record = blank(game, 3)
    with spoken(language):
        for typed, written in TYPED[game]:
            assert spelled(record, typed, tell).casefold() == written.casefold()
            assert spelled(record, written, tell).casefold() == written.casefold()


@pytest.mark.parametrize("name", OWN)
def test_every_verb_and_small_word_is_spoken_once(name: str) -> None:
    game = game_named(name)
    written = {word for words in game.notation.spoken for word in str(words).split()}
    by_result = {"result", "won", "lost", "none"}
    small = {
        w for v in game.notation.verbs.values() for w in re.findall(r"(?<![a-z])[a-z]+", v.grammar)
    }
    assert {*game.notation.verbs, *small} - written - by_result == set()
    with spoken("fr"):
        meant: dict[str, str] = {}
        for words in game.notation.spoken:
            told = tell(words).split()
            if len(told) != len(str(words).split()):
                told, whole = [tell(words)], [str(words)]
            else:
                whole = str(words).split()
            for french, english in zip(told, whole, strict=True):
                assert meant.setdefault(french, english) == english
                assert french not in written or french == english, french


def test_spellings_know_both_languages_and_no_accents() -> None:
    with spoken("en"):
        assert {"yes", "oui"} <= set(spellings(say("yes"), tell))
    assert spellings(say("yes")) == ("yes",)


def test_a_game_is_typed_in_french_and_written_in_english(tmp_path: Path) -> None:
    for language in Language:
        home = {"APARTE_HOME": str(tmp_path / language)}
        game = ("adresses-jaunes", "--players", "Ana,Bo", "--seed", 3, "--bots", "Bo=random")
        typed = "disque h1\naide\nquitter\n"
        aparte("play", *game, "--lang", language, typed=typed, **home)
        assert "Ana disc h1 = " in aparte("export", 1, "--all", **home).stdout


def test_a_word_that_may_be_meant_is_found_and_told_in_the_words_of_who_reads_it() -> None:
    game = game_named("onstage")
    words = ("Ana", *game.notation.verbs)
    with spoken("fr"):
        for typed in ("jouee", "playss", "plas"):
            near = nearest(game, typed, words)
            assert near is not None and tell(near) == "joue"
        assert nearest(game, "joue", words) is None
        assert nearest(game, "xyzzy", words) is None
    assert str(nearest(game, "plas", words)) == "plays"


def test_what_is_not_understood_is_told_in_the_words_of_the_table() -> None:
    record = blank("adresses-jaunes", ("Élise", "Mère"), Seat="table")
    with spoken("fr"):
        for typed, shown in (("elise 8r zorp non", "« zorp »"), ("nomme 8r", "« nomme 8r »")):
            with pytest.raises(TableError) as told:
                events_of(record, typed, tell)
            assert shown in tell(told.value.message).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_every_word_is_read_as_it_is_told_whatever_it_is_without_accents(
    name: str, form: Literal["NFC", "NFD"]
) -> None:
    record = blank(name, 3)
    with spoken("fr"):
        for verb in game_named(name).notation.verbs:
            told = tell(worded(record, verb))
            for typed in (told, told.upper(), told.title()):
                read = spelled(record, normalize(form, typed), tell)
                assert read.split()[0].casefold() == verb, typed
