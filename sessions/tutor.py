"""The tutor: a word about a move just made, if it surely cost something."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..models.core import Event, Record, View
from ..models.words import Words
from ..solver.play.coach import NOTHING, Budget, choices, play_of
from ..solver.play.judging import Judged, Task, judged

BUDGET = Budget(seconds=0.4)
"""How long a move is judged, so that play goes on."""
LOOKED = Budget(iterations=60, quick=False)
"""How long the reason for the better move is looked for."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A move that got a mark, in the `unit` of its game, and why the best one is better."""

    found: Judged
    unit: Words
    chance: bool
    why: Words | None


def lesson(own: View, record: Record, budget: Budget = BUDGET) -> Lesson | None:
    """Return the tutor's lesson about the viewer's next move in `record`, None if there is none.

    The move is judged from `own`, the view before it, and nothing else.
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
    """Return the coach's reason for `best`, None if it did not look at that move."""
    advise = play_of(own.game.name).advise
    if advise is None:
        return None
    return next((each.why for each in advise(own, LOOKED, 0, NOTHING) if each.action == best), None)
