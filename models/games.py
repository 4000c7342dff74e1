"""The games there are, by name. A new game is one folder and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import cast

from .core import Game

GAMES = {
    "onstage": "onstage",
    "adresses-jaunes": "adresses_jaunes",
    "bards": "bards",
    "overseers": "overseers",
}


CARDS = "Cards"
"""The header tag that names a set of cards; games that have it make themselves from it."""


@cache
def game_named(name: str) -> Game:
    """Return the rules of the game called `name`, a key of `GAMES`."""
    module = import_module(f".{GAMES[name]}", __package__)
    return cast(Game, module.GAME)


def game_of(tags: Mapping[str, str]) -> Game:
    """Return the rules of the game that a record's header names, with the cards it names.

    Raises TableError if there are no such cards.
    """
    name = tags["Game"]
    if CARDS not in tags or CARDS not in {each.name for each in game_named(name).settings}:
        return game_named(name)
    module = import_module(f".{GAMES[name]}", __package__)
    return cast(Game, module.boxed(tags[CARDS]))
