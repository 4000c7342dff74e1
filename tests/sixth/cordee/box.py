"""The pieces of Cordée: four kinds of gear, several alike of each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from aparte.models.words import Words, say

Kind = str
"""A kind of gear, by the letter that its name begins with in every language."""

NAMES: Mapping[Kind, Words] = {
    "P": say("Piton"),
    "S": say("Sling"),
    "C": say("Crampon"),
    "L": say("Lamp"),
}
COPIES: Mapping[Kind, int] = {"P": 6, "S": 5, "C": 4, "L": 3}
"""How many pieces there are of each kind. CO-1"""
PAIRS = tuple(combinations(NAMES, 2))
"""The two kinds that one call can be about, in the order of the box. CO-4"""

LOOPS = ("1", "2", "3")
"""The loops of a pack, each for one piece. CO-2"""
BREATHS = 4
"""How many breaths the rope begins with, and can have at most. CO-2"""
PITCHES = 3
"""How many pitches the wall has; each takes one piece of every kind. CO-1"""
SLIPS = 3
"""After so many slips everybody turns back. CO-8"""
