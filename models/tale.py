"""What a game tells of itself while it goes on: what came of a line, and what a round has brought.

A game tells it of what one viewer sees, and of nothing else; see `followed` and `account` of
`core.Game`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from .event import Event
from .words import Words

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from .core import Record

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


def happened(view: Record[S], since: Record[S] | None = None) -> Iterator[Happened[S]]:
    """Yield the lines of `view` that have come after `since`, an earlier view of the same game.

    All lines, if `since` is none or if lines of it were taken back. Line by line: what there is in
    `since` is not folded again.
    """
    known = 0 if since is None else len(since.lines)
    if since is None or view.lines[:known] != since.lines:
        since, known = view.blank(), 0
    for line in view.lines[known:]:
        before, since = since, since.moved(line.event)
        if line.event is not None:
            yield Happened(view.viewer, line.number, before.state, line.event, since.state)


def round_ends(view: Record[S]) -> Sequence[Happened[S]]:
    """Return the lines of `view` with which its rounds ended."""
    over = view.game.rounds_over
    return [each for each in happened(view) if over(each.after) > over(each.before)]
