"""Phases: the parts of a game that the rules go through one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from .core import Turn
from .event import Event

S = TypeVar("S")


def always(_: object) -> bool:
    """Tell that there is always something to do."""
    return True


def never(_: object) -> bool:
    """Tell that there is never anything to do."""
    return False


def _nothing(_: object) -> Turn:
    return ()


def _refused(state: S, _: Event) -> S:
    raise AssertionError(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Generic[S]):
    """A part of a game: whether it is due, whose turn it is, and what an event does.

    `due` tells whether there is something to do; when there is not, `then` leads on. A phase that
    is never due is done by the rules themselves: no line is written for it.
    """

    then: Callable[[S], S]
    due: Callable[[S], bool] = never
    turn: Callable[[S], Turn] = _nothing
    apply: Callable[[S, Event], S] = _refused


def onward(state: S, phase: Callable[[S], Phase[S]]) -> S:
    """Return `state` at the next phase with something to do, all others before it done."""
    while not (now := phase(state)).due(state):
        state = now.then(state)
    return state
