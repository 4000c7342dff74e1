"""The contract is held by every game there is, or by those of `--game NAME`."""

import pytest

from aparte.models.games import names
from aparte.sessions import hints


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", metafunc.config.getoption("--game") or names())


@pytest.fixture(autouse=True)
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hint may tell does not depend on how long the coach thinks about it."""
    monkeypatch.setattr(hints, "TRIES", 4)
