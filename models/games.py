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
"""The header tag that names a set of cards.

A game that has it, or more than one version of its records, makes itself from both: `made`."""


@cache
def game_named(name: str) -> Game:
    """Return the rules of the game called `name`, a key of `GAMES`."""
    module = import_module(f".{GAMES[name]}", __package__)
    return cast(Game, module.GAME)


def game_of(tags: Mapping[str, str]) -> Game:
    """Return the rules of the game that a record's header names: of its version, with its cards.

    The version must be one of the game's. Raises TableError if there are no such cards.
    """
    name, version = tags["Game"], tags["Record"]
    game = game_named(name)
    boxed = CARDS in tags and CARDS in {each.name for each in game.settings}
    if not boxed and version == game.versions[-1]:
        return game
    module = import_module(f".{GAMES[name]}", __package__)
    return cast(Game, module.made(version, tags[CARDS]) if boxed else module.made(version))
