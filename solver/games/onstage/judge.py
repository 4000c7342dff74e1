"""How choices are judged: by blossoms ahead of the best other side at the end of the round.

Costs are in blossoms in all rounds, so that the rounds add up; but in the last round the best move
is the one that wins the game most often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from ....models.core import Event, Record, View, replay
from ....models.onstage import State
from ....models.record import new_record
from ....models.words import Words, say
from ...play.driver import drawn
from ...play.judge import Judge, MarkLimits, Off, Part, by_scores
from ...play.trial import NOTHING, Assumptions, Followed
from .behaviour import Behaviour, resampled
from .coach import WHOLE, WINNING, ahead
from .effects import counted
from .position import WIDTH, Position
from .table import coded, numbered
from .value import WINS, stored_nets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OFF = 0.75
"""Blossoms by which gaps are off that end with the learned value, measured by `bench value`."""
RIVALS = 7
"""How many moves are played to the end beside the best: a round takes 20 millionths of a second."""
DEALS = 400
"""Rounds played to estimate what a side can expect before the deal."""


class Trial:
    """The moves of a view's viewer, tried in deals that fit the view.

    With `for_game`, a move in the last round is valued by the chance to win the game. If rounds are
    played `to_end`, the learned value chooses moves, but judges nothing.
    """

    exact = False

    def __init__(
        self,
        view: View[State],
        seed: int,
        assumed: Assumptions = NOTHING,
        for_game: bool = False,
        to_end: bool = False,
    ) -> None:
        import numpy as np

        from . import rules_kernel as rules
        from . import value_kernel as value

        self._position = self._seen(view)
        strength = assumed.behaviour
        self._behaviour = None if strength is None else Behaviour(strength)
        self._root = self._position.root.copy()
        self._for_game = for_game and self._position.last_round
        self._ahead = WHOLE if to_end else ahead(self._position)
        self._wins = self._position.wins if self._for_game else WINS
        if not self._for_game:
            self._root[rules.BEFORE] = 0
        self._rng = np.array([seed], np.uint64)
        codes, afters = self._position.moves
        self._afters = afters.copy()
        if not self._for_game:
            self._afters[:, rules.BEFORE] = 0
        desk, net, seat = value.new_desk(), stored_nets().value, self._position.seat
        worth = [value.reward(each, seat, net, self._wins, desk) for each in self._afters]
        order = np.argsort(-np.array(worth), kind="stable")[:WIDTH]
        self._numbers = {self._position.event(int(codes[i])): int(i) for i in order}
        self.moves = list(self._numbers)
        self.usual = self.moves[0]

    @staticmethod
    def _seen(view: View[State]) -> Position:
        return Position.of(view)

    def worths(self, moves: Sequence[Event], worlds: int) -> list[list[float]]:
        """Return the margin of the round after each of `moves`, in further deals.

        Or the chance to win the game, if that is the value.
        """
        came = self._came(moves, self._drawn(worlds))
        found: list[list[float]] = came[:, :, self._column].T.tolist()
        return found

    def followed(self, moves: Sequence[Event], worlds: int) -> list[Followed]:
        """Return what follows each of `moves` in further deals."""
        came, column = self._came(moves, self._drawn(worlds)), self._column
        return [
            Followed(
                came[:, i, column].tolist(),
                counted(self._position, move, came[:, i], self._for_game),
            )
            for i, move in enumerate(moves)
        ]

    @property
    def _column(self) -> int:
        from . import trial_kernel as trial

        return trial.REWARD if self._for_game else trial.CAME_MARGIN

    def _came(self, moves: Sequence[Event], dealt: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return what `trial_kernel.play_on` tells of each of `moves` in some deals."""
        import numpy as np

        from . import trial_kernel as trial

        came = np.empty((len(dealt), len(moves), trial.COLUMNS))
        afters = self._afters[[self._number(each) for each in moves]]
        alive, nets = np.arange(len(moves)), stored_nets()
        trial.play_on(self._root, afters, alive, dealt, self._ahead, nets, self._wins, came)
        return came

    def _drawn(self, worlds: int) -> NDArray[np.int64]:
        position, rng = self._position, self._rng
        if self._behaviour is not None:
            return next(resampled(position.view, position.deals, self._behaviour, worlds, rng))
        return position.likely.draw(worlds, rng)

    def _number(self, move: Event) -> int:
        """Return the number of `move`, or of an equivalent one."""
        from . import rules_kernel as rules

        if move not in self._numbers:
            after = self._position.root.copy()
            rules.make(after, coded(self._position.box, after, move))
            if not self._for_game:
                after[rules.BEFORE] = 0
            (same,) = (self._afters == after).all(1).nonzero()
            self._numbers[move] = int(same[0])
        return self._numbers[move]


