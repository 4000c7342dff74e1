"""Two players against each other: which one is stronger, and how sure that is.

    python -m bench duel [--game NAME ...] [--one coach] [--other greedy] [--players 3 | --teams]
                         [--round] [--time S | --tries N] [--apart 0.02] [--first N] [--deals N]
                         [--workers N] [--out FILE]

A player is a bot of these sources (`coach`), or of another commit (`coach@COMMIT`); at Onstage two
more are known (`_onstage.py`). The deals come from `held_apart.txt`, whose seeds no tuning uses.
One takes every seat of a deal in turn and the other one all the rest; what is drawn while they play
is the same each time. Where all win or lose together, each of the two has the whole table once.
With `--round` a game ends with its first round, with `--teams` One takes the seats of a team.

The lead of a deal is what One wins in the mean of its seats, less the share of a seat where all are
equal; where all play together, what One's table wins, less what the other's does. The leads have a
mean and its 95 % interval. They are tested as they come, by Wald's sequential test with the
variance that they show: that there is no lead, against one of `--apart`, 5 % for either error. It
ends when that is known (with `--apart 0` never), or after so many `--deals` (the `--first` of them
is number 0, unless it is told); with `--out`, the next run goes on from there.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from random import Random
from statistics import fmean, variance
from typing import Any

from aparte.models.core import Record, View
from aparte.models.games import OWN
from aparte.models.record import NAMES, blank
from aparte.solver.play.coach import Bot, Budget, Choice, play_of
from aparte.solver.play.driver import drawn, played
from aparte.solver.play.workers import in_order, in_processes
from tests.trials import keep, kept

from ._trials import half_width
from ._versions import bot

SEEDS = Path(__file__).with_name("held_apart.txt")
LEAST = 30
"""Before so many deals nothing is decided: their variance is not known well enough."""
SURE = log(0.95 / 0.05)
"""Wald's bound for 5 % of either error."""
TEAMS = {"Teams": "+".join(NAMES[:4:2]) + " " + "+".join(NAMES[1:4:2])}
"""The setting for two teams, partners opposite each other."""
FEW = 40
"""How many deals at most, unless more are asked for."""


@dataclass(frozen=True)
class Duel:
    """Bots `one` and `other` at tables of `players`; a budget of `seconds` or `tries` a choice.

    They may play in two `teams`, everybody with who sits opposite; and each game only to the end of
    its first `round`.
    """

    game: str
    one: str
    other: str
    players: int = 3
    seconds: float | None = None
    tries: int | None = None
    teams: bool = False
    round: bool = False

    def deal(self, number: int) -> Mapping[str, Any]:
        """Return what came of the deal of this number: the results of One, by seat, and others'.

        `won` are shares in the win (0 to 1), `ahead` points more than the others have in the mean,
        in a single round what the game's judge counts.
        """
        seed = seeds()[number]
        every = range(self.players)
        sides = range(2 if self.teams else self.players)
        first = self._game(seed, frozenset(every[:: len(sides)]))
        if first["together"]:
            ours, theirs = self._game(seed, frozenset(every)), self._game(seed, frozenset())
            return {"lead": ours["value"] - theirs["value"], "won": ours["value"]}
        others = (self._game(seed, frozenset(every[side :: len(sides)])) for side in sides[1:])
        games = [first, *others]
        won = fmean(each["value"] for each in games)
        return {
            "lead": won - 1 / len(sides),
            "won": won,
            "ahead": fmean(each["ahead"] for each in games),
        }

    def _game(self, seed: int, seats: frozenset[int]) -> Mapping[str, Any]:
        """Play a deal with One in these `seats`; return the value of that for who sits there."""
        lots = Random(seed)
        dealt = drawn(blank(self.game, self.players, **(TEAMS if self.teams else {})), lots)
        chairs = dealt.setup.players
        seated = {
            chair: _Apart(self._bot(self.one if i in seats else self.other, dealt), seed)
            for i, chair in enumerate(chairs)
        }
        if self.round:
            record = played(dealt, seated, lots, lambda record: bool(_first_round(record)))
            ended = _first_round(record)
            points = [ended[chair] for chair in chairs]
            winners = [chair for chair in chairs if ended[chair] == max(points)]
        else:
            record = played(dealt, seated, lots)
            outcome = record.game.outcome(record.state)
            assert outcome is not None, "a game whose result is written has an outcome"
            points = [outcome.points(chair) or 0 for chair in chairs]
            winners = list(outcome.winners)
            if outcome.together:
                value = float(bool(winners)) if outcome.can_be_won else points[0]
                return {"together": True, "value": value}
        won = sum(chairs[seat] in winners for seat in seats) / len(winners)
        ahead = fmean(points[seat] for seat in seats)
        if not self.round:
            ahead -= fmean(each for i, each in enumerate(points) if i not in seats)
        return {"together": False, "value": won, "ahead": ahead}

    def _bot(self, name: str, dealt: Record) -> Bot:
        budget = Budget(seconds=self.seconds, iterations=self.tries)
        return bot(self.game, name, budget, dealt)


