"""What the coach of Overseers wins of rounds and games among players that it was not tuned on.

    python -m bench strangers [--one coach] [--kind NAME ...] [--players N ...] [--deals N]
                              [--first N] [--out FILE]

`One` has a seat of each deal, by turns, and all others are of a kind (`_kinds.py`, which has the
names; of `bluffs+copies` one is drawn for every seat). `--one` may be a kind, too, or the coach of
another commit (`coach@COMMIT`). The deals come from `held_apart.txt`, whose seeds no tuning uses;
the `--first` is number 0, unless it is told. A game has three rounds, and ties share a round.
Intervals of 95 % come from the spread between deals, since all kinds get the same. With `--out`,
the next run goes on from there.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from aparte.models.core import Record
from aparte.models.overseers.state import State
from aparte.models.record import blank
from aparte.solver.games.overseers.advice import AT_A_TABLE
from aparte.solver.play.coach import Bot
from aparte.solver.play.driver import drawn, played
from tests.trials import keep, kept

from . import _versions
from ._kinds import KINDS, STRANGE, Kind, table
from ._trials import half_width
from .duel import seeds

DEALS = 20


def main(arguments: Sequence[str]) -> None:
    """Play what is asked for, and print the share of each kind and number of players."""
    kinds = (*STRANGE, *KINDS)
    options, rows = games_of(arguments, __doc__, kinds, (3, 4, 5, 6), DEALS, shares, one="coach")
    for players in options.players:
        here = [row for row in rows if row["players"] == players]
        for kind in options.kind:
            _tell(f"{players} players, {kind}", [row for row in here if row["kind"] == kind])
        _tell(f"{players} players, all together", here)


def games_of(
    arguments: Sequence[str],
    about: str | None,
    kinds: Sequence[str],
    players: Sequence[int],
    deals: int,
    told: Callable[[Record[State], int], Mapping[str, Any]],
    one: str | None = None,
) -> tuple[Namespace, Sequence[Mapping[str, Any]]]:
    """Play the games that `arguments` ask for, if they are not kept; return what is `told` of each.

    It is told of a game and the seat that One has, or that is drawn by lot where One is nobody.
    """
    parser = ArgumentParser(description=about)
    parser.add_argument("--one", default=one)
    parser.add_argument("--kind", nargs="*", default=kinds)
    parser.add_argument("--players", type=int, nargs="*", default=players)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--deals", type=int, default=deals)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)
    names = ("one", "kind", "players", "deal")
    there = kept([options.out] if options.out else [])
    done = {tuple(map(row.get, names)): row for row in there}
    rows = []
    for deal in range(options.first, options.first + options.deals):
        for each in product((options.one,), options.kind, options.players, (deal,)):
            if each not in done:
                done[each] = {**dict(zip(names, each, strict=True)), **told(*play(*each))}
                keep(options.out, done[each])
            rows.append(done[each])
    return options, rows


def play(one: str | Kind | None, kind: str, players: int, deal: int) -> tuple[Record[State], int]:
    """Return a game of a kind, and which seat One has, one by lot if there is none."""
    lots = Random(seeds()[deal])
    dealt = drawn(blank("overseers", players), lots)
    seated = dict(zip(dealt.setup.players, table(kind, players, lots), strict=True))
    bots: dict[str, Bot] = {player: bot for player, (_, bot) in seated.items()}
    seat = lots.randrange(players) if one is None else deal % players
    if isinstance(one, str) and one not in KINDS:
        bots[dealt.setup.players[seat]] = _versions.bot("overseers", one, AT_A_TABLE, dealt)
    elif one is not None:
        made = KINDS[one] if isinstance(one, str) else one
        bots[dealt.setup.players[seat]] = made(Random(lots.getrandbits(64)))
    return played(dealt, bots, lots), seat


def shares(record: Record[State], seat: int) -> Mapping[str, float]:
    """Return a seat's share of the rounds and of the game, and its points beyond the others'."""
    scores, outcome = record.state.scores, record.game.outcome(record.state)
    assert outcome is not None
    player = record.setup.players[seat]
    won = [(row[seat] == max(row)) / row.count(max(row)) for row in scores]
    ahead = [row[seat] - (sum(row) - row[seat]) / (len(row) - 1) for row in scores]
    game = (player in outcome.winners) / len(outcome.winners)
    return {"won": fmean(won), "ahead": fmean(ahead), "game": game}


def _tell(name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    if len(rows) < 2:
        return
    told = [f"{name}: {3 * len(rows)} rounds"]
    for key, form in (("won", ".3f"), ("ahead", "+.2f"), ("game", ".3f")):
        by_deal: dict[int, list[float]] = {}
        for row in rows:
            if key in row:  # not in rows of an older file
                by_deal.setdefault(row["deal"], []).append(row[key])
        values = [fmean(each) for each in by_deal.values()]
        if len(values) < 2:
            continue
        told.append(f"{key} {fmean(values):{form}} ± {half_width(values):{form.lstrip('+')}}")
    print("; ".join(told), flush=True)
