"""How a game looks on a page: a board made of a template, and the pieces of the own hand.

A game has a folder with `board.html` and `board.css`, and a `FACE` that makes what the template
shows out of a view alone. A game without one is played from its moves and its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ..models import games
from ..models.core import View
from ..models.words import Words, say

Values = Mapping[str, Any]
K = TypeVar("K")
V = TypeVar("V")
KEPT = 8
"""Objects for which `kept` keeps what was made of them."""


def no_region(view: View, items: Collection[str]) -> Words:
    """Return where on the table `items` are, of a game that does not say."""
    return say("the table")


def no_texts(view: View) -> Mapping[str, Words]:
    """Return what is printed on cards, of a game whose cards have no text."""
    return {}


@dataclass(frozen=True, slots=True)
class Face:
    """How one game is shown on a page, as the viewer of a record sees it.

    `folder` has the template and the style; `board` gives what the template shows, `now` where the
    game stands. `hand` are the pieces that the viewer can use, by what they lie in; `names` tells
    what words of the notation mean. `region` is the part of the table where some items are, `texts`
    what the cards say that are shown with their text.
    """

    folder: Path
    board: Callable[[View], Values]
    now: Callable[[View], Words]
    hand: Callable[[View], Mapping[Words, Sequence[str]]]
    names: Callable[[View], Mapping[str, Words]]
    region: Callable[[View, Collection[str]], Words] = no_region
    texts: Callable[[View], Mapping[str, Words]] = no_texts


def kept(make: Callable[[K], V]) -> Callable[[K], V]:
    """Return `make` so that what it made of the last few objects is not made again."""
    known: dict[int, tuple[K, V]] = {}

    def made(of: K) -> V:
        found = known.get(id(of))
        if found is None or found[0] is not of:
            while len(known) >= KEPT:
                del known[next(iter(known))]
            found = known[id(of)] = (of, make(of))
        return found[1]

    return made


def face_of(game: str) -> Face | None:
    """Return how the game called `game` looks on a page, None if it does not say."""
    face: Face | None = games.face_of(game)
    return face


def called(name: str) -> str:
    """Return what a player is called on a page."""
    return name.replace("_", " ")
