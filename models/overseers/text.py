"""The notation of Overseers: every kind of line, and the words in it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..event import Event, to_actor, to_first_word
from ..grammar import NUMBER, Token, Verb, nobodys, one_of
from ..naming import Name, Names, named
from ..notation import Notation
from ..words import Words, listed, say
from .box import Box, Power
from .sayings import sayings

KIND_NAMES: Mapping[str, Name] = {
    "M": named("M", {"en": "Murder", "fr": "Meurtre"}, fr="Meu"),
    "B": named("B", {"en": "Benevolence", "fr": "Bienveillance"}, fr="B"),
    "A": named("A", {"en": "Malice", "fr": "Malice"}, fr="Mal"),
    "H": named("H", {"en": "Honesty", "fr": "Honnêteté"}, fr="H"),
    "P": named("P", {"en": "Piety", "fr": "Piété"}, fr="P"),
    "T": named("T", {"en": "Theft", "fr": "Vol"}, fr="V"),
}

KINDS: Mapping[str, Words] = {kind: name.name for kind, name in KIND_NAMES.items()}
_ROWS = {"t": "h", "b": "b", "x": "x"}
"""The letters of spots, with the French ones: haut, bas; x for the gained cards."""

POWERS: Mapping[Power, Words] = {
    Power.BECOME: say("draws 3 characters that were not dealt and becomes one of them"),
    Power.DOUBLE: say("once in the draft: everybody takes 2 cards instead of 1"),
    Power.ABOVE: say("lays 2 cards in the top row and 3 in the bottom row"),
    Power.TILT: say("vote 1: tilts an own card; all own cards of its kind are worth 5 each"),
    Power.DRAW: say("vote 2: draws 2 cards of the discard, adds one face down, puts one back"),
    Power.LOOK: say("vote 3: looks at 2 face-down cards of a player; 3 points more"),
    Power.TUCK: say("vote 4: tucks an own card under another one, which it copies"),
    Power.STEADFAST: say("1 point more for every own Honesty and Piety"),
    Power.AVENGE: say("2 points more for every own Murder"),
    Power.SEIZE: say("takes all Thefts of the discard; cannot be stolen from"),
    Power.DOCK: say("takes 4 points from a player"),
}


SPOT_NAMES: Mapping[str, Name] = {
    f"{row}{n}": Name(sign, sign)
    for row, french in _ROWS.items()
    for n in range(1, 10)
    for sign in ({"en": f"{row}{n}", "fr": f"{french}{n}"},)
}
"""The spots of a row, by their word in records."""


def _names(box: Box) -> Names:
    characters = {word: Name(names, names) for word, names in box.character_names.items()}
    return {**KIND_NAMES, **characters, **SPOT_NAMES, **_PLACES}


def spot_name(spot: str) -> Words:
    """Return what people call a spot: "card 2 of the top row"."""
    row, n = spot[0], spot[1:]
    if row == "t":
        return say("card {n} of the top row", n=n)
    return say("card {n} of the bottom row", n=n) if row == "b" else say("gained card {n}", n=n)


def _spot(text: str) -> str | None:
    spot = text.lower()
    french = {letter: row for row, letter in _ROWS.items()}
    row = spot[:1] if spot[:1] in _ROWS else french.get(spot[:1], "")
    return f"{row}{spot[1:]}" if re.fullmatch(r"[tbx][1-9]", f"{row}{spot[1:]}") else None


def _to_both(event: Event, _: object) -> frozenset[str]:
    """Return the seers of a private look: who looks, and whose cards they are."""
    return frozenset({event.actor, *event.words[:1]})


_LINES = (
    Verb("leader", ": PLAYER", say("who is the first leader"), actor=False),
    Verb("characters", ": CHARACTER+", say("the characters dealt, in seating order"), actor=False),
    Verb(
        "laid",
        ": CHARACTER+",
        say("the characters laid out to choose from"),
        actor=False,
        sorted=True,
    ),
    Verb("calls", "PLAYER", say("the leader says who of the tied chooses a character next")),
    Verb("becomes", "CHARACTER", say("takes a character (by choice, or as Fushen)")),
    Verb(
        "deal",
        "PLAYER : ?CARD*",
        say("the first pack of a player"),
        actor=False,
        seers=to_first_word,
        sorted=True,
        skippable=True,
    ),
    Verb(
        "meets",
        ": ?CHARACTER+",
        say("as Fushen draws characters that nobody has"),
        seers=to_actor,
        sorted=True,
    ),
    Verb("doubles", "", say("as Wuming makes everybody take two cards of this pack"), once=True),
    Verb("picks", "?CARD+", say("takes a card of the pack"), seers=to_actor, skippable=True),
    Verb(
        "gets",
        "PLAYER : ?CARD*",
        say("the pack that reaches a player"),
        actor=False,
        seers=to_first_word,
        sorted=True,
        skippable=True,
    ),
    Verb("discards", "?CARD", say("puts a card of the six away, face down"), seers=to_actor),
    Verb(
        "places",
        "?CARD+ / ?CARD+",
        say("lays the top row, then the bottom row, from the left"),
        seers=to_actor,
    ),
    Verb("shows", "PLAYER : CARD+", say("the top row of a player, revealed"), actor=False),
    Verb("tilts", "SPOT", say("as Yanmei tilts an own card")),
    Verb("draws", ": ?CARD*", say("as Gan draws of the discard"), seers=to_actor, sorted=True),
    Verb("adds", "?CARD", say("as Gan adds a drawn card to the bottom row"), seers=to_actor),
    Verb(
        "looks",
        "PLAYER SPOT+ = ?CARD+",
        say("as Meixiu looks at face-down cards of a player"),
        seers=_to_both,
    ),
    Verb("tucks", "SPOT under SPOT", say("as Nuying tucks an own card under another one")),
    Verb("votes", "?PLAYER", say("votes in secret"), seers=to_actor),
    Verb("voted", ": PLAYER+", say("the votes, revealed, in seating order"), actor=False),
    Verb("accuses", "PLAYER", say("the leader settles a tie of the vote")),
    Verb("admits", "SPOT+", say("the accused admits and discards cards")),
    Verb("denies", "", say("the accused denies")),
    Verb("opens", "PLAYER : CARD*", say("the face-down cards of a player, revealed"), actor=False),
    Verb(
        "nature",
        "PLAYER : (none | CARD)",
        say("what the tilted cards, or the copied one, were, if that card has left face down"),
        actor=False,
    ),
    Verb("punishes", "PLAYER", say("the leader lets the tied accused pay the penalty")),
    Verb("spares", "PLAYER", say("the leader lets the tied accused go")),
    Verb("loses", "SPOT+", say("the accused pays the penalty with the dearest cards")),
    Verb(
        "finds",
        ": ?CARD*",
        say("the wrongly accused looks through the discard"),
        seers=to_actor,
        sorted=True,
        skippable=True,
    ),
    Verb("takes", "CARD", say("the wrongly accused takes a card of the discard")),
    Verb("seizes", ": NUMBER", say("as Thief-Taker takes all Thefts of the discard")),
    Verb("appoints", "PLAYER", say("the leader says who of the tied steals")),
    Verb("robs", "PLAYER", say("the thief names the victim")),
    Verb("gives", "SPOT", say("the victim gives a card to the thief")),
    Verb("docks", "PLAYER", say("as Liang takes points from a player")),
    Verb(
        "scores",
        ": NUMBER+",
        say("the points of the round, in seating order"),
        actor=False,
        unsaid=True,
    ),
    Verb("names", "PLAYER", say("the leader names the successor among the tied")),
    Verb(
        "result",
        ": PLAYER NUMBER PLAYER NUMBER PLAYER NUMBER "
        "[PLAYER NUMBER [PLAYER NUMBER [PLAYER NUMBER]]] won PLAYER+",
        say("the totals, and who won"),
        actor=False,
    ),
)

_BOARD = nobodys(
    Verb(
        "points", ": NUMBER+", say("position: the points of a round that is over, in seating order")
    ),
    Verb("top", "PLAYER : CARD+", say("position: the top row of a player, from the left")),
    Verb(
        "bottom",
        "PLAYER : ?CARD+",
        say("position: the bottom row of a player, from the left"),
        seers=to_first_word,
    ),
    Verb(
        "discarded",
        "PLAYER : ?CARD",
        say("position: what a player has put away after the draft"),
        seers=to_first_word,
    ),
    Verb(
        "round",
        "NUMBER leader PLAYER [after PLAYER [PLAYER]]",
        say("position: the round, and who leads it; after those who led the rounds before"),
    ),
)

VERBS: Mapping[str, Verb] = {verb.name: verb for verb in _LINES}
BOARD: Mapping[str, Verb] = {verb.name: verb for verb in _BOARD}
"""The kinds of lines of a table as it stands, beside `characters`."""

_SPOKEN = (
    say("leader characters laid calls becomes deal meets doubles picks gets discards places"),
    say("shows tilts draws adds looks tucks under votes voted accuses admits denies opens"),
    say("nature punishes spares loses finds takes seizes appoints robs gives docks"),
    say("scores names"),
    say("points top bottom discarded round after"),
    say("result won none"),
)
_PLACES: Mapping[str, Name] = {
    word: named(word, {"en": word, "fr": french}, fr=french)
    for word, french in {
        "discard": "défausse",
        "aside": "écart",
        "top": "haut",
        "bottom": "bas",
        "hand": "choisies",
        "pack": "paquet",
        "drawn": "piochées",
        "gained": "gagnées",
    }.items()
}
"""The places that people ask about, by their last word in records."""

POWER_OF_VERB: Mapping[str, Power] = {
    "meets": Power.BECOME,
    "doubles": Power.DOUBLE,
    "tilts": Power.TILT,
    "draws": Power.DRAW,
    "adds": Power.DRAW,
    "looks": Power.LOOK,
    "tucks": Power.TUCK,
    "seizes": Power.SEIZE,
    "docks": Power.DOCK,
}


def notation(box: Box) -> Notation:
    """Return the notation of a game played with `box`."""
    names = _names(box)
    signs = listed(names[kind].sign for kind in box.kinds)
    whoever = listed(names[each].sign for each in box.characters)
    vocabulary = {
        "CARD": one_of(box.kinds, say("a card ({kinds})", kinds=signs), names),
        "CHARACTER": one_of(tuple(box.characters), say("one of {words}", words=whoever), names),
        "SPOT": Token(say("a spot such as t1 (top row), b2 (bottom row) or x1 (gained)"), _spot),
        "NUMBER": NUMBER,
    }
    reserved = frozenset({"discard", "aside"})
    return Notation(
        verbs=VERBS,
        vocabulary=vocabulary,
        reserved=reserved,
        spoken=_SPOKEN,
        names=names,
        sayings=sayings(box),
        tokens=(say("CARD"), say("CHARACTER"), say("SPOT")),
    )
