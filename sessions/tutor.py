"""The tutor: a word about a move just made, if it surely cost something."""

from __future__ import annotations

from dataclasses import dataclass

from ..models.core import Record, View
from ..models.words import Words
from ..solver.play.advising import contrast
from ..solver.play.coach import Budget, choices, play_of
from ..solver.play.judge import Judge
from ..solver.play.judging import Judged, Task, judged

BUDGET = Budget(seconds=0.4)
"""How long a move is judged, so that play goes on."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A move that got a mark from the `judge` of its game, and why the best one is better."""

    found: Judged
    judge: Judge
    why: Words | None


def lesson(own: View, record: Record, budget: Budget = BUDGET) -> Lesson | None:
    """Return the tutor's lesson about the viewer's next move in `record`, None if there is none.

    The move is judged from `own`, the view before it, and nothing else.
    """
    made = next((line for line in record.lines if line.number > own.last and line.event), None)
    judge = play_of(own.game.name).judge
    if made is None or made.event is None or judge is None or made.event.actor != own.viewer:
        return None
    move = made.event.head
    legal = choices(own)
    if len(legal) < 2 or move not in legal:
        return None
    found = judged(judge, Task(own, move, made.number), budget)
    if not found.mark:
        return None
    differs = contrast(own, found.best, found.move)
    told = differs.clause if differs is not None and differs.speaks_for_it else None
    return Lesson(found, judge, told)
