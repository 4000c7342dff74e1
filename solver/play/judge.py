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

if TYPE_CHECKING:
    from .trial import Trial, TrialMaker

SURE = 2.0
"""A cost is reduced by this many standard errors before the move gets a mark."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a game with a score of its own: the lines `first` to `last`.

    `came` is the result by player, in the unit of the values; None while the part goes on.
    """

    first: int
    last: int
    came: Mapping[str, float] | None


@dataclass(frozen=True, slots=True)
class MarkLimits:
    """The costs, beyond doubt, from which a move gets each mark, in the unit of the values."""

    doubtful: float
    mistake: float
    blunder: float

    def of(self, cost: float, error: float) -> str:
        """Return the mark of a move that costs `cost`, with this standard error."""
        sure = cost - SURE * error
        for least, mark in ((self.blunder, "??"), (self.mistake, "?"), (self.doubtful, "?!")):
            if sure > least:
                return mark
        return ""


@dataclass(frozen=True, slots=True)
class Judge:
    """How the choices of a game are judged.

    Values are in `unit`, a chance or an amount. `trial` takes the view before a choice, a seed, and
    what is assumed about others.
    `parts` returns the parts of a game so far, from any view; `start` is what a player can expect
    of each part before its first line, given the header of a record. `usual` describes the rollout
    policy. If `sought` is given, the best move is looked for by it instead of by `trial`; if
    `apart` is given, luck and skill are told apart by it.
    """

    unit: Words
    chance: bool
    marks: MarkLimits
    usual: Words
    trial: TrialMaker
    parts: Callable[[Record], Sequence[Part]]
    start: Callable[[Record], float]
    sought: TrialMaker | None = None
    apart: Callable[[View, int], Trial] | None = None


def whole(record: Record) -> Sequence[Part]:
    """Return the one part of a game that all play together.

    Their common score comes of it, or without one, 1 for a win and else 0.
    """
    outcome = record.game.outcome(record.state)
    came = None
    if outcome is not None:
        score = bool(outcome.winners) if outcome.common is None else outcome.common
        came = dict.fromkeys(record.setup.players, float(score))
    return [Part(len(record.tags) + 1, record.last, came)]


def by_scores(record: Record, scores: Sequence[tuple[int, Mapping[str, float]]]) -> Sequence[Part]:
    """Return the parts that end at the lines of `scores`, and the one that still goes on."""
    first, found = len(record.tags) + 1, list[Part]()
    for line, came in scores:
        found.append(Part(first, line, came))
        first = line + 1
    if record.game.outcome(record.state) is None:
        found.append(Part(first, record.last, None))
    return found
