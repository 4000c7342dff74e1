"""Bots against bots in many games: how often each wins, and how long a move takes.

Every game has its own random generator, made from the seed and the number of the game, so that the
results do not depend on who plays which game, nor in which order.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import thread_time
from traceback import format_exception
from typing import Any

from ...models.core import Record, View
from ...models.record import blank
from ...models.words import Words, say
from .cluster import PATIENCE, on_cluster
from .coach import Bot, Budget, Choice, bots, play_of
from .driver import drawn, played
from .workers import Halted, in_processes

NORMAL = 1.959963984540054
"""The 97.5 % quantile of the normal distribution, for intervals of 95 %."""
GIVEN_UP = 3
"""The run is given up when this many games in a row kill every process that plays them."""


@dataclass(frozen=True)
class Contest:
    """Which bots play `game`, one a seat, under which settings; `seconds` for a coach's move."""

    game: str
    bots: tuple[str, ...]
    seed: int = 0
    seconds: float | None = None
    settings: tuple[tuple[str, str], ...] = ()

    def blank(self) -> Record:
        """Return the record of a game that has not begun."""
        return blank(self.game, len(self.bots), **dict(self.settings))


@dataclass(frozen=True)
class Played:
    """How game `number` ended, by entry of `Contest.bots`; no `scores` if there are none.

    All may win or lose `together`, as a team; where they only score, `can_be_won` is false. A
    game was `counted` if it went on too long and an overdue line ended it.
    """

    number: int
    seconds: tuple[float, ...]
    winners: tuple[bool, ...]
    scores: tuple[int, ...] = ()
    counted: bool = False
    together: bool = False
    can_be_won: bool = True

    @property
    def wins(self) -> tuple[float, ...]:
        """Each entry's share in the win, none if nobody has won."""
        return tuple(won / max(sum(self.winners), 1) for won in self.winners)


@dataclass(frozen=True)
class Broken:
    """Game `number` did not end and is left out: `why`, or the `trace` of an error."""

    number: int
    why: Words | None = None
    kind: str = ""
    trace: str = ""


Ended = Played | Broken
"""The end of a game: played or broken."""


def play(contest: Contest, number: int) -> Played:
    """Play game `number` of `contest`; the seats rotate from game to game."""
    rng = Random(f"{contest.seed}/{number}")
    record = drawn(contest.blank(), rng)
    chairs = record.setup.players
    chair = {i: chairs[(i + number) % len(chairs)] for i in range(len(chairs))}
    seconds: list[float] = []
    seated = {
        chair[i]: _Timed(_bot(contest, name, record), seconds)
        for i, name in enumerate(contest.bots)
    }
    seated = {player: seated[player] for player in chairs}
    record = played(record, seated, rng)
    outcome = record.game.outcome(record.state)
    assert outcome is not None, "a game whose result is written has an outcome"
    winners = tuple(player in outcome.winners for player in chair.values())
    points = (outcome.points(player) for player in chair.values())
    scores = tuple(each for each in points if each is not None)
    counted = any(record.notation.verbs[event.verb].overdue for _, event in record.events)
    ended = outcome.together, outcome.can_be_won
    return Played(number, tuple(seconds), winners, scores, counted, *ended)


def _bot(contest: Contest, name: str, dealt: Record) -> Bot:
    ceiling = play_of(contest.game).ceilings
    if name in ceiling:
        return ceiling[name](dealt)
    bot = bots(contest.game)[name]()
    if contest.seconds is not None and hasattr(bot, "budget"):
        return replace(bot, budget=Budget(seconds=contest.seconds))  # type: ignore[type-var]
    return bot


@dataclass(frozen=True)
class _Timed:
    """A bot whose moves are timed, in seconds of processor time."""

    bot: Bot
    seconds: list[float]

    def choose(self, view: View, rng: Random) -> Choice:
        """Return what the bot chooses."""
        begin = thread_time()
        choice = self.bot.choose(view, rng)
        self.seconds.append(thread_time() - begin)
        return choice


def tried(contest: Contest, number: int) -> Ended:
    """Play game `number` of `contest`; an error ends this game only."""
    try:
        return play(contest, number)
    except Exception as error:
        trace = "".join(format_exception(error))
        return Broken(number, kind=type(error).__name__, trace=trace)


