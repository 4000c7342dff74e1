"""The last round of two players solved, compiled: each chooses by what both know and the own hand.

To a literal reader all deals that fit are equally likely, whatever others chose. So the best play
is found from the end backwards: every hand takes what wins the most of the deals that fit it, of
equal discs and tiles the first. Who gains more by it acts first; of equals the lower seat. For the
conclusion the rule of thumb of `hands_kernel.concluded` stands, 1 / (n m) where one has n worlds
left and the other m. A table of deals is the hands that either player can have, `mine` and `theirs`
or in seat order `one` and `other`; where two share a tile there is no deal.
"""

# mypy: disable-error-code="call-arg,index,misc,no-untyped-call,no-untyped-def,var-annotated"

import numpy as np

from ...play.bits_kernel import lowest
from ...play.compiled import kernel
from .hands_kernel import COUNT, TILES

TILE_BITS = COUNT
"""Tiles are the lowest bits of a hand."""
IDLE = COUNT - 1
"""The number of a tile that no box has: a pawn there tells nothing."""
SLIGHT = 1e-9
"""Differences below this are rounding errors."""


@kernel
def counted(mine, theirs, shut, chances):
    """Count the hands beside each of `mine` and each of `theirs`; return these two arrays.

    And the tiles that these hands have and that are not `shut`, or 0 if no hand has two beside it:
    then there is nothing to tell. Fill `chances` with 1 for each deal, which is right then.
    """
    n, m = len(mine), len(theirs)
    fits, left = np.zeros(n, dtype=np.int64), np.zeros(m, dtype=np.int64)
    can = 0
    for i in range(n):
        for j in range(m):
            chances[i, j] = 0.0
            if not mine[i] & theirs[j] & TILES:
                chances[i, j] = 1.0
                fits[i] += 1
                left[j] += 1
                can |= (mine[i] | theirs[j]) & TILES
    sure = True
    for i in range(n):
        sure &= fits[i] <= 1
    for j in range(m):
        sure &= left[j] <= 1
    return fits, left, 0 if sure else can & ~shut


@kernel
def nameable(mine, can):
    """Return the tiles of `can`, and IDLE if one of `mine` has all of them: it names another."""
    for hand in mine:
        if not can & ~hand:
            return can | 1 << IDLE
    return can


@kernel
def last_pawn(mine, theirs, shut, chances):
    """Fill chances[i, j] to win mine[i] beside theirs[j] if `mine` places the last pawn."""
    n, m = len(mine), len(theirs)
    fits, left, can = counted(mine, theirs, shut, chances)
    if not can:
        return
    # For each hand and tile, how many hands beside it have the tile.
    beside = np.zeros((n, TILE_BITS), dtype=np.int64)
    around = np.zeros((m, TILE_BITS), dtype=np.int64)
    for i in range(n):
        for j in range(m):
            if chances[i, j] > 0.0:
                rest = theirs[j] & can
                while rest:
                    beside[i, lowest(rest)] += 1
                    rest &= rest - 1
                rest = mine[i] & can
                while rest:
                    around[j, lowest(rest)] += 1
                    rest &= rest - 1
    most, best = np.full(n, -1.0), np.zeros(n, dtype=np.int64)
    rest = nameable(mine, can)
    sure = False
    while rest and not sure:
        t = lowest(rest)
        rest &= rest - 1
        sure = True
        for i in range(n):
            if not mine[i] >> t & 1 and most[i] < fits[i] - SLIGHT:
                total = 0.0
                for j in range(m):
                    if chances[i, j] > 0.0:
                        n_left = beside[i, t] if theirs[j] >> t & 1 else fits[i] - beside[i, t]
                        total += 1.0 / (n_left * (left[j] - around[j, t]))
                if total > most[i] + SLIGHT:
                    most[i] = total
                    best[i] = t
            sure &= most[i] > fits[i] - SLIGHT
    for i in range(n):
        t = best[i]
        for j in range(m):
            if chances[i, j] > 0.0:
                n_left = beside[i, t] if theirs[j] >> t & 1 else fits[i] - beside[i, t]
                chances[i, j] = 1.0 / (n_left * (left[j] - around[j, t]))


