"""How the tests run: random examples without a clock, the same ones every time in CI.

Two games of other packages, Cloche and Cordée, are installed beside Aparté: their folders are on
the path of this process and of those that tests start.
"""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hypothesis import settings

from aparte.contract.conftest import few_tries, own_home  # noqa: F401 (fixtures of all tests)
from aparte.sessions import store_file
from aparte.sessions.store import FILE, Store, opened
from aparte.solver.play.shelf import COMES_WITH, shelf

# A shell that starts its jobs in the background lets them, and all they start, ignore an interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("aparte", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("aparte")
# Whoever opens saved games in this process waits for no disk: that took 20 ms each time.
store_file.SYNCHRONOUS = "OFF"

SLOW = frozenset((Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").splitlines())
"""What takes 0.3 s of the processor or more, mostly where a quicker case of it is left."""
COLLECTED = pytest.StashKey[set[str]]()
BESIDE = tuple(Path(__file__).parent / folder for folder in ("fifth", "sixth"))
"""The folders of the games of other packages."""
TEMPLATE = Path(__file__).parents[1] / "cli" / "template"
sys.path.extend(map(str, BESIDE))
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, (os.environ.get("PYTHONPATH"), *map(str, BESIDE)))
)


def pytest_configure(config: pytest.Config) -> None:
    """Compile the coaches, and messages of other packages, once, before any process needs them."""
    if not hasattr(config, "workerinput"):
        compile_coaches()
        folders = (*BESIDE, TEMPLATE)
        for source in (each for folder in folders for each in folder.glob("*/locale/**/*.po")):
            with source.open("rb") as lines, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(lines))


@pytest.fixture
def home(tmp_path: Path) -> str:
    """Return a home that a test may name, where nothing is kept yet."""
    return str(tmp_path / "home")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return an open store in which nothing is kept yet."""
    with opened(tmp_path / FILE) as store:
        yield store


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what lets every clock, from then on, jump an hour whenever it is looked at."""
    jumps = count(step=3600)

    def jump() -> None:
        for clock in ("thread_time", "process_time", "monotonic", "perf_counter", "time"):
            told = getattr(time, clock)
            ours = [each for name, each in sys.modules.items() if name.startswith("aparte.")]
            for module in (time, *ours):
                if getattr(module, clock, None) is told:
                    monkeypatch.setattr(module, clock, lambda: next(jumps))

    return jump


@pytest.hookimpl(tryfirst=True)  # before it is chosen what runs
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the dearest cases, as they were measured: `make test-all` runs them."""
    config.stash[COLLECTED] = {item.nodeid for item in items}
    for item in items:
        if item.nodeid in SLOW:
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Spare the collector of garbage what is loaded by now: it took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def slow() -> frozenset[str]:
    """The cases that are left to `make test-all`."""
    return SLOW


@pytest.fixture
def collected(request: pytest.FixtureRequest) -> set[str]:
    """All cases of the files that are tested, those too that do not run."""
    if any("::" in each for each in request.config.args):
        pytest.skip("of some files only a part is tested")
    return request.config.stash[COLLECTED]


def compile_coaches() -> None:
    """Compile what `make test` has compiled before: else every session begins to, by itself."""
    if not shelf().whole:
        print("Compiling the coaches (a minute or two, once)", flush=True)
        program = [sys.executable, "-m", "aparte.solver.play.rehearsal"]
        kept = os.environ | {"NUMBA_CACHE_DIR": str(COMES_WITH.parent)}
        subprocess.run(program, env=kept, stdout=subprocess.DEVNULL, check=True)
