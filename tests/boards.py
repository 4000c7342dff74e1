"""Boards as a terminal draws them, and games of players with other names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO

from rich.console import Console

from aparte.cli.views import look_of
from aparte.models.core import Record
from aparte.models.record import read, write
from aparte.solver.engine.solve import Solved


def drawn(seen: Record, solved: Solved | None = None, width: int = 80) -> str:
    """Return the board of a game as it is printed."""
    draw, text = look_of(seen).board, StringIO()
    assert draw is not None
    Console(file=text, width=width, force_terminal=False).print(draw(seen, solved))
    return text.getvalue()


def renamed(record: Record, names: Sequence[str]) -> Record:
    """Return a record whose players have these names."""
    text = write(record)
    for old, new in zip(record.setup.players, names, strict=False):
        text = re.sub(rf"\b{old}\b", new[:20], text)
    return read(text)
