"""The last round of two players solved, compiled: each chooses by what both know and the own hand.

To a literal reader all deals that fit are equally likely, whatever others chose. So the best play
is found from the end backwards: every hand takes what wins the most of the deals that fit it. For
the conclusion the rule of thumb of `hands_kernel.concluded` stands, 1 / (n m) where one has n
worlds left and the other m. A table of deals is the hands that either player can have, first those
of who acts next; where two share a tile there is no deal.
"""

# mypy: disable-error-code="call-arg,misc,no-untyped-call,no-untyped-def"

import numpy as np

from ...play.compiled import kernel
from .hands_kernel import COUNT, TILES

TILE_BITS = COUNT
"""Tiles are the lowest bits of a hand."""
SLIGHT = 1e-9
"""Differences below this are rounding errors."""


@kernel
def picked(hands, mask, wanted, others):
    """Return the places of `hands` that have `wanted` in `mask` and fit one of `others`."""
    at = np.empty(len(hands), dtype=np.int64)
    n = 0
    for i in range(len(hands)):
        if hands[i] & mask == wanted:
            for other in others:
                if not hands[i] & other & TILES:
                    at[n] = i
                    n += 1
                    break
    return at[:n]


@kernel
def fresh(mask, earlier, hands, tile):
    """Tell whether `mask` parts `hands` otherwise than `earlier`: by a tile, or by counts."""
    for i in range(len(hands)):
        if tile:
            if (hands[i] & mask != 0) != (hands[i] & earlier != 0):
                return True
            continue
        for k in range(i):
            alike = (hands[i] ^ hands[k]) & mask == 0
            if alike != ((hands[i] ^ hands[k]) & earlier == 0):
                return True
    return False


@kernel
def telling(pawn, mine, theirs, shut, targets):
    """Return what can be told by a disc or a `pawn`, as the bits that matter: a target or a tile.

    Of those that part the hands alike the first is left. Where nothing can be told, or a hand has
    every tile that anybody can have, there is 0 for what tells nothing.
    """
    can = 0
    idle = True
    if pawn:
        for hand in mine:
            can |= hand
        for hand in theirs:
            can |= hand
        can &= TILES & ~shut
        idle = False
        for hand in mine:
            idle |= can & ~hand == 0
    found = np.zeros(1 + TILE_BITS + targets, dtype=np.int64)
    n = int(idle)
    for x in range(TILE_BITS if pawn else targets):
        mask = 1 << x if pawn else 7 << (COUNT + 3 * x)
        new = can & mask != 0 if pawn else fresh(mask, 0, mine, False)
        for k in range(n):
            if new and found[k]:
                new = fresh(mask, found[k], mine, pawn) or (
                    pawn and fresh(mask, found[k], theirs, True)
                )
        if new:
            found[n] = mask
            n += 1
    return found[:n]


@kernel
def conclusion(mine, theirs, tile, chances):
    """Fill `chances` to win in the conclusion if the last pawn, that of `mine`, names `tile`."""
    left = np.zeros(len(theirs))
    for i in range(len(mine)):
        for j in range(len(theirs)):
            if not mine[i] & tile and not mine[i] & theirs[j] & TILES:
                left[j] += 1
    for i in range(len(mine)):
        found = free = 0
        for j in range(len(theirs)):
            if not mine[i] & theirs[j] & TILES:
                if theirs[j] & tile:
                    found += 1
                else:
                    free += 1
        for j in range(len(theirs)):
            chances[i, j] = 0.0
            if not mine[i] & tile and not mine[i] & theirs[j] & TILES:
                chances[i, j] = 1.0 / (left[j] * (found if theirs[j] & tile else free))


@kernel
def solved(steps, mine, theirs, shut, tries, targets, chances):
    """Fill chances[i, j]: how likely the deal of mine[i] and theirs[j] is won; 0 if it is none.

    The `steps` left are rows: whether a pawn is placed, and whether the other player acts next.
    Who holds `mine` acts now, and tells one of `tries`.
    """
    if len(mine) == 1 and len(theirs) == 1:
        chances[0, 0] = 1.0
        return
    pawn = steps[0, 0] == 1
    fits = np.zeros(len(mine))
    for i in range(len(mine)):
        for j in range(len(theirs)):
            fits[i] += not mine[i] & theirs[j] & TILES
    most = np.full(len(mine), -1.0)
    came = np.zeros((len(mine), len(theirs)))
    for mask in tries:
        if len(steps) == 1:
            conclusion(mine, theirs, mask, came)
        else:
            came[:] = 0.0
            parted = theirs if pawn else mine
            for k in range(len(parted)):
                first = True
                for i in range(k):
                    first &= (parted[i] ^ parted[k]) & mask != 0
                if not first:
                    continue
                ours = picked(mine, mask, 0 if pawn else mine[k] & mask, theirs)
                at = picked(
                    theirs, mask if pawn else 0, theirs[k] & mask if pawn else 0, mine[ours]
                )
                ours = ours[picked(mine[ours], 0, 0, theirs[at])]
                if not len(at):
                    continue
                gone = shut | mask if pawn else shut
                if steps[0, 1]:
                    one, other = theirs[at], mine[ours]
                else:
                    one, other = mine[ours], theirs[at]
                then = np.zeros((len(one), len(other)))
                more = telling(steps[1, 0] == 1, one, other, gone, targets)
                solved(steps[1:], one, other, gone, more, targets, then)
                for i in range(len(ours)):
                    for j in range(len(at)):
                        came[ours[i], at[j]] = then[j, i] if steps[0, 1] else then[i, j]
        sure = True
        for i in range(len(mine)):
            if not pawn or not mine[i] & mask:
                total = came[i].sum()
                if total > most[i] + SLIGHT:
                    most[i] = total
                    chances[i] = came[i]
            sure &= most[i] > fits[i] - SLIGHT
        if sure:
            break
