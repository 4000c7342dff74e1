"""Who chooses: bots, and the coach, who advises. Each game brings its own, a `GamePlay`.

A bot and a coach receive a view, never a whole state: they know what their seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, Protocol
from zlib import crc32

from ...models import games
from ...models.core import Event, Record, View, turn
from ...models.record import write
from ...models.words import Words

if TYPE_CHECKING:
    from ..engine.reading import ViewReader
    from .judge import Judge

AT_ONCE = inf


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot would do now; of several players free to act, the most urgent goes first.

    With urgency `AT_ONCE` it is done without asking the others.
    """

    event: Event
    urgency: float = 0.0


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: for `seconds`, or `iterations`; by default as long as the coach likes.

    `quick` asks for the best move only, not for the values of the others. `stop` is called in
    between, and tells whether to stop with what is known so far.
    """

    seconds: float | None = None
    iterations: int | None = None
    quick: bool = True
    stop: Callable[[], bool] | None = None


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What is assumed about the choices of others, beside what the rules guarantee.

    `convention`: all follow the coach's convention, so that choices are clues. `behaviour`: how
    strongly, from 0 to 1, to believe that they choose what is good for them, None for not at all;
    each game says what that means.
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
    """One move with its value.

    `value` is in `unit` (such as "chance the team wins"); `error` is its standard error, 0 if it is
    `exact` or a lower bound (`at_least`). `why` is the reason in table words. If it is no `chance`,
    it is an amount. A rule of thumb is not `valued`.
    """

    action: Event
    value: float
    unit: Words
    error: float
    exact: bool
    why: Words
    chance: bool = True
    valued: bool = True
    at_least: bool = False


@dataclass(frozen=True)
class Conventional:
    """What a seat reads at a table where choices are clues, beside what the rules guarantee.

    `chances` are by item and place, from `worlds` worlds, which are all worlds if `exact`. They are
    empty if line `broken` shows that somebody did not follow the convention.
    """

    chances: Mapping[str, Mapping[str, float]]
    worlds: int
    exact: bool
    broken: int | None = None


class Coach(Protocol):
    """Rates the moves of a seat."""

    def __call__(self, view: View, budget: Budget, seed: int, assumed: Assumptions) -> list[Advice]:
        """Return the moves of the viewer of `view`, the best first.

        Raises Contradiction if no world fits the view.
        """


class RandomBot:
    """Chooses among the legal moves, all equally likely."""

    def choose(self, view: View, rng: Random) -> Choice:
        """Return one of the viewer's legal moves."""
        return Choice(rng.choice(choices(view)), rng.random())


def choices(view: View) -> tuple[Event, ...]:
    """Return the moves that the viewer of `view` can make now.

    The line that ends a game which goes on too long is no player's move: see `overdue`.
    """
    coming = turn(view)
    if not isinstance(coming, tuple):
        return ()
    verbs = view.notation.verbs
    return tuple(e for e in coming if e.actor in ("", view.viewer) and not verbs[e.verb].overdue)


def seed_of(view: View, seed: int = 0) -> int:
    """Return the coach's random seed: the same for the same view and the same `seed`."""
    return crc32(f"{seed}\n{write(view)}".encode())


@dataclass(frozen=True, slots=True)
class GamePlay:
    """Who plays a game, and who advises: what a game brings beside its rules.

    `bots` can sit beside people. `ceilings` are players that know more than a seat can, made from
    the whole record of the deal: references to measure bots against, in `simulate` only. `advise`
    rates moves, `nudge` says where to look for the best one, `behaviour` names what advice can
    assume about people. `by_convention` is what a seat reads at a table where choices are clues.
    `reader` counts worlds, weighted by a strength of behaviour, if the game has a counter of its
    own. `compiled` says that some of this is compiled: see `rehearsal`. `judge` tells what choices
    have cost.
    """

    bots: Mapping[str, Callable[[], Bot]]
    ceilings: Mapping[str, Callable[[Record], Bot]] = field(default_factory=dict)
    advise: Coach | None = None
    nudge: Callable[[View, Event], Words | None] | None = None
    behaviour: Words | None = None
    by_convention: Callable[[View], Conventional | None] | None = None
    reader: Callable[[View, float | None], ViewReader] | None = None
    compiled: bool = False
    judge: Judge | None = None


class _Later:
    """A stand-in for something in a module, which is loaded at the first use."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self._whole()(*args, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole(), name)

    def _whole(self) -> Any:
        return getattr(import_module(self._module), self._name)


def later(module: str, name: str) -> Any:
    """Return a stand-in for `name` of `module`, which is loaded only when it is used."""
    return _Later(module, name)


def play_of(game: str) -> GamePlay:
    """Return the `GamePlay` of the game of this name."""
    play: GamePlay = games.play_of(game)
    return play


def bots(game: str) -> Mapping[str, Callable[[], Bot]]:
    """Return the makers of the bots that can play `game`, by name."""
    return {"random": RandomBot, **play_of(game).bots}


def nudge(view: View, best: Event) -> Words | None:
    """Return where the viewer of `view` should look for `best`, None if the game does not say."""
    told = play_of(view.game.name).nudge
    return told(view, best) if told and view.viewer in view.setup.players else None


def by_convention(view: View) -> Conventional | None:
    """Return what the viewer reads by the convention of the table, None if there is none."""
    told = play_of(view.game.name).by_convention
    return told(view) if told else None
