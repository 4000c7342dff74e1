"""The counter of each game: the general one, or the game's own for the same model."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ..models.core import View
from .count import count
from .reading import Reader

__all__ = ["count", "reader"]

OWN = {"overseers": "overseers.reading"}
"""Games with a counter of their own: a module here with `reader`, by the game's name."""


def reader(view: View, strength: float | None = None) -> Reader | None:
    """Return what reads `view`, None where the general counter says all there is to say.

    With a `strength`, worlds are weighed by how people are assumed to behave, from 0 (not at all)
    to 1 (fully).
    """
    own = OWN.get(view.game.name)
    if own is None:
        return None
    made: Callable[[View, float | None], Reader] = import_module(f".{own}", __package__).reader
    return made(view, strength)
