"""Who chooses: bots, and the advice a coach gives. One file a game, found by the game's name.

A bot and a coach receive a view, never a state: they know what their seat knows. A game's file
has `BOTS`, its bots by name, and `advise`, where the game has a coach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from math import inf
from random import Random
from typing import Any, Protocol
from zlib import crc32

from ...models.core import Event, Record, View, turn
from ...models.games import GAMES
from ...models.record import write
from ...models.words import Words

AT_ONCE = inf


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot would do now; of several players free to act, the most urgent goes first.

    `AT_ONCE` waits for nobody: the others are not even asked.
    """

    event: Event
    urgency: float = 0.0


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: for `seconds`, or `iterations`; by default as long as the coach likes.

    `quick` is for whoever wants the best move only, not what the others are worth.
    """

    seconds: float | None = None
    iterations: int | None = None
    quick: bool = True


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What the choices of others are taken to tell, beside what the rules guarantee.

    `convention`: all follow the coach's, so that choices are clues. `behaviour`: how far, from 0
    to 1, to believe that they choose what is good for them, None for not at all; what that means
    is the game's.
    """

    convention: bool = False
    behaviour: float | None = None


NOTHING = Assumptions()


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, rng: Random) -> Choice:
        """Return what the viewer of `view` does now; the event has no outcome yet."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One move with its worth.

    `value` is in `unit` (such as "chance the team wins"), `error` its standard error, 0 where
    `exact`; `why` is the reason in table words. A value that is no `chance` is an amount.
    """

    action: Event
    value: float
    unit: Words
    error: float
    exact: bool
    why: Words
    chance: bool = True


@dataclass(frozen=True)
class Conventional:
    """What a seat reads at a table where choices are clues, beside what the rules guarantee.

    `chances` by item and place, from `worlds` worlds, all there are if `exact`. They are empty
    where line `broken` shows that somebody did not follow the convention.
    """

    chances: Mapping[str, Mapping[str, float]]
    worlds: int
    exact: bool
    broken: int | None = None


class Coach(Protocol):
    """What rates the moves of a seat."""

    def __call__(self, view: View, budget: Budget, seed: int, assumed: Assumptions) -> list[Advice]:
        """Return the moves of the viewer of `view`, the best first.

        Raises Contradiction where no world fits the view.
        """


class RandomBot:
    """Chooses among the legal moves, all equally likely."""

    def choose(self, view: View, rng: Random) -> Choice:
        """Return one of the viewer's legal moves."""
        return Choice(rng.choice(choices(view)), rng.random())


def choices(view: View) -> tuple[Event, ...]:
    """Return the moves that the viewer of `view` can make now.

    To end a game that goes on too long is no player's move: see `overdue`.
    """
    coming = turn(view)
    if not isinstance(coming, tuple):
        return ()
    verbs = view.game.verbs
    return tuple(e for e in coming if e.actor in ("", view.viewer) and not verbs[e.verb].overdue)


def seed_of(view: View, seed: int = 0) -> int:
    """Return the seed of what a coach draws: the same for the same view, and the same `seed`."""
    return crc32(f"{seed}\n{write(view)}".encode())


def bots(game: str) -> Mapping[str, Callable[[], Bot]]:
    """Return the makers of the bots that can play `game`, by name."""
    module = import_module(f".{GAMES[game]}", __package__)
    return {"random": RandomBot, **module.BOTS}


def ceilings(game: str) -> Mapping[str, Callable[[Record], Bot]]:
    """Return the makers of players that know more than a seat can: marks to measure bots against.

    Each gets the whole record of the deal. They play in `simulate` only, never beside people.
    """
    found: Mapping[str, Callable[[Record], Bot]] = _of(game, "CEILINGS") or {}
    return found


def coach_of(game: str) -> Coach | None:
    """Return what advises at `game`, None where there is no coach."""
    found: Coach | None = _of(game, "advise")
    return found


def behaviour_at(game: str) -> Words | None:
    """Return what advice at `game` can assume of how people behave, None where that is nothing."""
    found: Words | None = _of(game, "BEHAVIOUR")
    return found


def nudge(view: View) -> Words | None:
    """Return where the viewer of `view` should look for a move, None where nobody can tell."""
    told = _of(view.game.name, "nudge")
    found: Words | None = told(view) if told and view.viewer in view.setup.players else None
    return found


def by_convention(view: View) -> Conventional | None:
    """Return what the viewer reads by the convention of the table, None where there is none."""
    told = _of(view.game.name, "by_convention")
    found: Conventional | None = told(view) if told else None
    return found


def _of(game: str, name: str) -> Any:
    return getattr(import_module(f".{GAMES[game]}", __package__), name, None)
