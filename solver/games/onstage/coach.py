"""The coach of Onstage: rates the moves of a seat over the deals that fit its view.

If few deals are left, all are solved (`end_kernel`); else moves race in sampled deals
(`trial_kernel`). The only input is a view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from ....models.core import Event, View
from ....models.onstage import State
from ....models.words import say
from ...play.coach import Budget, Choice, choices, seed_of
from ...play.race import Over, Runner, deadline, race
from .behaviour import Behaviour, resampled
from .position import Position
from .value import stored_nets

WINNING = say("chance to win the game")
"""What moves are valued by in the last round."""

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AT_A_TABLE = Budget(iterations=700)
"""The bot's default budget: about a hundredth of a second."""
PLAYED_OUT = 2
"""For how many tries one counts that is played to the end of a round among `greedy`."""
AHEAD = 1
"""How many tricks are played beyond the present one before the learned value judges."""
WHOLE = 99
"""More tricks than a round has."""
CHUNK = 16
"""In how many deals every move is tried before those that fell behind leave the race."""
TOGETHER = 4 * CHUNK
"""How many deals are drawn at a time: the more, the better they follow their odds."""
BEHIND = 2.0
"""A move leaves the race when it is this many standard errors behind the best."""
SHOWN = 3
"""How many moves stay in the race if all are to be shown."""
END_HAND = 4
"""With at most this many cards in hand, the round is played to its end, or solved exactly."""
END_WORK = 6_000
"""Deals times moves that can be solved exactly in about a second; a shorter budget allows less."""
OPEN_WORK = 500_000
"""Tables searched in about half a second when all hands are known; scaled like END_WORK."""
AT_ONCE = 0.4
"""Most seconds for solving one move exactly while somebody may want to stop it."""
END_DEALS = 200_000
"""Most deals held in memory, however long there is to think."""
TRIES = 25_000
"""About how many tries take a second."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A move and its outcome in `tries` deals; `exact` if these are all deals.

    `margin` and `win` are expected values. `guaranteed` is the margin that the viewer's side can be
    sure of whatever the others do, if all hands are known.
    """

    move: Event
    tries: int
    margin: float
    margin_error: float
    win: float
    win_error: float
    exact: bool
    guaranteed: int | None = None


def rated(
    position: Position, budget: Budget, seed: int, behaviour: Behaviour | None = None
) -> list[Rated]:
    """Return the moves of the viewer that were tried, the best first.

    With `behaviour`, deals are weighted by how well they explain the others' plays.
    """
    until = deadline(budget.seconds, budget.stop)
    found = [] if behaviour else solved(position, budget)
    return found or raced(position, budget, seed, behaviour, until)


@dataclass(eq=False)
class _Tried(Runner):
    """A move by its `number`, and its result rows from `trial_kernel`."""

    number: int = 0
    came: list[NDArray[np.float64]] = field(default_factory=list)


@dataclass
class _Tries:
    """Tries of moves in randomly drawn deals, at most `most` in all if that is given."""

    position: Position
    draws: Iterator[NDArray[np.int64]]
    most: int | None
    made: int = 0

    def run(self, racing: Sequence[_Tried], deals: int) -> None:
        """Try the moves that are `racing` in some more deals, in one at least."""
        import numpy as np

        from . import trial_kernel as trial

        tries = deals * len(racing)
        if self.most is not None and self.made and self.made + tries > self.most:
            return
        self.made += tries
        afters = self.position.moves[1][[each.number for each in racing]]
        came = np.empty((deals, len(racing), trial.COLUMNS))
        everyone, dealt = np.arange(len(racing)), next(self.draws)
        root, wins, nets = self.position.root, self.position.wins, stored_nets()
        trial.play_on(root, afters, everyone, dealt, ahead(self.position), nets, wins, came)
        for i, each in enumerate(racing):
            each.came.append(came[:, i])
            each.worths += came[:, i, trial.REWARD].tolist()


def ahead(position: Position) -> int:
    """Return how many tricks are played beyond the present one.

    All of them near the end of a round, and where all others are taken for `greedy`: they do not
    play on as the learned value expects.
    """
    ending = len(position.state.hands[position.view.viewer]) <= END_HAND
    return WHOLE if ending or position.among_greedy else AHEAD


def raced(
    position: Position, budget: Budget, seed: int, behaviour: Behaviour | None, until: Over
) -> list[Rated]:
    """Return the moves that were tried in sampled deals, the best first."""
    import numpy as np

    codes, _ = position.moves
    numbers = position.promising if budget.quick else position.with_every_card
    trying = [_Tried(position.event(int(codes[i])), number=i) for i in numbers]
    draws = _draws(position, behaviour, np.array([seed], np.uint64))
    most = budget.iterations and budget.iterations // (PLAYED_OUT if position.among_greedy else 1)
    tries = _Tries(position, draws, most)
    keep = 1 if budget.quick else SHOWN
    found = race(trying, tries.run, repeat(CHUNK), BEHIND, keep, until)
    return [_rated(each, found[0]) for each in found]


