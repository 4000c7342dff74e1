"""Puzzles of Battle of the Bards: the best turn, and the audience to win in it."""

from .maker import PUZZLES

__all__ = ["PUZZLES"]
