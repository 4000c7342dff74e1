"""Rollouts of Onstage, compiled: every move is played on in the same deals.

Everybody plays by the learned value, or for what the trick brings (`TAKERS`), up to the end of a
trick, and the value judges the rest. Such rollouts play better than the value alone (Tesauro and
Galperin 1996), and the same deals for all moves (common random numbers) make small differences
show.
"""

# mypy: disable-error-code="call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import Rng, below
from ...play.compiled import kernel
from .deal_kernel import RECEIVERS, deal
from .rules_kernel import (
    LEADER,
    OVER,
    PHASE,
    PLAY,
    PLAYED,
    POINTS,
    REMOVED,
    SIZE,
    TAKERS,
    TRUMP,
    State,
    actor,
    claimed_by,
    make,
    moves,
    players,
)
from .value_kernel import (
    MARGIN,
    WIN,
    Net,
    Scratch,
    best_move,
    expect,
    new_desk,
    reward,
    reward_of,
)

States = NDArray[np.int64]
Hands = NDArray[np.int64]
Floats = NDArray[np.float64]

# What a try tells: what decides, the value at its end, and then of the present trick and of the
# next one who wins it (-1 if it is not played), whom they take (a mask), what is trump after it,
# and the blossoms that it brings each seat.
REWARD, CAME_WIN, CAME_MARGIN, TRICKS = range(4)
WINNER, TAKEN, TRUMP_AFTER, BLOSSOMS = range(4)
OF_TRICK = BLOSSOMS + RECEIVERS - 1
COLUMNS = TRICKS + 2 * OF_TRICK


@kernel
def draw(
    n: int,
    odds: Floats,
    fixed: Hands,
    which: Hands,
    tables: Floats,
    rooms: Hands,
    cards: Hands,
    voids: Hands,
    rng: Rng,
) -> Hands:
    """Return `n` independent, uniform deals; a row has the hands, the removed card last.

    `deals.Deals.arrays` describes the tables.
    """
    dealt, s = np.zeros((n, RECEIVERS), np.int64), np.zeros(SIZE, np.int64)
    for i in range(n):
        case = 0
        if len(odds) > 1:
            mark = below(rng, 1 << 31) * (1.0 / (1 << 31))
            while case < len(odds) - 1 and mark >= odds[case]:
                case += 1
        s[:] = 0
        kind = which[case]
        deal(s, tables[kind], rooms[kind], cards[case], voids, rng)
        for seat in range(RECEIVERS - 1):
            dealt[i, seat] = s[seat] | fixed[case, seat]
        dealt[i, RECEIVERS - 1] = s[REMOVED] | fixed[case, RECEIVERS - 1]
    return dealt


@kernel
def give(s: State, hands: NDArray[np.int64]) -> None:
    """Put the hidden cards of a deal into `s`, where they lay in a heap as if removed."""
    for seat in range(RECEIVERS - 1):
        s[seat] |= hands[seat]
    s[REMOVED] = hands[RECEIVERS - 1]


@kernel
def note_trick(s: State, had: Hands, row: Floats) -> None:
    """Write to `row` how a trick ended, if seats `had` these performers before it; update `had`."""
    winner = s[LEADER]
    row[WINNER], row[TRUMP_AFTER] = winner, s[TRUMP]
    row[TAKEN] = claimed_by(s, winner) & ~had[winner]
    for seat in range(players(s)):
        has = claimed_by(s, seat)
        row[BLOSSOMS + seat] = POINTS[has] - POINTS[had[seat]]
        had[seat] = has


