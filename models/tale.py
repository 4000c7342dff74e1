"""The tale of a game: what follows from a line, and what a round has brought.

A game tells it from what one viewer sees, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic

from .bag import HOLE
from .event import Event
from .words import Listed, Words, listed, say, say_n, united

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Happened(Generic[S]):
    """A line as somebody sees it, who sees the table before it and after it."""

    viewer: str
    """A player, or who sees what everybody sees (`TABLE`) or everything (`REFEREE`)."""
    number: int
    """The number of the line."""
    before: S
    """The state before the line, with holes where the viewer does not see."""
    event: Event
    """The line, with `?` for what the viewer does not see of it."""
    after: S
    """The state after the line, with holes."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """The score of one player, or of partners together."""

    players: tuple[str, ...]
    """Who has it."""
    rounds: tuple[int | None, ...]
    """The points of each round, as many as the account has; None where the viewer may not know."""
    total: int | None
    """Their sum, None if the viewer may not know it."""
    brought: tuple[Words, ...] = ()
    """Where the points of the last round came from, a sentence or an item of a list each."""


@dataclass(frozen=True, slots=True)
class Account:
    """What the rounds so far have brought, as a table of scores shows it."""

    rounds: tuple[Words, ...]
    """The names of the rounds, in order."""
    shares: tuple[SideScore, ...]
    """The score of each side, all players in one of them."""
    unit: Words
    """What is counted: "points"."""
    told: tuple[Words, ...] = ()
    """What else to say at the end of the last round."""
    open: bool = False
    """Whether the last round is still going on."""


def _nothing(*_: object) -> None:
    return None


def _no_more(_: object) -> Iterable[Words]:
    return ()


def _nowhere(*_: object) -> Mapping[str, str]:
    return {}


def _no_rounds(_: object) -> int:
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tale(Generic[S]):
    """What people at the table would say aloud, from the events and states of one viewer.

    Without a tale, lines are told as they are written, and the scores only at the end. Whatever is
    told reaches the viewer: it has to follow from what is given. Sentences end with a full stop,
    if nothing else is said.
    """

    sentence: Callable[[Event, Sequence[str]], Words | None] = _nothing
    """Returns a line as a sentence without its full stop, None to tell it as it is written.

    It is given any line of the notation but the result, as its viewer sees it, without its state,
    and the players in seating order. Holes are told by their number: "Bo drew 2 cards".
    Among the news, lines that show their viewer only holes and names of players are left out: if
    the deed itself is news, `followed` tells it to those.
    """
    outcome_question: Callable[[Event], Words | None] = _nothing
    """Returns what to ask for the outcome of a choice or a draw, None if there is no better way.

    The event has no outcome yet. "Does Bo have 4R (yes/no)?": people answer with a yes, a name, a
    number, or the pieces themselves.
    """
    followed: Callable[[Happened[S]], Iterable[Words]] = _no_more
    """Returns sentences about what followed from a line and does not stand in it.

    "Bo has won the round." It is called for every line but the result, by itself: what earlier
    lines told stands in the states only.
    """
    part: Callable[[S], Words | None] = _nothing
    """Returns the part of the game, such as a turn, under which lines are grouped.

    It is given the state before a line; lines in a row with equal parts are one group. "Bo's turn",
    without a full stop; None for lines of no part, such as the deal.
    """
    rounds_over: Callable[[S], int] = _no_rounds
    """Returns how many rounds are over; 0 in a game without rounds.

    Every viewer must come to the same number at the same line.
    """
    account: Callable[[str, S, Sequence[Happened[S]]], Account | None] = _nothing
    """Returns what the rounds have brought, as far as the viewer may know.

    It is called when a round is over and when the game is, with the viewer, the state, and the
    lines that ended rounds, by `rounds_over`. None if the scores of the outcome are all there is to
    tell.
    """
    so_far: Callable[[str, S, Sequence[Happened[S]]], Account | None] | None = None
    """Returns what the rounds have brought, the present one included, when somebody asks for it.

    It is given what `account` is. Left out, if nothing of the present round counts before its end.
    """
    choice: Callable[[S, Event], Words | None] = _nothing
    """Returns what a choice is about that its line does not say, such as cards and their points.

    It is given the state as the player sees it, and one of the choices of `turn`. It is told behind
    the line where choices are listed; None if the line says all.
    """
    lies: Callable[[S, Event], Mapping[str, str]] = _nowhere
    """Returns the piece at each place that a choice may name, as far as the viewer knows.

    It is given what `choice` is. People name the piece where the line has its place.
    """
    numbered: Callable[[S], Mapping[str, str]] = _nowhere
    """Returns the pieces that bare numbers tell of in the next choice, as far as the viewer knows.

    People leave out what these pieces have in common. Such a line has
    nothing but its verb and the piece; of what else a number may be people are asked.
    """
    settled: Callable[[S], Words | None] = _nothing
    """Returns a sentence about how a tie for the win was settled, None if there was none.

    It is called when the game is over.
    """


PEOPLE = "player", "holder"
"""Whom a line may be about, as messages call them."""


def of_line(forms: Mapping[str, Words], event: Event) -> Words | None:
    """Return the form of a kind of line with the people of this line, None if it lacks somebody.

    The `player` is who does it, or is named first; the `holder` who is named first beside a player.
    """
    form = forms.get(event.verb)
    people = filter(None, (event.actor, *event.words))
    named = dict(zip(PEOPLE, people, strict=False))
    if form is None or any(f"{{{who}}}" in form.template for who in PEOPLE[len(named) :]):
        return None
    return replace(form, values=(*form.values, *named.items()))


def a_card(n: int) -> Words:
    """Return so many cards that the viewer does not see, in words."""
    return say("a card") if n == 1 else say_n("{n} card", "{n} cards", n)


Sides = Mapping[tuple[str, ...], int]
"""The points of each side: of one player, or of partners together."""


def leading(points: Sides) -> Iterator[Words]:
    """Yield which sides have most points; nothing while nobody has any."""
    first = _first(points)
    if not first:
        return
    values = {"players": united(listed(side, " + ") for side in first), "n": max(points.values())}
    if len(first) > 1:
        yield say("{players} are ahead with {n} each.", **values)
    elif len(first[0]) == 1:
        yield say("{players} is ahead with {n}.", **values)
    else:
        yield say("{players} are ahead with {n}.", **values)


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
