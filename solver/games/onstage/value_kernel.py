"""The learned value of a state of Onstage between two moves, and play by it, compiled.

The value is what a seat can expect at the end of the round: its share of the win, and its margin.
Every suit goes through the same hidden units, which are summed over the suits, and once more for
the trump; so the value does not depend on the names of the suits (deep sets, Zaheer and others
2017). It was learned by self-play with temporal differences (Tesauro 1992), see
`tools/learn_onstage.py`.
"""

# mypy: disable-error-code="call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...play.compiled import kernel
from .rules_kernel import (
    MOST_MOVES,
    OVER,
    PHASE,
    SIZE,
    SUITS,
    State,
    actor,
    margin,
    moves,
    share,
    side_totals,
)
from .sight_kernel import IS_TRUMP, OF_SUIT, OF_TABLE, Numbers, look

WIN, MARGIN = 0, 1
"""The columns of a value: the share of the win, the margin in blossoms."""

SCALE = 12.0
"""Blossoms that count as one unit in the learned margin; the reward saturates at this margin."""

UNITS = 128
"""Room for hidden units in a layer."""


class Net(NamedTuple):
    """The weights: of a suit, of the table, of sums over suits, of the table once more, of both."""

    of_suit: Numbers
    of_table: Numbers
    of_sums: Numbers
    again: Numbers
    values: Numbers


class Scratch(NamedTuple):
    """Buffers: suits, table, hidden units, a value, moves, and the states after them.

    It is shared by calls, so that a search allocates nothing.
    """

    suits: Numbers
    table: Numbers
    hidden: Numbers
    out: Numbers
    codes: NDArray[np.int64]
    afters: NDArray[np.int64]


@kernel
def new_desk() -> Scratch:
    """Return empty buffers."""
    return Scratch(
        np.zeros((SUITS, OF_SUIT), np.float32),
        np.zeros(OF_TABLE, np.float32),
        np.zeros((3, UNITS), np.float32),
        np.zeros(2, np.float32),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros((MOST_MOVES, SIZE), np.int64),
    )


@kernel(fastmath=True)
def forward(net: Net, desk: Scratch) -> None:
    """Compute the value of what a seat sees, from the buffers."""
    of_suit, of_table, of_sums, again, values = net
    suits, table = desk.suits, desk.table
    first, second = of_suit.shape[1], of_sums.shape[1]
    common, hidden, sums = desk.hidden[0], desk.hidden[1], desk.hidden[2]
    common[:first] = 0.0
    sums[:second] = 0.0
    for i in range(OF_TABLE):
        x = table[i]
        if x != 0:
            for j in range(first):
                common[j] += x * of_table[i, j]
            for j in range(second):
                sums[j] += x * again[i, j]
    for suit in range(SUITS):
        for j in range(first):
            hidden[j] = common[j]
        for i in range(OF_SUIT):
            x = suits[suit, i]
            if x != 0:
                for j in range(first):
                    hidden[j] += x * of_suit[i, j]
        trump = suits[suit, IS_TRUMP] != 0
        for i in range(first):
            x = hidden[i]
            if x > 0:
                for j in range(second):
                    sums[j] += x * of_sums[i, j]
                if trump:
                    for j in range(second):
                        sums[j] += x * of_sums[first + i, j]
    win, gap = values[second, 0], values[second, 1]
    for j in range(second):
        x = sums[j]
        if x > 0:
            win += x * values[j, 0]
            gap += x * values[j, 1]
    desk.out[WIN], desk.out[MARGIN] = 1 / (1 + np.exp(-win)), SCALE * gap


@kernel
def value(s: State, seat: int, net: Net, desk: Scratch) -> None:
    """Write what `seat` can expect of `s` to the buffers; if the round is over, what it has."""
    if s[PHASE] == OVER:
        totals = np.zeros(5, np.int64)
        side_totals(s, totals)
        desk.out[WIN], desk.out[MARGIN] = share(s, totals, seat), margin(s, totals, seat)
        return
    look(s, seat, desk.suits, desk.table)
    forward(net, desk)


@kernel
def reward(s: State, seat: int, net: Net, wins: float, desk: Scratch) -> float:
    """Return the value of `s` to `seat` as one number from 0 to 1: `wins` of it for the win.

    The rest is for the margin; a margin of 0 gives half of that.
    """
    value(s, seat, net, desk)
    gap = min(1.0, max(0.0, 0.5 + desk.out[MARGIN] / (2 * SCALE)))
    return wins * desk.out[WIN] + (1 - wins) * gap


@kernel
def best_move(s: State, net: Net, wins: float, desk: Scratch) -> int:
    """Return the number of the move after which the player to move can expect most.

    All moves are in the buffers then, with the states after them.
    """
    n = moves(s, desk.afters, desk.codes)
    best, most = 0, -1.0
    if n > 1:
        seat = actor(s)
        for i in range(n):
            worth = reward(desk.afters[i], seat, net, wins, desk)
            if worth > most:
                best, most = i, worth
    return best


@kernel
def playout(s: State, net: Net, wins: float, desk: Scratch) -> None:
    """Play a round to its end, everybody by the learned value."""
    while s[PHASE] != OVER:
        s[:] = desk.afters[best_move(s, net, wins, desk)]
