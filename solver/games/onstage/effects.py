"""What is counted at Onstage while moves are tried: who takes whom, who gets what is left.

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
    WINS = "wins"
    """A `player` wins this trick and claims the `piece`, or nobody; the `stage` is there then."""
    REST = "rest"
    """A `player`, the only one without performers, gets all that are left in the end. ON-12"""
    LEFT = "blossoms left"
    """The blossoms of those."""
    CLAIMS = "claims"
    """A `player` without performers claims somebody by the end, as far as it is played."""
    NEXT = "blossoms next"
    """Blossoms of a `player` in the next trick."""
    LATER = "blossoms later"
    """Blossoms of a `player` behind both in the round."""


_TOPICS = {
    **dict.fromkeys((Kind.TAKES, Kind.WINS), say("what this trick is worth, and to whom")),
    **dict.fromkeys(
        (Kind.REST, Kind.LEFT, Kind.CLAIMS),
        say("who is the only one without performers and gets all that are left"),
    ),
    Kind.NEXT: say("what the next trick is worth, and to whom"),
    Kind.LATER: say("who gets what later in the round"),
}
"""What there is to weigh."""


@dataclass(frozen=True, slots=True)
class Came:
    """Something of a kind that came, or how much of it: to a `player`, with a `piece`.

    The `stage` is that of the next trick. `yours` tells whether the player is the viewer.
    """

    kind: Kind
    player: str = ""
    piece: str = ""
    stage: tuple[str, ...] = ()
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


def _columns(
    position: Position, came: NDArray[np.float64], for_game: bool
) -> Iterator[tuple[Came, NDArray[np.floating]]]:
    """Yield what may come of a move, and how much of it did."""
    import numpy as np

    from . import trial_kernel as trial

    state, box, viewer = position.state, position.box, position.view.viewer
    pieces = box.performers
    (side,) = (team for team in state.agreed.teams if viewer in team)
    trick = came[:, trial.TRICKS :]
    winner, taken = trick[:, trial.WINNER], trick[:, trial.TAKEN].astype(int)
    stage = trick[:, trial.ON_STAGE].astype(int)
    behind = {Kind.NEXT: trial.OF_TRICK + trial.BLOSSOMS, Kind.LATER: trial.LATER - trial.TRICKS}
    for seat, player in enumerate(state.players):
        own, left = player in side, came[:, trial.REST + seat]
        rest = Came(Kind.REST, player, yours=player == viewer, sign=1 if own else -1)
        most = None if for_game else 1.0
        blossom = replace(rest, worth=most if own else None, most=most)
        claimed = np.where((winner == seat) & (left == 0), taken, 0)
        ever = int(np.bitwise_or.reduce(claimed))
        for i in (i for i in range(len(pieces)) if ever >> i & 1):
            n = most and value_of(pieces[i])
            takes = replace(blossom, kind=Kind.TAKES, piece=pieces[i], most=n)
            yield replace(takes, worth=n if own else None), (claimed >> i & 1) * 1.0
        for took, there in {*zip(claimed[winner == seat], stage[winner == seat], strict=True)}:
            of, on = ([p for i, p in enumerate(pieces) if each >> i & 1] for each in (took, there))
            wins = replace(rest, kind=Kind.WINS, piece="".join(of), stage=(*on,), sign=0, worth=0.0)
            yield wins, ((winner == seat) & (claimed == took) & (stage == there)) * 1.0
        yield rest, (left > 0) * 1.0
        yield replace(rest, kind=Kind.LEFT, sign=0, worth=0.0), left
        if not state.claimed[player]:  # what comes of it is told by who gets the rest
            ever_has = trick[:, trial.BLOSSOMS + seat] - left
            ever_has = ever_has + sum(trick[:, first + seat] for first in behind.values())
            yield replace(rest, kind=Kind.CLAIMS, sign=0, most=0.0), (ever_has > 0) * 1.0
        for kind, first in behind.items():
            yield replace(blossom, kind=kind), trick[:, first + seat]
