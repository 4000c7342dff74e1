"""What a seat can expect of the cards it does not see: chances, with their errors.

A reading is made under one weighting of worlds: all equally likely, or weighted by an assumption
about behaviour. Only games with a counter of their own have readings.
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

    `expected` is how many copies of an item are at a place. `hands` are the sets of cards that can
    be face down at a place, the likeliest first; an estimate has only those that were sampled.
    `points` are the mean points of a player, `highest` the chance that nobody has more; both are
    empty while there is nothing to compare. If the worlds were not `counted`, everything is an
    estimate.
    """

    counted: bool
    expected: Mapping[tuple[Item, str], Estimate]
    hands: Mapping[str, Sequence[tuple[Hand, Estimate]]]
    points: Mapping[str, Estimate]
    highest: Mapping[str, Estimate]


class ViewReader(Protocol):
    """Reads one view, under one weighting of its worlds."""

    def posterior(self) -> Posterior:
        """Return the posterior over all worlds; raises TooManyStates if they are too many."""

    def worlds(self, work: Work) -> int:
        """Return how many worlds there are; raises TooManyStates if that needs more `work`."""

    def shown(self) -> Sequence[World]:
        """Return some worlds, none only if there is none; raises TooManyStates."""

    def reading(self) -> Expectations | None:
        """Return what to expect, an estimate if the worlds are too many to count.

        None if no world was found.
        """


def reader_of(view: View, strength: float | None = None) -> ViewReader | None:
    """Return the reader of `view`, None if its game leaves that to the general counter.

    With a `strength`, worlds are weighted by how people are assumed to behave, from 0 (not at all)
    to 1 (fully).
    """
    made = games.play_of(view.game.name).reader
    found: ViewReader | None = made(view, strength) if made else None
    return found
