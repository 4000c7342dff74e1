"""What is counted at Onstage while moves are tried: who takes whom, who leads, what is trump.

What a move is for is told by `reasons`; here stands what can be said without naming a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from ....models.core import Event
from ....models.onstage import value_of
from ....models.words import Words, say
from ...play.trial import Difference, Effect
from .position import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Kind(StrEnum):
    """What is counted, by the name that it has in JSON."""

    TAKES = "takes"
    """A `player` claims a performer, the `piece`, in this trick."""
    REST = "rest"
    """A `player`, the only one without performers, gets all that are left in this trick. ON-12"""
    WINS = "wins"
    """A `player` of the viewer's side wins this trick."""
    NEXT = "blossoms next"
    """Blossoms of a `player` in the next trick."""
    LATER = "blossoms later"
    """Blossoms of a `player` behind both in the round."""
    TRUMP = "trump"
    """The suit `piece` is trump as the next trick begins."""


_TOPICS = {
    Kind.TAKES: say("what this trick is worth, and to whom"),
    Kind.REST: say("who is the only one without performers and gets all that are left"),
    Kind.WINS: say("who wins the trick and leads next"),
    Kind.NEXT: say("what the next trick is worth, and to whom"),
    Kind.LATER: say("who gets what later in the round"),
    Kind.TRUMP: say("what is trump after the trick"),
}
"""What there is to weigh."""


@dataclass(frozen=True, slots=True)
class Came:
    """Something of a kind that came, or how much of it: to a `player`, with a `piece`.

    `yours` tells whether the player is the viewer.
    """

    kind: Kind
    player: str = ""
    piece: str = ""
    yours: bool = field(default=False, compare=False)
    sign: int = field(default=0, compare=False)
    worth: float | None = field(default=None, compare=False)
    most: float | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The name for JSON."""
        return " ".join(filter(None, (self.kind, self.player, self.piece)))

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return _TOPICS[self.kind]

    def told(self, _: Difference) -> Words:
        """Return what there is to weigh, of which `reasons` says how much."""
        return self.topic


def counted(
    position: Position, move: Event, came: NDArray[np.float64], for_game: bool
) -> dict[Effect, list[float]]:
    """Return how much of each effect came, deal by deal, from the rows `came` of one move.

    `for_game` says that the value is the chance to win, of which a blossom is no fixed part. Else
    one more of another side counts in full if that is the best one in the end, or for nothing.
    """
    return {
        effect: column.tolist()
        for effect, column in _columns(position, came, for_game)
        if column.any()
    }


def _gets_rest(trick: NDArray[np.float64], seat: int) -> NDArray[np.bool_]:
    """Tell for each row of a trick whether all that are left come to a seat behind it.

    A trick brings its winner one performer, and nobody else any.
    """
    from . import trial_kernel as trial

    taken = trick[:, trial.TAKEN].astype(int)
    found: NDArray[np.bool_] = trick[:, trial.BLOSSOMS + seat] > 0
    found &= (trick[:, trial.WINNER] != seat) | (taken & (taken - 1) > 0)
    return found


def _columns(
    position: Position, came: NDArray[np.float64], for_game: bool
) -> Iterator[tuple[Came, NDArray[np.floating]]]:
    """Yield what may come of a move, and how much of it did."""

    from . import trial_kernel as trial

    state, box, viewer = position.state, position.box, position.view.viewer
    (side,) = (team for team in state.agreed.teams if viewer in team)
    trick = came[:, trial.TRICKS :]
    winner, taken = trick[:, trial.WINNER], trick[:, trial.TAKEN].astype(int)
    behind = {Kind.NEXT: trial.OF_TRICK + trial.BLOSSOMS, Kind.LATER: trial.LATER - trial.TRICKS}
    for seat, player in enumerate(state.players):
        won, own = winner == seat, player in side
        rest = _gets_rest(trick, seat)

        anything = Came(Kind.WINS, player, "", player == viewer)
        most = None if for_game else 1.0
        blossom = replace(anything, sign=1 if own else -1, worth=most if own else None, most=most)
        for i, performer in enumerate(box.performers):
            n = most and value_of(performer)
            takes = replace(blossom, kind=Kind.TAKES, piece=performer, most=n)
            claimed = won & ~rest & (taken >> i & 1 > 0)
            yield replace(takes, worth=n if own else None), claimed * 1.0
        yield replace(anything, kind=Kind.REST, sign=blossom.sign), rest * 1.0
        if own:
            yield anything, won * 1.0
        for kind, first in behind.items():
            yield replace(blossom, kind=kind), trick[:, first + seat]
    if not position.last_trick:
        for i, suit in enumerate(box.suits):
            yield Came(Kind.TRUMP, piece=suit), (trick[:, trial.TRUMP_AFTER] == i) * 1.0
