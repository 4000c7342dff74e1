"""How choices are judged: by the points ahead of the others when the next show is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from ....models.bards import Bards, State, Step
from ....models.core import Event, Record, View
from ....models.words import say
from ...engine.count import Counter
from ...play.coach import choices
from ...play.judge import Judge, MarkLimits, Part
from .habits import acted, usual
from .imagined import Luck, counted, drawn, played_on, standings
from .plan import best_plan
from .thumb import staged

SECONDS = 1.0
"""How long a plan is looked for at most."""
FEW = 6
"""So many moves are looked at, beside the one that was made."""


@dataclass(frozen=True, eq=False)
class _Before:
    """The deterministic part of judging a choice, computed once: the best `plan`.

    After moves that are not in the plan there is another one, `behind` them.
    """

    view: View[State]
    counter: Counter
    plan: Sequence[Event]
    usual: Event
    moves: Sequence[Event]
    behind: dict[Event, Sequence[Event]] = field(default_factory=dict)

    @classmethod
    def of(cls, view: View[State]) -> _Before:
        """Return it for `view`; raises Contradiction where no world fits."""
        state, legal = view.state, choices(view)
        planned = _planned(state, view.viewer)
        there = set(legal)
        ahead = [each for each in planned if each in there]
        first = next((each for each in planned[:1] if each in there), None)
        habit = first or usual(state, view.viewer, legal)
        return cls(view, counted(view), planned, habit, promising(view, legal, habit, ahead))

    def after(self, move: Event) -> Sequence[Event]:
        """Return what is planned behind `move`."""
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
    """The lines of the best plan; none but in the own turn, with nothing due."""
    own = state.step is Step.SHOW and state.actor == player and not state.duties
    if not own or not state.actions:
        return ()
    return best_plan(state.box, state, player, seconds=SECONDS).events


_lately: list[_Before] = []
"""The choice that was looked at last: it is tried twice, the second time in fresh worlds."""


def _before(view: View[State]) -> _Before:
    found = next((each for each in _lately if each.view is view), None) or _Before.of(view)
    _lately[:] = [found]
    return found


class Trial:
    """The moves of the viewer of a view, tried at tables that fit it.

    In the own turn each is followed by the best plan there is behind it; or by what is a habit, of
    the viewer as of all others, where everybody is to play `alike`.
    """

    exact = False

    def __init__(self, view: View[State], seed: int, alike: bool = False) -> None:
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
        """What the viewer is taken to do."""
        if self._alike:
            return usual(self._view.state, self._player, choices(self._view))
        return self._before.usual

    @property
    def moves(self) -> Sequence[Event]:
        """What is worth a look."""
        return self._before.moves

    def worths(self, moves: Sequence[Event], worlds: int) -> list[list[float]]:
        """Return what the viewer is ahead by after each of `moves`, at further tables."""
        return [[standings(end)[self._player] for end in row] for row in self.ends(moves, worlds)]

    def ends(self, moves: Sequence[Event], worlds: int) -> list[list[State]]:
        """Return how the show ends after each of `moves`, at further tables."""
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
    """Return those of the `legal` moves that are worth a look, the usual one first.

    In a turn these are steps of the plan, and one of each kind that there is, the most telling
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
    """Return what luck and skill are told apart by: everybody plays by habit, the viewer, too."""
    return Trial(view, seed, alike=True)


def parts(record: Record[State]) -> Sequence[Part]:
    """Return the one part of a game: what everybody is ahead by in the end."""
    over = record.game.outcome(record.state) is not None
    came = standings(record.state) if over else None
    return [Part(len(record.tags) + 1, record.last, came)]


def start(record: Record[State]) -> float:
    """Return what everybody can expect before the first card: what one gains the others lose."""
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
