"""Puzzles of Les Adresses Jaunes: boards at the conclusion, clues left out."""

from .maker import PUZZLES

__all__ = ["PUZZLES"]