@kernel
def last_placed(mine, theirs, tile, chances):
    """Fill `chances` as in `last_pawn` if that pawn names the bit `tile`; 0 for who has it."""
    left = np.zeros(len(theirs))
    for j in range(len(theirs)):
        for hand in mine:
            left[j] += not hand & (theirs[j] & TILES | tile)
    for i in range(len(mine)):
        found = free = 0
        for hand in theirs:
            if not mine[i] & hand & TILES:
                if hand & tile:
                    found += 1
                else:
                    free += 1
        for j in range(len(theirs)):
            chances[i, j] = 0.0
            if not mine[i] & (theirs[j] & TILES | tile):
                chances[i, j] = 1.0 / (left[j] * (found if theirs[j] & tile else free))


@kernel
def placed(mine, theirs, tile, shut, chances):
    """Fill `chances` if `mine` name the bit `tile` and `theirs` place the last pawn then.

    They are 0 for who has that tile, who cannot name it.
    """
    chances[:] = 0.0
    ours, at = np.empty_like(mine), np.empty_like(theirs)
    n = 0
    for i in range(len(mine)):
        if not mine[i] & tile:
            ours[n] = i
            n += 1
    for found in range(2):
        m = 0
        for j in range(len(theirs)):
            if (theirs[j] & tile != 0) == found:
                at[m] = j
                m += 1
        then = np.empty((m, n))
        last_pawn(theirs[at[:m]], mine[ours[:n]], shut | tile, then)
        for i in range(n):
            for j in range(m):
                chances[ours[i], at[j]] = then[j, i]


@kernel
def parted(hands, t):
    """Return a sign of how the tile t parts `hands`: of more than 63, each tile has its own."""
    sign = t if len(hands) > 63 else 0
    for i in range(min(len(hands), 63)):
        sign |= (hands[i] >> t & 1) << i
    return sign


@kernel
def first_pawn(mine, theirs, shut, chances):
    """Fill chances[i, j] to win a deal if `mine` places the last pawn but one."""
    n, m = len(mine), len(theirs)
    fits, _, can = counted(mine, theirs, shut, chances)
    if not can:
        return
    most, came = np.full(n, -1.0), np.empty((n, m))
    signs = np.empty((TILE_BITS, 2), dtype=np.int64)
    tried = 0
    rest = nameable(mine, can)
    while rest:
        t = lowest(rest)
        rest &= rest - 1
        signs[tried] = parted(mine, t), parted(theirs, t)
        new = True
        for k in range(tried):
            new &= signs[k, 0] != signs[tried, 0] or signs[k, 1] != signs[tried, 1]
        if not new:
            continue
        tried += 1
        placed(mine, theirs, 0 if t == IDLE else 1 << t, shut, came)
        sure = True
        for i in range(n):
            total = came[i].sum()
            if not mine[i] >> t & 1 and total > most[i] + SLIGHT:
                most[i] = total
                chances[i] = came[i]
            sure &= most[i] > fits[i] - SLIGHT
        if sure:
            return


@kernel
def by_urgency(one, other, first, second):
    """Put into `first` the chances if who gains more by it acts first.

    `first` are those if `one` does, `second` (of other by one) if the other does.
    """
    n, m = len(one), len(other)
    ours, their, fits, left = np.zeros(n), np.zeros(m), np.zeros(n), np.zeros(m)
    for i in range(n):
        for j in range(m):
            if not one[i] & other[j] & TILES:
                more = first[i, j] - second[j, i]
                ours[i] += more
                their[j] += more
                fits[i] += 1.0
                left[j] += 1.0
    for i in range(n):
        for j in range(m):
            if not one[i] & other[j] & TILES and ours[i] / fits[i] + their[j] / left[j] < -SLIGHT:
                first[i, j] = second[j, i]


