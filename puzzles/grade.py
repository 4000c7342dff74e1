"""How hard a position is, measured by the steps that a person would find in it."""

from __future__ import annotations

from dataclasses import dataclass

from ..models.hidden import Hidden
from ..solver.engine.deduce import deduce
from ..solver.engine.patterns import Pattern
from ..solver.engine.steps import chains

EASY, MEDIUM, HARD = LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Grade:
    """The number of `steps` to the end, the most difficult one, and all of them together.

    Difficulties are those of patterns.py; `pattern` is the one of the hardest step, None where
    there is nothing to be found.
    """

    steps: int
    hardest: int
    together: int
    pattern: Pattern | None

    @property
    def level(self) -> str:
        """One of LEVELS, by the hardest step first: one hard thought outweighs many easy ones."""
        if self.hardest <= 3 and self.together <= 12:
            return EASY
        return HARD if self.hardest >= 5 or self.together >= 25 else MEDIUM


def grade(hidden: Hidden) -> Grade:
    """Return how hard it is to find all that follows from `hidden`."""
    claims = [claim for claim in deduce(hidden).claims if claim.item not in hidden.shown]
    chain, _ = chains(hidden, claims)
    hard = max(chain.steps, key=lambda step: step.difficulty, default=None)
    hardest, together = chain.difficulty
    return Grade(len(chain.steps), hardest, together, None if hard is None else hard.pattern)
