"""The layout of a page: the board if it fits, else a strip; what does not fit is left out."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO
from typing import TextIO

from ...models.core import Record
from ..console import console
from ..views import look_of, show_board, show_strip

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
    """Return the fullest table of the viewer that has at most `room` rows, else the shortest."""
    tables = _tables(view, showing)
    rows = next(tables)
    while room is not None and height(rows) > room and (fewer := next(tables, None)) is not None:
        rows = fewer
    return rows


def _tables(view: Record, showing: Showing) -> Iterator[list[str]]:
    """Yield the rows of the viewer's table: the board, the long strip, the strip."""
    if showing.mode is TableShown.OFF:
        yield []
        return
    if showing.mode is TableShown.AUTO:
        yield printed(lambda: show_board(view))
    if look_of(view).long_strip is not None:
        yield printed(lambda: show_strip(view, long=True))
    yield printed(lambda: show_strip(view))


def page_rows(
    view: Record, rows: int | None, showing: Showing, news: list[str], more: list[str]
) -> list[str]:
    """Return a page of `rows` rows without prompt: the table, the `news`, and `more` if it fits."""
    least = list[str]()
    for table in _tables(view, showing):
        least = [*table, *news]
        for page in ([*least, *more], least):
            if rows is None or height(page) <= rows - PROMPT:
                return page
    return least
