"""What players of Battle of the Bards are asked to do, and what they choose, as orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core import Event, View
from ..face import as_told
from ..words import Words, listed, say, say_n
from .calls import due
from .dice import DICE, in_order
from .sentences import paid
from .state import State, Step

DEEDS: Mapping[str, Words] = {
    "uses": say("use a bard"),
    "raises": say("turn up"),
    "lowers": say("turn down"),
    "rerolls": say("roll again"),
    "performs": say("perform"),
    "hires": say("hire"),
    "wins": say("win an audience"),
    "steals": say("swap a die"),
    "keeps": say("leave it so"),
    "discards": say("discard"),
    "trashes": say("take out for good"),
    "returns": say("put it back"),
    "passes": say("pass"),
    "done": say("end the turn"),
    "two": say("by 2"),
    "action": say("an extra action"),
    "support": say("turn the bard"),
    "melody": say("for a melody"),
}
"""What people call kinds of choices, and words in them that no piece stands for."""


def task(view: View) -> Words:
    """Return what whoever has to act has to do."""
    state: State = view.state
    if state.duties or (state.step is Step.SHOW and not state.actions):
        called = next(iter(due(state)), None)
        return say("set the game up") if called is None else called.deed
    match state.step:
        case Step.STAGE:
            n = state.box.numbers.stage
            if (troupe := state.troupes.get(view.viewer)) is not None:
                n = min(n, len(troupe.hand))
            return say_n("choose {n} card for the stage", "choose {n} cards for the stage", n)
        case Step.SHOW if state.actor:
            return say_n("act, {n} action left", "act, {n} actions left", state.actions)
        case Step.SHOW | Step.MELODIES:
            return say("change dice, or leave them so")
        case Step.LEAVE | Step.REFILL:
            return say("keep the hand, or put a card away")
        case Step.ENCORE | Step.SUDDEN:
            return say("show the encore card")
        case _:
            return say("set the game up")


def button(view: View, event: Event) -> Words:
    """Return a choice as an order."""
    match event:
        case Event("stages", _, cards):
            return say("On stage: {cards}", cards=listed(cards))
        case Event("takes", _, (colour,)):
            return say("Take a die ({colour})", colour=colour)
        case Event("performs", _, (*dice, "as", colour)):
            told = listed(in_order(dice), " ")
            return say("Perform {dice} (colour {colour})", dice=told, colour=colour)
        case Event("uses", _, (card, "with", *dice)):
            return say("Put {dice} on {card}", dice=listed(dice, " "), card=card)
        case Event("hires", _, (card, "with", *dice)):
            paid = listed(dice, " ")
            return say("Hire {card} for a poster and {dice}", card=card, dice=paid)
        case Event("wins", _, (card, "with", *rest)):
            return _win(card, rest)
        case Event("steals", _, (other, die, "for", own)):
            return say("Swap {own} for {die} of {holder}", own=own, die=die, holder=other)
        case Event("chooses", _, ("action",)):
            return say("Take an extra action")
        case Event("chooses"):
            return say("Turn the bard for its support")
        case Event("passes"):
            return say("Pass for this round")
        case Event("done"):
            return say("End the turn")
    return _change(view, event)


def _win(card: str, rest: Sequence[str]) -> Words:
    away = rest[-1] if "discarding" in rest else None
    colours = listed(rest[:-2] if away else rest, " ")
    told = say("Win {card} for {colours}", card=card, colours=colours)
    return say("{told}, and discard {card}", told=told, card=away) if away else told


def _change(view: View, event: Event) -> Words:
    """Return a choice about dice, or about a card of the hand or the deck."""
    match event:
        case Event("raises", _, (die, *rest)):
            n = 2 if "two" in rest else 1
            return paid(say("Turn {die} up by {n}", die=die, n=n), rest)
        case Event("lowers", _, (die, *rest)):
            n = 2 if "two" in rest else 1
            return paid(say("Turn {die} down by {n}", die=die, n=n), rest)
        case Event("rerolls", _, words):
            dice = listed((word for word in words if word in DICE), " ")
            return paid(say("Roll {dice} again", dice=dice), words)
        case Event("keeps", _, (die,)):
            return say("Keep {die}", die=die)
        case Event("keeps"):
            return say("Keep everything as it is")
        case Event("discards", _, (piece,)):
            return say("Discard {card}", card=piece)
        case Event("returns"):
            return say("Put the card back on the deck")
        case Event("trashes", _, (card,)):
            return say("Take {card} out of the deck for good", card=card)
    return as_told(view, event)
