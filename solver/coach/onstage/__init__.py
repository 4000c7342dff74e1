"""Who plays Onstage: `greedy`, and the `coach`, who also advises."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import Bot
from .behaviour import BEHAVIOUR
from .coach import CoachBot, advise, nudge
from .greedy import GreedyBot

__all__ = ["BEHAVIOUR", "BOTS", "CoachBot", "GreedyBot", "advise", "nudge"]

BOTS: Mapping[str, Callable[[], Bot]] = {"coach": CoachBot, "greedy": GreedyBot}
