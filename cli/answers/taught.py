"""What lessons say: of one choice, and of all that somebody chose in a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...models.words import Words, listed, say, say_n
from ...sessions.worth import cost, marking
from ...solver.play.advising import called as line_of
from ..console import print_words
from .reviewed import amount, print_curves

if TYPE_CHECKING:
    from ...models.core import View
    from ...sessions.lessons import Recurring
    from ...sessions.review import Review
    from ...solver.play.judge import Judge
    from ...solver.play.judging import Judged


def told_choice(own: View, each: Judged, judge: Judge) -> Words:
    """Return what the player did at a choice, what it has cost, and what is better."""
    return say(
        "You did this: {move} {mark}; it cost {cost} ({unit}). Better: {best}.",
        move=line_of(own, each.move),
        mark=each.mark,
        cost=cost(each.cost, each.error, judge.chance),
        unit=judge.unit,
        best=line_of(own, each.best),
    )


def show_gist(review: Review, seat: str, recurs: Recurring | None) -> None:
    """Print what luck and choices have brought a player, the curve, and what to practise."""
    for words in (*_luck_and_skill(review, seat), *_practise(review, seat, recurs)):
        print_words(words)
    print_words(marking(review.judge))
    print_curves(review)


def _luck_and_skill(review: Review, seat: str) -> Sequence[Words]:
    judge, share = review.judge, review.share(seat)
    return (
        say(
            "Luck, which is cards, dice, and what others did, brought you {luck} ({unit}).",
            luck=amount(judge, share.luck),
            unit=judge.unit,
        ),
        say(
            "Your choices brought {skill} against the usual ones; the best ones would have brought"
            " {cost} more.",
            skill=amount(judge, share.skill),
            cost=cost(review.cost(seat), review.cost_error(seat), judge.chance),
        ),
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
            "To practise, since it recurs (lines {lines}): {clause}.",
            lines=listed(sorted(recurs.lines)),
            clause=recurs.clause,
        ),
    )
