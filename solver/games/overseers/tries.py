"""The values of moves: each is tried in the same imagined worlds, and the round is played on.

If all rows are face up nothing is sampled: the only chance left is between equally good choices,
and all of them are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import chain, islice
from math import prod
from random import Random
from statistics import fmean

from ....models.core import Event, View
from ....models.overseers.box import Power
from ....models.overseers.ending import totals, winners
from ....models.overseers.state import State, Step
from ...play.coach import Budget
from ...play.race import Runner, deadline, race
from ...play.trial import Effect, Followed
from .behaviour import Behaviour
from .effects import Counted, Deed, Happens, Lead, followed
from .imagined import imagined, next_round
from .moves import do, table_of
from .play import dockings, ends, play_on, scores
from .table import NOBODY, Option, RoundTable, Seat

WORLDS = 200
"""Worlds that are tried, by default."""
ANSWERED = 40
"""Worlds by which the viewer's answer is settled before the vote."""
FEWEST = 8
"""Fewest worlds that are tried, however short the time."""
BEHIND = 2.0
"""If only the best move is wanted, one drops out when it is this many standard errors behind."""

World = Callable[[Event], RoundTable]
"""Returns the table after a move, in one world that the viewer imagines."""


@dataclass(frozen=True, slots=True)
class Imagined:
    """Such a world in the midst of a round, with the `table` before the move."""

    table: RoundTable
    players: Sequence[str]

    def __call__(self, move: Event) -> RoundTable:
        """Return the table after `move`."""
        trial = self.table.copy()
        do(trial, self.players, move)
        return trial

    @property
    def asked(self) -> RoundTable | None:
        """The table before the move, if that is the answer of the accused; else None."""
        answering = self.table.accused != NOBODY and not self.table.answer
        return self.table if answering else None


@dataclass(eq=False)
class Tried(Runner):
    """A move of `seat` with its results: the scores in each world.

    Its value in a world is the points of `seat` relative to the mean of the others. If it is
    `exact`, `weights` are the chances of the outcomes, and `tables` how they ended before
    another Liang. What else came is counted if it knows the `players`.
    """

    seat: Seat = NOBODY
    scores: list[Sequence[int]] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    players: Sequence[str] = ()
    came: list[Mapping[Counted, float]] = field(default_factory=list)
    tables: list[RoundTable] = field(default_factory=list)

    def play_in(self, world: World) -> None:
        """Make the move in `world`, play to the end and add the result."""
        asked = world.asked if isinstance(world, Imagined) else None
        self.play_on(world(self.move), asked)

    def play_on(self, table: RoundTable, asked: RoundTable | None = None) -> None:
        """Play `table`, where the move has been made, to the end and add the result.

        `asked` is the table before it, if it was the answer of the accused.
        """
        if self.players:
            self.came.append(followed(table, asked))
            self.scores.append(scores(table))
        else:
            self.scores.append(play_on(table))
        self.worths.append(relative(self.scores[-1], self.seat))

    def followed(self, worths: Sequence[float], state: State | None = None) -> Followed:
        """Return what followed, of the value `worths`; if it is `exact`, on average.

        Of the game of a `state` the lead is told then; else, in the last round, if it is won.
        """
        if not worths or not self.came:
            return Followed(worths, {})
        counts: dict[Effect, Sequence[float]] = {
            each.effect(self.players, self.seat): self._column(
                [came.get(each, 0) for came in self.came]
            )
            for each in dict.fromkeys(chain.from_iterable(self.came))
        }
        known: Sequence[Effect] = ()
        if self.exact and state:
            counts[Lead()], known = self.leads(totals(state))[:1], [Lead()]
        elif state and state.round == state.box.rounds and are_scored(state):
            won = Happens(self.players[self.seat], True, Deed.WINS)
            counts[won] = [self._share(state, added(state, row)) for row in self.scores]
        return Followed(worths, counts, known=known)

    def _column(self, values: Sequence[float]) -> Sequence[float]:
        return [self._mean(values)] if self.exact else values

    @property
    def value(self) -> float:
        """The mean points of `seat` relative to the mean of the others."""
        return self._mean(self.worths)

    def leads(self, base: Sequence[int]) -> Sequence[float]:
        """Return the mean leads of `seat` over the others, the best first, with `base` points."""
        leads = []
        for row in self.scores:
            total = [earlier + now for earlier, now in zip(base, row, strict=True)]
            own = total.pop(self.seat)
            leads.append([own - each for each in sorted(total, reverse=True)])
        return [self._mean(each) for each in zip(*leads, strict=True)]

    def wins(self, view: View[State]) -> float:
        """Return the chance of `seat` to win the game, if this round ends it and all lies open.

        Others choose by habit, but another Liang takes from anybody, since all bring it as much;
        or, just as often, what is worst for `seat`.
        """
        if not (self.exact and ends_the_game(view.state)):
            return 0.0
        state, after = view.state, table_of(view, view.state)
        do(after, state.players, self.move)

        ways = ([*dockings(table).values()] for table in self.tables)
        usual = self._mean([fmean(self._share(state, added(state, x)) for x in y) for y in ways])
        worst = (self._share(state, total) for total in endings(state, after))
        return (usual + min(worst, default=usual)) / 2

    def _share(self, state: State, total: Sequence[int]) -> float:
        """Return the share of `seat` in a game that ends with such totals."""
        first = winners(state, total)
        return (state.players[self.seat] in first) / len(first)

    def _mean(self, values: Sequence[float]) -> float:
        if self.exact:
            return sum(v * w for v, w in zip(values, self.weights, strict=True))
        return fmean(values)


