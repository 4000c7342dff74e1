"""The points of the cards before a player, with the effects of powers. OV-6, OV-7"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from .box import HONESTY, MURDER, PIETY, THEFT, Box, Kind, Power
from .state import Laid, Spot, State


@dataclass(frozen=True, slots=True)
class Holding:
    """Cards as they count: `kinds` (copies as what they copy), and the number `tilted`.

    `power` is that of the character, for its points.
    """

    kinds: tuple[Kind, ...]
    tilted: int = 0
    power: Power | None = None

    def points(self, box: Box) -> int:
        """Return the points of the cards and of the character."""
        return box.worth(self.kinds) + self.tilted * box.powers.tilted + self.bonus(box)

    def bonus(self, box: Box) -> int:
        """Return the points of the character."""
        count = Counter(self.kinds)
        match self.power:
            case Power.LOOK:
                return box.powers.seen
            case Power.STEADFAST:
                return box.powers.steadfast * (count[HONESTY] + count[PIETY])
            case Power.AVENGE:
                return box.powers.avenged * count[MURDER]
            case _:
                return 0


TILTED = ""
"""What a tilted card counts as: no kind."""


def nature(state: State, player: str, laid: Laid) -> Kind:
    """Return what the card `laid` of `player` counts as."""
    tilt, tuck = state.tilt, state.tuck
    held = laid.spot[0] != "x"  # OV-14: cards gained later keep their nature
    if tilt and tilt.player == player and held and laid.kind == tilt.kind:
        return TILTED
    if tuck and tuck.player == player and laid.spot == tuck.below:
        return tuck.kind
    return laid.kind


def holding(state: State, player: str, without: tuple[Spot, ...] = ()) -> Holding:
    """Return the cards of `player` except those at `without`; all must be known."""
    natures = [
        nature(state, player, laid) for laid in state.rows[player] if laid.spot not in without
    ]
    kinds = tuple(sorted(kind for kind in natures if kind != TILTED))
    return Holding(kinds, len(natures) - len(kinds), state.power_of(player))


def points(state: State, player: str, without: tuple[Spot, ...] = ()) -> int:
    """Return the points of `player` as the cards lie, all of them known."""
    return holding(state, player, without).points(state.box)


def penalties(state: State, player: str) -> tuple[tuple[Spot, ...], ...]:
    """Return the sets of cards that can be the penalty: those that cost most to lose. OV-6"""
    spots = [laid.spot for laid in state.rows[player]]
    size = min(state.box.confessed, len(spots))
    left = {gone: points(state, player, gone) for gone in combinations(spots, size)}
    least = min(left.values())
    return tuple(gone for gone, rest in left.items() if rest == least)


def thefts(state: State, player: str) -> int:
    """Return how many Thefts `player` has: copies count, tilted ones do not. OV-7"""
    return holding(state, player).kinds.count(THEFT)
