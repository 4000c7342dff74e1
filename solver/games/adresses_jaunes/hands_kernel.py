"""Sets of hands in bit masks, compiled: who can hold what, and how the conclusion goes.

A hand is one int64, coded as in `hands.Code`. `sets[p, :size[p]]` are the hands that p's own clues
allow; `shut` are the bits of all face-up tiles.
"""

# mypy: disable-error-code="call-arg,misc,no-untyped-call,no-untyped-def"

import numpy as np

from ...play.bits_kernel import stirred
from ...play.compiled import kernel

TILES = (1 << 32) - 1
COUNT = 32
LIMIT = 3_000
"""With more worlds than this for one seat, a conclusion is hopeless anyway."""
LISTED = 60_000
"""Up to this many ways to combine hands, worlds are listed; beyond, they are sampled."""


@kernel
def drawn(seed, below):
    """Return a random number below `below`."""
    return np.int64(stirred(seed) >> np.uint64(11)) % below


@kernel
def keep(sets, size, p, mask, wanted):
    """Keep only the hands of p that have `wanted` in the bits of `mask`."""
    kept = 0
    for i in range(size[p]):
        if sets[p, i] & mask == wanted:
            sets[p, kept] = sets[p, i]
            kept += 1
    size[p] = kept


@kernel
def tell(sets, size, p, target, hand):
    """Update the sets after p, holding `hand`, lays a disc on `target`."""
    mask = 7 << (COUNT + 3 * target)
    keep(sets, size, p, mask, hand & mask)


@kernel
def reveal(sets, size, bit, holder):
    """Update the sets after tile `bit` is found with `holder`, -1 for nobody."""
    for p in range(size.shape[0]):
        keep(sets, size, p, bit, bit if p == holder else 0)


@kernel
def nearest(tile, shut, before):
    """Return the bit of the nearest free tile before `tile`; 0 if no other one is free.

    Free are the tiles that are not `shut`; `before[t]` is the one before t, round again.
    """
    other = before[tile]
    while other != tile:
        if not shut >> other & 1:
            return 1 << other
        other = before[other]
    return 0


@kernel
def balanced(hands, targets):
    """Return each hand's target: where the fewest earlier `hands` show the same count."""
    chosen = np.zeros(hands.shape[0], dtype=np.int64)
    same = np.zeros((targets, 8), dtype=np.int64)
    for i in range(hands.shape[0]):
        best = 0
        for x in range(1, targets):
            here = same[x, (hands[i] >> (COUNT + 3 * x)) & 7]
            if here < same[best, (hands[i] >> (COUNT + 3 * best)) & 7]:
                best = x
        same[best, (hands[i] >> (COUNT + 3 * best)) & 7] += 1
        chosen[i] = best
    return chosen


@kernel
def tell_agreed(sets, size, p, hand, targets):
    """Update the sets after p, holding `hand`, lays a disc by the convention."""
    chosen = balanced(sets[p, : size[p]], targets)
    target = 0
    for i in range(size[p]):
        if sets[p, i] == hand:
            target = chosen[i]
    mask = 7 << (COUNT + 3 * target)
    kept = 0
    for i in range(size[p]):
        if chosen[i] == target and sets[p, i] & mask == hand & mask:
            sets[p, kept] = sets[p, i]
            kept += 1
    size[p] = kept


@kernel
def any_world(sets, size, p, own):
    """Tell whether the others can have hands that overlap neither each other nor `own`."""
    players = size.shape[0]
    at = np.zeros(players, dtype=np.int64)
    used = np.zeros(players + 1, dtype=np.int64)
    used[0] = own
    depth = 0
    at[0] = -1
    while depth >= 0:
        if depth == players:
            return True
        at[depth] += 1
        if depth == p:
            if at[depth]:
                depth -= 1
                continue
            hand = 0
        elif at[depth] >= size[depth]:
            depth -= 1
            continue
        else:
            hand = sets[depth, at[depth]] & TILES
        if used[depth] & hand:
            continue
        used[depth + 1] = used[depth] | hand
        depth += 1
        if depth < players:
            at[depth] = -1
    return False


@kernel
def possible(sets, size, p):
    """Return which hands of p can be, as far as all know: others have hands beside them."""
    found = np.empty(size[p], dtype=np.bool_)
    for i in range(size[p]):
        found[i] = any_world(sets, size, p, sets[p, i] & TILES)
    return found


