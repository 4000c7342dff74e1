"""Rows: bounds "at least / at most `n` pieces of these kinds are in these blocks".

A kind is a class of items that no fact at hand tells apart, a block is such a class of places; sets
of both are bit masks. Bounds are one-sided, since the reason why there are at least two need not be
the reason why there are at most two. Each row remembers its parents, so that a conclusion can be
traced back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ...models.hidden import Because, Count, Fact, Hidden, Item, Only, Place
from ...models.words import say
from .alike import confined, items_of
from .patterns import Pattern, difficulty
from .thought import Chain

_SIZE = Because(0, say("so many lie there"), setup=True, rule=True)
_PIECE = Because(0, say("each piece is somewhere"), setup=True, rule=True)


@dataclass(eq=False, slots=True)
class Row:
    """At least (`least`) or at most `n` pieces of `kinds` are in `blocks`; both are bit masks.

    `facts` are told by one line; there are none if the row follows from `parents`, or was found
    before, with its `proof`. An `inline` row needs no step of its own if few reasons meet. A row is
    `background` if it follows from what everybody sees, `supposed` if it rests on what was only
    assumed. `cited` are the reasons that a user of the row has to name.
    """

    kinds: int
    blocks: int
    least: bool
    n: int
    pattern: Pattern
    facts: tuple[Fact, ...] = ()
    parents: tuple[Row, ...] = ()
    inline: bool = False
    proof: Chain | None = None
    background: bool = False
    base: Row | None = None
    cited: frozenset[Row | int] = frozenset()
    before: Mapping[Row, int] = field(default_factory=dict)
    cost: int = 0
    supposed: bool = False

    def __post_init__(self) -> None:
        if self.facts:
            self.supposed = self.line < 0
            self.background = self.facts[0].because.setup
            self.cited = frozenset() if self.background else frozenset({self.line})
            return
        if self.proof is not None:
            self.cited = frozenset({self})
            self.cost = self.proof.difficulty[1]
            self.before = {self: self.cost}
            return
        self.background = all(row.background for row in self.parents)
        if self.background:
            return
        self.supposed = any(row.supposed for row in self.parents)
        cited = frozenset[Row | int]().union(*(row.cited for row in self.parents))
        before: dict[Row, int] = {}
        for row in self.parents:
            before |= row.before
        if self.inline:
            self.cited = cited
        else:
            before[self] = difficulty(self.pattern, len(cited))
            self.cited = frozenset({self})
        self.before = before
        self.cost = sum(before.values())

    @property
    def line(self) -> int:
        """The line that told it."""
        return self.facts[0].because.line

    @property
    def root(self) -> Row:
        """The row of which this one is a remainder."""
        return self if self.base is None else self.base.root


class Grid:
    """The kinds and blocks of `hidden`, as the facts at hand tell them apart.

    Places of different `parts` are never in one block.
    """

    def __init__(
        self, hidden: Hidden, facts: Sequence[Fact], parts: Mapping[Place, int] | None = None
    ) -> None:
        self.hidden = hidden
        self._part = parts or {}
        whole = frozenset(hidden.items)
        self.blocks, self.names = self._blocks(facts, whole)
        self.facts = tuple(self._kept(facts, whole))
        self.kinds = self._kinds()
        self.copies = tuple(sum(hidden.items[item] for item in kind) for kind in self.kinds)
        self.everywhere = (1 << len(self.blocks)) - 1
        self.kind_of = {item: index for index, kind in enumerate(self.kinds) for item in kind}
        self.named: dict[str, int] = defaultdict(int)
        for index, name in enumerate(self.names):
            if name is not None:
                self.named[name] |= 1 << index
        loose = (1 << index for index, name in enumerate(self.names) if name is None)
        self.parts = (*self.named.values(), *loose)

    def _blocks(
        self, facts: Sequence[Fact], whole: frozenset[Item]
    ) -> tuple[list[frozenset[Place]], list[str | None]]:
        cuts = list(dict.fromkeys(f.places for f in facts if not _is_size(f, whole)))
        alike: dict[tuple[object, ...], list[Place]] = defaultdict(list)
        for place in self.hidden.places:
            part = self._part.get(place, 0)
            sign = (self.hidden.name_of(place), part, *(place in cut for cut in cuts))
            alike[sign].append(place)
        return [frozenset(each) for each in alike.values()], [
            self.hidden.name_of(each[0]) for each in alike.values()
        ]

    def _kept(self, facts: Sequence[Fact], whole: frozenset[Item]) -> Iterator[Fact]:
        """Yield the facts about whole blocks; sizes of parts are added up to whole blocks."""
        small: list[Count] = []
        for fact in facts:
            if not isinstance(fact, Count) or not _is_size(fact, whole) or self._covers(fact):
                yield fact
            elif fact.lo == fact.hi:
                small.append(fact)
        if not small:
            return
        names = {n for n in self.names if n is not None}
        named = (self.hidden.places_of(name) for name in names)
        spoken = (fact.places for fact in facts if not _is_size(fact, whole))
        targets = dict.fromkeys((*self.blocks, *named, *spoken, *self._touched(small)))
        for target in targets:
            union, n = frozenset[Place](), 0
            for fact in small:
                if fact.places <= target and union.isdisjoint(fact.places):
                    union, n = union | fact.places, n + fact.lo
            if union == target:
                yield Count(whole, target, n, n, _SIZE)

    def _touched(self, facts: Iterable[Fact]) -> Iterator[frozenset[Place]]:
        """Yield for each fact the union of the blocks that it touches."""
        block_of = {place: block for block in self.blocks for place in block}
        for fact in facts:
            yield frozenset[Place]().union(*{block_of[place] for place in fact.places})

    def _covers(self, fact: Fact) -> bool:
        return all(block <= fact.places or block.isdisjoint(fact.places) for block in self.blocks)

    def _kinds(self) -> list[tuple[Item, ...]]:
        said: dict[Item, set[object]] = {item: set() for item in self.hidden.items}
        for index, fact in enumerate(self.facts):
            places = confined(self.hidden, fact)
            because = fact.because
            sign = index if places is None else (because.line, because.setup, places)
            for item in items_of(fact) & said.keys():
                said[item].add(sign)
        for trait in self.hidden.sought:
            for item in self.hidden.meant(trait):
                said[item].add(trait)
        alike: dict[object, list[Item]] = defaultdict(list)
        for item, signs in said.items():
            alike[self.hidden.items[item], frozenset(signs)].append(item)
        return [tuple(each) for each in alike.values()]

    def kinds_of(self, items: Iterable[Item]) -> int:
        """Return the kinds of `items` as bits."""
        mask = 0
        for item in items:
            if item in self.kind_of:
                mask |= 1 << self.kind_of[item]
        return mask

    def blocks_of(self, places: frozenset[Place]) -> int:
        """Return the blocks within `places` as bits."""
        return sum(1 << i for i, block in enumerate(self.blocks) if block <= places)

    def merged(self, facts: Iterable[Fact]) -> Hidden:
        """Return the hidden model of these facts over kinds and blocks, named by their numbers."""
        items = {str(kind): copies for kind, copies in enumerate(self.copies)}
        places = tuple(map(str, range(len(self.blocks))))
        return Hidden(items, places, tuple(map(self.merge, facts)))

    def merge(self, fact: Fact) -> Count:
        """Return `fact`, one of those the grid was made from, over kinds and blocks."""
        kinds = frozenset(str(k) for k in bits(self.kinds_of(items_of(fact))))
        blocks = self.blocks_of(fact.places)
        if isinstance(fact, Only):
            outside = frozenset(str(b) for b in bits(self.everywhere & ~blocks))
            return Count(kinds, outside, 0, 0, fact.because)
        return Count(kinds, frozenset(map(str, bits(blocks))), fact.lo, fact.hi, fact.because)

    def cap(self, kinds: int) -> int:
        """Return how many pieces `kinds` have."""
        return sum(self.copies[k] for k in bits(kinds))

    def rows(self) -> Iterator[Row]:
        """Yield the facts as rows, and that each piece is somewhere."""
        for k, copies in enumerate(self.copies):
            all_of = Count(frozenset(self.kinds[k]), frozenset(), copies, copies, _PIECE)
            for least in (True, False):
                yield Row(1 << k, self.everywhere, least, copies, Pattern.TALLY, (all_of,))
        together: dict[tuple[int, bool, frozenset[Place]], list[Fact]] = defaultdict(list)
        for fact in self.facts:
            places = confined(self.hidden, fact)
            if places is not None:
                together[fact.because.line, fact.because.setup, places].append(fact)
            elif isinstance(fact, Count):
                yield from self._counted(fact)
        for (_, _, places), facts in together.items():
            kinds = self.kinds_of(item for fact in facts for item in items_of(fact))
            there = self.blocks_of(places)
            if not kinds:
                continue
            pattern = _stated(facts[0])
            yield Row(kinds, self.everywhere & ~there, False, 0, pattern, tuple(facts))
            yield Row(kinds, there, True, self.cap(kinds), pattern, tuple(facts))

    def _counted(self, fact: Count) -> Iterator[Row]:
        kinds, blocks = self.kinds_of(fact.items), self.blocks_of(fact.places)
        if fact.lo > 0:
            yield Row(kinds, blocks, True, fact.lo, Pattern.TOLD, (fact,))
        if fact.hi < self.cap(kinds):
            yield Row(kinds, blocks, False, max(fact.hi, -1), Pattern.TOLD, (fact,))

    def names_of(self, blocks: int) -> tuple[str, ...] | None:
        """Return the names whose places make up `blocks`, None if no names do."""
        names = tuple(name for name, mask in self.named.items() if mask & blocks)
        whole = 0
        for name in names:
            whole |= self.named[name]
        return names if names and whole == blocks else None

    def around(self, blocks: int) -> tuple[str, ...] | None:
        """Return the name whose places include those of `blocks`, None if there is none."""
        return next(((name,) for name, mask in self.named.items() if not blocks & ~mask), None)


class Clash(Exception):
    """A row was concluded that cannot be true; `row` joins the rows that contradict each other."""

    def __init__(self, row: Row) -> None:
        super().__init__("rows contradict each other")
        self.row = row


def _stated(fact: Fact) -> Pattern:
    """Return the pattern of a fact that is read directly from a line."""
    if isinstance(fact, Only):
        return Pattern.TOLD
    return Pattern.EMPTY if fact.hi == 0 else Pattern.FULL


def _is_size(fact: Fact, whole: frozenset[Item]) -> bool:
    """Tell whether a fact of the set-up only says how many pieces are at some places."""
    return isinstance(fact, Count) and fact.because.setup and fact.items == whole


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits of `mask`."""
    return tuple(n for n in range(mask.bit_length()) if mask >> n & 1)