def _draws(
    position: Position, behaviour: Behaviour | None, rng: NDArray[np.uint64]
) -> Iterator[NDArray[np.int64]]:
    """Yield deals, CHUNK at a time."""
    from .deal_kernel import RECEIVERS

    while True:
        if behaviour:
            yield from resampled(position.view, position.deals, behaviour, CHUNK, rng)
        else:
            yield from position.likely.draw(TOGETHER, rng).reshape(-1, CHUNK, RECEIVERS)


def _rated(tried: _Tried, best: _Tried) -> Rated:
    """Return the result of a move; if it left the race, estimated from its gap to `best`.

    The gap is over common deals, so it says more than the move's own few results.
    """
    import numpy as np

    from . import trial_kernel as trial

    came, whole = np.concatenate(tried.came), np.concatenate(best.came)
    tries = len(came)
    mean, error = came.mean(0), came.std(0) / sqrt(tries)
    if tries < len(whole):
        gap = came - whole[:tries]
        mean = whole.mean(0) + gap.mean(0)
        error = np.sqrt(whole.var(0) / len(whole) + gap.var(0) / tries)
    return Rated(
        tried.move,
        tries,
        float(mean[trial.CAME_MARGIN]),
        float(error[trial.CAME_MARGIN]),
        min(max(float(mean[trial.CAME_WIN]), 0.0), 1.0),
        float(error[trial.CAME_WIN]),
        exact=False,
    )


def solved(position: Position, budget: Budget) -> list[Rated]:
    """Return the moves with exact values, none if there are too many deals for that.

    Nor are there any if somebody stops it: then no move takes more than `AT_ONCE`. They are exact
    against others who play as they are taken to, and called so where all deals are equally likely;
    among equals, the move with the better guarantee comes first.
    """
    import numpy as np

    from . import end_kernel as end

    players, hand = len(position.state.players), len(position.state.hands[position.view.viewer])
    codes, afters = position.moves
    seconds = budget.seconds or (budget.iterations or TRIES) / TRIES
    number = position.deals.number
    if hand > END_HAND or number > END_DEALS or number * len(codes) > END_WORK * seconds:
        return []
    if budget.stop is not None:
        seconds = min(seconds, AT_ONCE)
        if number > END_WORK * seconds:
            return []
    dealt, odds = position.likely.every()
    exact = position.likely is position.deals
    # The deals can be parted by every play of another, and by every claim.
    room = np.zeros(len(dealt) * (2 + hand * (players + 1)), np.int64)
    goal = end.ROUND if position.last_round else end.MARGIN
    nets = stored_nets()
    found, sure = [], guarantees(position, dealt, int(OPEN_WORK * seconds))
    for code, after, least in zip(codes, afters, sure, strict=True):
        if budget.stop is not None and budget.stop():
            return []
        margin, win = end.solve(after, dealt, odds, room, position.seat, goal, nets, position.wins)
        move = position.event(int(code))
        came = Rated(move, len(dealt), float(margin), 0.0, float(win), 0.0, exact)
        found.append(replace(came, guaranteed=least))

    def worth(each: Rated) -> tuple[float, float, int]:
        first, second = (each.win, each.margin) if goal else (each.margin, each.win)
        return first, second, each.guaranteed or 0

    return sorted(found, key=worth, reverse=True)


def guarantees(
    position: Position, dealt: NDArray[np.int64], work: int
) -> Sequence[int] | Sequence[None]:
    """Return the margin that the viewer's side can be sure of after each move, if known.

    It is known if `dealt` is a single deal and the search takes at most `work` tables.
    """
    import numpy as np

    from . import open_kernel as open_hands
    from .end_kernel import imagine

    codes, afters = position.moves
    if (dealt != dealt[0]).any():
        return [None] * len(codes)
    table, left, found = open_hands.new_table(), np.array([work]), []
    s = np.empty_like(position.root)
    for after in afters:
        imagine(s, after, dealt[0], 0, position.seat)
        found.append(int(open_hands.guaranteed(s, position.seat, table, left)))
        if found[-1] == open_hands.UNKNOWN:
            return [None] * len(codes)
    return found


@dataclass(frozen=True)
class CoachBot:
    """Makes the move that the coach rates best."""

    budget: Budget = AT_A_TABLE
    behaviour: Behaviour | None = None

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the move of the viewer of `view` that is rated best."""
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        found = rated(Position.of(view), self.budget, seed_of(view), self.behaviour)
        return Choice(found[0].move)
