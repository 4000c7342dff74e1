"""The plainest meaning of a view: every whole record that the rules allow and that shows as it.

No code for any game: the rules list what chance and players can do, and whatever the viewer would
have seen differently is dropped. For boxes with few pieces only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import comb, perm, prod

from aparte.models.bag import HOLE
from aparte.models.core import Draw, Event, IllegalAction, Line, Record, shown, step
from aparte.models.core import view as seen_by
from aparte.models.event import REFEREE


def records(view: Record) -> Iterator[tuple[Record, int]]:
    """Yield every whole record that shows as `view`, with the ways to draw it piece by piece."""
    lines = tuple(replace(line, note="") for line in view.lines)
    blank = seen_by(replace(view, lines=()), REFEREE)
    for whole, ways in _completed(view, lines, view.game.start(view.setup)):
        yield replace(blank, lines=whole), ways


def _completed(
    view: Record, lines: tuple[Line, ...], state: object
) -> Iterator[tuple[tuple[Line, ...], int]]:
    """Yield all that `lines` can have been from `state` on."""
    if not lines:
        yield (), 1
        return
    line, *rest = lines
    for event, ways, after in _told(view, line.event, state):
        for others, further in _completed(view, tuple(rest), after):
            yield (replace(line, event=event), *others), ways * further


def _told(
    view: Record, event: Event | None, state: object
) -> Iterator[tuple[Event | None, int, object]]:
    if event is None:
        yield event, 1, state
        return
    for whole, ways in _candidates(view, event, state):
        if shown(view, whole, view.viewer) == event:
            try:
                yield whole, ways, step(view.game, state, whole)
            except IllegalAction:
                continue


def _candidates(view: Record, event: Event, state: object) -> Iterator[tuple[Event, int]]:
    if HOLE not in event.words + event.outcome:
        yield event, 1
        return
    coming = view.game.turn(state)
    if isinstance(coming, tuple):
        for choice in dict.fromkeys(coming):
            if (choice.verb, choice.actor) == (event.verb, event.actor):
                yield view.game.resolve(state, choice), 1
        return
    for whole in coming.all():
        yield whole, _ways(coming, whole) if isinstance(coming, Draw) else 1


def _ways(draw: Draw, event: Event) -> int:
    """In how many ways alike pieces, told apart, make this draw."""
    pieces = event.outcome[len(draw.first) :]
    choose = perm if draw.ordered else comb
    return prod(choose(draw.pool.known.count(p), pieces.count(p)) for p in set(pieces))
