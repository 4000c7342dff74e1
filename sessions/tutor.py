"""A word on a move that was just made: only where it has cost something beyond doubt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..models.core import Event, Record, View
from ..models.words import Words
from ..solver.play.coach import NOTHING, Budget, choices, play_of
from ..solver.play.judging import Judged, Task, judged

BUDGET = Budget(seconds=0.4)
"""How long a move is looked at, so that play goes on."""
LOOKED = Budget(iterations=60, quick=False)
"""How long the reason for the better move is looked for."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A move that has a mark, in the `unit` of its game, and why the best one is better."""

    found: Judged
    unit: Words
    chance: bool
    why: Words | None


def lesson(own: View, record: Record, budget: Budget = BUDGET) -> Lesson | None:
    """Return what the tutor says to the viewer of `own` of the next move of theirs in `record`.

    It is judged from `own`, the view before it, and nothing else; None where nothing is to be said.
    """
    made = next((line for line in record.lines if line.number > own.last and line.event), None)
    judge = play_of(own.game.name).judge
    if made is None or made.event is None or judge is None or made.event.actor != own.viewer:
        return None
    move = replace(made.event, outcome=())
    legal = choices(own)
    if len(legal) < 2 or move not in legal:
        return None
    found = judged(judge, Task(own, move, made.number), budget)
    if not found.mark:
        return None
    return Lesson(found, judge.unit, judge.chance, _why(own, found.best))


def _why(own: View, best: Event) -> Words | None:
    """Return the reason that the coach gives for `best`, None where it did not look at it."""
    advise = play_of(own.game.name).advise
    if advise is None:
        return None
    return next((each.why for each in advise(own, LOOKED, 0, NOTHING) if each.action == best), None)
