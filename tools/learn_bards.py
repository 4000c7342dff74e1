"""Learns how Battle of the Bards is played by habit, and its value; writes learnt.npz of its room.

    python tools/learn_bards.py [--minutes M] [--states N] [--on FILE] [--to FILE]

First the habits: what things are worth to who goes on by habit. Candidates are drawn around the
present worths, each plays one seat against the best so far, in the same games, and the best quarter
of them moves the worths (cross-entropy method, Rubinstein 1999). Then the value: games by these
habits are played, and the strength of each player when a round begins is fitted to who won (softmax
regression, one for each number of audiences won). `--on` goes on from habits that are there.
Its deals have seeds of their own: none of `bench/held_apart.txt` is among them.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from random import Random
from time import monotonic

import numpy as np
from numba import njit

from aparte.models.bards import GAME
from aparte.models.record import blank
from aparte.solver.games.bards import value_kernel, worth_kernel
from aparte.solver.games.bards.habit_kernel import played_out
from aparte.solver.games.bards.moves_kernel import new_moves
from aparte.solver.games.bards.table import numbering
from aparte.solver.games.bards.table_kernel import OVER, PLAYERS, STEP, TABLE, WINNER, N, points
from aparte.solver.games.bards.value_kernel import FEATURES, PHASES, features, phase
from aparte.solver.games.bards.worth_kernel import HABITS
from aparte.solver.play.bits_kernel import MIX
from aparte.solver.play.driver import drawn

WEIGHTS = Path(__file__).parents[1] / "solver" / "games" / "bards" / "learnt.npz"
TABLES = (2, 3, 2, 4)  # how many play
DEALS = 30  # of each of these
CANDIDATES, CHOSEN, GAMES, CHECKED = 28, 7, 150, 1_500
POINT = 0.04  # what a point ahead counts beside a win
LONG = 99  # rounds: to the end
RIDGE, STEPS, FAST = 1e-3, 400, 0.05  # of the regression, by Adam

# What the first habits are: about the table of worths.
FIRST = {
    "DIE": 0.3, "MELODY": 0.4, "CARD": 0.15, "KEPT": 0.9, "MISSING": 0.5, "AUDIENCE": 0.8,
    "VETERAN": 0.5, "TRASHED": 0.2, "POWER": 0.4, "RUN": 0.8, "NEAR": 0.2, "EQUAL": 0.3, "FIT": 0.5,
    "EXPLORE": 0.1, "GATHER": 0.2, "STEAL": 0.05, "DRAW": 0.15, "SUPPORT": 0.05, "POSTER": 0.3,
    "REROLL": 0.2, "SECOND": 0.3, "ROLLED": 0.15,
}  # fmt: skip


def dealt(players, seed):
    """Return a table whose first round begins."""
    return numbering(GAME.box).state(drawn(blank("bards", players), Random(f"learnt {seed}")).state)


@njit
def luck(seed):
    """Return generators for the players and the table."""
    rng = np.zeros(TABLE + 1, np.uint64)
    for i in range(TABLE + 1):
        rng[i] = np.uint64(seed * 8 + i) * MIX
    return rng


@njit
def reward(c, tables, mine, theirs, seed):
    """Return what one seat with the habits `mine` reaches against `theirs`: wins, points ahead.

    Wins are in half shares of a seat: 0.5 is par.
    """
    out, wins, ahead = new_moves(), 0.0, 0.0
    for g in range(len(tables)):
        s = tables[g].copy()
        n, seat = s[TABLE, N], (g + seed) % s[TABLE, N]
        habits = np.zeros((PLAYERS, HABITS))
        for p in range(n):
            habits[p] = mine if p == seat else theirs
        played_out(c, s, habits, luck(seed * 100_003 + g), out, LONG)
        wins += n / 2 * (s[TABLE, WINNER] == seat + 1)
        for p in range(n):
            share = 1.0 if p == seat else -1.0 / (n - 1)
            ahead += share * points(c, s, p)
    return wins / len(tables), ahead / len(tables)


@njit
def watched(c, s, own, seed, seen, phases):
    """Play a game by habit; note what lies before each player in each round; return how many."""
    out, n = new_moves(), 0
    habits = np.zeros((PLAYERS, HABITS))
    habits[:] = own
    rng = luck(seed)
    while s[TABLE, STEP] != OVER:
        for p in range(s[TABLE, N]):
            seen[n, p] = features(c, s, own, p)
        phases[n] = phase(s)
        n += 1
        played_out(c, s, habits, rng, out, 1)
    return n


def names(kernel, prefix):
    """Return the names that begin with `prefix`, in the order of their numbers."""
    found = [name for name in dir(kernel) if name.startswith(prefix)]
    return [name.removeprefix(prefix) for name in sorted(found, key=lambda n: getattr(kernel, n))]


def told(kernel, prefix, values):
    """Print values with their names."""
    pairs = zip(names(kernel, prefix), values, strict=True)
    print("   ", " ".join(f"{name.lower()} {value:.2f}" for name, value in pairs), flush=True)


def practised(cards, tables, mean, minutes, rng):
    """Return the habits after so many minutes of play against themselves."""
    best, spread, start, generation = mean.copy(), np.maximum(abs(mean) / 2, 0.1), monotonic(), 0
    rank = np.log(CHOSEN + 0.5) - np.log(np.arange(1, CHOSEN + 1))
    rank = (rank / rank.sum())[:, None]
    missing = names(worth_kernel, "H_").index("MISSING")
    while monotonic() - start < 60 * minutes:
        generation += 1
        tried = mean + spread * rng.standard_normal((CANDIDATES, HABITS))
        tried[0] = mean
        tried[:, missing] = tried[:, missing].clip(0.05, 0.95)
        these = tables[rng.choice(len(tables), GAMES)]
        came = [reward(cards, these, each, best, generation) for each in tried]
        order = np.argsort([-wins - POINT * ahead for wins, ahead in came])[:CHOSEN]
        moved = (rank * tried[order]).sum(0)
        width = np.sqrt((rank * (tried[order] - mean) ** 2).sum(0))
        spread = 0.8 * spread + 0.2 * np.maximum(width, 0.03 * abs(mean) + 0.01)
        mean = 0.3 * mean + 0.7 * moved
        if generation % 6 == 0:
            these = tables[rng.choice(len(tables), CHECKED)]
            wins, ahead = reward(cards, these, mean, best, 10_000 + generation)
            print(f"{generation}: {wins:.3f} (par 0.5), {ahead:+.2f} points to the best before")
            told(worth_kernel, "H_", mean)
            best = mean.copy() if wins > 0.5 else best
    return best


def fitted(seen, winners, players, phases):
    """Return the weights of the value, by phase and feature."""
    weights = np.zeros((PHASES, FEATURES))
    for at in range(PHASES):
        x, y = seen[phases == at], winners[phases == at]
        there = np.arange(PLAYERS) < players[phases == at][:, None]
        scale = np.sqrt((x[there] ** 2).mean(0)) + 1e-9
        x, rows = x / scale, np.arange(len(y))
        w, slope, square = np.zeros(FEATURES), np.zeros(FEATURES), np.zeros(FEATURES)
        for step in range(1, STEPS + 1):
            strength = np.where(there, x @ w, -np.inf)
            chance = np.exp(strength - strength.max(1, keepdims=True))
            chance /= chance.sum(1, keepdims=True)
            off = chance.copy()
            off[rows, y] -= 1
            down = np.einsum("ip,ipf->f", off, x) / len(y) + RIDGE * w
            slope, square = 0.9 * slope + 0.1 * down, 0.99 * square + 0.01 * down**2
            size = np.sqrt(square / (1 - 0.99**step)) + 1e-9
            w = w - FAST * slope / (1 - 0.9**step) / size
        loss, blind = -np.log(chance[rows, y]).mean(), np.log(players[phases == at]).mean()
        print(f"{at} audiences, {len(y)} states: loss {loss:.4f}, without a look {blind:.4f}")
        weights[at] = w / scale
        told(value_kernel, "F_", weights[at])
    return weights


def main():
    """Learn for as long as is asked, and write what was learned."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--states", type=int, default=30_000)
    parser.add_argument("--on", type=Path)
    parser.add_argument("--to", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    cards, rng = numbering(GAME.box).cards, np.random.default_rng(1)
    tables = np.array([dealt(n, seed) for n in TABLES for seed in range(DEALS)])
    first = np.array([FIRST[name] for name in names(worth_kernel, "H_")])
    if options.on:
        first = np.load(options.on)["habits"]
    habits = practised(cards, tables, first, options.minutes, rng)
    seen = np.zeros((options.states + LONG, PLAYERS, FEATURES))
    winners, players, phases = (np.zeros(len(seen), np.int64) for _ in range(3))
    n = game = 0
    while n < options.states:
        s = tables[game % len(tables)].copy()
        more = watched(cards, s, habits, 1_000_000 + game, seen[n:], phases[n:])
        winners[n : n + more], players[n : n + more] = s[TABLE, WINNER] - 1, s[TABLE, N]
        n, game = n + more, game + 1
    weights = fitted(seen[:n], winners[:n], players[:n], phases[:n])
    np.savez(options.to, habits=habits, weights=weights)


if __name__ == "__main__":
    main()
