"""Search for Onstage, compiled: one tree of what everybody sees, a new deal each time through it.

All choices are made in the open, so a node is a sequence of choices, and what hides behind it is
drawn anew each time (information-set tree search, Cowling, Powley and Whitehouse 2012). A choice
is selected by its value for whom it belongs to, its weight by the policy, and how seldom it was
tried (PUCT, Rosin 2011); below the tree everybody plays by the policy.
"""

# mypy: disable-error-code="arg-type,assignment,call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .deal_kernel import deal
from .policy_kernel import Weights, best_of, chosen, scores
from .rules_kernel import (
    BETWEEN,
    CARDS,
    LEADER,
    LENGTH,
    LINE,
    OVER,
    PHASE,
    PLAY,
    PLAYED,
    POINTS,
    RECALL,
    RULES,
    SIZE,
    SUITS,
    TEAMS,
    TRUMP,
    Rng,
    State,
    actor,
    apply,
    below,
    bits,
    claimed_by,
    legal,
    lowest,
    players,
)

Nodes = NDArray[np.int64]

# The columns of a node: its first child, its next sibling, its choice, how often it was taken.
CHILD, SIBLING, CHOICE, VISITS = range(4)

# The columns of what came of it: rewards of five seats, then what the viewer is shown.
MARGIN, MARGIN2, ROUND, TRICK_WON, GAINED, TRUMPS = 5, 6, 7, 8, 9, 10
COLUMNS = TRUMPS + SUITS + 1

# The settings of a search.
EXPLORE, HEAT, UNTRIED, WINS, SLIP, HABIT, FLAT, SPREAD, EVEN, CURIOUS = range(10)


_LUCK = np.uint64(0xD1342543DE82EF95)


@njit(cache=True)
def sides(s: State, base: Nodes, totals: Nodes) -> None:
    """Write to `totals` what each seat's side has, with `base` from earlier rounds. ON-15"""
    n = players(s)
    for seat in range(n):
        totals[seat] = base[seat] + POINTS[claimed_by(s, seat)]
    if (s[RULES] >> TEAMS) & 1:
        for seat in range(2):
            totals[seat] = totals[seat + 2] = totals[seat] + totals[seat + 2]


@njit(cache=True)
def share(s: State, totals: Nodes, seat: int) -> float:
    """Return the share of a win that `seat` has: 1, less if it is tied, or 0."""
    tied, n = 0, players(s)
    for other in range(n):
        if totals[other] > totals[seat]:
            return 0.0
        tied += totals[other] == totals[seat]
    return 1.0 / tied if not (s[RULES] >> TEAMS) & 1 else 2.0 / tied


@njit(cache=True)
def margin(s: State, totals: Nodes, seat: int) -> int:
    """Return how far the side of `seat` is before the best other side."""
    best, n, teams = -1000, players(s), (s[RULES] >> TEAMS) & 1
    for other in range(n):
        if (not teams and other != seat) or (teams and (other - seat) % 2):
            best = max(best, totals[other])
    return totals[seat] - best


@njit(cache=True)
def sampled(
    s: State,
    root: State,
    odds: Weights,
    fixed: Nodes,
    which: Nodes,
    tables: NDArray[np.float64],
    rooms: Nodes,
    cards: Nodes,
    voids: Nodes,
    rng: Rng,
) -> None:
    """Write to `s` the state `root` with the hidden cards dealt; see `deals.Deals`."""
    s[:] = root
    case = 0
    if len(odds) > 1:
        mark = below(rng, 1 << 31) * (1.0 / (1 << 31))
        while case < len(odds) - 1 and mark >= odds[case]:
            case += 1
    for seat in range(5):
        s[seat] |= fixed[case, seat]
    s[16] |= fixed[case, 5]
    kind = which[case]
    deal(s, tables[kind], rooms[kind], cards[case], voids, rng)


@njit(cache=True)
def child_of(nodes: Nodes, node: int, choice: int) -> int:
    """Return the child of `node` for `choice`, 0 if there is none."""
    child = nodes[node, CHILD]
    while child and nodes[child, CHOICE] != choice:
        child = nodes[child, SIBLING]
    return child


@njit(cache=True)
def grown(nodes: Nodes, node: int, choice: int) -> int:
    """Return the child of `node` for `choice`, a new one if need be, 0 if there is no room."""
    child = child_of(nodes, node, choice)
    if not child:
        child = nodes[0, CHOICE]
        if child == len(nodes):
            return 0
        nodes[0, CHOICE] += 1
        nodes[child, CHOICE] = choice
        nodes[child, SIBLING] = nodes[node, CHILD]
        nodes[node, CHILD] = child
    return child


