"""Kills and torn logs in short: `make soak` does many more of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from aparte.models.core import REFEREE
from aparte.models.record import read
from aparte.sessions.store import FILE, opened
from tests.soak.games import OPENING, a_game
from tests.soak.kills import _fault, _Run, _Session, kills
from tests.soak.torn import _read_torn, _written, torn

KILLED = -9


@pytest.mark.parametrize(
    "game", ["adresses-jaunes", pytest.param("overseers", marks=pytest.mark.soak)]
)
def test_a_kill_loses_no_line_that_was_told(game: str) -> None:
    report = kills(game, 1, 2)
    assert report.tried["kills"] == 2
    assert report.tried["lines saved"]
    assert report.found == []


@pytest.fixture
def session(tmp_path: Path) -> _Session:
    with opened(tmp_path / FILE) as store:
        store.add(read(OPENING))
    return _Session(tmp_path, ("resume",), (), (REFEREE, "Ana"))


@pytest.mark.parametrize(
    "told, fault",
    [
        ("    6  deal Bo ????\nAna, a move", None),
        ("    6  deal Bo 1P 1R 2P 2R\n", None),
        ("    7  deal Cy ????\n    8  Ana disc h1 = 3\n", "line 8 was told and is not there"),
        ("    6  deal Bo 1P 1R 2P 9P\n", "line 6 was told and is not there"),
        ("    7  deal Cy ????\n    8  Ana disc h", None),  # cut off: nobody was told all of it
    ],
)
def test_a_line_that_was_told_and_lost_is_found(
    session: _Session, told: str, fault: str | None
) -> None:
    found = _fault(session, _Run(told, "", KILLED), Counter())
    assert (found is None) == (fault is None)
    assert (fault or "") in (found or "")


def test_a_session_that_fails_is_found(session: _Session) -> None:
    assert "ended with 70: oh" in (_fault(session, _Run("x\n", "oh", 70), Counter()) or "")


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage"])
def test_a_torn_log_leaves_an_earlier_state(game: str) -> None:
    report = torn(game, 1, 20)
    assert report.tried["logs"] == 20
    assert report.tried["an earlier state"]
    assert report.found == []


def test_a_state_that_never_was_is_found(tmp_path: Path) -> None:
    states = _written(a_game("adresses-jaunes", Random(1)), tmp_path, Random(1))
    assert _read_torn(tmp_path / FILE, states) == ("whole", None)
    assert _read_torn(tmp_path / FILE, states[:-1])[0] == "false"
