"""How hard a puzzle is, measured by the chain of named steps that proves its answer.

If the answer is a choice and not a deduction, the steps are those of the way to play, each as hard
as what makes it hard to see.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..models.hidden import Claim, Hidden
from ..models.words import Words, say
from ..solver.engine.patterns import Pattern, Skill
from ..solver.engine.steps import Chain, chains
from .bundled import LEVELS

GRADER = 3
"""Version of the grades: goes up when the same answer gets another grade. A grade without a version
is of the first."""

_HARDEST = (3, 5, 12)
"""The hardest step allowed in an easy, a medium and a hard puzzle."""
_DIFFERENT = (3, 6, 10)
"""The most different steps allowed in an easy, a medium and a hard puzzle."""


class Trait(Skill):
    """What makes a step of a way to play hard to see."""

    OPEN = "open", 2, say("in plain sight")
    JOINED = "joined", 1, say("steps that belong together")
    CHANGED = "changed", 3, say("changed before it is used")
    WEIGHED = "weighed", 3, say("one gained, another given up")
    ANSWERED = "answered", 3, say("whatever the others do")
    LENT = "lent", 5, say("with the help of another")
    LEFT = "left", 6, say("what looks best is left")


def skill_named(name: str) -> Skill:
    """Return the pattern or trait of this name."""
    skills: tuple[Skill, ...] = (*Pattern, *Trait)
    return next(each for each in skills if each == name)


@dataclass(frozen=True, slots=True)
class Grade:
    """The difficulty of the `hardest` step, the number of `different` steps, and of all `steps`.

    Steps are alike if they have the same pattern and as many reasons: whoever has seen one sees the
    next. `reasons` is the most that one step joins; `patterns` are in order of difficulty.
    """

    hardest: int
    different: int
    steps: int
    reasons: int
    patterns: tuple[Pattern | Trait, ...] = ()

    @property
    def level(self) -> str:
        """One of LEVELS: by the hardest step or the number of different steps, the higher one."""
        by_step = sum(self.hardest > most for most in _HARDEST)
        by_number = sum(self.different > most for most in _DIFFERENT)
        return LEVELS[max(by_step, by_number)]

    @property
    def written(self) -> str:
        """The grade as in the tag of a record."""
        names = " ".join(self.patterns)
        return f"{self.hardest} {self.different} {self.steps} {self.reasons} {names}".rstrip()


@dataclass(frozen=True, slots=True)
class Thought:
    """One step of a solution: its name `called`, its full `words`, the `claims` that it settles.

    `lines` are those that it takes for reasons.
    """

    called: Words
    words: Words
    claims: tuple[Claim, ...] = ()
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """How an answer is found: step by step, and how hard that is.

    `runner_up` tells what comes closest, if the answer is what is worth most.
    """

    grade: Grade
    thoughts: tuple[Thought, ...]
    runner_up: Words | None = None


def way_to(hidden: Hidden, claims: Collection[Claim]) -> Solution:
    """Return the chain of steps that proves `claims`, which must follow, with its grade."""
    chain = chains(hidden, claims)[0]
    thoughts = (
        Thought(
            step.pattern.called,
            words,
            step.conclusion.claims if step.conclusion else (),
            step.lines,
        )
        for step, words in zip(chain.steps, chain.words, strict=True)
    )
    return Solution(graded(chain), tuple(thoughts))


def played_way(steps: Sequence[tuple[Words, Collection[Trait]]]) -> Solution:
    """Return a way to play as a solution; each step comes with what makes it hard to see.

    A step is as hard as its traits together; steps with the same traits are alike.
    """
    traits = sorted({trait for _, own in steps for trait in own}, key=lambda t: (t.difficulty, t))
    hard = [sum(trait.difficulty for trait in own) for _, own in steps]
    grade = Grade(
        max(hard, default=0),
        len({frozenset(own) for _, own in steps}),
        len(steps),
        max((len(own) for _, own in steps), default=0),
        tuple(traits),
    )
    thoughts = (Thought(max(own, key=lambda t: t.difficulty).called, told) for told, own in steps)
    return Solution(grade, tuple(thoughts))


def graded(chain: Chain) -> Grade:
    """Return how hard a chain is."""
    different = {(step.pattern, step.reasons) for step in chain.steps}
    patterns = sorted({step.pattern for step in chain.steps}, key=lambda p: (p.difficulty, p))
    return Grade(
        max((step.difficulty for step in chain.steps), default=0),
        len(different),
        len(chain.steps),
        max((step.reasons for step in chain.steps), default=0),
        tuple(patterns),
    )
