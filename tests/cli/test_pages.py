"""Pages fit: every game, every number of players, both languages, the longest names, 80 by 24."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest

from aparte.cli.console import height, printed
from aparte.cli.language import Language, tell
from aparte.cli.session.layout import (
    PROMPT,
    Showing,
    TableShown,
    page_rows,
    table_rows,
)
from aparte.cli.views.told import print_account, print_ending, print_news
from aparte.models.bards.face import Naming, told_bard
from aparte.models.core import TABLE, Record, turn, view
from aparte.models.record import read, read_file
from aparte.models.tale import Happened
from aparte.sessions.news import ending, happened, news

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.rec"))
ROWS, COLUMNS = 24, 80
NEWS = 3
"""Rows that are left to news when a page is as full as it gets."""
LONG = dict(
    zip(
        ("Ana", "Bo", "Cy", "Dai", "Eli", "Fay"),
        (f"{name:m<20}" for name in ("Anna", "Boris", "Cyrus", "Daisy", "Elias", "Fatim")),
        strict=True,
    )
)
IN_TURN = [
    pytest.param(
        path, language, id=f"{path.stem}-{language}", marks=[pytest.mark.soak] * ((at + number) % 2)
    )
    for at, path in enumerate(GOLDEN)
    for number, language in enumerate(Language)
]
"""Every game in one language, and in the other one in `make soak`."""
ROOMY = ("onstage-en-4-teams", "adresses-jaunes-4", "overseers-6", "bards-v2-4-sudden")


@cache
def long_named(path: Path) -> Record:
    """Return a golden game whose players have the longest names there are."""
    rows = path.read_text("utf-8").splitlines()
    text = "\n".join(_renamed(row) for row in rows if not row.startswith("[Deal"))
    return read(f"{text}\n")


def _renamed(row: str) -> str:
    return re.sub(r"\b[A-Z][a-z]+\b", lambda word: LONG.get(word[0], word[0]), row)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(ROWS))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def growing(own: Record, most: int) -> Iterator[tuple[Record, Record]]:
    """Yield `own` where somebody chooses, about `most` times, and as it was three lines before."""
    seen, now = [own.blank()], own.blank()
    for at, line in enumerate(own.lines, start=1):
        now = replace(now.moved(line.event), lines=own.lines[:at])
        seen = [*seen[-3:], now]
        if at % max(len(own.lines) // most, 1) == 0 and isinstance(turn(now), tuple):
            yield now, seen[0]


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize(
    ("path", "language"), IN_TURN, ids=lambda each: getattr(each, "stem", each)
)
def test_every_page_fits_and_shows_what_is_decided_on(
    path: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_LANG", language)
    record = long_named(path)
    viewer = TABLE if language is Language.ENGLISH else record.setup.players[-1]
    for own, before in growing(view(record, viewer), 3):
        strip = table_rows(own, 0, Showing())
        assert height(strip) <= ROWS - PROMPT - NEWS, "\n".join(strip)
        new = printed(partial(print_news, own, news(own, before)))[:NEWS]
        page = page_rows(own, ROWS, Showing(), new, ["x"] * 9)
        assert height(page) <= ROWS - PROMPT, "\n".join(page)
        shown = (table_rows(own, room, Showing()) for room in (None, *range(ROWS)))
        assert any(table == page[: len(table)] for table in shown)


@pytest.mark.usefixtures("screen")
def test_the_veterans_of_bards_can_be_read_in_the_show() -> None:
    for name, line in (("bards-2", 100), ("bards-v2-3", 104), ("bards-4", 220)):
        record = next(read_file(path) for path in GOLDEN if path.stem == name).until(line)
        page = page_rows(view(record, record.state.actor), ROWS, Showing(), ["x"] * 3, [])
        assert height(page) <= ROWS - PROMPT
        told = "".join(" ".join(page).split())
        for card in record.state.line:
            bard = record.state.box.cards.bards[card]
            assert "".join(tell(told_bard(bard, Naming.SHORT)).split()) in told


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize(
    ("path", "language"), IN_TURN, ids=lambda each: getattr(each, "stem", each)
)
def test_what_a_round_and_a_game_brought_fits(
    path: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_LANG", language)
    record = long_named(path)
    over = record.game.tale.rounds_over
    ended: list[Happened] = []
    for each in happened(view(record, TABLE)):
        if over(each.after) == over(each.before):
            continue
        ended.append(each)
        counted = record.game.tale.account(TABLE, each.after, ended)
        assert counted is not None
        rows = printed(partial(print_account, counted))
        assert height(rows) == len(rows) <= ROWS - PROMPT, "\n".join(rows)
    end = ending(record)
    assert end is not None
    rows = printed(lambda: print_ending(record, end))
    assert height(rows) == len(rows) <= ROWS - PROMPT, "\n".join(rows)


@pytest.mark.parametrize("name", ROOMY)
def test_a_larger_screen_shows_the_whole_board(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LINES", "40")
    record = long_named(next(path for path in GOLDEN if path.stem == name))
    for own, _ in growing(view(record, record.setup.players[0]), 5):
        board = table_rows(own, None, Showing())
        assert page_rows(own, 40, Showing(), ["new"], ["what"]) == [*board, "new", "what"]


def test_nothing_is_shown_where_that_is_asked_for() -> None:
    own = view(long_named(GOLDEN[0]), TABLE)
    assert table_rows(own, None, Showing(TableShown.OFF)) == []
