"""The contract is held by every game there is, or by those of `--game NAME`."""

import pytest

from aparte.models.games import names


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", metafunc.config.getoption("--game") or names())
