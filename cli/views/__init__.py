"""How a game looks: the same board is drawn in sessions, replays and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...models import games
from ...models.words import Words, listed, say
from ..console import console, plain
from ..language import percent, tell

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from ...models.core import Record
    from ...models.hidden import Item
    from ...solver.engine.solve import Solved
    from .blanks import Blank
    from .pen import Drawing
    from .spread import Spread


def told_chance(solved: Solved, item: Item, items: object) -> Words:
    """Return where each of `items` may be, in a sentence; `item` stands for all of them."""
    places = [place for place in solved.places if solved.chance(item, place) != 0]
    chances = [
        say("{place} {chance}%", place=solved.called(p), chance=percent(solved.chance(item, p)))
        for p in places
    ]
    return say("Chances of {items}: {chances}.", items=items, chances=listed(chances))


def each_chance(solved: Solved) -> Iterator[Words]:
    """Yield for each piece where it may be, in a sentence."""
    return (told_chance(solved, item, item) for item in solved.items)


@dataclass(frozen=True, slots=True)
class Look:
    """How one game is drawn in the terminal, as the viewer of a record sees it.

    Its functions are called for records of all kinds at any stage, before the deal and behind the
    result, too. Without a `board` or a `strip` the sentences of the face stand there.
    """

    board: Callable[[Record, Solved | None], RenderableType] | None = None
    """Returns the table, some 80 columns wide, with chances if it is solved.

    Where nothing could be counted, chances are None: see `Solved.chance`.
    """
    chances: Callable[[Solved], Iterable[Words]] = each_chance
    """Returns those chances in sentences, one per line, for screen readers and pipes."""
    strip: Callable[[Record], Sequence[Text]] | None = None
    """Returns the board in few lines: what the player to choose has to see."""
    drawn: Callable[[Record], Drawing] | None = None
    """Returns the board on paper, for a puzzle; without it, a puzzle has the sentences."""
    note: Words | None = None
    """Explains how to read the board on paper; without it, the `brief` stands there."""
    blanks: Callable[[Record], Iterable[Blank]] | None = None
    """Returns the questions for entering a board, where the game has positions.

    It is given a record without lines, of the players and the viewer.
    """
    long_strip: Callable[[Record], Sequence[Text]] | None = None
    """Returns more of the board than `strip`, for where that fits."""
    dense: Callable[[Record], Sequence[Sequence[Text]]] | None = None
    """Returns all that a choice may depend on, in groups of texts that may share a line."""
    spread: Callable[[Record], Spread] | None = None
    """Returns where pieces lie, so that marks stand in their places."""
    brief: Words | None = None
    """The rules that puzzles take, in a few words, for somebody who knows the game a little."""


LOOK = Look()
"""The look of a game that brings none of its own."""


def look_of(record: Record) -> Look:
    """Return how the record's game looks."""
    look: Look = games.look_of(record.game.name)
    return look


def sentences(view: Record, solved: Solved | None = None) -> Iterator[str]:
    """Yield the table in sentences, a line each; if it is `solved`, the chances too."""
    yield from map(tell, games.face_of(view.game.name).sentences(view))
    if solved is not None:
        yield from map(tell, look_of(view).chances(solved))


def show_board(view: Record, solved: Solved | None = None) -> None:
    """Print the table as the viewer of `view` sees it, in sentences in plain form."""
    look, screen = look_of(view), console()
    if plain() or look.board is None:
        for line in sentences(view, solved):
            screen.print(line)
    else:
        screen.print(look.board(view, solved))


def show_strip(view: Record, *, long: bool = False) -> None:
    """Print the table in few lines; if the game has no strip, the beginning of its board."""
    look, screen = look_of(view), console()
    strip = look.long_strip if long else look.strip
    if strip is None:
        screen.print(next(sentences(view)))
        return
    for line in strip(view):
        screen.print(line)
