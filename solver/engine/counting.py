"""The counter of each game: the general one, or the game's own for the same model."""

from __future__ import annotations

from ...models import games
from ...models.core import View
from .count import count
from .reading import Reader

__all__ = ["count", "reader"]


def reader(view: View, strength: float | None = None) -> Reader | None:
    """Return what reads `view`, None where the general counter says all there is to say.

    With a `strength`, worlds are weighed by how people are assumed to behave, from 0 (not at all)
    to 1 (fully).
    """
    made = games.play_of(view.game.name).reader
    found: Reader | None = made(view, strength) if made else None
    return found
