"""The end of a round of Onstage, solved over all deals at once, compiled.

It is a game of one player: the viewer chooses, with the same choice in all deals that look alike so
far (one information set), and everybody else plays as in all rollouts. So the values are exact
against others who play that way, and the viewer never uses what it cannot see. Deals that look
alike share one table; they differ only in who holds which card, and every player looks only at
their own hand.
"""

# mypy: disable-error-code="arg-type,assignment,call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import GOLDEN
from ...play.compiled import kernel
from .deal_kernel import RECEIVERS
from .rules_kernel import (
    MOST_MOVES,
    OVER,
    PHASE,
    REMOVED,
    SIZE,
    VALUES,
    State,
    actor,
    make,
    margin,
    moves,
    share,
    side_totals,
)
from .value_kernel import Nets, Scratch, best_move, new_desk

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

# The columns of what comes of a move: the margin, and the share of the win.
MARGIN, ROUND = 0, 1

DEPTH = 48
"""More moves than three tricks and their claims can have."""

ROOM = 1 << 14
"""Slots for the hands that one seat can hold; at most half are used."""

_SHIFT = np.uint64(64 - 14)


@kernel
def spread(
    dealt: Numbers, n: int, fixed: Numbers, cards: Numbers, rooms: Numbers, voids: Numbers
) -> int:
    """Append to `dealt`, with `n` rows in use, every way to deal `cards` on top of `fixed`.

    A row has the hands, the removed card last. Returns the number of rows in use.
    """
    many, row = len(cards), fixed.copy()
    if not many:
        dealt[n] = row
        return n + 1
    holder, at = np.full(many, -1), 0
    while at >= 0:
        card, was = cards[at], holder[at]
        if was >= 0:
            rooms[was] += 1
            row[was] ^= 1 << card
        now = was + 1
        while now < RECEIVERS and (not rooms[now] or (voids[now] >> (card // VALUES)) & 1):
            now += 1
        if now == RECEIVERS:
            holder[at] = -1
            at -= 1
            continue
        holder[at] = now
        rooms[now] -= 1
        row[now] |= 1 << card
        if at < many - 1:
            at += 1
        else:
            dealt[n] = row
            n += 1
    return n


@kernel
def imagine(s: State, public: State, hands: Numbers, gone: int, viewer: int) -> None:
    """Write to `s` the table `public` with the `hands` of a deal, minus the cards `gone`."""
    s[:] = public
    for seat in range(RECEIVERS - 1):
        if seat != viewer:
            s[seat] = hands[seat] & ~gone
    s[REMOVED] = hands[RECEIVERS - 1]


@kernel
def answers(
    public: State,
    gone: int,
    viewer: int,
    some: Numbers,
    dealt: Numbers,
    known: Numbers,
    chosen: Numbers,
    replies: Numbers,
    codes: Numbers,
    nets: Nets,
    wins: float,
    desk: Scratch,
) -> int:
    """Write to `replies` the move that the seat to move makes in each of `some` deals.

    It is one of `codes`. The seat looks only at its own hand, so each hand is asked once; `known`
    and `chosen` are a hash table for that, empty before and after. Returns how many different moves
    are made.
    """
    seat, s, n = actor(public), np.empty(SIZE, np.int64), 0
    if len(some) == 1:
        imagine(s, public, dealt[some[0]], gone, viewer)
        codes[0], replies[0] = desk.codes[best_move(s, nets, wins, desk)], 0
        return 1
    for i in range(len(some)):
        hand = dealt[some[i], seat] & ~gone
        slot = np.int64((np.uint64(hand) * GOLDEN) >> _SHIFT)
        while known[slot] >= 0 and known[slot] != hand:
            slot = (slot + 1) & (ROOM - 1)
        if known[slot] < 0:
            imagine(s, public, dealt[some[i]], gone, viewer)
            code = desk.codes[best_move(s, nets, wins, desk)]
            which = 0
            while which < n and codes[which] != code:
                which += 1
            if which == n:
                codes[n] = code
                n += 1
            known[slot], chosen[slot] = hand, which
        replies[i] = chosen[slot]
    for i in range(len(some)):
        forget(known, dealt[some[i], seat] & ~gone)
    return n


@kernel
def forget(known: Numbers, hand: int) -> None:
    """Empty the slots of the hash table from the slot of `hand` on."""
    slot = np.int64((np.uint64(hand) * GOLDEN) >> _SHIFT)
    while known[slot] >= 0:
        known[slot] = -1
        slot = (slot + 1) & (ROOM - 1)


@kernel
def solve(
    after: State,
    dealt: Numbers,
    odds: Floats,
    room: Numbers,
    viewer: int,
    goal: int,
    nets: Nets,
    wins: float,
) -> Floats:
    """Return the best that the viewer can get from `after`, the table after one of its moves.

    dealt: the deals, with `odds`. room: space for numbers of deals, several times their number.
    goal: the column to be maximised. The others play as their kinds do, with weight `wins` on
    winning. The stack is explicit, since a cached function must not call itself (numba issue 6061).
    """
    n, desk, afters = len(dealt), new_desk(), np.empty((MOST_MOVES, SIZE), np.int64)
    known, chosen = np.full(ROOM, -1), np.empty(ROOM, np.int64)
    replies, totals = np.empty(len(room), np.int64), np.zeros(5, np.int64)
    tables, missing = np.zeros((DEPTH, SIZE), np.int64), np.zeros(DEPTH, np.int64)
    first, last = np.zeros(DEPTH, np.int64), np.zeros(DEPTH, np.int64)
    codes, many = np.zeros((DEPTH, MOST_MOVES), np.int64), np.zeros(DEPTH, np.int64)
    tried, own, sums = np.zeros(DEPTH, np.int64), np.zeros(DEPTH, np.int64), np.zeros((DEPTH, 2))
    for i in range(n):
        room[i] = i
    imagine(tables[0], after, dealt[0], 0, viewer)
    last[0], depth, entered = n, 0, True
    while True:
        a, b, s = first[depth], last[depth], tables[depth]
        if entered:
            tried[depth], many[depth], own[depth], sums[depth] = 0, 0, 0, 0.0
            if s[PHASE] == OVER:
                side_totals(s, totals)
                ahead, won = margin(s, totals, viewer), share(s, totals, viewer)
                for i in range(a, b):
                    if not ahead:  # what each has kept decides
                        imagine(afters[0], s, dealt[room[i]], missing[depth], viewer)
                        won = share(afters[0], totals, viewer)
                    sums[depth, MARGIN] += odds[room[i]] * ahead
                    sums[depth, ROUND] += odds[room[i]] * won
            elif actor(s) == viewer:
                many[depth], own[depth] = moves(s, afters, codes[depth]), 1
                sums[depth] = -1e9
            else:
                many[depth] = answers(
                    s, missing[depth], viewer, room[a:b], dealt, known, chosen, replies[a:b],
                    codes[depth], nets, wins, desk,
                )  # fmt: skip
        if tried[depth] == many[depth]:
            if not depth:
                return sums[0]
            above = depth - 1
            if not own[above]:
                sums[above] += sums[depth]
            elif better(sums[depth], sums[above], goal):
                sums[above] = sums[depth]
            depth, entered = above, False
            continue
        which = tried[depth]
        tried[depth] += 1
        code = codes[depth, which]
        missing[depth + 1] = missing[depth]
        if own[depth]:
            first[depth + 1], last[depth + 1] = a, b
            tables[depth + 1] = s
        else:
            end = b
            for i in range(a, b):
                if replies[i] == which:
                    room[end] = room[i]
                    end += 1
            first[depth + 1], last[depth + 1] = b, end
            imagine(tables[depth + 1], s, dealt[room[b]], missing[depth], viewer)
        before = tables[depth + 1].copy()
        make(tables[depth + 1], code)
        for seat in range(RECEIVERS - 1):
            if seat != viewer:
                missing[depth + 1] |= before[seat] & ~tables[depth + 1][seat]
        depth, entered = depth + 1, True


@kernel
def better(one: Floats, other: Floats, goal: int) -> bool:
    """Tell whether `one` has more of the `goal`, or as much of it and more of the other column."""
    if abs(one[goal] - other[goal]) > 1e-9:
        return one[goal] > other[goal]
    return one[1 - goal] > other[1 - goal]
