"""What the plays of others tell of how they play, and of their cards: never part of a proof.

Wherever moves are tried, everybody else goes on as one of the kind whose plays those of this round
most likely are: by the learned value, like `greedy`, for what the trick brings, or by what comes if
all play so. Where somebody is taken for `greedy`, moves are tried in `Likely` deals.

What others' plays tell of cards is an assumption that has to be asked for. The likelihood of a play
is a softmax of the learned value after each move, to the power of `strength`: 0 assumes nothing, 1
believes in it fully.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ....models.core import View
from ....models.onstage import State
from ....models.words import say
from .deals import Deals
from .table import coded, mask, numbered
from .value import WINS, stored_nets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POOL = 256
"""How many deals are drawn at a time, to be resampled by their likelihood."""


@dataclass(frozen=True)
class Behaviour:
    """The named assumption: its strength, and the reward that makes a move e times likelier.

    A reward is 0 to 1, see `value_kernel.reward`.
    """

    strength: float = 0.5
    heat: float = 0.05


BEHAVIOUR = say("players choose the move that promises them most, as the coach values it")

CLEARLY = 1.0
"""The logarithm of how much likelier the plays of another kind have to be than by the value."""
HEATS = 0.01, 0.02
"""The reward that makes a move e times likelier, by the value and by reckoning."""
FITTING = 6
"""In how many deals that fit the plays of others are looked at."""
ODD = 0.05
"""How likely a taker is to do what `greedy` would not, beside what it would."""
FOR_ONE = 16
"""How many deals are drawn for each that is taken by its odds.

Some of few are taken again and again. Of 16 the taken ones tell about as much as if drawn apart.
"""


@dataclass(frozen=True)
class Likely:
    """Deals that fit, each the likelier the better it explains the plays of some `takers`.

    These are seats, each with how likely it plays like `greedy`; if not, its plays tell nothing.
    `start`, `made` are a round as `_round` returns it. A stand-in for `Deals`.
    """

    plain: Deals
    takers: Mapping[int, float]
    start: NDArray[np.int64]
    made: NDArray[np.int64]

    def draw(self, n: int, rng: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return `n` deals, drawn by their odds among `FOR_ONE` times as many that fit."""
        import numpy as np

        dealt = self.plain.draw(FOR_ONE * n, rng)
        if not n:
            return dealt
        drawn = _resampled(dealt, self.odds(dealt), n)
        mixed: NDArray[np.int64] = np.random.default_rng(int(rng[0])).permutation(drawn)
        return mixed

    def every(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return all deals that fit, and their odds."""
        dealt, odds = self.plain.every()
        odds = odds * self.odds(dealt)
        return dealt, odds / odds.sum()

    def odds(self, dealt: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how likely the plays of the takers are in each deal, 1 in the mean for each."""
        import numpy as np

        from .greedy_kernel import oddities

        kernel: Any = oddities
        hidden, found = int(np.bitwise_or.reduce(dealt[0])), np.ones(len(dealt))
        for seat, sure in self.takers.items():
            hands, which = np.unique(dealt[:, seat], return_inverse=True)
            odd = kernel(self.start, seat, self.made, hands, hidden)[which]
            greedily = ODD ** (odd - odd.min())
            found *= 1 - sure + sure * greedily / greedily.mean()
        return found


def _resampled(dealt: NDArray[np.int64], odds: NDArray[np.float64], n: int) -> NDArray[np.int64]:
    """Return `n` of the deals by their odds, in their order (systematic: Kitagawa 1996)."""
    import numpy as np

    sums = np.cumsum(odds)
    drawn: NDArray[np.int64] = dealt[np.searchsorted(sums, (np.arange(n) + 0.5) / n * sums[-1])]
    return drawn


def taken(view: View[State], deals: Deals) -> tuple[int, Deals | Likely]:
    """Return of which kind everybody else most likely is by the plays of this round, as `KINDS`.

    And the deals by what these plays tell. For the kinds, a play is as likely as it is in the mean
    of some deals that fit what is known now.
    """
    import numpy as np

    from . import value_kernel as value
    from .trial_kernel import by_kind

    if any(event.stands for _, event in view.events):
        return 0, deals  # who broke a rule did not choose as the rules have it
    start, moves, actors = _round(view)
    if not moves:
        return 0, deals
    seat, dealt = view.state.players.index(view.viewer), deals.draw(FITTING, np.ones(1, np.uint64))
    kernel: Any = by_kind
    made = np.array(moves, np.int64)
    parts = kernel(start, seat, made, dealt, np.array(HEATS), stored_nets(), WINS)
    logs = np.zeros((len(view.state.players), parts.shape[1]))
    logs[:, value.BY_VALUE] = CLEARLY
    np.add.at(logs, actors, np.log(parts))
    odds = np.exp(logs - logs.max(1, keepdims=True))
    odds /= odds.sum(1, keepdims=True)
    kinds = odds.argmax(1).tolist()
    takers = {i: float(odds[i, kind]) for i, kind in enumerate(kinds) if kind == value.GREEDY}
    likely = Likely(deals, takers, start, made) if takers else deals
    return sum(kind << 2 * i for i, kind in enumerate(kinds)), likely


def resampled(
    view: View[State], deals: Deals, behaviour: Behaviour, chunk: int, rng: NDArray[np.uint64]
) -> Iterator[NDArray[np.int64]]:
    """Yield `POOL` deals, `chunk` at a time, resampled by the likelihood of the others' plays."""
    import numpy as np

    dealt = deals.draw(POOL, rng)
    logs = behaviour.strength * explained(view, dealt, behaviour.heat)
    drawn = _resampled(dealt, np.exp(logs - logs.max()), POOL)
    mixed = np.random.default_rng(int(rng[0])).permutation(drawn)
    for i in range(0, POOL, chunk):
        yield mixed[i : i + chunk]


def explained(view: View[State], dealt: NDArray[np.int64], heat: float) -> NDArray[np.float64]:
    """Return for every deal the log-likelihood of the others' plays."""
    import numpy as np

    from .trial_kernel import likelihoods

    if any(event.stands for _, event in view.events):
        return np.zeros(len(dealt))  # who broke a rule did not choose as the rules have it
    start, made, _ = _round(view)
    seat = view.state.players.index(view.viewer)
    kernel: Any = likelihoods
    found: NDArray[np.float64] = kernel(
        start, seat, np.array(made, np.int64), dealt, heat, stored_nets().value, WINS
    )
    return found


def _round(view: View[State]) -> tuple[NDArray[np.int64], list[int], list[int]]:
    """Return the state in which this round began, and the codes of the moves since, with seats.

    Hands have the cards played since. Nobody may have broken a rule.
    """
    from .rules_kernel import make

    box, players = view.state.box, view.state.players
    begun = max(line for line, event in view.events if event.verb in ("line", "round"))
    made = [(line, event) for line, event in view.events if line > begun and event.verb in _MOVES]
    if not made:
        return numbered(box, view.state), [], []
    start, codes = numbered(box, view.until(made[0][0] - 1).state), list[int]()
    seats = [players.index(event.actor) for _, event in made]
    for seat, (_, event) in zip(seats, made, strict=True):
        if event.verb == "plays":
            start[seat] |= mask(event.words[:1], box.cards)
    now = start.copy()
    for _, event in made:
        codes.append(coded(box, now, event))
        make(now, codes[-1])
    return start, codes, seats


_MOVES = ("plays", "claims")
