"""What the counts of a step come to: the sum that leaves no room for the opposite.

Counts that say "at least" stand on one side, counts that say "at most" on the other. Pieces that
are counted wherever they are stand on the first side, those that may be counted beyond on the
second. Nothing is told unless these alone are enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ...models.hidden import Count, Fact, Hidden, Item, Place
from ...models.words import Words, listed, say
from .alike import confined, items_of

MOST = 6
"""Of more counts no sum is looked for: nobody would follow it."""
BESIDE = 2
"""So many counts that lie open stand in a sum at most."""
OFTEN = 3
"""How often the opposite may be counted at most."""
NAMED = 12
"""Up to this many kinds of pieces that are counted beside are named."""


class Reason(NamedTuple):
    """A fact that a step names, and the few words that name it in a sum, such as "line 12"."""

    fact: Fact
    label: Words


class _Row(NamedTuple):
    """A count that is added so often, or taken away if below 0."""

    fact: Count
    label: Words
    often: int

    @property
    def n(self) -> int:
        """What it adds to its side, once."""
        return self.fact.lo if self.often > 0 else self.fact.hi


def added_up(
    hidden: Hidden, told: Sequence[Reason], lying: Sequence[Reason], opposites: Sequence[Reason]
) -> Words | None:
    """Return the sum by which what is told, and lies open, contradicts one of `opposites`.

    Without opposites, by which it contradicts itself. All that is told is needed. None if no sum is
    found; a single count makes none.
    """
    counts, some = (
        [each for each in reasons if confined(hidden, each.fact) is None]
        for reasons in (told, lying)
    )
    sizes = [each for each in some if len(items_of(each.fact)) > 1]
    if len(counts) > MOST:
        return None
    for opposite in opposites or (None,):
        asked = () if opposite is None else (opposite,)
        facts = [each.fact for each in (*told, *lying, *asked)]
        alike = {tuple(place in fact.places for fact in facts): place for place in hidden.places}
        alone = [each.fact for each in (*told, *lying) if each not in counts and each not in sizes]
        fits = [_Fitting(item, [*alike.values()], alone, hidden) for item in hidden.items]
        for rows in _choices(counts, sizes, opposite):
            if (words := _told(rows, fits, hidden, opposite is not None)) is not None:
                return words
    return None


def _choices(
    counts: Sequence[Reason], sizes: Sequence[Reason], opposite: Reason | None
) -> Iterator[Sequence[_Row]]:
    """Yield the rows of sums, of the fewest counts first."""
    for size in range(max(0, 2 - len(counts)), BESIDE + 1):
        for beside in combinations(sizes, size):
            chosen = *counts, *beside
            for signs in product((1, -1), repeat=len(chosen)):
                rows = [
                    _Row(fact, label, sign)
                    for (fact, label), sign in zip(chosen, signs, strict=True)
                    if isinstance(fact, Count)
                ]
                if opposite is None:
                    yield rows
                elif isinstance(opposite.fact, Count):
                    sign = 1 if opposite.fact.lo else -1
                    for times in range(1, OFTEN + 1):
                        yield [*rows, _Row(opposite.fact, opposite.label, sign * times)]


def _told(
    rows: Sequence[_Row], fits: Iterable[_Fitting], hidden: Hidden, is_supposed: bool
) -> Words | None:
    """Return that the least is more than the most, or would be; None if it is not."""
    beside = {1: dict[Item, int](), -1: dict[Item, int]()}
    for each in fits:
        if most := each.most(rows):
            beside[-1 if most > 0 else 1][each.item] = abs(most)
    sides = {
        sign: sum(row.n * abs(row.often) for row in rows if row.often * sign > 0)
        + sum(beside[sign].values())
        for sign in (1, -1)
    }
    if sides[1] <= sides[-1]:
        return None
    left, right = (
        _sum(
            [*(_term(row) for row in rows if row.often * sign > 0 and row.n), *pieces], sides[sign]
        )
        for sign in (1, -1)
        for pieces in [[*_pieces(beside[sign], hidden)]]
    )
    if is_supposed:
        return say(
            "else {least} would be counted, but at most {most} can be", least=left, most=right
        )
    return say("{least} are counted, but at most {most} can be", least=left, most=right)


class _Fitting:
    """Where the copies of an item can be, by facts about it alone."""

    def __init__(
        self, item: Item, places: Sequence[Place], facts: Iterable[Fact], hidden: Hidden
    ) -> None:
        self.item = item
        self._free = hidden.items[item]
        self._fixed: list[tuple[int, frozenset[Place]]] = []
        there, taken = {*places}, set[Place]()
        for fact in facts:
            if item not in items_of(fact):
                continue
            if (only := confined(hidden, fact)) is not None:
                there &= only
            elif isinstance(fact, Count) and len(fact.items) == 1 and taken.isdisjoint(fact.places):
                taken |= fact.places
                self._fixed.append((fact.lo, fact.places))
                self._free -= fact.lo
        self._there = there

    def most(self, rows: Sequence[_Row]) -> int:
        """Return what all copies come to at most, each as much as `rows` count it at its place."""
        spoken = [(row.fact.places, row.often) for row in rows if self.item in row.fact.items]
        if not spoken:
            return 0
        worth = {p: sum(n for places, n in spoken if p in places) for p in self._there}
        fixed = sum(
            n * max((worth[p] for p in self._there & places), default=0)
            for n, places in self._fixed
        )
        return fixed + self._free * max(worth.values(), default=0)


def _term(row: _Row) -> Words:
    if abs(row.often) > 1:
        return say("{times} × {n} ({label})", times=abs(row.often), n=row.n, label=row.label)
    return say("{n} ({label})", n=row.n, label=row.label)


def _pieces(worth: Mapping[Item, int], hidden: Hidden) -> Iterator[Words]:
    """Yield how often pieces are counted that no count names: all together."""
    pieces = [
        say("{n} × {item}", n=n, item=hidden.piece(item)) if n > 1 else hidden.piece(item)
        for item, n in worth.items()
    ]
    total = sum(worth.values())
    if len(pieces) > NAMED:
        yield say("{n} (single pieces)", n=total)
    elif pieces:
        yield say("{n} ({label})", n=total, label=listed(pieces))


def _sum(addends: Sequence[Words], total: int) -> Words:
    if len(addends) < 2:
        return addends[0] if addends else say("{n}", n=total)
    return say("{addends} = {n}", addends=listed(addends, " + "), n=total)
