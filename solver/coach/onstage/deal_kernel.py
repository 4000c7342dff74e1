"""Deals of the cards that a seat does not see, drawn uniformly, compiled; see deals.py.

The cards are dealt suit by suit, and in a suit receiver by receiver: how many each gets is drawn
with the exact number of ways to go on from there, then which cards is a shuffle.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .rules_kernel import REMOVED, SUITS, VALUES, Rng, State, below, bits

Table = NDArray[np.float64]
Numbers = NDArray[np.int64]

RECEIVERS = 6
"""The hands and the removed card, the last."""

# Row n has the ways to choose k of n cards.
_CHOOSE = np.zeros((VALUES + 1, VALUES + 1), np.float64)
for _n in range(VALUES + 1):
    _CHOOSE[_n, 0] = 1
    for _k in range(1, _n + 1):
        _CHOOSE[_n, _k] = _CHOOSE[_n - 1, _k - 1] + _CHOOSE[_n - 1, _k]

_UNIT = 1.0 / (1 << 31)


@njit(cache=True)
def ways(
    table: Table, step: int, left: int, at: int, sizes: Numbers, rooms: Numbers, voids: Numbers
) -> float:
    """Return in how many ways the rest can be dealt, and note it in `table`.

    `step` counts receivers within suits, `left` the cards of this suit that are still to be
    dealt, `at` is the number of `rooms` (places left of each receiver) as `table` counts them.
    `sizes` has the cards of each suit; `voids` a mask of suits for each receiver.
    """
    suit, receiver = step // RECEIVERS, step % RECEIVERS
    if suit == SUITS:
        return 1.0
    if table[step, at] >= 0:
        return table[step, at]
    total, stride = 0.0, 1
    for other in range(receiver):
        stride *= rooms[RECEIVERS + other] + 1
    room = rooms[receiver]
    least = left if receiver == RECEIVERS - 1 else 0
    most = 0 if (voids[receiver] >> suit) & 1 else min(left, room)
    for k in range(least, most + 1):
        rooms[receiver] = room - k
        rest = left - k
        if receiver == RECEIVERS - 1:
            rest = sizes[suit + 1]
        on = ways(table, step + 1, rest, at - k * stride, sizes, rooms, voids)
        total += _CHOOSE[left, k] * on
    rooms[receiver] = room
    table[step, at] = total
    return total


@njit(cache=True)
def count(table: Table, rooms: Numbers, sizes: Numbers, voids: Numbers) -> float:
    """Fill `table`, all below 0 at first, and return the number of deals; `rooms` are as given."""
    both = np.zeros(2 * RECEIVERS, np.int64)
    at, stride = 0, 1
    for receiver in range(RECEIVERS):
        both[receiver] = both[RECEIVERS + receiver] = rooms[receiver]
        at += rooms[receiver] * stride
        stride *= rooms[receiver] + 1
    return ways(table, 0, sizes[0], at, sizes, both, voids)


@njit(cache=True)
def deal(
    s: State, table: Table, rooms: Numbers, cards: Numbers, voids: Numbers, rng: Rng
) -> None:
    """Deal `cards` (a mask a suit) to the hands of `s` and to REMOVED, uniformly."""
    at, stride = 0, 1
    for receiver in range(RECEIVERS):
        at += rooms[receiver] * stride
        stride *= rooms[receiver] + 1
    left_over = rooms.copy()
    for suit in range(SUITS):
        mask = cards[suit]
        left, stride = bits(mask), 1
        for receiver in range(RECEIVERS):
            if not left:
                break
            k, step = left, suit * RECEIVERS + receiver
            if receiver < RECEIVERS - 1:
                k = 0
                if not (voids[receiver] >> suit) & 1 and left_over[receiver]:
                    k = how_many(table, step, left, at, stride, left_over[receiver], rng)
            at -= k * stride
            stride *= rooms[receiver] + 1
            left_over[receiver] -= k
            taken = mask
            if k < left:
                taken = some_of(mask, left, k, rng)
            mask ^= taken
            left -= k
            s[receiver if receiver < RECEIVERS - 1 else REMOVED] |= taken


@njit(cache=True)
def how_many(
    table: Table, step: int, left: int, at: int, stride: int, room: int, rng: Rng
) -> int:
    """Return how many of the `left` cards of a suit a receiver gets, by the ways to go on."""
    most = min(left, room)
    mark = table[step, at] * (below(rng, 1 << 31) + 0.5) * _UNIT
    for k in range(most):
        mark -= _CHOOSE[left, k] * table[step + 1, at - k * stride]
        if mark < 0:
            return k
    return most


@njit(cache=True)
def some_of(mask: int, n: int, k: int, rng: Rng) -> int:
    """Return `k` random bits of the `n` of `mask`."""
    taken = 0
    for i in range(n):
        bit = mask & -mask
        mask ^= bit
        if below(rng, n - i) < k:
            taken |= bit
            k -= 1
            if not k:
                break
    return taken
