"""What cards promise during the draft, and how a sensible player discards and lays them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from ....models.overseers.box import HONESTY, MURDER, PIETY, Box, Kind, Power
from ....models.overseers.scoring import Holding

PROMISE = {HONESTY: (4.0, 7.0, 7.0), PIETY: (3.0, 8.0, 10.0)}
"""What the first, second and third card of a series are worth while more may come: the points of
three, given out earlier."""


def promise(box: Box, power: Power | None, hand: Iterable[Kind]) -> float:
    """Return what the cards of a hand are worth in the middle of the draft."""
    total = 0.0
    for kind, n in Counter(hand).items():
        series = PROMISE.get(kind)
        total += sum(series[:n]) if series else n * box.points[kind][0]
        if power is Power.AVENGE and kind == MURDER:
            total += box.powers.avenged * n
        if power is Power.STEADFAST and kind in (HONESTY, PIETY):
            total += box.powers.steadfast * n
    return total


def best_pick(
    box: Box, power: Power | None, hand: Sequence[Kind], pack: Sequence[Kind], size: int
) -> tuple[Kind, ...]:
    """Return the `size` cards of `pack` that promise most with `hand`."""
    options = dict.fromkeys(combinations(sorted(pack), size))
    return max(options, key=lambda kinds: promise(box, power, (*hand, *kinds)))


def points(box: Box, power: Power | None, kinds: Sequence[Kind]) -> int:
    """Return what cards score, the points of the character counted."""
    return Holding(tuple(kinds), power=power).points(box)


def best_discard(box: Box, power: Power | None, hand: Sequence[Kind]) -> Kind:
    """Return the card whose loss costs least."""
    return max(sorted(set(hand)), key=lambda kind: points(box, power, less(hand, kind)))


def less(hand: Sequence[Kind], kind: Kind) -> tuple[Kind, ...]:
    """Return `hand` without one card of `kind`."""
    left = list(hand)
    left.remove(kind)
    return tuple(left)
