"""Rollouts to the end, compiled: every seat acts on what it knows itself.

The rollout policy looks one move ahead, at the chances of single tiles: a seat is assumed to lack
the tiles of a hand independently of each other. Seat j has about n[j] worlds left, and about m[j]
possible own hands once all others are known. A disc is good if it leaves a small sum of n[j] **
0.5. So is a pawn with more than `LED` players. With fewer players one of them leads: if j knew its
world it could name all other tiles, and the others then its own; so the best pawn leaves the
smallest n[j] m[j] for the best seat, averaged as (n m) ** -0.2. `rated_*` play on from every given
world; within a rollout no seat sees more of that world than its own hand.
"""

# mypy: disable-error-code="call-arg,misc,no-untyped-call,no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import lowest
from ...play.compiled import kernel
from .hands_kernel import (
    COUNT,
    TILES,
    concluded,
    keep,
    nearest,
    reveal,
    tell,
    tell_agreed,
    worlds_of,
)

LED = 3
"""Up to this many players, one leads. The exponents were measured over 2,000 deals each."""


class Style(NamedTuple):
    """How rollouts go.

    `tiles` and `targets` are their numbers in the box; by a convention `discs` or `pawns` tell
    more than the rules do. In the last round each seat tries the `tried` tiles that tell most at
    once in `worlds` worlds; with 0 it takes the first. `before[t]` is the tile before t on the
    board, round again.
    """

    tiles: int
    targets: int
    discs: bool
    pawns: bool
    worlds: int
    tried: int
    before: NDArray[np.int64]


@kernel
def free_of(hand, gone):
    """Return the chance that no tile of `hand` is elsewhere; tile t is with chance `gone[t]`."""
    weight = 1.0
    rest = hand & TILES
    while rest:
        weight *= 1.0 - gone[lowest(rest)]
        rest &= rest - 1
    return weight


@kernel
def shares(sets, size, p, own, q):
    """Fill q[j, t] with the chance that j holds tile t, as p sees it, who holds `own`."""
    players = size.shape[0]
    before = np.zeros_like(q)
    q[:] = 0.0
    for _ in range(1 if players == 2 else 2):
        before[:] = q
        q[:] = 0.0
        gone = np.zeros(q.shape[1])
        for j in range(players):
            if j == p:
                continue
            gone[:] = 0.0
            for k in range(players):
                if k != j and k != p:
                    gone += before[k]
            gone = np.minimum(gone, 1.0)
            total = 0.0
            for i in range(size[j]):
                hand = sets[j, i]
                if hand & own & TILES:
                    continue
                weight = free_of(hand, gone)
                total += weight
                rest = hand & TILES
                while rest:
                    q[j, lowest(rest)] += weight
                    rest &= rest - 1
            if total > 0.0:
                q[j] /= total


@kernel
def nearness(worlds, alone):
    """Return how near the team is to winning.

    Seat j has `worlds[j]` worlds; once the others' hands are known, `alone[j]` own hands are left.
    """
    players = worlds.shape[0]
    if players > LED:
        return doubt(worlds)
    least = np.inf
    for j in range(players):
        least = min(least, max(worlds[j], 1.0) * max(alone[j], 1.0))
    return least**-0.2


@kernel
def doubt(worlds):
    """Return minus the summed uncertainty of all seats: more is better."""
    total = 0.0
    for j in range(worlds.shape[0]):
        total -= max(worlds[j], 1.0) ** 0.5
    return total


@kernel
def disc_scores(sets, size, p, own, style):
    """Return the score of a disc of p on each target."""
    players = size.shape[0]
    q = np.zeros((players, style.tiles))
    shares(sets, size, p, own, q)
    worlds = np.ones(players)
    for k in range(players):
        if k == p:
            continue
        ways = np.zeros(players)
        for i in range(size[k]):
            hand = sets[k, i]
            if hand & own & TILES:
                continue
            for j in range(players):
                if j != k:
                    ways[j] += 1.0 if j == p else free_of(hand, q[j])
        for j in range(players):
            if j != k:
                worlds[j] *= max(ways[j], 1.0)
    # after[j, x]: p's hands for listener j that count the same at x.
    after = np.zeros((players, style.targets))
    for i in range(size[p]):
        same = sets[p, i] ^ own
        for j in range(players):
            if j == p:
                continue
            weight = free_of(sets[p, i], q[j])
            for x in range(style.targets):
                if not (same >> (COUNT + 3 * x)) & 7:
                    after[j, x] += weight
    scores = np.zeros(style.targets)
    left = np.ones(players)
    for x in range(style.targets):
        for j in range(players):
            left[j] = worlds[j] * (1.0 if j == p else max(after[j, x], 1.0))
        scores[x] = doubt(left)
    return scores


