"""Rollouts to the end, compiled: every seat acts on what it knows itself.

The rollout policy looks at some worlds that its seat thinks possible. In each of them, seat j has
about n[j] worlds left, and m[j] possible own hands once all others are known. A disc is good if it
leaves a small sum of n[j] ** 0.5. With few players one of them leads: if j knew its world it could
name all other tiles, and the others then its own; so the best pawn leaves the smallest n[j] m[j]
for the best seat, averaged as (n m) ** -0.2, in the last round as the chance 1 / (n m) itself. Only
those hands count that later discs will not tell apart: what a disc can still tell needs no pawn.
`rated_*` play on from every given world; within a rollout no seat sees more of that world than its
own hand.
"""

# mypy: disable-error-code="call-arg,misc,no-untyped-call,no-untyped-def,var-annotated"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import lowest
from ...play.compiled import kernel
from .hands_kernel import (
    COUNT,
    LISTED,
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
"""Up to this many players, one leads."""
AHEAD = 0.5
"""How much the best pair with a later disc counts for a disc, in place of the disc alone."""
FEW = 16
"""Up to this many ways for each world that is looked at, worlds are listed and not drawn."""
EACH = 0o1111111111
"""The lowest bit of each target's three."""
THREES = 0o7007007007
"""The lowest three bits of each nine."""


class Style(NamedTuple):
    """How rollouts go.

    `tiles` and `targets` are their numbers in the box; by a convention `discs` or `pawns` tell
    more than the rules do. In the last round each seat tries the `tried` tiles that tell most at
    once in `worlds` worlds; with 0 it takes the first. What tells most is found by looking at
    `looks` worlds. `before[t]` is the tile before t on the board, round again.
    """

    tiles: int
    targets: int
    discs: bool
    pawns: bool
    worlds: int
    tried: int
    looks: int
    before: NDArray[np.int64]


@kernel
def alike(hand, own):
    """Return the targets on which `hand` counts the same as `own`, three bits apart."""
    other = (hand ^ own) >> COUNT
    return ~(other | other >> 1 | other >> 2) & EACH


@kernel
def pattern(hand, own, targets):
    """Return on which targets `hand` counts the same as `own`, one bit each."""
    same = alike(hand, own)
    same = (same | same >> 2 | same >> 4) & THREES
    return (same | same >> 6 | same >> 12 | same >> 18 & 1 << 9) & ((1 << targets) - 1)


@kernel
def count_pairs(many, patterns, same, discs):
    """Put into same[x, x] how many count alike at x, and into same[x, y] at both if `discs` > 1.

    `many` says how many hands have each of the `patterns`, which is nothing afterwards.
    """
    same[:] = 0.0
    for here in patterns:
        n = many[here]
        many[here] = 0
        at = here
        while at:
            x = lowest(at)
            at &= at - 1
            same[x, x] += n
            rest = at if discs > 1 else 0
            while rest:
                same[x, lowest(rest)] += n
                rest &= rest - 1


@kernel
def counting(targets):
    """Return room for `count_pairs` over so many targets: `many`, `patterns` and `same`."""
    return (
        np.zeros(1 << targets, dtype=np.int64),
        np.empty((1 << targets) + 1, dtype=np.int64),
        np.empty((targets, targets)),
    )


@kernel
def to_be_told(hands, own, others, discs, room):
    """Return the bits of the counts that will be told of the hand `own` by so many `discs`.

    They are taken to be those that leave the fewest of `hands` beside the tiles `others`; of more
    discs than two, the first two count.
    """
    if discs <= 0:
        return 0
    many, patterns, same = room
    targets = same.shape[0]
    n = 0
    for i in range(hands.shape[0]):
        if not hands[i] & others & TILES:
            at = pattern(hands[i], own, targets)
            patterns[n] = at
            n += many[at] == 0
            many[at] += 1
    count_pairs(many, patterns[:n], same, discs)
    least = np.inf
    found = 0
    for x in range(targets):
        for y in range(x, targets if discs > 1 else x + 1):
            if same[x, y] < least:
                least = same[x, y]
                found = 7 << (COUNT + 3 * x) | 7 << (COUNT + 3 * y)
    return found


@kernel
def nearness(worlds, alone, power):
    """Return how near the team is to winning: its chance to guess all, to minus this `power`.

    Seat j has `worlds[j]` worlds; once the others' hands are known, `alone[j]` own hands are left.
    With many players and later discs, what all are in doubt of counts.
    """
    players = worlds.shape[0]
    if players > LED and power > -1.0:
        return doubt(worlds)
    least = np.inf
    for j in range(players):
        least = min(least, max(worlds[j], 1.0) * max(alone[j], 1.0))
    return least**power


@kernel
def doubt(worlds):
    """Return minus the summed uncertainty of all seats: more is better."""
    total = 0.0
    for j in range(worlds.shape[0]):
        total -= max(worlds[j], 1.0) ** 0.5
    return total


@kernel
def disc_scores(sets, size, p, own, discs, looks, seed, style):
    """Return the score of a disc of p on each target; p lays so many `discs` later.

    As many worlds are looked at as `looks` says.
    """
    players = size.shape[0]
    targets = style.targets
    worlds = np.zeros((looks, players), dtype=np.int64)
    n, _ = worlds_of(sets, size, p, own, seed, worlds, FEW * looks)
    scores = np.zeros(targets)
    many, patterns, same = counting(targets)
    at = np.empty(size[p], dtype=np.int64)
    kinds = 0
    for i in range(size[p]):
        at[i] = pattern(sets[p, i], own, targets)
        patterns[kinds] = at[i]
        kinds += many[at[i]] == 0
        many[at[i]] = 1
    many[:] = 0
    for w in range(n):
        for j in range(players):
            if j == p:
                continue
            mine = worlds[w, j] & TILES
            ways = 1.0
            for k in range(players):
                if k not in (j, p):
                    beside = 0
                    for i in range(size[k]):
                        beside += not sets[k, i] & mine
                    ways *= beside
            for i in range(size[p]):
                many[at[i]] += sets[p, i] & mine == 0
            count_pairs(many, patterns[:kinds], same, discs + 1)
            for x in range(targets):
                pair = same[x, x]
                if discs:
                    for y in range(targets):
                        pair = min(pair, same[min(x, y), max(x, y)])
                scores[x] -= (ways * same[x, x] ** (1.0 - AHEAD) * pair**AHEAD) ** 0.5
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
def pawn_scores(sets, size, p, own, shut, discs, looks, seed, style):
    """Return for each tile how near the team is if p names it; -inf if p cannot or may not.

    Each seat lays so many `discs` later; as many worlds are looked at as `looks` says.
    """
    players = size.shape[0]
    tiles = style.tiles
    power = -0.2 if discs else -1.0
    discs = 0 if style.discs else discs
    worlds = np.zeros((looks, players), dtype=np.int64)
    n, _ = worlds_of(sets, size, p, own, seed, worlds, FEW * looks)
    scores = np.full(tiles, -np.inf)
    clues = np.zeros(tiles, dtype=np.int64)
    for t in range(tiles):
        clues[t] = told(p, own, t, shut, style)
        if not (own | shut) >> t & 1 and clues[t] >= 0:
            scores[t] = 0.0
    # many[j, k]: k's hands for listener j, having[j, k, t] those with tile t; j = k for all others.
    many = np.zeros((players, players))
    having = np.zeros((players, players, tiles))
    left = np.ones(players)
    alone = np.ones(players)
    room = counting(style.targets)
    for w in range(n):
        world = worlds[w]
        many[:] = 0.0
        having[:] = 0.0
        for k in range(players):
            others = 0
            for j in range(players):
                if j != k:
                    others |= world[j]
            later = to_be_told(sets[k, : size[k]], world[k], others, discs, room)
            for i in range(size[k]):
                hand = sets[k, i]
                if (hand ^ world[k]) & later:
                    continue
                for j in range(players):
                    if hand & (others if j == k else world[j]) & TILES:
                        continue
                    many[j, k] += 1
                    rest = hand & TILES
                    while rest:
                        t = lowest(rest)
                        having[j, k, t] += 1
                        rest &= rest - 1
        for t in range(tiles):
            if scores[t] == -np.inf:
                continue
            clue = clues[t]
            behind = lowest(clue) if clue else 0
            for j in range(players):
                left[j] = 1.0
                for k in range(players):
                    ways = having[j, k, t] if world[k] >> t & 1 else many[j, k] - having[j, k, t]
                    if k == p and clue and many[j, k] > 0.0:
                        ways *= having[j, k, behind] / many[j, k]
                    if j == k:
                        alone[j] = ways
                    else:
                        left[j] *= max(ways, 1.0)
            scores[t] += nearness(left, alone, power) / n
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
def pawns_placed(sets, size, hands, shut, discs, acted, seed, style):
    """Let all who have not `acted` name the tile that tells most; return the new `shut`."""
    for p in range(size.shape[0]):
        if acted[p]:
            continue
        scores = pawn_scores(sets, size, p, hands[p], shut, discs, style.looks, seed, style)
        t = np.argmax(scores)
        if (shut | hands[p]) >> t & 1:
            continue  # nothing is left that p could name
        named(sets, size, hands, p, t, shut, style)
        shut |= 1 << t
    return shut


@kernel
def keen_pawn(sets, size, p, own, shut, seed, style):
    """Return the tile, of those that tell most, that is best if the conclusion comes next."""
    players = size.shape[0]
    scores = pawn_scores(sets, size, p, own, shut, 0, style.looks, seed, style)
    chosen = np.argmax(scores)
    worlds = np.zeros((style.worlds, players), dtype=np.int64)
    n, _ = worlds_of(sets, size, p, own, seed, worlds, LISTED)
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
    while left > 0 and size.max() > 1:
        if not pawns:
            for p in range(players):
                if acted[p]:
                    continue
                if style.discs:
                    tell_agreed(sets, size, p, hands[p], style.targets)
                else:
                    scores = disc_scores(
                        sets, size, p, hands[p], left - 1, style.looks, seed, style
                    )
                    tell(sets, size, p, np.argmax(scores), hands[p])
            acted[:] = 0
        if left > 1 or not style.worlds:
            shut = pawns_placed(sets, size, hands, shut, left - 1, acted, seed, style)
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
def rated_discs(sets, size, p, own, shut, left, acted, worlds, targets, seed, style):
    """Return values[i, w]: the chance to win world w if p's disc goes to targets[i]."""
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
    return values


@kernel
def rated_pawns(sets, size, p, own, shut, left, acted, worlds, tiles, seed, style):
    """Return values[i, w]: the chance to win world w if p names tiles[i].

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
