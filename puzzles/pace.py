"""How long a search for a puzzle of a level takes, as it was measured."""

from __future__ import annotations

from collections.abc import Mapping

from .bundled import EASY, FIENDISH, HARD, MEDIUM

LONG = 15.0
"""Seconds above which a search says first that it takes long."""
SECONDS: Mapping[str, Mapping[str, float]] = {
    "adresses-jaunes": {EASY: 8, MEDIUM: 2, HARD: 16, FIENDISH: 60},
    "bards": {EASY: 2, MEDIUM: 6, HARD: 9, FIENDISH: 60},
    "onstage": {EASY: 2, MEDIUM: 15.1, HARD: 9, FIENDISH: 27},
    "overseers": {EASY: 2, MEDIUM: 3, HARD: 10, FIENDISH: 60},
}
"""By game and level, the seconds of one processor in which nine of ten searches of any kind end.
`python -m bench puzzles --kind search` measures them; docs/puzzles.md has the sizes."""


def is_long(game: str, level: str) -> bool:
    """Tell whether a search for a puzzle of `level`, empty for any, takes long, as far as known."""
    return bool(level) and SECONDS.get(game, {}).get(level, LONG + 1) > LONG
