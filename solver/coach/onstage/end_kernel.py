"""The end of a round of Onstage, compiled: all deals at once, nothing sampled.

What is solved is a game of one: the viewer chooses, with the same choice in all deals that look
alike so far, and everybody else plays by the policy. So the values are exact for others who play
that way, and no deal is looked into.
"""

# mypy: disable-error-code="arg-type,assignment,call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .deal_kernel import RECEIVERS
from .policy_kernel import Weights, chosen
from .rules_kernel import (
    CARDS,
    OVER,
    PHASE,
    REMOVED,
    VALUES,
    State,
    actor,
    apply,
    legal,
    lowest,
)
from .tree_kernel import Nodes, margin, share, sides

States = NDArray[np.int64]

# The columns of what comes of a choice: the margin, and the share of the win.
MARGIN, ROUND = 0, 1

DEPTH = 100
"""More choices than three tricks and their claims can have."""


@njit(cache=True)
def spread(states: States, n: int, s: State, cards: Nodes, rooms: Nodes, voids: Nodes) -> int:
    """Append to `states`, of which `n` are in use, `s` with `cards` dealt in every way.

    Returns how many are in use then.
    """
    many = len(cards)
    if not many:
        states[n] = s
        return n + 1
    holder, at = np.full(many, -1), 0
    while at >= 0:
        card, was = cards[at], holder[at]
        if was >= 0:
            rooms[was] += 1
            s[was if was < RECEIVERS - 1 else REMOVED] ^= 1 << card
        now = was + 1
        while now < RECEIVERS and (not rooms[now] or (voids[now] >> (card // VALUES)) & 1):
            now += 1
        if now == RECEIVERS:
            holder[at] = -1
            at -= 1
            continue
        holder[at] = now
        rooms[now] -= 1
        s[now if now < RECEIVERS - 1 else REMOVED] |= 1 << card
        if at < many - 1:
            at += 1
        else:
            states[n] = s
            n += 1
    return n


@njit(cache=True)
def settled(
    states: States, odds: Weights, first: int, last: int, viewer: int, base: Nodes, sums: Weights
) -> None:
    """Add to `sums` what has come of rounds that are over, each by its odds."""
    totals = np.zeros(5, np.int64)
    for i in range(first, last):
        sides(states[i], base, totals)
        sums[MARGIN] += odds[i] * margin(states[i], totals, viewer)
        sums[ROUND] += odds[i] * share(states[i], totals, viewer)


@njit(cache=True)
def solve(
    states: States,
    odds: Weights,
    n: int,
    made: Nodes,
    viewer: int,
    base: Nodes,
    goal: int,
    w: Weights,
) -> Weights:
    """Return what the viewer gets at best after the choices `made` in the first `n` of `states`.

    Those stand, each with its odds, for the deals that fit; behind them is room to play on.
    `goal` is the column of the result that is to be greatest. The stack is explicit, for a cached
    function must not call itself (numba issue 6061).
    """
    first, last = np.zeros(DEPTH, np.int64), np.zeros(DEPTH, np.int64)
    left, own = np.zeros(DEPTH, np.int64), np.zeros(DEPTH, np.int64)
    sums, reply = np.zeros((DEPTH, 2)), np.zeros(len(states), np.int64)
    rng, out = np.zeros(1, np.uint64), np.empty(CARDS)
    for i in range(n):
        states[n + i], odds[n + i] = states[i], odds[i]
        for choice in made:
            apply(states[n + i], choice)
    first[0], last[0], depth = n, 2 * n, 0
    entered = True
    while True:
        a, b = first[depth], last[depth]
        if entered:
            sums[depth], own[depth] = 0.0, 0
            if states[a, PHASE] == OVER:
                left[depth] = 0
                settled(states, odds, a, b, viewer, base, sums[depth])
            elif actor(states[a]) == viewer:
                left[depth], own[depth] = legal(states[a]), 1
                sums[depth] = -1e9
            else:
                left[depth] = 0
                for i in range(a, b):
                    reply[i] = chosen(states[i], w, 0, out, rng)
                    left[depth] |= 1 << reply[i]
        if not left[depth]:
            if not depth:
                return sums[0]
            above = depth - 1
            if not own[above]:
                sums[above] += sums[depth]
            elif better(sums[depth], sums[above], goal):
                sums[above] = sums[depth]
            depth, entered = above, False
            continue
        choice = lowest(left[depth])
        left[depth] &= left[depth] - 1
        end = b
        for i in range(a, b):
            if own[depth] or reply[i] == choice:
                states[end], odds[end] = states[i], odds[i]
                apply(states[end], choice)
                end += 1
        depth, entered = depth + 1, True
        first[depth], last[depth] = b, end


@njit(cache=True)
def better(one: Weights, other: Weights, goal: int) -> bool:
    """Tell whether `one` has more of the `goal`, or as much and more beside it."""
    if abs(one[goal] - other[goal]) > 1e-9:
        return one[goal] > other[goal]
    return one[1 - goal] > other[1 - goal]
