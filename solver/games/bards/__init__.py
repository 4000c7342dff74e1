"""Who plays Battle of the Bards: `greedy`, and the planning `coach` with its advice and nudges."""

from .coach import PLAY

__all__ = ["PLAY"]
