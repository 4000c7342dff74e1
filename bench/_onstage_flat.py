"""The bot `flat` of the benchmark: every move tried in deals that fit, then greedy play to the end.

A move is chosen for the next try by UCB1 (Auer, Cesa-Bianchi and Fischer 2002). Greedy play is that
of the bot `greedy`, with a random choice now and then.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import thread_time

import numpy as np
from numba import njit

from aparte.models.core import View
from aparte.solver.games.onstage.coach import Position
from aparte.solver.games.onstage.greedy_kernel import greedily
from aparte.solver.games.onstage.rules_kernel import (
    OVER,
    PHASE,
    SIZE,
    apply,
    legal,
    margin,
    share,
    side_totals,
)
from aparte.solver.games.onstage.trial_kernel import give
from aparte.solver.play.bits_kernel import any_of, below
from aparte.solver.play.coach import Budget, Choice, choices, seed_of

CHUNK = 64
EXPLORE = 0.5
SLIP = 50  # random choices of greedy play, in 1,000


@njit
def play_out(s, rng):
    """Play to the end by greedy play, with a random choice now and then."""
    while s[PHASE] != OVER:
        slips = below(rng, 1000) < SLIP
        apply(s, any_of(legal(s), rng) if slips else greedily(s))


@njit
def try_out(afters, dealt, seat, tries, sums, rng):
    """Try one move in each of `dealt`; count in `tries` and `sums`."""
    s, totals = np.empty(SIZE, np.int64), np.zeros(5, np.int64)
    for hands in dealt:
        best, most, log = 0, -1.0, np.log(tries.sum() + 1.0)
        for i in range(len(afters)):
            bound = 1e9 if not tries[i] else sums[i] / tries[i] + EXPLORE * np.sqrt(log / tries[i])
            if bound > most:
                best, most = i, bound
        s[:] = afters[best]
        give(s, hands)
        play_out(s, rng)
        side_totals(s, totals)
        gap = min(1.0, max(0.0, 0.5 + margin(s, totals, seat) / 24))
        sums[best] += 0.5 * share(s, totals, seat) + 0.5 * gap
        tries[best] += 1


@njit
def greedy_rounds(start, n, seed):
    """Play `n` rounds from `start` by greedy play."""
    rng, s = np.array([seed], np.uint64), start.copy()
    for _ in range(n):
        s[:] = start
        play_out(s, rng)


@dataclass(frozen=True)
class FlatBot:
    """Makes the move that was tried most often."""

    budget: Budget

    def choose(self, view: View, rng: Random) -> Choice:
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        position, begun = Position.of(view), thread_time()
        codes, afters = position.moves
        tries, sums = np.zeros(len(codes), np.int64), np.zeros(len(codes))
        luck = np.array([seed_of(view)], np.uint64)
        while True:
            dealt = position.deals.draw(CHUNK, luck)
            try_out(afters, dealt, position.seat, tries, sums, luck)
            if self.budget.iterations and tries.sum() >= self.budget.iterations:
                break
            if self.budget.seconds and thread_time() - begun > self.budget.seconds:
                break
        return Choice(position.event(int(codes[tries.argmax()])))
