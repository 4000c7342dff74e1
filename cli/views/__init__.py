"""How each game looks: one module a game, found by the game's name.

A module has the functions of `Look`; the same board is drawn in sessions, replays and answers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from ...models.core import Record
from ...models.games import GAMES
from ...models.hidden import Item
from ...models.words import Words
from ..console import console, plain

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ...solver.solve import Solved


class Look(Protocol):
    """What the view module of a game offers."""

    def board(self, view: Record, solved: Solved | None = None) -> RenderableType:
        """Return the table as the viewer of `view` sees it, with the chances where `solved`."""

    def told_board(self, view: Record, solved: Solved | None = None) -> Sequence[str]:
        """Return the same as sentences, a line each: for screen readers and pipes."""

    def region(self, view: Record, items: Collection[Item]) -> Words:
        """Return the part of the table where `items` are, in words: the first nudge of a hint."""


def look_of(record: Record) -> Look:
    """Return the view module of the record's game."""
    return cast(Look, import_module(f".{GAMES[record.game.name]}", __package__))


def show_board(view: Record, solved: Solved | None = None) -> None:
    """Print the table as the viewer of `view` sees it, in plain form where that is asked for."""
    look, screen = look_of(view), console()
    if plain():
        for line in look.told_board(view, solved):
            screen.print(line)
    else:
        screen.print(look.board(view, solved))
