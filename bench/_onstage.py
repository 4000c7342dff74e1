"""Players of Onstage that others are measured by: `flat`, and `cheat`, which sees all hands.

`flat` tries every move in deals that fit; the next try is of the move that UCB1 takes (Auer,
Cesa-Bianchi and Fischer 2002). All play to the end as the bot `greedy` does, but for the order of
equals, with a random choice now and then.

`cheat` plays on from each of its moves to the end, once, in the hands that were dealt; all others
take what the learned value likes best, who see no more than their seats. It plays single rounds.
"""

# mypy: disable-error-code="assignment,call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numba import njit
from numpy.typing import NDArray

from aparte.models.core import Record, View
from aparte.models.onstage import State
from aparte.solver.games.onstage.coach import WHOLE, solved
from aparte.solver.games.onstage.deal_kernel import RECEIVERS
from aparte.solver.games.onstage.greedy_kernel import greedily
from aparte.solver.games.onstage.position import Position
from aparte.solver.games.onstage.rules_kernel import (
    OVER,
    PHASE,
    REMOVED,
    SIZE,
    apply,
    legal,
    margin,
    share,
    side_totals,
)
from aparte.solver.games.onstage.table import mask
from aparte.solver.games.onstage.trial_kernel import COLUMNS, REWARD, give, play_on
from aparte.solver.games.onstage.value import stored_nets
from aparte.solver.play.bits_kernel import below, bits, lowest
from aparte.solver.play.coach import Bot, Budget, Choice, choices, seed_of
from aparte.solver.play.race import deadline

TRIES = 3_000
"""How often a choice tries something, by default: about 50 ms of the processor."""
CHUNK = 64
EXPLORE = 0.5
SLIP = 50
"""Random choices of greedy play, in 1,000."""


def flat(budget: Budget, dealt: Record) -> Bot:
    """Return the player `flat`."""
    return _Flat(Budget(iterations=TRIES) if budget == Budget() else budget)


def cheat(budget: Budget, dealt: Record[State]) -> Bot:
    """Return the player who sees all hands of `dealt`, of the first round of a game."""
    return _Cheat(dealt)


@njit
def any_of(some, rng):
    """Return one of the choices of the mask `some`, all equally likely."""
    for _ in range(below(rng, bits(some))):
        some &= some - 1
    return lowest(some)


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


@dataclass(frozen=True)
class _Flat:
    """Makes the move that was tried most often."""

    budget: Budget

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return that move of the viewer of `view`."""
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        position = Position.of(view)
        codes, afters = position.moves
        tries, sums = np.zeros(len(codes), np.int64), np.zeros(len(codes))
        luck, most = np.array([seed_of(view)], np.uint64), self.budget.iterations
        try_out(afters, position.deals.draw(0, luck), position.seat, tries, sums, luck)  # compiled
        over = deadline(self.budget.seconds)
        while most is None or tries.sum() < most:
            try_out(afters, position.deals.draw(CHUNK, luck), position.seat, tries, sums, luck)
            if over():
                break
        return Choice(position.event(int(codes[tries.argmax()])))


@dataclass(frozen=True)
class _Cheat:
    """Makes the move that comes out best in the hands that were dealt."""

    dealt: Record[State]

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return that move of the viewer of `view`."""
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        position = Position.of(view)
        known = _Dealt(position, self.dealt.state)
        if found := solved(replace(position, deals=known, likely=known), Budget()):
            return Choice(found[0].move)
        codes, afters = position.moves
        came = np.empty((1, len(codes), COLUMNS))
        everyone, hands = np.arange(len(codes)), known.draw(1)
        play_on(position.root, afters, everyone, hands, WHOLE, stored_nets(), position.wins, came)
        return Choice(position.event(int(codes[came[0, :, REWARD].argmax()])))


class _Dealt:
    """The only deal that there is for who has seen all hands; stands in for `Deals`."""

    number = 1.0

    def __init__(self, position: Position, dealt: State) -> None:
        self.box, seat = position.box, position.seat
        self._row = np.zeros(RECEIVERS, np.int64)
        unseen = int(position.root[REMOVED])
        for i, player in enumerate(dealt.players):
            if i != seat:
                self._row[i] = mask(dealt.hands[player].known, self.box.cards) & unseen
        self._row[-1] = unseen & ~int(np.bitwise_or.reduce(self._row))

    def draw(self, n: int, rng: object = None) -> NDArray[np.int64]:
        """Return that deal `n` times."""
        return np.tile(self._row, (n, 1))

    def every(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return that deal, and its odds."""
        return self.draw(1), np.ones(1)
