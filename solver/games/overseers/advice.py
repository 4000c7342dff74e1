"""The coach of Overseers: values choices over worlds drawn from what the seat knows.

Every choice is rated in the same way: it is made in worlds that fit the view, and the round is
played on by players with the usual habits. The only input is a view.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from ....models.core import Event, View
from ....models.overseers.scoring import nature
from ....models.overseers.state import State, Step
from ....models.words import Words, say
from ...play.coach import Advice, Budget, Choice, choices, seed_of
from ...play.itself import Itself
from ...play.trial import Assumptions
from .behaviour import Behaviour
from .greedy import GreedyBot
from .imagined import BLIND
from .moves import do, table_of
from .standing import before_the_choice
from .tries import Tried, decides, foregone, is_open, told_apart, tried, unordered
from .worth import ends_the_game

AT_A_TABLE = Budget(iterations=240)
"""The bot's default budget: under a tenth of a second for most choices."""

BEHAVIOUR = say("people keep and hide good cards")


def advise(view: View[State], budget: Budget, seed: int, assumed: Assumptions) -> list[Advice]:
    """Return the moves of the viewer of `view`, the best first.

    People are taken to take, keep and hide good cards; there is no convention here. Raises
    Contradiction if no world fits the view.
    """
    return advised(view, budget, seed, believed(assumed))


def believed(assumed: Assumptions) -> Behaviour:
    """Return how people are taken to hide cards where nothing else is `assumed`."""
    return Behaviour() if assumed.behaviour is None else Behaviour(assumed.behaviour)


def advised(
    view: View[State], budget: Budget, seed: int, behaviour: Behaviour | None
) -> list[Advice]:
    """Return the moves of the viewer, with an assumption about behaviour, or without (None)."""
    found = rated(view, budget, seed, behaviour)
    if not found:
        return []
    choice = before_the_choice(view, [each.move for each in found])
    chance = decides(view)
    unit = _unit(view, behaviour, chance)
    return [
        Advice(each.move, each.value, unit, each.error, each.exact, chance=chance, choice=choice)
        for each in found
    ]


POINTS = say("points of this round, relative to the mean of the others")
WINNING = say("chance to win the game")
"""What values are of, in the last round of a game where the points before it are known."""


def _unit(view: View[State], behaviour: Behaviour | None, chance: bool) -> Words:
    """Return what values are of, and what is believed of how people choose their cards."""
    state = view.state
    if state.step is Step.SUCCESSION:
        return say("points of the next round, relative to the mean of the others")
    unit = WINNING if chance else POINTS
    if ends_the_game(state) and not chance:
        lost = say("{unit}, since no move wins the game in more than 1 of 100 cases", unit=unit)
        won = say("{unit}, since each move wins the game in at least 99 of 100 cases", unit=unit)
        unit = won if foregone(Itself(view)) else lost
    if is_open(state):
        against = say("{unit}, if the others choose by habit or, as often, against you", unit=unit)
        return against if chance else unit
    if behaviour is None or not behaviour.strength or state.step is Step.FUSHEN:
        return unit
    if state.step in BLIND:
        return say("{unit}, if people take what promises most", unit=unit)
    return say("{unit}, if people keep and hide good cards", unit=unit)


def rated(view: View[State], budget: Budget, seed: int, behaviour: Behaviour | None) -> list[Tried]:
    """Return the moves of the viewer with their values, the best first."""
    moves = told_apart(choices(view))
    if not moves:
        return []
    return tried(view, moves, budget, Random(seed_of(view, seed)), behaviour)


def piece(move: Event) -> Hashable:
    """Return what one weighs: rows whatever their order, and at whom one looks."""
    return move.words[:1] if move.verb == "looks" else unordered(move)


def same(view: View[State], moves: Sequence[Event]) -> Mapping[Event, Event]:
    """Return for each move the first that comes to the same: in another order, by like cards."""
    first = dict[Hashable, Event]()
    rows = view.state.rows.get(view.viewer, ())
    cards = {laid.spot: (laid.kind, nature(view.state, view.viewer, laid)) for laid in rows}
    up = {laid.spot: laid.up for laid in rows}

    def key(move: Event) -> Hashable:
        match move.verb:
            case "admits" | "gives" | "loses":  # then all see them
                return move.verb, *sorted(cards[spot] for spot in move.words)
            case "tilts" | "tucks":
                return move.verb, *((cards[spot], up[spot]) for spot in move.words if spot in up)
        return unordered(move)

    return {move: first.setdefault(key(move), move) for move in moves}


def sure(view: View[State], move: Event) -> float:
    """Return what the cards of the viewer count after `move`; of rows, how little they show."""
    table, seat = table_of(view, view.state), view.setup.players.index(view.viewer)
    do(table, view.setup.players, move)
    if move.verb == "places":
        return -table.open()[seat][0]
    cards = table.hands[seat] + sum(card.nature for card in table.rows[seat])
    return table.cards.points[table.powers[seat]][cards]


@dataclass(frozen=True)
class CoachBot:
    """Makes the move that the coach rates best; lays the cards of a row in any order.

    It assumes that people take, keep and hide good cards, at half strength.
    """

    budget: Budget = AT_A_TABLE
    behaviour: Behaviour | None = field(default_factory=Behaviour)

    def choose(self, view: View[State], rng: Random) -> Choice:
        """Return the move of the viewer of `view` that is rated best."""
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        found = rated(view, self.budget, 0, self.behaviour)
        best = unordered(found[0].move)
        alike = [move for move in moves if unordered(move) == best]
        return Choice(rng.choice(alike))


def nudge(view: View[State], best: Event) -> Words | None:
    """Return where the viewer of `view` should look for the `best` choice, None without one."""
    if len(choices(view)) < 2:
        return None
    usual = GreedyBot().choose(view, Random(0)).event
    match best.verb:
        case "picks" | "doubles":
            return say("Your pick: look at what goes with your cards, and at what you pass on.")
        case "discards":
            return say("Your discard: look at which card the others make least of.")
        case "places":
            return say("Your rows: look at what the others will make of what you show.")
        case "votes" if best == usual:
            return say("Your vote: look at who seems to have most.")
        case "votes":
            return say("Your vote: look at more than who seems to have most: what would it change?")
        case "admits" | "denies" if best.verb == usual.verb:
            return say("Your answer: look at who else can have most.")
        case "admits" | "denies":
            return say("Your answer: look at what you lose if you admit, and how sure they can be.")
        case "robs" | "gives":
            return say("Look at which sets this card makes or breaks, on both sides.")
    return None
