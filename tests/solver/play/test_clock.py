"""Code that is loaded takes nobody's time to think."""

from __future__ import annotations

import subprocess
import sys
from time import thread_time

import pytest

from aparte.models.games import OWN
from aparte.solver.play.clock import loading, thought
from aparte.solver.play.race import deadline
from tests.aparte_cli import environment

BUSY = 0.05
LOADED = """
import sys
from aparte.solver.play.coach import Budget, load
from aparte.solver.play.advising import ranked
from tests.reasons import played_positions
load(sys.argv[1])
kernels = {name for name in sys.modules if name.endswith("_kernel")}
ranked(next(played_positions(sys.argv[1], 3, 0)), Budget(iterations=4))
print(sorted({name for name in sys.modules if name.endswith("_kernel")} - kernels))
"""


def _work() -> None:
    until = thread_time() + BUSY
    while thread_time() < until:
        pass


def test_loading_is_no_thought() -> None:
    begun, over = thought(), deadline(BUSY / 2)
    with loading(), loading():
        _work()
    assert thought() - begun < BUSY / 2
    assert not over()
    _work()
    assert thought() - begun >= BUSY
    assert over()


def test_loading_that_fails_ends_all_the_same() -> None:
    with pytest.raises(ZeroDivisionError), loading():
        raise ZeroDivisionError
    begun = thought()
    _work()
    assert thought() - begun >= BUSY


@pytest.mark.slow
@pytest.mark.parametrize("game", OWN)
def test_kernels_are_loaded_before_the_clock_begins(game: str) -> None:
    run = [sys.executable, "-c", LOADED, game]
    told = subprocess.run(run, env=environment(), capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]", told.stderr
