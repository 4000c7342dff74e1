"""The games there are: those of this package, and those that other packages bring.

A game is known by its entry, which says where its parts are found: the rules, who plays, how it
looks. Each layer loads its own part when it is asked for, so that a game can lie in one folder
without breaking the layers. Another package registers an entry in the group `aparte.games` of its
entry points; docs/new-game.md tells how.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from .words import Words, say

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .core import Game

GROUP = "aparte.games"
_PACKAGE = __name__.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Command:
    """A command that serves one game: the module and the function, or Typer app, that answers."""

    module: str
    function: str
    help: str


@dataclass(frozen=True, slots=True)
class Listing:
    """What lists show of a game, for which its rules need not be loaded.

    `title` is what people call it, `seats` are how many can play, `aliases` what else may be typed.
    `kinds` are its kinds of puzzles as people call them, by their names in records.
    """

    title: str
    seats: range
    aliases: tuple[str, ...] = ()
    kinds: Mapping[str, Words] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """What lists show of a game, and where its parts are found, each a module by its full name.

    `rules` has `GAME`, the `Game`; `play` has `PLAY`, the `Play` of its bots and its coach; `look`
    has `LOOK`, the `Look` of its board in the terminal; `face`, if there is one, has `FACE`, how it
    looks on phones; `puzzles`, if there is one, has `PUZZLES`, what makes them. `catalogues`
    is the folder, beside `rules`, of its messages in other languages, none where they stand in the
    catalogues of this package. `commands` are those that it brings, by name. Without a `listing`
    lists load the rules.
    """

    rules: str
    play: str
    look: str
    puzzles: str = ""
    catalogues: str = ""
    face: str = ""
    commands: Mapping[str, Command] = field(default_factory=dict)
    listing: Listing | None = None


def _own(name: str, listing: Listing, **commands: Command) -> Entry:
    folder = name.replace("-", "_")
    return Entry(
        f"{_PACKAGE}.models.{folder}",
        f"{_PACKAGE}.solver.games.{folder}",
        f"{_PACKAGE}.cli.games.{folder}",
        f"{_PACKAGE}.puzzles.{folder}",
        face=f"{_PACKAGE}.web.games.{folder}",
        commands=commands,
        listing=listing,
    )


_CARDS = Command(
    f"{_PACKAGE}.cli.games.bards.cards",
    "app",
    "Show, check and begin card sets of Battle of the Bards.",
)
OWN: Mapping[str, Entry] = {
    "onstage": _own(
        "onstage",
        Listing(
            "Onstage",
            range(3, 6),
            ("sáng đèn", "sang den"),
            {
                "who": say("who holds it"),
                "all": say("everything"),
                "play": say("the play that is sure of most"),
                "blossoms": say("how many are sure"),
            },
        ),
    ),
    "adresses-jaunes": _own(
        "adresses-jaunes",
        Listing(
            "Les Adresses Jaunes",
            range(2, 5),
            ("aj",),
            {
                "all": say("everything"),
                "who": say("who holds it"),
                "safe": say("the safe naming"),
            },
        ),
    ),
    "bards": _own(
        "bards",
        Listing(
            "Battle of the Bards",
            range(2, 5),
            ("battle of the bards",),
            {
                "best": say("the best turn"),
                "win": say("the audience that can be won"),
                "fewest": say("the fewest dice"),
            },
        ),
        cards=_CARDS,
    ),
    "overseers": _own(
        "overseers",
        Listing(
            "Overseers",
            range(3, 7),
            kinds={
                "which": say("which it is"),
                "vote": say("the vote that cannot miss"),
                "answer": say("the answer that cannot lose"),
            },
        ),
    ),
}
"""The games of this package: known without a look at what else is installed."""


LIKE = 0.6
"""How much a word has to look like another one to be taken for it, from 0 to 1."""


def names() -> tuple[str, ...]:
    """Return the names of all games, those of other packages last."""
    return (*OWN, *_foreign())


def is_game(name: str) -> bool:
    """Tell whether there is a game of this name."""
    return name in OWN or name in _foreign()


def meant(text: str) -> str | None:
    """Return the name of the game that is typed as `text`: its name, title or an alias.

    Neither case nor accents, blanks or hyphens matter.
    """
    typed = _bare(text)
    for name in names():
        if typed == _bare(name):
            return name
    return next((name for name in names() if typed in _called(name)), None)


def nearest(text: str) -> str | None:
    """Return the name of the game that looks most like what was typed, None if none does."""
    from difflib import get_close_matches

    known = {called: name for name in names() for called in _called(name)}
    found = get_close_matches(_bare(text), known, 1, LIKE)
    return known[found[0]] if found else None


def _called(name: str) -> tuple[str, ...]:
    listed = listing(name)
    return tuple(map(_bare, (name, listed.title, *listed.aliases)))


def _bare(text: str) -> str:
    """Return `text` as it is compared: letters and digits alone, without accents."""
    apart = normalize("NFKD", text.casefold())
    return "".join(each for each in apart if each.isalnum())


def entry(name: str) -> Entry:
    """Return the entry of the game called `name`, one of `names`."""
    found = OWN.get(name)
    if found is None:
        loaded: Entry = _foreign()[name].load()
        return loaded
    return found


def listing(name: str) -> Listing:
    """Return what lists show of the game called `name`, one of `names`."""
    told = entry(name).listing
    if told is None:
        game = game_named(name)
        told = Listing(game.title, game.seats, game.aliases)
    return told


def game_named(name: str) -> Game:
    """Return the rules of the game called `name`, one of `names`."""
    game: Game = _part(entry(name).rules, "GAME")
    return game


def game_of(tags: Mapping[str, str]) -> Game:
    """Return the rules of the game that a record's header names, as its other tags make it.

    Raises TableError where there is nothing such as they ask for.
    """
    return game_named(tags["Game"]).made(tags)


def play_of(name: str) -> Any:
    """Return who plays the game called `name`: a `Play` of the solver."""
    return _part(entry(name).play, "PLAY")


def look_of(name: str) -> Any:
    """Return how the game called `name` is shown in the terminal: a `Look`."""
    return _part(entry(name).look, "LOOK")


def face_of(name: str) -> Any:
    """Return how the game called `name` is shown on a page, None if it has nothing of its own."""
    shown = entry(name).face
    return _part(shown, "FACE") if shown else None


def puzzles_of(name: str) -> Any:
    """Return what makes puzzles of the game called `name`, None if nothing does."""
    made = entry(name).puzzles
    return _part(made, "PUZZLES") if made else None


def foreign_catalogues() -> tuple[str, ...]:
    """Return the folders of the messages that games of other packages bring."""
    entries = (entry(name) for name in _foreign())
    found = ((each, find_spec(each.rules)) for each in entries if each.catalogues)
    return tuple(
        str(Path(spec.origin).parent / each.catalogues)
        for each, spec in found
        if spec and spec.origin
    )


def _part(module: str, attribute: str) -> Any:
    return getattr(import_module(module), attribute)


@cache
def _foreign() -> Mapping[str, EntryPoint]:
    if not _are_announced():
        return {}
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in OWN}


def _are_announced() -> bool:
    """Tell whether packages may bring games: a look that costs less than reading what all bring."""
    for folder in dict.fromkeys(sys.path):
        try:
            files = os.listdir(folder or ".")
        except NotADirectoryError:
            return True  # an archive: only its reader can tell
        except OSError:
            continue
        for file in files:
            if file.endswith((".dist-info", ".egg-info")) and _announces(Path(folder, file)):
                return True
    return False


def _announces(package: Path) -> bool:
    try:
        return GROUP in (package / "entry_points.txt").read_text("utf-8", "replace")
    except OSError:
        return False
