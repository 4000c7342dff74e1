"""The coach's advice for people: the moves with their values and reasons in table words."""

from __future__ import annotations

from dataclasses import replace

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.text import suit_name
from ....models.words import Words, say, say_n
from ...play.coach import Advice, Budget, choices, seed_of
from ...play.trial import Assumptions
from .behaviour import Behaviour
from .coach import Rated, rated
from .position import Position
from .reasons import decided
from .standing import After

MOST = Budget(iterations=4_500, quick=False)
"""The default budget of advice: about half a second."""


def advise(view: View[State], budget: Budget, seed: int, assumed: Assumptions) -> list[Advice]:
    """Return the moves of the viewer of `view`, in the order of the values shown.

    There are no conventions here. Raises Contradiction if no deal fits the view.
    """
    if not choices(view):
        return []
    position = Position.of(view)
    if budget.seconds is None and budget.iterations is None:
        budget = replace(MOST, quick=budget.quick)
    behaviour = None if assumed.behaviour is None else Behaviour(assumed.behaviour)
    found = rated(position, budget, seed_of(view, seed), behaviour)
    advice = [_advice(position, each) for each in found]
    won, why = decided(view) or (None, None)
    if why is not None:
        advice = [replace(each, choice=why) for each in advice]
    for n, each in enumerate(advice):
        value = After(view, each.action).outcome if won is None else float(won)
        if value is not None:
            advice[n] = replace(each, value=value, error=0.0, exact=True, remark=None)
    return sorted(advice, key=lambda each: each.value, reverse=True)


def _advice(position: Position, move: Rated) -> Advice:
    if position.last_round:
        value, error = move.win, move.win_error
        unit = say("chance to win the game, if others have played and play as the coach expects")
    else:
        value, error = move.margin, move.margin_error
        unit = say(
            "blossoms ahead of the best other in this round alone, if others have played and play"
            " as the coach expects"
        )
    known = move.guaranteed is not None and not After(position.view, move.move).ends_round
    sure, exact = _guaranteed(move.guaranteed or 0) if known else None, move.exact
    if position.last_round and (move.guaranteed or 0) > 0:
        value, error, exact = 1.0, 0.0, True
    return Advice(move.move, value, unit, error, exact, sure, chance=position.last_round)


def _guaranteed(margin: int) -> Words:
    if margin < 0:
        return say_n(
            "the hands are known: at most {n} blossom behind whatever the others do",
            "the hands are known: at most {n} blossoms behind whatever the others do",
            -margin,
        )
    return say_n(
        "the hands are known: at least {n} blossom ahead whatever the others do",
        "the hands are known: at least {n} blossoms ahead whatever the others do",
        margin,
    )


def nudge(view: View[State], best: Event) -> Words | None:
    """Return where the viewer of `view` should look for the `best` move, None without a choice."""
    moves = choices(view)
    if len(moves) < 2:
        return None
    if best.verb == "claims":
        return say("Your claim: look at what is trump when that performer has left the stage.")
    card, *used = best.words
    if used:
        return say("Your card: look at what an ability would make of the trump.")
    if not view.state.trick:
        if sum(suit_of(move.words[0]) == suit_of(card) for move in moves) == 1:
            return say("Your lead: look at who can still follow which suit.")
        return say("Your lead: look at who can still follow {suit}.", suit=suit_name(card[0]))
    last = len(view.state.trick) + 1 == len(view.setup.players)
    if last or best.words[0] == min(moves, key=_value).words[0]:
        return say("Your card: look at what this trick is worth, and what you will need later.")
    return say("Your card: look at who can still take this trick.")


def _value(move: Event) -> int:
    return value_of(move.words[0])
