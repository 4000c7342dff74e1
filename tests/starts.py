"""What a game is worth before its deal, for tests: the mean of few deals, which is soon there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from aparte.solver.games.adresses_jaunes import judge as addresses
from aparte.solver.games.onstage import judge as onstage

FEW = 40


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
