"""Runs the real command, for tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from aparte.cli.main import app

EXAMPLES = Path(__file__).parent / "examples"
FOUR = EXAMPLES / "adresses-jaunes-4p-bo.rec"
SPOKEN_BY = ("APARTE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "APARTE_PLAIN", "TERM")


def environment(**extra: str) -> dict[str, str]:
    """Return the environment of a fresh terminal that speaks English, changed by `extra`."""
    kept = {name: value for name, value in os.environ.items() if name not in SPOKEN_BY}
    fresh = {"LANG": "C.UTF-8", "COLUMNS": "80", "XDG_CONFIG_HOME": os.devnull}
    return kept | fresh | extra


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


def aparte(*arguments: object, code: int | None = 0, typed: str = "", **extra: str) -> Any:
    """Run `aparte` in this process and hold it to its exit code, unless that is None."""
    silenced: dict[str, str | None] = dict.fromkeys(SPOKEN_BY)
    result = CliRunner(env=silenced | environment(**extra)).invoke(
        app, [*map(str, arguments)], input=typed, prog_name="aparte"
    )
    assert code in (None, result.exit_code), result.output
    return result


def data(*arguments: object, code: int | None = 0) -> Any:
    """Run `aparte` with --json and return what it printed."""
    return json.loads(aparte(*arguments, "--json", code=code).stdout)
