"""Every kind of line of Onstage as a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..event import Event
from ..tale import of_line, pieces
from ..words import Listed, Words, listed, say
from .text import NOTHING, pictured, suit_name


def sentence(event: Event, _: Sequence[str]) -> Words | None:
    """Return the sentence of a line, without its full stop."""
    match event:
        case Event("line", _, _, line):
            performers = listed(map(pictured, line), " ")
            return say("The line of performers, front first: {performers}", performers=performers)
        case Event("leader", _, _, (player,)):
            return say("{player} leads the first trick", player=player)
        case Event("removed", _, _, cards):
            return say("Out of the game: {cards}", cards=pieces(cards, pictured))
        case Event("deal", _, (player,), cards):
            return say("{player} is dealt {cards}", player=player, cards=pieces(cards, pictured))
        case Event("plays", player, (card, *rest)):
            return _plays(player, card, rest)
        case Event("claims", player, (performer,)) if performer == NOTHING:
            return say("{player} claims nobody", player=player)
        case Event("claims", player, (performer,)):
            return say("{player} claims {performer}", player=player, performer=pictured(performer))
        case Event("keeps", player, _, (card,)):
            return say("{player} shows the kept card, {card}", player=player, card=pictured(card))
    return _stands(event)


def _stands(event: Event) -> Words | None:
    """Return the sentence of a line of the board as it stands."""
    match event:
        case Event("totals", _, _, words):
            rows = (
                say("{player} {n}", player=player, n=n)
                for player, n in zip(words[::2], words[1::2], strict=False)
            )
            return say("Blossoms of the rounds before: {rows}", rows=listed(rows))
        case Event("stage", _, _, performers):
            return say("On stage: {performers}", performers=_listed(performers))
        case Event("claimed", _, (player,), performers):
            return say(
                "{player} has claimed {performers}", player=player, performers=_listed(performers)
            )
        case Event("kept", _, _, cards):
            return say("Not played in the round before: {cards}", cards=_listed(cards))
        case Event("played", _, (player,), cards):
            return say("{player} has played {cards}", player=player, cards=_listed(cards))
        case Event("gone", _, _, cards):
            return say("Played, nobody knows by whom: {cards}", cards=_listed(cards))
        case Event("void", _, (player,), suits):
            named = listed(map(suit_name, suits))
            return say("{player} did not follow: {suits}", player=player, suits=named)
        case Event("laid", player, (card,)):
            return say("{player} has laid {card}", player=player, card=pictured(card))
        case Event("round", _, (n, _, leader, *_)):
            return say("Round {n}, {player} leads this trick", n=n, player=leader)
    return None


def _listed(pieces: Sequence[str]) -> Listed:
    return listed(map(pictured, pieces), " ")


def _plays(player: str, card: str, rest: Sequence[str]) -> Words:
    played = say("{player} plays {card}", player=player, card=pictured(card))
    return with_deeds(played, _deeds(rest))


def with_deeds(played: Words, deeds: Iterable[Words]) -> Words:
    """Return how a card is played, and what it does beside that."""
    match list(deeds):
        case [deed]:
            return say("{told} and {deed}", told=played, deed=deed)
        case [first, deed]:
            return say("{told}, {first} and {deed}", told=played, first=first, deed=deed)
    return played


def _deeds(rest: Sequence[str]) -> Iterator[Words]:
    """Yield what a card does beside being played, in words. ON-7, ON-9"""
    if rest[:1] == ["front"]:
        yield say("moves {performer} to the front of the line", performer=pictured(rest[1]))
        rest = rest[2:]
    match rest:
        case ["add", performer]:
            yield say("adds {performer}", performer=pictured(performer))
        case ["remove", performer]:
            yield say("removes {performer}", performer=pictured(performer))
        case ["swap", gone, come]:
            yield say("swaps {gone} for {come}", gone=pictured(gone), come=pictured(come))


_QUESTIONS: Mapping[str, Words] = {
    "line": say("How do the performers stand in the line, front first?"),
    "leader": say("Who leads the first trick?"),
    "deal": say("Which cards does {player} have in hand?"),
    "keeps": say("Which card has {player} kept?"),
}


def outcome_question(event: Event) -> Words | None:
    """Return what to ask for the outcome of a line."""
    return of_line(_QUESTIONS, event)
