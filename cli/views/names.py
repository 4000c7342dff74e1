"""Names of players and places as people read them, whole or short enough for a column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...models.event import NOBODY
from ...models.places import place_words
from ...models.words import Words, listed, say
from ..language import tell

PLACES: Mapping[str, Words] = {
    NOBODY: say("nobody"),
    "removed": say("removed"),
    "deck": say("the deck"),
}
"""What places are called that are no players."""


def called(place: str, room: int = 20) -> str:
    """Return what a player or a place is called on screen, cut to `room` letters."""
    name = tell(PLACES[place]) if place in PLACES else place.replace("_", " ")
    return name if len(name) <= room else f"{name[: room - 1]}…"


def where(place: str) -> Words:
    """Return what a place is called in a sentence: "the top row of Bo", or a player's name."""
    return place_words(place) or say("{place}", place=called(place))


def told_result(result: Iterable[str]) -> Words:
    """Return the words of a result line as people read them."""
    spoken = {"won": say("won"), "lost": say("lost")}
    return say("{result}", result=listed((spoken.get(word, word) for word in result), " "))


def short_names(places: Iterable[str], room: int) -> Mapping[str, str]:
    """Return for each place a different name of at most `room` letters, `–` for nobody."""
    short: dict[str, str] = {}
    for place in places:
        name = called(place)
        tries = [
            *(name[:size].rstrip() for size in range(room, 0, -1)),
            *(f"{name[0]}{n}" for n in range(2, 10)),
        ]
        free = (each for each in tries if each not in short.values())
        short[place] = "–" if place == NOBODY else next(free)
    return short
