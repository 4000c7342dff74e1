"""What follows from counts, one small thought at a time (bounds propagation over rows).

Conclusions are drawn from single rows first, the easiest first, until nothing new follows; only
then are two rows combined, and the result is propagated again.

Nothing here is believed: trimming.py lets another engine prove every step that is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from heapq import heappop, heappush
from itertools import chain, count, product

from ...models.hidden import Because, Claim, Count, Place
from ...models.words import say
from .between import filled, used_up
from .bounds import Bounds
from .patterns import Pattern
from .rows import Clash, Grid, Row, bits
from .sums import summed
from .thought import Chain
from .work import Work

ROUNDS = 3
"""How often rows are combined; what needs more is no thought of a person."""
PAIRS = 6000
"""Pairs of rows tried in a round."""
BESIDE = 16
"""When counts are added up for a claim, how many places beside its own are tried."""
FEW, MANY = 3, 5
"""Reasons that a sum of counts joins: at first, and at most; open facts do not count."""
_SUPPOSED = Because(-1, say("it is supposed"))


class Closure:
    """All that the rows of `grid` say, and what was concluded from them so far; raises `Clash`.

    Everything that follows from open facts is concluded first.
    """

    def __init__(self, grid: Grid, work: Work) -> None:
        self.grid = grid
        self.rounds = 0
        self._work = work
        self.bounds = Bounds(grid)
        self._told: list[Row] = []
        self._rows: dict[tuple[int, int, bool], Row] = {}
        self._heap: list[tuple[tuple[bool, int], int, int, Row]] = []
        self._ticket = count()
        self.add(grid.rows())

    def fork(self, work: Work | None = None) -> Closure:
        """Return an independent copy, perhaps with less `work`."""
        other = copy(self)
        other._work = work or self._work
        other.bounds = self.bounds.fork()
        other._rows, other._heap = self._rows.copy(), self._heap.copy()
        other._told = self._told.copy()
        return other

    # taking rows in

    def add(self, rows: Iterable[Row]) -> None:
        """Take in facts as rows."""
        for row in rows:
            self._told.append(row)
            self._push(row)

    def learn(self, proof: Chain) -> None:
        """Take in what `proof` ends in, if it is about whole kinds; rows may be combined anew."""
        said = proof.steps[-1].conclusion
        kinds = self.grid.kinds_of(said.items) if said is not None else 0
        if said is None or self.grid.cap(kinds) != said.copies:
            return
        blocks = 0
        for name in said.places:
            blocks |= self.grid.named[name]
        n = said.hi if said.lo is None else said.lo
        pattern = Pattern.ELSEWHERE if said.claims else Pattern.COUNT
        self._push(Row(kinds, blocks, said.lo is not None, n or 0, pattern, proof=proof))
        self.rounds = 0

    def _push(self, row: Row) -> None:
        ease = not row.background, row.cost
        heappush(self._heap, (ease, len(row.before), next(self._ticket), row))

    def run(self) -> None:
        """Draw conclusions from single rows until there are no more; raise `Clash`, `Unsettled`."""
        while self._heap:
            easiest, touched, taken = self._heap[0][0], 0, 0
            while self._heap and self._heap[0][0] == easiest:
                touched |= self._take(heappop(self._heap)[-1])
                taken += 1
            rows = [row for row in self._rows.values() if row.kinds & touched]
            self._work.spend(taken + len(rows))
            for row in rows:
                for found in self._conclusions(row):
                    self._push(found)

    def _take(self, row: Row) -> int:
        """Keep `row`; return the kinds for which it says something new."""
        grid, touched = self.grid, 0
        if not row.least and row.n <= 0:
            if row.n < 0:
                raise Clash(row)
            return self.bounds.none(row)
        full = row.least and row.n == grid.cap(row.kinds)
        single = row.kinds & (row.kinds - 1) == 0
        whole = row.blocks == grid.everywhere
        if whole and not (single and row.facts):
            return 0
        if row.least and (full or single) and not whole:
            touched = self.bounds.low(row, full)
            if full or not touched:
                return touched
        if not row.least and single and not whole:
            touched = self.bounds.high(row)
            if not touched:
                return 0
        key = (row.kinds, row.blocks, row.least)
        known = self._rows.get(key)
        if known is not None and (known.n >= row.n if row.least else known.n <= row.n):
            return touched
        self._rows[key] = row
        return touched | row.kinds

    # conclusions from one row

    def _parts(self, row: Row) -> list[tuple[int, int]]:
        """Return what a row adds up: its kinds, or for a single kind the places by name."""
        if row.kinds & (row.kinds - 1):
            return [(k, row.blocks) for k in bits(row.kinds)]
        k = row.kinds.bit_length() - 1
        return [(k, part & row.blocks) for part in self.grid.parts if part & row.blocks]

    def reduced(self, row: Row, but: Sequence[tuple[int, int]] = (), settled: bool = False) -> Row:
        """Return what is left of a row without the parts of which something is known.

        `but` are parts that stay; if `settled`, only parts go of which everything is known.
        """
        bound = self.bounds.most if row.least else self.bounds.least
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
        """Yield what must be there for a row to reach its lower bound."""
        most = {part: self.bounds.most(*part)[0] for part in parts}
        slack = sum(most.values()) - row.n
        if slack < 0:
            raise self._clash(self.reduced(row))
        new = [p for p in parts if most[p] > slack and self.bounds.least(*p)[0] < most[p] - slack]
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
        """Yield what cannot be there, since a row has already reached its upper bound."""
        if not row.kinds & (row.kinds - 1):
            yield from self._tallied(row)
            return
        least = {part: self.bounds.least(*part)[0] for part in parts}
        room = row.n - sum(least.values())
        if room < 0:
            raise self._clash(self.reduced(row))
        none = [part for part in parts if room + least[part] == 0 and self.bounds.live(*part)]
        if none:
            left = self.reduced(row)
            kinds = sum(1 << k for k, _ in none)
            yield self._concluded(left, kinds, row.blocks, False, 0)
        new = [part for part in parts if self.bounds.most(*part)[0] > room + least[part] > 0]
        for part in new:
            left = self.reduced(row, [part])
            others = sum(bool(self.bounds.live(*each)) for each in parts) > 1
            most = room + least[part]
            yield self._concluded(left, 1 << part[0], part[1], False, most, others)

    def _tallied(self, row: Row) -> Iterator[Row]:
        """Yield where no piece of a kind can be, since as many as there can be are elsewhere."""
        k = row.kinds.bit_length() - 1
        n, chosen = self.bounds.packed(k, row.blocks)
        if n < row.n:
            return
        alone = [pair for pair in self.bounds.enough(k, row.blocks, row.n) if pair not in chosen]
        for packing in (chosen, *([pair] for pair in alone)):
            left = self._without(row, packing)
            if left.n < 0:
                raise self._clash(left)
            if self.bounds.live(k, left.blocks):
                yield self._concluded(left, row.kinds, left.blocks, False, 0)

    def _without(self, row: Row, packing: Iterable[tuple[int, Row]]) -> Row:
        """Return what is left of a row without disjoint rows inside it."""
        k = row.kinds.bit_length() - 1
        left = row
        for there, each in packing:
            why = self.bounds.killers(k, there & ~row.blocks)
            amount = self.grid.copies[k] if each.n == self.grid.cap(each.kinds) else each.n
            n, parents = left.n - amount, (left, each, *why)
            blocks = left.blocks & ~there
            left = Row(
                row.kinds, blocks, False, n, Pattern.COUNT, (), parents, inline=True, base=left
            )
        return left

    def _clash(self, left: Row) -> Clash:
        """Return that what is `left` of a row cannot be."""
        return Clash(Row(left.kinds, left.blocks, False, -1, self._named(left), (), (left,)))

    def _concluded(
        self, left: Row, kinds: int, blocks: int, least: bool, n: int, others: bool = False
    ) -> Row:
        """Return a conclusion from what is `left` of a row.

        If it leaves open which pieces are meant, it is only a count (with `others`, one of what two
        rows share): then whatever uses it counts as the step.
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
        names = self.grid.names_of(root.blocks)
        if names is None or len(names) > 1:
            return Pattern.PACK
        if counts:
            return max((Pattern.DIFFERENCE, *counts), key=lambda each: each.difficulty)
        if root.least:
            return Pattern.FULL
        return Pattern.EMPTY if root.n == 0 else Pattern.PLACED

    def _choice(self, root: Row) -> bool:
        """Tell whether a row is a choice of few: its places can hold other kinds too."""
        others = (k for k in range(len(self.grid.kinds)) if not root.kinds >> k & 1)
        return any(self.bounds.live(k, root.blocks) for k in others)

    def _counts(self, left: Row) -> Iterator[Pattern]:
        """Yield the patterns of rows inside a row that leave open which pieces are meant."""
        while left.base is not None:
            for row in left.parents[1:]:
                full = row.n == self.grid.cap(row.kinds) if row.least else row.n <= 0
                if not full and not row.background:
                    yield row.pattern
            left = left.base

    # several rows at once

    def pair(self) -> bool:
        """Combine pairs of rows; return whether that gave anything new."""
        self.rounds += 1
        lows, highs = self._bounding()
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
        self._work.spend(looked)
        return bool(self._heap)

    def combine(self) -> bool:
        """Combine pairs of rows, and rows about different places; return whether that is new."""
        lows, highs = self._bounding()
        found = chain(
            used_up(self.bounds, lows, self._work), filled(self.bounds, highs, self._work)
        )
        for kinds, blocks, n, why in found:
            for row in self._new(kinds, blocks, False, n, Pattern.BETWEEN, why):
                self._push(row)
        return self.pair()

    def _bounding(self) -> tuple[list[Row], list[Row]]:
        """Return what is left of the lower and of the upper bounds, the easiest first."""
        rows = [self.reduced(row, settled=True) for row in self._rows.values()]
        lows = sorted((row for row in rows if row.least and row.n > 0), key=_ease)
        return lows, sorted((row for row in rows if not row.least), key=_ease)

    def _laid(self, low: Row, high: Row) -> Iterator[Row]:
        """Yield what is in one of two rows and not in the other."""
        common, only = low.kinds & high.kinds, low.kinds & ~high.kinds
        live = self.bounds.live
        over, beyond = low.blocks & ~high.blocks, high.blocks & ~low.blocks
        more = low.n - high.n
        apart = any(live(k, over) for k in bits(common))
        if apart and (only or more <= 0):
            return
        rest = sum(1 << k for k in bits(high.kinds & ~low.kinds) if live(k, high.blocks))
        pattern = Pattern.OVERLAP if only and rest else Pattern.DIFFERENCE
        if low.root.background or high.root.background:
            pattern = Pattern.VOID if low.root.background else Pattern.FULL_HAND
            counts = (*self._counts(low), *self._counts(high))
            pattern = Pattern.APART if counts else pattern
        elif pattern is Pattern.DIFFERENCE and (_of_hand(low.root) or _of_hand(high.root)):
            pattern = Pattern.APART
        if not only and more > 0 and over:
            yield from self._new(low.kinds, over, True, more, pattern, (low, high))
        if apart:
            return
        why = [low, high, *(row for k in bits(common) for row in self.bounds.killers(k, over))]
        if only and more > 0:
            yield from self._new(only, low.blocks, True, more, pattern, why)
        caps = [self.bounds.most(k, low.blocks) for k in bits(only)]
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
            lows = sum(self.bounds.least(k, blocks)[0] for k in bits(kinds))
            if n <= lows:
                return
        elif n >= sum(self.bounds.most(k, blocks)[0] for k in bits(kinds)):
            return
        known = self._rows.get((kinds, blocks, least))
        if known is not None and (known.n >= n if least else known.n <= n):
            return
        parents = tuple(dict.fromkeys(parents))
        settles = n == (self.grid.cap(kinds) if least else 0)
        yield Row(kinds, blocks, least, n, pattern, (), parents, inline=not settles)

    # counts added up

    def sums_for(self, claim: Claim | None, most: int) -> Iterator[None]:
        """Take in what counts say when added up, of `claim` or places beside it; yield each.

        No more than `most` reasons are joined; where they are many, only the claim is looked at.
        Without a claim, that they contradict each other.
        """
        if claim is None:
            if parents := summed(self._summands(), None, self.grid.copies, most, self._work):
                last = parents[-1]
                self._push(Row(last.kinds, last.blocks, False, -1, Pattern.SUM, (), parents))
                yield
            return
        kinds, blocks = self._about(claim)
        if self._sum(kinds, blocks, claim.holds, self._wanted(claim), most):
            yield
        if most > FEW:
            return
        beside = sorted(
            self._open(), key=lambda cell: (not kinds >> cell[0] & 1, cell[3] - cell[2])
        )
        for k, blocks, low, high in beside[:BESIDE]:
            there = self._sum(1 << k, blocks, True, low + 1, most)
            if there or self._sum(1 << k, blocks, False, high - 1, most):
                yield

    def _sum(self, kinds: int, blocks: int, least: bool, n: int, most: int) -> bool:
        opposite = Row(kinds, blocks, not least, n - 1 if least else n + 1, Pattern.SUM)
        parents = summed(self._summands(), opposite, self.grid.copies, most, self._work)
        if parents:
            self._push(Row(kinds, blocks, least, n, Pattern.SUM, (), parents))
        return bool(parents)

    def _summands(self) -> list[Row]:
        """Return what can be added up: what was told, and what was concluded of single kinds."""
        concluded = (row for row in self.bounds.concluded() if not row.facts and not row.inline)
        return [*self._told, *concluded]

    def _open(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield kinds and places of which it is open how many there are, with least and most."""
        for k in range(len(self.grid.kinds)):
            for blocks in self.grid.named.values():
                least, most = self.bounds.least(k, blocks)[0], self.bounds.most(k, blocks)[0]
                if least < most:
                    yield k, blocks, least, most

    def open_kinds(self) -> tuple[int, ...]:
        """Return the numbers of the kinds of which it is open how many are at some place."""
        return tuple(dict.fromkeys(k for k, *_ in self._open()))

    # supposing

    def opposite(self, claim: Claim) -> Row:
        """Return the row that says that `claim` is false, as an assumption.

        For interchangeable items, that it is false for one of them.
        """
        kinds, blocks = self._about(claim)
        if claim.holds:
            return self._supposed(kinds, blocks, False, self._wanted(claim) - 1)
        return self._supposed(kinds, blocks, True, 1)

    def stated(self, claim: Claim) -> Row:
        """Return the row that says `claim`, of all items that are interchangeable with its own."""
        kinds, blocks = self._about(claim)
        return Row(kinds, blocks, claim.holds, self._wanted(claim), Pattern.TOLD)

    def alternatives(self) -> Iterator[tuple[Row, Row]]:
        """Yield pairs of rows one of which is true, the most decisive pairs first.

        One says that there is one more piece of a kind at a place than is known, the other that
        there is not.
        """
        cells = []
        for k, blocks, least, most in self._open():
            wide = sum(bool(self.bounds.live(k, part)) for part in self.grid.named.values())
            cells.append((wide + most - least, k, blocks, least))
        for _, k, blocks, least in sorted(cells):
            yield (
                self._supposed(1 << k, blocks, True, least + 1),
                self._supposed(1 << k, blocks, False, least),
            )

    def _supposed(self, kinds: int, blocks: int, least: bool, n: int) -> Row:
        places = frozenset[Place]().union(*(self.grid.blocks[b] for b in bits(blocks)))
        items = frozenset(item for k in bits(kinds) for item in self.grid.kinds[k])
        lo, hi = (n, self.grid.cap(kinds)) if least else (0, n)
        fact = Count(items, places, lo, hi, _SUPPOSED)
        return Row(kinds, blocks, least, n, Pattern.TOLD, (fact,))

    def _about(self, claim: Claim) -> tuple[int, int]:
        """Return the kinds and the blocks that a claim is about."""
        return self.grid.kinds_of(self.grid.hidden.meant(claim.item)), self.grid.named[claim.place]

    # goals

    def goal(self, claim: Claim | None) -> Row | None:
        """Return the row that says `claim`, None if it was not concluded."""
        if claim is None:
            return None
        if claim.item in self.grid.hidden.traits:
            return self._of_trait(claim)
        k = self.grid.kind_of[claim.item]
        blocks = self.grid.named[claim.place]
        if claim.holds:
            wanted = self._wanted(claim)
            n, why = self.bounds.least(k, blocks)
            if n < wanted:
                return None
            enough = self.bounds.enough(k, blocks, wanted)
            alone = [row for there, row in enough if not there & ~blocks and not row.inline]
            if alone:
                why = (min(alone, key=lambda row: row.cost),)
            return self._final(k, blocks, True, wanted, why)
        if self.bounds.live(k, blocks):
            return None
        why = tuple(dict.fromkeys(self.bounds.killers(k, blocks)))
        return self._final(k, blocks, False, 0, why)

    def _of_trait(self, claim: Claim) -> Row | None:
        """Return the row that says that a piece with a trait is somewhere, or that none is."""
        kinds, blocks = self._about(claim)
        if not claim.holds:
            if any(self.bounds.live(k, blocks) for k in bits(kinds)):
                return None
            why = dict.fromkeys(row for k in bits(kinds) for row in self.bounds.killers(k, blocks))
            if not why:
                return None
            hardest = max(why, key=lambda row: row.pattern.difficulty)
            return Row(kinds, blocks, False, 0, hardest.pattern, (), tuple(why))
        sure = (row for row in self._rows.values() if row.least and not row.blocks & ~blocks)
        left = (self.reduced(row, settled=True) for row in sure)
        found = [row for row in left if row.n > 0 and not row.kinds & ~kinds]
        found += [row for k in bits(kinds) for _, row in self.bounds.enough(k, blocks, 1)]
        if not found:
            return None
        easiest = min(found, key=lambda row: row.cost)
        return Row(kinds, blocks, True, 1, self._named(easiest), (), (easiest,))

    def _wanted(self, claim: Claim) -> int:
        """Return how many of a kind must be at a place so that each of its items is there.

        Of the pieces with a trait, one is enough.
        """
        if claim.item in self.grid.hidden.traits:
            return int(claim.holds)
        copies = self.grid.copies[self.grid.kind_of[claim.item]]
        return copies - self.grid.hidden.items[claim.item] + 1 if claim.holds else 0

    def _final(self, k: int, blocks: int, least: bool, n: int, why: tuple[Row, ...]) -> Row:
        """Return the row that says what was asked: one of `why`, if one says it already."""
        last = why[0]
        same = len(why) == 1 and last.kinds >> k & 1 and last.least == least
        told = last.blocks == blocks or (not least and self.grid.names_of(last.blocks) is not None)
        if same and told and not last.facts and not last.inline:
            return last
        named = [row for row in why if not row.background] or list(why)
        if all(row.facts and row.least == least for row in named):
            pattern = named[0].pattern
        elif least and not all(row.least for row in named):
            alone = len(self.grid.kinds[k]) == self.grid.copies[k]
            pattern = Pattern.LAST_HOLDER if alone else Pattern.TALLY
        else:
            hardest = max(named, key=lambda row: (row.pattern.difficulty, not row.facts))
            pattern = hardest.pattern
        return Row(1 << k, blocks, least, n, pattern, (), why)


_TRIVIAL = Pattern.ELSEWHERE


def _of_hand(row: Row) -> bool:
    """Tell whether a row is about the rest of a hand beside what a count says of it."""
    return row.inline and row.pattern in (Pattern.FULL_HAND, Pattern.VOID, Pattern.APART)


def _ease(row: Row) -> tuple[int, int]:
    return (row.cost, row.kinds.bit_count())
