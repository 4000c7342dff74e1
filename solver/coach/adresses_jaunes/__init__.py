"""Who plays Les Adresses Jaunes: the naive `greedy`, the `coach`, and `cheat` as a ceiling."""

from .advice import advise, by_convention, nudge
from .cheat import cheat
from .coach import CoachBot
from .greedy import GreedyBot

__all__ = ["BOTS", "CEILINGS", "GreedyBot", "advise", "by_convention", "nudge"]

BOTS = {"coach": CoachBot, "greedy": GreedyBot}
CEILINGS = {"cheat": cheat}
