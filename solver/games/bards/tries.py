"""Values of choices that no plan covers: each is made at imagined tables and played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import repeat
from statistics import fmean

from ....models.bards import State, Step
from ....models.bards.cards import ANY
from ....models.bards.dice import COLOURS, pips
from ....models.bards.rounds import points
from ....models.core import Event, View
from ....models.words import Words, figure, in_100, listed, say, say_n
from ...play.coach import Advice, Budget, seed_of
from ...play.race import Runner, deadline, race
from .habits import dice_after
from .imagined import standings
from .judge import JUDGE, Trial
from .thumb import taken
from .worth import wanted

TABLES = 16
"""How many tables choices are tried at, by default."""
FEWEST = 4
"""Fewest tables, however short the time."""
COUNTS = 10
"""Playing on from a table takes as long as this many other tries."""
QUICKLY = 3
"""How many choices are tried if only the best is wanted."""
HEAT, BEHIND = 8, 2.0
"""If only the best choice is wanted: tables before one may drop out, and how many standard errors
behind the best it must be."""


@dataclass(eq=False)
class _Tried(Runner):
    """A choice, with the state at the end of the show at each table."""

    ends: list[State] = field(default_factory=list)


def tried(view: View[State], moves: Sequence[Event], budget: Budget, seed: int) -> list[Advice]:
    """Return the `moves` that are worth trying, the best first; raises Contradiction."""
    until, trial = deadline(budget.seconds, budget.stop), Trial(view, seed_of(view, seed))
    most = max(FEWEST, budget.iterations // COUNTS) if budget.iterations else TABLES
    if budget.quick:
        most = FEWEST

    def run(racing: Sequence[_Tried], wanted: int) -> None:
        room = 1 if budget.seconds is not None else min(1, most - len(racing[0].worths))
        rows = trial.ends([each.move for each in racing], room)
        for each, row in zip(racing, rows, strict=True):
            each.ends += row
            each.worths += [standings(end)[view.viewer] for end in row]

    running = [_Tried(move) for move in trial.moves[: QUICKLY if budget.quick else None]]
    keep = 1 if budget.quick else len(running)
    found = race(running, run, repeat(HEAT), BEHIND, keep, until, FEWEST)
    return [
        Advice(
            each.move,
            each.value,
            JUDGE.unit,
            each.error,
            exact=False,
            why=_why(view, each),
            chance=False,
        )
        for each in found
    ]


def _why(view: View[State], each: _Tried) -> Words:
    """Return what a choice is about, and what happened where it was tried."""
    state, player = view.state, view.viewer
    about = fact(state, each.move)
    if state.step is Step.MELODIES:
        won = fmean(end.encore_won == player for end in each.ends)
        return say("{fact}; the encore is yours {n} times in 100", fact=about, n=in_100(won))
    more = fmean(points(state.box, end, player) for end in each.ends)
    had = len(state.troupes[player].audiences)
    won = fmean(len(end.troupes[player].audiences) > had for end in each.ends)
    return say(
        "{fact}; at the end of the show {points} points, an audience won {n} times in 100",
        fact=about,
        points=figure(more, ".1f"),
        n=in_100(won),
    )


def fact(state: State, move: Event) -> Words:
    """Return what `move` does at this table."""
    box, troupe = state.box, state.troupes[move.actor]
    cards = box.cards.bards
    match move.verb:
        case "stages":
            dice = [cards[card].die for card in move.words if cards[card].die]
            if not dice:
                return say("no die more")
            colours = [each for each in COLOURS for _ in range(dice.count(each))]
            told = listed([*colours, *[say("any colour")] * dice.count(ANY)])
            return say_n("{n} more die: {dice}", "{n} more dice: {dice}", len(dice), dice=told)
        case "takes" if move.words[0] in COLOURS:
            most = wanted(box, state)[move.words[0]]
            lacking, _ = taken(box, state, move.actor, move.words[0])
            return say(
                "an audience in sight asks for {n} of that colour, you have {own}",
                n=most,
                own=most - lacking,
            )
        case "keeps" if state.step is Step.LEAVE:
            hand = listed(troupe.hand.known, " ")
            return say("{cards} can still pay for free actions", cards=hand)
        case "discards" if move.words[0] in cards:
            return say(
                "{card} comes again after the next shuffle, {n} cards are to be drawn before",
                card=move.words[0],
                n=troupe.left_to_draw,
            )
        case "returns":
            return say("{card} is the next card to be drawn", card=troupe.top)
        case "trashes":
            basic = sum(cards[card].kind == "basic" for card in troupe.cards)
            return say(
                "{card} never comes again: of {n} cards {basic} are basic ones",
                card=move.words[0],
                n=len(troupe.cards),
                basic=basic,
            )
        case "rerolls" if state.step is Step.MELODIES:
            gone = [word for word in move.words if word[0] in COLOURS and len(word) == 2]
            return say(
                "{dice} show {n} together, {mean} on the average",
                dice=listed(gone, " "),
                n=sum(map(pips, gone)),
                mean=figure(3.5 * len(gone), ".1f"),
            )
        case "raises" | "lowers" | "done" if state.step is Step.MELODIES:
            others = [each for player, each in state.troupes.items() if player != move.actor]
            best = max(sum(pips(die) for die in each.dice if len(die) == 2) for each in others)
            return say(
                "your dice come to {n}, the best of the others to {best}",
                n=sum(map(pips, dice_after(state, move))),
                best=best,
            )
        case "steals":
            other, die, _, given = move.words
            return say("{die} of {player} for your {own}", die=die, player=other, own=given)
        case _:
            return say("your dice are then {dice}", dice=listed(dice_after(state, move), " "))
