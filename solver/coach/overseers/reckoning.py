"""What a round comes to, once all cards are imagined: points, judgement, theft.

Cards are a kind at every spot of every player; powers that have been used are those of the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ....models.overseers.box import Box, Kind, Power
from ....models.overseers.scoring import TILTED, Holding
from ....models.overseers.state import Spot, State

Laid = Mapping[Spot, Kind]


@dataclass(frozen=True)
class Reckoning:
    """Counts points of imagined cards at the table `state`."""

    state: State
    _counted: dict[tuple[Power | None, tuple[Kind, ...]], int] = field(
        default_factory=dict, compare=False, repr=False
    )

    @property
    def box(self) -> Box:
        """The components."""
        return self.state.box

    def natures(self, player: str, laid: Laid) -> dict[Spot, Kind]:
        """Return what every card of `player` counts as."""
        natures = dict(laid)
        tilt, tuck = self.state.tilt, self.state.tuck
        if tilt and tilt.player == player and tilt.spot in laid:
            lost = laid[tilt.spot]
            for spot, kind in laid.items():
                if kind == lost and spot[0] != "x":
                    natures[spot] = TILTED
        if tuck and tuck.player == player and tuck.below in laid:
            natures[tuck.below] = laid.get(tuck.above, laid[tuck.below])
        return natures

    def points(self, player: str, laid: Laid, without: Sequence[Spot] = ()) -> int:
        """Return the points of `player`, but for the cards at `without`."""
        return self.worth(player, self.natures(player, laid), without)

    def worth(self, player: str, natures: Laid, without: Sequence[Spot] = ()) -> int:
        """Return the points of cards that count as `natures`."""
        kept = tuple(sorted(kind for spot, kind in natures.items() if spot not in without))
        key = (self.state.power_of(player), kept)
        if key not in self._counted:
            kinds = tuple(kind for kind in kept if kind != TILTED)
            holding = Holding(kinds, len(kept) - len(kinds), key[0])
            self._counted[key] = holding.points(self.box)
        return self._counted[key]

    def least_loss(self, player: str, laid: Laid) -> tuple[tuple[Spot, ...], int]:
        """Return the cards to give up when admitting, and the points that are left. OV-5"""
        left = self._after_losing(player, laid)
        best = max(left, key=lambda spots: left[spots])
        return best, left[best]

    def penalty(self, player: str, laid: Laid) -> int:
        """Return the points that are left after the penalty. OV-6"""
        return min(self._after_losing(player, laid).values())

    def _after_losing(self, player: str, laid: Laid) -> dict[tuple[Spot, ...], int]:
        natures = self.natures(player, laid)
        size = min(self.box.confessed, len(laid))
        return {
            spots: self.worth(player, natures, spots) for spots in combinations(sorted(laid), size)
        }

    def gain(self, player: str, laid: Laid, pile: Sequence[Kind]) -> int:
        """Return the points after taking the best card of the discard, if there is one."""
        natures = self.natures(player, laid)
        return max(
            (self.worth(player, {**natures, "x9": kind}) for kind in set(pile)),
            default=self.worth(player, natures),
        )

    def denied(
        self, accused: str, scores: Mapping[str, int], laid: Laid, pile: Sequence[Kind]
    ) -> int:
        """Return the points of `accused` after denying; a tied leader spares oneself only."""
        best = max(score for player, score in scores.items() if player != accused)
        own = scores[accused]
        if own < best:
            return self.gain(accused, laid, pile)
        if own == best and self.state.leader == accused:
            return own
        return self.penalty(accused, laid)


def relative(scores: Mapping[str, float], player: str) -> float:
    """Return the points of `player` less the mean of the others."""
    others = [score for each, score in scores.items() if each != player]
    return scores[player] - sum(others) / len(others)
