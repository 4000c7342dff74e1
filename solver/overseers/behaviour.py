"""How people hide cards: an assumption about behaviour, never part of a proof.

People keep what is worth much and hide it. The discard is taken to be chosen by a softmax of what
the other cards are worth, the top row by a softmax of how little it is worth; both to the power
of `strength`, so 0 is no assumption at all, and 1 believes in it fully.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import exp

from ...models.overseers.box import Box, Kind
from .passes import Likelihood

HALF = 0.5
"""The strength unless told otherwise: it is no worse than none where people do the opposite."""
KEEPING, HIDING = 3.0, 6.0
"""Points that make a discard, or a top row, e times less likely."""


@dataclass(frozen=True)
class Behaviour:
    """The named assumption, with its strength."""

    strength: float = HALF
    name: str = "keep and hide"

    def likelihood(self, box: Box) -> Likelihood:
        """Return how likely a player is to have discarded and laid cards so."""

        @cache
        def likely(top: tuple[Kind, ...], bottom: tuple[Kind, ...], discard: Kind) -> float:
            kept = (*top, *bottom)
            chance = _keeping(box, kept, discard) * _hiding(box, top, kept)
            return float(chance**self.strength)

        def likelihood(
            player: str, known: Mapping[str, Kind], others: tuple[Kind, ...], discard: Kind
        ) -> float:
            top = tuple(sorted(kind for fate, kind in known.items() if fate[0] == "t"))
            seen = (kind for fate, kind in known.items() if fate[0] == "b")
            if not top:
                return 1.0
            return likely(top, tuple(sorted((*others, *seen))), discard)

        return likelihood


def _keeping(box: Box, kept: tuple[Kind, ...], discard: Kind) -> float:
    """Return the chance of this discard, of all cards of the hand."""
    hand = Counter((*kept, discard))
    weights = {kind: n * exp(box.worth((hand - Counter([kind])).elements()) / KEEPING)
               for kind, n in hand.items()}  # fmt: skip
    return weights[discard] / sum(weights.values())


def _hiding(box: Box, top: tuple[Kind, ...], kept: tuple[Kind, ...]) -> float:
    """Return the chance of this top row, of all that could be laid, by one physical way."""
    rows = [exp(-box.worth(row) / HIDING) for row in combinations(kept, len(top))]
    return exp(-box.worth(top) / HIDING) / sum(rows)
