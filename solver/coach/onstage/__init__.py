"""Who plays Onstage, and who advises at it: `greedy` and `coach`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import Bot
from .greedy import GreedyBot

BOTS: Mapping[str, Callable[[], Bot]] = {"greedy": GreedyBot}
