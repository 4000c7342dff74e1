"""How people hide cards: an assumption about behaviour, never part of a proof.

People keep valuable cards and hide them. The likelihood of a discard is a softmax of what the other
cards are worth; that of a top row, a softmax of how little it is worth; both to the power of
`strength`: 0 assumes nothing, 1 believes in it fully. How they take cards of the packs is `taking`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import exp

from ....models.overseers.box import Box, Kind
from .passes import Likelihood

HALF = 0.5
"""The default strength: even if people do the opposite, it is no worse than no assumption."""
KEEPING, HIDING = 1.0, 4.0
"""Points that make a discard, or a top row, e times less likely: maximum likelihood estimates from
rounds in which the bots greedy and coach sit by turns. docs/overseers-coach.md has the fit to
held-out rounds; bots are not people."""


@dataclass(frozen=True)
class Behaviour:
    """The named assumption, with its strength."""

    strength: float = HALF
    name: str = "keep and hide"

    def likelihood(self, box: Box) -> Likelihood:
        """Return the likelihood function of a player's discard and rows."""
        likely = _likely(self.strength, _Prices(tuple(box.points.items()), box.series, box))

        def likelihood(
            player: str, known: Mapping[str, Kind], others: tuple[Kind, ...], discard: Kind
        ) -> float:
            top = tuple(sorted(kind for fate, kind in known.items() if fate[0] == "t"))
            seen = (kind for fate, kind in known.items() if fate[0] == "b")
            if not top:
                return 1.0
            return likely(top, tuple(sorted((*others, *seen))), discard)

        return likelihood


@dataclass(frozen=True)
class _Prices:
    """A box as a cache key: boxes with the same points are equal."""

    points: tuple[tuple[Kind, tuple[int, ...]], ...]
    series: frozenset[Kind]
    box: Box = field(compare=False)


@cache
def _likely(
    strength: float, prices: _Prices
) -> Callable[[tuple[Kind, ...], tuple[Kind, ...], Kind], float]:
    """Return the function that gives the chance of a top row, bottom row and discard; cached."""
    box = prices.box

    @cache
    def likely(top: tuple[Kind, ...], bottom: tuple[Kind, ...], discard: Kind) -> float:
        kept = (*top, *bottom)
        chance = keeping(box, kept, discard, KEEPING) * hiding(box, top, kept, HIDING)
        return float(chance**strength)

    return likely


def keeping(box: Box, kept: tuple[Kind, ...], discard: Kind, temperature: float) -> float:
    """Return the chance of this discard among all cards of the hand."""
    hand = Counter((*kept, discard))
    worths = {kind: box.worth((hand - Counter([kind])).elements()) for kind in hand}
    most = max(worths.values())
    weights = {kind: n * exp((worths[kind] - most) / temperature) for kind, n in hand.items()}
    return weights[discard] / sum(weights.values())


def hiding(box: Box, top: tuple[Kind, ...], kept: tuple[Kind, ...], temperature: float) -> float:
    """Return the chance of this top row among all possible ones, for one physical way to lay it."""
    worths = [box.worth(row) for row in combinations(kept, len(top))]
    least = min(worths)
    rows = sum(exp((least - worth) / temperature) for worth in worths)
    return exp((least - box.worth(top)) / temperature) / rows
