"""Commands that solve nothing start without what solves."""

import os
import signal
import subprocess
import sys
from functools import cache
from types import ModuleType

import pytest

from aparte.cli import __main__ as begin
from aparte.models.games import OWN
from tests.aparte_cli import FOUR, environment

SLOW = ("numba", "numpy", "ortools", "pandas", "prompt_toolkit", "constraint", "sqlite3")
CODE = """
import sys
from aparte.cli.main import app
try:
    app(sys.argv[1:], prog_name="aparte")
except SystemExit as done:
    print("exit", done.code, file=sys.stderr)
print("loaded", *sys.modules, file=sys.stderr)
"""


@cache
def loaded(*arguments: object, at_a_terminal: bool = False) -> set[str]:
    screen, end = os.openpty() if at_a_terminal else (None, subprocess.PIPE)
    ran = subprocess.run(
        [sys.executable, "-c", CODE, *map(str, arguments)],
        stdin=end if at_a_terminal else None,
        stdout=end,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(),
    )
    if screen is not None:
        os.close(screen)
        os.close(end)
    assert "exit 0" in ran.stderr
    return set(ran.stderr.split("loaded", 1)[1].split())


class Interrupted(ModuleType):
    """A module whose loading is interrupted; a library may make another error of that."""

    def __getattr__(self, name: str) -> object:
        os.kill(os.getpid(), signal.SIGINT)
        raise ImportError(name)


def test_who_interrupts_while_it_is_loaded_sees_no_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "aparte.cli.main", Interrupted("main"))
    with pytest.raises(SystemExit) as ended:
        begin.run()
    assert ended.value.code == 130


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--help", "--lang", "fr"],
        ["--version"],
        ["solve", "--help"],
        ["rules", "adresses-jaunes"],
        ["check", FOUR],
        ["replay", FOUR],
    ],
    ids=lambda arguments: arguments[0],
)
def test_light_commands_load_no_engine(arguments: list[object]) -> None:
    assert not loaded(*arguments) & set(SLOW)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals")
@pytest.mark.parametrize("arguments", [("games",), ("scores",)], ids=" ".join)
def test_what_fits_on_a_terminal_loads_no_pager(arguments: tuple[str, ...]) -> None:
    assert "prompt_toolkit" not in loaded(*arguments, at_a_terminal=True)


def test_scores_load_nothing_that_starts_processes() -> None:
    assert not loaded("scores") & {"multiprocessing", "concurrent.futures"}


def test_help_loads_no_command() -> None:
    assert not [name for name in loaded("--help") if name.startswith("aparte.cli.commands.")]


LISTS = (["--help"], ["config"], ["games"], ["puzzle", "list"], ["puzzle", "daily", "--show"])
RULES = {f"aparte.models.{name.replace('-', '_')}" for name in OWN}


def below(package: str, names: set[str]) -> set[str]:
    """Return what of a package is among `names`, without the package itself."""
    return {name.removeprefix(f"{package}.") for name in names if name.startswith(f"{package}.")}


@pytest.mark.parametrize("arguments", LISTS, ids=" ".join)
def test_what_lists_loads_no_rules_and_no_solver(arguments: list[str]) -> None:
    there = loaded(*arguments)
    assert not there & {*RULES, "aparte.models.core", "aparte.models.grammar"}
    assert not below("aparte.solver", there)


def test_a_sound_record_is_checked_by_its_rules_and_the_counter_alone() -> None:
    there = loaded("check", FOUR)
    assert there & RULES == {"aparte.models.adresses_jaunes"}
    assert below("aparte.solver.engine", there) == {
        *("count", "fitting", "reading", "reduction", "shares", "sweep", "work")
    }
    assert not below("aparte.sessions", there) - {
        *("errors", "faults", "house", "languages", "levels", "marks", "store_file", "worth")
    }


@pytest.mark.parametrize("game", OWN)
def test_who_plays_a_game_is_told_without_what_calculates(game: str) -> None:
    told = f"from aparte.solver.play.coach import play_of; play_of({game!r}); import sys; "
    found = subprocess.run(
        [sys.executable, "-c", told + "print(*sys.modules)"], capture_output=True, text=True
    )
    assert "aparte.solver.play.coach" in found.stdout.split()
    assert not {"numpy", "numba"} & set(found.stdout.split())


def test_what_is_solved_by_steps_is_not_proved_by_sets_of_lines() -> None:
    assert "aparte.solver.engine.explain" not in loaded("solve", FOUR)


def test_solving_does_load_them() -> None:
    assert "ortools" in loaded("solve", FOUR)  # so the names above are the ones in use
