"""Puzzles of Les Adresses Jaunes: boards at the conclusion, with some clues left out."""

from .maker import PUZZLES

__all__ = ["PUZZLES"]
