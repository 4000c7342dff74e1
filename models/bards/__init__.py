"""Battle of the Bards: dice, decks and performances for 2 to 4 players."""

from .box import Box, Numbers
from .rules import GAME, Bards
from .state import Duty, InPlay, State, Step, Troupe

__all__ = [
    "GAME",
    "Bards",
    "Box",
    "Duty",
    "InPlay",
    "Numbers",
    "State",
    "Step",
    "Troupe",
]
