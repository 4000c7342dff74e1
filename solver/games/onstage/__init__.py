"""Who plays Onstage: `greedy`, and the `coach`, who also advises.

Read the modules in this order: `table` (a state in numbers, for the kernels), `rules_kernel`,
`deals` (what a view leaves open), `value` (what can be expected of a position), `position` (what a
seat knows, in numbers), `behaviour` (what plays tell), `coach` (moves raced in deals), `effects`
(what is counted), `standing` (how a trick stands after a move), `reasons` (what a move is for),
`advice`.
"""

from __future__ import annotations

from functools import partial

from ....models.core import View
from ....models.onstage import State
from ...play.coach import GamePlay
from ...play.usual import UsualBot
from .advice import advise, nudge
from .behaviour import BEHAVIOUR
from .coach import CoachBot
from .greedy import GreedyBot
from .judge import JUDGE, Forgetful
from .reasons import reason, sure, twins

__all__ = ["PLAY", "CoachBot", "GreedyBot", "advise", "nudge"]

LAST = 2
"""Cards in hand when a round's last trick begins: one is played, and one stays."""


def last_trick(view: View[State], verb: str) -> bool:
    """Tell what a regular player thinks about: a round's last trick; nothing before is tried."""
    return len(view.state.hands[view.viewer]) <= LAST


PLAY = GamePlay(
    {
        "coach": CoachBot,
        "regular": partial(UsualBot, last_trick),
        "beginner": partial(UsualBot, sees=Forgetful),
        "greedy": GreedyBot,
    },
    advise=advise,
    nudge=nudge,
    reason=reason,
    same=twins,
    sure=sure,
    behaviour=BEHAVIOUR,
    compiled=True,
    judge=JUDGE,
)
