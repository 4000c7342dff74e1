"""What moves come to: each is tried in the same imagined worlds, and the round is played on.

Where all rows are open nothing is drawn: what is left to chance is equally good choices only, and
all of them are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import count
from math import prod, sqrt
from random import Random
from statistics import fmean, pstdev
from time import thread_time

from ....models.core import Event, View
from ....models.overseers.box import Power
from ....models.overseers.ending import totals
from ....models.overseers.state import State, Step
from ...play.coach import Budget
from .behaviour import Behaviour
from .imagined import imagined, next_round
from .outlook import Outlook
from .play import Option, Play, Seat
from .table import do, table

WORLDS = 200
"""Worlds that are looked at unless told otherwise."""
ANSWERED = 40
"""Worlds in which the viewer's answer is settled before the vote."""
HEATS = (8, 12, 18, 27, 40, 60, 90, 130)
"""After so many worlds a quick search gives up moves that are CLEARLY standard errors behind."""
CLEARLY = 2.0
FEWEST = 8
"""Worlds that are looked at, however short the time."""


@dataclass(slots=True)
class Tried:
    """A move of `seat` and what came of it: in each world the scores, and who was accused.

    If `exact`, nothing was drawn: each outcome has its chance in `weights`. If `given_up`, it was
    clearly not the best after some worlds.
    """

    move: Event
    seat: Seat
    exact: bool = False
    given_up: bool = False
    scores: list[Sequence[int]] = field(default_factory=list)
    accused: list[Seat] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        """The points of `seat` relative to the mean of the others, in the mean."""
        return self._mean(self.margins)

    @property
    def error(self) -> float:
        """The standard error of `value`."""
        return 0.0 if self.exact else pstdev(self.margins) / sqrt(len(self.scores))

    @property
    def margins(self) -> list[float]:
        """The points of `seat` relative to the mean of the others, in each world."""
        return [relative(scores, self.seat) for scores in self.scores]

    @property
    def points(self) -> float:
        """The points of `seat` in the mean."""
        return self._mean([scores[self.seat] for scores in self.scores])

    @property
    def wins(self) -> float:
        """The share of rounds in which `seat` has the highest score, ties shared."""
        return self._mean(
            [
                (scores[self.seat] == max(scores)) / scores.count(max(scores))
                for scores in self.scores
            ]
        )

    def lead(self, base: Sequence[int]) -> float:
        """Return how far `seat` is ahead of the best other, with `base` points to begin with."""
        leads = []
        for scores in self.scores:
            total = [earlier + now for earlier, now in zip(base, scores, strict=True)]
            own = total.pop(self.seat)
            leads.append(own - max(total))
        return self._mean(leads)

    def accusations(self, seat: Seat) -> float:
        """Return the share of worlds in which `seat` is accused."""
        return self._mean([seat == accused for accused in self.accused])

    def _mean(self, values: Sequence[float]) -> float:
        if self.exact:
            return sum(v * w for v, w in zip(values, self.weights, strict=True))
        return fmean(values)


