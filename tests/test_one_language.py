"""An evening speaks one language: every word of every screen is of it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import Record, view
from aparte.models.games import OWN, game_named
from aparte.models.record import read_words, write, write_event
from aparte.models.wording import worded
from aparte.puzzles.bundled import bundled
from aparte.sessions.languages import Language
from tests.aparte_cli import aparte
from tests.languages import strange
from tests.tables import blank, random_game
from tests.web.serving import served, served_real

PEOPLE = ("Élise", "Noël", "Zoé")
TYPED = ("xyz", "zzz")
"""What is typed to be refused."""
FIRST = {
    "fr": ["aide", "coups", "scores", "plateau", "niveau", "lignes", "xyz", "expliquer xyz",
           "chances xyz", "zzz 1 2", "reprise", "corriger", "pourquoi"],
    "en": ["help", "moves", "scores", "board", "level", "lines", "xyz", "explain xyz",
           "chances xyz", "zzz 1 2", "takeback", "fix", "why"],
}  # fmt: skip
DEEP = {
    "fr": ["résoudre", "indice", "indice", "indice", "chances", "meilleur 0.1", "tuteur oui"],
    "en": ["solve", "hint", "hint", "hint", "chances", "best 0.1", "tutor yes"],
}
PUZZLE = {
    "fr": ["aide", "plateau", "lignes", "vérifier", "indice", "indice", "indice", "xyz", "quitter"],
    "en": ["help", "board", "lines", "check", "hint", "hint", "hint", "xyz", "quit"],
}
BEHIND = {"fr": ["maintenant", "annuler", "refaire", "quitter"],
          "en": ["now", "undo", "redo", "quit"]}  # fmt: skip

games = pytest.mark.parametrize("name", OWN)
languages = pytest.mark.parametrize("language", Language)


def hold(text: str, name: str, language: Language, *more: str) -> None:
    """Hold a screen of a game to one language."""
    for line in re.sub(r"\S+\.rec\b|\b(?:line|fix|let|undo) N\b", "", text).splitlines():
        found = strange(line, name, language, *PEOPLE, *TYPED, *more)
        assert not found, f"{sorted(found)} in: {line.strip()}"


def game_of_people(name: str) -> Record:
    """Return a whole short game of PEOPLE, played at random."""
    whole = random_game(name, 3, 13)
    called = dict(zip(whole.setup.players, PEOPLE, strict=True))
    record = blank(name, PEOPLE)
    for _, event in whole.events:
        words = (called.get(word, word) for word in write_event(whole, event).split(" "))
        record = record.plus(read_words(record, " ".join(words)))
    return record


# that the words are looked up


def test_words_of_the_other_language_are_found() -> None:
    french, english = Language.FRENCH, Language.ENGLISH
    for name, text, found in (
        ("onstage", "Élise plays N3♠", {"plays"}),
        ("onstage", "Élise joue K3♠", {"k3"}),
        ("onstage", "l’atout est P", {"p"}),
        ("overseers", "Votre paquet : Mal T", {"t"}),
        ("overseers", "Thief-Taker prend les Thefts", {"thief", "taker", "thefts"}),
        ("bards", "Bo pioche Roadie, Danseur", {"roadie"}),
        ("bards", "Bo lance P3 V4", {"p3"}),
        ("adresses-jaunes", "the holder shows it", {"the", "holder", "shows", "it"}),
    ):
        assert strange(text, name, french, "Élise", "Bo") == found
    for name, text, found in (
        ("bards", "Bo draws Routard, Dancer", {"routard"}),
        ("overseers", "Your pack: A Meurtre V", {"meurtre", "v"}),
        ("onstage", "Élise joue K3", {"joue"}),
    ):
        assert strange(text, name, english, "Élise", "Bo") == found


@games
def test_messages_have_no_verb_of_records_that_is_said_otherwise(name: str) -> None:
    with spoken("fr"):
        for verb in game_named(name).notation.verbs:
            told = tell(worded(game_named(name), verb))
            assert told != verb or verb in ("leader", "nature", "double"), verb


# screens of whole games


@pytest.mark.slow
@languages
@games
def test_a_game_at_the_laptop(name: str, language: Language, tmp_path: Path) -> None:
    typed = [*FIRST[language], "1", "1", *FIRST[language], *["1"] * 400]
    bots = ("--bots", "Noël=random,Zoé=random", "--seed", 5)
    told = aparte(
        "play", name, "--players", ",".join(PEOPLE), *bots, "--lang", language,
        typed="\n".join(typed) + "\n", code=None, APARTE_HOME=str(tmp_path),
    )  # fmt: skip
    hold(told.stdout, name, language)
    hold(told.stderr, name, language)
    listed = aparte("games", "--lang", language, APARTE_HOME=str(tmp_path)).stdout
    hold(listed, name, language)
    hold(aparte("scores", "--lang", language, APARTE_HOME=str(tmp_path)).stdout, name, language)


@pytest.mark.slow
@languages
@games
def test_a_game_of_real_pieces(name: str, language: Language, tmp_path: Path) -> None:
    record = view(game_of_people(name), PEOPLE[0])
    with spoken(language):
        lines = [tell(worded(record, write_event(record, each))) for _, each in record.events]
    cut = len(lines) // 2
    asks = FIRST[language]
    typed = [*asks, *lines[:cut], *asks, *lines[cut:], *BEHIND[language]]
    told = aparte(
        "table", name, "--players", ",".join(PEOPLE), "--seat", PEOPLE[0], "--lang", language,
        typed="\n".join(typed) + "\n", code=None, APARTE_HOME=str(tmp_path),
    )  # fmt: skip
    hold(told.stdout, name, language)
    hold(told.stderr, name, language)


@pytest.mark.slow
@languages
@games
def test_what_is_worked_out(
    name: str, language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # names of files are short: rows are not broken in them
    typed = [*DEEP[language], *["1"] * 5, *DEEP[language]]
    told = aparte(
        "play", name, "--players", ",".join(PEOPLE), "--bots", "Noël=greedy,Zoé=greedy",
        "--seed", 6, "--lang", language,
        typed="\n".join(typed) + "\n", code=None, APARTE_HOME=str(tmp_path),
    )  # fmt: skip
    hold(told.stdout, name, language)
    record = game_of_people(name)
    wrong = tmp_path / "wrong.rec"
    for at in (0.3, 0.7):
        part = record.until(record.lines[int(len(record.lines) * at)].number)
        path = tmp_path / f"{at}.rec"
        path.write_text(write(view(part, PEOPLE[0])), encoding="utf-8")
        rows = path.read_text(encoding="utf-8").splitlines()
        wrong.write_text("\n".join([*rows, rows[-1]]) + "\n", encoding="utf-8")
        for command in ("solve", "hint", "check", "replay"):
            told = aparte(command, path, "--lang", language, code=None)
            hold(told.stdout + told.stderr, name, language)
        told = aparte("check", wrong, "--lang", language, code=None)
        hold(told.stdout + told.stderr, name, language)
    whole = tmp_path / "whole.rec"
    whole.write_text(write(view(record, PEOPLE[0])), encoding="utf-8")
    told = aparte("review", whole.name, "--time", 0.05, "--lang", language, code=None)
    hold(told.stdout, name, language)


@pytest.mark.slow
@languages
@games
def test_puzzles_in_the_terminal_and_on_paper(
    name: str, language: Language, tmp_path: Path
) -> None:
    kinds = {each.tags["Kind"]: each for each in bundled(name)}
    for each in kinds.values():
        own = (each.title(language), *each.tags["Players"].split())
        typed = "\n".join(PUZZLE[language]) + "\n"
        home = str(tmp_path / each.name)
        told = aparte(
            "puzzle", "solve", each.name, "--lang", language,
            typed=typed, code=None, APARTE_HOME=home,
        )  # fmt: skip
        hold(told.stdout + told.stderr, name, language, *own)
        sheet = tmp_path / f"{each.name}.svg"
        aparte("puzzle", "print", each.name, "--out", sheet, "--lang", language)
        hold(re.sub(r"<[^>]*>", "\n", sheet.read_text(encoding="utf-8")), name, language, *own)


# pages

_BESIDE = re.compile(r"<(script|style)[^>]*>.*?</\1>|<!--.*?-->", re.DOTALL)
_ATTRIBUTES = ("aria-label", "title", "data-confirm", "data-back", "data-done", "data-choose",
               "data-turn", "data-wrong")  # fmt: skip
CHOICES = ("English", "Français")
"""What the choice of a language is called in each."""


def texts(page: str) -> Iterator[str]:
    """Yield what people read on a page, or hear of it."""
    page = _BESIDE.sub(" ", page).replace("&shy;", "").replace("\u00ad", "")
    for name in _ATTRIBUTES:
        yield from map(html.unescape, re.findall(rf'{name}="([^"]*)"', page))
    yield from (html.unescape(text) for text in re.split(r"<[^>]*>", page) if text.strip())


@languages
@games
@pytest.mark.parametrize("served_as", [served, served_real], ids=["dealt", "real"])
def test_pages(name: str, language: Language, served_as) -> None:
    with served_as(name) as table:
        players = table.live.hosting.players
        phones = {place: table.phone(place) for place in (*players, "table")}

        def look(text: str) -> None:
            hold(text, name, language, *players, *CHOICES)

        for phone in phones.values():
            phone.cookies["aparte-language"] = language
        for step in range(12):
            for place, phone in phones.items() if step % 4 == 0 else ():
                home = "table" if place == "table" else "seat"
                own = ("/told", "/fix") if home == "seat" else ()
                for path in (f"/{home}", "/log", "/scores", *own):
                    for text in texts(phone.get(path).body):
                        look(text)
            asked = ((p, *phones[p].moves()) for p in players)
            player, key, moves = next((each for each in asked if each[2]), ("", "", []))
            if not player:
                break
            for line in ("xyz", moves[step % len(moves)]):
                answer = phones[player].post("/seat/move", key=key, line=line)
                look(str(answer.data.get("words", "")))
