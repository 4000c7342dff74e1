"""Puzzles of Onstage: boards within a round, with some clues left out."""

from .maker import PUZZLES

__all__ = ["PUZZLES"]