def relative(scores: Sequence[float], seat: Seat) -> float:
    """Return the points of `seat` less the mean of the others."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


@dataclass(frozen=True)
class Tries:
    """The moves, the best first, and the points before them in the same worlds.

    Of moves that are worth the same, those come first that leave more of a lead over the best
    other in the game.
    """

    moves: Sequence[Tried]
    outlook: Outlook


def tried(
    view: View[State],
    moves: Sequence[Event],
    budget: Budget,
    rng: Random,
    behaviour: Behaviour | None,
) -> Tries:
    """Return what each of `moves` of the viewer comes to.

    Looks at as many worlds as `budget` allows, at FEWEST at the least if it is a time. Raises
    Contradiction where no world fits the view.
    """
    spent = partial(_is_spent, budget, thread_time())
    state = view.state
    found = [Tried(move, state.players.index(view.viewer)) for move in moves]
    now: list[Sequence[int]] = []
    if _is_open(state):
        now.append(table(view, state).now)
        for each in found:
            _branch(each, view, state)
    elif state.step is Step.SUCCESSION:
        _succeed(found, view, rng, spent)
    else:
        now += sample(found, state.players, imagined(view, behaviour, rng), spent, budget.quick)
    base = totals(state) if state.scores else (0,) * len(state.players)
    found.sort(key=lambda each: (each.given_up, -round(each.value, 9), -each.lead(base)))
    return Tries(found, Outlook(state.players, now))


def _is_open(state: State) -> bool:
    """Tell whether no card that still matters is hidden from anybody."""
    if state.step is Step.JUDGEMENT:
        return state.discard.whole or not state.holder(Power.SEIZE)
    return state.step in (Step.THEFT, Step.DOCKING)


def _is_spent(budget: Budget, begun: float, number: int) -> bool:
    """Tell whether `number` worlds are enough."""
    if budget.seconds is not None:
        return number >= FEWEST and thread_time() - begun >= budget.seconds
    return number >= (budget.iterations or WORLDS)


# worlds drawn


def sample(
    found: Sequence[Tried],
    players: Sequence[str],
    tables: Iterator[Play],
    spent: Callable[[int], bool],
    quick: bool = False,
) -> Iterator[Sequence[int]]:
    """Try all in each of `tables` until `spent`; yield the points before.

    If `quick`, moves that are clearly not the best are given up on the way.
    """
    seat = found[0].seat
    answers: Mapping[Seat, str] = {}
    if found[0].move.verb in ("votes", "accuses"):
        answers = {seat: _answer([next(tables) for _ in range(ANSWERED)], seat)}
    racing = list(found)
    for number, play in enumerate(tables):
        if spent(number):
            break
        yield play.now
        play.answers = answers
        if quick and number in HEATS:
            racing = _in_the_race(racing)
            if len(racing) == 1:
                break
        for each in racing:
            trial = play.copy()
            do(trial, players, each.move)
            each.scores.append(trial.play_on())
            each.accused.append(trial.accused)


def _in_the_race(found: Sequence[Tried]) -> list[Tried]:
    """Return the best of `found`, and what is not clearly worse in the same worlds."""
    margins = max(found, key=lambda each: each.value).margins
    for each in found:
        behind = [b - m for b, m in zip(margins, each.margins, strict=True)]
        each.given_up = fmean(behind) > CLEARLY * pstdev(behind) / sqrt(len(behind))
    return [each for each in found if not each.given_up]


def _answer(tables: Sequence[Play], seat: Seat) -> str:
    """Return what `seat` had better answer if accused, in the mean of `tables`."""

    def worth(answer: str) -> float:
        total = 0.0
        for play in tables:
            trial = play.copy()
            trial.accused, trial.answers = seat, {seat: answer}
            total += relative(trial.play_on(), seat)
        return total

    return max(("admits", "denies"), key=worth)


def _succeed(
    found: Sequence[Tried], view: View[State], rng: Random, spent: Callable[[int], bool]
) -> None:
    """Play the next round for each successor, with the same cards and characters."""
    for number in count():
        if spent(number):
            break
        seed = rng.getrandbits(64)
        for each in found:
            play = next_round(view, each.move, Random(seed))
            each.scores.append(play.play_on())
            each.accused.append(play.accused)


# all rows open


@dataclass(slots=True)
class _Branch(Play):
    """A play in which equally good choices are taken as `script` tells, then the first ones.

    `widths` are how many choices there were each time.
    """

    script: Sequence[int] = ()
    widths: list[int] = field(default_factory=list)

    def any_of(self, options: Sequence[Option]) -> Option:
        at = len(self.widths)
        self.widths.append(len(options))
        return options[self.script[at] if at < len(self.script) else 0]


def _branch(each: Tried, view: View[State], state: State) -> None:
    """Play `each` on in all ways, equally good choices being equally likely."""
    each.exact = True
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        start = table(view, state)
        play = _Branch(**{slot.name: getattr(start, slot.name) for slot in fields(Play)})
        play.script = script
        do(play, state.players, each.move)
        each.scores.append(play.play_on())
        each.accused.append(play.accused)
        each.weights.append(1 / prod(play.widths))
        for at in range(len(script), len(play.widths)):
            first = (*script, *(0,) * (at - len(script)))
            scripts += [(*first, other) for other in range(1, play.widths[at])]
