"""Rollouts of Onstage, compiled: every move is played on in the same deals.

Everybody plays as one of the kind that it is taken for (`KINDS`), up to the end of a trick, and
the value judges the rest. Such rollouts play better than the value alone (Tesauro and Galperin
1996), and the same deals for all moves (common random numbers) make small differences show.
"""

# mypy: disable-error-code="call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import Rng, below
from ...play.compiled import kernel
from .deal_kernel import RECEIVERS, deal
from .greedy_kernel import greedy_move
from .rules_kernel import (
    KINDS,
    LEADER,
    OVER,
    PHASE,
    PLAY,
    PLAYED,
    POINTS,
    REMOVED,
    SIZE,
    STAGE,
    State,
    actor,
    claimed_by,
    make,
    moves,
    players,
)
from .value_kernel import (
    BY_RECKONING,
    BY_VALUE,
    GREEDY,
    MARGIN,
    WIN,
    Net,
    Nets,
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
# next one who wins it (-1 if it is not played), whom they take, who is on stage then (masks; with
# the front one of the line), and the blossoms that it brings each seat. If the round is played to
# its end, also the blossoms that come to each seat later, and to who alone has no performers in the
# end. ON-12
REWARD, CAME_WIN, CAME_MARGIN, TRICKS = range(4)
WINNER, TAKEN, ON_STAGE, BLOSSOMS = range(4)
OF_TRICK = BLOSSOMS + RECEIVERS - 1
LATER = TRICKS + 2 * OF_TRICK
REST = LATER + RECEIVERS - 1
COLUMNS = REST + RECEIVERS - 1

ODDLY = 0.1
"""How often players choose blindly, whatever their kind."""
ALIKE = 1e-5
"""Rewards that differ by less are of moves that come to the same."""


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
    row[WINNER], row[TAKEN], row[ON_STAGE] = winner, claimed_by(s, winner) & ~had[winner], s[STAGE]
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
    nets: Nets,
    wins: float,
    came: Floats,
) -> None:
    """Try the moves of `root` numbered in `alive` in every deal; write the results to `came`.

    afters: the state after each move, all hidden cards in a heap. ahead: the tricks played beyond
    the present one before the value judges. came: (deals, moves, COLUMNS).
    """
    desk, s, viewer = new_desk(), np.empty(SIZE, np.int64), actor(root)
    had, later = np.zeros(RECEIVERS - 1, np.int64), np.zeros(OF_TRICK)
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
                    first = TRICKS + tricks * OF_TRICK
                    trick = row[first : first + OF_TRICK] if tricks < 2 else later
                    note_trick(s, had, trick)
                    for seat in range(players(s) if tricks > 1 else 0):
                        row[LATER + seat] += trick[BLOSSOMS + seat]
                    tricks += 1
                    if s[PHASE] == OVER or tricks > ahead:
                        break
                s[:] = desk.afters[best_move(s, nets, wins, desk)]
            taken = int(trick[TAKEN])
            for seat in range(players(s) if s[PHASE] == OVER else 0):
                if seat != trick[WINNER] or taken & (taken - 1):  # a trick brings one, and to one
                    row[REST + seat] = trick[BLOSSOMS + seat]
            row[REWARD] = reward(s, viewer, nets.value, wins, desk)
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
                n = moves(s, desk.afters, desk.codes)
                logs[i] += np.log(chance(n, actor(s), after, heat, net, wins, desk))
            s[:] = after
    return logs


@kernel
def chance(
    n: int, seat: int, after: State, heat: float, net: Net, wins: float, desk: Scratch
) -> float:
    """Return how likely `seat` makes the move to `after`, or one worth the same.

    By a softmax of what `net` tells of the `n` moves in the buffers, in units of `heat`.
    """
    own = reward(after, seat, net, wins, desk)
    expect(desk.afters, n, seat, net, desk)
    total, same = 0.0, 0.0
    for i in range(n):
        more = reward_of(desk.told[i], wins) - own
        share = np.exp(more / heat)
        total += share
        same += share if abs(more) < ALIKE else 0.0
    return same / total


@kernel
def by_kind(
    start: State, viewer: int, made: Hands, dealt: Hands, heats: Floats, nets: Nets, wins: float
) -> Floats:
    """Return how likely each kind of player makes each of the moves `made`, in the mean of deals.

    The kinds but `GREEDY` choose by a softmax, in units of their `heats`. 1 for all kinds where the
    move is of `viewer`, or the only one. `start` and `dealt` are as in `likelihoods`.
    """
    desk, s, after = new_desk(), np.empty(SIZE, np.int64), np.empty(SIZE, np.int64)
    found, by = np.zeros((len(made), GREEDY + 1)), np.zeros(GREEDY + 1)
    for i in range(len(dealt)):
        s[:] = start
        give(s, dealt[i])
        for k in range(len(made)):
            after[:] = s
            make(after, made[k])
            n = moves(s, desk.afters, desk.codes)
            if actor(s) == viewer or n == 1:
                found[k] += 1 / len(dealt)
            else:
                seat = actor(s)
                by[BY_VALUE] = chance(n, seat, after, heats[BY_VALUE], nets.value, wins, desk)
                heat = heats[BY_RECKONING]
                by[BY_RECKONING] = chance(n, seat, after, heat, nets.reckoning, wins, desk)
                greedy_move(s, desk.afters[0])
                by[GREEDY] = (desk.afters[0, :KINDS] == after[:KINDS]).all()
                found[k] += (ODDLY / n + (1 - ODDLY) * by) / len(dealt)
            s[:] = after
    return found
