"""How the tests run: random examples without a clock, the same ones every time in CI.

A game of another package, Cloche, is installed beside Aparté: its folder is on the path of this
process and of those that tests start.
"""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tools.hatch_build import compile_catalogues

settings.register_profile("aparte", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("aparte")

FIFTH = Path(__file__).parent / "fifth"
sys.path.append(str(FIFTH))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(FIFTH))))


def pytest_configure(config: pytest.Config) -> None:
    """Compile the messages of Cloche, once, before any process tells them."""
    if not hasattr(config, "workerinput"):
        compile_catalogues(FIFTH / "cloche" / "locale")
