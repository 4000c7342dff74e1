"""A bot that thinks about some choices only, and makes all others as everybody is assumed to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean

from ...models.core import View, turn
from .coach import Choice, choices, play_of
from .trial import TrialMaker

WORLDS = 64
"""In how many worlds a move is valued where others may move first."""

Thinks = Callable[[View, str], bool]
"""Tells of a view in which the viewer chooses between moves with a verb whether one thinks."""


def about(*verbs: str) -> Thinks:
    """Return that one thinks about moves with these verbs."""
    return lambda view, verb: verb in verbs


NEVER = about()


@dataclass(frozen=True)
class UsualBot:
    """Makes the usual move of its game's judge; where several are free to play, the surest does.

    It overlooks what comes of a move: nothing is tried out, except in choices about which it
    `thinks`, which it leaves to the game's coach. What else it overlooks is what `sees` leaves out,
    a trial other than the judge's.
    """

    thinks: Thinks = NEVER
    sees: TrialMaker | None = None

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the usual move of the viewer of `view`, or the coach's."""
        moves, play = choices(view), play_of(view.game.name)
        if len(moves) == 1:
            return Choice(moves[0])
        if self.thinks(view, moves[0].verb):
            return play.bots["coach"]().choose(view, rng)
        assert play.judge is not None, "only a game whose choices are judged has this bot"
        trial, coming = (self.sees or play.judge.trial)(view, 0), turn(view)
        assert isinstance(coming, tuple), "the viewer has a choice"
        if len({event.actor for event in coming if not view.is_blind(event)}) < 2:
            return Choice(trial.usual)
        (worths,) = trial.worths([trial.usual], WORLDS)
        return Choice(trial.usual, fmean(worths))
