"""What follows from counts, one small thought at a time.

Facts are rows: of so many kinds of pieces, at least or at most `n` lie in so many blocks of places.
A kind is a class of items that no fact at hand tells apart, a block a class of places. Conclusions
are drawn from single rows first, the easiest first, until nothing new follows; only then are two
rows laid over each other, and what that gives is drawn again. Each row remembers its parents, so a
conclusion can be walked back. Bounds are one-sided: the reason why there are at least two need not
be the reason why there are at most two.

Nothing here is believed: steps.py lets another engine prove every step that is shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count, product

from ...models.hidden import Because, Claim, Count, Fact, Hidden, Item, Only, Place
from ...models.words import say
from .alike import confined, items_of
from .cpsat import Deadline
from .patterns import Pattern, difficulty

ROUNDS = 3
"""How often rows are laid over each other; what needs more is no thought of a person."""
PAIRS = 6000
"""Pairs of rows looked at in a round."""
PACKED = 12
"""Rows of one kind among which those that lie apart are looked for."""

_SIZE = Because(0, say("so many lie there"), setup=True)
_IF = say("it is supposed")
_PIECE = Because(0, say("each piece is somewhere"), setup=True)


@dataclass(eq=False, slots=True)
class Row:
    """Of `kinds`, at least (`least`) or at most `n` lie in `blocks`; both are sets of bits.

    `facts` are told by one line, or nothing for what follows from `parents`. `inline` is a row
    that needs no step of its own where few reasons meet. `background` follows from what everybody
    sees. `cited` are the reasons somebody who uses the row has to name, `supposed` the rows it
    rests on that were only supposed.
    """

    kinds: int
    blocks: int
    least: bool
    n: int
    pattern: Pattern
    facts: tuple[Fact, ...] = ()
    parents: tuple[Row, ...] = ()
    inline: bool = False
    background: bool = False
    base: Row | None = None
    cited: frozenset[Row | int] = frozenset()
    before: Mapping[Row, int] = field(default_factory=dict)
    cost: int = 0
    supposed: frozenset[Row] = frozenset()

    def __post_init__(self) -> None:
        if self.facts:
            if self.line < 0:
                self.supposed = frozenset({self})
            self.background = self.facts[0].because.setup
            self.cited = frozenset() if self.background else frozenset({self.line})
            return
        self.background = all(row.background for row in self.parents)
        if self.background:
            return
        self.supposed = frozenset[Row]().union(*(row.supposed for row in self.parents))
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
        """The row that this one is what is left of."""
        return self if self.base is None else self.base.root


class Grid:
    """Kinds and blocks of `hidden`, as the facts at hand tell them apart.

    Places of different `parts` are never one block.
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
        """Yield facts over whole blocks; sizes of parts of what they speak of only as their sum."""
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
        """Yield the blocks that facts speak of a part of, together for each fact."""
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
        alike: dict[object, list[Item]] = defaultdict(list)
        for item, signs in said.items():
            if self.hidden.items[item]:
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

    def cap(self, kinds: int) -> int:
        """Return how many pieces `kinds` have."""
        return sum(self.copies[k] for k in bits(kinds))

    def rows(self) -> Iterator[Row]:
        """Yield what the facts say, and that each piece is somewhere."""
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

    def told(self, blocks: int) -> tuple[str, ...] | None:
        """Return the names whose places `blocks` are, None if they are no such."""
        names = tuple(name for name, mask in self.named.items() if mask & blocks)
        whole = 0
        for name in names:
            whole |= self.named[name]
        return names if names and whole == blocks else None


class Clash(Exception):
    """A row that cannot be true was concluded; `row` joins what contradicts each other."""

    def __init__(self, row: Row) -> None:
        super().__init__("rows contradict each other")
        self.row = row


