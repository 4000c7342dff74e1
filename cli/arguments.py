"""What several commands take, and the answer to a command line that asks for what cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..models.words import Words
from .language import N_, tell

RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", exists=True, dir_okay=False, readable=True, help=N_("A record.")
    ),
]


def wrong(words: Words) -> typer.BadParameter:
    """Return the error of a wrong command line: the message, and exit code 2."""
    return typer.BadParameter(tell(words))
