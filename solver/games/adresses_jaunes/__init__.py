"""Who plays Les Adresses Jaunes: the naive `greedy`, the `coach`, and `cheat` as a ceiling."""

from __future__ import annotations

from ...play.coach import Play
from .advice import advise, by_convention, nudge
from .cheat import cheat
from .coach import CoachBot
from .greedy import GreedyBot
from .judge import JUDGE

__all__ = ["PLAY", "CoachBot", "GreedyBot", "advise", "by_convention", "nudge"]

PLAY = Play(
    {"coach": CoachBot, "greedy": GreedyBot},
    {"cheat": cheat},
    advise=advise,
    nudge=nudge,
    by_convention=by_convention,
    compiled=True,
    judge=JUDGE,
)
