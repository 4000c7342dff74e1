"""`moves`: what can be done, few moves one by one, many by what people do with them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from aparte.cli.console import printed
from aparte.cli.language import spoken
from aparte.cli.session.moves import MANY, numbered, print_moves
from aparte.models.core import TABLE, Record, turn, view
from aparte.models.record import read_file

GOLDEN = Path(__file__).parents[1] / "golden"
SCREEN = 40
"""Rows for all kinds of moves at 80 columns."""
BEGINNING = 60
"""Lines of a game that are looked at."""


def open_tables(name: str) -> list[Record]:
    """Return the game `name` as its table sees it before choices among many moves."""
    whole = read_file(GOLDEN / f"{name}.rec")
    seen, found = view(whole.until(BEGINNING), TABLE), list[Record]()
    before = seen.blank()
    for line in seen.lines:
        coming = turn(before)
        if isinstance(coming, tuple) and len(coming) > MANY:
            found.append(before)
        before = before.and_line(line)
    return found


@pytest.mark.parametrize("name", ["bards-2", "bards-4", "onstage-en-4"])
def test_many_moves_are_told_by_their_kinds_on_one_screen(name: str) -> None:
    for record in open_tables(name)[::5]:
        coming = turn(record)
        assert isinstance(coming, tuple)
        with spoken("en"):
            rows = printed(partial(print_moves, record, coming))
            cells = numbered(record, coming)
        text = " ".join(" ".join(rows).split())
        assert len(rows) <= SCREEN
        for verb in {event.verb for event in coming}:
            first = next(n for n, event in enumerate(coming) if event.verb == verb)
            assert f"{record.notation.verbs[verb].about}:" in text
            assert cells[first].strip() in text


def test_words_behind_moves_choose_those_that_have_them() -> None:
    record = open_tables("bards-4")[0]
    coming = turn(record)
    assert isinstance(coming, tuple)
    with spoken("fr"):
        rows = printed(lambda: print_moves(record, coming, "relance danseur"))
        none = printed(lambda: print_moves(record, coming, "zorglub"))
    numbers = [n for n, e in enumerate(coming, 1) if e.verb == "rerolls" and "Dancer" in e.words]
    assert numbers and len(rows) <= len(numbers)
    text = " ".join(rows)
    assert all(f" {n} " in f" {text} " for n in numbers)
    assert "zorglub" in none[0]


def test_accents_count_where_some_are_typed() -> None:
    whole = read_file(GOLDEN / "bards-v2-3.rec")
    number, event = next((n, e) for n, e in whole.events if e.actor and "Poster" in e.words)
    own = view(whole.until(number - 1), event.actor)
    with spoken("fr"):
        for typed, found in (("recherche", True), ("de", True), ("dé", False)):
            rows = printed(partial(print_moves, own, [event], typed))
            assert any("recherche" in row for row in rows) == found
