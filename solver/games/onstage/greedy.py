"""The bot `greedy` for Onstage."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import claimable, played, winning
from ....models.onstage.rules import GAME
from ...play.coach import Choice, choices


class GreedyBot:
    """Takes what the present trick brings at once, and looks no further.

    Each legal play is tried, with every recall and ability, as if the trick ended with it. If some
    plays win and bring blossoms, the last to play takes the cheapest such card; players before the
    last take the card that the fewest unseen cards can beat; each with the recall and the ability
    that bring most. If none does, it takes the play that leaves the fewest blossoms to whoever is
    winning, then the cheapest card. It claims the performer with most blossoms. Ties go to the
    first in the order of the rules.
    """

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the play or the claim of the viewer of `view`."""
        moves = choices(view)
        if moves[0].verb == "claims":
            return Choice(max(moves, key=_claim_worth))
        state = view.state
        tried = [Tried.of(state, move) for move in moves]
        last = len(state.trick) == len(state.players) - 1
        return Choice(min(tried, key=lambda trial: trial.cost(last)).move)


@dataclass(frozen=True, slots=True)
class Tried:
    """What a play brings, to its player or to another one, if the trick ends with it.

    `beaten_by` counts the unseen cards that would win over it.
    """

    move: Event
    gain: int
    loss: int
    beaten_by: int

    @classmethod
    def of(cls, state: State, move: Event) -> Tried:
        """Return the trial of `move` in `state`."""
        after = played(GAME.box, state, move)
        won = winning(after.trick, after.theatre.trump)
        worth = max(map(value_of, claimable(after, won.card)), default=0)
        if won.player != move.actor:
            return cls(move, 0, worth, 0)
        return cls(move, worth, 0, _beaten_by(state, after, won.card))

    def cost(self, last: bool) -> tuple[int, ...]:
        """Return what is to be minimised, the most important first."""
        value = value_of(self.move.words[0])
        if not self.gain:
            return (1, self.loss, value)
        if last:
            return (0, value, -self.gain)
        return (0, self.beaten_by, -self.gain, value)


def _beaten_by(state: State, after: State, card: str) -> int:
    """Return how many unseen cards would win over `card`, with the stage as it is then."""
    seen = {*state.played, *state.hands[state.to_play].known, *(p.card for p in after.trick)}
    trump, suit = after.theatre.trump, suit_of(card)
    return sum(
        suit_of(other) == trump if suit_of(other) != suit else value_of(other) > value_of(card)
        for other in GAME.box.cards
        if other not in seen
    )


def _claim_worth(move: Event) -> int:
    performer = move.words[0]
    return value_of(performer) if performer in GAME.box.performers else 0