def added(state: State, row: Sequence[int]) -> Sequence[int]:
    """Return the totals of the game with the scores of a round."""
    return [*map(sum, zip(totals(state), row, strict=True))]


def relative(scores: Sequence[float], seat: Seat) -> float:
    """Return the points of `seat` minus the mean of the others."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def tried(
    view: View[State],
    moves: Sequence[Event],
    budget: Budget,
    rng: Random,
    behaviour: Behaviour | None,
) -> list[Tried]:
    """Return `moves` of the viewer with their values, the best first.

    What wins the game comes first where that is known, and moves of equal value are ordered by the
    lead over the best other in it, then over the next. Tries as
    many worlds as `budget` allows; if that is a time, FEWEST at least. If it is quick, moves that
    are clearly not the best drop out on the way. Raises Contradiction if no world fits the view.
    """
    until, state = deadline(budget.seconds, budget.stop), view.state
    seat = state.players.index(view.viewer)
    found = [Tried(move, seat=seat) for move in moves]
    if is_open(state):
        for each in found:
            branched(each, view, state)
    else:
        if state.step is Step.SUCCESSION:
            worlds = next_rounds(view, rng)
        else:
            worlds = drawn(imagined(view, behaviour, rng), state.players, moves[0])
        most = None if budget.seconds is not None else budget.iterations or WORLDS
        run = partial(_run, islice(worlds, most))
        race(found, run, _heats(), BEHIND, 1 if budget.quick else len(found), until)
    base = totals(state)
    most_tried = max(len(each.worths) for each in found)

    def order(each: Tried) -> tuple[bool, float, float, Sequence[float]]:
        given_up = not each.exact and len(each.worths) < most_tried
        leads = [-n for n in each.leads(base)]
        return given_up, -round(each.wins(view), 9), -round(each.value, 9), leads

    return sorted(found, key=order)


def is_open(state: State) -> bool:
    """Tell whether no card that still matters is hidden from anybody."""
    if state.step is Step.JUDGEMENT:
        return state.discard.whole or not state.holder(Power.SEIZE)
    return state.step in (Step.THEFT, Step.DOCKING)


def ends_the_game(state: State) -> bool:
    """Tell whether the game ends with this round, and no card that still matters is hidden."""
    return state.round == state.box.rounds and are_scored(state) and is_open(state)


def are_scored(state: State) -> bool:
    """Tell whether the points of all earlier rounds are known."""
    return not state.in_part and len(state.scores) >= state.round - 1


def endings(state: State, after: RoundTable) -> Sequence[Sequence[int]]:
    """Return all totals that the game can end with `after` a move; none if that is not known."""
    if not ends_the_game(state) or not (after.settled or after.penalty):
        return ()
    return [added(state, each) for each in ends(after)]


def decides(view: View[State], moves: Sequence[Event]) -> bool:
    """Tell whether some of the viewer's `moves` win the game more likely than others."""
    if not ends_the_game(view.state):
        return False
    found = [Tried(move, seat=view.state.players.index(view.viewer)) for move in moves]
    for each in found:
        branched(each, view, view.state)
    return len({round(each.wins(view), 9) for each in found}) > 1


