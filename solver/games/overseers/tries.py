"""The values of moves: each is tried in the same imagined worlds, and the round is played on.

If all rows are face up nothing is sampled: the only chance left is between equally good choices,
and all of them are played.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache, partial
from itertools import chain, islice
from math import prod
from random import Random
from statistics import fmean

from ....models.bag import HOLE
from ....models.core import Event, View
from ....models.overseers.box import Power
from ....models.overseers.ending import totals
from ....models.overseers.state import State, Step
from ...play.coach import Budget, choices
from ...play.itself import Itself
from ...play.race import Runner, deadline, race
from ...play.trial import Effect, Followed
from .behaviour import Behaviour
from .effects import Lead, followed
from .imagined import imagined, next_round
from .moves import do, table_of
from .play import dockings, ends, play_on, scores
from .table import NOBODY, Option, RoundTable, Seat
from .worth import Worth, added, ends_the_game, relative, worth_of

WORLDS = 200
"""Worlds that are tried, by default."""
ANSWERED = 40
"""Worlds by which the viewer's answer is settled before the vote, and if the game is decided."""
DECIDED = 0.01
"""If no move wins the game in more cases, or none loses it in more, points are what counts."""
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
    """A move of `seat` with its results: the scores in each world, and what they are `worth`.

    If it is `exact`, `weights` are the chances of the outcomes. What else came is counted if it
    knows the `players`.
    """

    seat: Seat = NOBODY
    worth: Worth = relative
    scores: list[Sequence[int]] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    players: Sequence[str] = ()
    came: list[Mapping[Effect, float]] = field(default_factory=list)

    def play_in(self, world: World) -> None:
        """Make the move in `world`, play to the end and add the result."""
        asked = world.asked if isinstance(world, Imagined) else None
        self.play_on(world(self.move), asked)

    def play_on(self, table: RoundTable, asked: RoundTable | None = None) -> None:
        """Play `table`, where the move has been made, to the end and add the result.

        `asked` is the table before it, if it was the answer of the accused.
        """
        if self.players:
            self.came.append(followed(table, self.players, self.seat, self.worth, asked))
            self.scores.append(scores(table))
        else:
            self.scores.append(play_on(table))
        self.worths.append(self.worth(self.scores[-1], self.seat))

    def followed(self, worths: Sequence[float], state: State | None = None) -> Followed:
        """Return what followed, of the value `worths`; if it is `exact`, on average.

        Of the game of a `state` the lead is told then.
        """
        if not worths or not self.came:
            return Followed(worths, {})
        every = dict.fromkeys(chain.from_iterable(self.came))
        counts = {each: self._column([came.get(each, 0) for came in self.came]) for each in every}
        known: Sequence[Effect] = ()
        if self.exact and state:
            counts[Lead()], known = self.leads(totals(state))[:1], [Lead()]
        return Followed(worths, counts, known=known)

    def _column(self, values: Sequence[float]) -> Sequence[float]:
        return [self._mean(values)] if self.exact else values

    @property
    def value(self) -> float:
        """The mean of what the scores are worth."""
        return self._mean(self.worths)

    def leads(self, base: Sequence[int]) -> Sequence[float]:
        """Return the mean leads of `seat` over the others, the best first, with `base` points."""
        leads = []
        for row in self.scores:
            total = [earlier + now for earlier, now in zip(base, row, strict=True)]
            own = total.pop(self.seat)
            leads.append([own - each for each in sorted(total, reverse=True)])
        return [self._mean(each) for each in zip(*leads, strict=True)]

    def _mean(self, values: Sequence[float]) -> float:
        if self.exact:
            return sum(v * w for v, w in zip(values, self.weights, strict=True))
        return fmean(values)


def tried(
    view: View[State],
    moves: Sequence[Event],
    budget: Budget,
    rng: Random,
    behaviour: Behaviour | None,
) -> list[Tried]:
    """Return `moves` of the viewer with their values, the best first.

    Moves of equal value are ordered by the lead over the best other in the game, then over the
    next. Tries as many worlds as `budget` allows; if that is a time, FEWEST at least. If it is
    quick, moves that are clearly not the best drop out on the way. Raises Contradiction if no world
    fits the view.
    """
    until, state = deadline(budget.seconds, budget.stop), view.state
    found = to_try(view, moves)
    if is_open(state):
        for each in found:
            branched(each, view)
    else:
        if state.step is Step.SUCCESSION:
            worlds = next_rounds(view, rng)
        else:
            worlds = drawn(imagined(view, behaviour, rng), found[0], state.players)
        most = None if budget.seconds is not None else budget.iterations or WORLDS
        run = partial(_run, islice(worlds, most))
        race(found, run, _heats(), BEHIND, 1 if budget.quick else len(found), until)
    base = totals(state)
    most_tried = max(len(each.worths) for each in found)

    def order(each: Tried) -> tuple[bool, float, Sequence[float]]:
        given_up = not each.exact and len(each.worths) < most_tried
        return given_up, -round(each.value, 9), [-n for n in each.leads(base)]

    return sorted(found, key=order)


