"""What all know after a move, compiled: the deals left for each seat, and what it can surely name.

The deals of a seat are counted exactly if there are at most 2 ** `COUNTED` ways to combine hands of
others, fewer than `hands_kernel.LIMIT`; beyond, these count as if no two hands shared a tile.
"""

# mypy: disable-error-code="call-arg,misc,no-untyped-call,no-untyped-def"

import numpy as np

from ...play.bits_kernel import bits
from ...play.compiled import kernel
from .hands_kernel import TILES, surely, tell, tell_agreed
from .play_kernel import copied, named

COUNTED = 11.5
DISC, PAWN = 0, 1
"""What a move lays: a disc on a target, or a pawn on a tile."""


@kernel
def learnt(sets, size, p, own, shut, worlds, kind, number, style, left, sure):
    """Fill `left` with the deals of each seat in each world after p's move, as log2.

    Fill `sure` with how many tiles of others the seat can name for certain. Both are (worlds,
    seats).
    """
    players = size.shape[0]
    sets2, size2 = np.empty_like(sets), np.empty_like(size)
    held = np.zeros(players, dtype=np.int64)
    for w in range(len(worlds)):
        copied(sets, size, sets2, size2)
        gone = shut
        if kind == PAWN:
            named(sets2, size2, worlds[w], 1 << number)
            gone |= 1 << number
        elif style.agreed:
            tell_agreed(sets2, size2, p, own, style.targets)
        else:
            tell(sets2, size2, p, number, own)
        for j in range(players):
            mine = worlds[w, j] & TILES
            sure[w, j], left[w, j] = 0, 0.0
            for k in range(players):
                if k == j:
                    continue
                fits = 0
                for x in range(size2[k]):
                    if not sets2[k, x] & mine:
                        fits += 1
                left[w, j] += np.log2(max(fits, 1))
            if left[w, j] < COUNTED:
                left[w, j] = np.log2(max(surely(sets2, size2, j, mine, held), 1))
                for k in range(players):
                    if k != j:
                        sure[w, j] += bits(held[k] & ~gone)
