"""Puzzles from played games: positions in which something was sure, and the move did not use it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile

from ..models.core import Record, View, view
from ..models.errors import TableError
from ..models.position import position
from ..models.record import read, write
from ..solver.engine.sweep import TooManyStates
from .kinds import Engine, Kind, answer_of
from .make import tagged
from .room import maker_of


def missed(record: Record, seat: str) -> Iterator[tuple[int, Record]]:
    """Yield questions that had one answer when `seat` was to choose, and chose something else.

    Each comes with the line of the choice. Of one turn there is at most one of a kind. Raises
    NoPuzzle if the game has no puzzles.
    """
    maker = maker_of(record.game.name)
    turn, done = 0, set[tuple[int, str]]()
    events = list(record.events)
    for at, (number, event) in enumerate(events):
        if event.actor != seat:
            turn = at
            continue
        later = (each for _, each in events[at:])
        tested = maker.tested(tuple(takewhile(lambda each: each.actor == seat, later)))
        if tested is None or (turn, tested[0]) in done:
            continue
        name, asked, chosen = tested
        done.add((turn, name))
        before = view(record.until(number - 1), seat)
        question = _question(maker.kinds[name], before, asked, chosen)
        if question is not None:
            yield number, question


def _question(kind: Kind, seen: View, asked: str, chosen: str) -> Record | None:
    """Return the question with one answer other than what was `chosen`, None if there is none.

    It stands on the board, or where that cannot be written as one, on all lines so far.
    """
    board: View = seen
    with suppress(TableError):
        board = position(seen)
    with suppress(TableError, TooManyStates):
        if asked not in kind.asked(board):
            return None
        left = [answer_of(kind.left(board, asked, engine)) for engine in Engine]
        if left[0] is not None and left[0] == left[1] and chosen not in left[0]:
            return read(write(tagged(board, (("Kind", kind.name), ("Asked", asked)))))
    return None
