"""Who plays Onstage: `greedy`, and the `coach`, who also advises."""

from __future__ import annotations

from ...play.coach import Play
from .behaviour import BEHAVIOUR
from .coach import CoachBot, advise, nudge
from .greedy import GreedyBot

__all__ = ["PLAY", "CoachBot", "GreedyBot", "advise", "nudge"]

PLAY = Play(
    {"coach": CoachBot, "greedy": GreedyBot}, advise=advise, nudge=nudge, behaviour=BEHAVIOUR
)
