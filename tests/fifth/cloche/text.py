"""The notation of Cloche: every kind of line, and the words in it."""

from __future__ import annotations

from collections.abc import Mapping

from aparte.models.event import Event, to_actor, to_first_word, to_none
from aparte.models.grammar import NUMBER, Token, Verb, Vocabulary
from aparte.models.notation import Notation
from aparte.models.words import Words, listed, say

from .box import CARDS, NAMES, Card, Kind
from .state import CLOCHE


def _token(expected: Words, cards: Mapping[Card, Words]) -> Token:
    """Return the token for one of `cards`, by its letter or its name."""
    spelled = {card.casefold(): card for card in cards}
    spelled |= {str(name).casefold(): card for card, name in cards.items()}
    return Token(expected, lambda text: spelled.get(text.casefold()), tuple(cards))


def _some(kind: Kind, expected: Words) -> Token:
    return _token(expected, CARDS[kind])


_VOCABULARY: Vocabulary = {
    "GUEST": _some(Kind.GUEST, say("a guest ({cards})", cards=listed(CARDS[Kind.GUEST]))),
    "DISH": _some(Kind.DISH, say("a dish ({cards})", cards=listed(CARDS[Kind.DISH]))),
    "ROOM": _some(Kind.ROOM, say("a room ({cards})", cards=listed(CARDS[Kind.ROOM]))),
    "NUMBER": NUMBER,
    "CARD": _token(say("a card ({cards})", cards=listed(NAMES)), NAMES),
}


def _to_both(event: Event, _: object) -> frozenset[str]:
    """Seers of a card that one player shows another."""
    return frozenset({event.actor, *event.words[:1]})


_LINES = (
    Verb(
        "aside",
        "(guest | dish | room) : ?CARD",
        say("a card that goes under the cloche, seen by nobody"),
        actor=False,
        seers=to_none,
    ),
    Verb(
        "deal",
        "PLAYER : ?CARD+",
        say("the cards a player is dealt"),
        actor=False,
        seers=to_first_word,
        sorted=True,
    ),
    Verb("asks", "GUEST DISH ROOM", say("asks the others for one of three cards")),
    Verb("passes", "", say("has none of the cards that are asked for")),
    Verb(
        "shows",
        "PLAYER ?CARD",
        say("shows who asked, and nobody else, one of the cards"),
        seers=_to_both,
    ),
    Verb(
        "accuses",
        "GUEST DISH ROOM = (right | wrong)",
        say("says what lies under the cloche"),
        asks=True,
    ),
    Verb(
        "looks",
        ": ?GUEST ?DISH ?ROOM",
        say("was wrong, and looks under the cloche alone"),
        seers=to_actor,
    ),
    Verb("result", ": (PLAYER NUMBER)+", say("who has won: 1 point or none"), actor=False),
)

NOTATION = Notation(
    verbs={verb.name: verb for verb in _LINES},
    vocabulary=_VOCABULARY,
    reserved=frozenset(
        {
            CLOCHE,
            *Kind,
            *map(str.casefold, NAMES),
            *(str(name).casefold() for name in NAMES.values()),
        }
    ),
    spoken=(*NAMES.values(), say("right"), say("wrong")),
)
