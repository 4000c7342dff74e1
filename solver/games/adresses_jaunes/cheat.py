"""A ceiling, not a player: it has seen all hands when it lays discs and names tiles.

Its team mates read by the rules alone; in the conclusion so does the cheat itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from ....models.adresses_jaunes.state import State
from ....models.core import Record, View
from ...play.coach import AT_ONCE, Choice
from .coach import CoachBot, Decision, own_moves
from .convention import read_literally


@dataclass(frozen=True)
class Cheat:
    """Knows `hands`, each player's tiles, and takes the move that works best in this one deal."""

    hands: Mapping[str, tuple[str, ...]]

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the move after which readers of the rules most likely win this deal."""
        moves = own_moves(view)
        if not moves or moves[0].verb == "name":
            return CoachBot().choose(view, rng)
        decision = Decision(read_literally(view), 0)
        hands = [self.hands[player] for player in view.setup.players]
        return Choice(decision.best_in(hands, moves), AT_ONCE)


def cheat(dealt: Record) -> Cheat:
    """Return the cheat for a whole record in which tiles have been dealt."""
    deals = (event for _, event in dealt.events if event.verb == "deal")
    return Cheat({event.words[0]: event.outcome for event in deals})