@kernel
def pawns(one, other, shut, chances):
    """Fill chances[i, j] to win a deal if both still place their pawns."""
    first_pawn(one, other, shut, chances)
    sure = True
    for i in range(len(one)):
        for j in range(len(other)):
            sure &= chances[i, j] > 1.0 - SLIGHT or one[i] & other[j] & TILES != 0
    if not sure:
        second = np.empty((len(other), len(one)))
        first_pawn(other, one, shut, second)
        by_urgency(one, other, chances, second)


@kernel
def classes(hands, targets):
    """Return for each target the class of each of `hands`, those of one count; and how many.

    Classes of the same hands have one number.
    """
    n, many = len(hands), 0
    found = np.full((targets, n), -1, dtype=np.int64)
    for x in range(targets):
        mask = 7 << (COUNT + 3 * x)
        for i in range(n):
            if found[x, i] >= 0:
                continue
            number = many
            for y in range(x):
                alike = True
                for k in range(n):
                    here = (hands[k] ^ hands[i]) & mask == 0
                    alike &= here == (found[y, k] == found[y, i])
                if alike:
                    number = found[y, i]
                    break
            many += number == many
            for k in range(i, n):
                if not (hands[k] ^ hands[i]) & mask:
                    found[x, k] = number
    return found, many


@kernel
def discs_laid(one, other, shut, targets):
    """Return chances[x, y, i, j] to win if `one` lay the disc on x and `other` on y."""
    ours, many = classes(one, targets)
    at, others = classes(other, targets)
    chances = np.zeros((targets, targets, len(one), len(other)))
    known = np.full((many, others, 2), -1, dtype=np.int64)
    for x in range(targets):
        for y in range(targets):
            for a in np.unique(ours[x]):
                rows = np.flatnonzero(ours[x] == a)
                for b in np.unique(at[y]):
                    columns = np.flatnonzero(at[y] == b)
                    then = np.empty((len(rows), len(columns)))
                    if known[a, b, 0] < 0:
                        pawns(one[rows], other[columns], shut, then)
                        known[a, b] = x, y
                    else:
                        then = chances[known[a, b, 0], known[a, b, 1]][rows][:, columns]
                    for i in range(len(rows)):
                        for j in range(len(columns)):
                            chances[x, y, rows[i], columns[j]] = then[i, j]
    return chances


@kernel
def answered(mine, chances):
    """Return the chances[x, i, j] to win if `mine` lay the disc on x and the other answers best.

    `chances` are those of `discs_laid`.
    """
    targets, _, n, m = chances.shape
    then = np.zeros((targets, n, m))
    for x in range(targets):
        mask = 7 << (COUNT + 3 * x)
        for i in range(n):
            first = True
            for k in range(i):
                first &= (mine[k] ^ mine[i]) & mask != 0
            if not first:
                continue
            for j in range(m):
                most, best = -1.0, 0
                for y in range(targets):
                    total = 0.0
                    for k in range(i, n):
                        if not (mine[k] ^ mine[i]) & mask:
                            total += chances[x, y, k, j]
                    if total > most + SLIGHT:
                        most = total
                        best = y
                for k in range(i, n):
                    if not (mine[k] ^ mine[i]) & mask:
                        then[x, k, j] = chances[x, best, k, j]
    return then


@kernel
def taken(chances):
    """Return the chances of a table if each hand takes what is best: the first of equals."""
    tries, n, m = chances.shape
    best = np.empty((n, m))
    for i in range(n):
        most = -1.0
        for x in range(tries):
            total = chances[x, i].sum()
            if total > most + SLIGHT:
                most = total
                best[i] = chances[x, i]
    return best


@kernel
def last_round(one, other, shut, targets):
    """Return chances[i, j] to win a deal if all discs and pawns of the round are still to come."""
    laid = discs_laid(one, other, shut, targets)
    first = taken(answered(one, laid))
    second = taken(answered(other, laid.transpose(1, 0, 3, 2).copy()))
    by_urgency(one, other, first, second)
    return first