class Closure:
    """All that rows say, and what was concluded from them so far; raises `Clash`."""

    def __init__(self, grid: Grid, deadline: Deadline) -> None:
        self.grid = grid
        self.rounds = 0
        self._deadline = deadline
        n = len(grid.kinds)
        self._dead = [0] * n
        self._killed: list[list[tuple[int, Row]]] = [[] for _ in range(n)]
        self._lows: list[list[tuple[int, int, Row]]] = [[] for _ in range(n)]
        self._highs: list[list[tuple[int, int, Row]]] = [[] for _ in range(n)]
        self._rows: dict[tuple[int, int, bool], Row] = {}
        self._heap: list[tuple[int, int, int, Row]] = []
        self._ticket = count()
        self._packings: dict[tuple[int, int], tuple[int, tuple[tuple[int, Row], ...]]] = {}

    # what is known

    def live(self, k: int, blocks: int) -> int:
        """Return those of `blocks` where a piece of kind `k` may still lie."""
        return blocks & ~self._dead[k]

    def killers(self, k: int, blocks: int) -> list[Row]:
        """Return why no piece of kind `k` lies in the dead ones of `blocks`."""
        return [row for dead, row in self._killed[k] if dead & blocks]

    def least(self, k: int, blocks: int) -> tuple[int, tuple[Row, ...]]:
        """Return how many of kind `k` lie in `blocks` at least, and why."""
        n, chosen = self._packed(k, blocks)
        why = [row for _, row in chosen]
        for there, _ in chosen:
            if there & ~blocks:
                why += self.killers(k, there & ~blocks)
        return n, tuple(dict.fromkeys(why))

    def _packed(self, k: int, blocks: int) -> tuple[int, tuple[tuple[int, Row], ...]]:
        """Return how many of kind `k` lie in `blocks` at least, by rows that lie apart."""
        key = (k, blocks)
        if key not in self._packings:
            best: dict[int, tuple[int, Row]] = {}
            for there, n, row in self._lows[k]:
                live = self.live(k, there)
                if not live & ~blocks and best.get(live, (0, row))[0] < n:
                    best[live] = n, row
            rows = sorted(
                ((n, live, row) for live, (n, row) in best.items()),
                key=lambda each: (-each[0], each[1].bit_count(), each[2].cost),
            )
            found = _apart(rows[:PACKED], 0)
            of = {id(row): there for there, _, row in self._lows[k]}
            chosen = tuple((of[id(row)], row) for _, _, row in found)
            self._packings[key] = sum(n for n, _, _ in found), chosen
        return self._packings[key]

    def most(self, k: int, blocks: int) -> tuple[int, tuple[Row, ...]]:
        """Return how many of kind `k` lie in `blocks` at most, and why if that is not all."""
        live = self.live(k, blocks)
        if not live:
            return 0, tuple(self.killers(k, blocks))
        best, why, kept = self.grid.copies[k], tuple[Row, ...](), live
        for there, n, row in self._highs[k]:
            if n < best and not live & ~there:
                best, why, kept = n, (row,), there
        elsewhere, reasons = self.least(k, self.grid.everywhere & ~live)
        if self.grid.copies[k] - elsewhere < best:
            best, why, kept = self.grid.copies[k] - elsewhere, reasons, live
        if why and blocks & ~kept:
            why = (*why, *self.killers(k, blocks & ~kept))
        return best, tuple(dict.fromkeys(why))

    def fork(self, deadline: Deadline | None = None) -> Closure:
        """Return a closure that knows the same and goes its own way, until a `deadline` if any."""
        other = copy(self)
        other._deadline = deadline or self._deadline
        other._dead = self._dead.copy()
        other._killed = [each.copy() for each in self._killed]
        other._lows = [each.copy() for each in self._lows]
        other._highs = [each.copy() for each in self._highs]
        other._rows, other._heap = self._rows.copy(), self._heap.copy()
        other._packings = {}
        return other

    # taking rows in

    def add(self, rows: Iterable[Row]) -> None:
        """Take facts in."""
        for row in rows:
            self._push(row)

    def _push(self, row: Row) -> None:
        heappush(self._heap, (row.cost, len(row.before), next(self._ticket), row))

    def run(self) -> None:
        """Draw conclusions from single rows until there are no more; raise `Clash`, `Unsettled`."""
        while self._heap:
            self._deadline.left()
            easiest, touched = self._heap[0][0], 0
            while self._heap and self._heap[0][0] == easiest:
                touched |= self._take(heappop(self._heap)[-1])
            if touched:
                self._packings.clear()
                for row in list(self._rows.values()):
                    if row.kinds & touched:
                        for found in self._conclusions(row):
                            self._push(found)

    def _take(self, row: Row) -> int:
        """Keep `row`; return the kinds of which it says something new."""
        grid, touched = self.grid, 0
        self._packings.clear()
        if not row.least and row.n <= 0:
            if row.n < 0:
                raise Clash(row)
            for k in bits(row.kinds):
                new = self.live(k, row.blocks)
                if new:
                    n, why = self.least(k, row.blocks)
                    if n:
                        raise Clash(self._joined(row, why))
                    self._dead[k] |= new
                    self._killed[k].append((new, row))
                    touched |= 1 << k
            return touched
        full = row.least and row.n == grid.cap(row.kinds)
        single = row.kinds & (row.kinds - 1) == 0
        if row.blocks == grid.everywhere and not (single and row.facts):
            return 0
        if row.least and (full or single) and row.blocks != grid.everywhere:
            for k in bits(row.kinds):
                n = grid.copies[k] if full else row.n
                if self.least(k, row.blocks)[0] < n:
                    if self.most(k, row.blocks)[0] < n:
                        raise Clash(self._joined(row, self.most(k, row.blocks)[1]))
                    self._lows[k].append((row.blocks, n, row))
                    touched |= 1 << k
            if full or not touched:
                return touched
        if not row.least and single and row.blocks != grid.everywhere:
            k = row.kinds.bit_length() - 1
            if self.most(k, row.blocks)[0] <= row.n:
                return 0
            self._highs[k].append((row.blocks, row.n, row))
            touched |= row.kinds
        key = (row.kinds, row.blocks, row.least)
        known = self._rows.get(key)
        if known is not None and (known.n >= row.n if row.least else known.n <= row.n):
            return touched
        self._rows[key] = row
        return touched | row.kinds

    def _joined(self, row: Row, why: Iterable[Row]) -> Row:
        return Row(row.kinds, row.blocks, False, -1, row.pattern, (), (row, *why))

    # conclusions from one row

    def _parts(self, row: Row) -> list[tuple[int, int]]:
        """Return what a row adds up: its kinds, or for a single kind the places by name."""
        if row.kinds & (row.kinds - 1):
            return [(k, row.blocks) for k in bits(row.kinds)]
        k = row.kinds.bit_length() - 1
        return [(k, part & row.blocks) for part in self.grid.parts if part & row.blocks]

    def reduced(self, row: Row, but: Sequence[tuple[int, int]] = (), settled: bool = False) -> Row:
        """Return what is left of a row without the parts of which something is known.

        `but` are parts that stay; with `settled` only those go of which all is known.
        """
        bound = self.most if row.least else self.least
        removed: dict[tuple[Row, ...], list[tuple[int, int, int]]] = {}
        for part in self._parts(row):
            n, why = bound(*part)
            known = not n if row.least else n == self.grid.copies[part[0]]
            if why and part not in but and (known or not settled):
                removed.setdefault(why, []).append((*part, n))
        by_kind = bool(row.kinds & (row.kinds - 1))
        order = sorted(removed, key=lambda why: sum(each.cost for each in why))
        for why in order:
            kinds, blocks, n = row.kinds, row.blocks, row.n
            for kind, place, amount in removed[why]:
                if by_kind:
                    kinds &= ~(1 << kind)
                else:
                    blocks &= ~place
                n -= amount
            row = Row(
                kinds, blocks, row.least, n, Pattern.COUNT, (), (row, *why), inline=True, base=row
            )
        return row

    def _conclusions(self, row: Row) -> Iterator[Row]:
        parts = self._parts(row)
        if row.least:
            yield from self._there(row, parts)
        else:
            yield from self._not_there(row, parts)

    def _there(self, row: Row, parts: Sequence[tuple[int, int]]) -> Iterator[Row]:
        """Yield what has to be there so that a row comes to its least."""
        most = {part: self.most(*part)[0] for part in parts}
        slack = sum(most.values()) - row.n
        if slack < 0:
            left = self.reduced(row)
            raise Clash(Row(left.kinds, left.blocks, False, -1, self._named(left), (), (left,)))
        new = [p for p in parts if most[p] > slack and self.least(*p)[0] < most[p] - slack]
        if not new:
            return
        copies = self.grid.copies
        by_kind = bool(row.kinds & (row.kinds - 1))
        free = [p for p in new if by_kind and slack == 0 and most[p] == copies[p[0]]]
        if free:
            left = self.reduced(row)
            kinds = sum(1 << k for k, _ in free)
            yield self._concluded(left, kinds, row.blocks, True, self.grid.cap(kinds))
        others = sum(map(bool, most.values())) > 1
        for part in new:
            if part not in free:
                left = self.reduced(row, [part])
                kinds, least = 1 << part[0], most[part] - slack
                yield self._concluded(left, kinds, part[1], True, least, others)

    def _not_there(self, row: Row, parts: Sequence[tuple[int, int]]) -> Iterator[Row]:
        """Yield what cannot be there, since a row is at its most already."""
        if not row.kinds & (row.kinds - 1):
            yield from self._tallied(row)
            return
        least = {part: self.least(*part)[0] for part in parts}
        room = row.n - sum(least.values())
        if room < 0:
            left = self.reduced(row)
            raise Clash(Row(left.kinds, left.blocks, False, -1, self._named(left), (), (left,)))
        none = [part for part in parts if room + least[part] == 0 and self.live(*part)]
        if none:
            left = self.reduced(row)
            kinds = sum(1 << k for k, _ in none)
            yield self._concluded(left, kinds, row.blocks, False, 0)
        new = [part for part in parts if self.most(*part)[0] > room + least[part] > 0]
        for part in new:
            left = self.reduced(row, [part])
            others = sum(bool(self.live(*each)) for each in parts) > 1
            most = room + least[part]
            yield self._concluded(left, 1 << part[0], part[1], False, most, others)

    def _tallied(self, row: Row) -> Iterator[Row]:
        """Yield where no piece of a kind can be, since its most lie elsewhere already."""
        k = row.kinds.bit_length() - 1
        n, chosen = self._packed(k, row.blocks)
        if n < row.n:
            return
        left = row
        for there, each in chosen:
            why = self.killers(k, there & ~row.blocks)
            blocks = left.blocks & ~there
            amount = self.grid.copies[k] if each.n == self.grid.cap(each.kinds) else each.n
            parents = (left, each, *why)
            n = left.n - amount
            left = Row(
                row.kinds, blocks, False, n, Pattern.COUNT, (), parents, inline=True, base=left
            )
        if left.n < 0:
            raise Clash(Row(left.kinds, left.blocks, False, -1, self._named(left), (), (left,)))
        if self.live(k, left.blocks):
            yield self._concluded(left, row.kinds, left.blocks, False, 0)

    def _concluded(
        self, left: Row, kinds: int, blocks: int, least: bool, n: int, others: bool = False
    ) -> Row:
        """Return a conclusion from what is `left` of a row.

        Where it leaves open which pieces are meant it is only a count, with `others` one of what
        two rows have in common: then whatever uses it counts as the step.
        """
        pattern = self._named(left)
        partial = (least and n < self.grid.cap(kinds)) or (not least and n > 0)
        if partial and len(self.grid.kinds[kinds.bit_length() - 1]) > 1:
            pattern = Pattern.OVERLAP if others else Pattern.COUNT
            return Row(kinds, blocks, least, n, pattern, (), (left,), inline=True)
        return Row(kinds, blocks, least, n, pattern, (), (left,), inline=pattern is _TRIVIAL)

    def _named(self, left: Row) -> Pattern:
        """Return the pattern of a conclusion from what is `left` of a row."""
        root = left.root
        if not root.facts:
            return root.pattern
        counts = list(self._counts(left))
        if root.blocks == self.grid.everywhere:
            k = root.kinds.bit_length() - 1
            alone = len(self.grid.kinds[k]) == self.grid.copies[k]
            if root.least:
                return Pattern.LAST_HOLDER if alone else Pattern.TALLY
            return _TRIVIAL if alone else Pattern.ALL_SEEN
        if root.background:
            if root.n == 1 and self._choice(root):
                return Pattern.KEPT
            if len(counts) > 1:
                return Pattern.APART
            return Pattern.VOID if root.least else Pattern.FULL_HAND
        names = self.grid.told(root.blocks)
        if names is None or len(names) > 1:
            return Pattern.PACK
        if counts:
            return max((Pattern.DIFFERENCE, *counts), key=lambda each: each.difficulty)
        if root.least:
            return Pattern.FULL
        return Pattern.EMPTY if root.n == 0 else Pattern.PLACED

    def _choice(self, root: Row) -> bool:
        """Tell whether more can lie there than a row counts: then it speaks of a choice of few."""
        others = (k for k in range(len(self.grid.kinds)) if not root.kinds >> k & 1)
        return any(self.live(k, root.blocks) for k in others)

    def _counts(self, left: Row) -> Iterator[Pattern]:
        """Yield the patterns of rows within a row that leave open which pieces are meant."""
        while left.base is not None:
            for row in left.parents[1:]:
                full = row.n == self.grid.cap(row.kinds) if row.least else row.n <= 0
                if not full and not row.background:
                    yield row.pattern
            left = left.base

    # two rows at once

    def pair(self) -> bool:
        """Lay rows over each other; return whether that told anything."""
        self.rounds += 1
        rows = [self.reduced(row, settled=True) for row in self._rows.values()]
        lows = sorted((row for row in rows if row.least and row.n > 0), key=_ease)
        highs = sorted((row for row in rows if not row.least), key=_ease)
        looked = 0
        for low, high in product(lows, highs):
            if not low.kinds & high.kinds or not low.blocks & high.blocks:
                continue
            if (low.background and high.background) or low.root.facts == high.root.facts != ():
                continue
            looked += 1
            if looked > PAIRS:
                break
            for row in self._laid(low, high):
                self._push(row)
        return bool(self._heap)

    def _laid(self, low: Row, high: Row) -> Iterator[Row]:
        """Yield what is in one of two rows and not in the other."""
        common, only = low.kinds & high.kinds, low.kinds & ~high.kinds
        rest = sum(1 << k for k in bits(high.kinds & ~low.kinds) if self.live(k, high.blocks))
        over, beyond = low.blocks & ~high.blocks, high.blocks & ~low.blocks
        pattern = Pattern.OVERLAP if only and rest else Pattern.DIFFERENCE
        if low.root.background or high.root.background:
            pattern = Pattern.VOID if low.root.background else Pattern.FULL_HAND
            counts = (*self._counts(low), *self._counts(high))
            pattern = Pattern.APART if counts else pattern
        more = low.n - high.n
        if not only and more > 0 and over:
            yield from self._new(low.kinds, over, True, more, pattern, (low, high))
        if any(self.live(k, over) for k in bits(common)):
            return
        why = [low, high, *(row for k in bits(common) for row in self.killers(k, over))]
        if only and more > 0:
            yield from self._new(only, low.blocks, True, more, pattern, why)
        caps = [self.most(k, low.blocks) for k in bits(only)]
        most = sum(n for n, _ in caps) - more
        why += (row for _, reasons in caps for row in reasons)
        if rest:
            yield from self._new(rest, high.blocks, False, most, pattern, why)
        if beyond:
            yield from self._new(high.kinds, beyond, False, most, pattern, why)

    def _new(
        self,
        kinds: int,
        blocks: int,
        least: bool,
        n: int,
        pattern: Pattern,
        parents: Iterable[Row],
    ) -> Iterator[Row]:
        """Yield the row if it says more than the kinds themselves do."""
        if least:
            lows = sum(self.least(k, blocks)[0] for k in bits(kinds))
            if n <= lows:
                return
        elif n >= sum(self.most(k, blocks)[0] for k in bits(kinds)):
            return
        known = self._rows.get((kinds, blocks, least))
        if known is not None and (known.n >= n if least else known.n <= n):
            return
        parents = tuple(dict.fromkeys(parents))
        settles = n == (self.grid.cap(kinds) if least else 0)
        yield Row(kinds, blocks, least, n, pattern, (), parents, inline=not settles)

    # cases

    def opposite(self, claim: Claim, line: int) -> Row:
        """Return the row that says that `claim` is false, supposed as if told by a `line` below 0.

        Where items are alike, that it is false of one of them.
        """
        k, blocks = self.grid.kind_of[claim.item], self.grid.named[claim.place]
        if claim.holds:
            n = self.grid.copies[k] - self.grid.hidden.items[claim.item]
            return self._supposed(k, blocks, False, n, line)
        return self._supposed(k, blocks, True, 1, line)

    def alternatives(self, line: int) -> Iterator[tuple[Row, Row]]:
        """Yield two rows of which one is true, those that leave little open first.

        That there is one more piece of a kind at a place than is known, and that there is not.
        """
        cells = []
        for k in range(len(self.grid.kinds)):
            for blocks in self.grid.named.values():
                least, most = self.least(k, blocks)[0], self.most(k, blocks)[0]
                if least < most:
                    wide = sum(bool(self.live(k, part)) for part in self.grid.named.values())
                    cells.append((wide + most - least, k, blocks, least))
        for _, k, blocks, least in sorted(cells):
            yield (
                self._supposed(k, blocks, True, least + 1, line),
                self._supposed(k, blocks, False, least, line),
            )

    def _supposed(self, k: int, blocks: int, least: bool, n: int, line: int) -> Row:
        places = frozenset[Place]().union(*(self.grid.blocks[b] for b in bits(blocks)))
        lo, hi = (n, self.grid.copies[k]) if least else (0, n)
        fact = Count(frozenset(self.grid.kinds[k]), places, lo, hi, Because(line, _IF))
        return Row(1 << k, blocks, least, n, Pattern.TOLD, (fact,))

    # goals

    def goal(self, claim: Claim) -> Row | None:
        """Return the row that says `claim`, None if it was not concluded."""
        if claim.item not in self.grid.kind_of:  # there is no copy of it
            return None
        k = self.grid.kind_of[claim.item]
        blocks = self.grid.named[claim.place]
        if claim.holds:
            wanted = self.grid.copies[k] - self.grid.hidden.items[claim.item] + 1
            n, why = self.least(k, blocks)
            if n < wanted:
                return None
            alone = [
                row
                for there, most, row in self._lows[k]
                if most >= wanted and not there & ~blocks and not row.inline
            ]
            if alone:
                why = (min(alone, key=lambda row: row.cost),)
            return self._final(k, blocks, True, wanted, why)
        if self.live(k, blocks):
            return None
        return self._final(k, blocks, False, 0, tuple(dict.fromkeys(self.killers(k, blocks))))

    def _final(self, k: int, blocks: int, least: bool, n: int, why: tuple[Row, ...]) -> Row:
        """Return the row that says what was asked, one of those it follows from if it does."""
        last = why[0]
        same = len(why) == 1 and last.kinds >> k & 1 and last.least == least
        told = last.blocks == blocks or (not least and self.grid.told(last.blocks) is not None)
        if same and told and not last.facts and not last.inline:
            return last
        named = [row for row in why if not row.background]
        if all(row.facts and row.least == least for row in named):
            pattern = (named or [last])[0].pattern
        elif least and not all(row.least for row in named):
            alone = len(self.grid.kinds[k]) == self.grid.copies[k]
            pattern = Pattern.LAST_HOLDER if alone else Pattern.TALLY
        elif any(row.least != least for row in named):
            pattern = _TRIVIAL
        else:
            pattern = max((row.pattern for row in named), key=lambda each: each.difficulty)
        return Row(1 << k, blocks, least, n, pattern, (), why)


