"""Twins in short: `make soak` makes many more of them."""

from __future__ import annotations

from random import Random

import pytest

from aparte.contract.exchange import Exchanges, hidden_spots
from aparte.models.core import Record, TableError, view
from aparte.models.record import read, read_words, write
from aparte.sessions.answers import Accepted, Refused
from aparte.sessions.play import NeedsYes, Play
from tests.soak import twins as under_test
from tests.soak.games import ALL, OPENING, a_game
from tests.soak.lines import typed_lines
from tests.soak.session import ACCEPTED, CRASHED, answers, way_to
from tests.soak.twins import twins


@pytest.mark.parametrize("game", ALL)
def test_nothing_tells_twins_apart(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "TYPED", 8)
    monkeypatch.setattr(under_test, "TALKING", 1)
    monkeypatch.setattr(under_test, "a_game", lambda game, rng, _: a_game(game, rng, 120))
    report = twins(game, 1, 2)
    assert report.tried["exchanged"] == report.tried["sampled"] == 1
    assert report.found == []


def test_no_command_tells_twins_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "TYPED", 2)
    monkeypatch.setattr(under_test, "DEAR", 1)
    monkeypatch.setattr(under_test, "a_game", lambda *_: read(OPENING))
    report = twins("adresses-jaunes", 1, 2)
    assert report.tried["put to all commands"] == 2
    assert report.found == []


@pytest.mark.parametrize("game", ALL)
def test_an_exchange_is_legal_and_looks_the_same(game: str) -> None:
    rng = Random(game)
    whole = a_game(game, rng, 120)
    cuts = [whole.until(rng.choice(whole.lines).number) for _ in range(6)]
    seats = [cut.setup.players[0] for cut in cuts]
    twins = [Exchanges(cut, seat).twin(rng) for cut, seat in zip(cuts, seats, strict=True)]
    assert any(twins)
    for cut, seat, twin in zip(cuts, seats, twins, strict=True):
        if twin is not None:
            read(write(twin))
            assert write(twin) != write(cut)
            assert write(view(twin, seat)) == write(view(cut, seat))


def test_what_a_seat_sees_is_no_hidden_word() -> None:
    spots = hidden_spots(read(OPENING), "Ana")
    assert {spot.word for spot in spots} == {"1P", "1R", "2P", "2R", "3R", "3T", "5P", "6P"}


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: a session that looks into the other hands is told from its twin."""
    honest = Play.move

    def leaking(self: Play, player: str, text: str) -> Accepted | NeedsYes | Refused:
        if text.startswith("pawn"):
            print([self.record.state.hands[each].known for each in self.people if each != player])
        return honest(self, player, text)

    monkeypatch.setattr(Play, "move", leaking)
    monkeypatch.setattr(under_test, "TALKING", 1)
    monkeypatch.setattr(under_test, "a_game", lambda *_: read(OPENING))
    monkeypatch.setattr(
        under_test, "way_to", lambda _, seat: ("Ana", "") if seat == "Ana" else None
    )
    monkeypatch.setattr(under_test, "typed_lines", lambda *_: ["board", "pawn 4T"])
    assert any("Ana: seat" in each for each in twins("adresses-jaunes", 1, 48).found)


def test_a_line_that_is_accepted_ends_nothing() -> None:
    record = read(OPENING)
    way = way_to(record, "Ana")
    assert way is not None
    told = answers(record, way, ["disc h1", "disc zz", "disc v1"])
    assert [ACCEPTED in each for each in told] == [True, False, True]


def test_a_crash_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bool:
        raise KeyError("zz")

    monkeypatch.setattr(Play, "move", broken)
    record = read(OPENING)
    told = answers(record, way_to(record, "Ana") or (), ["disc h1", "disc h2"])
    assert all(f"{CRASHED} (KeyError)" in each for each in told)


@pytest.mark.parametrize("game", ALL)
def test_typed_lines_leave_no_session_and_depend_on_the_view(game: str) -> None:
    record = _begun(game, Random(3))
    seen = view(record, record.setup.players[0])
    lines = typed_lines(seen, Random(2), 60)
    assert lines == typed_lines(seen, Random(2), 60)
    assert not {"", "quit", *record.setup.players} & set(lines)
    assert any(_reads(record, line) for line in lines)


def _begun(game: str, rng: Random) -> Record:
    record = a_game(game, rng, 60)
    return record.until(record.lines[len(record.lines) // 2].number)


def _reads(record: Record, line: str) -> bool:
    try:
        read_words(record, line, outcome=False)
    except TableError:
        return False
    return True
