"""The notation of Les Adresses Jaunes: every kind of line, and the words in it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from ..event import to_first_word
from ..grammar import NUMBER, Verb, nobodys, one_of
from ..naming import Name, named
from ..near import Near
from ..notation import Notation
from ..words import Words, listed, say
from .sayings import sayings
from .state import Box

_LINES = (
    Verb(
        "revealed",
        ": TILE*",
        say("the tiles turned face up at the start"),
        actor=False,
        sorted=True,
    ),
    Verb(
        "deal",
        "PLAYER : ?TILE*",
        say("the tiles a player draws at the start"),
        actor=False,
        seers=to_first_word,
        sorted=True,
    ),
    Verb(
        "disc",
        "TARGET (= NUMBER | shows NUMBER)",
        say("lays a disc at a street or a kind, with the number of own tiles there"),
        public=True,
        asks=True,
    ),
    Verb(
        "pawn",
        "TILE = (nobody | PLAYER)",
        say("names an establishment with the pawn; its holder shows the tile"),
        asks=True,
    ),
    Verb(
        "name",
        "TILE PLAYER = (yes | no)",
        say("says in the conclusion who holds a tile"),
        asks=True,
    ),
    Verb("give", "up", say("the players give up, and lose"), actor=False),
    Verb("result", ": (won | lost)", say("how the game ended"), actor=False),
    Verb(
        "shows",
        ": TILE+",
        say("lays open what was left in the hand, after the end"),
        closing=True,
        sorted=True,
    ),
)
_BOARD = nobodys(
    Verb(
        "neutral",
        ": TILE+",
        say("position: the establishments that were named and nobody had"),
        sorted=True,
    ),
    Verb(
        "found", "PLAYER : TILE+", say("position: the tiles of a player that lie open"), sorted=True
    ),
    Verb(
        "round",
        "NUMBER (discs | pawns)",
        say("position: the round and step at whose start the board stands"),
    ),
    Verb("conclusion", "", say("position: the board stands in the conclusion")),
)

VERBS: Mapping[str, Verb] = {verb.name: verb for verb in _LINES}
BOARD: Mapping[str, Verb] = {verb.name: verb for verb in _BOARD}
"""The lines that put down the board as it stands."""

_SPOKEN = (
    say("revealed deal disc pawn name shows neutral found round conclusion discs pawns"),
    *(say("give up"), say("nobody"), say("yes"), say("no")),
    say("result won lost"),
)


KIND_NAMES: Mapping[str, Name] = {
    "T": named("T", {"en": "tea houses", "fr": "salons de thé"}),
    "R": named("R", {"en": "restaurants", "fr": "restaurants"}),
    "P": named("P", {"en": "bakeries", "fr": "pâtisseries"}),
}
PLURALS: Mapping[str, Words] = {kind: name.name for kind, name in KIND_NAMES.items()}


def notation(box: Box) -> Notation:
    """Return the notation of a game played with `box`."""
    example = say("a tile such as {tile}", tile=box.tiles[0])
    targets = say("a street or a kind ({targets})", targets=listed(box.targets))
    vocabulary = {
        "TILE": one_of(box.tiles, example),
        "TARGET": one_of(tuple(box.targets), targets),
        "NUMBER": NUMBER,
    }
    return Notation(
        verbs=VERBS,
        vocabulary=vocabulary,
        spoken=_SPOKEN,
        names=KIND_NAMES,
        near=_near(box),
        sayings=sayings(box),
        tokens=(say("TILE"), say("TARGET")),
    )


def _near(box: Box) -> Near:
    """The block beside, the other houses of a block, the street beside, and another kind."""
    rows = [
        tuple(range(first, first + box.columns))
        for first in range(1, box.columns * box.rows, box.columns)
    ]
    lines = (*rows, *zip(*rows, strict=True))
    kinds = tuple(combinations(box.kinds, 2))
    beside = (tuple(f"{block}{kind}" for block in line) for line in lines for kind in box.kinds)
    houses = ((f"{b}{one}", f"{b}{other}") for row in rows for b in row for one, other in kinds)
    streets = [tuple(name for name in box.targets if name.startswith(way)) for way in "hv"]
    return Near((*beside, *houses, *streets, *zip(*streets, strict=False), *kinds))
