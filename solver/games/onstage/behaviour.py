"""What the plays of others tell about their cards: an assumption, never part of a proof.

The likelihood of a play is a softmax of the learned value after each move, to the power of
`strength`: 0 assumes nothing, 1 believes in it fully.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ....models.core import View, replay
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


def resampled(
    view: View[State], deals: Deals, behaviour: Behaviour, chunk: int, rng: NDArray[np.uint64]
) -> Iterator[NDArray[np.int64]]:
    """Yield `POOL` deals, `chunk` at a time, resampled by the likelihood of the others' plays."""
    import numpy as np

    dealt = deals.draw(POOL, rng)
    logs = behaviour.strength * explained(view, dealt, behaviour.heat)
    odds = np.cumsum(np.exp(logs - logs.max()))
    marks = (np.arange(POOL) + 0.5) / POOL * odds[-1]  # systematic resampling, Kitagawa 1996
    drawn = dealt[np.searchsorted(odds, marks)]
    mixed = np.random.default_rng(int(rng[0])).permutation(drawn)
    for i in range(0, POOL, chunk):
        yield mixed[i : i + chunk]


def explained(view: View[State], dealt: NDArray[np.int64], heat: float) -> NDArray[np.float64]:
    """Return for every deal the log-likelihood of the others' plays."""
    import numpy as np

    from .trial_kernel import likelihoods

    if any(event.stands for _, event in view.events):
        return np.zeros(len(dealt))  # who broke a rule did not choose as the rules have it
    start, made = _round(view)
    state = view.state
    seat = state.players.index(view.viewer)
    kernel: Any = likelihoods
    found: NDArray[np.float64] = kernel(
        start, seat, np.array(made, np.int64), dealt, heat, stored_net(), WINS
    )
    return found


def _round(view: View[State]) -> tuple[NDArray[np.int64], list[int]]:
    """Return the state in which this round began, and the codes of the moves since.

    Hands have the cards played since.
    """
    box = view.state.box
    begun = max(line for line, event in view.events if event.verb in ("line", "round"))
    made = [(n, event) for n, event in view.events if n > begun and event.verb in _MOVES]
    if not made:
        return numbered(box, view.state), []
    befores = _befores(view, [line for line, _ in made])
    start, codes = numbered(box, befores[0]), []
    for before, (_, event) in zip(befores, made, strict=True):
        codes.append(coded(box, numbered(box, before), event))
        seat = before.players.index(event.actor)
        if event.verb == "plays" and event.actor != view.viewer:
            start[seat] |= mask(event.words[:1], box.cards)
    return start, codes


def _befores(view: View[State], lines: list[int]) -> list[State]:
    """Return the states before the lines with these numbers."""
    states = [view.blank().state, *(state for _, state in replay(view))]
    numbers = [number for number, _ in view.events]
    return [states[numbers.index(line)] for line in lines]


_MOVES = ("plays", "claims")
