"""The notation of Battle of the Bards: every kind of line, and the words in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from ..event import Event, to_actor, to_first_word
from ..grammar import NUMBER, Token, Verb, nobodys, one_of
from ..naming import named
from ..near import Near
from ..notation import Notation
from ..replacing import changed
from ..words import Words, say
from .cards import CardSet
from .deduce import DECK, HAND, STAGE
from .dice import COLOURS, DICE, in_order
from .sayings import sayings
from .state import FIRST, LATEST


def _performed(event: Event) -> Event:
    """Return the event with its three dice in sequence."""
    *dice, _, colour = event.words
    return changed(event, words=(*in_order(dice), "as", colour))


def _named_first(event: Event) -> Event:
    """Return the event with the pieces right behind `with` sorted."""
    at = event.words.index("with") + 1
    end = event.words.index("discarding") if "discarding" in event.words else len(event.words)
    words = (*event.words[:at], *sorted(event.words[at:end]), *event.words[end:])
    return changed(event, words=words)


def _dice_first(event: Event) -> Event:
    """Return the event with the dice before `with` sorted."""
    end = event.words.index("with") if "with" in event.words else len(event.words)
    return changed(event, words=(*sorted(event.words[:end]), *event.words[end:]))


def _all_words(event: Event) -> Event:
    return changed(event, words=tuple(sorted(event.words)))


_TABLE = nobodys(
    Verb("audiences", ": AUDIENCE+", say("the audiences open to all at the start"), sorted=True),
    Verb("top", ": AUDIENCE", say("the audience turned up on top of its deck")),
    Verb("line", ": CARD+", say("the veterans in the line, the newest in town last")),
    Verb("newest", ": CARD", say("the veteran drawn to the line, now the newest in town")),
    Verb("leader", "PLAYER : CARD", say("the leader dealt to a player")),
    Verb("encore", "PLAYER : ?PAIR", say("the encore card dealt to a player"), seers=to_first_word),
    Verb("first", ": PLAYER", say("who begins the first round")),
    Verb("sudden", ": PAIR", say("the unused encore card of the sudden death")),
    Verb(
        "counted",
        "",
        say("ends a game that goes on too long: the points count as they stand"),
        overdue=True,
    ),
    Verb(
        "result",
        ": PLAYER NUMBER PLAYER NUMBER [PLAYER NUMBER] [PLAYER NUMBER]",
        say("the points of all players, the winner first"),
    ),
)
_LINES = (
    *_TABLE,
    Verb("draws", ": ?CARD*", say("draws cards into the hand"), seers=to_actor),
    Verb("reshuffles", "", say("shuffles the discard pile into a new deck")),
    Verb(
        "stages",
        "?CARD+",
        say("chooses cards for the stage, face down"),
        seers=to_actor,
        tidy=_all_words,
    ),
    Verb("reveals", ": CARD+", say("shows the cards that go on stage"), sorted=True),
    Verb("takes", "COLOUR", say("takes a die of any colour")),
    Verb("rolls", ": DIE+", say("rolls the new dice, or those to be rolled again"), sorted=True),
    Verb(
        "performs",
        "DIE DIE DIE as COLOUR",
        say("makes a performance of three dice in sequence"),
        tidy=_performed,
    ),
    Verb(
        "uses",
        "CARD with DIE [DIE]",
        say("puts a die on a bard for its ability; two, if that is the cost"),
        tidy=_named_first,
    ),
    Verb("chooses", "(action | support)", say("takes an extra action, or turns the bard")),
    Verb(
        "hires",
        "CARD with DIE+",
        say("discards a poster and equal dice for a veteran"),
        tidy=_named_first,
    ),
    Verb(
        "wins",
        "AUDIENCE with COLOUR+ [discarding CARD]",
        say("wins an audience for performances; the one on top also for a hand card"),
        tidy=_named_first,
    ),
    Verb("raises", "DIE [two] [with (melody | CARD)]", say("turns a die one pip up")),
    Verb("lowers", "DIE [two] [with (melody | CARD)]", say("turns a die one pip down")),
    Verb(
        "rerolls",
        "DIE+ [with (melody | CARD)]",
        say("rolls dice again, for a melody or a hand card, or the die just swapped"),
        tidy=_dice_first,
    ),
    Verb("keeps", "[DIE]", say("keeps the card in hand, or the die as it is")),
    Verb("steals", "PLAYER DIE for DIE", say("swaps a die with another player")),
    Verb("discards", "(DIE | CARD)", say("discards a die, or a card of the hand")),
    Verb("explores", ": ?CARD", say("looks at the top card of the deck"), seers=to_actor),
    Verb("returns", "", say("puts the explored card back on the deck")),
    Verb(
        "trashes",
        "CARD",
        say("takes the explored card, or one of the hand, out of the deck"),
        final=True,
    ),
    Verb("gathers", ": CARD", say("puts the top card of the deck in play, without its die")),
    Verb("done", "", say("ends the turn after its actions"), tacit=True),
    Verb("passes", "", say("takes no further part in this round")),
    Verb("shows", ": PAIR", say("shows the encore card")),
)

VERBS: Mapping[str, Verb] = {verb.name: verb for verb in _LINES}
"""The kinds of lines, by their first word."""
FIRST_VERBS: Mapping[str, Verb] = {n: verb for n, verb in VERBS.items() if not verb.overdue}
"""The kinds of lines in the first version, in which no game was ended for its length."""

_BOARD = nobodys(
    Verb(
        "deck",
        "PLAYER : CARD+",
        say("position: the cards of a player that lie face down, in hand and deck together"),
        sorted=True,
    ),
    Verb(
        "hand",
        "PLAYER : ?CARD+",
        say("position: those of them that the player has in hand"),
        seers=to_first_word,
        sorted=True,
    ),
    Verb(
        "holds",
        "PLAYER : CARD+",
        say("position: those of them of which everybody knows that they are in hand"),
        sorted=True,
    ),
    Verb(
        "explored",
        "PLAYER : ?CARD",
        say("position: the card that a player has put back on top of the deck"),
        seers=to_first_word,
    ),
    Verb(
        "stage",
        "PLAYER : (CARD [with DIE [DIE]] [turned])+",
        say("position: the cards that a player has on stage, with the dice on them"),
    ),
    Verb("discard", "PLAYER : CARD+", say("position: the discard pile of a player"), sorted=True),
    Verb(
        "trashed",
        "PLAYER : CARD+",
        say("position: the cards that a player has trashed"),
        sorted=True,
    ),
    Verb(
        "dice",
        "PLAYER : (DIE | COLOUR)+",
        say("position: the free dice of a player; their colours alone before they are rolled"),
        sorted=True,
    ),
    Verb(
        "performances",
        "PLAYER : COLOUR+",
        say("position: the performances of a player"),
        sorted=True,
    ),
    Verb("melodies", "PLAYER : NUMBER", say("position: the melodies of a player")),
    Verb("won", "PLAYER : AUDIENCE+", say("position: the audiences that a player has won")),
    Verb("passed", ": PLAYER+", say("position: who has passed in this round")),
    Verb("began", ": PLAYER+", say("position: who has had a turn in this round")),
    Verb(
        "round",
        "NUMBER first PLAYER (stage | turn PLAYER NUMBER)",
        say(
            "position: the round, who began it, and where it stands: cards are chosen for the "
            "stage, or a player has the turn with so many actions left"
        ),
    ),
)
BOARD: Mapping[str, Verb] = {verb.name: verb for verb in _BOARD}
"""The kinds of lines of a board as it stands, beside `audiences`, `top`, `line`, `encore`."""

_SPOKEN = (
    say("audiences top line newest leader encore first sudden counted draws reshuffles stages"),
    say("reveals takes rolls performs uses chooses hires wins raises lowers rerolls keeps"),
    say("steals discards explores returns trashes gathers done passes shows"),
    say("as with two discarding for action support melody"),
    say("deck hand holds explored stage discard trashed dice performances melodies won passed"),
    say("began round turn turned"),
    say("result"),
)
_PLACES = {
    HAND: named(HAND, {"en": HAND, "fr": "main"}, fr="main"),
    STAGE: named(STAGE, {"en": STAGE, "fr": "scène"}, fr="scène"),
    DECK: named(DECK, {"en": DECK, "fr": "pioche"}, fr="pioche"),
}


def _either_way(pairs: Token) -> Token:
    """Return the token of `pairs`, whose two letters may be typed in any order."""
    return replace(pairs, read=lambda text: pairs.read(text) or pairs.read(text[::-1]))


def notation(cards: CardSet, version: str) -> Notation:
    """Return the notation of games with `cards`, as records of `version` have it."""
    names = {**cards.names, **_PLACES}

    def token(words: tuple[str, ...], expected: Words) -> Token:
        return one_of(words, expected, names)

    bards, audiences, pairs = tuple(cards.bards), tuple(cards.audiences), cards.encores
    card, audience, pair = (names[words[0]].sign for words in (bards, audiences, pairs))
    vocabulary = {
        "CARD": token(bards, say("a card such as {card}", card=card)),
        "AUDIENCE": token(audiences, say("an audience such as {card}", card=audience)),
        "DIE": token(DICE, say("a die such as B3 (colour B, P, R or O, then its pips)")),
        "COLOUR": token(COLOURS, say("a colour: B blue, P purple, R red, O orange")),
        "PAIR": _either_way(token(pairs, say("an encore card such as {card}", card=pair))),
        "NUMBER": NUMBER,
    }
    return Notation(
        verbs=FIRST_VERBS if version == FIRST else VERBS,
        vocabulary=vocabulary,
        versions=(FIRST, LATEST),
        reserved=frozenset(_PLACES),
        spoken=_SPOKEN,
        names=names,
        near=Near(tuple(two for two in combinations(DICE, 2) if two[0][1] == two[1][1])),
        sayings=sayings(cards),
        tokens=(say("CARD"), say("AUDIENCE"), say("DIE"), say("COLOUR"), say("PAIR")),
    )
