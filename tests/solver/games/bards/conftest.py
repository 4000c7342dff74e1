"""What is found of a move is kept for all tests of a run."""

from __future__ import annotations

from functools import cache

import pytest

from aparte.solver.games.bards.onward import _onward

FOUND = cache(_onward.__wrapped__)


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find what the rest of the round makes of a move only once."""
    monkeypatch.setattr("aparte.solver.games.bards.onward._onward", FOUND)
