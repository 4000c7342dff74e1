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

from ...play.bits_kernel import lowest
from ...play.compiled import kernel
from .greedy_kernel import greedy_move
from .rules_kernel import (
    KINDS,
    MOST_MOVES,
    NO_TRUMP,
    OVER,
    PHASE,
    SIZE,
    SUITS,
    TRUMP,
    State,
    actor,
    margin,
    moves,
    share,
    side_totals,
)
from .sight_kernel import MARKS, ROWS, TABLE, Sets, look

Numbers = NDArray[np.float32]

BY_VALUE, BY_RECKONING, GREEDY = range(3)
"""Kinds of players: who takes what the learned value likes best, what promises most if all play
greedily to the end, or what `greedy` takes."""

WIN, MARGIN = 0, 1
"""The parts of a value: the share of the win, the margin in blossoms."""

SCALE = 12.0
"""Blossoms that count as one unit in the learned margin; the reward saturates at this margin."""

UNITS = 128
"""Room for hidden units in a layer."""
TOGETHER = 4
"""How many units of the second layer are computed together: their number is a multiple of it."""


class Net(NamedTuple):
    """The weights of the marks of a suit and of the table, of the sums over suits, and of a value.

    Rows of `of_suit` and `of_table` are marks. Those of the table add to the units of every suit,
    and behind these to the outer layer. Rows of `of_sums` are units of the outer layer; they weigh
    the units of all suits, then those of the trump. `values` has a row for each part of a value;
    its last column is added.
    """

    of_suit: Numbers
    of_table: Numbers
    of_sums: Numbers
    values: Numbers


class Nets(NamedTuple):
    """What tells the learned value, and what comes if all play greedily from now on."""

    value: Net
    reckoning: Net


class Scratch(NamedTuple):
    """Buffers: what is seen, what was seen last, what that adds up to, a value, and moves.

    Only what differs from the last look is added to the `units` of the suits and to what is
    `common` to all. `hidden` are the units summed up, `outer` those of the outer layer, `told` what
    can be expected of some states, a row each. `totals` are those of a round that is over. `afters`
    are the states after the moves `codes`. Buffers are shared by calls: a search allocates nothing.
    """

    marks: Sets
    before: Sets
    units: Numbers
    common: Numbers
    hidden: Numbers
    outer: Numbers
    told: Numbers
    totals: NDArray[np.int64]
    codes: NDArray[np.int64]
    afters: NDArray[np.int64]


