"""The exact counter of Overseers: one pass over the players in the order the packs go round."""

from .draft import Table
from .sampling import Deal, Sampler
from .worlds import Cards, Worlds

__all__ = ["Cards", "Deal", "Sampler", "Table", "Worlds"]
