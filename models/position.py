"""The board as it stands, written as a record that begins there: a position."""

from __future__ import annotations

from .core import POSITION, UNSEEN, Record, View
from .record import new_record

_ELSEWHERE = ("From", "Seat", "Deal", *UNSEEN)
"""Tags of how a record began: with a position, or with a deal that this program sealed; and whose
it is, which stands last."""


def position(view: View) -> Record:
    """Return the position that `view` has led to, for the same viewer.

    It holds what lies on the table and what is told to be known of the rest, so it leaves open what
    `view` does, and what only the way there told besides. Raises TableError where the game has no
    positions, IllegalAction where the board cannot be put down as one.
    """
    lines = tuple(view.game.as_it_stands(view))
    head = tuple(tag for tag in view.tags if tag[0] not in _ELSEWHERE)
    seat = tuple(tag for tag in view.tags if tag[0] == "Seat")
    return new_record((*head, ("From", POSITION), *seat), lines)
