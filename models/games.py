"""The games there are, by name. A new game is one folder and one line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from .core import Game

GAMES = {
    "onstage": "onstage",
    "adresses-jaunes": "adresses_jaunes",
    "overseers": "overseers",
}


@cache
def game_named(name: str) -> Game:
    """Return the rules of the game called `name`, a key of `GAMES`."""
    module = import_module(f".{GAMES[name]}", __package__)
    return cast(Game, module.GAME)
