"""The canonical form of a puzzle: equal for all puzzles that differ only in names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from ..models.core import Event, Record
from ..models.record import new_record, write

NAMES = ("Ana", "Bo", "Cy", "Dai", "Eve", "Flo")
"""What players are called in a form, in seating order."""
_ASKED = ("Asked", "Answer")
_KEPT = ("Game", "Record", "Players", "From", "Seat", "Kind", *_ASKED)
_PARTS = re.compile(r"[:+]|[^:+]+")


def renamed(
    record: Record,
    names: Mapping[str, str],
    players: Sequence[str],
    loose: Iterable[str] = (),
) -> Record:
    """Return `record` with other `names` for its pieces, and its players in another order.

    Players get the names of NAMES. `loose` lines of a board are sorted by their text; tags that say
    nothing about the position are left out.
    """
    called = {**names, **dict(zip(players, NAMES, strict=False))}

    def word(text: str) -> str:
        return called.get(text) or "".join(called.get(part, part) for part in _PARTS.findall(text))

    tags = []
    for name, value in record.tags:
        if name == "Players":
            value = " ".join(word(player) for player in players)
        elif name in ("Seat", *_ASKED):
            parts = (part.split(" ") for part in value.split("; "))
            value = "; ".join(sorted(" ".join(map(word, part)) for part in parts))
        if name in _KEPT or name in record.setup.settings:
            tags.append((name, value))
    events = [_renamed(record, event, word) for _, event in record.events]
    form = new_record(tuple(tags))
    for event in _in_order(events, loose):
        form = form.plus(event)
    return form


def _renamed(record: Record, event: Event, word: Callable[[str], str]) -> Event:
    outcome = tuple(map(word, event.outcome))
    verb = record.notation.verbs[event.verb]
    if verb.sorted:
        outcome = tuple(sorted(outcome, key=verb.key))
    words = tuple(map(word, event.words))
    return Event(event.verb, word(event.actor), words, outcome, event.stands)


def _in_order(events: Sequence[Event], loose: Iterable[str]) -> list[Event]:
    """Return the loose lines sorted, each verb where it first came."""
    free = frozenset(loose)
    verbs = list(dict.fromkeys(event.verb for event in events))
    placed = enumerate(events)

    def rank(each: tuple[int, Event]) -> tuple[int, str, int]:
        at, event = each
        if event.verb not in free:
            return (verbs.index(event.verb), "", at)
        text = " ".join((event.actor, *event.words, *event.outcome))
        return (verbs.index(event.verb), text, at)

    if not free:
        return list(events)
    return [event for _, event in sorted(placed, key=rank)]


def seated(record: Record) -> Record:
    """Return `record` with its players named by their seats."""
    return renamed(record, {}, record.setup.players)


def least(forms: Iterable[Record]) -> Record:
    """Return the form with the least text."""
    return min(forms, key=write)
