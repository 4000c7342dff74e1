"""What is printed, and where: boards and messages for people, JSON for programs."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..models.words import Words
from .language import N_, tell

if TYPE_CHECKING:
    from rich.console import Console

PLAIN = "APARTE_PLAIN"
"""Set in the environment, it says that every run is as with `--plain`."""

AsJson = Annotated[bool, typer.Option("--json", help=N_("Print JSON for programs."))]


def plain() -> bool:
    """Tell whether boxes, colour and the alternate screen are to be left out."""
    return bool(os.environ.get(PLAIN)) or os.environ.get("TERM") == "dumb"


def console(*, stderr: bool = False) -> Console:
    """Return the console to print on; it honours `--plain`, NO_COLOR and COLUMNS.

    Lines are not wrapped in plain form: a screen reader and a pipe want them whole.
    """
    from rich.console import Console

    return Console(
        stderr=stderr,
        no_color=plain() or None,
        force_terminal=False if plain() else None,
        soft_wrap=plain(),
        highlight=False,
        markup=False,
        emoji=False,
    )


def print_json(data: Any) -> None:
    """Print `data` as JSON on standard output."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def complain(words: Words | str) -> None:
    """Print one message on standard error."""
    text = tell(words) if isinstance(words, Words) else words
    print(f"aparte: {text}", file=sys.stderr)
