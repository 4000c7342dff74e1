"""What imagined cards count as and score, with the powers used so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ....models.overseers.box import Kind
from ....models.overseers.scoring import TILTED
from ....models.overseers.state import Spot, State
from .bundles import Cards

Laid = Mapping[Spot, Kind]
"""The kind of card at every spot of a player."""


@dataclass(frozen=True)
class Reckoning:
    """Counts the points of imagined cards at the table `state`."""

    state: State

    def natures(self, player: str, laid: Laid) -> dict[Spot, Kind]:
        """Return what every card of `player` counts as. OV-7"""
        natures = dict(laid)
        tilt, tuck = self.state.tilt, self.state.tuck
        if tilt and tilt.player == player:
            lost = laid.get(tilt.spot, tilt.kind)
            for spot, kind in laid.items():
                if kind == lost and spot[0] != "x":  # OV-14
                    natures[spot] = TILTED
        if tuck and tuck.player == player and tuck.below in laid:
            natures[tuck.below] = laid.get(tuck.above, tuck.kind)
        return natures

    def points(self, player: str, laid: Laid) -> int:
        """Return the points of `player`."""
        cards = Cards.of(self.state.box)
        bundle = cards.bundle(self.natures(player, laid).values())
        return cards.points[self.state.power_of(player)][bundle]
