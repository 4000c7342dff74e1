"""Onstage (Sáng Đèn): a trick-taking game about performers on a stage."""

from .rules import GAME, Onstage
from .state import Agreement, Box, PlayedCard, State, Step, suit_of, value_of
from .theatre import Theatre

__all__ = [
    "GAME",
    "Agreement",
    "Box",
    "Onstage",
    "PlayedCard",
    "State",
    "Step",
    "Theatre",
    "suit_of",
    "value_of",
]
