"""What a seat of Battle of the Bards could win that saw all dice and cards to come: a ceiling.

    python -m bench foreseeing [--players N ...] [--deals N]

A seat plays each deal in many ways, all with the same dice and cards to come: by the learned
habits, and by habits drawn around them. The others play by habit and do not know. If one of the
ways wins, the deal is won: so who sees what comes, and may choose among so many ways, wins so much.
It is an upper estimate of what play without foresight can reach, and grows with the ways.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from math import sqrt
from random import Random

import numpy as np

from aparte.models.bards import GAME
from aparte.models.record import blank
from aparte.solver.games.bards.habit_kernel import played_out
from aparte.solver.games.bards.learnt import learnt
from aparte.solver.games.bards.moves_kernel import new_moves
from aparte.solver.games.bards.table import numbering
from aparte.solver.games.bards.table_kernel import PLAYERS, TABLE, WINNER
from aparte.solver.play.driver import drawn
from aparte.solver.play.simulate import NORMAL

from .duel import seeds

WAYS = (1, 3, 10, 30, 100)
SPREAD = 0.5
"""How far habits are drawn around the learned ones, as a part of them."""
LONG = 99
"""More rounds than a game has."""


def main(arguments: Sequence[str]) -> None:
    """Print what share of the deals is won in one of so many ways."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--deals", type=int, default=200)
    options = parser.parse_args(arguments)
    for players in options.players:
        first = [_first_win(players, seed) for seed in seeds()[: options.deals]]
        told = []
        for ways in WAYS:
            won = sum(at < ways for at in first) / len(first)
            half = NORMAL * sqrt(won * (1 - won) / len(first))
            told.append(f"{ways} ways {won:.1%} ± {half:.1%}")
        print(f"{players} players, {len(first)} deals: {'; '.join(told)}", flush=True)


def _first_win(players: int, seed: int) -> int:
    """Return the number of the first way in which the seat of this deal wins."""
    lots = Random(seed)
    dealt = drawn(blank("bards", players), lots)
    numbers, habits = numbering(GAME.box), learnt().habits
    seat, rng, start = seed % players, np.random.default_rng(seed), numbers.state(dealt.state)
    luck = np.array([lots.getrandbits(64) for _ in range(TABLE + 1)], np.uint64)
    for way in range(WAYS[-1]):
        own = np.tile(habits, (PLAYERS, 1))
        if way:
            own[seat] *= 1 + SPREAD * rng.standard_normal(len(habits))
        s = start.copy()
        played_out(numbers.cards, s, own, luck.copy(), new_moves(), LONG)
        if s[TABLE, WINNER] == seat + 1:
            return way
    return WAYS[-1]
