"""How choices are judged: by the learned value, the chance to win after them (BB-23)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import hypot, sqrt
from statistics import fmean

from ....models.bards import State
from ....models.core import Event, Record, View
from ....models.words import say
from ...play.coach import choices
from ...play.judge import Judge, MarkLimits, Off, whole
from ...play.trial import NOTHING, Assumptions, Followed
from .effects import Counting
from .foresight import ROUNDS, TO_THE_END, Foresight, best_by_habit, meant, worth_trying
from .table import numbering

OFF, OFF_PART = 0.01, 0.35
"""By how much gaps of the chance to win are off that end with the learned value (`bench value`).

The second is a part of how far apart the value is after the two moves, world by world: of a large
difference much can be wrong, of a small one little.
"""
RIVALS = 7
"""How many moves are played to the end beside the best one."""


class Trial:
    """The moves of a view's viewer, tried in worlds that fit the view.

    All go on by habit, but the viewer by what they mean to do where that is better (`Meant`).
    """

    exact = False

    def __init__(
        self, view: View[State], seed: int, assumed: Assumptions = NOTHING, rounds: int = ROUNDS
    ) -> None:
        found = meant(view)
        self._view, self._first = view, found.lines[:1]
        self._foresight = Foresight(view, seed, rounds, found.ways)
        self._counting: Counting | None = None

    @cached_property
    def usual(self) -> Event:
        """The move that is made by habit."""
        return best_by_habit(self._view, choices(self._view))[0]

    @cached_property
    def moves(self) -> Sequence[Event]:
        """The moves worth trying."""
        return worth_trying(self._view, choices(self._view), self._first)

    def worths(self, moves: Sequence[Event], worlds: int) -> list[list[float]]:
        """Return the viewer's chance to win after each of `moves`, in further worlds."""
        came = [self._foresight.came(moves).chances.tolist() for _ in range(worlds)]
        return [[row[i] for row in came] for i in range(len(moves))]

    def followed(self, moves: Sequence[Event], worlds: int) -> list[Followed]:
        """Return what follows each of `moves` in further worlds."""
        import numpy as np

        came = [self._foresight.came(moves) for _ in range(worlds)]
        if not came:
            return [Followed((), {}) for _ in moves]
        view, numbers = self._view, numbering(self._view.state.box)
        chances = np.array([each.chances for each in came])
        if self._counting is None:
            self._counting = Counting(view, numbers, float(chances.mean()))
        counts = self._counting(np.array([each.after for each in came]))
        return [Followed(chances[:, i].tolist(), counts[i]) for i in range(len(moves))]


def to_end(view: View[State], seed: int, assumed: Assumptions = NOTHING) -> Trial:
    """Return the trial that plays games to their end by habit: each is won or lost there."""
    return Trial(view, seed, assumed, TO_THE_END)


def off(view: View[State]) -> Off | None:
    """Return what tells by how much gaps are off that end with the learned value, not the game."""
    return None if view.state.ending else _off


def _off(gaps: Sequence[float]) -> float:
    apart = sqrt(fmean(gap**2 for gap in gaps))
    return hypot(OFF, OFF_PART * apart) if apart else 0.0


def start(record: Record[State]) -> float:
    """Return each player's chance to win before the first card, when all seats are alike."""
    return 1 / len(record.setup.players)


JUDGE = Judge(
    say("chance to win, by the learned value, if others play as the coach expects"),
    chance=True,
    marks=MarkLimits(0.02, 0.05, 0.10),
    usual=say(
        "who begins a good plan follows it, everybody else goes on by learned habits, "
        "and the learned value judges the next round"
    ),
    trial=Trial,
    parts=whole,
    start=start,
    to_end=to_end,
    rivals=RIVALS,
    off=off,
)
