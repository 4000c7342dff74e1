"""The plainest meaning of a view: every whole record that the rules allow and that shows as it.

No code for any game: the rules list what chance and players can do, and whatever the viewer would
have seen differently is dropped. For boxes with few pieces only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import comb, perm, prod

from aparte.models.bag import HOLE
from aparte.models.core import Draw, Event, IllegalAction, Line, Record
from aparte.models.core import view as seen_by
from aparte.models.event import REFEREE


def records(view: Record) -> Iterator[tuple[Record, int]]:
    """Yield every whole record that shows as `view`, with the ways to draw it piece by piece."""
    lines = tuple(replace(line, note="") for line in view.lines)
    for whole, ways in _completed(view.blank(), lines):
        yield seen_by(view.blank(), REFEREE).with_lines(whole.lines), ways


def _completed(whole: Record, lines: tuple[Line, ...]) -> Iterator[tuple[Record, int]]:
    """Yield all that `lines` can have been after `whole`, whose holes are filled."""
    if not lines:
        yield whole, 1
        return
    line, *rest = lines
    for event, ways in _told(whole, line.event):
        try:
            longer = whole.and_line(replace(line, event=event))
        except IllegalAction:
            continue
        for record, further in _completed(longer, tuple(rest)):
            yield record, ways * further


def _told(whole: Record, event: Event | None) -> Iterator[tuple[Event | None, int]]:
    if event is None:
        yield event, 1
        return
    for each, ways in _candidates(whole, event, whole.state):
        if whole.shown(each) == event:
            yield each, ways


def _candidates(view: Record, event: Event, state: object) -> Iterator[tuple[Event, int]]:
    coming = view.game.turn(state)
    if HOLE not in event.words + event.outcome:
        yield event, _ways(coming, event) if isinstance(coming, Draw) else 1
        return
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
