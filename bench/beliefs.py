"""Which belief about hidden cards comes true at Overseers: that all worlds are alike, or behaviour.

    python -m bench beliefs [--one NAME] [--kind NAME ...] [--players N ...] [--deals N] [--first N]
                            [--out FILE]

Players of a kind (`_kinds.py`; of `this+that` one is drawn for every seat) play whole games. Before
each vote one seat, drawn by lot for the game, is asked from its view alone how likely each pair of
face-down cards of another player is: if people keep and hide good cards, believed in to a part
(`best --behaviour --strength`), or not at all. Told is the log loss of what lay there, in nats a
row, less that of all worlds alike, with an interval of 95 % from the spread between games: below 0
the belief is the better one. Deals come from `held_apart.txt`, from number `--first` on. With
`--out`, the next run goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log
from statistics import fmean
from typing import Any

from aparte.models.core import Record, View, replay, view
from aparte.models.overseers.state import State, Step
from aparte.solver.engine.sweep import TooManyStates
from aparte.solver.games.overseers.behaviour import Behaviour
from aparte.solver.games.overseers.draft import Draft
from aparte.solver.games.overseers.passes import Pass
from aparte.solver.games.overseers.reading import COUNTED
from aparte.solver.games.overseers.worlds import Worlds

from ._kinds import STRANGE
from ._trials import half_width
from .strangers import games_of

STRENGTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
KINDS = ("greedy", "coach", "regular", "anybody", *STRANGE)


def main(arguments: Sequence[str]) -> None:
    """Print how much less surprise each strength brings, for each kind of players."""
    options, rows = games_of(arguments, __doc__, KINDS, (3, 4, 5), 10, _lost)
    for kind in (*options.kind, ""):
        here = [row["lost"] for row in rows if kind in ("", row["kind"]) and row["lost"]]
        if len(here) > 1:
            _tell(kind or "all", here)


def _lost(record: Record[State], seat: int) -> Mapping[str, Any]:
    return {"lost": [*losses(record, seat)]}


def losses(record: Record[State], seat: int) -> Iterator[Mapping[str, float]]:
    """Yield the log loss of each belief about each pair of face-down cards before each vote.

    Votes before which the worlds are too many to count are left out, and rows with a card that was
    added, or looked at by the seat.
    """
    asked = False
    for line, state in replay(record):
        was, asked = asked, state.step is Step.VOTE
        if not asked or was:
            continue
        seen = view(record.until(line.number), state.players[seat])
        try:
            found = {each: _worlds(seen, each) for each in STRENGTHS}
        except TooManyStates:
            continue
        for player in state.players:
            down = tuple(sorted(laid.kind for laid in state.rows[player] if not laid.up))
            hands = {each: worlds.hands(player) for each, worlds in found.items()}
            if len(hands[0.0]) > 1 and down in hands[0.0]:
                yield {
                    str(each): -log(hands[each][down] / worlds.total)
                    for each, worlds in found.items()
                }


def _worlds(seen: View[State], strength: float) -> Worlds:
    likelihood = Behaviour(strength).likelihood(seen.state.box)
    return Worlds(Pass(Draft.of(seen), likelihood, COUNTED))


def _tell(kind: str, games: Sequence[Sequence[Mapping[str, float]]]) -> None:
    rows = sum(map(len, games))
    alike = fmean(fmean(row["0.0"] for row in game) for game in games)
    print(f"{kind}: {len(games)} games, {rows} rows; all worlds alike {alike:.3f}", flush=True)
    for each in STRENGTHS[1:]:
        less = [fmean(row[str(each)] - row["0.0"] for row in game) for game in games]
        print(f"  strength {each}: {fmean(less):+.3f} ± {half_width(less):.3f}", flush=True)
