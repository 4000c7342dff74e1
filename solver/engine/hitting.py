"""Minimum hitting sets: the fewest elements such that every given set contains one of them."""

from __future__ import annotations

from collections.abc import Iterable

Mask = int
"""A set of small numbers, one bit each."""

STEPS = 20_000


class TooHard(Exception):
    """The search took too many steps and was given up."""


class HittingSets:
    """A growing collection of sets, and the smallest set that hits them all."""

    def __init__(self, sets: Iterable[Mask] = ()) -> None:
        self._sets: list[Mask] = []
        self._size = 0
        self._left = STEPS
        for each in sets:
            self.add(each)

    def add(self, elements: Mask) -> None:
        """Add a set; sets that contain it are dropped."""
        if any(kept & elements == kept for kept in self._sets):
            return
        self._sets = [kept for kept in self._sets if kept & elements != elements]
        self._sets.append(elements)

    @property
    def steps(self) -> int:
        """How many steps the last search took."""
        return STEPS - self._left

    def smallest(self) -> Mask | None:
        """Return the hitting set with the fewest elements, None if a set is empty.

        Among equals it has the earliest elements, compared from the lowest on. Raises `TooHard`
        after `STEPS` steps.
        """
        if 0 in self._sets:
            return None
        self._left = STEPS
        while (found := self._hit(self._sets, self._size)) is None:
            self._size += 1  # sets are only added, so the size never falls again
        return found

    def _hit(self, sets: list[Mask], size: int) -> Mask | None:
        """Return the earliest set of at most `size` elements that hits all `sets`."""
        if not sets:
            return 0
        if self._apart(sets) > size:
            return None
        self._left -= 1
        if self._left < 0:
            raise TooHard
        union = 0
        for each in sets:
            union |= each
        last = min(each.bit_length() for each in sets)
        for element in range(last):
            bit = 1 << element
            if not union & bit:
                continue
            later = [each & -bit << 1 for each in sets if not each & bit]
            if 0 not in later and (rest := self._hit(later, size - 1)) is not None:
                return bit | rest
        return None

    def _apart(self, sets: list[Mask]) -> int:
        """Return how many disjoint sets a greedy pass finds: each needs its own element."""
        apart = taken = 0
        for each in sets:
            if not each & taken:
                taken |= each
                apart += 1
        return apart
