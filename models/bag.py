"""A multiset of pieces, some of which may be unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

HOLE = "?"
"""Stands in a line for a piece that the viewer has not seen."""


class NotThere(Exception):
    """A piece was taken from a bag that cannot hold it; the argument is the piece."""


@dataclass(frozen=True, slots=True)
class Bag:
    """The pieces in one place: the `known` ones, sorted, and the number of `unknown` ones."""

    known: tuple[str, ...] = ()
    unknown: int = 0

    def __len__(self) -> int:
        return len(self.known) + self.unknown

    @property
    def whole(self) -> bool:
        """Whether every piece is known."""
        return not self.unknown

    def may_hold(self, piece: str) -> bool:
        """Tell whether `piece` can be in this bag, judging by the bag alone."""
        return piece in self.known or self.unknown > 0

    def put(self, pieces: Iterable[str]) -> Bag:
        """Return the bag with `pieces` added; a `?` adds an unknown piece."""
        added = list(pieces)
        known = [piece for piece in added if piece != HOLE]
        return Bag(tuple(sorted([*self.known, *known])), self.unknown + len(added) - len(known))

    def take(self, pieces: Iterable[str]) -> Bag:
        """Return the bag without `pieces`.

        A named piece is taken from the known ones if it is there, or else from the unknown ones. A
        `?` may have been any piece: unless all pieces are unknown, those that stay behind become
        unknown too. Raises NotThere for a piece that cannot be in the bag.
        """
        known, unknown, holes = list(self.known), self.unknown, 0
        for piece in pieces:
            if piece == HOLE:
                holes += 1
            elif piece in known:
                known.remove(piece)
            elif unknown:
                unknown -= 1
            else:
                raise NotThere(piece)
        if not holes:
            return Bag(tuple(known), unknown)
        if holes > len(known) + unknown:
            raise NotThere(HOLE)
        return Bag((), len(known) + unknown - holes)

    def surely(self, wanted: Callable[[str], bool]) -> int:
        """Return how many pieces certainly satisfy `wanted`."""
        return sum(map(wanted, self.known))

    def maybe(self, wanted: Callable[[str], bool]) -> int:
        """Return how many pieces may satisfy `wanted`; equal to `surely` when the bag is whole."""
        return self.surely(wanted) + self.unknown


def whereabouts(piece: str, bags: Mapping[str, Bag]) -> tuple[str, ...]:
    """Return the names of the bags that can hold `piece`, of which there is only one copy."""
    known = tuple(name for name, bag in bags.items() if piece in bag.known)
    return known or tuple(name for name, bag in bags.items() if bag.unknown)
