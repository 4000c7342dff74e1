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
def nameable(mine, can):
    """Return the tiles of `can`, and IDLE if one of `mine` has all of them: it names another."""
    for hand in mine:
        if not can & ~hand:
            return can | 1 << IDLE
    return can


@kernel
def parted(hands, t):
    """Return a sign of how the tile t parts `hands`: of more than 63, each tile has its own."""
    sign = t if len(hands) > 63 else 0
    for i in range(min(len(hands), 63)):
        sign |= (hands[i] >> t & 1) << i
    return sign


@kernel
def dealt(mine, theirs, shut):
    """Return the deals, as the places of both hands, two rows, and the tiles that tell them apart.

    Of tiles that part both players' hands alike the first stands for all; there are none if no
    hand has two beside it. Who has all the others has IDLE left to name.
    """
    deals = np.empty((2, len(mine) * len(theirs)), dtype=np.int64)
    fits, left = np.zeros(len(mine), dtype=np.int64), np.zeros(len(theirs), dtype=np.int64)
    many = can = 0
    for i in range(len(mine)):
        for j in range(len(theirs)):
            if not mine[i] & theirs[j] & TILES:
                deals[0, many], deals[1, many] = i, j
                many += 1
                fits[i] += 1
                left[j] += 1
                can |= (mine[i] | theirs[j]) & TILES
    tiles, signs = np.empty(TILE_BITS, np.int64), np.empty((TILE_BITS, 2), np.int64)
    found = 0
    can &= ~shut
    if can and (fits.max() > 1 or left.max() > 1):
        can = nameable(mine, can) | nameable(theirs, can)
        while can:
            t = lowest(can)
            can &= can - 1
            tiles[found] = t
            signs[found] = parted(mine, t), parted(theirs, t)
            new = True
            for k in range(found):
                new &= signs[k, 0] != signs[found, 0] or signs[k, 1] != signs[found, 1]
            found += new
    return deals[:, :many], tiles[:found]


@kernel
def having(hands, tiles):
    """Return 1 where one of `hands` (rows) has one of `tiles` (columns), 0 elsewhere."""
    has = np.empty((len(hands), len(tiles)))
    for i in range(len(hands)):
        for t in range(len(tiles)):
            has[i, t] = hands[i] >> tiles[t] & 1
    return has


@kernel(error_model="numpy")
def named_last(at, beside, has, have, chances):
    """Fill `chances` to win each deal if the hands `at` place the last pawn, those `beside` none.

    A hand is a row of `has` or `have`, the table of `having` of its player.
    """
    fits, left = np.zeros(len(has)), np.zeros(len(have))
    sure = True
    for deal in range(len(at)):
        i, j = at[deal], beside[deal]
        sure &= fits[i] == 0.0 and left[j] == 0.0
        fits[i] += 1.0
        left[j] += 1.0
    if sure:
        chances[: len(at)] = 1.0
        return
    # For each hand and tile, how many hands beside it have it, and how many lack it.
    found, lack = np.zeros_like(has), np.zeros_like(have)
    total = np.zeros_like(has)
    for deal in range(len(at)):
        i, j = at[deal], beside[deal]
        for t in range(has.shape[1]):
            found[i, t] += have[j, t]
            lack[j, t] += 1.0 - has[i, t]
    for deal in range(len(at)):
        i, j = at[deal], beside[deal]
        for t in range(has.shape[1]):
            free = fits[i] - found[i, t]
            total[i, t] += 1.0 / ((free + have[j, t] * (found[i, t] - free)) * lack[j, t])
    best = np.zeros(len(has), dtype=np.int64)
    for i in range(len(has)):
        most = -1.0
        for t in range(has.shape[1]):
            if has[i, t] == 0.0 and total[i, t] > most + SLIGHT:
                most = total[i, t]
                best[i] = t
    for deal in range(len(at)):
        i, j = at[deal], beside[deal]
        t = best[i]
        alike = found[i, t] if have[j, t] > 0.0 else fits[i] - found[i, t]
        chances[deal] = 1.0 / (alike * lack[j, t])


@kernel
def spread(deals, won, chances):
    """Fill the table `chances` with what is `won` of the `deals`, and 0 where there is none."""
    chances[:] = 0.0
    for deal in range(len(won)):
        chances[deals[0, deal], deals[1, deal]] = won[deal]


@kernel
def last_pawn(mine, theirs, shut, chances):
    """Fill chances[i, j] to win mine[i] beside theirs[j] if `mine` places the last pawn."""
    deals, tiles = dealt(mine, theirs, shut)
    won = np.ones(deals.shape[1])
    if len(tiles):
        named_last(deals[0], deals[1], having(mine, tiles), having(theirs, tiles), won)
    spread(deals, won, chances)


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
def named_first(at, beside, has, have):
    """Return the chances of each deal if the hands `at` place a pawn, and then those `beside`."""
    many = len(at)
    fits, most = np.zeros(len(has)), np.full(len(has), -1.0)
    for i in at:
        fits[i] += 1.0
    won, came, then = np.ones(many), np.empty(many), np.empty(many)
    some, first, second = np.empty_like(at), np.empty_like(at), np.empty_like(at)
    for t in range(has.shape[1]):
        came[:] = 0.0
        for found in range(2):
            few = 0
            for deal in range(many):
                if has[at[deal], t] == 0.0 and have[beside[deal], t] == found:
                    some[few], first[few], second[few] = deal, at[deal], beside[deal]
                    few += 1
            named_last(second[:few], first[:few], have, has, then)
            for k in range(few):
                came[some[k]] = then[k]
        total = np.zeros(len(has))
        for deal in range(many):
            total[at[deal]] += came[deal]
        better = np.zeros(len(has), dtype=np.bool_)
        sure = True
        for i in range(len(has)):
            better[i] = has[i, t] == 0.0 and total[i] > most[i] + SLIGHT
            most[i] = total[i] if better[i] else most[i]
            sure &= most[i] > fits[i] - SLIGHT
        for deal in range(many):
            if better[at[deal]]:
                won[deal] = came[deal]
        if sure:
            break
    return won


@kernel
def first_pawn(mine, theirs, shut, chances):
    """Fill chances[i, j] to win a deal if `mine` places the last pawn but one."""
    deals, tiles = dealt(mine, theirs, shut)
    has, have = having(mine, tiles), having(theirs, tiles)
    spread(deals, named_first(deals[0], deals[1], has, have), chances)


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
    deals, tiles = dealt(one, other, shut)
    has, have = having(one, tiles), having(other, tiles)
    first = named_first(deals[0], deals[1], has, have)
    spread(deals, first, chances)
    if (first < 1.0 - SLIGHT).any():
        second = np.empty((len(other), len(one)))
        spread(deals[::-1], named_first(deals[1], deals[0], have, has), second)
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
