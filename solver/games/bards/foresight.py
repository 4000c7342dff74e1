"""The learned value of moves: the chance to win after each, played on by habit to the next round.

Tables that fit what a seat sees are drawn; each move is tried in the same ones, with the same luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from random import Random

from ....models.bards import State
from ....models.core import Event, View
from ...play.race import Over, Runner, race
from .imagined import drawn, worlds_of
from .learnt import learnt
from .table import numbering

ROUNDS = 1
"""Tries end when so many more rounds have begun."""
HEAT = 12
"""In how many worlds every move is tried before those that fell behind leave the race."""
FEWEST = 2
"""In how many worlds all moves are tried at least, however short the time."""
BEHIND = 2.0
"""A move leaves the race when it is this many standard errors behind the best."""
LOOKED_AT = 8
"""How many moves are tried, those first that are best by habit."""


@dataclass
class _Tries:
    """Tries the moves of the viewer of `view` in worlds that fit it, at most `most` of them."""

    view: View[State]
    seed: int
    most: int

    def __post_init__(self) -> None:
        self._rng = Random(self.seed)
        self._tables = drawn(self.view.state, worlds_of(self.view), self._rng)
        self._numbers = numbering(self.view.state.box)
        self._seat = self.view.state.players.index(self.view.viewer)
        self._made = 0

    def run(self, racing: Sequence[Runner], worlds: int) -> None:
        """Try the moves that are `racing` in a further world; then the clock may be looked at."""
        import numpy as np

        from .value_kernel import tried

        if self._made == self.most:
            return
        table, seed = next(self._tables), self._rng.getrandbits(40) << 3
        moves = np.array([self._numbers.move(table, each.move) for each in racing], np.int64)
        world = self._numbers.state(table)
        came = tried(self._numbers.cards, world, self._seat, moves, learnt(), seed, ROUNDS)
        for each, chance in zip(racing, came.tolist(), strict=True):
            each.worths.append(chance)
        self._made += 1


def foreseen(
    view: View[State], moves: Sequence[Event], seed: int, most: int, until: Over, keep: int = 1
) -> list[Runner]:
    """Return `moves` with the chance to win after each in up to `most` worlds, the best first."""
    tries = _Tries(view, seed, most)
    runners = [Runner(move) for move in moves]
    return race(runners, tries.run, repeat(HEAT), BEHIND, keep, until, FEWEST)


def by_habit(view: View[State], moves: Sequence[Event]) -> list[Event]:
    """Return the `moves` of the viewer, those first that are best by habit."""
    import numpy as np

    from .habit_kernel import gains

    numbers, seat = numbering(view.state.box), view.state.players.index(view.viewer)
    made = np.array([numbers.move(view.state, move) for move in moves], np.int64)
    table = numbers.state(view.state)
    worths = gains(numbers.cards, table, learnt().habits, seat, made)
    return [moves[i] for i in np.argsort(-worths, kind="stable")]
