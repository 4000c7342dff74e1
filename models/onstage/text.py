"""The notation of Onstage: every kind of line, the words in it, and the names of the suits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from ..event import to_first_word, to_none
from ..grammar import NUMBER, Token, Verb, Vocabulary, nobodys
from ..naming import Name, named
from ..near import Near
from ..notation import Notation
from ..words import Words, say
from .sayings import sayings
from .state import Box
from .story import REMOVED


@dataclass(frozen=True, slots=True)
class SuitName:
    """How a suit is called in every language, its letter in French, and its `symbol`.

    In English its letter is that of the notation, its key in SUITS. `hollow` is its symbol as some
    keyboards have it.
    """

    names: Mapping[str, str]
    french: str
    symbol: str
    hollow: str


# The only place for names and symbols. ON-2; B is blue in both languages.
SUITS: Mapping[str, SuitName] = {
    "K": SuitName({"en": "black", "fr": "noir"}, "N", "♠", "♤"),
    "P": SuitName({"en": "pink", "fr": "rose"}, "R", "♥", "♡"),
    "B": SuitName({"en": "blue", "fr": "bleu"}, "B", "♦", "♢"),
    "G": SuitName({"en": "green", "fr": "vert"}, "V", "♣", "♧"),
}


LATELY = 500
"""How many words are cached as they were read: the same few come again and again."""
NOTHING = "nothing"
"""What a player claims who declines."""
EDITIONS = {"en": say("edition en"), "fr": say("edition fr")}
"""The editions of the rulebook, as people call them."""


_SPOKEN = (
    say("line leader removed deal plays claims keeps"),
    *(say("nothing"), say("front"), say("add"), say("remove"), say("swap")),
    say("totals stage claimed kept played gone void laid round opener"),
    say("result"),
)


def suit_name(suit: str) -> Words:
    """Return the name of a suit, its letter where it has none."""
    return _name(suit).name if suit in SUITS else say("{word}", word=suit)


def pictured(piece: str) -> Words:
    """Return a card, a performer or a suit with the symbol of the suit, as in `K3♠`."""
    return say("{sign}{symbol}", sign=_name(piece).sign, symbol=SUITS[piece[0]].symbol)


@cache
def _name(word: str) -> Name:
    """Return what a suit, a card or a performer is called: `N3`, "noir 3"."""
    suit, n = SUITS[word[0]], word[1:]
    names = {code: f"{name} {n}".strip() for code, name in suit.names.items()}
    return named(word, names, fr=suit.french + n)


def notation(box: Box) -> Notation:
    """Return the notation of a game played with `box`."""
    pieces = (*box.suits, *box.cards, *box.performers)
    return Notation(
        verbs=_verbs(box),
        vocabulary=_vocabulary(box),
        reserved=frozenset({NOTHING, REMOVED}),
        spoken=_SPOKEN,
        names={piece: _name(piece) for piece in pieces if piece[0] in SUITS},
        near=_near(box),
        sayings=sayings(box),
        tokens=(say("CARD"), say("PERFORMER"), say("SUIT")),
    )


def _near(box: Box) -> Near:
    """The next value of a suit, and the same value in the other suits."""
    suits = [tuple(f"{suit}{value}" for value in box.values) for suit in box.suits]
    return Near(
        (*suits, *(pair for row in zip(*suits, strict=True) for pair in combinations(row, 2)))
    )


def _vocabulary(box: Box) -> Vocabulary:
    card = say("a card such as {card}", card=box.cards[0])
    performer = say("a performer such as {performer}", performer=box.performers[-1])
    return {
        "CARD": Token(card, _reader(box, box.cards), box.cards),
        "PERFORMER": Token(performer, _reader(box, box.performers), box.performers),
        "SUIT": Token(
            say("a suit such as {suit}", suit=box.suits[0]), _suit_reader(box), box.suits
        ),
        "NUMBER": NUMBER,
    }


def _reader(box: Box, pieces: tuple[str, ...]) -> Callable[[str], str | None]:
    """Return a reader of pieces: suit and value in either order, the suit by any spelling."""
    letters = _letters(box)

    @lru_cache(LATELY)
    def read(text: str) -> str | None:
        found = re.fullmatch(r"(\D)\ufe0f?(\d)|(\d)(\D)\ufe0f?", text.upper())
        if found is None:
            return None
        letter, value = found[1] or found[4], found[2] or found[3]
        piece = f"{letters.get(letter)}{value}"
        return piece if piece in pieces else None

    return read


def _suit_reader(box: Box) -> Callable[[str], str | None]:
    """Return a reader of suits by any spelling."""
    letters = _letters(box)
    return lambda text: letters.get(text.upper().removesuffix("\ufe0f"))


def _letters(box: Box) -> Mapping[str, str]:
    """Return the suit for every letter and symbol that can be read as one."""
    letters = {suit: suit for suit in box.suits}
    for suit, known in SUITS.items():
        if suit in box.suits:
            letters |= dict.fromkeys((known.french, known.symbol, known.hollow), suit)
    return letters


def _verbs(box: Box) -> Mapping[str, Verb]:
    """Return the kinds of lines of a game played with `box`."""
    lines = (
        *nobodys(
            Verb(
                "line",
                ": PERFORMER+",
                say("the line of performers at the start of a round, front first"),
            ),
            Verb("leader", ": PLAYER", say("who leads the first trick of the game")),
            Verb(
                "removed",
                ": ?CARD+",
                say("the card that is removed with five players, seen by nobody"),
                seers=to_none,
                sorted=True,
                key=box.order,
            ),
            Verb(
                "deal",
                "PLAYER : ?CARD+",
                say("the cards a player is dealt, beside the one kept from the last round"),
                seers=to_first_word,
                sorted=True,
                key=box.order,
            ),
        ),
        Verb(
            "plays",
            "CARD [front PERFORMER] [add PERFORMER | remove PERFORMER | swap PERFORMER PERFORMER]",
            say(
                "plays a card; an off suit card may move a performer to the front of the line; "
                "1 adds one from the line, 4 removes one from the stage, "
                "7 swaps one on stage with one in the line"
            ),
            may_stand=True,
        ),
        Verb(
            "claims",
            "(nothing | PERFORMER)",
            say("claims a performer on stage with the trick that was won, or declines"),
        ),
        Verb("keeps", ": CARD", say("shows the kept card, to break a tie at the end")),
        Verb("result", ": (PLAYER NUMBER)+", say("the totals at the end"), actor=False),
    )
    return {verb.name: verb for verb in lines}


def board_verbs(box: Box) -> Mapping[str, Verb]:
    """Return the kinds of lines of a board as it stands, beside `line`, `removed`, `deal`."""
    lines = (
        *nobodys(
            Verb(
                "totals",
                ": (PLAYER NUMBER)+",
                say("position: the blossoms of the rounds before"),
            ),
            Verb(
                "stage",
                ": PERFORMER+",
                say("position: the performers on stage"),
            ),
            Verb(
                "claimed",
                "PLAYER : PERFORMER+",
                say("position: the performers that a player has claimed in this round"),
            ),
            Verb(
                "kept",
                ": CARD+",
                say("position: the cards that nobody played in the round before, if you know them"),
                sorted=True,
                key=box.order,
            ),
            Verb(
                "played",
                "PLAYER : CARD+",
                say("position: what a player has played in the tricks of this round that are over"),
                sorted=True,
                key=box.order,
            ),
            Verb(
                "gone",
                ": CARD+",
                say("position: cards of tricks that are over, where nobody knows who played them"),
                sorted=True,
                key=box.order,
            ),
            Verb(
                "void",
                "PLAYER : SUIT+",
                say("position: the suits that a player did not follow in this round"),
                sorted=True,
                key=box.suits.index,
            ),
        ),
        Verb(
            "laid",
            "CARD",
            say("position: a card of the trick that is played now, in the order of play"),
            may_stand=True,
        ),
        Verb(
            "round",
            "NUMBER leader PLAYER [opener PLAYER]",
            say(
                "position: the round, and who leads this trick; in edition fr also who led the "
                "first trick of the round"
            ),
            actor=False,
        ),
    )
    return {verb.name: verb for verb in lines}