_TRIVIAL = Pattern.ELSEWHERE


def _apart(rows: Sequence[tuple[int, int, Row]], taken: int) -> tuple[tuple[int, int, Row], ...]:
    """Return those of `rows` (number, blocks, row) that lie apart and have most together."""
    for index, (_, blocks, _) in enumerate(rows):
        if blocks & taken:
            continue
        rest = rows[index + 1 :]
        used = (rows[index], *_apart(rest, taken | blocks))
        if all(not blocks & other for _, other, _ in rest):
            return used
        unused = _apart(rest, taken)
        return max(used, unused, key=_packing)
    return ()


def _packing(rows: Sequence[tuple[int, int, Row]]) -> tuple[int, int, int]:
    """Rank rows that lie apart: many pieces first, then easy ones, then few places."""
    cost = sum(row.cost for _, _, row in rows)
    places = sum(blocks.bit_count() for _, blocks, _ in rows)
    return sum(n for n, _, _ in rows), -cost, -places


def _ease(row: Row) -> tuple[int, int]:
    return (row.cost, row.kinds.bit_count())


def _stated(fact: Fact) -> Pattern:
    """Return the pattern of what a single fact says of single pieces."""
    if isinstance(fact, Only):
        return Pattern.TOLD
    return Pattern.EMPTY if fact.hi == 0 else Pattern.FULL


def _is_size(fact: Fact, whole: frozenset[Item]) -> bool:
    """Tell whether a fact of the set-up only says how many pieces lie somewhere."""
    return isinstance(fact, Count) and fact.because.setup and fact.items == whole


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of `mask`."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
