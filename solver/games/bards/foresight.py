"""The learned value of moves: the chance to win after each, played on by habit to the next round.

Tables that fit what a seat sees are drawn; each move is tried in the same ones, with the same luck.
Who begins their best plan means to follow it, if that is worth no less than habit; and what is best
now can be done behind another move as well.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import repeat, takewhile
from math import fsum
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ....models.bag import HOLE
from ....models.bards import State, Step
from ....models.core import Event, View
from ...play.coach import choices, seed_of
from ...play.itself import Itself
from ...play.race import Over, Runner, deadline, race
from .imagined import drawn, worlds_of
from .learnt import learnt
from .lines import Plan
from .onward import STILL, onward
from .outlook import FREE
from .table import numbering

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUNDS, TO_THE_END = 1, 99
"""Tries end when so many more rounds have begun; a game never has as many as the second."""
HEAT = 12
"""In how many worlds every move is tried before those that fell behind leave the race."""
FEWEST = 2
"""In how many worlds all moves are tried at least, however short the time."""
BEHIND = 2.0
"""A move leaves the race when it is this many standard errors behind the best."""
LOOKED_AT = 16
"""How many moves are tried that are best by habit, and of how many pieces the best one."""
FOLLOWED = 48
"""In how many worlds it is tried how to go on after a move."""

Way = tuple[Event, ...]
"""A move with the lines that are meant after it."""
Ways = Callable[[Sequence[Event]], Sequence[Way]]
"""Returns the ways to go on after some moves."""


class Came(NamedTuple):
    """What came of some moves in one world: `chances` to win, and the tables `after` each.

    Tables are in numbers, see `table_kernel`.
    """

    chances: NDArray[np.float64]
    after: NDArray[np.int16]


def alone(moves: Sequence[Event]) -> Sequence[Way]:
    """Return moves with nothing meant after them."""
    return [(move,) for move in moves]


class Foresight:
    """Tries moves of the viewer of `view` in worlds that fit it, drawn from a `seed`.

    Each is followed by the lines that its way means after it, as long as these can be done. All
    else is done by habit until so many more `rounds` have begun.
    """

    def __init__(
        self, view: View[State], seed: int, rounds: int = ROUNDS, ways: Ways = alone
    ) -> None:
        self._view, self._rng, self._rounds = view, Random(seed), rounds
        self._ways = ways
        self._seat = view.state.players.index(view.viewer)
        self._numbers = dict[Event, int]()

    @cached_property
    def _tables(self) -> Iterator[State]:
        return drawn(self._view.state, worlds_of(self._view), self._rng)

    def _number(self, move: Event) -> int:
        if move not in self._numbers:
            state = self._view.state
            self._numbers[move] = numbering(state.box).move(state, move)
        return self._numbers[move]

    def came(self, moves: Sequence[Event]) -> Came:
        """Return what came of each of `moves` in a further world."""
        return self.gone_on(self._ways(moves))

    def gone_on(self, ways: Sequence[Way]) -> Came:
        """Return what came in a further world of each of some ways to go on."""
        import numpy as np

        from .value_kernel import NO_MOVE, tried

        table, seed = next(self._tables), self._rng.getrandbits(40) << 3
        numbers = numbering(self._view.state.box)
        made = np.full((len(ways), max(map(len, ways))), NO_MOVE, np.int64)
        for row, way in zip(made, ways, strict=True):
            row[: len(way)] = [self._number(move) for move in way]
        world, rounds = numbers.state(table), self._rounds
        chances, after = tried(numbers.cards, world, self._seat, made, learnt(), seed, rounds)
        return Came(chances, after)


def _rest(meant: Way, move: Event) -> Way:
    """Return a move with the other lines that are `meant`, if it is one of them.

    Dice that are turned before its first action could be turned after it as well.
    """
    if move not in meant:
        return (move,)
    if move == next((line for line in meant if line.verb not in FREE), None):
        return meant
    at = meant.index(move)
    return (move, *meant[:at], *meant[at + 1 :])


@dataclass
class Meant:
    """What the viewer does after a move: the `lines` of their best `plan`, by what is `followed`.

    That may begin with other dice that are turned, and is nothing where there is no plan, or where
    another way to go on after its first line is worth more. `best` is the best move of all, then.
    """

    view: View[State]
    plan: Plan | None = None
    lines: Way = ()
    followed: Way = ()
    best: Event | None = None
    _ways: dict[Event, Way] = field(default_factory=dict)

    def planned(self, moves: Sequence[Event]) -> Sequence[Way]:
        """Return moves with what is followed after them."""
        return [_rest(self.followed, move) for move in moves]

    def ways(self, moves: Sequence[Event]) -> Sequence[Way]:
        """Return the same, or a move with the best one after it, or with the best plan from there.

        That is which of these is worth most. So no move is worth less than the best one only for
        its place in a turn, or since habit would not do what it is for.
        """
        new = [move for move in moves if move not in self._ways]
        self._ways.update(zip(new, _best_ways(self.view, [*map(self._some, new)]), strict=True))
        return [self._ways[move] for move in moves]

    def _some(self, move: Event) -> Sequence[Way]:
        """Return the ways to go on after a move that are tried."""
        ways = [_rest(self.followed, move)]
        if self.best and move.verb != "passes":
            own = onward(self.view, move).plan.events
            known = takewhile(lambda line: HOLE not in line.words, own)
            ways += [(move, *_rest(self.followed, self.best)), (move, *known)]
        return list(dict.fromkeys(ways))


def meant(view: View[State]) -> Meant:
    """Return what the viewer means to do in their turn; nothing in any other. Found once.

    Of the plan that is nothing with cards that are still to come.
    """
    return _meant(Itself(view))


@lru_cache(maxsize=2)
def _meant(key: Itself[View[State]]) -> Meant:
    view, state = key.it, key.it.state
    if state.step is not Step.SHOW or state.actor != view.viewer or state.duties:
        return Meant(view)
    plan, moves = onward(view, STILL).plan, choices(view)
    lines = plan.events if state.actions or not plan.events else (moves[-1], *plan.events)
    lines = tuple(takewhile(lambda line: HOLE not in line.words, lines))
    found = Meant(view)
    if lines and lines[0] in moves:
        found = Meant(view, plan, lines)
        orders = [lines, *_turned_first(lines, moves)]
        (way,) = _best_ways(view, [[*orders, lines[:1]]])
        found.followed = way if way in orders else ()
    few = worth_trying(view, moves, found.lines[:1])
    found.best = foreseen(view, few, seed_of(view), FOLLOWED, deadline(None), found.planned)[0].move
    if found.followed and found.ways(lines[:1]) != found.planned(lines[:1]):
        found = replace(found, followed=(), _ways={})
    return found


def _best_ways(view: View[State], some: Sequence[Sequence[Way]]) -> Sequence[Way]:
    """Return of each row of ways to go on the one that is worth most; if several are, the first."""
    tried = [way for ways in some if len(ways) > 1 for way in ways]
    if not tried:
        return [ways[0] for ways in some]
    foresight = Foresight(view, seed_of(view))
    came = [foresight.gone_on(tried).chances.tolist() for _ in range(FOLLOWED)]
    sums = dict(zip(tried, map(fsum, zip(*came, strict=True)), strict=True))
    return [max(ways, key=lambda way: sums.get(way, 0.0)) for ways in some]


def _turned_first(lines: Way, moves: Sequence[Event]) -> Iterator[Way]:
    """Yield the lines with dice turned first that are turned later on."""
    for at, line in enumerate(lines):
        if at and line.verb in FREE and line in moves:
            yield (line, *lines[:at], *lines[at + 1 :])


def foreseen(
    view: View[State], moves: Sequence[Event], seed: int, most: int, until: Over, ways: Ways = alone
) -> list[Runner]:
    """Return `moves` with the chance to win after each in up to `most` worlds, the best first.

    Each is followed by the lines that its way means after it.
    """
    foresight = Foresight(view, seed, ways=ways)

    def run(racing: Sequence[Runner], worlds: int) -> None:
        """Try the moves that are `racing` in a further world; then the clock may be looked at."""
        if len(racing[0].worths) < most:
            came = foresight.came([each.move for each in racing])
            for each, chance in zip(racing, came.chances.tolist(), strict=True):
                each.worths.append(chance)

    runners = [Runner(move) for move in moves]
    return race(runners, run, repeat(HEAT), BEHIND, 1, until, FEWEST)


def best_by_habit(view: View[State], moves: Sequence[Event]) -> list[Event]:
    """Return the `moves` of the viewer, those first that are best by habit."""
    import numpy as np

    from .habit_kernel import gains

    numbers, seat = numbering(view.state.box), view.state.players.index(view.viewer)
    made = np.array([numbers.move(view.state, move) for move in moves], np.int64)
    table = numbers.state(view.state)
    worths = gains(numbers.cards, table, learnt().habits, seat, made)
    return [moves[i] for i in np.argsort(-worths, kind="stable")]


def worth_trying(view: View[State], moves: Sequence[Event], first: Sequence[Event]) -> list[Event]:
    """Return those of `moves` that are tried, among them the `first`.

    They are best by habit; beside them stands the best that is made with each further thing.
    """
    ordered, pieces = best_by_habit(view, moves), dict[Hashable, Event]()
    for move in ordered:
        pieces.setdefault(_made_with(move), move)
    few = [*first, *ordered[:LOOKED_AT], moves[-1], *list(pieces.values())[:LOOKED_AT]]
    return list(dict.fromkeys(few))


def piece(move: Event) -> Hashable:
    """Return what a move is told by: what it is made with; all rolls are told as one."""
    rolls = move.verb == "rerolls" and "with" in move.words
    return move.verb if rolls else _made_with(move)


def _made_with(move: Event) -> Hashable:
    """Return what a move is made with: a card, a colour of performances, what a free action takes.

    Other moves have nothing in common.
    """
    match move.verb:
        case "uses" | "wins" | "hires":
            return move.verb, move.words[0]
        case "performs":
            return move.verb, move.words[-1]
        case "raises" | "lowers" | "rerolls" if "with" in move.words:
            return move.verb, move.words[move.words.index("with") :]
    return move
