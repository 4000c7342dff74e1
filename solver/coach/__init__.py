"""Who chooses: bots, and the advice a coach gives. One file a game, found by the game's name.

A bot and a coach receive a view, never a state: they know what their seat knows. A game's file
has `BOTS`, its bots by name, and `advise`, where the game has a coach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Protocol

from ...models.core import Event, View, turn
from ...models.games import GAMES
from ...models.words import Words


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot would do now; of several players free to act, the most urgent goes first."""

    event: Event
    urgency: float = 0.0


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, rng: Random) -> Choice:
        """Return what the viewer of `view` does now; the event has no outcome yet."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One move with its worth.

    `value` is in `unit` (such as "chance the team wins"), `error` its standard error, 0 where
    `exact`; `why` is the reason in table words.
    """

    action: Event
    value: float
    unit: Words
    error: float
    exact: bool
    why: Words


class RandomBot:
    """Chooses among the legal moves, all equally likely."""

    def choose(self, view: View, rng: Random) -> Choice:
        """Return one of the viewer's legal moves."""
        return Choice(rng.choice(choices(view)), rng.random())


def choices(view: View) -> tuple[Event, ...]:
    """Return the moves that the viewer of `view` can make now."""
    coming = turn(view)
    if not isinstance(coming, tuple):
        return ()
    return tuple(event for event in coming if event.actor in ("", view.viewer))


def bots(game: str) -> Mapping[str, Callable[[], Bot]]:
    """Return the makers of the bots that can play `game`, by name."""
    module = import_module(f".{GAMES[game]}", __package__)
    return {"random": RandomBot, **module.BOTS}
