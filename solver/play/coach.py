"""Who chooses: bots, and the coach, who advises. Each game brings its own, a `GamePlay`.

A bot and a coach receive a view, never a whole state: they know what their seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from math import inf
from pkgutil import iter_modules
from random import Random
from typing import TYPE_CHECKING, Any, Protocol
from zlib import crc32

from ...models import games
from ...models.core import Event, Record, View, turn
from ...models.record import write
from ...models.words import Words, digits, listed, say
from .clock import loading
from .trial import NOTHING, Assumptions

if TYPE_CHECKING:
    from ...models.face import Odds
    from ..engine.reading import ViewReader
    from .contrast import Clause, Contrast
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


ADVICE = Budget(quick=False)
"""How long moves are thought about if nobody says: a second or so, the same for all advice."""


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, rng: Random) -> Choice:
        """Return what the viewer of `view` does now; the event has no outcome yet."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One move with its value.

    `value` is in `unit` (such as "chance the team wins"); `error` is its standard error, 0 if it is
    `exact`. If it is no `chance`, it is an amount. A move that is not `valued` has nothing to be
    compared with. `choice` is what a game says of all there is to choose, told with the best move;
    `remark` is what it says of the move itself, `contrast` what sets it apart
    from another one. It stands for `alike` moves: those with one piece, and those that come to the
    `same`; where a game tells by the rules which do, these are counted as one.
    """

    action: Event
    value: float
    unit: Words
    error: float
    exact: bool
    remark: Words | None = None
    choice: Words | None = None
    chance: bool = True
    valued: bool = True
    contrast: Contrast | None = None
    alike: int = 1
    same: tuple[Event, ...] = ()

    @property
    def digits(self) -> int:
        """How many digits of an estimated value can be told, as its error is."""
        if self.chance:
            return 3 if self.error < 0.0095 else 2
        return digits(self.error)

    @property
    def figure(self) -> float:
        """The value as far as it is known; exact ones are, but for rounding errors.

        A chance that is estimated is never 0 or 1.
        """
        if self.exact or not self.chance:
            return round(self.value, 9 if self.exact else self.digits)
        least = 10.0**-self.digits
        return round(min(max(self.value, least), 1 - least), self.digits)

    @property
    def why(self) -> Words:
        """The reason in table words, with the move that this one is held against."""
        return self._told(None if self.contrast is None else self.contrast.words)

    @property
    def clause(self) -> Words:
        """The reason without that move."""
        return self._told(None if self.contrast is None else self.contrast.clause)

    @property
    def apart(self) -> Words:
        """The reason without that move; that it is perhaps as good only if nothing else is told."""
        differs = self.contrast
        if differs is None:
            return self._told(None)
        return self._told(differs.beside_setting(differs.apart or differs.clause))

    @property
    def is_near(self) -> bool:
        """Whether it may be as good as the move that it is held against."""
        return self.contrast is not None and self.contrast.undecided and self.contrast.error > 0

    def _told(self, reason: Words | None) -> Words:
        told = [*filter(None, (self.choice, self.remark, reason))]
        alone = say("the only move") if self.alike == 1 else say("the best of its kind")
        alone = say("each move comes to the same") if self.same else alone
        return say("{reasons}", reasons=listed(told, "; ")) if told else alone


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
    """Looks for the best moves of a seat."""

    def __call__(self, view: View, budget: Budget, seed: int, assumed: Assumptions) -> list[Advice]:
        """Return moves of the viewer of `view` worth trying, the best first; see `advising`.

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


def _first(move: Event) -> Hashable:
    return move.verb, move.words[:1]


def _no_odds(view: View, assumed: Assumptions, best: Event | None) -> Sequence[Odds]:
    return ()


