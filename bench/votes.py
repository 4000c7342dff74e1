"""How well it is known at Overseers whom the vote will accuse, and whether rightly.

    python -m bench votes [--one NAME] [--kind NAME ...] [--players N ...] [--deals N] [--first N]
                          [--out FILE]

Players of a kind (`_kinds.py`; of `this+that` one is drawn for every seat) play whole games, `One`
among them if it is named. Before each vote one seat, One's or else one drawn by lot for the game,
is asked what it takes the chances to be, from its view alone. Told are chances in bins, how often
they came true and of how many; how far they are beside that in the mean (the expected calibration
error), and how far they would be by lot alone if each were right; and the log loss of who was
accused, in parts of that of equal chances, with an interval of 95 % from the spread between games.
Beside it stands that of counting alone: who is likeliest to have most, all worlds alike. The deals
come from `held_apart.txt`; the numbers of `Voting` were fitted to those from number 2400 on, and
chosen after a look at 1400 to 1519. First votes of a game are told apart from later ones, too,
before which the seat has seen how people vote. The `--first` is number 0, unless it is told. With
`--out`, the next run goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum, log, pi, sqrt
from statistics import fmean
from typing import Any

import numpy as np

from aparte.models.core import Record, View, replay, view
from aparte.models.overseers.scoring import points
from aparte.models.overseers.state import State, Step
from aparte.solver.games.overseers.accusing import DEALS, ballot, risks
from aparte.solver.games.overseers.voting import Voting

from ._trials import half_width
from .strangers import games_of

FITTED = (
    "collects+takes points+soon admits+goes by what shows+copies+random",
    "wavers+shows off+doubts what is hidden",
)
"""Mixed tables that the numbers of `Voting` were fitted to."""
APART = ("anybody", "greedy+never admits+fears what is hidden+doubts+bluffs+blunders")
"""Tables that they were not fitted to; at the second most players judge alike."""
COUNTED = 300
"""Deals that are drawn to count who has most."""
BINS = 10


def main(arguments: Sequence[str]) -> None:
    """Print how well the chances of each kind and number of players came true."""
    options, rows = games_of(arguments, __doc__, (*FITTED, *APART), (3, 4, 5, 6), 20, _votes)
    for kind in options.kind:
        here = [row["votes"] for row in rows if row["kind"] == kind]
        if len(here) > 1:
            _tell(kind, here)
            _tell(f"{kind}, first votes", [votes[:1] for votes in here])
            _tell(f"{kind}, later votes", [votes[1:] for votes in here])


def _votes(record: Record[State], seat: int) -> Mapping[str, Any]:
    return {"votes": [*votes(record, seat)]}


def votes(record: Record[State], seat: int) -> Iterator[Mapping[str, Any]]:
    """Yield what a seat could tell of each vote of a game, and what came of it."""
    before: tuple[int, State] | None = None
    for line, state in replay(record):
        if before is None and state.step is Step.VOTE:
            before = line.number, state
        elif before is not None and state.trial.accused:
            number, then = before
            seen = view(record.until(number), state.players[seat])
            accused = state.players.index(state.trial.accused)
            yield _asked(seen, accused, [points(then, player) for player in then.players])
            before = None


def _asked(seen: View[State], accused: int, points: Sequence[int]) -> Mapping[str, Any]:
    found = risks(ballot(seen, DEALS), Voting(), np.random.default_rng(0))
    alike = ballot(seen, COUNTED, 0.0).points
    highest = (alike == alike.max(axis=1, keepdims=True)).mean(axis=0) + 1 / COUNTED
    return {
        "accused": accused,
        "highest": [each == max(points) for each in points],
        "chances": [list(each) for each in found],
        "counted": list(highest / highest.sum()),
    }


def _tell(kind: str, games: Sequence[Sequence[Mapping[str, Any]]]) -> None:
    asked = [each for votes in games for each in votes]
    print(f"{kind}: {len(games)} games, {len(asked)} votes", flush=True)
    for at, name in enumerate(("accused", "rightly")):
        pairs = [
            (chance[at], seat == each["accused"] and (name == "accused" or each["highest"][seat]))
            for each in asked
            for seat, chance in enumerate(each["chances"])
        ]
        print(f"  {name}: {_binned(pairs)}")
    for name in ("chances", "counted"):
        losses = [fmean(_loss(each, name) for each in votes) for votes in games]
        told = f"{fmean(losses):.3f} ± {half_width(losses):.3f} of equal chances"
        print(f"  log loss, {name}: {told}", flush=True)


def _binned(pairs: Sequence[tuple[float, bool]]) -> str:
    told, beside, lots = [], 0.0, 0.0
    for low in range(BINS):
        some = [
            (chance, came) for chance, came in pairs if min(BINS - 1, int(BINS * chance)) == low
        ]
        if some:
            stated, true = fmean(chance for chance, _ in some), fmean(came for _, came in some)
            beside += abs(stated - true) * len(some) / len(pairs)
            told.append(f"{stated:.0%} true {true:.0%} ({len(some)})")
            lots += sqrt(2 / pi * fsum(chance * (1 - chance) for chance, _ in some)) / len(pairs)
    return f"beside by {beside:.1%} in the mean ({lots:.1%} by lot alone); {', '.join(told)}"


def _loss(asked: Mapping[str, Any], name: str) -> float:
    """Return the log loss of who was accused, in parts of that of equal chances."""
    stated = asked[name][asked["accused"]]
    chance = stated[0] if name == "chances" else stated
    players = len(asked["highest"])
    seen = (chance * DEALS + 1) / (DEALS + players)
    return -log(seen) / log(players)
