"""What is counted of a move in Les Adresses Jaunes: what it tells, and which guess is right.

What a disc or a pawn tells is the same whatever the others hold. `reasons` says it at length.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....models.words import Figure, Words, figure, say
from ...play.trial import Difference

TENTHS = 9.95
"""An average of fewer hands is told to a tenth."""
HUNDRED = 99.5
"""An average of so many hands is told with two digits."""
SLIGHT = 1e-9
A_TENTH = 1.1 - SLIGHT
"""How many times as much another move leaves if that is a reason."""
WORTH = 0.3
"""What a bit that an answer tells is worth of one by which a hand is told."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted of a move, often in bits; what one more of it is worth is not known.

    The `topic` is what there is to weigh, of which `reasons` says how much.
    """

    name: str
    topic: Words
    sign: int = -1
    worth: float | None = None
    most: float | None = None

    def told(self, _: Difference) -> Words:
        """Return what there is to weigh."""
        return self.topic


SHOWN = Counted("hands", say("how many hands can still be yours"))
"""The viewer's hands that others are left with after a move, beside their own tiles, as log2.

It is their number on average over the others and the viewer's deals."""
DEALS = Counted("deals", say("how many deals others can still think of"))
"""The deals that others can still think of after a move, each beside their own hand, as log2."""
ANSWER = Counted("answer", say("how many deals a pawn's answer leaves you"))
"""The part of the viewer's deals that a pawn leaves, on average over its answers, as log2.

It counts as `WORTH` of what all are told of the viewer's hand: so much play-outs make of it."""
RIGHT = Counted("right", say("which guess is likeliest to be right"), sign=1)
"""Whether a guess is right."""
THEN = Counted("then", say("what a right guess leaves to guess"), sign=1)
"""How often the team wins if a guess is right."""


def as_told(hands: float) -> float:
    """Return an average number of hands as people read it.

    Of less than ten a tenth counts, of a hundred and more two digits: so far it can be trusted.
    """
    hands = float(f"{hands:.2g}") if hands >= HUNDRED else hands
    return round(hands, None if hands >= TENTHS else 1)


def many(hands: float) -> Figure:
    """Return the same number for people."""
    n = as_told(hands)
    return figure(n, ".0f" if n == round(n) and (n > 1 or abs(hands - n) < SLIGHT) else ".1f")
