"""Boards that are tuned: changed by small steps as long as that brings them nearer to a level.

Boards of bots hardly ever ask for more than a look: what seems right is right. A small change, such
as two cards that change places, often makes the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import TypeVar

from ..models.core import View
from ..models.errors import TableError
from ..solver.engine.sweep import TooManyStates
from .kinds import Engine, Kind, answer_of

FAR, NO_ANSWER = 1_000, 200
"""How far boards are off that cannot be asked about, or have no one answer."""
CHOICE = 10
"""So many readers too few or too many weigh as much as one thing more to choose from."""


Board = TypeVar("Board")
"""A view, or whatever a view is seen of."""


def tuned(
    kind: Kind,
    level: str,
    boards: Iterable[Board],
    changed: Callable[[Board, Random], Board],
    rng: Random,
    changes: int,
    choices: Callable[[Board], int] = lambda board: 0,
    *,
    seen: Callable[[Board], View],
) -> Board | None:
    """Return the nearest of `boards`, after so many `changes` at most that brought it no further.

    What is `seen` of it is a puzzle of `kind` and `level`, if that was enough. `changed` makes the
    changes, and raises TableError if one is not possible. As long as it is none, more `choices` are
    nearer. None if there are no boards.
    """

    def judged(board: Board) -> tuple[bool, int]:
        try:
            off = min([NO_ANSWER, *(off for off, _ in offs(kind, level, seen(board)))])
            return off > 0, off - CHOICE * choices(board)
        except (TooManyStates, ZeroDivisionError):
            return True, FAR

    begun = [(judged(each), each) for each in boards]
    if not begun:
        return None
    found, board = min(begun, key=lambda each: each[0])
    for _ in range(changes if found[1] < FAR else 0):
        if not found[0]:
            break
        with suppress(TableError):
            other = changed(board, rng)
            now = judged(other)
            if now <= found:
                found, board = now, other
    return board


def itself(board: View) -> View:
    """Return a board that is a view."""
    return board


def offs(kind: Kind, level: str, board: View) -> Iterator[tuple[int, str]]:
    """Yield how far questions about a board are from a puzzle of `level`, by counting, with each.

    0 if it is one. Raises what kinds do.
    """
    for asked in kind.asked(board):
        answer = answer_of(kind.left(board, asked, Engine.COUNT))
        if answer is not None:
            yield kind.way(board, asked, answer).grade.off(level), asked
