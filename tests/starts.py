"""What reviews and lessons work out is soon there in these tests: from few deals and choices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aparte.sessions import lessons, review
from aparte.sessions.reviewable import tasks
from aparte.solver.games.adresses_jaunes import judge as addresses
from aparte.solver.games.onstage import judge as onstage
from aparte.solver.play.coach import Budget

FEW, CHOICES = 40, 9
"""How many deals are taken for what a game is worth, and how many choices are judged."""


@contextmanager
def few_deals() -> Iterator[None]:
    """Take the mean of few deals until the block is left."""
    judges = (addresses, onstage)
    with pytest.MonkeyPatch.context() as patch:
        for judge in judges:
            patch.setattr(judge, "DEALS", FEW)
            judge._start.cache_clear()
        yield
    for judge in judges:
        judge._start.cache_clear()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Judge few choices, shortly, and save games in a folder of the test."""
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    monkeypatch.setattr(lessons, "BUDGET", Budget(iterations=12))
    monkeypatch.setattr(review, "tasks", lambda record, seats: tasks(record, seats)[:CHOICES])
    with few_deals():
        yield
