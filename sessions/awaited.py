"""What is awaited, and from whom."""

from __future__ import annotations

from dataclasses import dataclass

from ..models.core import REFEREE, TABLE, Record, turn, view


@dataclass(frozen=True, slots=True)
class Awaited:
    """A kind of line that can come next; `player` is empty where it is nobody's."""

    player: str
    verb: str


def awaited(record: Record) -> tuple[Awaited, ...]:
    """Return what can come next, as everybody sees it who sees this record; none twice."""
    coming = turn(view(record, TABLE) if record.viewer == REFEREE else record)
    events = coming if isinstance(coming, tuple) else (coming.event,)
    return tuple(dict.fromkeys(Awaited(event.actor, event.verb) for event in events))