@kernel
def surely(sets, size, i, own, sure):
    """Return how many worlds seat i has; fill sure[k] with the bits that k holds in all of them.

    Beyond `LIMIT` worlds it stops counting, and nothing is sure.
    """
    players = size.shape[0]
    most = 0
    for k in range(players):
        most = max(most, size[k])
    lists = np.empty((players, most), dtype=np.int64)
    many = np.zeros(players, dtype=np.int64)
    others = np.empty(players, dtype=np.int64)
    n = 0
    for k in range(players):
        sure[k] = 0
        if k == i:
            continue
        for x in range(size[k]):
            hand = sets[k, x] & TILES
            if not hand & own:
                lists[k, many[k]] = hand
                many[k] += 1
        others[n] = k
        n += 1
    count = 0
    a = others[0]
    sure[a] = TILES
    if n == 1:
        for x in range(many[a]):
            sure[a] &= lists[a, x]
        return many[a]
    b = others[1]
    sure[b] = TILES
    if n == 2:
        for x in range(many[a]):
            first = lists[a, x]
            fits = 0
            for y in range(many[b]):
                if not first & lists[b, y]:
                    fits += 1
                    sure[b] &= lists[b, y]
            if fits:
                sure[a] &= first
                count += fits
            if count > LIMIT:
                sure[a] = 0
                sure[b] = 0
                return count
        return count
    c = others[2]
    sure[c] = TILES
    for x in range(many[a]):
        first = lists[a, x]
        fits_a = 0
        for y in range(many[b]):
            second = lists[b, y]
            if first & second:
                continue
            fits = 0
            both = first | second
            for z in range(many[c]):
                if not both & lists[c, z]:
                    fits += 1
                    sure[c] &= lists[c, z]
            if fits:
                sure[b] &= second
                fits_a += fits
        if fits_a:
            sure[a] &= first
            count += fits_a
        if count > LIMIT:
            sure[a] = 0
            sure[b] = 0
            sure[c] = 0
            return count
    return count


@kernel
def concluded(sets, size, hands, shut):
    """Return the team's approximate chance in the conclusion when `hands` are the truth.

    What is certain is named. Then the seat with the best prospects risks all at once: if it has k
    worlds, and m own hands are left for the others once theirs are known, the chance is 1 / (k m).
    """
    players = size.shape[0]
    sure = np.zeros(players, dtype=np.int64)
    while True:
        done = True
        for k in range(players):
            if hands[k] & TILES & ~shut:
                done = False
        if done:
            return 1.0
        best = 0.0
        moved = False
        for i in range(players):
            own = hands[i] & TILES
            count = surely(sets, size, i, own, sure)
            for k in range(players):
                if k == i:
                    continue
                fresh = sure[k] & ~shut
                while fresh:
                    bit = fresh & -fresh
                    fresh ^= bit
                    reveal(sets, size, bit, k)
                    shut |= bit
                    moved = True
            if moved:
                break
            rest = 0
            for k in range(players):
                if k != i:
                    rest |= hands[k] & TILES
            mine = 0
            for x in range(size[i]):
                if not sets[i, x] & rest:
                    mine += 1
            best = max(best, 1.0 / (max(count, 1) * max(mine, 1)))
        if not moved:
            return best


@kernel
def worlds_of(sets, size, p, own, seed, out, listed):
    """Fill rows of `out` with worlds of seat p, who holds `own`: all of them if there is room.

    Returns how many, and whether these are all. If not, they are sampled uniformly.
    """
    most = out.shape[0]
    players = size.shape[0]
    longest = 1
    for k in range(players):
        longest = max(longest, size[k])
    lists = np.empty((players, longest), dtype=np.int64)
    many = np.ones(players, dtype=np.int64)
    product = 1.0
    for k in range(players):
        if k == p:
            lists[k, 0] = own
            continue
        many[k] = 0
        for x in range(size[k]):
            if not sets[k, x] & own & TILES:
                lists[k, many[k]] = sets[k, x]
                many[k] += 1
        product *= many[k]
    if product == 0:
        return 0, True
    if product <= listed:  # all in turn, from which a reservoir keeps some
        seen = 0
        at = np.zeros(players, dtype=np.int64)
        depth = 0
        used = np.zeros(players + 1, dtype=np.int64)
        at[0] = -1
        while depth >= 0:
            at[depth] += 1
            if at[depth] >= many[depth]:
                depth -= 1
                continue
            hand = lists[depth, at[depth]]
            if used[depth] & hand & TILES:
                continue
            used[depth + 1] = used[depth] | (hand & TILES)
            if depth + 1 < players:
                depth += 1
                at[depth] = -1
                continue
            spot = seen
            if seen >= most:
                spot = drawn(seed, seen + 1)
            if spot < most:
                for k in range(players):
                    out[spot, k] = lists[k, at[k]]
            seen += 1
        return min(seen, most), seen <= most
    filled = 0
    tries = 0
    while filled < most and tries < 1000 * most:
        tries += 1
        used_tiles = 0
        fits = True
        for k in range(players):
            hand = lists[k, drawn(seed, many[k])]
            if used_tiles & hand & TILES:
                fits = False
                break
            used_tiles |= hand & TILES
            out[filled, k] = hand
        if fits:
            filled += 1
    return filled, False
