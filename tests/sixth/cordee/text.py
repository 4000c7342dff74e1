"""The notation of Cordée: every kind of line, and the words in it."""

from __future__ import annotations

from dataclasses import replace

from aparte.models.event import Event
from aparte.models.grammar import NUMBER, Token, Verb, Vocabulary, one_of
from aparte.models.notation import Notation
from aparte.models.words import listed, say

from .box import LOOPS, NAMES, Kind
from .state import State

NONE = "none"
"""The answer that no loop holds what was called."""


def _kind() -> Token:
    """Return the token for a kind, by its letter or its name."""
    spelled = {kind.casefold(): kind for kind in NAMES}
    spelled |= {str(name).casefold(): kind for kind, name in NAMES.items()}
    expected = say("a kind of gear ({kinds})", kinds=listed(NAMES))
    return Token(expected, lambda text: spelled.get(text.casefold()), tuple(NAMES))


_VOCABULARY: Vocabulary = {
    "GEAR": _kind(),
    "LOOP": one_of(LOOPS, say("a loop ({loops})", loops=listed(LOOPS))),
    "NUMBER": NUMBER,
}


def _to_others(event: Event, state: State) -> frozenset[str]:
    """Seers of what goes into a pack: all but the one who carries it."""
    return frozenset(state.players) - {event.words[0]}


def in_order(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Return `kinds` in the order of the box."""
    return tuple(kind for kind in NAMES for _ in range(kinds.count(kind)))


def _tidy(event: Event) -> Event:
    player, *kinds = event.words
    return replace(event, words=(player, *in_order(tuple(kinds))))


_LINES = (
    Verb(
        "deal",
        "PLAYER : ?GEAR+",
        say("the first pieces in the loops of a pack, from loop 1 on"),
        actor=False,
        seers=_to_others,
    ),
    Verb(
        "calls",
        "PLAYER GEAR GEAR = (none | LOOP+)",
        say("says which loops of another's pack hold one of two kinds"),
        tidy=_tidy,
        asks=True,
    ),
    Verb("fixes", "LOOP = GEAR", say("takes a piece out of the own pack and fixes it"), asks=True),
    Verb(
        "drops", "LOOP = GEAR", say("lets a piece of the own pack fall, to take breath"), asks=True
    ),
    Verb(
        "refill",
        "PLAYER LOOP : ?GEAR",
        say("a piece from the stock for an empty loop"),
        actor=False,
        seers=_to_others,
    ),
    Verb(
        "result",
        ": NUMBER (won | lost)",
        say("how many pieces hold, and whether the top is reached"),
        actor=False,
    ),
)

NOTATION = Notation(
    verbs={verb.name: verb for verb in _LINES},
    vocabulary=_VOCABULARY,
    reserved=frozenset(
        {
            NONE,
            "won",
            "lost",
            "stock",
            "wall",
            "ravine",
            *map(str.casefold, NAMES),
            *(str(name).casefold() for name in NAMES.values()),
        }
    ),
    spoken=(*NAMES.values(), say("none"), say("won"), say("lost")),
)