# worlds drawn


def drawn(tables: Iterator[RoundTable], players: Sequence[str], move: Event) -> Iterator[World]:
    """Yield worlds for moves like `move`, made at `tables`."""
    seat = players.index(move.actor)
    answers: Mapping[Seat, str] = {}
    if move.verb in ("votes", "accuses"):
        answers = {seat: _answer([next(tables) for _ in range(ANSWERED)], seat)}
    for table in tables:
        table.answers = answers
        yield Imagined(table, players)


def next_rounds(view: View[State], rng: Random) -> Iterator[World]:
    """Yield worlds of the next round: the same cards and characters for each successor."""
    while True:
        yield partial(_next_round, view, rng.getrandbits(64))


def _next_round(view: View[State], seed: int, move: Event) -> RoundTable:
    return next_round(view, move, Random(seed))


def _run(worlds: Iterator[World], racing: Sequence[Tried], most: int) -> None:
    """Try all moves in the next world only, so that the clock is looked at often."""
    for after in islice(worlds, 1):
        for each in racing:
            each.play_in(after)


def _heats() -> Iterator[int]:
    """Yield the sizes of heats, after which moves may drop out: half of all worlds so far."""
    done = FEWEST
    yield done
    while True:
        yield done // 2
        done += done // 2


def _answer(tables: Sequence[RoundTable], seat: Seat) -> str:
    """Return the better answer for `seat` if accused, on average over `tables`."""

    def worth(answer: str) -> float:
        total = 0.0
        for table in tables:
            trial = table.copy()
            trial.accused, trial.answers = seat, {seat: answer}
            total += relative(play_on(trial), seat)
        return total

    return max(("admits", "denies"), key=worth)


# all rows open


@dataclass(slots=True)
class _Branch(RoundTable):
    """A table at which equally good choices follow `script`, then the first option.

    `widths` are how many options there were each time.
    """

    script: Sequence[int] = ()
    widths: list[int] = field(default_factory=list)

    def any_of(self, options: Sequence[Option]) -> Option:
        at = len(self.widths)
        self.widths.append(len(options))
        return options[self.script[at] if at < len(self.script) else 0]


def branched(each: Tried, view: View[State], state: State) -> None:
    """Play `each` on in all ways; equally good choices are equally likely."""
    each.exact = True
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        start = table_of(view, state)
        table = _Branch(**{slot.name: getattr(start, slot.name) for slot in fields(RoundTable)})
        table.script = script
        do(table, state.players, each.move)
        each.play_on(table)
        if table.holder(Power.DOCK) != each.seat:
            table.docked = NOBODY
        each.tables.append(table)
        each.weights.append(1 / prod(table.widths))
        for at in range(len(script), len(table.widths)):
            first = (*script, *(0,) * (at - len(script)))
            scripts += [(*first, other) for other in range(1, table.widths[at])]