@dataclass(frozen=True, slots=True)
class GamePlay:
    """Who plays a game, and who advises: what a game brings beside its rules.

    All of it is given what a seat sees, with holes, if nothing else is said.
    """

    bots: Mapping[str, Callable[[], Bot]]
    """Makes the bots that can sit beside people, by name; `random` is there in any game."""
    ceilings: Mapping[str, Callable[[Record], Bot]] = field(default_factory=dict)
    """Makes players that know more than a seat can, from the whole record of the deal.

    They are references to measure bots against, in `simulate` only.
    """
    advise: Coach | None = None
    """Looks for the best moves of a seat that can choose."""
    piece: Callable[[Event], Hashable] = _first
    """Returns what a move is made with: of moves with the same piece, only the best is told."""
    same: Callable[[View, Sequence[Event]], Mapping[Event, Event]] | None = None
    """Returns for each move the first that comes to the same, whatever lies hidden: one row.

    Without it, moves that came to the same in each of the worlds tried have one row.
    """
    nudge: Callable[[View, Event], Words | None] | None = None
    """Returns where to look for the best move, which it is given: the first level of a hint.

    It does not name the move: "Look at what Bo has passed on." None if there is nothing to say.
    """
    reason: Callable[[View, Event, Contrast], Clause | None] | None = None
    """Returns in a sentence how a move differs from the one that it is held against.

    It says by the rules what the move is for, and the other one is not: "it removes B3, which Cy
    would claim in 60 of 100 cases". Which use is told, and its figure, comes from what was measured
    (`Contrast.sides`). None if the one event that makes most of the gap says it well enough. Of a
    clause with a side it is told only where it does not speak for the wrong move
    (`Contrast.admits`).
    """
    sure: Callable[[View, Event], float] | None = None
    """Returns what a move surely brings, by a count that anybody can make at the table.

    Moves with the same figure that may be as good stand in this order, the most first. Without it,
    they stand by what was counted beforehand (`Followed.known`).
    """
    levelled: bool = False
    """Whether `sure` tells moves that may be as good apart better than a few worlds do."""
    wasted: Callable[[View, Event], bool] | None = None
    """Tells whether a move only spends something, by such a count: others are told alone."""
    behaviour: Words | None = None
    """What `Assumptions.behaviour` is taken to mean: "people keep and hide good cards"."""
    by_convention: Callable[[View], Conventional | None] | None = None
    """Returns what a seat reads at a table where choices are clues, None without such a table."""
    reader: Callable[[View, float | None], ViewReader] | None = None
    """Counts worlds, if the game has a counter of its own, weighted by a strength of behaviour.

    The strength is from 0 to 1; None weighs all worlds alike.
    """
    odds: Callable[[View, Assumptions, Event | None], Sequence[Odds]] = _no_odds
    """Returns how likely what others choose now brings somebody this or that: an estimate.

    Where the best move is given, the chances are those after it.

    What luck brings is told by the game's `Face.odds`.
    """
    compiled: bool = False
    """Whether some of this is compiled when it is first used: see `rehearsal`."""
    judge: Judge | None = None
    """Tells what choices have cost."""
    assumed: Callable[[Random], Bot] | None = None
    """Makes what plays all seats as the judge assumes, if that is more than to make usual moves.

    Values are measured against such players, line by line.
    """


class _Later:
    """A stand-in for something in a module, which is loaded at the first use."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self._whole()(*args, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole(), name)

    def _whole(self) -> Any:
        with loading():
            return getattr(import_module(self._module), self._name)


def later(module: str, name: str) -> Any:
    """Return a stand-in for `name` of `module`, which is loaded only when it is used."""
    return _Later(module, name)


def play_of(game: str) -> GamePlay:
    """Return the `GamePlay` of the game of this name."""
    play: GamePlay = games.play_of(game)
    return play


@cache
def load(game: str) -> None:
    """Load the kernels of `game`, if it has any, so that nobody's time to think goes into that."""
    if not play_of(game).compiled:
        return
    with loading():
        package = import_module(games.entry(game).play)
        for module in iter_modules(package.__path__):
            if module.name.endswith("_kernel"):
                import_module(f"{package.__name__}.{module.name}")


def bots(game: str) -> Mapping[str, Callable[[], Bot]]:
    """Return the makers of the bots that can play `game`, by name."""
    return {"random": RandomBot, **play_of(game).bots}


def odds_of(view: View) -> Sequence[Odds]:
    """Return how likely luck, and what others choose now, brings somebody this or that."""
    return (
        *games.face_of(view.game.name).odds(view),
        *play_of(view.game.name).odds(view, NOTHING, None),
    )


def nudge(view: View, best: Event) -> Words | None:
    """Return where the viewer of `view` should look for `best`, None if the game does not say."""
    told = play_of(view.game.name).nudge
    return told(view, best) if told and view.viewer in view.setup.players else None


def by_convention(view: View) -> Conventional | None:
    """Return what the viewer reads by the convention of the table, None if there is none."""
    told = play_of(view.game.name).by_convention
    return told(view) if told else None
