"""Puzzles of onstage: boards within a round, some clues left out."""

from .maker import PUZZLES

__all__ = ["PUZZLES"]
