"""Runs the command in this process."""

from __future__ import annotations

import os
from typing import Any

from typer.testing import CliRunner

from ..cli.main import app

SPOKEN_BY = ("APARTE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "APARTE_PLAIN", "TERM")


def environment(**extra: str) -> dict[str, str]:
    """Return the environment of a fresh terminal that speaks English, changed by `extra`."""
    kept = {name: value for name, value in os.environ.items() if name not in SPOKEN_BY}
    fresh = {"LANG": "C.UTF-8", "COLUMNS": "80", "XDG_CONFIG_HOME": os.devnull}
    return kept | fresh | extra


def aparte(*arguments: object, code: int | None = 0, typed: str = "", **extra: str) -> Any:
    """Run `aparte` in this process and hold it to its exit code, unless that is None."""
    silenced: dict[str, str | None] = dict.fromkeys(SPOKEN_BY)
    result = CliRunner(env=silenced | environment(**extra)).invoke(
        app, [*map(str, arguments)], input=typed, prog_name="aparte"
    )
    assert code in (None, result.exit_code), result.output
    return result
