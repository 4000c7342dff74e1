"""Puzzles of Battle of the Bards: the turn to play, and the audience to be won in it."""

from .maker import PUZZLES

__all__ = ["PUZZLES"]
