"""Runs the real command, for tests."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from aparte.contract.command import SPOKEN_BY, aparte, environment

__all__ = ["EXAMPLES", "FOUR", "SPOKEN_BY", "aparte", "data", "environment", "process"]
__all__ += ["same_always"]

EXAMPLES = Path(__file__).parent / "examples"
FOUR = EXAMPLES / "adresses-jaunes-4p-bo.rec"


def process(*arguments: object, typed: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    """Run `aparte` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "aparte.cli", *map(str, arguments)],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**extra),
    )


def data(*arguments: object, code: int | None = 0) -> Any:
    """Run `aparte` with --json and return what it printed."""
    return json.loads(aparte(*arguments, "--json", code=code).stdout)


def same_always(program: str) -> str:
    """Run a program in two processes, with sets in other orders; return what both print."""
    once, again = (
        subprocess.run(
            [sys.executable, "-c", program],
            env=environment(PYTHONHASHSEED=seed),
            capture_output=True,
            text=True,
            check=True,
        )
        for seed in ("1", "2")
    )
    assert (once.stdout, once.stderr) == (again.stdout, "")
    return once.stdout
