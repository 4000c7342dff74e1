"""What a seat can expect of the cards it does not see: chances, with their errors.

A reading is made under one way of weighing worlds: all alike, or as an assumption about how people
behave has it. Only a game with a counter of its own has readings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ...models import games
from ...models.core import View
from ...models.hidden import Item, World
from .count import Posterior
from .work import Work

Hand = tuple[Item, ...]


class Estimate(NamedTuple):
    """A number with its standard error, 0 where it is exact."""

    value: float
    error: float = 0.0


@dataclass(frozen=True)
class Expectations:
    """What to expect, by the names of places.

    `expected` is how many copies of an item lie at a place; `hands` are the sets of cards that
    can lie face down at a place, the likeliest first: of an estimate those that were seen, which
    need not be all. `points` are those of a player in the mean, `highest` the chance that nobody
    has more; both are empty where there is nothing to be compared yet. Where the worlds were not
    `counted`, everything is an estimate.
    """

    counted: bool
    expected: Mapping[tuple[Item, str], Estimate]
    hands: Mapping[str, Sequence[tuple[Hand, Estimate]]]
    points: Mapping[str, Estimate]
    highest: Mapping[str, Estimate]


class ViewReader(Protocol):
    """What reads one view, under one way of weighing its worlds."""

    def posterior(self) -> Posterior:
        """Return all worlds counted; raises TooManyStates where they are too many."""

    def worlds(self, work: Work) -> int:
        """Return how many worlds there are; raises TooManyStates where that needs more `work`."""

    def shown(self) -> Sequence[World]:
        """Return some worlds, none if there is none; raises TooManyStates."""

    def reading(self) -> Expectations | None:
        """Return what to expect, an estimate where worlds are too many to count.

        None where no world was seen.
        """


def reader_of(view: View, strength: float | None = None) -> ViewReader | None:
    """Return what reads `view`, None where the general counter says all there is to say.

    With a `strength`, worlds are weighed by how people are assumed to behave, from 0 (not at all)
    to 1 (fully).
    """
    made = games.play_of(view.game.name).reader
    found: ViewReader | None = made(view, strength) if made else None
    return found
