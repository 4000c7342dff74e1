"""Commands that solve nothing start without what solves."""

import subprocess
import sys
from functools import cache

import pytest

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
def loaded(*arguments: object) -> set[str]:
    ran = subprocess.run(
        [sys.executable, "-c", CODE, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
    )
    assert "exit 0" in ran.stderr
    return set(ran.stderr.split("loaded", 1)[1].split())


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


def test_help_loads_no_command() -> None:
    assert not [name for name in loaded("--help") if name.startswith("aparte.cli.commands.")]


def test_solving_does_load_them() -> None:
    assert "ortools" in loaded("solve", FOUR)  # so the names above are the ones in use
