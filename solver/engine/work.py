"""A budget of thinking, counted in steps of work and never by a clock.

So the same question ends at the same thought on every machine, however busy it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

SECOND = 50_000
"""Steps that count as one second on a quiet machine; CP-SAT measures its work in such seconds."""


class Unsettled(Exception):
    """Neither a world nor a proof that there is none: the work ran out, or two proofs disagree."""


@dataclass(slots=True)
class Work:
    """A budget of `steps`, endless by default; what a part spends is also taken off the `whole`."""

    steps: float = inf
    whole: Work | None = None

    def part(self, steps: float) -> Work:
        """Return a part of this budget: it ends after `steps`, or when this one ends."""
        return Work(steps, self)

    @property
    def left(self) -> float:
        """How many steps are left."""
        return self.steps if self.whole is None else min(self.steps, self.whole.left)

    def take(self, steps: float) -> None:
        """Take `steps` off what is left."""
        self.steps -= steps
        if self.whole is not None:
            self.whole.take(steps)

    def spend(self, steps: float) -> None:
        """Take `steps` off what is left; raise `Unsettled` if nothing is left."""
        self.take(steps)
        if self.left <= 0:
            raise Unsettled
