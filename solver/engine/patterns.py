"""The patterns of reasoning that people know by sight, their names and their difficulty.

A step is as hard as its pattern, and harder the more reasons have to be held in mind at once. One
fact comes before two that meet, two before what is supposed: so people find them, and
so the explainers of pencil puzzles rank theirs. The figures are a ranking, not a measurement.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from ...models.words import Words, say


class Skill(StrEnum):
    """A skill: its difficulty, without its reasons, and what people call it."""

    difficulty: int
    called: Words

    def __new__(cls, value: str, difficulty: int, called: Words) -> Self:
        """Return the member with this value."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.difficulty, member.called = difficulty, called
        return member


class Pattern(Skill):
    """The pattern of reasoning of a step."""

    TOLD = "told", 0, say("as told")
    ELSEWHERE = "elsewhere", 0, say("already placed")
    EMPTY = "empty", 1, say("nothing there")
    FULL = "full", 1, say("all of them")
    PLACED = "placed", 1, say("the count is reached")
    ALL_SEEN = "all-seen", 1, say("all copies seen")
    LAST_HOLDER = "last-holder", 2, say("last holder")
    FULL_HAND = "full-hand", 2, say("full hand")
    VOID = "void", 2, say("nothing else left to hold")
    KEPT = "kept", 2, say("kept card")
    PACK = "pack", 3, say("pack recounted")
    TALLY = "tally", 3, say("tally of a kind")
    COUNT = "count", 3, say("count of the rest")
    DIFFERENCE = "difference", 5, say("one within the other")
    OVERLAP = "overlap", 6, say("two that overlap")
    APART = "apart", 5, say("together they use it up")
    BETWEEN = "between", 5, say("used up between them")
    SUM = "sum", 8, say("counts added up")
    CONTRADICTION = "contradiction", 20, say("by contradiction")


_REASONS = (0, 0, 1, 3, 10, 30)


def held(n: int) -> int:
    """Return how much harder it is to hold `n` things in mind at once than one.

    0, 0, 1, 3 for up to three; then ten and thirty, and thirty more for each further one: nobody
    holds six.
    """
    more = max(0, n + 1 - len(_REASONS))
    return _REASONS[min(n, len(_REASONS) - 1)] + 30 * more


def difficulty(pattern: Pattern, reasons: int) -> int:
    """Return the difficulty of a step that joins so many `reasons`; open cards do not count."""
    return pattern.difficulty + held(reasons)
