"""Bundles: cards as one number, with their worths in lookup tables.

A bundle has four bits for each kind, and for the tilted cards, so that bundles can be added and
subtracted. The rules are asked once for the score of a bundle, and the answer is cached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import TypeVar

from ....models.bag import HOLE
from ....models.overseers.box import THEFT, Box, Kind, Power
from ....models.overseers.scoring import TILTED, Holding
from ...play.itself import Itself
from .memo import Memo

Bundle = int
"""Cards: how many of every kind. A single card is a bundle of one."""
UNSEEN: Bundle = 0
"""A card of unknown kind."""

_BITS = 4
CARDS = 1 << _BITS
"""More cards of a kind than a bundle can hold."""
_MASK = CARDS - 1

Option = TypeVar("Option")


@cache
def _cards(box: Itself[Box]) -> Cards:
    return Cards(box.it)


class Cards:
    """The cards of `box` as numbers; all its functions are lookup tables."""

    def __init__(self, box: Box) -> None:
        self.box = box
        kinds = (*box.kinds, TILTED)
        self.card: dict[Kind, Bundle] = {kind: 1 << _BITS * i for i, kind in enumerate(kinds)}
        self.kind: dict[Bundle, Kind] = {card: kind for kind, card in self.card.items()}
        self.card[HOLE] = UNSEEN
        self.tilted = self.card[TILTED]
        self.theft = self.card[THEFT]
        self.points = {power: Memo(self._points(power)) for power in (None, *Power)}
        self.singles = Memo(self._singles)
        self.some = Memo(self._some)

    @classmethod
    def of(cls, box: Box) -> Cards:
        """Return the cards of `box`: the same object every time for the same box."""
        return _cards(Itself(box))

    # bundles

    def bundle(self, kinds: Iterable[Kind]) -> Bundle:
        """Return cards of `kinds` as one number."""
        return sum(self.card[kind] for kind in kinds)

    def _singles(self, bundle: Bundle) -> tuple[Bundle, ...]:
        """Return the single cards of a bundle, in the order of kinds."""
        return tuple(card for card in self.kind for _ in range(bundle // card & _MASK))

    def kinds(self, bundle: Bundle) -> tuple[Kind, ...]:
        """Return the kinds of the cards of `bundle`."""
        return tuple(self.kind[card] for card in self.singles[bundle])

    def many(self, bundle: Bundle, kind: Kind) -> int:
        """Return how many cards of `kind` there are in `bundle`."""
        return bundle // self.card[kind] & _MASK

    def thefts(self, bundle: Bundle) -> int:
        """Return how many Thefts there are in `bundle`."""
        return bundle // self.theft & _MASK

    def tilt(self, bundle: Bundle, kind: Kind) -> Bundle:
        """Return a bundle whose cards of `kind` have lost their nature. OV-14"""
        return bundle + self.many(bundle, kind) * (self.tilted - self.card[kind])

    def _some(self, at: tuple[Bundle, int]) -> tuple[Bundle, ...]:
        """Return the bundles of that size that can be taken from a bundle."""
        bundle, size = at
        return tuple(dict.fromkeys(map(sum, combinations(self.singles[bundle], size))))

    # what they are worth

    def _points(self, power: Power | None) -> Callable[[Bundle], int]:
        def points(bundle: Bundle) -> int:
            kinds = Counter(self.kinds(bundle))
            tilted = kinds.pop(TILTED, 0)
            return Holding(tuple(kinds.elements()), tilted, power).points(self.box)

        return points


def best(options: Sequence[Option], worth: Callable[[Option], float]) -> tuple[Option, ...]:
    """Return the `options` with the highest worth."""
    worths = [worth(option) for option in options]
    most = max(worths)
    return tuple(option for option, each in zip(options, worths, strict=True) if each == most)
