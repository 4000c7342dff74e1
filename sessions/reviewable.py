"""Whose choices in a record can be reviewed, and which choices these are."""

from __future__ import annotations

from collections.abc import Sequence

from ..models.bag import HOLE
from ..models.core import (
    HANDS,
    KEEPERS,
    TABLE,
    Record,
    TableError,
    complete,
    seen_line,
    view,
)
from ..models.words import listed, say
from ..solver.play.coach import choices
from ..solver.play.judging import Task
from .errors import BadRequest
from .setup import of_another

FEW = 100
"""In how many ways a table's game may have been at most to be looked at for what all share."""


def seats_of(record: Record, seat: str | None) -> tuple[str, ...]:
    """Return the seats whose choices in `record` can be reviewed; raises BadRequest.

    In a game that is not over, only one seat, from its own view; the keeper has to name it. With
    told hands, only seats that told everything; raises TableError for a named one that did not.
    """
    players = record.setup.players
    if record.viewer == TABLE or seat == TABLE:
        raise BadRequest(
            say(
                "a choice is judged by what its player knew, and the table knows no hand: only"
                " notes of a seat can be reviewed (`aparte table … --seat NAME`)"
            )
        )
    if seat is not None and record.viewer not in (*KEEPERS, seat):
        raise BadRequest(of_another(record, seat))
    if seat is None and record.viewer not in KEEPERS:
        return (record.viewer,)
    if seat is None and record.game.outcome(record.state) is None:
        raise BadRequest(say("this game is not over: say with --seat whose choices to review"))
    asked = players if seat is None else (seat,)
    if record.viewer != HANDS:
        return asked
    told = tuple(player for player in asked if _has_told(record, player))
    if not told:
        raise TableError(
            say(
                "{players} did not tell everything that only they saw, and it was not found out: no"
                " choice of theirs can be judged",
                players=listed(asked),
            )
        )
    return told


def is_known(record: Record) -> bool:
    """Tell whether choices in a finished game can be reviewed: whether their players' hands are."""
    try:
        return bool(seats_of(found_out(record), None))
    except TableError:
        return False


def found_out(record: Record) -> Record:
    """Return a finished game of the table with all that it proves of what only hands saw.

    What players saw is in it where it can have been in one way only; who saw more cannot be
    reviewed, see `seats_of`. Other records are returned as they are.
    """
    if record.viewer != TABLE or record.game.outcome(record.state) is None:
        return record
    from ..solver.engine.count import Counter, TooManyStates

    try:
        counter = Counter(record.game.model.hidden(record))
        if not 0 < counter.worlds <= FEW:
            return record
        worlds = [counter.world(rank) for rank in range(counter.worlds)]
    except TooManyStates:
        return record
    first, *others = (record.game.model.fill(record, world) for world in worlds)
    open_ = {number for number, event in first.items() if any(o[number] != event for o in others)}
    lines = {line.number: line for line in record.lines}
    whole = view(complete(record, worlds[0]), HANDS)
    sure = whole.blank()
    for line in whole.lines:
        sure = sure.and_line(lines[line.number] if line.number in open_ else line)
    return sure


def _has_told(record: Record, player: str) -> bool:
    """Tell whether a record of told hands has all that only `player` has seen."""
    own = view(record.blank(), player)
    for _, event in record.events:
        if own.seers(event) is not None and own.is_seen(event) and HOLE in own.hides(event):
            return False
        own = own.plus(own.shown(event))
    return True


def seen(record: Record, seats: Sequence[str]) -> Record:
    """Return as much of `record` as may be looked at: in a running game, one seat's view."""
    over = record.game.outcome(record.state) is not None
    return record if over or record.viewer not in KEEPERS else view(record, seats[0])


def tasks(record: Record, seats: Sequence[str]) -> list[Task]:
    """Return the choices of `seats` in `record` that had alternatives, by line."""
    found = list[Task]()
    for seat in seats:
        own = record.blank() if record.viewer == seat else view(record.blank(), seat)
        for line in record.lines:
            line = line if record.viewer == seat else seen_line(own, line)
            event = line.event
            if event is not None and event.actor == seat:
                move = event.head
                legal = choices(own)
                if len(legal) > 1 and move in legal:
                    found.append(Task(own, move, line.number))
            own = own.and_line(line)
    return sorted(found, key=lambda task: task.line)
