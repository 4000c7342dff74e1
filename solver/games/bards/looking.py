"""Where to look before a choice at Battle of the Bards: the first level of a hint."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ....models.bag import Bag
from ....models.bards import State, Step
from ....models.bards.dice import DICE
from ....models.core import Event, View
from ....models.words import Words, listed, say, say_n, united
from ...play.coach import choices
from .plan import best_plan
from .worth import in_sight, lacking


def performances_in(view: View[State]) -> list[int]:
    """Return how many performances the dice of the viewer make at most, by melodies spent."""
    state, spent = view.state, range(view.state.troupes[view.viewer].melodies + 1)
    alone = (_dice_alone(state, view.viewer, melodies) for melodies in spent)
    return [best_plan(state.box, each, view.viewer).performances for each in alone]


def _dice_alone(state: State, player: str, melodies: int) -> State:
    """Return the state with the same dice and no other use or price for them."""
    alone = state.troupe(player, stage=(), hand=Bag(), melodies=melodies, performances=())
    return replace(alone, audiences=(), top_audience="", leftovers=9)


def nudge(view: View, best: Event) -> Words | None:
    """Return what the choice rests on: of a turn, what is in the dice.

    It does not depend on which move is the `best` one. None where others choose.
    """
    state: State = view.state
    moves = choices(view)
    if not moves:
        return None
    if state.step is Step.SHOW and not state.duties:
        return _in_the_dice(view)
    match moves[0].verb:
        case "stages":
            return say("{nearest} Look at what your cards bring for that.", nearest=_nearest(view))
        case "takes":
            return _nearest(view, by_what=False)  # the colour that lacks is the choice itself
        case "returns" | "trashes" if state.duties and state.duties[0].verb == "returns":
            card = state.troupes[view.viewer].top
            return say(
                "Would you draw {card} next, or rather any other card of your deck?", card=card
            )
        case "raises" | "lowers" | "rerolls" if state.step is Step.MELODIES:
            return say("Melodies are worth nothing after this: look at your lowest dice.")
        case "steals":
            return say("Look for a die of others that makes a sequence or meets a cost with yours.")
        case "chooses":
            return say("Count what you can still do with your dice in this turn.")
    if all(word in DICE for move in moves for word in move.words[:1]):
        return say("Look at what each of your dice makes with the others.")
    return say("Look at your hand: which of these cards do you want to draw again?")


def _nearest(view: View, by_what: bool = True) -> Words:
    """Return for which audience in sight the viewer lacks least, and perhaps `by_what`."""
    state: State = view.state
    has = Counter(state.troupes[view.viewer].performances)
    found = []
    for card in in_sight(state):
        lacks = lacking(state.box, card, has)
        found.append((len(lacks), -state.box.cards.audiences[card].points, card, lacks))
    if not found:
        return say("There is no audience in sight.")
    n, *_ = min(found)
    nearest = [
        say("{card}: {lacks}", card=card, lacks=listed(lacks, " ")) if by_what and n else card
        for m, _, card, lacks in sorted(found)
        if m == n
    ]
    if not n:
        return say("You can pay for {card}.", card=united(nearest))
    return say("Of all audiences in sight you lack least for {cards}.", cards=united(nearest))


def _in_the_dice(view: View) -> Words:
    found = performances_in(view)
    n = found[0]
    further = next((melodies for melodies, more in enumerate(found) if more > n), None)
    told = say_n(
        "There is {n} performance in these dice", "There are {n} performances in these dice", n
    )
    if n == 0:
        told = say("There is no performance in these dice as they lie")
    if further is None:
        return say("{told}.", told=told)
    if n == 0:
        return say_n(
            "{told}, but {n} melody makes one.",
            "{told}, but {n} melodies make one.",
            further,
            told=told,
        )
    return say_n(
        "{told}, and {n} melody makes one more.",
        "{told}, and {n} melodies make one more.",
        further,
        told=told,
    )
