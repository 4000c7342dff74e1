"""What somebody who has learned how the coach of Overseers plays can gain by it: a lower bound.

    python -m bench response [--players 3] [--kind NAME ...] [--drawn N] [--deals N] [--proof N]
                             [--first N] [--out FILE]

A candidate sits among coaches, by turns in every seat. Candidates are players of every kind
(`_kinds.py`), coaches that think longer or believe more or less in how people hide cards, or those
of these that are named, and players with numbers drawn by lot. All play the same `--deals`; then
the better half goes on with as many more, until one is left. That one plays the next `--proof`
deals: what it wins there beyond an equal share is its gain, with an interval of 95 % from the
spread between games. A learner with more means than these may find more. The deals come from
`held_apart.txt`, the `--first` is number 0, unless it is told. With `--out`, the next run goes on
from there.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean

from aparte.solver.games.overseers import CoachBot
from aparte.solver.games.overseers.advice import AT_A_TABLE
from aparte.solver.games.overseers.behaviour import Behaviour
from aparte.solver.play.coach import Budget
from tests.trials import keep, kept

from ._kinds import KINDS, Kind, anybody
from ._trials import half_width
from .duel import seeds
from .strangers import play, shares

assert AT_A_TABLE.iterations is not None, "the coach thinks in so many worlds, not for a time"
LONGER = Budget(iterations=4 * AT_A_TABLE.iterations)
COACHES: Mapping[str, Kind] = {
    "coach, four times as long": lambda rng: CoachBot(LONGER),
    "coach, believing": lambda rng: CoachBot(behaviour=Behaviour(1.0)),
    "coach, assuming nothing": lambda rng: CoachBot(behaviour=None),
}
CANDIDATES: Mapping[str, Kind] = {**KINDS, **COACHES}


def candidates(names: Sequence[str], drawn: int) -> Mapping[str, Kind]:
    """Return players of these names, and so many `drawn` by lot."""
    named = {name: CANDIDATES[name] for name in names}
    return {**named, **{f"anybody {n}": _anybody(n) for n in range(drawn)}}


def _anybody(number: int) -> Kind:
    return lambda rng: anybody(Random(number))


def main(arguments: Sequence[str]) -> None:
    """Print what every heat leaves over, and what the last one gains."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--kind", nargs="*", default=[*(CANDIDATES.keys() - {"coach", "anybody"})])
    parser.add_argument("--drawn", type=int, default=8, help="so many are drawn by lot")
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--proof", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)
    field, players = candidates(sorted(options.kind), options.drawn), options.players
    done = {
        (row["name"], row["deal"]): row["won"]
        for row in kept([options.out] if options.out else [])
        if row["players"] == players
    }

    def won(name: str, deals: range) -> Iterator[float]:
        for deal in deals:
            if (name, deal) not in done:
                game = play(field[name], "coach", players, deal)
                done[name, deal] = shares(*game)["won"]
                row = {"name": name, "players": players, "deal": deal, "won": done[name, deal]}
                keep(options.out, row)
            yield done[name, deal]

    heats = (len(field) - 1).bit_length()
    last = options.first + options.deals * heats + options.proof - 1
    if last >= len(seeds()):
        parser.error(f"that takes deals up to number {last}, and the last is {len(seeds()) - 1}")
    left, deals = list(field), range(options.first, options.first)
    while len(left) > 1:
        deals = range(options.first, deals.stop + options.deals)
        means = {name: fmean(won(name, deals)) for name in left}
        left = sorted(left, key=lambda name: -means[name])[: (len(left) + 1) // 2]
        told = ", ".join(f"{name} {means[name] - 1 / players:+.3f}" for name in left)
        print(f"{players} players, {len(deals)} deals each, the best: {told}", flush=True)
    (best,) = left
    proof = range(deals.stop, deals.stop + options.proof)
    gains = [each - 1 / players for each in won(best, proof)]
    told = f"{fmean(gains):+.3f} ± {half_width(gains):.3f}"
    print(f"{best}: gains {told} in {len(gains)} other deals", flush=True)
