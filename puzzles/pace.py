"""Which levels a search for a new puzzle takes long to find."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from .bundled import FIENDISH, HARD, MEDIUM

LONG: Mapping[str, Collection[str]] = {
    "onstage": (MEDIUM, FIENDISH),
    "adresses-jaunes": (FIENDISH,),
    "bards": (FIENDISH,),
    "overseers": (FIENDISH,),
}
"""By game, the levels of which one search in ten takes more than 15 seconds of one processor, as
`python -m bench puzzles --kind search` measures it; docs/puzzles.md has the figures."""


def is_long(game: str, level: str) -> bool:
    """Tell whether a search for a puzzle of `level` takes long.

    Hard and fiendish ones do in a game in which nobody has measured it.
    """
    return level in LONG.get(game, (HARD, FIENDISH))
