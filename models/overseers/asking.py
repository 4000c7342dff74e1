"""What players of Overseers are asked to do, and what they choose, as orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..core import Event, View
from ..face import as_told
from ..words import Words, say
from .ending import most_thefts
from .rules import GAME
from .sentences import at_spots, by_kind, in_row
from .state import State, Step
from .text import POWERS, spot_name

DEEDS: Mapping[str, Words] = {
    "doubles": say("everybody takes two"),
    "admits": say("admit"),
    "denies": say("deny"),
    "punishes": say("let pay the penalty"),
    "spares": say("let go"),
} | {
    name: say("{name}: {power}", name=name, power=POWERS[power])
    for name, power in GAME.box.characters.items()
}
"""What people call kinds of choices, and characters with what they can do."""

_STEPS: Mapping[Step, Words] = {
    Step.CHOICE: say("choose a character"),
    Step.FUSHEN: say("become another character"),
    Step.DRAFT: say("take a card of the pack"),
    Step.DISCARD: say("put one card away, face down"),
    Step.TILT: say("tilt one of your cards"),
    Step.DRAW: say("add a drawn card to the bottom row"),
    Step.LOOK: say("look at two cards of a player that lie face down"),
    Step.TUCK: say("tuck a card under another one"),
    Step.VOTE: say("vote against a player"),
    Step.ACCUSATION: say("accuse one of the tied"),
    Step.ANSWER: say("admit and give up cards, or deny"),
    Step.JUDGEMENT: say("settle the judgement"),
    Step.DOCKING: say("take points from a player"),
    Step.SUCCESSION: say("name who leads the next round"),
}


def task(view: View) -> Words:
    """Return what whoever has to act has to do."""
    state: State = view.state
    if state.step is Step.PLACEMENT:
        if view.viewer not in state.players:
            return say("lay the cards in two rows")
        above, box = state.tops(view.viewer), state.box
        below = box.hand - box.discards - above
        return say("lay {n} cards above, from the left, then {m} below", n=above, m=below)
    if state.step is Step.THEFT:
        if state.victim:
            return say("give a card")
        tied = not state.thief and len(most_thefts(state)) > 1
        return say("choose who steals") if tied else say("choose whom to steal from")
    return _STEPS.get(state.step, say("set the game up"))


def button(view: View, event: Event) -> Words:
    """Return a choice as an order."""
    match event:
        case Event("becomes", _, (name,)):
            return say("Become {character}", character=name)
        case Event("picks", _, cards):
            return say("Take {cards}", cards=by_kind(cards))
        case Event("doubles"):
            return say("Let everybody take two cards of this pack")
        case Event("discards", _, cards):
            return say("Put {cards} away", cards=by_kind(cards))
        case Event("places", _, cards):
            at = cards.index("/")
            rows = {"top": in_row(cards[:at]), "bottom": in_row(cards[at + 1 :])}
            return say("Above {top}; below {bottom}", **rows)
        case Event("denies"):
            return say("Deny")
        case Event(_, _, (first, *_)) if first in view.setup.players:
            return _against(view, event)
    return _with_cards(view, event)


_AGAINST: Mapping[str, Words] = {
    "calls": say("Let {player} choose next"),
    "votes": say("Vote against {player}"),
    "accuses": say("Accuse {player}"),
    "punishes": say("Let {player} pay the penalty"),
    "spares": say("Spare {player}"),
    "appoints": say("Let {player} steal"),
    "robs": say("Steal from {player}"),
    "docks": say("Take points from {player}"),
    "names": say("Let {player} lead the next round"),
}
"""Choices that name a player and nothing else, as orders."""


def _against(view: View, event: Event) -> Words:
    """Return a choice that names a player first."""
    player, *spots = event.words
    if event.verb == "looks":
        return say("Look at {cards}, of {player}", player=player, cards=at_spots(spots))
    if event.verb in _AGAINST:
        return replace(_AGAINST[event.verb], values=(("player", player),))
    return as_told(view, event)


def _with_cards(view: View, event: Event) -> Words:
    """Return a choice of cards that lie in the rows, or of the discard."""
    match event:
        case Event("tilts", _, (place,)):
            return say("Tilt {card}", card=spot_name(place))
        case Event("adds", _, cards):
            return say("Add {cards} to the bottom row", cards=by_kind(cards))
        case Event("tucks", _, (place, _, above)):
            return say("Tuck {card} under {other}", card=spot_name(place), other=spot_name(above))
        case Event("admits", _, places):
            return say("Admit, and give up {cards}", cards=at_spots(places))
        case Event("loses" | "gives", _, places):
            return say("Give up {cards}", cards=at_spots(places))
        case Event("takes", _, cards):
            return say("Take {cards} of the discard", cards=by_kind(cards))
    return as_told(view, event)
