"""Rows of a drawn screen: bits of text with their styles, wrapped, flowed, side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ...sessions.solving import Pair
from ..console import wrapped


@dataclass(frozen=True, slots=True)
class Bit:
    """A piece of a row: its text, its style, and what a click does: an option, or a key."""

    text: str
    style: str = ""
    act: Pair | str | None = None


Line = list[Bit]


def side_by_side(left: Sequence[Line], right: Sequence[Line], aside: int) -> list[Line]:
    """Return rows with others beside them, from column `aside` on."""
    nothing: Line = []
    both = zip_longest(left, right, fillvalue=nothing)
    return [[*a, Bit(" " * (aside - width(a))), *b] if b else [*a] for a, b in both]


def flowed(cells: Iterable[Line], columns: int, between: str) -> list[Line]:
    """Return cells one after the other, in as many rows as they take."""
    rows: list[Line] = [[]]
    for cell in cells:
        if rows[-1] and width(rows[-1]) + len(between) + width(cell) > columns:
            rows.append([])
        rows[-1] += [*([Bit(between)] if rows[-1] else []), *cell]
    return rows


def packed(texts: Sequence[str], columns: int) -> list[str]:
    """Return texts in few rows: those that are next to each other share one where they fit."""
    rows: list[str] = []
    for text in texts:
        first, *more = wrapped(text, columns)
        if rows and len(rows[-1]) + 3 + len(first) <= columns and not more:
            rows[-1] += f"   {first}"
        else:
            rows += [first, *more]
    return rows


def hung(row: str, columns: int) -> list[str]:
    """Return a row in rows of so many columns, the further ones below its text behind its head."""
    head = re.match(r" *\S*  ", row)
    return wrapped(row, columns, head.end() if head and head.end() < columns else 0)


def cut(text: str, room: int) -> str:
    """Return at most `room` characters of a text; what is missing leaves a mark."""
    return text if len(text) <= room else f"{text[: max(room - 1, 0)]}…"


def width(line: Iterable[Bit]) -> int:
    """Return how many columns a row takes."""
    from rich.cells import cell_len

    return sum(cell_len(bit.text) for bit in line)


def line_of(row: str) -> Line:
    """Return a printed row, with its colours, as bits."""
    from prompt_toolkit.formatted_text import ANSI, to_formatted_text

    return list(_merged((each[1], each[0]) for each in to_formatted_text(ANSI(row))))


def _merged(found: Iterable[tuple[str, str]]) -> Iterator[Bit]:
    text, style = "", ""
    for each, own in found:
        if own != style and text:
            yield Bit(text, style)
            text = ""
        text, style = text + each, own
    if text:
        yield Bit(text, style)
