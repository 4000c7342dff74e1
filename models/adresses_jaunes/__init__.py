"""Les Adresses Jaunes: cooperative deduction of tiles from street clues."""

from .rules import GAME, AdressesJaunes
from .state import Box, Disc, State, Step

__all__ = ["GAME", "AdressesJaunes", "Box", "Disc", "State", "Step"]
