"""Who plays Overseers: `greedy`, and the coach with the price of a vote; the counter of its own."""

from __future__ import annotations

from ...play.coach import Play
from .advice import BEHAVIOUR, Coach, advise, nudge
from .greedy import GreedyBot
from .reading import reader

__all__ = ["PLAY", "Coach", "GreedyBot", "advise", "nudge"]

PLAY = Play(
    {"greedy": GreedyBot, "coach": Coach},
    advise=advise,
    nudge=nudge,
    behaviour=BEHAVIOUR,
    reader=reader,
)
