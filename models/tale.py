"""The tale of a game: what follows from a line, and what a round has brought.

A game tells it from what one viewer sees, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    """The score of one player, or of partners together.

    `rounds` are the points of each finished round, None if the viewer must not know them; `total`
    is their sum. `brought` tells where the points of the last round came from.
    """

    players: tuple[str, ...]
    rounds: tuple[int | None, ...]
    total: int | None
    brought: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """What the rounds so far have brought: `rounds` by name; `unit` is what is counted."""

    rounds: tuple[Words, ...]
    shares: tuple[SideScore, ...]
    unit: Words
    told: tuple[Words, ...] = ()
    """What else to say at the end of the last round."""
    open: bool = False
    """Whether the last round is still going on."""


def _nothing(*_: object) -> None:
    return None


def _no_more(_: object) -> Iterable[Words]:
    return ()


def _no_rounds(_: object) -> int:
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tale(Generic[S]):
    """What people at the table would say aloud, from the events and states of one viewer.

    Without a tale, lines are told as they are written, and the scores only at the end.
    """

    sentence: Callable[[Event, Sequence[str]], Words | None] = _nothing
    """Returns a line as a sentence without its full stop, None to tell it as it is written.

    It uses only what the viewer sees of the event; holes are told by their number. The players are
    given in seating order.
    """
    followed: Callable[[Happened[S]], Iterable[Words]] = _no_more
    """Returns sentences about what followed from a line and does not stand in it."""
    part: Callable[[S], Words | None] = _nothing
    """Returns the part of the game, such as a turn, under which lines are grouped."""
    rounds_over: Callable[[S], int] = _no_rounds
    """Returns how many rounds are over; 0 in a game without rounds."""
    account: Callable[[str, S, Sequence[Happened[S]]], Account | None] = _nothing
    """Returns what the rounds have brought, as far as the viewer may know.

    It gets the viewer, the state, and the lines that ended rounds. None if the scores of the
    outcome are all there is to tell.
    """
    so_far: Callable[[str, S, Sequence[Happened[S]]], Account | None] | None = None
    """Returns what the rounds have brought, the present one included.

    None if nothing of the present round counts before its end.
    """
    choice: Callable[[S, Event], Words | None] = _nothing
    """Returns what a choice is about that its line does not say, such as cards and their points.

    It is told behind the line where choices are listed; None if the line says all.
    """
    settled: Callable[[S], Words | None] = _nothing
    """Returns a sentence about how a tie for the win was settled, None if there was none."""


def a_card(n: int) -> Words:
    """Return so many cards that the viewer does not see, in words."""
    return say("a card") if n == 1 else say_n("{n} card", "{n} cards", n)


Sides = Mapping[tuple[str, ...], int]
"""The points of each side: of one player, or of partners together."""


def leading(points: Sides) -> Iterator[Words]:
    """Yield which sides have most points; nothing while nobody has any."""
    first = _first(points)
    names = [listed((each.replace("_", " ") for each in side), " + ") for side in first]
    values = {"players": listed(names), "n": max(points.values(), default=0)}
    if len(first) > 1:
        yield say("{players} lead with {n} each.", **values)
    elif first and len(first[0]) == 1:
        yield say("{players} leads with {n}.", **values)
    elif first:
        yield say("{players} lead with {n}.", **values)


def new_lead(before: Sides, after: Sides) -> Iterator[Words]:
    """Yield who has most points after a line, if others had before it."""
    if _first(before) != _first(after):
        yield from leading(after)


def _first(points: Sides) -> Sequence[tuple[str, ...]]:
    most = max(points.values(), default=0)
    return [side for side, n in points.items() if n == most > 0]


def pieces(
    words: Sequence[str],
    called: Callable[[str], object] = str,
    unseen: Callable[[int], Words] = a_card,
    none: Words | None = None,
) -> Listed:
    """Return pieces as they are `called`, and the number of unseen ones."""
    told = [called(word) for word in words if word != HOLE]
    holes = len(words) - len(told)
    return listed((*told, *([unseen(holes)] if holes else [])) or [none or say("no card")])