@kernel
def play_on(
    root: State,
    afters: States,
    alive: Hands,
    dealt: Hands,
    ahead: int,
    net: Net,
    wins: float,
    came: Floats,
) -> None:
    """Try the moves of `root` numbered in `alive` in every deal; write the results to `came`.

    afters: the state after each move, all hidden cards in a heap. ahead: the tricks played beyond
    the present one before the value judges. came: (deals, moves, COLUMNS).
    """
    desk, s, viewer = new_desk(), np.empty(SIZE, np.int64), actor(root)
    had = np.zeros(RECEIVERS - 1, np.int64)
    for i in range(len(dealt)):
        for move in alive:
            s[:] = afters[move]
            give(s, dealt[i])
            tricks, row = 0, came[i, move]
            row[:] = 0
            row[TRICKS + OF_TRICK + WINNER] = -1
            for seat in range(players(root)):
                had[seat] = claimed_by(root, seat)
            while True:
                if s[PHASE] == OVER or (s[PHASE] == PLAY and not s[PLAYED]):
                    if tricks < 2:
                        note_trick(s, had, row[TRICKS + tricks * OF_TRICK :])
                    tricks += 1
                    if s[PHASE] == OVER or tricks > ahead:
                        break
                s[:] = desk.afters[best_move(s, net, wins, desk)]
            row[REWARD] = reward(s, viewer, net, wins, desk)
            row[CAME_WIN], row[CAME_MARGIN] = desk.told[0, WIN], desk.told[0, MARGIN]


@kernel
def likelihoods(
    start: State, viewer: int, made: Hands, dealt: Hands, heat: float, net: Net, wins: float
) -> Floats:
    """Return the log-likelihood of the moves `made` in this round, for each deal.

    Players choose by a softmax of the value after each move, in units of `heat`; the moves of
    `viewer` tell nothing. start: the start of the round, where the hands of others hold only what
    they have played since; dealt: what they still hold.
    """
    desk, s, after = new_desk(), np.empty(SIZE, np.int64), np.empty(SIZE, np.int64)
    logs = np.zeros(len(dealt))
    for i in range(len(dealt)):
        s[:] = start
        give(s, dealt[i])
        for code in made:
            after[:] = s
            make(after, code)
            if actor(s) != viewer:
                logs[i] += log_chance(s, after, heat, net, wins, desk)
            s[:] = after
    return logs


@kernel
def log_chance(s: State, after: State, heat: float, net: Net, wins: float, desk: Scratch) -> float:
    """Return the log-probability that `after` is chosen at `s`, by a softmax of the value."""
    n, seat = moves(s, desk.afters, desk.codes), actor(s)
    total, own = 0.0, reward(after, seat, net, wins, desk) / heat
    expect(desk.afters, n, seat, net, desk)
    for i in range(n):
        total += np.exp(reward_of(desk.told[i], wins) / heat - own)
    return -np.log(total)


@kernel
def as_takers(
    start: State, viewer: int, made: Hands, dealt: Hands, net: Net, wins: float
) -> tuple[Floats, Floats]:
    """Return for each of the moves `made` in how many of the deals two kinds of players make it.

    Those who look no further than to what the trick brings, and those who take what the learned
    value likes best; it is the part of the deals, -1 for moves of `viewer` and where there is no
    choice. `start` and `dealt` are as in `likelihoods`.
    """
    desk, s, after = new_desk(), np.empty(SIZE, np.int64), np.empty(SIZE, np.int64)
    taking, valuing = np.full(len(made), -1.0), np.full(len(made), -1.0)
    for i in range(len(dealt)):
        s[:] = start
        give(s, dealt[i])
        for k in range(len(made)):
            after[:] = s
            make(after, made[k])
            seat = actor(s)
            if seat != viewer and moves(s, desk.afters, desk.codes) > 1:
                taking[k], valuing[k] = max(taking[k], 0.0), max(valuing[k], 0.0)
                chosen = desk.afters[best_move(s, net, wins, desk)]
                valuing[k] += (chosen[:TAKERS] == after[:TAKERS]).all() / len(dealt)
                s[TAKERS] = 1 << seat
                chosen = desk.afters[best_move(s, net, wins, desk)]
                taking[k] += (chosen[:TAKERS] == after[:TAKERS]).all() / len(dealt)
                s[TAKERS] = 0
            s[:] = after
    return taking, valuing
