"""The coach's advice for people: the moves with their values and reasons in table words."""

from __future__ import annotations

from dataclasses import replace

from ....models.core import Event, View
from ....models.onstage import State, value_of
from ....models.onstage.text import suit_name
from ....models.words import Words, figure, in_100, listed, say
from ...play.coach import Advice, Assumptions, Budget, choices, seed_of
from .behaviour import Behaviour
from .coach import Rated, rated
from .position import Position
from .reasons import outlook

MOST = Budget(iterations=5_000, quick=False)
"""The default budget of advice: about half a second."""
WORTH_A_WORD = 0.05
"""Gains of a trick smaller than this, in blossoms, are not mentioned."""


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
    return sorted(advice, key=lambda each: each.value, reverse=True)


def _advice(position: Position, move: Rated) -> Advice:
    if position.last_round:
        value, error, unit = move.win, move.win_error, say("chance to win the game")
    else:
        value, error = move.margin, move.margin_error
        unit = say("blossoms ahead of the best other at the end of the round")
    why = _why(position, move)
    return Advice(move.move, value, unit, error, move.exact, why, chance=position.last_round)


def _why(position: Position, move: Rated) -> Words:
    if move.exact:
        values = {
            "n": move.tries,
            "margin": figure(abs(move.margin), ".2f"),
            "win": in_100(move.win),
        }
        told = say(
            "all {n} deals that fit were played out, the others playing by the learned value: "
            "{margin} blossoms ahead, best in {win} %",
            **values,
        )
        if move.margin < 0:
            told = say(
                "all {n} deals that fit were played out, the others playing by the learned "
                "value: {margin} blossoms behind, best in {win} %",
                **values,
            )
        return told if move.guaranteed is None else _sure(told, move.guaranteed)
    sure, trump = _trump_after(position, move)
    if move.move.verb == "claims":
        return _claimed(position, move.move, trump)
    reasons = [outlook(position, move.move)]
    if 0 < move.won < 1:
        reasons.append(say("taken {won} times in 100", won=in_100(move.won)))
    if move.gained >= WORTH_A_WORD:
        reasons.append(say("{gained} blossoms with it", gained=figure(move.gained, ".1f")))
    if not sure:
        reasons.append(trump)
    return say("{reasons}", reasons=listed(reasons, "; "))


def _claimed(position: Position, move: Event, trump: Words) -> Words:
    """Return what a claim brings, compared with the best claim, and the trump after it."""
    most = max((_value(each) for each in choices(position.view) if _claims(each)), default=0)
    if not _claims(move):
        return say("leaves up to {n} blossoms on the stage; {trump}", n=most, trump=trump)
    return say("{n} blossoms, of {most} at most; {trump}", n=_value(move), most=most, trump=trump)


def _claims(move: Event) -> bool:
    return move.verb == "claims" and move.words != ("nothing",)


def _trump_after(position: Position, move: Rated) -> tuple[bool, Words]:
    """Return whether the trump surely stays as it is, and what the trump is after the trick."""
    often = max(range(len(move.trumps)), key=move.trumps.__getitem__)
    suits, n = position.box.suits, in_100(move.trumps[often])
    suit = suits[often] if often < len(suits) else None
    sure = n == 100 and suit == position.state.theatre.trump
    if suit is None:
        always = say("there is no trump after it")
        return sure, always if n == 100 else say("there is no trump after it {n} times in 100", n=n)
    called = suit_name(suit)
    if n == 100:
        return sure, say("{suit} is trump after it", suit=called)
    return sure, say("{suit} is trump after it {n} times in 100", suit=called, n=n)


def _sure(told: Words, margin: int) -> Words:
    if margin < 0:
        return say(
            "{told}; the hands are known: at most {n} blossoms behind whatever the others do",
            told=told,
            n=-margin,
        )
    return say(
        "{told}; the hands are known: at least {n} blossoms ahead whatever the others do",
        told=told,
        n=margin,
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
        return say("Your lead: look at who can still follow {suit}.", suit=suit_name(card[0]))
    if best.words[0] == min(moves, key=_value).words[0]:
        return say("Your card: look at what this trick is worth, and what you will need later.")
    return say("Your card: look at who can still take this trick.")


def _value(move: Event) -> int:
    return value_of(move.words[0])
