"""Overseers: a draft of virtues and vices, and a vote on who took the most."""

from .box import Box, Power
from .rules import GAME, Overseers
from .state import State, Step

__all__ = ["GAME", "Box", "Overseers", "Power", "State", "Step"]
