"""Calls: what hands have to do with the real pieces, said before it is due.

They are data of a game's rules: a referee at a real table says them one after the other, from the
box to the last token. Where the program deals nobody hears them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from .words import Words, listed, say

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from .tale import Happened

    S = TypeVar("S", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")

Zone = str
"""A part of the real table, such as `hands` or `stock`: no word that people read."""


@dataclass(frozen=True, slots=True)
class Call:
    """What is to be done with the real pieces."""

    deed: Words
    """An order without its full stop; numbers above one are written in figures."""
    players: tuple[str, ...] = ()
    """Who does it; nobody in particular if there are none."""
    moves: frozenset[Zone] = frozenset()
    """The zones of the table that it may change."""
    shuffles: bool = False
    """Whether pieces are mixed."""

    def goes_on(self, before: Call) -> bool:
        """Tell whether `before` has said this already, perhaps to more players."""
        return self.deed == before.deed and set(self.players) <= set(before.players)


def call(
    deed: Words, players: Iterable[str] = (), *, moves: str = "", shuffles: bool = False
) -> Call:
    """Return a call; `moves` are names of zones with blanks between them."""
    return Call(deed, tuple(players), frozenset(moves.split()), shuffles)


def told(each: Call, seated: Sequence[str] = ()) -> Words:
    """Return a call as a sentence, with the names of those of the players `seated` it is for."""
    whom = who(each, seated)
    return (
        say("{deed}.", deed=each.deed)
        if whom is None
        else say("{names}: {deed}.", names=whom, deed=each.deed)
    )


def who(each: Call, seated: Sequence[str]) -> Words | None:
    """Return who is called, of the players `seated`; None if it is whoever is nearest."""
    if not each.players:
        return None
    if set(each.players) == set(seated):
        return say("everybody")
    return say("{names}", names=listed(each.players))


def _nothing(_: object) -> Iterable[Call]:
    return ()


def _nowhere(_: object) -> Mapping[Zone, object]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls(Generic[S]):
    """What hands do at a real table, from what one viewer sees."""

    due: Callable[[S], Iterable[Call]] = _nothing
    """Returns what is to be done before the next line, in order; in the first state of a game, what
    is done with the box first."""
    left: Callable[[Happened[S]], Iterable[Call]] = _nothing
    """Returns what a line leaves to be done that it does not say: cards put away, points paid."""
    lies: Callable[[S], Mapping[Zone, object]] = _nowhere
    """Returns what lies in each zone, equal as long as no hand has moved anything there.

    The contract compares it before and after each line: whatever has changed was called. Every draw
    changes something.
    """
