"""Hints: the easiest deduction that has not been drawn yet, told a little more each time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from ..models.core import View

if TYPE_CHECKING:
    from ..models.hidden import Claim, Hidden
    from ..solver.engine.patterns import Pattern
    from ..solver.engine.steps import Found


KNOWN = "known"
"""What is asked by who is past the pattern of the last hint."""
SECONDS = 8.0
"""Time for a hint: what was found by then is told."""


class Level(StrEnum):
    """How much a hint tells."""

    NUDGE = "nudge"
    WHERE = "where"
    WHY = "why"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Hint:
    """A deduction, None where there is none to be made, and how much of it is told."""

    step: Found | None
    level: Level


@dataclass
class Hints:
    """What one viewer has been told so far: the next hint goes on from there."""

    drawn: list[Claim] = field(default_factory=list)
    known: list[Pattern] = field(default_factory=list)
    pattern: Pattern | None = None
    line: int = -1
    told: int = -1

    def next(self, view: View, asked: str = "") -> Hint:
        """Return the hint that the viewer of `view` gets now; what it answers is known from now on.

        It tells a level more than the last one, from the first one again after a new line, unless
        a level is `asked` for. There is none behind the last. `known` asks for another one: no hint
        is of the last one's pattern from now on.
        """
        if asked == KNOWN and self.pattern is not None:
            self.known.append(self.pattern)
            self.told = -1
        level = self._next_level(view.last)
        level = Level(asked) if asked in list(Level) else level
        step = first_step(view.game.hidden(view), self.drawn, self.known)
        self.pattern = None if step is None else step.pattern
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


def first_step(
    hidden: Hidden, drawn: Collection[Claim], known: Collection[Pattern] = ()
) -> Found | None:
    """Return the easiest deduction from `hidden` that says more than what is `drawn` already.

    None of a `known` pattern: whoever asks is past those.
    """
    from ..solver.engine.steps import path

    return next(path(hidden, drawn, known, SECONDS), None)
