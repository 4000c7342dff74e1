"""What a game tells of itself while it goes on: what came of a line, and what a round has brought.

A game tells it of what one viewer sees, and of nothing else; see `told`, `followed` and `account`
of `core.Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from .bag import HOLE
from .event import Event
from .words import Listed, Words, listed, say, say_n

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
class SideScore:
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
    shares: tuple[SideScore, ...]
    unit: Words
    told: tuple[Words, ...] = ()
    """What else is to be said at the end of the last round."""
    open: bool = False
    """Whether the last round still goes on."""


def a_card(n: int) -> Words:
    """Return so many cards that the viewer does not see, in words."""
    return say("a card") if n == 1 else say_n("{n} card", "{n} cards", n)


def pieces(
    words: Sequence[str],
    called: Callable[[str], object] = str,
    unseen: Callable[[int], Words] = a_card,
    none: Words | None = None,
) -> Listed:
    """Return pieces as they are `called`, those that are not seen by their number."""
    told = [called(word) for word in words if word != HOLE]
    holes = len(words) - len(told)
    return listed((*told, *([unseen(holes)] if holes else [])) or [none or say("no card")])
