"""A companion that begins in the middle of a game: the table's board, and the player's own hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..models.bag import HOLE
from ..models.core import TABLE, Event, IllegalAction, Record
from ..models.position import position
from ..models.record import new_record
from ..models.words import say
from .errors import BadRequest

Asking = Callable[[Record, Event], Event]
"""Takes the record so far and a line with pieces that only its player has seen, and returns it with
these pieces told."""


def companion(record: Record, seat: str, ask: Asking) -> Record:
    """Return the notes of a table as `seat` goes on with them; raises TableError.

    They begin with the board as it stands or, where that cannot be put down, with the first line if
    there is no more than one to ask for.
    """
    if record.viewer != TABLE:
        raise BadRequest(say("only the notes of a whole table can go on at a seat"))
    try:
        begun, lines = _seated(position(record), seat)
    except IllegalAction:
        begun, lines = _seated(record, seat)
        if sum(_is_untold(begun, event) for event in lines) > 1:
            raise
    for event in lines:
        begun = begun.plus(ask(begun, event) if _is_untold(begun, event) else event)
    return begun


def _seated(record: Record, seat: str) -> tuple[Record, Sequence[Event]]:
    """Return an empty record for `seat` with the header of `record`, and the lines of `record`."""
    head = tuple(tag for tag in record.tags if tag[0] != "Seat")
    return new_record((*head, ("Seat", seat))), [event for _, event in record.events]


def _is_untold(begun: Record, event: Event) -> bool:
    """Tell whether the viewer has seen pieces of `event` that stand there as holes."""
    holes = HOLE in (*event.words, *event.outcome)
    return holes and not begun.notation.verbs[event.verb].skippable and begun.is_seen(event)
