"""Which words are easily mistaken for each other: neighbours on a keyboard, or in a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

COUNT, HOLDER, NEAR, ALIKE, OTHER = 0.6, 0.5, 0.3, 0.15, 0.15
"""How often a wrong word is: a number that is one off; another player's name; a near word (the next
key, or a neighbour in the game's table); a word with another letter; any other. These are
estimates, not counts. Each kind is shared by all words of that kind."""

_KEYS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn")


@dataclass(frozen=True)
class Near:
    """Which words of a game are easily mistaken for each other: neighbours in one of the `rows`."""

    rows: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def _pairs(self) -> frozenset[frozenset[str]]:
        return frozenset(frozenset(pair) for row in self.rows for pair in pairwise(row))

    def kind(self, one: str, other: str) -> float:
        """Return the kind of slip that writes `one` for `other`; both are words, not names."""
        if frozenset((one, other)) in self._pairs:
            return NEAR
        if one.isdecimal() and other.isdecimal():
            return COUNT if abs(int(one) - int(other)) == 1 else OTHER
        if len(one) != len(other):
            return OTHER
        wrong = [(a, b) for a, b in zip(one.lower(), other.lower(), strict=True) if a != b]
        if len(wrong) != 1 or (len(one) == 1 and not _beside(*wrong[0])):
            return OTHER
        return NEAR if _beside(*wrong[0]) else ALIKE


def _beside(one: str, other: str) -> bool:
    """Tell whether two keys are neighbours on one of the usual keyboards."""
    return any(one + other in row or other + one in row for row in _KEYS)
