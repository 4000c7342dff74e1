"""What each move is worth: what is there afterwards, with the best plan that follows.

Where dice or cards are still to come, the worth is the expectation: exact over all outcomes where
they are few, else over a sample, with its standard error.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev

from ....models.bards import State, Step
from ....models.chance import Draw, Forced, Roll
from ....models.core import Event, View
from .plan import Plan, best_plan
from .worth import worth

EXACT = 36
"""Up to so many outcomes all are looked at."""
SAMPLE = 12
"""Otherwise so many, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a player has in the end, in hundredths of a point, with its standard error."""

    mean: float
    error: float = 0.0
    exact: bool = True


class Valuer:
    """Values the moves of the viewer of `view` in the show; its seed is the view's own text."""

    def __init__(self, view: View, rng: Random, sample: int = SAMPLE) -> None:
        self.view, self.game, self.player = view, view.game, view.viewer
        self.box = view.game.box  # type: ignore[attr-defined]
        self.state: State = view.state
        self.rng, self.sample = rng, sample

    def plan(self, turn_only: bool = False) -> Plan:
        """Return the best plan from here."""
        return best_plan(self.box, self.state, self.player, turn_only)

    def standing(self) -> float:
        """Return what the viewer has now, and no more."""
        return worth(self.box, self.state, self.player)

    def value(self, event: Event) -> Value:
        """Return the expected worth after `event` and the best plan that follows."""
        return self._after(self.game.apply(self.state, event), depth=0)

    def _after(self, state: State, depth: int) -> Value:
        coming = self.game.turn(state)
        if isinstance(coming, tuple) or state.step is not Step.SHOW:
            return Value(self._planned(state, coming if isinstance(coming, tuple) else ()))
        if isinstance(coming, Forced):
            return self._after(self.game.apply(state, coming.event), depth)
        if isinstance(coming, Draw) and not coming.pool.whole:
            return Value(self._planned(state, ()))
        return self._expected(state, coming, depth)

    def _planned(self, state: State, choices: tuple[Event, ...]) -> float:
        """A choice that is due is taken without a plan for it; the plan follows."""
        has_turn = state.step is Step.SHOW and not state.duties and self.player not in state.done
        value = float(worth(self.box, state, self.player))
        return value + (best_plan(self.box, state, self.player).value if has_turn else 0)

    def _expected(self, state: State, coming: Roll | Draw, depth: int) -> Value:
        outcomes = self._outcomes(coming, depth)
        exact = outcomes is not None
        if outcomes is None:
            drawn = (coming.sample(self.rng) for _ in range(max(2, self.sample)))
            outcomes = Counter(drawn)
        values: list[float] = []
        for event, n in outcomes.items():
            after = self._after(self.game.apply(state, event), depth + 1)
            exact = exact and after.exact
            values += [after.mean] * n
        error = 0.0 if exact else stdev(values) / sqrt(len(values))
        return Value(fmean(values), error, exact)

    def _outcomes(self, coming: Roll | Draw, depth: int) -> Counter[Event] | None:
        """All outcomes with their weights, None if they are too many."""
        if isinstance(coming, Roll):
            return Counter(coming.all()) if 6 ** len(coming.dice) <= EXACT else None
        if coming.size > 1 or depth:
            return None
        known = coming.pool.known
        return Counter(Event(coming.event.verb, coming.event.actor, (), (c,)) for c in known)
