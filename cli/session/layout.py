"""The layout of a page: the board if it fits, else the strip; what does not fit is left out."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO
from typing import TextIO

from ...models.core import Record
from ..console import console
from ..views import show_board, show_strip

PROMPT = 2
"""Rows for a prompt and the line typed after it."""
_STYLE = re.compile(r"\x1b\[[0-9;]*m")


class TableShown(StrEnum):
    """How the table is shown unasked: whatever fits, the strip, or not at all."""

    AUTO = "auto"
    STRIP = "strip"
    OFF = "off"


@dataclass
class Showing:
    """How people want the table to be shown in this session."""

    mode: TableShown = TableShown.AUTO


class _Screen(StringIO):
    """Collects what would be printed on `real`, with the same width and encoding."""

    def __init__(self, real: TextIO) -> None:
        super().__init__()
        self._real = real

    @property
    def encoding(self) -> str:  # type: ignore[override]  # of a text in memory it is none
        return self._real.encoding

    def isatty(self) -> bool:
        return self._real.isatty()


def printed(printing: Callable[[], None]) -> list[str]:
    """Return the rows that `printing` would print on standard output."""
    screen = _Screen(sys.stdout)
    with redirect_stdout(screen):
        printing()
    return screen.getvalue().splitlines()


def height(rows: Sequence[str]) -> int:
    """Return how many terminal rows `rows` take; a row that is too long is folded."""
    from rich.cells import cell_len

    width = max(console().width, 1)
    return sum(max(1, -(-cell_len(_STYLE.sub("", row)) // width)) for row in rows)


def table_rows(view: Record, room: int | None, showing: Showing) -> list[str]:
    """Return the rows of the viewer's table, at most `room` of them."""
    if showing.mode is TableShown.OFF:
        return []
    if showing.mode is TableShown.AUTO:
        board = printed(lambda: show_board(view))
        if room is None or height(board) <= room:
            return board
    return printed(lambda: show_strip(view))


def page_rows(
    view: Record, rows: int | None, showing: Showing, news: list[str], more: list[str]
) -> list[str]:
    """Return a page of `rows` rows without prompt: the table, the `news`, and `more` if it fits."""
    if rows is None:
        return [*table_rows(view, None, showing), *news, *more]
    room = rows - PROMPT
    options = [
        [*table_rows(view, None, showing), *news, *more],
        [*table_rows(view, None, showing), *news],
        [*table_rows(view, 0, showing), *news, *more],
    ]
    least = [*table_rows(view, 0, showing), *news]
    return next((page for page in options if height(page) <= room), least)