@kernel
def told(p, own, tile, shut, style):
    """Return the bit of the tile that p, who holds `own`, tells by a pawn on `tile`.

    0 if it tells none, −1 if it is not p's. Who has no tile left tells none.
    """
    if not style.pawns or not own & TILES & ~shut:
        return 0
    bit = nearest(tile, shut, style.before)
    return bit if own & bit == bit else -1


@kernel
def pawn_scores(sets, size, p, own, shut, style):
    """Return for each tile how near the team is if p names it; -inf if p cannot or may not."""
    players = size.shape[0]
    tiles = style.tiles
    q = np.zeros((players, tiles))
    shares(sets, size, p, own, q)
    gone = q.sum(axis=0)
    # worlds[j, k]: k's hands for listener j, with[j, k, t] those with tile t; j = k for all others.
    worlds = np.zeros((players, players))
    having = np.zeros((players, players, tiles))
    there = np.empty(32, dtype=np.int64)
    for k in range(players):
        rest = np.minimum(gone - q[k], 1.0)
        for i in range(size[k]):
            hand = sets[k, i] & TILES
            many = 0
            while hand:
                there[many] = lowest(hand)
                many += 1
                hand &= hand - 1
            shared = k != p and sets[k, i] & own & TILES != 0
            for j in range(players):
                weight = 1.0
                if j in (k, p):
                    if shared:
                        continue
                    if j == k:
                        for n in range(many):
                            weight *= 1.0 - rest[there[n]]
                else:
                    for n in range(many):
                        weight *= 1.0 - q[j, there[n]]
                if weight > 1e-12:
                    worlds[j, k] += weight
                    for n in range(many):
                        having[j, k, there[n]] += weight
    scores = np.full(tiles, -np.inf)
    left = np.ones(players)
    alone = np.ones(players)
    for t in range(tiles):
        if (own | shut) >> t & 1:
            continue
        clue = told(p, own, t, shut, style)
        if clue < 0:
            continue
        behind = lowest(clue) if clue else 0
        scores[t] = 0.0
        for holder in range(-1, players):
            if holder == p:
                continue
            chance = max(1.0 - gone[t], 0.0) if holder < 0 else q[holder, t]
            if chance <= 1e-9:
                continue
            for j in range(players):
                left[j] = 1.0
                for k in range(players):
                    ways = having[j, k, t] if k == holder else worlds[j, k] - having[j, k, t]
                    if k == p and clue and worlds[j, k] > 0.0:
                        ways *= having[j, k, behind] / worlds[j, k]
                    if j == k:
                        alone[j] = ways
                    else:
                        left[j] *= max(ways, 1.0)
            scores[t] += chance * nearness(left, alone)
    return scores


@kernel
def copied(sets, size, sets_to, size_to):
    """Copy sets of hands into other arrays."""
    for k in range(size.shape[0]):
        size_to[k] = size[k]
        sets_to[k, : size[k]] = sets[k, : size[k]]


@kernel
def named(sets, size, hands, p, tile, shut, style):
    """Update the sets after p's pawn names `tile`, `hands` being the truth."""
    clue = told(p, hands[p], tile, shut, style)
    if clue > 0:
        keep(sets, size, p, clue, clue)
    bit = 1 << tile
    holder = -1
    for k in range(size.shape[0]):
        if hands[k] & bit:
            holder = k
    reveal(sets, size, bit, holder)


@kernel
def pawns_placed(sets, size, hands, shut, acted, style):
    """Let all who have not `acted` name the tile that tells most; return the new `shut`."""
    for p in range(size.shape[0]):
        if acted[p]:
            continue
        t = np.argmax(pawn_scores(sets, size, p, hands[p], shut, style))
        if (shut | hands[p]) >> t & 1:
            continue  # nothing is left that p could name
        named(sets, size, hands, p, t, shut, style)
        shut |= 1 << t
    return shut


