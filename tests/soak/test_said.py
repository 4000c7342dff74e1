"""A short form of what is said at seats, and that it finds what it is for."""

from __future__ import annotations

import pytest

from aparte.sessions import gate, typed
from tests.soak.said import said


@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_what_is_accepted_is_legal_and_has_no_mark(game: str) -> None:
    report = said(game, 7, 100)
    assert report.tried["lines"] >= 100
    assert not report.found, report.found


@pytest.mark.parametrize(("game", "mark"), [("onstage", "!"), ("adresses-jaunes", "=")])
def test_a_guard_that_is_not_asked_is_found(
    monkeypatch: pytest.MonkeyPatch, game: str, mark: str
) -> None:
    monkeypatch.setattr(gate, "_guarded", lambda *_: None)
    monkeypatch.setattr(typed, "_marked", lambda *_: None)
    found = said(game, 1, 1_300).found
    assert any("was accepted" in each and mark in each for each in found), found