@njit(cache=True)
def selected(
    s: State,
    nodes: Nodes,
    came: Weights,
    node: int,
    now: bool,
    w: Weights,
    how: Weights,
    out: Weights,
) -> int:
    """Return the choice at `node` with the best value and weight for how often it was tried.

    `now` tells that it belongs to the present move.
    """
    mask, seat = legal(s), actor(s)
    if s[PHASE] == RECALL and s[LENGTH]:
        mask &= ~(1 << (s[LINE] & 15))  # who is in front already: as good as nothing, ON-21
    if mask & (mask - 1) == 0:
        return lowest(mask)
    spread, explore = how[SPREAD], how[EXPLORE]
    if now:
        spread, explore = how[EVEN], how[CURIOUS]
    scores(s, w, out)
    top = out[best_of(mask, out)]
    heat, total, left = how[HEAT], 0.0, mask
    while left:
        choice = lowest(left)
        left &= left - 1
        out[choice] = np.exp(max(-30.0, (out[choice] - top) / heat))
        total += out[choice]
    evenly, tried, left, visits = spread / bits(mask), 0, mask, 0
    child, worth = nodes[node, CHILD], 0.0
    while child:
        if (mask >> nodes[child, CHOICE]) & 1:
            visits += nodes[child, VISITS]
            worth += came[child, seat]
        child = nodes[child, SIBLING]
    untried = (worth / visits if visits else 0.5) - how[UNTRIED]
    root = explore * np.sqrt(visits + 1.0)
    best, most = -1, -1e9
    while left:
        choice = lowest(left)
        left &= left - 1
        weight = evenly + (1 - spread) * out[choice] / total
        child = child_of(nodes, node, choice)
        value, tried = untried, 0
        if child and nodes[child, VISITS]:
            tried = nodes[child, VISITS]
            value = came[child, seat] / tried
        value += root * weight / (1 + tried)
        if value > most:
            best, most = choice, value
    return best


@njit(cache=True)
def search(
    root: State,
    viewer: int,
    base: Nodes,
    odds: Weights,
    fixed: Nodes,
    which: Nodes,
    tables: NDArray[np.float64],
    rooms: Nodes,
    cards: Nodes,
    voids: Nodes,
    w: Weights,
    how: Weights,
    nodes: Nodes,
    came: Weights,
    n: int,
    seed: int,
    rng: Rng,
) -> None:
    """Go `n` times through the tree of `nodes`, of which `root` is 0, and note what `came` of it.

    nodes[0, CHOICE] is the number of nodes in use.
    """
    s, out = np.empty(SIZE, np.int64), np.empty(CARDS, np.float64)
    path, totals = np.empty(200, np.int64), np.zeros(5, np.int64)
    slip, habit, flat = int(how[SLIP]), int(how[HABIT]), how[FLAT] > 0
    many = players(root)
    mates = many if not (root[RULES] >> TEAMS) & 1 else 2
    own = POINTS[claimed_by(root, viewer)]
    made, luck = np.empty(8, np.int64), rng.copy()
    for _ in range(n):
        # The present move; its n-th try meets the n-th deal and the n-th luck, whatever the move,
        # so that moves are compared on equal terms.
        sampled(s, root, odds, fixed, which, tables, rooms, cards, voids, rng)
        node, length, picks, inside = 0, 1, 0, True
        path[0] = 0
        while not picks or s[PHASE] not in BETWEEN:
            made[picks] = selected(s, nodes, came, node, True, w, how, out)
            apply(s, made[picks])
            node = grown(nodes, node, made[picks]) if inside else 0
            inside = inside and node > 0
            if inside:
                path[length] = node
                length += 1
            picks += 1
        if inside:
            luck[0] = np.uint64(seed) ^ (np.uint64(nodes[node, VISITS] + 1) * _LUCK)
            inside = nodes[node, VISITS] > 0 and not flat
        sampled(s, root, odds, fixed, which, tables, rooms, cards, voids, luck)
        for i in range(picks):
            apply(s, made[i])
        trump, gained, won, ended = s[TRUMP], 0, 0, False
        while True:
            if not ended and (s[PHASE] == OVER or (s[PHASE] == PLAY and s[PLAYED] == 0)):
                ended = True  # the present trick
                trump, won = s[TRUMP], s[LEADER] % mates == viewer % mates
                gained = POINTS[claimed_by(s, viewer)] - own
            if s[PHASE] == OVER:
                break
            if not inside or (habit and actor(s) != viewer and below(luck, 1000) < habit):
                choice = chosen(s, w, slip, out, luck)
            else:
                choice = selected(s, nodes, came, node, False, w, how, out)
            apply(s, choice)
            if inside:
                node = grown(nodes, node, choice)
                inside = node > 0
                if inside:
                    path[length] = node
                    length += 1
                    inside = nodes[node, VISITS] > 0
        sides(s, base, totals)
        gap, win = margin(s, totals, viewer), share(s, totals, viewer)
        for i in range(length):
            node = path[i]
            nodes[node, VISITS] += 1
            for seat in range(many):
                reward = 0.5 + margin(s, totals, seat) / 24.0
                reward = min(1.0, max(0.0, reward))
                came[node, seat] += how[WINS] * share(s, totals, seat) + (1 - how[WINS]) * reward
            came[node, MARGIN] += gap
            came[node, MARGIN2] += gap * gap
            came[node, ROUND] += win
            came[node, TRICK_WON] += won
            came[node, GAINED] += gained
            came[node, TRUMPS + trump] += 1
