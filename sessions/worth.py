"""The value of a move in words, for the terminal and for phones alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..models.words import Words, figure, in_100, margin, say

if TYPE_CHECKING:
    from fractions import Fraction

    from ..models.core import View
    from ..solver.play.coach import Advice
    from ..solver.play.judge import Judge
    from ..solver.play.judging import Judged


WIDE = 0.125
"""A chance with such an error is told in words: two of them each way are half of the scale."""


def worth(advice: Advice) -> Words:
    """Return the value of a move with its standard error; a rule of thumb has none."""
    if not advice.valued:
        return say("no value")
    if not advice.chance:
        if advice.exact:
            return say("{amount}", amount=figure(advice.value, "+.2f"))
        n = advice.digits
        amount, error = figure(advice.value, f"+.{n}f"), margin(advice.error, n)
        return say("{amount} ± {error}", amount=amount, error=error)
    if advice.exact:
        return say("{value} %", value=in_100(advice.figure))
    if is_unclear(advice):
        return say("chance unclear")
    n = advice.digits - 2
    value, error = figure(100 * advice.figure, f".{n}f"), margin(100 * advice.error, n)
    return say("{value} % ± {error}", value=value, error=error)


def is_unclear(advice: Advice) -> bool:
    """Tell whether trials tell so little of a chance that no figure is given."""
    return advice.valued and advice.chance and not advice.exact and advice.error >= WIDE


def cost(value: float, error: float, chance: bool) -> Words:
    """Return the cost of choices with its standard error, in words: a chance or an amount.

    What is exact has none; a small one is not rounded to nothing.
    """
    if not error:
        return amount(value, chance, sign=False)
    if not chance:
        return say("{amount} ± {error}", amount=figure(value, ".2f"), error=margin(error, 2))
    percent = figure(100 * value, ".1f")
    return say("{value} % ± {error}", value=percent, error=margin(100 * error, 1))


def lost(judge: Judge, each: Judged, own: View, with_unit: bool = True) -> Words:
    """Return what a choice has cost, given the view before it.

    Where something else decides which move is best, in that, too.
    """
    told = cost(each.cost, each.error, judge.chance)
    if with_unit:
        told = say("{cost} ({unit})", cost=told, unit=judge.unit)
    decides = None if judge.decides is None else judge.decides(own)
    if decides is None or each.decided is None:
        return told
    return say(
        "{cost}, and {decided} of what decides here ({decider})",
        cost=told,
        decided=cost(*each.decided, chance=True),
        decider=decides,
    )


def amount(value: float, chance: bool, sign: bool = True) -> Words:
    """Return what luck or choices have brought, in words: a chance or an amount."""
    plus = "+" if sign else ""
    if chance:
        return say("{value} %", value=figure(100 * value, f"{plus}.1f"))
    return say("{amount}", amount=figure(value, f"{plus}.2f"))


_MARKED = {"?!": say("doubtful"), "?": say("a mistake"), "??": say("a blunder")}


def marked(mark: str) -> Words:
    """Return what a mark of a choice says, with the mark behind it."""
    return say("{words} ({mark})", words=_MARKED[mark], mark=mark)


def marking(judge: Judge) -> Words:
    """Return the rule by which choices get their marks, in words."""
    marks = judge.marks
    limits = {"least": marks.doubtful, "mistake": marks.mistake, "blunder": marks.blunder}
    told = {
        name: say("{value} %", value=in_100(limit)) if judge.chance else figure(limit, ".1f")
        for name, limit in limits.items()
    }
    return say(
        "A choice that beyond doubt (two standard errors) cost more than {least} has a mark: "
        "?! (doubtful), from {mistake} on ? (a mistake), from {blunder} on ?? (a blunder).",
        **told,
    )


def percent(chance: Fraction | None) -> str:
    """Return `chance` in whole percent; only certainties are 0 or 100, `?` is unknown."""
    return "?" if chance is None else str(in_100(chance))
