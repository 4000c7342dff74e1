"""What a game brings so that its choices can be judged: values, parts, marks.

Values are expectations: worlds are drawn from the view before a choice (determinization), and
everybody plays on by the same rollout policy (the `usual` player).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...models.core import Record, View
from ...models.words import Words
from .trial import SURE

if TYPE_CHECKING:
    from .trial import TrialMaker


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a game with a score of its own, such as a round."""

    first: int
    """The number of its first line."""
    last: int
    """The number of its last line, or of the last so far."""
    came: Mapping[str, float] | None
    """The result of each player, in the unit of the judge; None while the part goes on."""


@dataclass(frozen=True, slots=True)
class MarkLimits:
    """The costs from which a move gets each mark, in the unit of the values.

    It gets one only if it surely cost more than the least of them: so of two such moves that cost
    the same, both have the same mark.
    """

    doubtful: float
    """Beyond doubt above it, a move is marked: `?!`."""
    mistake: float
    """Above it, the move is marked `?`."""
    blunder: float
    """Above it, the move is marked `??`."""

    def of(self, cost: float, error: float) -> str:
        """Return the mark of a move that costs `cost`, with this standard error."""
        if cost - SURE * error <= self.doubtful:
            return ""
        return "??" if cost > self.blunder else "?" if cost > self.mistake else "?!"

    @property
    def slight(self) -> float:
        """What nobody has to mind: far from any mark."""
        return self.doubtful / 5

    def hides(self, cost: float, error: float) -> bool:
        """Tell whether a move would get a mark if it were surer."""
        return cost > self.doubtful >= cost - SURE * error


Off = Callable[[Sequence[float]], float]
"""Returns by how much the mean of the differences of two moves, world by world, is off.

That is a standard error beside the one of sampling, in the unit of the judge, by `bench value`.
"""


@dataclass(frozen=True, slots=True)
class Judge:
    """How the choices of a game are judged, by what the seat knew when it chose."""

    unit: Words
    """What all values are: "points", or "chance to win"."""
    chance: bool
    """Whether values are chances, from 0 to 1; else they are amounts."""
    marks: MarkLimits
    """What a move costs at least that gets a mark."""
    usual: Words
    """The rollout policy, as people are told it: "everybody plays the highest card"."""
    trial: TrialMaker
    """Makes what values the moves at a choice, from the view of its seat before it and a seed.

    It is called for views with holes, where the seat has a choice, before the end of the game; for
    one view twice: to find the best move, and with another seed to value it.
    """
    parts: Callable[[Record], Sequence[Part]]
    """Returns the parts of a game so far, in order, from any record, whole or with holes.

    Every choice is in one of them. `whole` makes one part of a game that is won or lost, or has
    one common score; `by_scores` makes parts that end at lines with scores.
    """
    start: Callable[[Record], float]
    """Returns what any one player can expect of each part before its first line.

    Only the header of the record matters. It is called once in a review, and may take seconds.
    """
    sought: TrialMaker | None = None
    """Looks for the best move instead of `trial`, if something else is better at that."""
    decides: Callable[[View], Words | None] | None = None
    """Returns what a move is `sought` by where that is in another unit than costs, None elsewhere.

    It is a chance: "chance to win the game". What a choice cost is told in both.
    """
    to_end: TrialMaker | None = None
    """Plays to the end of the part where moves are looked for by less: the value of the best move.

    What is taken for the rest is then only a difference between moves. For the nearest `rivals` of
    the best move that is weighed with how they differ in the end.
    """
    rivals: int = 0
    """How many other moves are played to the end: none where enough worlds for that are dear."""
    off: Callable[[View], Off | None] | None = None
    """Returns what tells by how much such differences are off, None where all is played to the end.

    It is part of the error of a cost, too, unless moves are `sought` by something else.
    """
    enough: Callable[[View], int] | None = None
    """Returns in how many worlds moves are tried if nobody says how long: few if they are dear."""
    note: Words | None = None
    """A sentence about where choices are judged by something else than the values, if anywhere."""

    @property
    def seeks(self) -> TrialMaker:
        """Makes what looks for the best move."""
        return self.sought or self.trial


def whole(record: Record) -> Sequence[Part]:
    """Return the one part of a game that is played as a whole.

    The common score comes of it, or without one, 1 for whoever wins and else 0.
    """
    outcome = record.game.outcome(record.state)
    came = None
    if outcome is not None:
        wins, common = outcome.winners, outcome.common
        came = {
            player: float(player in wins if common is None else common)
            for player in record.setup.players
        }
    return [Part(_begin(record), record.last, came)]


def by_scores(record: Record, scores: Sequence[tuple[int, Mapping[str, float]]]) -> Sequence[Part]:
    """Return the parts that end at the lines of `scores`, and the one that still goes on."""
    first, found = _begin(record), list[Part]()
    for line, came in scores:
        found.append(Part(first, line, came))
        first = line + 1
    if record.game.outcome(record.state) is None:
        found.append(Part(first, record.last, None))
    return found


def _begin(record: Record) -> int:
    """Return the number of the first line; a view keeps the numbers, though it has a tag more."""
    return record.lines[0].number if record.lines else record.last + 1
