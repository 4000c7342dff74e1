"""What is counted of a move in Les Adresses Jaunes: what it tells, and which guess is right.

What a disc or a pawn tells is the same whatever the others hold. `reasons` says it at length.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....models.words import Words, in_100, say
from ...play.contrast import often
from ...play.trial import Difference


@dataclass(frozen=True, slots=True)
class _Counted:
    """What is counted of a move, often in bits; what one more of it is worth is not known."""

    worth: float | None = None
    sign: int = -1
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Shown(_Counted):
    """The viewer's hands that can be after a move, by what all know: their number, as log2."""

    name: str = "hands"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("how many hands can still be yours")

    def told(self, found: Difference) -> Words:
        """Return how many hands are left."""
        n, m = (round(2**each) for each in found.sides)
        return say("{n} hands can be yours then instead of {m}", n=n, m=m)


@dataclass(frozen=True, slots=True)
class Further(_Counted):
    """The same after a move and the best that can follow it: a disc, or the last pawn."""

    name: str = "further"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("what you can tell next, beside this move")

    def told(self, found: Difference) -> Words:
        """Return how many hands can be left."""
        n, m = (round(2**each) for each in found.sides)
        return say("{n} hands can be yours after what you tell next instead of {m}", n=n, m=m)


@dataclass(frozen=True, slots=True)
class Answer(_Counted):
    """How open the answer to a pawn is: the chance of the likeliest one, as minus log2."""

    sign: int = 1
    name: str = "answer"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("which pawn's answer you cannot foresee")

    def told(self, found: Difference) -> Words:
        """Return how likely the likeliest answer is."""
        n, m = (in_100(2**-each) for each in found.sides)
        return say("you foresee its answer in {n} of 100 cases instead of {m}", n=n, m=m)


@dataclass(frozen=True, slots=True)
class Right(_Counted):
    """Whether a guess is right."""

    sign: int = 1
    name: str = "right"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("which guess is likeliest to be right")

    def told(self, found: Difference) -> Words:
        """Return how much more often it is right."""
        return say("the guess is right {often}", often=often(found))


@dataclass(frozen=True, slots=True)
class Then(_Counted):
    """How often the team wins if a guess is right."""

    sign: int = 1
    name: str = "then"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("what a right guess leaves to guess")

    def told(self, found: Difference) -> Words:
        """Return how often it is won then, beside the other guess."""
        n, m = map(in_100, found.sides)
        return say("if it is right, the rest can be won in {n} of 100 cases, not in {m}", n=n, m=m)
