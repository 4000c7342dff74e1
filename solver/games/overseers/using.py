"""What Yanmei's tilt and Nuying's copy tell of the cards that lie face down. OV-14, OV-15

An assumption about behaviour: a power is used for the most own points or, once in a while, without
a thought. What lies at which spot matters here, not only which cards a player has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from itertools import permutations
from random import Random
from statistics import fmean
from typing import NamedTuple

from ....models.overseers.box import Kind
from ....models.overseers.clues import DISCARD
from ....models.overseers.state import Spot, State
from . import choosing
from .bundles import Cards
from .draft import Draft, Holder
from .memo import Memo
from .passes import Likelihood

BLINDLY = 0.1
"""How often a power is used without a thought, else for the most points: of greatest likelihood
over 172 uses by bots of six fields, with 3 to 5 players."""

Order = tuple[Kind, ...]
"""The cards at the open spots of a player."""


class Use(NamedTuple):
    """How a player used its power: the `spot` tilted or tucked, and the card `above` it, if any."""

    player: str
    spot: Spot
    above: Spot = ""

    def among(self, state: State, laid: Mapping[Spot, Kind]) -> tuple[int, int, bool]:
        """Return how many uses there are of cards `laid` so, how many are best, and if this one is.

        Best is what gives the player the most points.
        """
        cards, power = Cards.of(state.box), state.power_of(self.player)
        kinds, at = tuple(cards.card[kind] for kind in laid.values()), [*laid]
        if not self.above:
            tilts = choosing.best_tilts(cards, power, kinds)
            return len(at), len(tilts), at.index(self.spot) in tilts
        tucks = choosing.best_tucks(cards, power, kinds)
        used = at.index(self.spot), at.index(self.above)
        return len(at) * (len(at) - 1), len(tucks), used in tucks


def uses(state: State) -> Mapping[str, Use]:
    """Return how powers were used in this round, by player."""
    found = list[Use]()
    if state.tilt:
        found.append(Use(state.tilt.player, state.tilt.spot))
    if state.tuck:
        found.append(Use(state.tuck.player, state.tuck.below, state.tuck.above))
    return {each.player: each for each in found}


class Used:
    """How likely each order of hidden cards is in the rows of those who used a power.

    The `state` is that of a view, and `draft` what this view leaves open.
    """

    def __init__(self, state: State, draft: Draft, strength: float) -> None:
        self._state, self._strength = state, strength
        self._uses = uses(state)
        self._holders = {each.player: each for each in draft.holders if each.player in self._uses}
        self._weighed = Memo(self._weigh)

    def _weigh(self, at: tuple[str, Order]) -> Mapping[Order, float]:
        player, cards = at
        holder, use = self._holders[player], self._uses[player]
        known = {spot: kind for spot, kind in holder.known.items() if spot != DISCARD}
        found = dict[Order, float]()
        for laid in _laid(holder, cards):
            n, best, good = use.among(self._state, {**known, **laid})
            chance = BLINDLY / n + (1 - BLINDLY) * good / best
            found[tuple(laid.values())] = chance**self._strength
        return found

    def weighing(self, likelihood: Likelihood) -> Likelihood:
        """Return the likelihood of how cards are kept and hidden, and how powers are used."""

        def both(
            player: str, known: Mapping[str, Kind], others: tuple[Kind, ...], discard: Kind
        ) -> float:
            found = likelihood(player, known, others, discard)
            if player in self._holders and (ways := self._weighed[player, tuple(sorted(others))]):
                found *= fmean(ways.values())
            return found

        return both if self._holders else likelihood

    def arrange(self, deal: Mapping[str, MutableMapping[Spot, Kind]], rng: Random) -> None:
        """Lay the hidden cards of those who used a power anew, in an order as likely as it is."""
        for player, holder in self._holders.items():
            laid, spots = deal[player], _open(holder)
            ways = self._weighed[player, tuple(sorted(laid[spot] for spot in spots))]
            (order,) = rng.choices([*ways], [*ways.values()])
            laid.update(zip(spots, order, strict=True))


def _open(holder: Holder) -> Sequence[Spot]:
    return [fate for fate in holder.open if fate != DISCARD]


def _laid(holder: Holder, cards: Sequence[Kind]) -> Iterator[Mapping[Spot, Kind]]:
    """Yield how these cards can lie at the open spots."""
    spots = _open(holder)
    spot, barred = holder.barred or ("", frozenset[Kind]())
    for order in dict.fromkeys(permutations(cards)):
        laid = dict(zip(spots, order, strict=True))
        if laid.get(spot) not in barred:
            yield laid
