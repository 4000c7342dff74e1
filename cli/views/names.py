"""Names of players and places for people, whole or short enough for a column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...models import words
from ...models.event import NOBODY
from ...models.words import Words
from ..language import tell

if TYPE_CHECKING:
    from ...solver.engine.solve import Solved


def called(name: str | Words, room: int = 20) -> str:
    """Return what a player or place is called on screen, cut to `room` letters."""
    whole = tell(name) if isinstance(name, Words) else words.called(name)
    return whole if len(whole) <= room else f"{whole[: room - 1]}…"


def screen_names(solved: Solved) -> Mapping[str, str]:
    """Return what each place in `solved.places` is called on screen."""
    return {place: called(solved.called(place)) for place in solved.places}


def short_names(names: Mapping[str, str], room: int) -> Mapping[str, str]:
    """Return a different name of at most `room` letters for each place, `–` for nobody.

    `names` are those of the places on screen.
    """
    short: dict[str, str] = {}
    for place, name in names.items():
        tries = [
            *(name[:size].rstrip() for size in range(room, 0, -1)),
            *(f"{name[0]}{n}" for n in range(2, 10)),
        ]
        free = (each for each in tries if each not in short.values())
        short[place] = "–" if place == NOBODY else next(free)
    return short
