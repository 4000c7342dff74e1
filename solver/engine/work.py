"""How much thinking is left: counted in steps of work, never by a clock.

So the same question ends at the same thought on every machine, however busy it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

SECOND = 50_000
"""Steps that a second is taken for, on a quiet machine. CP-SAT counts its work in such seconds."""


class Unsettled(Exception):
    """Neither a world nor a proof that there is none: no work was left, or two proofs disagree."""


@dataclass(slots=True)
class Work:
    """So many `steps`, endless where nobody waits; those of a part are off the `whole`, too."""

    steps: float = inf
    whole: Work | None = None

    def part(self, steps: float) -> Work:
        """Return what is over after so many `steps`, or with all of this."""
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
