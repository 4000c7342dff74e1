"""How a game looks: the same board is drawn in sessions, replays and answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...models import games
from ..console import console, plain

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from ...models.core import Record
    from ...models.hidden import Item
    from ...models.words import Words
    from ...solver.engine.solve import Solved
    from .blanks import Blank
    from .pen import Drawing


@dataclass(frozen=True, slots=True)
class Look:
    """How one game is shown in the terminal, as the viewer of a record sees it.

    `board` draws the table, with chances if it is solved; `told_board` tells the same in sentences,
    one per line, for screen readers and pipes. `region` names the part of the table where some
    items are: the first level of a hint. `strip` is the board in few lines: what the player to
    choose has to see. `drawn` is the board on paper, and `note` explains how to read it. `blanks`
    are the questions for entering a board, by its players and its viewer.
    """

    board: Callable[[Record, Solved | None], RenderableType]
    told_board: Callable[[Record, Solved | None], Sequence[str]]
    region: Callable[[Record, Collection[Item]], Words]
    strip: Callable[[Record], Sequence[Text]] | None = None
    drawn: Callable[[Record], Drawing] | None = None
    note: Words | None = None
    blanks: Callable[[Record], Iterable[Blank]] | None = None


def look_of(record: Record) -> Look:
    """Return how the record's game looks."""
    look: Look = games.look_of(record.game.name)
    return look


def show_board(view: Record, solved: Solved | None = None) -> None:
    """Print the table as the viewer of `view` sees it, in sentences in plain form."""
    look, screen = look_of(view), console()
    if plain():
        for line in look.told_board(view, solved):
            screen.print(line)
    else:
        screen.print(look.board(view, solved))


def show_strip(view: Record) -> None:
    """Print the table in few lines; if the game has no strip, the beginning of its board."""
    look, screen = look_of(view), console()
    for line in look.told_board(view, None)[:1] if look.strip is None else look.strip(view):
        screen.print(line)
