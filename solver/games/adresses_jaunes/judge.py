"""How choices are judged: by the team's chance to win if all follow the rollout policy.

What can be solved, as a last round of two, is played as well as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from statistics import fmean

from ....models.adresses_jaunes.state import State, Step
from ....models.core import Event, Record, View, view
from ....models.record import new_record
from ....models.words import say
from ...play.coach import seed_of
from ...play.driver import drawn
from ...play.judge import Judge, MarkLimits, Off, whole
from ...play.trial import NOTHING, Assumptions, Effect, Followed
from .advice import UNIT
from .coach import Decision, own_moves
from .convention import Reading, read, read_literally
from .counting import Worlds
from .effects import THEN
from .hands import acts

MOST = 20_000
"""Most worlds that are drawn for a view."""
ENOUGH = {2: (180, 480), 3: (60, 96, 480), 4: (60, 80, 240, 240)}
"""Worlds in which moves are tried, by players and steps done: play-outs of many hands take long.
Of later steps there are as many as of any move."""
DEALS = 400
"""Deals over which the chance at the start is averaged."""
LISTED = 120
"""Up to so many worlds are all tried, again and again while there is chance in the rollouts."""
REMEMBERED = 6
"""How many discs a forgetful player remembers."""
OFF = 0.15
"""By how much play-outs are off at most, with two players before the last round, as games of
coaches tell, and for last pawns that are not solved, as their solution does; no more than moves
differ in all worlds, whichever way."""
GLANCED = 200
"""Worlds by which the rollout policy's guess is found."""


def off(view: View[State]) -> Off | None:
    """Return what tells by how much values are off that are played on roughly, else None."""
    decision = Decision(read(view), seed_of(view))
    worlds, _ = decision.worlds(LISTED)
    moves = decision.promising(own_moves(view), worlds)
    solved = decision.last and decision.solved(moves, worlds) is not None
    rough = decision.rough or decision.seen.step is Step.CONCLUSION
    return _off if rough and not solved else None


def _off(gaps: Sequence[float]) -> float:
    return min(OFF, fmean(map(abs, gaps)))


def enough(view: View[State]) -> int:
    """Return in how many worlds moves are tried, so that it takes about as long in every step."""
    state = view.state
    steps = 2 * (state.round - 1) + (state.step is not Step.DISCS)
    some = ENOUGH[len(state.players)]
    return some[steps] if steps < len(some) else MOST


class Trial:
    """The moves of a view's viewer, tried in worlds that fit the view."""

    def __init__(
        self, view: View[State], seed: int, assumed: Assumptions = NOTHING, most: int = MOST
    ) -> None:
        reading = self._read(view, assumed)
        self._decision = Decision(reading, seed)
        # The same for all seeds: what one player would do, and what a move tells.
        self._told = Decision(reading, seed_of(view))
        glanced, _ = self._told.worlds(GLANCED)
        self.moves = self._decision.promising(own_moves(view), glanced)
        self.usual = self.moves[0]
        self._worlds, complete = self._decision.worlds(most)
        if self._decision.last:
            every = self._decision.solved(self.moves, self._worlds) is not None
        else:
            every = len(self._worlds) <= LISTED
        self._deals = len(self._worlds) if complete and every else 0
        self._at = 0

    def _read(self, view: View[State], assumed: Assumptions) -> Reading:
        return read(view, assumed)

    @property
    def exact(self) -> bool:
        """Whether all worlds were tried, and nothing in them was estimated."""
        return bool(self._deals and self._at and not self._decision.estimated)

    def worths(self, moves: Sequence[Event], worlds: int) -> list[list[float]]:
        """Return the team's chance to win further worlds after each of `moves`."""
        some = self._further(worlds)
        return self._decision.worths(moves, some) if len(some) else [[] for _ in moves]

    def followed(self, moves: Sequence[Event], worlds: int) -> list[Followed]:
        """Return what follows each of `moves` in further worlds."""
        some = self._further(worlds)
        if not len(some):
            return [Followed((), {}) for _ in moves]
        worths = self._decision.worths(moves, some)
        found = [
            self._told.followed(move, some, row, self._deals)
            for move, row in zip(moves, worths, strict=True)
        ]
        # What follows a guess that is never right cannot be told: it counts as after the best.
        best = max(found, key=lambda each: each.value)
        rest: dict[Effect, Sequence[float]] = {
            each: best.counts[each] for each in best.counts if each == THEN
        }
        return [
            replace(each, counts={**each.counts, **rest})
            if rest.keys() - each.counts.keys()
            else each
            for each in found
        ]

    def _further(self, worlds: int) -> Worlds:
        if not self._deals:
            some = self._worlds[self._at :][: max(0, worlds)]
        else:
            some = self._worlds[: 0 if self.exact or worlds <= 0 else self._deals]
        self._at += len(some)
        return some


class Forgetful(Trial):
    """The moves as they look to who remembers only the latest discs; what was found lies open."""

    def _read(self, view: View[State], assumed: Assumptions) -> Reading:
        laid = [line for line, event in view.events if event.verb == "disc" and acts(event)]
        return read_literally(view, since=min(laid[-REMEMBERED:], default=0))


def start(record: Record) -> float:
    """Return the team's chance to win before the deal, by rollouts."""
    kept = tuple(tag for tag in record.tags if tag[0] in KEPT or tag[0] in record.setup.settings)
    return _start(kept)


KEPT = ("Game", "Record", "Players")


@lru_cache(maxsize=8)
def _start(tags: tuple[tuple[str, str], ...]) -> float:
    total = 0.0
    for number in range(DEALS):
        dealt = drawn(new_record(tags), Random(f"start {number}"))
        trial = Trial(view(dealt, dealt.setup.players[0]), number, most=1)
        total += trial.worths([trial.usual], 1)[0][0]
    return total / DEALS


JUDGE = Judge(
    UNIT,
    chance=True,
    marks=MarkLimits(0.02, 0.05, 0.10),
    usual=say("everybody takes what tells most at once"),
    trial=Trial,
    parts=whole,
    start=start,
    off=off,
    enough=enough,
)
