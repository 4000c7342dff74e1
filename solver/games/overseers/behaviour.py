"""How people hide cards: an assumption about behaviour, never part of a proof.

People keep what is worth much and hide it. The discard is taken to be chosen by a softmax of what
the other cards are worth, the top row by a softmax of how little it is worth; both to the power
of `strength`, so 0 is no assumption at all, and 1 believes in it fully.
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
"""The strength unless told otherwise: it is no worse than none where people do the opposite."""
KEEPING, HIDING = 1.0, 4.0
"""Points that make a discard, or a top row, e times less likely: the maximum of likelihood over
rounds in which the bots greedy and coach sit by turns. docs/overseers-coach.md has how well they
fit rounds that were held out; bots are not people."""


@dataclass(frozen=True)
class Behaviour:
    """The named assumption, with its strength."""

    strength: float = HALF
    name: str = "keep and hide"

    def likelihood(self, box: Box) -> Likelihood:
        """Return how likely a player is to have discarded and laid cards so."""
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
    """A box, told from others by what its cards score."""

    points: tuple[tuple[Kind, tuple[int, ...]], ...]
    series: frozenset[Kind]
    box: Box = field(compare=False)


@cache
def _likely(
    strength: float, prices: _Prices
) -> Callable[[tuple[Kind, ...], tuple[Kind, ...], Kind], float]:
    """Return the chance of a top row, a bottom row and a discard; it is remembered."""
    box = prices.box

    @cache
    def likely(top: tuple[Kind, ...], bottom: tuple[Kind, ...], discard: Kind) -> float:
        kept = (*top, *bottom)
        chance = keeping(box, kept, discard, KEEPING) * hiding(box, top, kept, HIDING)
        return float(chance**strength)

    return likely


def keeping(box: Box, kept: tuple[Kind, ...], discard: Kind, temperature: float) -> float:
    """Return the chance of this discard, of all cards of the hand."""
    hand = Counter((*kept, discard))
    worths = {kind: box.worth((hand - Counter([kind])).elements()) for kind in hand}
    most = max(worths.values())
    weights = {kind: n * exp((worths[kind] - most) / temperature) for kind, n in hand.items()}
    return weights[discard] / sum(weights.values())


def hiding(box: Box, top: tuple[Kind, ...], kept: tuple[Kind, ...], temperature: float) -> float:
    """Return the chance of this top row, of all that could be laid, by one physical way."""
    worths = [box.worth(row) for row in combinations(kept, len(top))]
    least = min(worths)
    rows = sum(exp((least - worth) / temperature) for worth in worths)
    return exp((least - box.worth(top)) / temperature) / rows
