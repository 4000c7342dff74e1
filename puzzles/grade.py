"""How hard a position is, measured by the steps that a person would find in it."""

from __future__ import annotations

from dataclasses import dataclass

from ..models.hidden import Hidden
from ..solver.engine.explain import steps

EASY, MEDIUM, HARD = LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Grade:
    """The number of `steps` to the end, and how many reasons the `widest` of them takes together.

    A reason is a line of the record or an earlier conclusion.
    """

    steps: int
    widest: int

    @property
    def level(self) -> str:
        """One of LEVELS; reasons to be held in mind at once count more than patience."""
        if self.widest <= 3 and self.steps <= 5:
            return EASY
        return HARD if self.widest >= 5 or self.steps >= 10 else MEDIUM


def grade(hidden: Hidden) -> Grade:
    """Return how hard it is to find all that follows from `hidden`."""
    reasons = [len(step.lines) + len(step.earlier) for step in steps(hidden)]
    return Grade(len(reasons), max(reasons, default=0))
