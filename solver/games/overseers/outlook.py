"""What a seat expects everybody's points to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import fmean

from ....models.core import View
from ....models.overseers.state import State
from .behaviour import Behaviour
from .imagined import imagined


@dataclass(frozen=True)
class Outlook:
    """The present points of every player, in worlds drawn from what a seat knows.

    `scores` has a row for every world, in seating order.
    """

    players: Sequence[str]
    scores: Sequence[Sequence[int]]

    @classmethod
    def of(
        cls, view: View[State], worlds: int, rng: Random, behaviour: Behaviour | None
    ) -> Outlook:
        """Return the outlook from `worlds` draws; raises Contradiction if no world fits `view`."""
        tables = islice(imagined(view, behaviour, rng), worlds)
        return cls(view.setup.players, [table.now for table in tables])

    @property
    def expected(self) -> Mapping[str, float]:
        """The expected points of every player."""
        return dict(zip(self.players, map(fmean, zip(*self.scores, strict=True)), strict=True))

    @property
    def highest(self) -> Mapping[str, float]:
        """For every player the chance to have the highest points; a tie counts for all in it."""
        chances = (
            fmean(score[seat] == max(score) for score in self.scores)
            for seat in range(len(self.players))
        )
        return dict(zip(self.players, chances, strict=True))