@kernel
def new_desk() -> Scratch:
    """Return empty buffers."""
    return Scratch(
        np.zeros(ROWS, np.int64),
        np.zeros(ROWS, np.int64),
        np.zeros((SUITS, UNITS), np.float32),
        np.zeros(2 * UNITS, np.float32),
        np.zeros(2 * UNITS, np.float32),
        np.zeros(UNITS, np.float32),
        np.zeros((MOST_MOVES, 2), np.float32),
        np.zeros(5, np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros((MOST_MOVES, SIZE), np.int64),
    )


@kernel(fastmath=True)
def add_changes(
    marks: Sets, before: Sets, units: Numbers, common: Numbers, of_suit: Numbers, of_table: Numbers
) -> None:
    """Add to the sums what differs from the last look."""
    for suit in range(SUITS):
        changed, row = marks[suit] ^ before[suit], units[suit]
        while changed:
            i = lowest(changed)
            changed &= changed - 1
            sign = np.float32(2 * ((marks[suit] >> i) & 1) - 1)
            for j in range(of_suit.shape[1]):
                row[j] += sign * of_suit[i, j]
    for at in range(TABLE, ROWS):
        changed, weights = marks[at] ^ before[at], of_table[MARKS * (at - TABLE) :]
        while changed:
            i = lowest(changed)
            changed &= changed - 1
            sign = np.float32(2 * ((marks[at] >> i) & 1) - 1)
            for j in range(of_table.shape[1]):
                common[j] += sign * weights[i, j]
    for at in range(ROWS):
        before[at] = marks[at]


@kernel(fastmath=True)
def add_up(
    trump: int,
    units: Numbers,
    common: Numbers,
    hidden: Numbers,
    outer: Numbers,
    of_sums: Numbers,
    values: Numbers,
    told: Numbers,
) -> None:
    """Write the value that the sums make to `told`.

    Loops are such that the compiler takes several steps of them at once, and nothing is skipped.
    """
    first, second, nought = of_sums.shape[1] // 2, of_sums.shape[0], np.float32(0)
    for j in range(first):
        more = common[j]
        total = max(units[0, j] + more, nought) + max(units[1, j] + more, nought)
        hidden[j] = total + max(units[2, j] + more, nought) + max(units[3, j] + more, nought)
    wide = first
    if trump != NO_TRUMP:
        wide = 2 * first
        for j in range(first):
            hidden[first + j] = max(units[trump, j] + common[j], nought)
    for i in range(0, second, TOGETHER):
        at = first + i
        a, b, c, d = common[at], common[at + 1], common[at + 2], common[at + 3]
        for j in range(wide):
            x = hidden[j]
            a += x * of_sums[i, j]
            b += x * of_sums[i + 1, j]
            c += x * of_sums[i + 2, j]
            d += x * of_sums[i + 3, j]
        outer[i], outer[i + 1], outer[i + 2], outer[i + 3] = a, b, c, d
    win, gap = values[WIN, second], values[MARGIN, second]
    for i in range(second):
        x = max(outer[i], nought)
        win += x * values[WIN, i]
        gap += x * values[MARGIN, i]
    told[WIN], told[MARGIN] = 1 / (1 + np.exp(-win)), SCALE * gap


@kernel
def expect(states: NDArray[np.int64], n: int, seat: int, net: Net, desk: Scratch) -> None:
    """Write what `seat` can expect of the first `n` of `states` to the buffers, a row each.

    Of a round that is over, it is what the seat has. The sums of each state go on from those of the
    state before. They are begun anew here, so that rounding errors do not pile up. All arrays are
    taken out of the tuples once: that costs as much as a state.
    """
    marks, before, units, common = desk.marks, desk.before, desk.units, desk.common
    hidden, outer, told, totals = desk.hidden, desk.outer, desk.told, desk.totals
    of_suit, of_table, of_sums, values = net.of_suit, net.of_table, net.of_sums, net.values
    before[:], units[:], common[:] = 0, 0.0, 0.0
    for k in range(n):
        s = states[k]
        if s[PHASE] == OVER:
            side_totals(s, totals)
            told[k, WIN], told[k, MARGIN] = share(s, totals, seat), margin(s, totals, seat)
        else:
            look(s, seat, marks)
            add_changes(marks, before, units, common, of_suit, of_table)
            add_up(s[TRUMP], units, common, hidden, outer, of_sums, values, told[k])


@kernel
def reward_of(told: Numbers, wins: float) -> float:
    """Return a value as one number from 0 to 1: `wins` of it for the win, the rest for the margin.

    A margin of 0 gives half of that.
    """
    gap = min(1.0, max(0.0, 0.5 + told[MARGIN] / (2 * SCALE)))
    return wins * told[WIN] + (1 - wins) * gap


@kernel
def value(s: State, seat: int, net: Net, desk: Scratch) -> None:
    """Write what `seat` can expect of `s` to the first row of `told`."""
    expect(s.reshape(1, -1), 1, seat, net, desk)


@kernel
def reward(s: State, seat: int, net: Net, wins: float, desk: Scratch) -> float:
    """Return the value of `s` to `seat` as one number, see `reward_of`."""
    value(s, seat, net, desk)
    return reward_of(desk.told[0], wins)


@kernel
def best_move(s: State, nets: Nets, wins: float, desk: Scratch) -> int:
    """Return the number of the move that the player to move makes, as one of its kind (`KINDS`).

    It is in the buffers then, with the state after it.
    """
    seat = actor(s)
    kind = s[KINDS] >> 2 * seat & 3
    if kind == GREEDY:
        desk.codes[0] = greedy_move(s, desk.afters[0])
        return 0
    n = moves(s, desk.afters, desk.codes)
    best, most = 0, -1.0
    if n > 1:
        if kind == BY_RECKONING:
            expect(desk.afters, n, seat, nets.reckoning, desk)
        else:
            expect(desk.afters, n, seat, nets.value, desk)
        for i in range(n):
            worth = reward_of(desk.told[i], wins)
            if worth > most:
                best, most = i, worth
    return best


@kernel
def playout(s: State, nets: Nets, wins: float, desk: Scratch) -> None:
    """Play a round to its end, everybody by the learned value."""
    while s[PHASE] != OVER:
        s[:] = desk.afters[best_move(s, nets, wins, desk)]
