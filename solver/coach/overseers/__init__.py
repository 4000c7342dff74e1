"""Who plays Overseers: `greedy`, and the coach with the price of a vote."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import Bot
from .advice import Coach, advise
from .greedy import GreedyBot

ASSUMABLE = frozenset({"behaviour"})

BOTS: Mapping[str, Callable[[], Bot]] = {"greedy": GreedyBot, "coach": Coach}

__all__ = ["ASSUMABLE", "BOTS", "Coach", "GreedyBot", "advise"]
