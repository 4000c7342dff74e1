"""Who plays Overseers: `greedy`, and the coach with the price of a vote."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import Bot
from .advice import BEHAVIOUR, Coach, advise, nudge
from .greedy import GreedyBot

BOTS: Mapping[str, Callable[[], Bot]] = {"greedy": GreedyBot, "coach": Coach}

__all__ = ["BEHAVIOUR", "BOTS", "Coach", "GreedyBot", "advise", "nudge"]
