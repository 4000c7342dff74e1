"""What the plays of others tell of how they play, and of their cards: never part of a proof.

Wherever moves are tried, others make the moves that the learned value likes best; but whoever has
so far played this round like `greedy`, for what the trick brings, is one of the `takers` and goes
on so. Where that is evident, moves are tried in `Likely` deals.

What others' plays tell of cards is an assumption that has to be asked for. The likelihood of a play
is a softmax of the learned value after each move, to the power of `strength`: 0 assumes nothing, 1
believes in it fully.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean
from typing import TYPE_CHECKING, Any

from ....models.core import View
from ....models.onstage import State
from ....models.words import say
from .deals import Deals
from .table import coded, mask, numbered
from .value import WINS, stored_net

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

ODDLY = 0.1
"""How often players do something else than they are taken to do."""
CLEARLY = 1.0
"""The logarithm of how much likelier a taker has to make the plays of somebody than the value."""
EVIDENTLY = 2.0
"""The same where these plays are to tell of cards: those of others would mislead."""
MOSTLY = 0.5
"""How many of these plays a taker has to make, too: who plays by neither rule is none."""
FITTING = 8
"""In how many deals that fit the plays of others are looked at."""


ODD = 0.05
"""How likely a taker is to do what `greedy` would not, beside what it would."""
FOR_ONE, APART = 4, 16
"""How many deals are drawn for each that is taken by its odds; and where errors are told.

Some of few are taken again and again. Of 16 the taken ones tell about as much as if drawn apart.
"""


@dataclass(frozen=True)
class Likely:
    """Deals that fit, each the likelier the better it explains the plays of some `takers`.

    `start`, `made` are a round as `_round` returns it. A stand-in for `Deals`.
    """

    plain: Deals
    takers: tuple[int, ...]
    start: NDArray[np.int64]
    made: NDArray[np.int64]

    def draw(self, n: int, rng: NDArray[np.uint64], for_one: int = FOR_ONE) -> NDArray[np.int64]:
        """Return `n` deals, drawn by their odds among `for_one` times as many that fit."""
        import numpy as np

        dealt = self.plain.draw(for_one * n, rng)
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
        """Return how likely the plays of the takers are in each deal, up to a common factor."""
        import numpy as np

        from .greedy_kernel import oddities

        kernel: Any = oddities
        hidden, odd = int(np.bitwise_or.reduce(dealt[0])), np.zeros(len(dealt), np.int64)
        for seat in self.takers:
            hands, which = np.unique(dealt[:, seat], return_inverse=True)
            odd += kernel(self.start, seat, self.made, hands, hidden)[which]
        found: NDArray[np.float64] = ODD ** (odd - odd.min())
        return found


def _resampled(dealt: NDArray[np.int64], odds: NDArray[np.float64], n: int) -> NDArray[np.int64]:
    """Return `n` of the deals by their odds, in their order (systematic: Kitagawa 1996)."""
    import numpy as np

    sums = np.cumsum(odds)
    drawn: NDArray[np.int64] = dealt[np.searchsorted(sums, (np.arange(n) + 0.5) / n * sums[-1])]
    return drawn


def taken(view: View[State], deals: Deals) -> tuple[int, Deals | Likely]:
    """Return who has played this round like `greedy` rather than by the learned value, as a mask.

    And the deals by what these plays tell. For the mask, a play is as likely as it is in the mean
    of some deals that fit what is known now.
    """
    import numpy as np

    from .trial_kernel import as_takers

    if any(event.stands for _, event in view.events):
        return 0, deals  # who broke a rule did not choose as the rules have it
    start, moves, actors = _round(view)
    if not moves:
        return 0, deals
    seat, dealt = view.state.players.index(view.viewer), deals.draw(FITTING, np.ones(1, np.uint64))
    kernel: Any = as_takers
    made = np.array(moves, np.int64)
    parts = kernel(start, seat, made, dealt, stored_net(), WINS)
    plays: dict[int, list[tuple[float, float]]] = {}
    for actor, taking, valuing in zip(actors, *(each.tolist() for each in parts), strict=True):
        if taking >= 0:
            plays.setdefault(actor, []).append((taking, valuing))
    found = [actor for actor, parts in plays.items() if _takes(parts, CLEARLY)]
    telling = tuple(actor for actor in found if _takes(plays[actor], EVIDENTLY))
    likely = Likely(deals, telling, start, made) if telling else deals
    return sum(1 << actor for actor in found), likely


def _takes(plays: Sequence[tuple[float, float]], least: float) -> bool:
    """Tell whether plays are a taker's: how likely each is for one, and by the learned value.

    The logarithm of how much likelier they are for a taker is at `least` this.
    """
    likelier = (
        log((ODDLY + (1 - ODDLY) * taking) / (ODDLY + (1 - ODDLY) * valuing))
        for taking, valuing in plays
    )
    return sum(likelier) > least and fmean(taking for taking, _ in plays) > MOSTLY


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
        start, seat, np.array(made, np.int64), dealt, heat, stored_net(), WINS
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
