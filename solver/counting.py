"""The counter of each game: the general one, or the game's own for the same model."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ..models.core import View
from ..models.hidden import World
from .count import Posterior, count

OWN = {"overseers": "overseers"}
"""Games with a counter of their own: a package here with `counted`, by the game's name."""


def posterior(view: View) -> Posterior:
    """Return how many worlds fit `view` and how likely each place is, by place or by its name.

    Raises TooManyStates where there is too much to count.
    """
    return counted(view)[0]


def counted(view: View) -> tuple[Posterior, tuple[World, ...]]:
    """Return the posterior of `view`, and some worlds if they come for nothing."""
    own = OWN.get(view.game.name)
    if own is None:
        return count(view.game.hidden(view)), ()
    counter: Callable[[View], tuple[Posterior, tuple[World, ...]]]
    counter = import_module(f".{own}", __package__).counted
    return counter(view)