@kernel
def keen_pawn(sets, size, p, own, shut, seed, style):
    """Return the tile, of those that tell most, that is best if the conclusion comes next."""
    players = size.shape[0]
    scores = pawn_scores(sets, size, p, own, shut, style)
    chosen = np.argmax(scores)
    worlds = np.zeros((style.worlds, players), dtype=np.int64)
    n, _ = worlds_of(sets, size, p, own, seed, worlds)
    sets2 = np.empty_like(sets)
    size2 = np.empty_like(size)
    most = -1.0
    for _ in range(style.tried):
        t = np.argmax(scores)
        if scores[t] == -np.inf:
            break
        scores[t] = -np.inf
        value = 0.0
        for w in range(n):
            copied(sets, size, sets2, size2)
            named(sets2, size2, worlds[w], p, t, shut, style)
            value += concluded(sets2, size2, worlds[w], shut | (1 << t))
        if value > most + 1e-9:
            most = value
            chosen = t
    return chosen


@kernel
def played_on(sets, size, hands, shut, left, acted, pawns, seed, style):
    """Play to the end and return the team's chance to win; changes its arrays.

    `left` rounds are to be finished; `acted[p]` is 1 if p is done with the step, which is that of
    the pawns if `pawns`.
    """
    players = size.shape[0]
    while left > 0:
        if not pawns:
            for p in range(players):
                if acted[p]:
                    continue
                if style.discs:
                    tell_agreed(sets, size, p, hands[p], style.targets)
                else:
                    x = np.argmax(disc_scores(sets, size, p, hands[p], style))
                    tell(sets, size, p, x, hands[p])
            acted[:] = 0
        if left > 1 or not style.worlds:
            shut = pawns_placed(sets, size, hands, shut, acted, style)
        else:
            for p in range(players):
                if acted[p]:
                    continue
                t = keen_pawn(sets, size, p, hands[p], shut, seed, style)
                if (shut | hands[p]) >> t & 1:
                    continue
                named(sets, size, hands, p, t, shut, style)
                shut |= 1 << t
        acted[:] = 0
        pawns = False
        left -= 1
    return concluded(sets, size, hands, shut)


@kernel
def rated_discs(sets, size, p, own, shut, left, acted, worlds, targets, seed, style, settled):
    """Return values[i, w]: the chance to win world w if p's disc goes to targets[i].

    Fill settled[i, w, j]: whether all tiles of seat j are found or can be named for certain then.
    """
    values = np.zeros((len(targets), len(worlds)))
    sets2 = np.empty_like(sets)
    size2 = np.empty_like(size)
    for i in range(len(targets)):
        for w in range(len(worlds)):
            copied(sets, size, sets2, size2)
            acted2 = acted.copy()
            acted2[p] = 1
            if style.discs:
                tell_agreed(sets2, size2, p, own, style.targets)
            else:
                tell(sets2, size2, p, targets[i], own)
            values[i, w] = played_on(
                sets2, size2, worlds[w], shut, left, acted2, False, seed, style
            )
            settled[i, w] = size2 == 1  # a hand of all that is certain is the only one
    return values


@kernel
def rated_pawns(sets, size, p, own, shut, left, acted, worlds, tiles, seed, style, settled):
    """Return values[i, w]: the chance to win world w if p names tiles[i]; fill `settled`, too.

    0 if that tells a tile that p does not hold: others will name it.
    """
    values = np.zeros((len(tiles), len(worlds)))
    sets2 = np.empty_like(sets)
    size2 = np.empty_like(size)
    for i in range(len(tiles)):
        bit = 1 << tiles[i]
        if told(p, own, tiles[i], shut, style) < 0:
            continue
        for w in range(len(worlds)):
            copied(sets, size, sets2, size2)
            acted2 = acted.copy()
            acted2[p] = 1
            named(sets2, size2, worlds[w], p, tiles[i], shut, style)
            values[i, w] = played_on(
                sets2, size2, worlds[w], shut | bit, left, acted2, True, seed, style
            )
            settled[i, w] = size2 == 1
    return values


@kernel
def rated_guess(sets, size, shut, worlds, right, bit, holder):
    """Return values[w]: the chance to win world w if `holder` is said to hold `bit`."""
    values = np.zeros(len(worlds))
    sets2 = np.empty_like(sets)
    size2 = np.empty_like(size)
    for w in range(len(worlds)):
        if right[w]:
            copied(sets, size, sets2, size2)
            reveal(sets2, size2, bit, holder)
            values[w] = concluded(sets2, size2, worlds[w], shut | bit)
    return values
