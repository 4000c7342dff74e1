"""A review as lessons: the choices of one player that cost most, to be made once more.

The first is there as soon as a choice is found that surely cost something; the others are judged
while somebody thinks about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from ..models.core import Event, Record, View
from ..models.words import Words, listed, say, say_n
from ..solver.play.advising import contrast
from ..solver.play.beside import called
from ..solver.play.coach import play_of
from ..solver.play.judge import Judge
from ..solver.play.judging import Judged
from ..solver.play.trial import SURE
from .news import rounds_ended
from .review import BUDGET, Review, ReviewCache, before, judge_of, reason, reviewed
from .reviewable import seen
from .store import opened_to_keep
from .whatif import played_on
from .worth import amount, cost, lost, marked

MOST = 5
"""How many choices are looked at again."""
STEPS = 8
"""How many choices a game goes on at most when it is shown how it could have gone."""
OFTEN = 2
"""In how many lessons something happens that recurs."""


Naming = Callable[[View, Event], Words]
"""Returns what a move is called by whoever reads of it."""
IT_WENT_SO = say("It could have gone on so, with bots, and pieces that fit what you knew.")


@dataclass(frozen=True, slots=True)
class Recurring:
    """What recurs in the reasons of lessons: their `lines`, the costliest first, and its `topic`.

    The `clause` tells what it was in the costliest of them.
    """

    lines: tuple[int, ...]
    topic: Words
    clause: Words


@dataclass(frozen=True, slots=True)
class Lesson:
    """A choice to be made once more: how it was `judged`, and what its player saw before it.

    `since` is what they saw when they had made their choice before it.
    """

    judged: Judged
    judge: Judge
    own: View
    since: View

    def verdict(self, answer: Event | None, name: Naming = called) -> Sequence[Words]:
        """Return what is to be said of the choice made then, and of the `answer` given now.

        Moves are called as `name` returns. Without an answer the player wants to be told. Raises
        Contradiction if no world fits.
        """
        own, each = self.own, self.judged
        found = [self.told(name)]
        differs = contrast(own, each.best, each.move)
        if differs is not None and differs.speaks_for_it:
            found.append(say("Why: {clause}.", clause=differs.clause))
        if answer is None:
            return found
        if answer == each.move:
            return [say("That is what you did then."), *found]
        if answer == each.best:
            return [say("Well seen: that is the better one."), *found]
        gap = contrast(own, each.best, answer)
        if gap is None:
            return found
        now = name(own, answer)
        if gap.either or gap.gap <= 0:
            first = say("{move}: nothing tells it apart from the best one.", move=now)
        else:
            first = say(
                "{move}: still costs {cost} against the best one: {clause}.",
                move=now,
                cost=cost(gap.gap, gap.error, self.judge.chance),
                clause=gap.clause,
            )
        return [first, *found]

    def told(self, name: Naming = called) -> Words:
        """Return what the player did, what it has cost, and what is better."""
        own, each = self.own, self.judged
        return say(
            "You did this: {move}. It cost {cost}: {mark}. Better: {best}.",
            move=name(own, each.move),
            mark=marked(each.mark),
            cost=lost(self.judge, each, own),
            best=name(own, each.best),
        )

    def goes_on(self) -> Iterator[View]:
        """Return how it could go on after the best move, to the end of the round at most."""
        return goes_on(self.own, self.judged.best)


def goes_on(own: View, best: Event) -> Iterator[View]:
    """Yield how it could go on after the `best` move, to the end of the round at most."""
    for now in islice(played_on(own, best), STEPS):
        yield now
        if rounds_ended(now, own):
            return


def can_be_taught(record: Record) -> bool:
    """Tell whether `record` is of a game that is over and whose choices can be judged."""
    over = record.game.outcome(record.state) is not None
    return over and play_of(record.game.name).judge is not None


class Lessons:
    """The costliest choices of `seat` in `record`, one after the other; raises BadRequest."""

    def __init__(self, record: Record, seat: str) -> None:
        self.judge = judge_of(record)
        self.record, self.seat = seen(record, (seat,)), seat
        self.given: list[Judged] = []
        """The choices that were looked at so far."""
        self.progress = (0, 0)
        """How many choices are judged, and how many there are."""
        self.found: list[Judged] = []
        """The choices that were judged so far."""
        self._whole = record

    def judged(self, stop: Callable[[], bool]) -> Review | None:
        """Judge all choices, in a thread of its own; None if told to `stop` before the end."""
        with opened_to_keep() as store:
            kept = ReviewCache(store, self._whole)
            steps = reviewed(self._whole, (self.seat,), BUDGET, kept=kept, tell=self.found.append)
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
        left = [each for each in self.found if each.mark and each not in self.given]
        return max(left, key=lambda each: each.cost, default=None)

    def next(self) -> Lesson | None:
        """Return it, to be looked at now."""
        found = None if len(self.given) == MOST else self.waiting
        if found is None:
            return None
        self.given.append(found)
        return self.of(found)

    def of(self, each: Judged) -> Lesson:
        """Return a choice that was judged, to be made once more."""
        before_it = before(self.record, each)
        own = (line for line, event in self.record.events if event.actor == self.seat)
        last = max((line for line in own if line < each.line), default=0)
        return Lesson(each, self.judge, before_it, before_it.until(last))

    def recurring(self) -> Recurring | None:
        """Return what is most often the first reason in the costliest choices."""
        marked = (each for each in self.found if each.mark)
        return recurring(self.record, sorted(marked, key=lambda each: -each.cost)[:MOST])


def recurring(record: Record, lessons: Sequence[Judged]) -> Recurring | None:
    """Return what the reasons in `lessons`, the costliest first, are most often about, or None."""
    found: dict[str, list[tuple[int, Words, Words]]] = {}
    for each in lessons:
        differs = reason(record, each)
        if differs is None or not differs.speaks_for_it or differs.topic is None:
            continue
        found.setdefault(str(differs.topic), []).append((each.line, differs.topic, differs.clause))
    most = max(found.values(), key=len, default=[])
    if len(most) < OFTEN:
        return None
    lines, (topic, *_), (clause, *_) = zip(*most, strict=True)
    return Recurring(lines, topic, clause)


def gist(review: Review, seat: str, recurs: Recurring | None) -> Sequence[Words]:
    """Return what luck and choices have brought a player, and what they can practise."""
    judge, share, lost = review.judge, review.share(seat), review.cost(seat)
    skill, error = amount(share.skill, judge.chance), review.cost_error(seat)
    choices = say(
        "Your choices brought {skill} against the usual ones; the best ones would have brought"
        " {cost} more.",
        skill=skill,
        cost=cost(lost, error, judge.chance),
    )
    if lost <= SURE * error:
        choices = say(
            "Your choices brought {skill} against the usual ones; whether the best ones would have"
            " brought more is not sure.",
            skill=skill,
        )
    return (
        say(
            "Luck, which is cards, dice, and what others did, brought you {luck} ({unit}).",
            luck=amount(share.luck, judge.chance),
            unit=judge.unit,
        ),
        choices,
        *_practise(review, seat, recurs),
    )


def _practise(review: Review, seat: str, recurs: Recurring | None) -> Sequence[Words]:
    n = sum(bool(each.mark) for each in review.of(seat))
    if not n:
        return (say("No choice of yours surely cost anything that matters."),)
    counted = say_n("{n} of your choices has a mark.", "{n} of your choices have a mark.", n)
    if recurs is None:
        return (counted, say("Nothing recurs in the costliest of them."))
    return (
        counted,
        say(
            "To practise: ask yourself {topic}. It recurs in lines {lines}; of the better move in"
            " line {line} it was said: {clause}.",
            topic=recurs.topic,
            lines=listed(sorted(recurs.lines)),
            line=recurs.lines[0],
            clause=recurs.clause,
        ),
    )
