"""What a game brings so that its choices can be judged: values, the parts it is counted by, marks.

Values are expectations: worlds are drawn from the view before a choice, and everybody plays on as
the values assume (the `usual` player).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...models.core import Event, Record, View
from ...models.words import Words

SURE = 2.0
"""So many standard errors of its cost a move is given before it gets a mark."""


class Trial(Protocol):
    """The moves of one seat at one point, to be tried in worlds drawn from what the seat knows.

    `usual` is what the values assume that the seat does here, as all others would; it is among
    the `moves`. If `exact`, all worlds there are come at once, each of them played to its end.
    """

    @property
    def usual(self) -> Event:
        """What the values assume that the seat does."""

    @property
    def moves(self) -> Sequence[Event]:
        """What is worth a look."""

    @property
    def exact(self) -> bool:
        """Whether nothing is left to chance."""

    def worths(self, moves: Sequence[Event], worlds: int) -> Sequence[Sequence[float]]:
        """Return for each of `moves` what it comes to in further worlds, the same for all.

        There are at most so many worlds, and none where all have been seen.
        """


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a game that is counted by itself: what comes of its lines `first` to `last`.

    `came` is by player what it came to, in the unit of the values; None while it goes on.
    """

    first: int
    last: int
    came: Mapping[str, float] | None


@dataclass(frozen=True, slots=True)
class MarkLimits:
    """From which cost on, beyond doubt, a move is marked, in the unit of the values."""

    doubtful: float
    mistake: float
    blunder: float

    def of(self, cost: float, error: float) -> str:
        """Return the mark of a move that costs `cost`, give or take its standard error."""
        sure = cost - SURE * error
        for least, mark in ((self.blunder, "??"), (self.mistake, "?"), (self.doubtful, "?!")):
            if sure > least:
                return mark
        return ""


@dataclass(frozen=True, slots=True)
class Judge:
    """How the choices of a game are judged.

    Values are in `unit`, a chance or an amount. `trial` takes the view before a choice, and a seed.
    `parts` are those of a game as far as it has gone, from any view; `start` is what a player can
    expect of each before its first line, by the header of a record. `usual` names in words how the
    values take everybody to play; `together` says that all win or lose as one. `sought` is by what
    the best move is looked for, where that is not by its value; `apart` is by what luck and skill
    are told apart, where that is not by the values whose differences costs are.
    """

    unit: Words
    chance: bool
    marks: MarkLimits
    usual: Words
    trial: Callable[[View, int], Trial]
    parts: Callable[[Record], Sequence[Part]]
    start: Callable[[Record], float]
    together: bool = False
    sought: Callable[[View, int], Trial] | None = None
    apart: Callable[[View, int], Trial] | None = None


def whole(record: Record) -> Sequence[Part]:
    """Return the one part of a game that is won or lost by all: 1 for a win, else 0."""
    outcome = record.game.outcome(record.state)
    came = None
    if outcome is not None:
        came = {player: float(player in outcome.winners) for player in record.setup.players}
    return [Part(len(record.tags) + 1, record.last, came)]


def by_scores(record: Record, scores: Sequence[tuple[int, Mapping[str, float]]]) -> Sequence[Part]:
    """Return the parts that end at the lines of `scores`, and the one that goes on behind them."""
    first, found = len(record.tags) + 1, list[Part]()
    for line, came in scores:
        found.append(Part(first, line, came))
        first = line + 1
    if record.game.outcome(record.state) is None:
        found.append(Part(first, record.last, None))
    return found
