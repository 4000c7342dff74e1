"""What a game tells of itself while it goes on: what came of a line, and what a round has brought.

A game tells it of what one viewer sees, and of nothing else; see `followed` and `account` of
`core.Game`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from .event import Event
from .words import Words

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Happened(Generic[S]):
    """The line `number` as `viewer` sees it, and the states before and after it."""

    viewer: str
    number: int
    before: S
    event: Event
    after: S


@dataclass(frozen=True, slots=True)
class Share:
    """What a player has, or partners together.

    `rounds` are the points of each round that is over, None where the viewer is not to know them;
    `total` those of all. `brought` tells what brought those of the last round.
    """

    players: tuple[str, ...]
    rounds: tuple[int | None, ...]
    total: int | None
    brought: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """What the rounds so far have brought: `rounds` by name, `unit` is what is counted."""

    rounds: tuple[Words, ...]
    shares: tuple[Share, ...]
    unit: Words
    told: tuple[Words, ...] = ()
    """What else is to be said at the end of the last round."""
