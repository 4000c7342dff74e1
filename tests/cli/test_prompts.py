"""Each prompt says whose line is next, in which phase, and a line that is legal now."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from aparte.cli.language import Language, spoken, tell
from aparte.cli.session.layout import PROMPT
from aparte.cli.session.table import prompt
from aparte.models.core import TABLE, Record, turn, view
from aparte.models.errors import TableError
from aparte.models.record import read_file, read_words
from aparte.models.wording import spelled, worded
from aparte.models.words import say
from aparte.sessions.awaited import awaited, example, whole_line
from aparte.sessions.fixing import automatic
from aparte.sessions.gate import move_of
from aparte.sessions.lines import one_example
from aparte.sessions.typed import events_of
from aparte.solver.play.coach import choices
from aparte.solver.play.driver import overdue
from tests.snapshots import GOLDEN
from tests.tables import NAMES, blank, played_at_random

GAMES = [("adresses-jaunes", 3), ("onstage", 4), ("overseers", 4), ("bards", 3)]
LINES = 70
"""How many lines of a game are looked at; the soak looks at all."""


def asked_for(record: Record, lines: int) -> Iterator[Record]:
    """Yield `record` where a line is awaited, once for each phase with each kind of line."""
    seen, now = set(), record.blank()
    for line in record.lines[:lines]:
        if automatic(now) is None:
            part = now.game.tale.part(now.state)
            kind = (*awaited(now), part and part.template)
            if kind not in seen:
                seen.add(kind)
                yield now
        now = now.and_line(line)


def table_prompts_are_legal(game: str, players: int, seed: int, lines: int) -> int:
    looked = 0
    whole = played_at_random(blank(game, players), seed, lines)
    for viewer in (TABLE, NAMES[0]):
        for now in asked_for(view(whole, viewer), lines):
            asked = prompt(now)
            found = re.fullmatch(r"(\d+) (.*)\((.*)\)> ", asked)
            assert found is not None, asked
            assert int(found[1]) == now.last + 1
            line = found[3].removeprefix(tell(say("Enter, or {line}", line="")))
            assert now.moved(events_of(now, line, tell)[0]), asked
            part = now.game.tale.part(now.state)
            assert part is None or found[2].startswith(tell(part))
            coming = turn(now)
            actors = {e.actor for e in coming if e.actor} if isinstance(coming, tuple) else set()
            assert all(actor in found[2] for actor in actors), asked
            looked += 1
    return looked


def test_names_of_two_words_are_told_so_and_can_be_typed() -> None:
    record = blank("adresses-jaunes", ("Mary_Ann", "Bo"))
    whole = played_at_random(record, 3, 12)
    own = view(whole, TABLE)
    asked = prompt(own)
    assert "_" not in asked
    moves = choices(view(whole, "Bo")) or choices(view(whole, "Mary_Ann"))
    line = tell(worded(own, f"Mary_Ann disc {moves[0].words[0]}"))
    assert line.startswith("Mary Ann disc")
    assert spelled(own, line, tell).startswith("Mary_Ann disc")


def test_an_example_has_no_hole_where_its_viewer_looks() -> None:
    whole = played_at_random(blank("overseers", 4), 6, 150)
    now = view(whole, "Ana").until(135)
    looks = next(event for event in choices(now) if event.verb == "looks")
    line = whole_line(now, looks)
    assert "?" not in line and now.moved(read_words(now, line))


@pytest.mark.parametrize("name", ["bards-2", "bards-v2-3"])
def test_an_example_of_cards_that_nobody_sees_is_found_late_in_a_game(name: str) -> None:
    seen = view(read_file(GOLDEN / f"{name}.rec"), TABLE)
    late = [number for number, event in seen.events if event.verb == "reveals"][6:14]
    lines = [example(seen.until(number - 1)) for number in late]
    assert len([line for line in lines if "…" not in line]) >= len(lines) - 1
    assert all("……" not in line for line in lines)


def seat_examples_are_legal(game: str, players: int, seed: int, lines: int) -> int:
    looked, seen = 0, set()
    whole = played_at_random(blank(game, players), seed, lines)
    first = whole.lines[0].number
    for number, event in whole.events:
        if not event.actor or number > first + lines or (event.actor, event.verb) in seen:
            continue
        seen.add((event.actor, event.verb))
        own = view(whole.until(number - 1), event.actor)
        if not isinstance(turn(own), tuple):
            continue  # it is drawn: nobody is asked
        moves = (*choices(own), *overdue(own))
        typed = tell(one_example(own, moves))
        assert move_of(own, moves, typed, tell), typed
        looked += 1
    return looked


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game, players", GAMES)
def test_prompts_have_an_example_that_is_taken(game: str, players: int, language: Language) -> None:
    with spoken(language):
        seed = 1 + (language is Language.FRENCH)
        assert table_prompts_are_legal(game, players, seed, LINES) > 6
        assert seat_examples_are_legal(game, players, seed, LINES) > 3


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 9))
@pytest.mark.parametrize("game, players", GAMES)
def test_prompts_of_whole_games_have_such_an_example(game: str, players: int, seed: int) -> None:
    with spoken(list(Language)[seed % 2]):
        table_prompts_are_legal(game, players, seed, 10**6)
        seat_examples_are_legal(game, players, seed, 10**6)


def test_a_french_prompt_is_typed_in_french() -> None:
    now = played_at_random(blank("adresses-jaunes", 3), 1, LINES)
    disc = next(number for number, event in now.events if event.verb == "disc")
    with spoken("fr"):
        assert "(Ana disque h1 = " in prompt(view(now.until(disc - 1), TABLE))


@pytest.mark.parametrize("language", Language)
def test_a_prompt_has_two_rows_at_most(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("Annabella-Marguerite", "Bartholomew_Franklin", "Constantin_Ferdinand")
    whole = played_at_random(blank("bards", names), 1, LINES)
    with spoken(language):
        for now in asked_for(view(whole, names[0]), LINES):
            assert len(prompt(now)) <= 80 * PROMPT - 20, prompt(now)


def test_what_is_no_line_is_told_with_lines_in_french() -> None:
    whole = played_at_random(blank("onstage", 3), 1, LINES)
    play = next(number for number, event in whole.events if event.verb == "plays")
    with spoken("fr"), pytest.raises(TableError):
        try:
            events_of(view(whole.until(play - 1), TABLE), "zzz", tell)
        except TableError as error:
            assert " joue " in tell(error.message)
            raise
