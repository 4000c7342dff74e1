"""Uniform random deals of the cards that a seat does not see, compiled; see deals.py.

Cards are dealt suit by suit, and within a suit receiver by receiver: how many each gets is drawn by
the exact number of ways to complete the deal; which cards is a shuffle.
"""

# mypy: disable-error-code="arg-type,assignment,call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import Rng, below, bits
from ...play.compiled import kernel
from .rules_kernel import REMOVED, SUITS, VALUES, State

Ways = NDArray[np.float64]
Numbers = NDArray[np.int64]

RECEIVERS = 6
"""The hands, and the removed card as the last."""

# Row n has the ways to choose k of n cards.
_CHOOSE = np.zeros((VALUES + 1, VALUES + 1), np.float64)
for _n in range(VALUES + 1):
    _CHOOSE[_n, 0] = 1
    for _k in range(1, _n + 1):
        _CHOOSE[_n, _k] = _CHOOSE[_n - 1, _k - 1] + _CHOOSE[_n - 1, _k]

_UNIT = 1.0 / (1 << 31)


@kernel
def count_deals(ways: Ways, rooms: Numbers, sizes: Numbers, voids: Numbers) -> float:
    """Fill `ways` and return the number of deals.

    `rooms` are the free places of each receiver, `sizes` the cards of each suit, `voids` a mask of
    suits for each receiver. A row of `ways` is a receiver's turn within a suit, the last row the
    end; a column is the room left, in mixed radix. What is left of the suit follows from both.
    """
    ways[:] = 0.0
    ways[SUITS * RECEIVERS, 0] = 1.0
    later = 0
    for suit in range(SUITS - 1, -1, -1):
        stride = ways.shape[1]
        for receiver in range(RECEIVERS - 1, -1, -1):
            most = rooms[receiver]
            stride //= most + 1
            closed, is_last = (voids[receiver] >> suit) & 1, receiver == RECEIVERS - 1
            step = suit * RECEIVERS + receiver
            for at in range(ways.shape[1]):
                left = room_in(at, rooms) - later
                if left < 0 or left > sizes[suit]:
                    continue
                room = 0 if closed else (at // stride) % (most + 1)
                for k in range(left if is_last else 0, min(left, room) + 1):
                    ways[step, at] += _CHOOSE[left, k] * ways[step + 1, at - k * stride]
        later += sizes[suit]
    return ways[0, ways.shape[1] - 1]


@kernel
def room_in(at: int, rooms: Numbers) -> int:
    """Return the room that is left in column `at` of a table of ways."""
    room = 0
    for receiver in range(RECEIVERS):
        radix = rooms[receiver] + 1
        room += at % radix
        at //= radix
    return room


@kernel
def deal(s: State, ways: Ways, rooms: Numbers, cards: Numbers, voids: Numbers, rng: Rng) -> None:
    """Deal `cards` (a mask a suit) to the hands of `s` and to REMOVED, uniformly."""
    at = 1
    for receiver in range(RECEIVERS):
        at *= rooms[receiver] + 1
    at -= 1
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
                    k = how_many(ways, step, left, at, stride, left_over[receiver], rng)
            at -= k * stride
            stride *= rooms[receiver] + 1
            left_over[receiver] -= k
            taken = mask
            if k < left:
                taken = some_of(mask, left, k, rng)
            mask ^= taken
            left -= k
            s[receiver if receiver < RECEIVERS - 1 else REMOVED] |= taken


@kernel
def how_many(ways: Ways, step: int, left: int, at: int, stride: int, room: int, rng: Rng) -> int:
    """Return how many of the `left` cards of a suit a receiver gets, drawn by the ways to go on."""
    most = min(left, room)
    mark = ways[step, at] * (below(rng, 1 << 31) + 0.5) * _UNIT
    for k in range(most):
        mark -= _CHOOSE[left, k] * ways[step + 1, at - k * stride]
        if mark < 0:
            return k
    return most


@kernel
def some_of(mask: int, n: int, k: int, rng: Rng) -> int:
    """Return `k` random bits among the `n` bits of `mask`."""
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
