"""Learns the value of Onstage by play against itself; writes solver/games/onstage/value.npz.

    python tools/learn_onstage.py [--minutes M] [--units N] [--on FILE] [--reckoning] [--to FILE]

Rounds of 3 to 5 players, with teams and both editions, some with totals from earlier rounds, are
played by the value, now and then at random. What each seat saw between two moves is fitted to what
came of it, in part as the value foretold it later: temporal differences, TD(lambda), Sutton 1988,
for games Tesauro 1992. `--on` goes on from weights that are there; the default is to begin anew.

With `--reckoning` it learns what comes of a move if all play greedily from there on, in deals that
fit, and writes reckoning.npz; rounds are played by players of all kinds then. What comes with the
program went on from the value, for 4 minutes of the processor and 4 million moves.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from time import monotonic

import numpy as np
from numba import njit

from aparte.models.record import blank
from aparte.solver.games.onstage.deal_kernel import RECEIVERS, count_deals, deal
from aparte.solver.games.onstage.greedy_kernel import greedily
from aparte.solver.games.onstage.rules_kernel import (
    BEFORE,
    CARDS,
    KINDS,
    LENGTH,
    LINE,
    MOST_MOVES,
    NO_TRUMP,
    OVER,
    PERFORMERS,
    PHASE,
    REMOVED,
    RULES,
    SIZE,
    SUITS,
    TRUMP,
    VALUES,
    VOIDS,
    actor,
    apply,
    margin,
    moves,
    open_trick,
    share,
    side_totals,
)
from aparte.solver.games.onstage.sight_kernel import (
    IS_TRUMP,
    OF_SUIT,
    OF_TABLE,
    ROWS,
    look,
    unseen_by,
)
from aparte.solver.games.onstage.table import rules
from aparte.solver.games.onstage.value import LEARNED, Weights, columns, net_of, read, stored_nets
from aparte.solver.games.onstage.value_kernel import (
    MARGIN,
    SCALE,
    WIN,
    Nets,
    best_move,
    new_desk,
    value,
)
from aparte.solver.play.bits_kernel import below, bits

ONSTAGE = Path(__file__).parents[1] / "solver" / "games" / "onstage"
WEIGHTS = tuple(ONSTAGE / name for name in LEARNED)
AT_ONCE = 2_000  # rounds between two fits
MOST = 150_000  # positions in a fit
BATCH, EPOCHS = 1024, 2
FAST, SLOW = 2e-3, 1e-4  # steps of Adam, at the begin and at the end
KEPT = 600  # positions kept, in 1,000
LAMBDA = 0.7
WANDERING = 50, 20  # random moves in 1,000, and in the last third of the time
MARGIN_WEIGHT = 4.0
RECKONED = 100_000  # moves reckoned between two fits
OF_MOVES, IN_DEALS = 10, 2  # so many moves of a choice are reckoned, in so many deals each
LOOKED_AT = 25  # choices that are reckoned, in 100
STRAYING = 40  # random moves in 1,000 meanwhile


@njit
def shuffled(n, rng):
    """Return 0 to n - 1 in random order."""
    order = np.arange(n)
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@njit
def dealt(agreed, rng):
    """Return the start of a round, somebody having led the first."""
    s = np.zeros(SIZE, np.int64)
    s[RULES] = agreed
    n = agreed & 7
    size = 12 if n == 3 else (9 if n == 4 else 7)  # ON-4
    cards = shuffled(CARDS, rng)
    for i in range(CARDS):
        s[i // size if i < n * size else REMOVED] |= 1 << cards[i]
    line = shuffled(PERFORMERS, rng)
    for i in range(PERFORMERS):
        s[LINE] |= line[i] << (4 * i)
    s[LENGTH], s[TRUMP] = PERFORMERS, NO_TRUMP
    open_trick(s)
    return s


@njit
def generate(agreements, rounds, nets, wandering, marks, came, seed):
    """Fill positions and what came of them; return how many there are."""
    rng, desk = np.array([seed], np.uint64), new_desk()
    seen = np.empty((130, 5, ROWS), np.int64)
    foretold, totals, found = np.empty((130, 5, 2), np.float32), np.zeros(5, np.int64), 0
    for _ in range(rounds):
        s = dealt(agreements[below(rng, len(agreements))], rng)
        n, steps = s[RULES] & 7, 0
        if below(rng, 10) < 3:
            for seat in range(n):
                s[BEFORE] |= below(rng, 16) << (8 * seat)
        while s[PHASE] != OVER:
            best = best_move(s, nets, 0.5, desk)
            if below(rng, 1000) < wandering:
                best = below(rng, moves(s, desk.afters, desk.codes))
            s[:] = desk.afters[best]
            if s[PHASE] != OVER:
                for seat in range(n):
                    value(s, seat, nets.value, desk)
                    seen[steps, seat], foretold[steps, seat] = desk.marks, desk.told[0]
                steps += 1
        side_totals(s, totals)
        for seat in range(n):
            win, gap = share(s, totals, seat), 1.0 * margin(s, totals, seat)
            for i in range(steps - 1, -1, -1):
                if below(rng, 1000) < KEPT and found < len(came):
                    marks[found] = seen[i, seat]
                    came[found, WIN], came[found, MARGIN] = win, gap / SCALE
                    found += 1
                win = (1 - LAMBDA) * foretold[i, seat, WIN] + LAMBDA * win
                gap = (1 - LAMBDA) * foretold[i, seat, MARGIN] + LAMBDA * gap
    return found


@njit
def fitting(s, seat, n, rng):
    """Return `n` deals of what `seat` does not see, uniform; the removed card is the last."""
    rooms, voids = np.zeros(RECEIVERS, np.int64), np.zeros(RECEIVERS, np.int64)
    for other in range(s[RULES] & 7):
        if other != seat:
            rooms[other] = bits(s[other])
            voids[other] = s[VOIDS] >> SUITS * other & ((1 << SUITS) - 1)
    rooms[RECEIVERS - 1] = bits(s[REMOVED])
    cards, sizes = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    for suit in range(SUITS):
        cards[suit] = unseen_by(s, seat) & (((1 << VALUES) - 1) << VALUES * suit)
        sizes[suit] = bits(cards[suit])
    ways = np.zeros((SUITS * RECEIVERS + 1, np.prod(rooms + 1)))
    count_deals(ways, rooms, sizes, voids)
    found, t = np.zeros((n, RECEIVERS), np.int64), np.zeros(SIZE, np.int64)
    for i in range(n):
        t[:] = 0
        deal(t, ways, rooms, cards, voids, rng)
        found[i, : RECEIVERS - 1], found[i, RECEIVERS - 1] = t[: RECEIVERS - 1], t[REMOVED]
    return found


@njit
def reckon(agreements, nets, marks, came, seed):
    """Fill positions after moves, and what came of them by greedy play."""
    rng, desk, found = np.array([seed], np.uint64), new_desk(), 0
    afters, codes = np.zeros((MOST_MOVES, SIZE), np.int64), np.zeros(MOST_MOVES, np.int64)
    s, totals, seen = np.zeros(SIZE, np.int64), np.zeros(5, np.int64), np.zeros(ROWS, np.int64)
    s[PHASE] = OVER
    while found < len(came):
        if s[PHASE] == OVER:
            s[:] = dealt(agreements[below(rng, len(agreements))], rng)
            for seat in range(s[RULES] & 7):
                s[KINDS] |= below(rng, 3) << 2 * seat
            if below(rng, 10) < 2:
                for seat in range(s[RULES] & 7):
                    s[BEFORE] |= below(rng, 16) << (8 * seat)
        seat, n = actor(s), moves(s, afters, codes)
        if n > 1 and below(rng, 100) < LOOKED_AT:
            deals = fitting(s, seat, IN_DEALS, rng)
            for i in shuffled(n, rng)[:OF_MOVES]:
                if found < len(came) and afters[i, PHASE] != OVER:
                    look(afters[i], seat, seen)
                    marks[found], came[found] = seen, 0
                    for hands in deals:
                        greedy_end(afters[i], seat, hands, totals)
                        came[found, WIN] += share(afters[i], totals, seat) / IN_DEALS
                        ahead = margin(afters[i], totals, seat)
                        came[found, MARGIN] += ahead / SCALE / IN_DEALS
                    found += 1
        if below(rng, 1000) < STRAYING:
            s[:] = afters[below(rng, n)]
        else:
            s[:] = desk.afters[best_move(s, nets, 0.5, desk)]


@njit
def greedy_end(after, seat, hands, totals):
    """Write what each side has if all play greedily from `after` on, in a deal."""
    s = after.copy()
    for other in range(s[RULES] & 7):
        if other != seat:
            s[other] = hands[other]
    s[REMOVED] = hands[RECEIVERS - 1]
    while s[PHASE] != OVER:
        apply(s, greedily(s))
    side_totals(s, totals)


def fresh(units, seed=0):
    """Return small random weights."""
    rng = np.random.default_rng(seed)
    shapes = (OF_SUIT, units), (OF_TABLE, units), (2 * units, units), (OF_TABLE, units)
    weights = [0.1 * rng.standard_normal(shape) for shape in shapes]
    weights.append(np.vstack([0.1 * rng.standard_normal((units, 2)), [[-1.0, 0.0]]]))
    return [each.astype(np.float32) for each in weights]


class Adam:
    """Kingma and Ba 2015."""

    def __init__(self, weights):
        self.weights = weights
        self.means = [np.zeros_like(each) for each in weights]
        self.squares = [np.zeros_like(each) for each in weights]
        self.steps = 0

    def step(self, gradients, rate):
        self.steps += 1
        for w, g, m, v in zip(self.weights, gradients, self.means, self.squares, strict=True):
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            fair = np.sqrt(v / (1 - 0.999**self.steps)) + 1e-8
            w -= rate * m / (1 - 0.9**self.steps) / fair


def gradients(weights, suits, table, came):
    """Return the loss of the wins and of the margins, and how it changes with the weights."""
    of_suit, of_table, of_sums, again, values = weights
    units, n = of_suit.shape[1], len(came)
    trump = suits[:, :, IS_TRUMP, None]
    flat = suits.reshape(-1, OF_SUIT)
    hidden = (flat @ of_suit).reshape(n, -1, units) + (table @ of_table)[:, None, :]
    hidden = np.maximum(hidden, 0)
    sums = np.concatenate([hidden.sum(1), (hidden * trump).sum(1)], 1)
    second = np.maximum(sums @ of_sums + table @ again, 0)
    told = second @ values[:-1] + values[-1]
    win = 1 / (1 + np.exp(-told[:, 0]))
    off = np.stack([win - came[:, 0], 2 * MARGIN_WEIGHT * (told[:, 1] - came[:, 1])], 1) / n
    off = off.astype(np.float32)
    to_second = (off @ values[:-1].T) * (second > 0)
    to_sums = to_second @ of_sums.T
    to_hidden = (to_sums[:, None, :units] + trump * to_sums[:, None, units:]) * (hidden > 0)
    found = [
        flat.T @ to_hidden.reshape(-1, units),
        table.T @ to_hidden.sum(1),
        sums.T @ to_second,
        table.T @ to_second,
        np.vstack([second.T @ off, off.sum(0)]),
    ]
    wins = -np.mean(came[:, 0] * np.log(win + 1e-9) + (1 - came[:, 0]) * np.log(1 - win + 1e-9))
    return wins, np.mean((told[:, 1] - came[:, 1]) ** 2), found


def agreements():
    """Return what tables agree on, packed, as often as they are to be met."""

    def packed(players, **tags):
        record = blank("onstage", players, **tags)
        return rules(record.game.box, record.state.agreed)

    teams = {"Teams": "Ana+Cy Bo+Dai"}
    met = [packed(4)] * 6 + [packed(3)] * 2 + [packed(5)] * 2 + [packed(4, **teams)]
    return np.array([*met, packed(4, Edition="fr"), packed(4, Blossoms="cycle")], np.int64)


def main():
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--units", type=int, choices=range(4, 129, 4), default=32)
    parser.add_argument("--on", type=Path)
    parser.add_argument("--reckoning", action="store_true")
    parser.add_argument("--to", type=Path)
    options = parser.parse_args()
    to = options.to or WEIGHTS[options.reckoning]
    weights = list(read(options.on)) if options.on else fresh(options.units)
    adam, rng, met = Adam(weights), np.random.default_rng(1), agreements()
    marks, came = np.zeros((MOST, ROWS), np.int64), np.zeros((MOST, 2), np.float32)
    begun, turns, part = monotonic(), 0, 0.0
    while part < 1:
        part = (monotonic() - begun) / (60 * options.minutes)
        wandering = WANDERING[part > 0.67]
        seed = int(rng.integers(1 << 62))
        net = net_of(Weights(*weights))
        if options.reckoning:
            n = RECKONED
            reckon(met, Nets(stored_nets().value, net), marks[:n], came[:n], seed)
        else:
            n = generate(met, AT_ONCE, Nets(net, net), wandering, marks, came, seed)
        losses = []
        for _ in range(EPOCHS):
            order = rng.permutation(n)
            for i in range(0, n - BATCH + 1, BATCH):
                some = order[i : i + BATCH]
                win, gap, found = gradients(weights, *columns(marks[some]), came[some])
                adam.step(found, SLOW + (FAST - SLOW) * max(0, 1 - part))
                losses.append((win, gap))
        turns += 1
        if turns % 10 == 0:
            win, gap = np.mean(losses, axis=0)
            print(f"{turns} turns: loss {win:.4f} and {gap:.5f}", flush=True)
            np.savez(to, **dict(zip(Weights._fields, weights, strict=True)))
    np.savez(to, **dict(zip(Weights._fields, weights, strict=True)))


if __name__ == "__main__":
    main()
