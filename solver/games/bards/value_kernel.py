"""The learned value of Battle of the Bards, compiled: the chance to win when a round begins.

A player's strength is linear in what lies before them, with weights of its own for each number of
audiences that somebody has won; chances are the softmax of the strengths. It was learned from
games by habit (`tools/learn_bards.py`). It is no worth by the table of worths (BB-18, BB-23).
"""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value,var-annotated"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import MIX, Rng
from ...play.compiled import kernel
from .habit_kernel import (
    chooser,
    habit,
    played_out,
)
from .moves_kernel import (
    Moves,
    legal,
    new_moves,
)
from .round_kernel import (
    apply,
    by_chance,
    drawn,
)
from .rules_kernel import (
    IS_DONE,
    move,
)
from .table_kernel import (
    ACTION,
    ACTIONS,
    BARDS,
    COLOURS,
    DIE,
    DUE,
    ENCORE,
    FIRST,
    HAND,
    MELODIES,
    MELODY,
    OVER,
    PERFORMANCES,
    PLAYERS,
    POSTER,
    POWER_KINDS,
    POWERS,
    ROUND,
    SHOW,
    STEP,
    TABLE,
    TRASHED,
    VETERAN,
    WIDTH,
    WINNER,
    Cards,
    N,
    Numbers,
    State,
    audiences,
    dice,
    owned,
    points,
)
from .worth_kernel import (
    Worths,
    brings,
    look,
)

(F_POINTS, F_AUDIENCES, F_PROSPECTS, F_PERFORMANCES, F_MELODIES, F_DICE, F_TRASHED, F_VETERANS,
 F_ENCORE, F_POSTERS, F_DIE, F_MELODY, F_ACTION, F_POWERS, F_PLACE, F_CARDS,
 F_ABILITIES) = range(17)  # fmt: skip
FEATURES = 17
NO_MOVE = -1
"""Fills up rows of moves."""
PHASES = 4
"""By the most audiences that somebody has won."""


class Learnt(NamedTuple):
    """What was learned: the `habits` (see `habit_kernel`), and weights by phase and feature."""

    habits: NDArray[np.float64]
    weights: NDArray[np.float64]


@kernel
def features(c: Cards, s: State, h: Worths, p: int) -> NDArray[np.float64]:
    """Return what lies before a player when a round begins."""
    f = np.zeros(FEATURES)
    b = look(c, s, h, p)
    f[F_POINTS], f[F_AUDIENCES] = points(c, s, p), audiences(s, p)
    f[F_PROSPECTS], f[F_MELODIES] = b[COLOURS], s[p, MELODIES]
    f[F_DICE], f[F_TRASHED] = dice(s, p), s[p, TRASHED]
    for colour in range(COLOURS):
        f[F_PERFORMANCES] += s[p, PERFORMANCES + colour]
    pair = s[p, ENCORE] - 1
    for card in range(BARDS):
        n = owned(s, p, card) if c.kind[card] >= 0 else 0
        f[F_CARDS] += n
        if n and c.kind[card] == VETERAN:
            f[F_VETERANS] += n
            colour = c.colour[card]
            f[F_ENCORE] += n * (colour == c.pairs[pair, 0] or colour == c.pairs[pair, 1])
            f[F_ABILITIES] += n * brings(c, h, b, card)
        f[F_POSTERS] += c.kind[card] == POSTER and s[p, HAND + card] > 0
    for power in range(POWER_KINDS):
        f[F_POWERS] += s[p, POWERS + power]
    for colour in range(COLOURS + 1):
        f[F_DIE] += s[p, POWERS + DIE + colour]
    f[F_MELODY], f[F_ACTION] = s[p, POWERS + MELODY], s[p, POWERS + ACTION]
    f[F_PLACE] = (p - s[TABLE, FIRST]) % s[TABLE, N]
    return f


@kernel
def phase(s: State) -> int:
    """Return the most audiences that somebody has won, up to three."""
    most = 0
    for p in range(s[TABLE, N]):
        most = max(most, audiences(s, p))
    return min(most, PHASES - 1)


@kernel
def chance(c: Cards, s: State, learnt: Learnt, p: int) -> float:
    """Return a player's chance to win when a round begins; 1 or 0 when the game is over."""
    if s[TABLE, STEP] == OVER:
        return 1.0 if s[TABLE, WINNER] == p + 1 else 0.0
    w, own, total = learnt.weights[phase(s)], 0.0, 0.0
    for other in range(s[TABLE, N]):
        strength = np.exp(np.sum(w * features(c, s, learnt.habits, other)))
        total += strength
        if other == p:
            own = strength
    return own / total


@kernel
def followed(
    c: Cards,
    s: State,
    p: int,
    meant: Numbers,
    habits: NDArray[np.float64],
    rng: Rng,
    out: Moves,
) -> None:
    """Play on as long as a player can do what is `meant` in this show; all others go by habit."""
    n = 0
    while n < len(meant) and meant[n] != NO_MOVE and s[TABLE, STEP] == SHOW:
        if by_chance(s):
            drawn(c, s, rng)
            continue
        if chooser(s) == p:
            legal(c, s, out)
            if np.any(out[1 : out[0] + 1] == meant[n]):
                apply(c, s, meant[n])
                n += 1
                continue
            if not s[TABLE, DUE]:
                if s[TABLE, ACTIONS]:
                    return
                apply(c, s, move(IS_DONE, p, 0, 0, 0))
                continue
        apply(c, s, habit(c, s, habits[chooser(s)], out))


@kernel
def tried(
    c: Cards, world: State, p: int, tries: Numbers, learnt: Learnt, seed: int, rounds: int
) -> tuple[NDArray[np.float64], NDArray[np.int16]]:
    """Return a player's chance to win after each of some moves in one world, and the tables then.

    A row of `tries` is a move, and what the player means to do then, filled up with `NO_MOVE`. All
    else is done by habit, for so many rounds; the luck of each player is the same after all moves.
    """
    out, chances = new_moves(), np.zeros(len(tries))
    tables = np.zeros((len(tries), PLAYERS + 1, WIDTH), np.int16)
    habits = np.zeros((PLAYERS, len(learnt.habits)))
    for other in range(PLAYERS):
        habits[other] = learnt.habits
    for i in range(len(tries)):
        tables[i] = world
        s, rng = tables[i], np.zeros(TABLE + 1, np.uint64)
        for other in range(TABLE + 1):
            rng[other] = np.uint64(seed + other) * MIX
        apply(c, s, tries[i, 0])
        followed(c, s, p, tries[i, 1:], habits, rng, out)
        played_out(c, s, habits, rng, out, rounds - (s[TABLE, ROUND] - world[TABLE, ROUND]))
        chances[i] = chance(c, s, learnt, p)
    return chances, tables
