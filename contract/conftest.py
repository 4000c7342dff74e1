"""The contract is held by every game there is, or by those of `--game NAME`."""

from collections.abc import Generator
from itertools import count

import pytest

from ..models.games import is_game, names
from ..solver.play import coach
from . import HERE
from .promise import broken

BROKEN = "broken promise"
HOMES = count()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--game", action="append", metavar="NAME", help="hold this game alone to the contract"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Tell of a name that no game has; make the marks of the contract known."""
    for name in config.getoption("--game") or ():
        if not is_game(name):
            known = ", ".join(names())
            raise pytest.UsageError(f"no game is called {name}; installed are {known}")
    for mark in ("slow: dear", "soak: runs for minutes", "promise: what a game keeps, and where"):
        config.addinivalue_line("markers", mark)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", metafunc.config.getoption("--game") or names())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what runs for minutes, unless it is asked for, whatever else is."""
    if "soak" in config.option.markexpr:
        return
    ours = [item for item in items if item.path.parent == HERE]
    left = [item for item in ours if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test find a home where nothing is kept: nobody's own, nor that of another test."""
    home = tmp_path_factory.getbasetemp() / f"own_home{next(HOMES)}"  # made by who keeps something
    monkeypatch.setenv("APARTE_HOME", str(home))


@pytest.fixture(autouse=True)
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hint may tell does not depend on how long the coach thinks about it."""
    monkeypatch.setattr(coach, "ADVICE", coach.Budget(iterations=4, quick=False))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a failure which promise was broken, and where its author looks."""
    report = yield
    promised = item.get_closest_marker("promise")
    if report.failed and promised is not None and call.excinfo is not None:
        game = getattr(item, "callspec").params["game"]  # noqa: B009 (only functions have one)
        told = broken(game, promised, call.excinfo)
        report.user_properties.append((BROKEN, told))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell each broken promise once more, at the end."""
    failed = terminalreporter.getreports("failed")
    told = [text for each in failed for name, text in each.user_properties if name == BROKEN]
    for text in dict.fromkeys(map(str, told)):
        terminalreporter.write_line(text)
