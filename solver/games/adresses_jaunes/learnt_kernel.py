"""What all know after a move, compiled: the deals left for each seat, and what it can surely name.

The deals of a seat are counted exactly if there are at most 2 ** `COUNTED` ways to combine hands of
others, fewer than `hands_kernel.LIMIT`; of more ways, some are drawn to tell how many are deals.
"""

# mypy: disable-error-code="call-arg,misc,no-untyped-call,no-untyped-def"

import numpy as np

from ...play.bits_kernel import below, bits
from ...play.compiled import kernel
from .hands_kernel import TILES, surely, tell, tell_agreed
from .play_kernel import copied, named

COUNTED, SAMPLED = 11.5, 1024
DISC, PAWN = 0, 1
"""What a move lays: a disc on a target, or a pawn on a tile."""


@kernel
def log_deals(sets, size, j, mine, seed, lists, many, held):
    """Return how many deals seat j has, who holds `mine`, as log2; if they are many, about so many.

    Fill `held` with the tiles that each other seat holds in all deals, if these are counted.
    `lists` and `many` are room for the hands of the others.
    """
    held[:] = 0
    ways = 0.0
    for k in range(size.shape[0]):
        many[k] = 0
        for x in range(size[k]):
            if k != j and not sets[k, x] & mine:
                lists[k, many[k]] = sets[k, x] & TILES
                many[k] += 1
        if k != j:
            ways += np.log2(max(many[k], 1))
    if ways <= COUNTED:
        return np.log2(max(surely(sets, size, j, mine, held), 1))
    apart = 0
    for _ in range(SAMPLED):
        used = 0
        fits = 1
        for k in range(size.shape[0]):
            if k != j and many[k]:
                hand = lists[k, below(seed, many[k])]
                if used & hand:
                    fits = 0
                used |= hand
        apart += fits
    return ways + np.log2(max(apart, 0.5) / SAMPLED)


@kernel
def learnt(sets, size, p, own, shut, worlds, kind, number, style, seed, left, sure):
    """Fill `left` with the deals of each seat in each world after p's move, as log2.

    Fill `sure` with how many tiles of others the seat can name for certain. Both are (worlds,
    seats).
    """
    players = size.shape[0]
    sets2, size2 = np.empty_like(sets), np.empty_like(size)
    held = np.zeros(players, dtype=np.int64)
    lists, many = np.empty_like(sets), np.zeros(players, dtype=np.int64)
    for w in range(len(worlds)):
        copied(sets, size, sets2, size2)
        gone = shut
        if kind == PAWN:
            named(sets2, size2, worlds[w], p, number, shut, style)
            gone |= 1 << number
        elif style.discs:
            tell_agreed(sets2, size2, p, own, style.targets)
        else:
            tell(sets2, size2, p, number, own)
        for j in range(players):
            mine = worlds[w, j] & TILES
            sure[w, j] = 0
            left[w, j] = log_deals(sets2, size2, j, mine, seed, lists, many, held)
            for k in range(players):
                if k != j:
                    sure[w, j] += bits(held[k] & ~gone)
