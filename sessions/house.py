"""The house's defaults: what its people want unless they say otherwise, in one TOML file.

language = "fr" help = "deductions"

[game] Setting = "value"
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.games import game_named, meant, names
from ..models.token import Token, one_of
from ..models.words import Words, listed, say
from .errors import BadRequest
from .levels import LEVELS, level_named
from .store_file import HOME, write_whole

if TYPE_CHECKING:
    from ..models.core import Game

FILE = "config.toml"
CHOICES: Mapping[str, tuple[str, ...]] = {
    "language": ("en", "fr"),
    "help": tuple(LEVELS),
}
WIDTH = "width"
NARROWEST, WIDEST = 20, 1000
ABOUT: Mapping[str, Words] = {
    "language": say("the language that is spoken"),
    "help": say("how much a new game may be helped: all, moves, deductions, off"),
    WIDTH: say("the most columns that are used"),
}


@dataclass(frozen=True)
class House:
    """The content of the file: `values` by name, `games` their settings by game and name.

    The `shared` ones are settings of every game that has one of this name, in small letters.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    shared: Mapping[str, str] = field(default_factory=dict)

    def of(self, game: Game) -> tuple[str, ...]:
        """Return the house's settings of `game`, as NAME=VALUE."""
        shared = {
            setting.name: self.shared[setting.name.lower()]
            for setting in game.settings
            if setting.name.lower() in self.shared
        }
        found = {**shared, **self.games.get(game.name, {})}
        return tuple(f"{name}={value}" for name, value in found.items())

    def get(self, name: str) -> str | None:
        """Return the value of `language`, `game.Setting` or `setting`, None if it is not set."""
        game, dot, setting = name.rpartition(".")
        if dot:
            return self.games.get(game, {}).get(setting)
        return self.values.get(name, self.shared.get(name.lower()))

    def by_name(self) -> Mapping[str, str]:
        """Return all values and settings by name."""
        pairs = {f"{game}.{name}": v for game, s in self.games.items() for name, v in s.items()}
        return {**self.values, **self.shared, **pairs}

    def with_value(self, name: str, value: str | None) -> House:
        """Return the house with this value set, or unset if it is None.

        Raises BadRequest if there is no such name or value.
        """
        game, dot, setting = name.partition(".")
        if not dot:
            if one_of((*CHOICES, WIDTH)).read(name) is None and (tokens := _of_games(name)):
                return replace(self, shared=_with(self.shared, name.lower(), value, tokens))
            name = _known(name, value)
            left = {each: said for each, said in self.values.items() if each != name}
            return replace(
                self, values=left if value is None else {**left, name: _read(name, value)}
            )
        found = meant(game)
        if found is None:
            raise BadRequest(say("no game '{name}'", name=game))
        rules = game_named(found)
        given = {each.name: each for each in rules.settings if each.read_file is None}
        exact = one_of(tuple(given)).read(setting)
        if exact is None:
            raise BadRequest(
                say(
                    "no setting '{setting}' in {game}; there are {names}",
                    setting=setting,
                    game=rules.title,
                    names=listed(given),
                )
            )
        kept = {each: said for each, said in self.games.get(found, {}).items() if each != exact}
        if value is not None:
            token = given[exact].value
            text = token.read(value)
            if text is None:
                words = say("{name}: expected {expected}", name=exact, expected=token.expected)
                raise BadRequest(words)
            kept[exact] = text
        games = {**self.games, found: kept}
        return replace(self, games={each: said for each, said in games.items() if said})

    def written(self) -> str:
        """Return the file's text."""
        rows = [f"{name} = {_toml(v)}" for name, v in {**self.values, **self.shared}.items()]
        for game, settings in self.games.items():
            rows += ["", f"[{game}]"]
            rows += [f"{name} = {_toml(value)}" for name, value in settings.items()]
        return "\n".join([*rows, ""]).removeprefix("\n")


def default_path() -> Path:
    """Return where this user's file is."""
    from platformdirs import user_config_path

    home = os.environ.get(HOME)
    return (Path(home) if home else user_config_path("aparte", appauthor=False)) / FILE


def read_house() -> House:
    """Return the content of this user's file, empty if there is no file.

    Raises BadRequest if it cannot be understood, OSError if it cannot be read.
    """
    path = default_path()
    if not path.is_file():
        return House()
    import tomllib

    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise BadRequest(
            say("{file}: this is no TOML ({reason})", file=str(path), reason=str(error))
        ) from None
    house = House()
    for name, value in data.items():
        inside = value.items() if isinstance(value, dict) else [("", value)]
        for setting, said in inside:
            whole = f"{name}.{setting}" if setting else name
            try:
                house = house.with_value(whole, _text(said))
            except BadRequest as error:
                raise BadRequest(
                    say("{file}: {words}", file=str(path), words=error.words)
                ) from None
    return house


def write_house(house: House) -> Path:
    """Write the file, whole or not at all, and return its path. Raises OSError."""
    path = default_path()
    write_whole(path, house.written())
    return path


def _of_games(name: str) -> Sequence[Token]:
    """Return the values of every setting that a game has by this name, in any capitals."""
    return [
        setting.value
        for game in names()
        for setting in game_named(game).settings
        if setting.name.lower() == name.lower() and setting.read_file is None
    ]


def _with(
    shared: Mapping[str, str], name: str, value: str | None, tokens: Sequence[Token]
) -> Mapping[str, str]:
    """Return `shared` with this value, which one of `tokens` reads; None takes it away."""
    left = {each: said for each, said in shared.items() if each != name}
    if value is None:
        return left
    said = next(filter(None, (token.read(value) for token in tokens)), None)
    if said is None:
        words = say("{name}: expected {expected}", name=name, expected=tokens[0].expected)
        raise BadRequest(words)
    return {**left, name: said}


def _known(name: str, value: str | None) -> str:
    found = one_of((*CHOICES, WIDTH)).read(name)
    if found is None:
        names = listed((*CHOICES, WIDTH, "GAME.SETTING"))
        raise BadRequest(say("no '{name}' to be set; there are {names}", name=name, names=names))
    return found


def _read(name: str, value: str) -> str:
    if name == WIDTH:
        columns = int(value) if re.fullmatch(r"[0-9]{1,4}", value) else 0
        if NARROWEST <= columns <= WIDEST:
            return str(columns)
        words = say("a number from {least} to {most}", least=NARROWEST, most=WIDEST)
        raise BadRequest(say("{name}: expected {expected}", name=name, expected=words))
    token = one_of(CHOICES[name])
    found = level_named(value) if name == "help" else token.read(value)
    if found is None:
        raise BadRequest(say("{name}: expected {expected}", name=name, expected=token.expected))
    return found


def _text(value: Any) -> str:
    return str(value) if isinstance(value, int | str) else repr(value)


def _toml(value: str) -> str:
    """Return `value` in TOML, whose basic strings are written as in JSON."""
    from json import dumps

    return value if re.fullmatch(r"[1-9][0-9]*", value) else dumps(value, ensure_ascii=False)
