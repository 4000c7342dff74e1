"""The exact counter of Overseers: one pass over the players in the order the packs go round."""

from random import Random

from ...models.core import View
from ...models.hidden import World
from ..count import Posterior
from .draft import Table
from .sampling import Deal, Sampler
from .worlds import Cards, Worlds

__all__ = ["Cards", "Deal", "Sampler", "Table", "Worlds", "counted"]

SHOWN = 24
"""Worlds drawn to show what is possible: few possible places are left that none of them shows."""


def counted(view: View) -> tuple[Posterior, tuple[World, ...]]:
    """Return how many worlds fit `view`, where the cards are by the names of places; some worlds.

    Raises TooManyStates where there is too much to count.
    """
    worlds = Worlds(Table.of(view))
    if not worlds.total:
        return worlds.posterior(), ()
    sampler = Sampler(worlds, Random(0))
    return worlds.posterior(), tuple(sampler.world() for _ in range(SHOWN))
