"""Hints: the easiest deduction that has not been drawn yet, told a little more each time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from ..models.core import View

if TYPE_CHECKING:
    from ..models.hidden import Claim, Hidden
    from ..solver.engine.explain import Inference


class Level(StrEnum):
    """How much a hint tells."""

    NUDGE = "nudge"
    WHERE = "where"
    WHY = "why"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Hint:
    """A deduction, None where there is none to be made, and how much of it is told."""

    step: Inference | None
    level: Level


@dataclass
class Hints:
    """What one viewer has been told so far: the next hint goes on from there."""

    drawn: list[Claim] = field(default_factory=list)
    line: int = -1
    told: int = -1

    def next(self, view: View, asked: str = "") -> Hint:
        """Return the hint that the viewer of `view` gets now; what it answers is known from now on.

        It tells a level more than the last one, from the first one again after a new line, unless
        a level is `asked` for. There is none behind the last.
        """
        level = self._next_level(view.last)
        level = Level(asked) if asked in list(Level) else level
        step = first_step(view.game.hidden(view), self.drawn)
        if step is not None and level is Level.ANSWER:
            self.answered(step.claims)
        return Hint(step, level)

    def answered(self, claims: Collection[Claim]) -> None:
        """Take `claims` as known: the next hint is about something else."""
        self.drawn += claims
        self.told = -1

    def _next_level(self, line: int) -> Level:
        levels = list(Level)
        self.told = min(self.told + 1, len(levels) - 1) if line == self.line else 0
        self.line = line
        return levels[self.told]


def first_step(hidden: Hidden, drawn: Collection[Claim]) -> Inference | None:
    """Return the easiest deduction from `hidden` that says more than what is `drawn` already."""
    from ..solver.engine.explain import steps

    return next(steps(hidden, drawn), None)