class Forgetful(Trial):
    """The moves as they look to who remembers no card of earlier tricks, nor who lacks a suit."""

    @staticmethod
    def _seen(view: View[State]) -> Position:
        return Position.of(view).forgotten


def sought(view: View[State], seed: int, assumed: Assumptions = NOTHING) -> Trial:
    """Return the trial by which the best move is found: in the last round, by winning the game."""
    return Trial(view, seed, assumed, for_game=True)


def by_blossoms(view: View[State], seed: int, assumed: Assumptions = NOTHING) -> Trial:
    """Return the trial that plays rounds to their end, in all of them for blossoms."""
    return Trial(view, seed, assumed, to_end=True)


def to_end(view: View[State], seed: int, assumed: Assumptions = NOTHING) -> Trial:
    """Return the trial that plays rounds to their end: in the last one for winning the game."""
    return Trial(view, seed, assumed, for_game=True, to_end=True)


def off(view: View[State]) -> Off | None:
    """Return what tells by how many blossoms a gap is off that ends with the learned value."""
    position = Position.of(view)
    to_the_end = ahead(position) >= len(position.state.hands[view.viewer])
    return None if to_the_end or position.last_round else lambda gaps: OFF * any(gaps)


def decides(view: View[State]) -> Words | None:
    """Return what the best move is found by if that is not the blossoms: in the last round."""
    return WINNING if Position.of(view).last_round else None


def parts(record: Record[State]) -> Sequence[Part]:
    """Return the rounds, each with how far a player's side was ahead of the best other one."""
    ends: list[tuple[int, Mapping[str, float]]] = []
    for line, state in replay(record):
        if len(state.scores) > len(ends):
            ends.append((line.number, _margins(state)))
    return by_scores(record, ends)


def _margins(state: State) -> Mapping[str, float]:
    row = dict(zip(state.players, state.scores[-1], strict=True))
    sums = {team: sum(row[player] for player in team) for team in state.agreed.teams}
    return {
        player: float(sums[team] - max(each for other, each in sums.items() if other != team))
        for team in sums
        for player in team
    }


def start(record: Record[State]) -> float:
    """Return how far ahead a side is after a round on average, before the first deal."""
    kept = tuple(tag for tag in record.tags if tag[0] in KEPT or tag[0] in record.setup.settings)
    return _start(kept)


KEPT = ("Game", "Record", "Players")


@lru_cache(maxsize=8)
def _start(tags: tuple[tuple[str, str], ...]) -> float:
    import numpy as np

    from . import rules_kernel as rules
    from . import value_kernel as value

    desk, nets, margins = value.new_desk(), stored_nets(), list[float]()
    for number in range(DEALS):
        dealt = drawn(new_record(tags), Random(f"start {number}")).state
        s, totals = numbered(dealt.box, dealt), np.zeros(5, np.int64)
        s[rules.REMOVED] = 0
        value.playout(s, nets, WINS, desk)
        rules.side_totals(s, totals)
        margins += [float(rules.margin(s, totals, seat)) for seat in range(len(dealt.players))]
    return fmean(margins)


JUDGE = Judge(
    say("blossoms ahead of the best other at the end of the round"),
    chance=False,
    marks=MarkLimits(0.5, 1.0, 2.0),
    usual=say(
        "everybody plays by a value that was learned from many games. Whoever has so far played by"
        " a simpler rule, such as for the trick alone, is taken to go on so"
    ),
    trial=by_blossoms,
    parts=parts,
    start=start,
    sought=sought,
    decides=decides,
    to_end=to_end,
    rivals=RIVALS,
    off=off,
    note=say(
        "In the last round of a game the best choice is the one that wins the game most often, as"
        " `best` values it; its cost is counted in blossoms, like all others."
    ),
)
