"""Positions: the board as it stands, written as a record that begins there."""

from __future__ import annotations

from .core import POSITION, UNSEEN, Record, TableError, View
from .record import new_record, no_positions

_ELSEWHERE = ("From", "Seat", "Deal", *UNSEEN)
"""Tags that a position sets anew: how the record began (a position, or a sealed deal of this
program), and whose it is, which comes last."""


def position(view: View) -> Record:
    """Return the position that `view` has led to, for the same viewer.

    It holds what lies on the table and what is said to be known of the rest. So it leaves open what
    `view` leaves open, and also what only the earlier lines told. Raises TableError if the game has
    no positions, IllegalAction if the board cannot be written as one.
    """
    if view.game.positions is None:
        raise TableError(no_positions(view.game))
    lines = tuple(view.game.positions.lines(view))
    head = tuple(tag for tag in view.tags if tag[0] not in _ELSEWHERE)
    seat = tuple(tag for tag in view.tags if tag[0] == "Seat")
    return new_record((*head, ("From", POSITION), *seat), lines)
