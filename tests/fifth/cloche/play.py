"""Who plays Cloche: the `greedy` bot."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from aparte.models.core import Event, View
from aparte.solver.play.coach import Choice, GamePlay, choices

from .box import CARDS, Card
from .state import CLOCHE, State


class GreedyBot:
    """Asks for what is likeliest under the cloche, and accuses as soon as nothing else can be.

    Of each kind it asks for the card with the highest chance to lie there, every deal being
    equally likely. It shows a card that the asker knows already, if it can. Among equals the
    first in the order of the box.
    """

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the answer, the question or the accusation of the viewer of `view`."""
        moves = choices(view)
        if view.state.question is not None:
            known = _known(view, view.state.question.asker)
            return Choice(min(moves, key=lambda move: move.words[1:] not in known))
        chances = _aside(view)
        cards = tuple(max(kind, key=lambda card: chances[card]) for kind in CARDS.values())
        sure = all(chances[card] == 1 for card in cards)
        return Choice(Event("accuses" if sure else "asks", view.viewer, cards))


def _aside(view: View[State]) -> dict[Card, Fraction]:
    """Return the chance of each card to lie under the cloche."""
    from aparte.solver.engine.count import count

    hidden = view.game.model.hidden(view)
    posterior = count(hidden)
    return {card: posterior.chance(card, CLOCHE) for card in hidden.items}


def _known(view: View[State], asker: str) -> set[tuple[str, ...]]:
    """Return the cards, each alone, that the viewer has shown `asker` before."""
    return {
        event.words[1:]
        for _, event in view.events
        if event.verb == "shows" and event.actor == view.viewer and event.words[0] == asker
    }


PLAY = GamePlay({"greedy": GreedyBot})
