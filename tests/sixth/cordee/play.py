"""Who plays Cordée: the `greedy` bot."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from aparte.models.core import Event, View
from aparte.solver.play.coach import Choice, GamePlay, choices

from .state import State


class GreedyBot:
    """Fixes what surely fits, else calls what shows most loops that fit, else drops.

    It drops the piece that is the least likely to fit, every deal being equally likely. Among
    equals the first that is offered.
    """

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the call, or the piece to fix or to drop, of the viewer of `view`."""
        fits = _fitting(view)
        moves = choices(view)
        best = max(fits, key=lambda loop: fits[loop])
        calls = [move for move in moves if move.verb == "calls"]
        if fits[best] == 1:
            return Choice(Event("fixes", view.viewer, (best,)))
        if calls and _shown(view, told := max(calls, key=lambda call: _shown(view, call))):
            return Choice(told)
        return Choice(Event("drops", view.viewer, (min(fits, key=lambda loop: fits[loop]),)))


def _fitting(view: View[State]) -> dict[str, Fraction]:
    """Return for each own loop the chance that its piece fits in the present pitch."""
    from aparte.solver.engine.count import count

    hidden = view.game.model.hidden(view)
    chance = count(hidden).by_name(hidden).expected
    return {
        loop: sum((chance(kind, f"{view.viewer}:{loop}") for kind in view.state.wanted), Fraction())
        for loop in view.state.packs[view.viewer]
    }


def _shown(view: View[State], call: Event) -> int:
    """Return how many loops a call shows, 0 if one of them does not fit or it was made before."""
    player, *kinds = call.words
    told = [piece for piece in view.state.packs[player].values() if piece in kinds]
    again = any(event.words == call.words for _, event in view.events)
    return 0 if again or not set(told) <= set(view.state.wanted) else len(told)


PLAY = GamePlay({"greedy": GreedyBot})
