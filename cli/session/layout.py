"""The layout of a page: the board if it fits, else a strip; what does not fit is left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ...models.core import Record
from ..console import height, printed
from ..views import look_of, show_board, show_strip

PROMPT = 2
"""Rows for a prompt and the line typed after it."""


class TableShown(StrEnum):
    """How the table is shown unasked: whatever fits, the strip, or not at all."""

    AUTO = "auto"
    STRIP = "strip"
    OFF = "off"


@dataclass
class Showing:
    """How people want the table to be shown in this session."""

    mode: TableShown = TableShown.AUTO


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
