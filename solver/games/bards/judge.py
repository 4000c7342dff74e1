"""How choices are judged: by the points ahead of the others when the next show is over."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ....models.bards import Bards, State, Step
from ....models.core import Event, Record, View
from ....models.words import say
from ...play.coach import choices
from ...play.judge import Judge, Marks, Part
from .habits import acted, usual
from .imagined import Luck, played_on, standings, tables
from .plan import best_plan
from .thumb import staged

SECONDS = 1.0
"""How long a plan is looked for at most."""
FEW = 6
"""So many moves are looked at, beside the one that was made."""


class Trial:
    """The moves of the viewer of a view, tried at tables that fit it.

    In the own turn each is followed by the best plan there is behind it.
    """

    exact = False

    def __init__(self, view: View[State], seed: int) -> None:
        self._game: Bards = view.game  # type: ignore[assignment]
        self._state, self._rng = view.state, Random(seed)
        self._player = view.viewer
        self._plans: dict[Event, Sequence[Event]] = {}
        legal, planned = choices(view), self._planned(view.state)
        there = set(legal)
        self._plan = tuple(planned)
        self.usual = next((each for each in planned[:1] if each in there), None) or usual(
            view.state, view.viewer, legal
        )
        ahead = [each for each in planned if each in there]
        self.moves = promising(view, legal, self.usual, ahead)
        self._tables = tables(view, self._rng)

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
                row.append(played_on(self._game, after, Luck(seed), self._behind(move)))
        return found

    def _behind(self, move: Event) -> Sequence[Event]:
        """What is planned behind `move`: the rest of the plan, or a new one where that was none."""
        if move not in self._plans:
            rest = list(self._plan)
            if move in rest:
                rest.remove(move)
            elif self._plan and move.verb != "passes":
                rest = list(self._planned(self._game.apply(self._state, move)))
            else:
                rest = []
            self._plans[move] = rest
        return self._plans[move]

    def _planned(self, state: State) -> Sequence[Event]:
        """The lines of the best plan; none but in the own turn, with nothing due."""
        own = state.step is Step.SHOW and state.actor == self._player and not state.duties
        if not own or not state.actions:
            return ()
        return best_plan(state.box, state, self._player, seconds=SECONDS).events


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
    marks=Marks(0.5, 1.0, 2.0),
    usual=say("one follows the best plan, and all others take at once what brings most"),
    trial=Trial,
    parts=parts,
    start=start,
)
