"""Puzzles of Overseers: what a seat can work out in the middle of a game."""

from .maker import PUZZLES

__all__ = ["PUZZLES"]
