"""Who plays Onstage: `greedy`, and the `coach`, who also advises."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import Bot
from .coach import CoachBot, advise, nudge
from .greedy import GreedyBot

__all__ = ["ASSUMABLE", "BOTS", "CoachBot", "GreedyBot", "advise", "nudge"]

ASSUMABLE = frozenset({"behaviour"})

BOTS: Mapping[str, Callable[[], Bot]] = {"coach": CoachBot, "greedy": GreedyBot}
