"""A review as lessons: the choices of one player that cost most, to be made once more.

The first is there as soon as a choice is found that surely cost something; the others are judged
while somebody thinks about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby, islice

from ..models.core import Event, Record, View
from ..models.words import Words
from ..solver.play.judging import Judged
from .news import rounds_ended
from .review import BUDGET, Review, ReviewCache, before, judge_of, reason, reviewed
from .reviewable import seen
from .store import opened_to_keep
from .whatif import played_on

MOST = 5
"""How many choices are looked at again."""
STEPS = 8
"""How many choices a game goes on at most when it is shown how it could have gone."""
OFTEN = 2
"""In how many lessons something happens that recurs."""


@dataclass(frozen=True, slots=True)
class Recurring:
    """What recurs in the reasons of lessons: their `lines`, the costliest first, and its clause."""

    lines: tuple[int, ...]
    clause: Words


class Lessons:
    """The costliest choices of `seat` in `record`, one after the other; raises BadRequest."""

    def __init__(self, record: Record, seat: str) -> None:
        self.judge = judge_of(record)
        self.record, self.seat = seen(record, (seat,)), seat
        self.given: list[Judged] = []
        """The choices that were looked at so far."""
        self.progress = (0, 0)
        """How many choices are judged, and how many there are."""
        self._found: list[Judged] = []
        self._whole = record

    def judged(self, stop: Callable[[], bool]) -> Review | None:
        """Judge all choices, in a thread of its own; None if told to `stop` before the end."""
        with opened_to_keep() as store:
            kept = ReviewCache(store, self._whole)
            steps = reviewed(self._whole, (self.seat,), BUDGET, kept=kept, tell=self._found.append)
            with closing(steps):
                try:
                    while not stop():
                        self.progress = next(steps)
                except StopIteration as end:
                    found: Review = end.value
                    return found
        return None

    @property
    def waiting(self) -> Judged | None:
        """The choice that cost most of those that are judged and not looked at yet, if any."""
        left = [each for each in self._found if each.mark and each not in self.given]
        return max(left, key=lambda each: each.cost, default=None)

    def next(self) -> Judged | None:
        """Return it, to be looked at now."""
        found = None if len(self.given) == MOST else self.waiting
        if found is not None:
            self.given.append(found)
        return found

    def recurring(self) -> Recurring | None:
        """Return what is most often the first reason in the costliest choices."""
        marked = (each for each in self._found if each.mark)
        return recurring(self.record, sorted(marked, key=lambda each: -each.cost)[:MOST])

    def before(self, each: Judged) -> View:
        """Return what the player saw before a choice."""
        return before(self.record, each)

    def since(self, each: Judged) -> View:
        """Return what they saw when they had made their choice before it."""
        own = (line for line, event in self.record.events if event.actor == self.seat)
        return self.before(each).until(max((line for line in own if line < each.line), default=0))


def gone_on(own: View, move: Event) -> Iterator[View]:
    """Yield how it could go on after `move`, a few choices, to the end of the round at most."""
    for now in islice(played_on(own, move), STEPS):
        yield now
        if rounds_ended(now, own):
            return


def recurring(record: Record, lessons: Sequence[Judged]) -> Recurring | None:
    """Return what is most often the first reason in `lessons`, the costliest first, or None.

    Events are alike if they are of one kind, concern the same player, and differ the same way.
    """
    players = record.setup.players
    found = list[tuple[tuple[object, ...], int, Words]]()
    for each in lessons:
        differs = reason(record, each)
        if differs is None or not differs.speaks_for_it or not differs.differences:
            continue
        first = differs.differences[0]
        kind, *rest = first.effect.name.split()
        alike = (kind, *(name for name in rest if name in players), first.difference > 0)
        found.append((alike, each.line, first.effect.told(first)))
    kinds = groupby(sorted(found, key=lambda one: str(one[0])), key=lambda one: one[0])
    groups = [list(group) for _, group in kinds]
    most = max(groups, key=len, default=[])
    if len(most) < OFTEN:
        return None
    return Recurring(tuple(line for _, line, _ in most), most[0][2])
