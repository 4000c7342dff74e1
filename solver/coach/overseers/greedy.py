"""The bot `greedy`: takes and keeps the most points, and judges others by what they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from ....models.core import Event, View, fold
from ....models.overseers.scoring import points
from ....models.overseers.state import State, Tilt, Tuck
from .. import Choice, choices
from . import hands
from .reckoning import Reckoning

UNSEEN = 6.8
"""Points that a face-down card is taken to be worth, sets included: the mean in games of greedy
players."""
BOLD = 4.0
"""How many points beyond the best of the others an accused must believe to be before admitting:
tuned so that no other margin does better among players who have it."""


class GreedyBot:
    """Never looks further than the present choice.

    Draft: the card that promises most with those picked; discard: the card whose loss costs
    least; the top row shows the least points. Powers: what gives most own points. Vote, look,
    theft and Liang go for whoever seems to have most: what lies open, and 6.8 points for every
    card that lies face down. Accused, it admits if its own points are well beyond what the others
    seem to have.
    """

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the choice of the viewer of `view`; among equals, one at random."""
        moves = choices(view)
        state: State = fold(view)
        worth = worth_of(state, view.viewer, moves)
        best = max(map(worth, moves))
        return Choice(rng.choice([move for move in moves if worth(move) >= best]))


def seeming(state: State, player: str) -> float:
    """Return what `player` seems to have: what is known, and the mean for each other card."""
    known = [laid.kind for laid in state.rows[player] if laid.kind != "?"]
    unknown = len(state.rows[player]) - len(known)
    return hands.points(state.box, state.power_of(player), known) + UNSEEN * unknown


def worth_of(state: State, player: str, moves: Sequence[Event]) -> Callable[[Event], float]:
    """Return what each of the moves is worth."""
    box, power = state.box, state.power_of(player)
    reckoning = Reckoning(state)
    own = {laid.spot: laid.kind for laid in state.rows[player]}
    hand = (*state.hands[player].known,)
    admitted = _admits(state, player, reckoning)

    def worth(move: Event) -> float:
        match move.verb:
            case "picks":
                return hands.promise(box, power, (*hand, *move.words))
            case "discards":
                return hands.points(box, power, hands.less(hand, move.words[0]))
            case "places":
                return -box.worth(move.words[: move.words.index("/")])
            case "adds":
                return hands.points(box, power, (*own.values(), *move.words))
            case "tilts" | "tucks":
                return _modified(state, player, own, move)
            case "looks" | "votes" | "accuses" | "robs" | "docks":
                return seeming(state, move.words[0]) - 1000 * (move.words[0] == player)
            case "admits":
                return admitted + reckoning.points(player, own, move.words) / 1000
            case "loses" | "gives":
                return reckoning.points(player, own, move.words)
            case "takes":
                return reckoning.points(player, {**own, "x9": move.words[0]})
            case "becomes":
                return _LIKED.get(move.words[0], 0)
            case "punishes" | "appoints" | "names" | "calls":
                return float((move.words[0] == player) != (move.verb == "punishes"))
            case _:
                return 0

    return worth


_LIKED: Mapping[str, float] = {"Suyin": 3, "Liang": 3, "Steadfast": 2, "Meixiu": 2, "Gan": 2}
"""Characters by what they give a player who does not think ahead; all others 0."""


def _admits(state: State, player: str, reckoning: Reckoning) -> float:
    """Return more than 0 if an accused player had better admit."""
    if state.trial.accused != player or state.trial.answer:
        return -1
    own = points(state, player)
    best = max(seeming(state, other) for other in state.players if other != player)
    return own - best - BOLD


def _modified(state: State, player: str, own: Mapping[str, str], move: Event) -> float:
    """Return the own points if a card is tilted or tucked so."""
    if move.verb == "tilts":
        spot = move.words[0]
        changed = replace(state, tilt=Tilt(player, spot, own[spot]))
    else:
        below, _, above = move.words
        changed = replace(state, tuck=Tuck(player, below, above, own[above]))
    return Reckoning(changed).points(player, own)