def play_all(contest: Contest, numbers: Iterable[int]) -> Generator[Ended]:
    """Play the games with these numbers here, one after the other."""
    return (tried(contest, number) for number in numbers)


def play_in_processes(contest: Contest, numbers: Iterable[int], workers: int) -> Generator[Ended]:
    """Play them in `workers` processes, as they end. Raises Halted if all of them die."""
    return _found(in_processes(partial(tried, contest), numbers, workers, _left_out))


def play_on_cluster(
    contest: Contest, numbers: Iterable[int], scheduler: str, patience: float = PATIENCE
) -> Generator[Ended]:
    """Play them on the cluster at `scheduler`, as they end. Raises as `on_cluster`."""
    return _found(on_cluster(partial(tried, contest), numbers, scheduler, _left_out, patience))


def _found(games: Iterable[tuple[int, Ended]]) -> Generator[Ended]:
    dead = 0
    for number, ended in games:
        yield ended
        dead = dead + 1 if ended == _left_out(number) else 0
        if dead == GIVEN_UP:
            raise Halted(say("every process that plays here dies"))


def _left_out(number: int) -> Broken:
    return Broken(number, say("it ended every process that played it"))


@dataclass
class Tally:
    """The totals of many games; they do not depend on the order in which games come."""

    contest: Contest
    games: list[Played] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)
    """The numbers of the games that are left out."""

    def add(self, games: Iterable[Ended]) -> Iterator[Ended]:
        """Count `games` as they come, and pass them on."""
        for each in games:
            if isinstance(each, Broken):
                self.broken.append(each.number)
            else:
                self.games.append(each)
            yield each

    @property
    def together(self) -> bool:
        """Whether all win or lose together, as far as games were played."""
        return all(each.together for each in self.games)

    def data(self) -> Mapping[str, Any]:
        """Return the figures as docs/schema/simulate.json describes them."""
        total = len(self.games)
        out: dict[str, Any] = {"game": self.contest.game, "games": total}
        if counted := sum(each.counted for each in self.games):
            out["counted"] = counted
        if self.broken:
            out["broken"] = sorted(number + 1 for number in self.broken)
        if self.together:
            out["seats"] = [{"player": name} for name in self.contest.bots]
            out["team"] = self._team()
        else:
            out["seats"] = [self._seat(i, name) for i, name in enumerate(self.contest.bots)]
        seconds = sorted(s for each in self.games for s in each.seconds)
        out["seconds_per_move"] = {"median": _at(seconds, 0.5), "p95": _at(seconds, 0.95)}
        return out

    def _team(self) -> Mapping[str, Any]:
        """Return how often all have won, if they can, and their common score, if there is one."""
        out, total = dict[str, Any](), len(self.games)
        if all(each.can_be_won for each in self.games):
            wins = sum(any(each.winners) for each in self.games)
            rate = wins / total if total else 0.0
            out |= {"wins": wins, "rate": rate, "ci95": list(wilson(wins, total))}
        scores = sorted(each.scores[0] for each in self.games if each.scores)
        if scores:
            error = stdev(scores) / sqrt(total) if total > 1 else None
            out |= {"mean_score": fmean(scores), "error": error}
            out |= {"least": scores[0], "most": scores[-1]}
        return out

    def _seat(self, i: int, name: str) -> Mapping[str, Any]:
        games = sorted(self.games, key=lambda each: each.number)
        wins = sum(each.wins[i] for each in games)
        scores = [each.scores[i] for each in games if each.scores]
        return {
            "player": name,
            "wins": wins,
            "share": wins / len(games),
            "ci95": list(wilson(wins, len(games))),
            "mean_score": sum(scores) / len(scores) if scores else None,
        }


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval for `wins` in `games`.

    Source: E. B. Wilson, Probable Inference, JASA 22 (1927).
    """
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, NORMAL**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def _at(ordered: Sequence[float], quantile: float) -> float:
    return ordered[min(len(ordered) - 1, int(quantile * len(ordered)))] if ordered else 0.0
