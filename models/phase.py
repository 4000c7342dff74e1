"""What the parts of a game have in common, for rules that go through one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from .core import Turn
from .event import Event

S = TypeVar("S")


def always(_: object) -> bool:
    """Tell that there is something to do."""
    return True


def never(_: object) -> bool:
    """Tell that there is nothing to do."""
    return False


def _nothing(_: object) -> Turn:
    return ()


def _refused(state: S, _: Event) -> S:
    raise AssertionError(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Generic[S]):
    """A part of a game: whether there is (still) something to do, what, and what that does.

    `then` is what follows when there is nothing to do. A part that is never `due` is done by the
    rules themselves: nothing is written for it.
    """

    then: Callable[[S], S]
    due: Callable[[S], bool] = never
    turn: Callable[[S], Turn] = _nothing
    apply: Callable[[S, Event], S] = _refused


def onward(state: S, phase: Callable[[S], Phase[S]]) -> S:
    """Return `state` where its `phase` has something to do, with all done that comes before."""
    while not (now := phase(state)).due(state):
        state = now.then(state)
    return state
