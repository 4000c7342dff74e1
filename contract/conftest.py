"""The contract is held by every game there is, or by those of `--game NAME`."""

import pytest

from ..models.games import is_game, names
from ..sessions import hints


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--game", action="append", metavar="NAME", help="hold this game alone to the contract"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Tell of a name that no game has; make known how dear a promise can be."""
    for name in config.getoption("--game") or ():
        if not is_game(name):
            known = ", ".join(names())
            raise pytest.UsageError(f"no game is called {name}; installed are {known}")
    config.addinivalue_line("markers", "slow: dear")
    config.addinivalue_line("markers", "soak: runs for minutes")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", metafunc.config.getoption("--game") or names())


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test find a home where nothing is kept: nobody's own, nor that of another test."""
    monkeypatch.setenv("APARTE_HOME", str(tmp_path_factory.mktemp("own_home")))


@pytest.fixture(autouse=True)
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hint may tell does not depend on how long the coach thinks about it."""
    monkeypatch.setattr(hints, "TRIES", 4)
