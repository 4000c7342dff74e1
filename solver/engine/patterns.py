"""The patterns of reasoning that people know by sight, their names, and how hard they are.

A step is as hard as its pattern, and harder the more reasons have to be held in mind at once. One
fact comes before two that meet, two before cases, and contradiction last: so people find them, and
so the explainers of pencil puzzles rank theirs. The figures are a ranking, not a measurement.
"""

from __future__ import annotations

from enum import StrEnum

from ...models.words import Words, say


class Pattern(StrEnum):
    """What kind of thought a step is."""

    TOLD = "told"
    ELSEWHERE = "elsewhere"
    EMPTY = "empty"
    FULL = "full"
    PLACED = "placed"
    ALL_SEEN = "all-seen"
    LAST_HOLDER = "last-holder"
    FULL_HAND = "full-hand"
    VOID = "void"
    KEPT = "kept"
    PACK = "pack"
    TALLY = "tally"
    COUNT = "count"
    DIFFERENCE = "difference"
    OVERLAP = "overlap"
    APART = "apart"
    SUM = "sum"
    CASES = "cases"
    CONTRADICTION = "contradiction"

    @property
    def called(self) -> Words:
        """What people call it."""
        return _CALLED[self]

    @property
    def difficulty(self) -> int:
        """How hard the pattern is to see, its reasons apart."""
        return _DIFFICULTY[self]


_CALLED = {
    Pattern.TOLD: say("as told"),
    Pattern.ELSEWHERE: say("already placed"),
    Pattern.EMPTY: say("nothing there"),
    Pattern.FULL: say("all of them"),
    Pattern.PLACED: say("the count is reached"),
    Pattern.ALL_SEEN: say("all copies seen"),
    Pattern.LAST_HOLDER: say("last holder"),
    Pattern.FULL_HAND: say("full hand"),
    Pattern.VOID: say("nothing else left to hold"),
    Pattern.KEPT: say("kept card"),
    Pattern.PACK: say("pack recounted"),
    Pattern.TALLY: say("tally of a kind"),
    Pattern.COUNT: say("count of the rest"),
    Pattern.DIFFERENCE: say("one within the other"),
    Pattern.OVERLAP: say("two that overlap"),
    Pattern.APART: say("together they use it up"),
    Pattern.SUM: say("counts added up"),
    Pattern.CASES: say("by cases"),
    Pattern.CONTRADICTION: say("by contradiction"),
}

_DIFFICULTY = {
    Pattern.TOLD: 0,
    Pattern.ELSEWHERE: 0,
    Pattern.EMPTY: 1,
    Pattern.FULL: 1,
    Pattern.PLACED: 1,
    Pattern.ALL_SEEN: 1,
    Pattern.LAST_HOLDER: 2,
    Pattern.FULL_HAND: 2,
    Pattern.VOID: 2,
    Pattern.KEPT: 2,
    Pattern.PACK: 3,
    Pattern.TALLY: 3,
    Pattern.COUNT: 3,
    Pattern.DIFFERENCE: 5,
    Pattern.OVERLAP: 6,
    Pattern.APART: 5,
    Pattern.SUM: 8,
    Pattern.CASES: 20,
    Pattern.CONTRADICTION: 20,
}

_REASONS = (0, 0, 1, 3, 10, 30)


def difficulty(pattern: Pattern, reasons: int) -> int:
    """Return how hard a step is that joins as many `reasons`, what lies open not counted.

    The pattern's own difficulty, and 0, 0, 1, 3 for up to three reasons; then ten and thirty, and
    thirty more for each further one: nobody holds six in mind.
    """
    more = max(0, reasons + 1 - len(_REASONS))
    return pattern.difficulty + _REASONS[min(reasons, len(_REASONS) - 1)] + 30 * more