def to_try(
    view: View[State], moves: Sequence[Event], players: Sequence[str] = ()
) -> Sequence[Tried]:
    """Return `moves` of the viewer, to be tried for what the round is worth."""
    seat = view.state.players.index(view.viewer)
    worth = worth_of(view.state, is_open(view.state)) if decides(view) else relative
    return [Tried(move, seat=seat, worth=worth, players=players) for move in moves]


def decides(view: View[State]) -> bool:
    """Tell whether the choice of the viewer may decide the game; else points are what counts.

    May raise Contradiction.
    """
    return ends_the_game(view.state) and foregone(Itself(view)) is None


@lru_cache(maxsize=256)
def foregone(view: Itself[View[State]]) -> bool | None:
    """Tell whether the viewer as good as surely wins the game, or does not; None if that is open.

    Found once for a view, in the same few worlds for all who ask. May raise Contradiction.
    """
    own = view.it
    seat, worth = own.state.players.index(own.viewer), worth_of(own.state, is_open(own.state))
    found = [Tried(move, seat=seat, worth=worth) for move in told_apart(choices(own))]
    if is_open(own.state):
        for each in found:
            branched(each, own)
    else:
        tables = imagined(own, Behaviour(), Random(0))
        for world in islice(drawn(tables, found[0], own.state.players), ANSWERED):
            for each in found:
                each.play_in(world)
    values = [each.value for each in found]
    if max(values) > DECIDED and min(values) < 1 - DECIDED:
        return None
    return max(values) > DECIDED


def told_apart(moves: Sequence[Event]) -> Sequence[Event]:
    """Return `moves` without those that only reorder the cards of a row."""
    named = [move for move in moves if HOLE not in move.words]
    return list({unordered(move): move for move in reversed(named)}.values())[::-1]


def unordered(move: Event) -> Hashable:
    """Return a key of `move` that ignores the order of cards in a row."""
    if move.verb != "places":
        return move
    cut = move.words.index("/")
    return tuple(sorted(move.words[:cut])), tuple(sorted(move.words[cut:]))


def is_open(state: State) -> bool:
    """Tell whether no card that still matters is hidden from anybody."""
    if state.step is Step.JUDGEMENT:
        return state.discard.whole or not state.holder(Power.SEIZE)
    return state.step in (Step.THEFT, Step.DOCKING)


def endings(state: State, after: RoundTable) -> Sequence[Sequence[int]]:
    """Return all totals that the game can end with `after` a move; none if that is not known."""
    if not (ends_the_game(state) and is_open(state) and (after.settled or after.penalty)):
        return ()
    return [added(state, each) for each in ends(after)]


# worlds drawn


def drawn(tables: Iterator[RoundTable], like: Tried, players: Sequence[str]) -> Iterator[World]:
    """Yield worlds for moves `like` one that is tried, made at `tables`."""
    answers: Mapping[Seat, str] = {}
    if like.move.verb in ("votes", "accuses"):
        answers = {like.seat: _answer([next(tables) for _ in range(ANSWERED)], like)}
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


def _answer(tables: Sequence[RoundTable], like: Tried) -> str:
    """Return the better answer for a seat if accused, on average over `tables`."""

    def worth(answer: str) -> float:
        total = 0.0
        for table in tables:
            trial = table.copy()
            trial.accused, trial.answers = like.seat, {like.seat: answer}
            total += like.worth(play_on(trial), like.seat)
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


def branched(each: Tried, view: View[State]) -> None:
    """Play `each` on in all ways; equally good choices are equally likely.

    Who can keep the seat from winning the game has reason to: for half of a chance it comes to the
    worst, and another Liang takes from anybody, since all bring it as much.
    """
    each.exact, state = True, view.state
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        start = table_of(view, state)
        table = _Branch(**{slot.name: getattr(start, slot.name) for slot in fields(RoundTable)})
        table.script = script
        do(table, state.players, each.move)
        each.play_on(table)
        if each.worth is not relative:
            if table.holder(Power.DOCK) != each.seat:
                table.docked = NOBODY
            rows = dockings(table).values()
            each.worths[-1] = fmean(each.worth(row, each.seat) for row in rows)
        each.weights.append(1 / prod(table.widths))
        for at in range(len(script), len(table.widths)):
            first = (*script, *(0,) * (at - len(script)))
            scripts += [(*first, other) for other in range(1, table.widths[at])]
    after = table_of(view, state)
    do(after, state.players, each.move)
    if each.worth is not relative:
        worst = min(each.worth(row, each.seat) for row in ends(after))
        each.worths = [(worth + worst) / 2 for worth in each.worths]
