"""How choices are judged: by the points of the round, relative to the mean of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from ....models.core import Event, Record, View, replay
from ....models.overseers.state import State, Step
from ....models.words import Words, say
from ...play.coach import choices, seed_of
from ...play.judge import Judge, MarkLimits, Part, by_scores
from ...play.trial import NOTHING, Assumptions, Followed
from .advice import WINNING, believed
from .greedy import GreedyBot
from .imagined import imagined
from .tries import (
    Tried,
    World,
    branched,
    decides,
    drawn,
    is_open,
    next_rounds,
    to_try,
    told_apart,
    unordered,
)
from .worth import relative


class Trial:
    """The moves of a view's viewer, tried in worlds that fit the view.

    With `for_game`, they are valued by the chance to win the game where they may decide it.
    """

    def __init__(
        self,
        view: View[State],
        seed: int,
        assumed: Assumptions = NOTHING,
        for_game: bool = False,
    ) -> None:
        self._view, rng = view, Random(seed)
        state = view.state
        legal = choices(view)
        self.moves = list(told_apart(legal))
        usual = GreedyBot().choose(view, Random(seed_of(view))).event
        alike = (each for each in self.moves if unordered(each) == unordered(usual))
        self.usual = next(alike, usual)
        self.exact = is_open(state)
        self._for_game = for_game
        self._over = False
        self._worlds: Iterator[World] = iter(())
        if state.step is Step.SUCCESSION:
            self._worlds = next_rounds(view, rng)
        elif not self.exact:
            tables, (first, *_) = imagined(view, believed(assumed), rng), self._to_try(self.moves)
            self._worlds = drawn(tables, first, state.players)

    def _to_try(self, moves: Sequence[Event], players: Sequence[str] = ()) -> Sequence[Tried]:
        found = to_try(self._view, moves, players)
        return found if self._for_game else [replace(each, worth=relative) for each in found]

    def worths(self, moves: Sequence[Event], worlds: int) -> list[list[float]]:
        """Return the relative points after each of `moves` in further worlds."""
        return self._tried(self._to_try(moves), worlds)

    def followed(self, moves: Sequence[Event], worlds: int) -> list[Followed]:
        """Return what follows each of `moves` in further worlds."""
        found = self._to_try(moves, self._view.setup.players)
        worths, state = self._tried(found, worlds), self._view.state
        return [each.followed(own, state) for own, each in zip(worths, found, strict=True)]

    def _tried(self, found: Sequence[Tried], worlds: int) -> list[list[float]]:
        """Return the values of moves in further worlds; once, exact means as if of one world."""
        if not self.exact:
            for after in islice(self._worlds, worlds):
                for each in found:
                    each.play_in(after)
            return [each.worths for each in found]
        if self._over:
            return [[] for _ in found]
        self._over = True
        for each in found:
            branched(each, self._view)
        return [[each.value] for each in found]


def sought(view: View[State], seed: int, assumed: Assumptions = NOTHING) -> Trial:
    """Return what finds the best move: in the last round, by winning the game."""
    return Trial(view, seed, assumed, for_game=True)


def won_by(view: View[State]) -> Words | None:
    """Return what the best move is found by if that is not the points."""
    return WINNING if decides(view) else None


def parts(record: Record[State]) -> Sequence[Part]:
    """Return the rounds, each with every player's points relative to the mean of the others."""
    ends: list[tuple[int, Mapping[str, float]]] = []
    for line, state in replay(record):
        if len(state.scores) > len(ends):
            row = state.scores[-1]
            came = {p: float(relative(row, seat)) for seat, p in enumerate(state.players)}
            ends.append((line.number, came))
    return by_scores(record, ends)


def start(record: Record[State]) -> float:
    """Return what each player can expect, relative to the others, before the first leader is drawn.

    All seats are alike then, and the sum is zero: so 0.
    """
    return 0.0


JUDGE = Judge(
    say("points of the round, relative to the mean of the others"),
    chance=False,
    marks=MarkLimits(0.5, 1.0, 2.0),
    usual=say("everybody takes and keeps most points, and judges others by what they show"),
    trial=Trial,
    parts=parts,
    start=start,
    sought=sought,
    decides=won_by,
    note=say(
        "In the last round of a game the best choice is the one that wins the game most often, as"
        " `best` values it; its cost is counted in points, like all others."
    ),
)
