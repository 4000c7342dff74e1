"""Every kind of line of Battle of the Bards as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..bag import HOLE
from ..event import Event
from ..tale import of_line, pieces
from ..words import Words, listed, say
from .dice import DICE, in_order

_PLAIN: Mapping[str, Words] = {
    "counted": say("The game is ended: the points count as they stand"),
    "reshuffles": say("{player} shuffles the discard pile into a new deck"),
    "done": say("{player} ends the turn"),
    "passes": say("{player} passes"),
    "returns": say("{player} puts the card back on the deck"),
}
"""Lines that say nothing but who does what."""


def sentence(event: Event, _: Sequence[str]) -> Words | None:
    """Return the sentence of a line, without its full stop."""
    parts = (part(event) for part in (_table, _staged, _acted, _changed, _explored))
    return next((words for words in parts if words is not None), of_line(_PLAIN, event))


def _table(event: Event) -> Words | None:
    match event:
        case Event("audiences", _, _, cards):
            return say("The audiences open to all: {cards}", cards=listed(cards))
        case Event("top", _, _, (card,)):
            return say("On top of the audiences: {card}", card=card)
        case Event("line", _, _, cards):
            return say("In town, the newest last: {cards}", cards=listed(cards))
        case Event("newest", _, _, (card,)):
            return say("New in town: {card}", card=card)
        case Event("leader", _, (player,), (card,)):
            return say("{player} gets {card} as leader", player=player, card=card)
        case Event("encore", _, (player,), (pair,)) if pair == HOLE:
            return say("{player} gets an encore card", player=player)
        case Event("encore", _, (player,), (pair,)):
            return say("{player} gets the encore card {card}", player=player, card=pair)
        case Event("first", _, _, (player,)):
            return say("{player} begins the first round", player=player)
        case Event("sudden", _, _, (pair,)):
            return say("Sudden death with the encore card {card}", card=pair)
    return None


def _staged(event: Event) -> Words | None:
    match event:
        case Event("draws", player, _, cards):
            return say("{player} draws {cards}", player=player, cards=pieces(cards))
        case Event("stages", player, cards):
            return say(
                "{player} chooses for the stage: {cards}", player=player, cards=pieces(cards)
            )
        case Event("reveals", player, _, cards):
            return say("{player} goes on stage with {cards}", player=player, cards=pieces(cards))
        case Event("shows", player, _, (pair,)):
            return say("{player} shows the encore card {card}", player=player, card=pair)
    return None


def _acted(event: Event) -> Words | None:
    match event:
        case Event("takes", player, (colour,)):
            return say("{player} takes a die ({colour})", player=player, colour=colour)
        case Event("rolls", player, _, dice):
            return say("{player} rolls {dice}", player=player, dice=_dice(dice))
        case Event("performs", player, (*dice, "as", colour)):
            told = {"dice": _dice(in_order(dice)), "colour": colour}
            return say("{player} performs {dice} (colour {colour})", player=player, **told)
        case Event("uses", player, (card, "with", *dice)):
            return say("{player} puts {dice} on {card}", player=player, dice=_dice(dice), card=card)
        case Event("chooses", player, ("action",)):
            return say("{player} chooses an extra action", player=player)
        case Event("chooses", player):
            return say("{player} turns the bard for its support ability", player=player)
        case Event("hires", player, (card, "with", *dice)):
            paid = {"card": card, "dice": _dice(dice)}
            return say("{player} hires {card} for a poster and {dice}", player=player, **paid)
        case Event("wins", player, (card, "with", *rest)):
            return _wins(player, card, rest)
        case Event("steals", player, (other, die, "for", own)):
            swapped = {"die": die, "own": own}
            return say(
                "{player} swaps {own} for {die} of {holder}", player=player, holder=other, **swapped
            )
    return None


def _wins(player: str, card: str, rest: Sequence[str]) -> Words:
    away = rest[-1] if "discarding" in rest else None
    colours = listed(rest[:-2] if away else rest, " ")
    won = say(
        "{player} wins {card} for performances {colours}", player=player, card=card, colours=colours
    )
    return say("{told} and discards {card}", told=won, card=away) if away else won


def _changed(event: Event) -> Words | None:
    """Return the sentence of dice turned, rerolled or left, and of the price for it."""
    match event:
        case Event("raises" | "lowers", player, (die, *rest)):
            up, n = event.verb == "raises", 2 if "two" in rest else 1
            values = {"player": player, "die": die, "n": n}
            told = say("{player} turns {die} up by {n}", **values)
            if not up:
                told = say("{player} turns {die} down by {n}", **values)
            return paid(told, rest)
        case Event("rerolls", player, words):
            dice = [word for word in words if word in DICE]
            told = say("{player} rolls {dice} again", player=player, dice=_dice(dice))
            return paid(told, words)
        case Event("keeps", player, (die,)):
            return say("{player} keeps {die}", player=player, die=die)
        case Event("keeps", player):
            return say("{player} keeps everything as it is", player=player)
    return None


def paid(told: Words, words: Sequence[str]) -> Words:
    """Return what is `told` of dice, with the price for it behind `with`, if there is one."""
    if "with" not in words:
        return told
    price = words[-1]
    if price == "melody":
        return say("{told}, for a melody", told=told)
    return say("{told}, discarding {card}", told=told, card=price)


def _explored(event: Event) -> Words | None:
    match event:
        case Event("discards", player, (piece,)):
            return say("{player} discards {pieces}", player=player, pieces=pieces((piece,)))
        case Event("explores", player, _, cards):
            told = say("{player} looks at the top card of the deck", player=player)
            return (
                told
                if HOLE in cards or not cards
                else say("{told}: {cards}", told=told, cards=listed(cards))
            )
        case Event("trashes", player, (card,)):
            return say("{player} takes {card} out of the deck for good", player=player, card=card)
        case Event("gathers", player, _, (card,)):
            return say("{player} puts {card} in play from the deck", player=player, card=card)
    return None


def _dice(dice: Sequence[str]) -> object:
    return listed(dice, " ")


_QUESTIONS: Mapping[str, Words] = {
    "audiences": say("Which audiences are open to all?"),
    "top": say("Which audience lies on top?"),
    "line": say("Who is in town, the newest last?"),
    "newest": say("Who is new in town?"),
    "leader": say("Which leader does {player} get?"),
    "encore": say("Which encore card does {player} get?"),
    "first": say("Who begins the first round?"),
    "sudden": say("Which encore card decides the sudden death?"),
    "draws": say("Which cards does {player} draw?"),
    "reveals": say("With which cards does {player} go on stage?"),
    "rolls": say("What does {player} roll? The pips are enough, in the order of the dice called."),
    "explores": say("Which card lies on top of {player}'s deck?"),
    "gathers": say("Which card lies on top of {player}'s deck?"),
    "shows": say("Which encore card does {player} have?"),
    "hand": say("Which cards does {player} have in hand?"),
    "explored": say("Which card has {player} put back on the deck?"),
}


def outcome_question(event: Event) -> Words | None:
    """Return what to ask for the outcome of a line."""
    return of_line(_QUESTIONS, event)
