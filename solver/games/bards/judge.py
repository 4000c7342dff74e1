"""How choices are judged: by the learned value, the chance to win after them (BB-23)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ....models.bards import State
from ....models.core import Event, Record, View
from ....models.words import say
from ...play.coach import choices
from ...play.judge import Judge, MarkLimits, whole
from ...play.trial import NOTHING, Assumptions, Followed
from .effects import HAVING, SHARED, Has
from .foresight import Foresight, best_by_habit, worth_trying
from .planned import first_of, planned

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Trial:
    """The moves of a view's viewer, tried in worlds that fit the view; all go on by habit."""

    exact = False

    def __init__(self, view: View[State], seed: int, assumed: Assumptions = NOTHING) -> None:
        self._view, self._foresight = view, Foresight(view, seed)

    @cached_property
    def usual(self) -> Event:
        """The move that is made by habit."""
        return best_by_habit(self._view, choices(self._view))[0]

    @cached_property
    def moves(self) -> Sequence[Event]:
        """The moves worth trying."""
        legal = choices(self._view)
        return worth_trying(self._view, legal, first_of(planned(self._view), legal))

    def worths(self, moves: Sequence[Event], worlds: int) -> list[list[float]]:
        """Return the viewer's chance to win after each of `moves`, in further worlds."""
        found: list[list[float]] = self._came(moves, worlds)[:, :, 0].T.tolist()
        return found

    def followed(self, moves: Sequence[Event], worlds: int) -> list[Followed]:
        """Return what follows each of `moves` in further worlds."""
        came = self._came(moves, worlds)
        players = self._view.setup.players
        effects = [
            Has(player, player == self._view.viewer, what, len(players))
            for player in players
            for what in HAVING
        ]
        return [
            Followed(
                came[:, i, 0].tolist(),
                {
                    effect: came[:, i, 1 + n].tolist()
                    for n, effect in enumerate(effects)
                    if effect.yours or effect.what in SHARED
                },
            )
            for i in range(len(moves))
        ]

    def _came(self, moves: Sequence[Event], worlds: int) -> NDArray[np.float64]:
        import numpy as np

        from .value_kernel import COLUMNS

        rows = [self._foresight.came(moves) for _ in range(worlds)]
        return np.array(rows).reshape(len(rows), len(moves), COLUMNS)


def start(record: Record[State]) -> float:
    """Return each player's chance to win before the first card, when all seats are alike."""
    return 1 / len(record.setup.players)


JUDGE = Judge(
    say("chance to win, by the learned value"),
    chance=True,
    marks=MarkLimits(0.02, 0.05, 0.10),
    usual=say("everybody goes on by learned habits, and the learned value judges the next round"),
    trial=Trial,
    parts=whole,
    start=start,
)
