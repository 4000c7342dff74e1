"""How choices are judged: by the points ahead of the others after the next show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from ....models.bards import Bards, State, Step
from ....models.core import Event, Record, View
from ....models.words import say
from ...engine.count import Counter
from ...play.coach import choices
from ...play.judge import Judge, MarkLimits, Part, whole
from ...play.trial import NOTHING, Assumptions, Followed
from .effects import counted
from .habits import acted, usual
from .imagined import Luck, drawn, played_on, standings, worlds_of
from .plan import best_plan
from .thumb import staged

SECONDS = 1.0
"""Most seconds to look for a plan."""
FEW = 6
"""How many moves are compared with the one that was made."""


@dataclass(frozen=True, eq=False)
class _Before:
    """The deterministic part of judging a choice, computed once: the best `plan`.

    A move outside the plan is followed by a plan of its own, kept in `behind`.
    """

    view: View[State]
    counter: Counter
    plan: Sequence[Event]
    usual: Event
    moves: Sequence[Event]
    behind: dict[Event, Sequence[Event]] = field(default_factory=dict)

    @classmethod
    def of(cls, view: View[State]) -> _Before:
        """Return this part for `view`; raises Contradiction if no world fits."""
        state, legal = view.state, choices(view)
        planned = _planned(state, view.viewer)
        there = set(legal)
        ahead = [each for each in planned if each in there]
        first = next((each for each in planned[:1] if each in there), None)
        habit = first or usual(state, view.viewer, legal)
        return cls(view, worlds_of(view), planned, habit, promising(view, legal, habit, ahead))

    def after(self, move: Event) -> Sequence[Event]:
        """Return the plan that follows `move`."""
        if move not in self.behind:
            rest = list(self.plan)
            if move in rest:
                rest.remove(move)
            elif self.plan and move.verb != "passes":
                rest = list(_planned(self.view.game.apply(self.view.state, move), move.actor))
            else:
                rest = []
            self.behind[move] = rest
        return self.behind[move]


def _planned(state: State, player: str) -> Sequence[Event]:
    """Return the lines of the best plan; none except in the player's own turn, with nothing due."""
    own = state.step is Step.SHOW and state.actor == player and not state.duties
    if not own or not state.actions:
        return ()
    return best_plan(state.box, state, player, seconds=SECONDS).events


_lately: list[_Before] = []
"""The last choice judged: it is tried twice, the second time in fresh worlds."""


def _before(view: View[State]) -> _Before:
    found = next((each for each in _lately if each.view is view), None) or _Before.of(view)
    _lately[:] = [found]
    return found


class Trial:
    """The moves of a view's viewer, tried at tables that fit the view.

    In the viewer's own turn each move is followed by the best plan behind it; if everybody plays
    `alike`, it is followed by habit, the viewer's as well as the others'.
    """

    exact = False

    def __init__(
        self, view: View[State], seed: int, assumed: Assumptions = NOTHING, alike: bool = False
    ) -> None:
        self._game: Bards = view.game  # type: ignore[assignment]
        self._view, self._rng = view, Random(seed)
        self._player, self._alike = view.viewer, alike

    @cached_property
    def _before(self) -> _Before:
        return _before(self._view)

    @cached_property
    def _tables(self) -> Iterator[State]:
        return drawn(self._view.state, self._before.counter, self._rng)

    @cached_property
    def usual(self) -> Event:
        """The move that the rollout policy makes for the viewer."""
        if self._alike:
            return usual(self._view.state, self._player, choices(self._view))
        return self._before.usual

    @property
    def moves(self) -> Sequence[Event]:
        """The moves worth trying."""
        return self._before.moves

    def worths(self, moves: Sequence[Event], worlds: int) -> list[list[float]]:
        """Return how far the viewer is ahead after each of `moves`, at further tables."""
        return [[standings(end)[self._player] for end in row] for row in self.ends(moves, worlds)]

    def followed(self, moves: Sequence[Event], worlds: int) -> list[Followed]:
        """Return what follows each of `moves` at further tables."""
        found = []
        for row in self.ends(moves, worlds):
            worths = [standings(end)[self._player] for end in row]
            came = [counted(self._view.state.box, end, self._player) for end in row]
            effects = dict.fromkeys(effect for each in came for effect in each)
            counts = {each: [one.get(each, 0.0) for one in came] for each in effects}
            found.append(Followed(worths, counts))
        return found

    def ends(self, moves: Sequence[Event], worlds: int) -> list[list[State]]:
        """Return the state at the end of the show after each of `moves`, at further tables."""
        found: list[list[State]] = [[] for _ in moves]
        for _ in range(worlds):
            table, seed = next(self._tables), self._rng.getrandbits(64)
            for row, move in zip(found, moves, strict=True):
                after = self._game.apply(table, move)
                planned = () if self._alike else self._before.after(move)
                row.append(played_on(self._game, after, Luck(seed), planned))
        return found


def promising(
    view: View[State], legal: Sequence[Event], usual: Event, planned: Sequence[Event]
) -> list[Event]:
    """Return the `legal` moves that are worth trying, the usual one first.

    In a turn these are steps of the plan, and one move of each kind, the most important kinds
    first.
    """
    state, box, player = view.state, view.state.box, view.viewer
    if state.step is Step.STAGE:
        ranked = sorted(legal, key=lambda m: -staged(box, state, player, m))
        return list(dict.fromkeys([usual, *ranked]))[:FEW]
    if state.step is not Step.SHOW or state.duties or len(legal) <= FEW:
        return list(dict.fromkeys([usual, *legal]))[:FEW]
    habit = acted(box, state, player)
    some: dict[tuple[str, ...], Event] = {}
    for move in legal:
        if move.verb in ("wins", "performs", "hires", "uses"):
            about = (move.words[-1],) if move.verb == "performs" else move.words[:1]
            some.setdefault((move.verb, *about), move)
    kinds = list(some.values())
    return list(dict.fromkeys([usual, habit, *planned[:2], legal[-1], *kinds]))[:FEW]


def by_habit(view: View[State], seed: int) -> Trial:
    """Return the trial that tells luck from skill: everybody plays by habit, the viewer too."""
    return Trial(view, seed, alike=True)


def parts(record: Record[State]) -> Sequence[Part]:
    """Return the only part of a game: how far each player is ahead in the end."""
    over = record.game.outcome(record.state) is not None
    came = standings(record.state) if over else None
    return [replace(part, came=came) for part in whole(record)]


def start(record: Record[State]) -> float:
    """Return what each player can expect before the first card: 0, since the sum is zero."""
    return 0.0


JUDGE = Judge(
    say("points ahead of the mean of the others at the end of the show, by the table of worths"),
    chance=False,
    marks=MarkLimits(0.5, 1.0, 2.0),
    usual=say("everybody plays greedily; costs are measured against the chooser's best plan"),
    trial=Trial,
    parts=parts,
    start=start,
    apart=by_habit,
)
