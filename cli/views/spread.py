"""Where pieces lie on a table, so that marks can stand in their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a `piece`; `sign` tells what lies there if the piece is in sight."""

    piece: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Spots from left to right between a `label` and what stands behind them, the `tail`."""

    label: str
    spots: Sequence[Spot]
    tail: str = ""


@dataclass(frozen=True, slots=True)
class Spread:
    """Rows of spots below the `heads` of their columns; rows belong together in `groups`.

    `foot` is the rest of the table, line by line: with it the spread is the whole board.
    """

    heads: Sequence[str]
    groups: Sequence[Sequence[Row]]
    foot: Sequence[str]
