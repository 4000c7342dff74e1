"""Positions where reasons are told, and what holds in them by the rulebook alone."""

from __future__ import annotations

import itertools
from collections import Counter as Counted
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from aparte.models.bards import State, Step
from aparte.models.bards.abilities import performances_left
from aparte.models.core import View
from aparte.models.record import read
from aparte.solver.games.bards.onward import Onward, onward
from aparte.solver.games.bards.purposes import use
from aparte.solver.play.coach import choices
from tests.reasons import played_positions


@cache
def seen() -> tuple[View[State], ...]:
    some = (itertools.islice(played_positions("bards", 41, number), 20) for number in range(3))
    return tuple(own for each in some for own in each)


def placed(name: str) -> View[State]:
    """Return a position where reasons were judged by people."""
    return read((Path(__file__).parent / "told" / f"{name}.rec").read_text("utf-8"))


def moved(*verbs: str) -> Iterator[Onward]:
    """Yield some moves of these verbs, with what the rest of the round makes of them."""
    rng = Random(1)
    for own in seen():
        moves = [move for move in choices(own) if move.verb in verbs]
        if own.state.step is Step.SHOW and not own.state.duties:
            yield from (onward(own, move) for move in rng.sample(moves, min(2, len(moves))))


def plainly(own: Onward) -> str:
    """Return what the move is for, when nothing that was measured stands beside it."""
    return str(use(own, own))


def lacks(own: View[State], card: str, has: Counted[str]) -> Counted[str]:
    """Return what an audience asks for beyond these performances, by the rulebook alone."""
    asks = Counted(own.state.box.cards.audiences[card].asks)
    over = sum((has - asks).values())
    left = Counted({colour: n for colour, n in (asks - has).items() if colour != "any"})
    left["*"] = max(0, asks["any"] - over)
    return +left


def shown_as(left: Counted[str]) -> str:
    """Return performances that lack as people are told them."""
    colours = " ".join(sorted((left - Counted({"*": left["*"]})).elements(), key="BPRO".index))
    return " and ".join(filter(None, [colours, f"{left['*']} of any colour" if left["*"] else ""]))


def dice_make(own: View[State], player: str, melodies: int = 0) -> set[str]:
    """Return the colours that three dice of a player make, by the rulebook alone.

    Each of the `melodies` turns a die by one.
    """
    troupe, cards = own.state.troupes[player], own.state.box.cards
    powers = {str(power) for card in troupe.audiences for power in cards.audiences[card].powers}
    turned = (each.card for each in troupe.stage if each.turned)
    powers |= {str(power) for card in turned for power in cards.bards[card].supports}
    found = set[str]()
    for three in {*itertools.combinations([die for die in troupe.dice if len(die) > 1], 3)}:
        shown = tuple(sorted(int(die[1]) for die in three))
        if turns_for(shown, "circle" in powers, "swing" in powers) <= melodies:
            colours = Counted(die[0] for die in three)
            most = max(colours.values())
            found |= {c for c, n in colours.items() if n == most or "blend" in powers}
    return found


@cache
def turns_for(shown: tuple[int, ...], circle: bool, swing: bool) -> int:
    """Return how many melodies turn three dice into a sequence, by the rulebook alone. BB-4"""
    rows = [(1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 6), *[(5, 6, 1), (6, 1, 2)] * circle]
    return min(
        sum((abs(n - to) + swing) // (1 + swing) for n, to in zip(three, row, strict=True))
        for three, row in itertools.product(itertools.permutations(shown), rows)
    )


def without(state: State, player: str, colour: str) -> State:
    """Return the state in which a player has all tokens of a colour that are left."""
    more = (colour,) * performances_left(state.box, state, colour)
    return state.troupe(player, performances=(*state.troupes[player].performances, *more))


def others(each: Onward) -> Iterator[Onward]:
    """Yield moves to hold one against, with what the rest of the round makes of them."""
    moves = [move for move in choices(each.view) if move != each.move]
    yield from (onward(each.view, move) for move in Random(3).sample(moves, min(3, len(moves))))