def _first_round(record: Record) -> Mapping[str, float]:
    """Return what each player has of the first round, nothing before it is over."""
    judge = play_of(record.game.name).judge
    assert judge is not None, "every game here has one"
    return judge.parts(record)[0].came or {}


@dataclass(frozen=True)
class _Apart:
    """A bot with lots of its own, so that what others draw does not depend on it."""

    bot: Bot
    seed: int

    def choose(self, view: View, rng: Random) -> Choice:
        """Return what the bot chooses."""
        return self.bot.choose(view, Random(f"{self.seed}/{view.viewer}/{len(view.lines)}"))


def seeds() -> Sequence[int]:
    """Return the seeds that no tuning uses, one a deal."""
    return [int(row) for row in SEEDS.read_text("utf-8").split()]


def likelihood(leads: Sequence[float], apart: float) -> float:
    """Return the logarithm of how much likelier a lead of `apart` makes these than none does.

    Leads are taken as normal with their own variance. Source: A. Wald, Sequential Tests of
    Statistical Hypotheses, Annals of Mathematical Statistics 16 (1945).
    """
    if len(leads) < LEAST:
        return 0.0
    spread = max(variance(leads), 1e-9)
    return len(leads) * apart * (fmean(leads) - apart / 2) / spread


def main(arguments: Sequence[str]) -> None:
    """Play the duel that is asked for, or one of every game; print who leads and by how much."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="*", default=list(OWN), help="only of these games")
    parser.add_argument("--one", default="coach")
    parser.add_argument("--other", default="greedy")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--teams", action="store_true", help="two teams of two")
    parser.add_argument("--round", action="store_true", help="only the first round of each game")
    parser.add_argument("--time", type=float, help="seconds a choice")
    parser.add_argument("--tries", type=int, help="worlds a choice, instead")
    parser.add_argument("--apart", type=float, default=0.02, help="the lead to be told from none")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--deals", type=int, default=FEW, help="at most so many of a game")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, help="keep what came there, and go on from there")
    options = parser.parse_args(arguments)
    for game in options.game:
        players = 4 if options.teams else options.players
        budget = options.time, options.tries
        kind = options.teams, options.round
        duel = Duel(game, options.one, options.other, players, *budget, *kind)
        numbers = range(len(seeds()))[options.first :][: options.deals]
        _tell(duel, list(_deals(duel, numbers, options)), options.apart)


def _deals(duel: Duel, numbers: Sequence[int], options: Namespace) -> Iterator[Mapping[str, Any]]:
    """Yield what came of the deals, in their order, until one of the two is known to be right."""
    head = {name: getattr(duel, name) for name in Duel.__dataclass_fields__}
    files = [options.out] if options.out else []
    done = {row["deal"]: row for row in kept(files) if row.items() >= head.items()}
    leads = list[float]()
    left = [number for number in numbers if number not in done]
    if options.workers > 1:
        coming = in_order(left, in_processes(duel.deal, left, options.workers, _died))
    else:
        coming = map(duel.deal, left)
    for number in numbers:
        row = done.get(number)
        if row is None:
            row = {**head, "deal": number, **next(coming)}
            keep(options.out, row)
        leads.append(row["lead"])
        yield row
        if abs(likelihood(leads, options.apart)) > SURE:
            return


def _died(number: int) -> Mapping[str, Any]:
    raise RuntimeError(f"deal {number} ended every process that played it")


def _tell(duel: Duel, rows: Sequence[Mapping[str, Any]], apart: float) -> None:
    leads = [row["lead"] for row in rows]
    half = half_width(leads) if len(leads) > 1 else 1.0
    known = likelihood(leads, apart)
    verdict = f"no stronger by {apart:.1%}" if known < -SURE else "stronger"
    table = "two teams" if duel.teams else f"{duel.players} players"
    what = "single rounds, " if duel.round else ""
    told = [
        f"{duel.game} {duel.one} against {duel.other}, {table}, {what}{len(rows)} deals",
        f"won {fmean(row['won'] for row in rows):.1%}",
        f"lead {fmean(leads):+.1%} ± {half:.1%}",
        f"{verdict if abs(known) > SURE else 'not decided'} (log likelihood {known:+.1f})",
    ]
    if all("ahead" in row for row in rows):
        told.insert(3, f"{fmean(row['ahead'] for row in rows):+.1f} points ahead")
    print("; ".join(told), flush=True)
