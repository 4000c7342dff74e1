"""What a few places use up between them: the same pieces, or the room that there is.

Ana has one of 4R and 5R, and so has Bo: then nobody else has either. The other way round: only Ana
and Bo can have 4R and 5R, and each has room for one such piece: then neither has anything else
there. No count says so alone, nor two that are laid over each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from .bounds import Bounds
from .rows import Row, bits
from .work import Work

MOST = 3
"""The most places that use something up between them."""
LOOKS = 6_000
"""The most sets of counts looked at, each way."""

Found = tuple[int, int, int, Sequence[Row]]
"""At most `n` of `kinds` are in `blocks`, because of these rows; below 0, they cannot be true."""


def used_up(bounds: Bounds, lows: Iterable[Row], work: Work) -> Iterator[Found]:
    """Yield what follows where different places have all pieces of some kinds between them.

    Such pieces are nowhere else, and nowhere more of them than a place has at least.
    """
    grid = bounds.grid
    cap = cache(grid.cap)
    for rows in _sets([row for row in lows if row.n < cap(row.kinds)], work):
        kinds = 0
        for row in rows:
            kinds |= row.kinds
        left = cap(kinds) - sum(row.n for row in rows)
        if left < 0:
            yield kinds, grid.everywhere, -1, rows
        if left:
            continue
        for row in rows:
            yield kinds, row.blocks, row.n, rows
        elsewhere: dict[int, int] = {}
        for k in bits(kinds):
            away = grid.everywhere & ~sum(row.blocks for row in rows if row.kinds >> k & 1)
            parts = (part & away for part in grid.parts)
            if there := sum(part for part in parts if bounds.live(k, part)):
                elsewhere[there] = elsewhere.get(there, 0) | 1 << k
        for there, none in elsewhere.items():
            yield none, there, 0, rows


def filled(bounds: Bounds, highs: Iterable[Row], work: Work) -> Iterator[Found]:
    """Yield what follows where the pieces that only some places can have take all room there.

    Nothing else that the upper bounds of these places count is there.
    """
    grid = bounds.grid
    cap = cache(grid.cap)
    live = [bounds.live(k, grid.everywhere) for k in range(len(grid.kinds))]

    @cache
    def touching(blocks: int) -> int:
        """Return the kinds that can be in some of `blocks`."""
        return sum(1 << k for k, there in enumerate(live) if there & blocks)

    for rows in _sets(highs, work):
        away = grid.everywhere & ~sum(row.blocks for row in rows)
        own = touching(grid.everywhere) & ~touching(away)
        for row in rows:
            own &= row.kinds | ~touching(row.blocks)
        left = sum(row.n for row in rows) - cap(own)
        if not own or left > 0:
            continue
        out = [killer for k in bits(own) for killer in bounds.killers(k, away)]
        for row in rows:
            uncounted = bits(own & ~row.kinds)
            out += (killer for k in uncounted for killer in bounds.killers(k, row.blocks))
        why = tuple(dict.fromkeys((*rows, *out)))
        if left < 0:
            yield own, grid.everywhere, -1, why
            continue
        for row in rows:
            if none := row.kinds & ~own & touching(row.blocks):
                yield none, row.blocks, 0, why


def _sets(rows: Iterable[Row], work: Work) -> Iterator[tuple[Row, ...]]:
    """Yield sets of two to MOST rows about different places and some of the same kinds.

    Not all rows of a set lie open. Of those about the same kinds and places the strongest is taken.
    """
    best: dict[tuple[int, int], Row] = {}
    for row in rows:
        known = best.setdefault((row.kinds, row.blocks), row)
        if row.n > known.n if row.least else row.n < known.n:
            best[row.kinds, row.blocks] = row
    order = sorted(best.values(), key=lambda row: (row.kinds.bit_count(), row.cost))
    sets: list[tuple[tuple[Row, ...], int, int, int]] = [
        ((row,), row.kinds, row.blocks, at) for at, row in enumerate(order, start=1)
    ]
    looked = 0
    for chosen, kinds, blocks, start in sets:
        for at, row in enumerate(order[start:], start + 1):
            if row.blocks & blocks:
                continue
            looked += 1
            found = (*chosen, row)
            if row.kinds & kinds and not all(each.background for each in found):
                yield found
            if len(found) < MOST:
                sets.append((found, kinds | row.kinds, blocks | row.blocks, at))
            if looked == LOOKS:
                work.spend(looked)
                return
    work.spend(looked)
