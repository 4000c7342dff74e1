"""The games: those of this package, and those of other packages.

A game is known by its entry, which says where its parts are found: the rules, the bots, what is
shown. Each layer loads its own part when it is asked for, so that a game can lie in one folder
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

from .words import Words, say, say_n

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .core import Game
    from .face import Face

GROUP = "aparte.games"
_PACKAGE = __name__.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Command:
    """A command for one game only: its module, and the function or Typer app that answers it."""

    module: str
    function: str
    help: str


@dataclass(frozen=True, slots=True)
class Listing:
    """What lists show of a game without loading its rules.

    `title` is what people call it, `seats` are the possible numbers of players, `aliases` other
    names that may be typed. `kinds` are its kinds of puzzles: names in records, and what people
    call them.
    """

    title: str
    seats: range
    aliases: tuple[str, ...] = ()
    kinds: Mapping[str, Words] = field(default_factory=dict)

    @property
    def called(self) -> Words:
        """The title, and how many can play."""
        return say("{title}, {players}", title=self.title, players=so_many(self.seats))


def so_many(seats: range) -> Words:
    """Return how many can play, for the possible numbers of players."""
    least, most = seats[0], seats[-1]
    if least == most:
        return say_n("{n} player", "{n} players", most)
    return say("{least} to {most} players", least=least, most=most)


@dataclass(frozen=True, slots=True)
class Entry:
    """Where the parts of a game are found, each a module by its full name.

    `rules` has `GAME`, the `Game`; `play` has `PLAY`, the `Play` of its bots and its coach; `face`
    has `FACE`, the `Face` that says what is shown of it; `look` has `LOOK`, the `Look` that draws
    this in the terminal; `page` is the package whose folder has `board.html` and `board.css`, which
    draw it on phones; `puzzles` has `PUZZLES`, which makes them. Without a `look` or a `page`,
    sentences stand there; without a `face`, the part of the game. `catalogues` is the folder,
    beside `rules`, of its translations; it is empty if they are in the catalogues of this package.
    `commands` are the commands it adds, by name.
    """

    rules: str
    play: str
    listing: Listing
    face: str = f"{_PACKAGE}.models.face"
    look: str = f"{_PACKAGE}.cli.views"
    page: str = ""
    puzzles: str = ""
    catalogues: str = ""
    commands: Mapping[str, Command] = field(default_factory=dict)


def _own(name: str, listing: Listing, **commands: Command) -> Entry:
    folder = name.replace("-", "_")
    return Entry(
        rules=f"{_PACKAGE}.models.{folder}",
        play=f"{_PACKAGE}.solver.games.{folder}",
        listing=listing,
        face=f"{_PACKAGE}.models.{folder}.face",
        look=f"{_PACKAGE}.cli.games.{folder}",
        page=f"{_PACKAGE}.web.games.{folder}",
        puzzles=f"{_PACKAGE}.puzzles.{folder}",
        commands=commands,
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
                "plan": say("the plan that is sure of most"),
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
                "several": say("who holds them"),
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
                "rest": say("most points in the rest of a round"),
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
                "points": say("how many points at least, or at most"),
                "ahead": say("how many points more than another"),
                "took": say("who took what"),
            },
        ),
    ),
}
"""The games of this package: known without looking at what else is installed."""


LIKE = 0.6
"""How similar a typed word and a name must be for a guess, from 0 to 1."""


def names() -> tuple[str, ...]:
    """Return the names of all games, those of other packages last."""
    return (*OWN, *_foreign())


def is_game(name: str) -> bool:
    """Tell whether there is a game of this name."""
    return name in OWN or name in _foreign()


def meant(text: str) -> str | None:
    """Return the name of the game typed as `text`: by its name, its title or an alias.

    Case, accents, blanks and hyphens do not matter.
    """
    typed = _bare(text)
    for name in names():
        if typed == _bare(name):
            return name
    return next((name for name in names() if typed in _called(name)), None)


def nearest(text: str) -> str | None:
    """Return the name of the game most similar to what was typed, None if none is similar."""
    from difflib import get_close_matches

    known = {called: name for name in names() for called in _called(name)}
    found = get_close_matches(_bare(text), known, 1, LIKE)
    return known[found[0]] if found else None


def _called(name: str) -> tuple[str, ...]:
    listed = listing(name)
    return tuple(map(_bare, (name, listed.title, *listed.aliases)))


def _bare(text: str) -> str:
    """Return `text` as it is compared: only letters and digits, without accents."""
    apart = normalize("NFKD", text.casefold())
    return "".join(each for each in apart if each.isalnum())


def entry(name: str) -> Entry:
    """Return the entry of the game called `name`, one of `names`."""
    found = OWN.get(name)
    return _loaded(name) if found is None else found


@cache
def _loaded(name: str) -> Entry:
    """Return the entry that another package brings.

    If that fails, the others can be played all the same: whoever asks for the parts of this game
    gets the error.
    """
    point = _foreign()[name]
    try:
        loaded: Entry = point.load()
    except Exception:
        return Entry(point.module, point.module, Listing(f"{name} (?)", range(1, 10)))
    return loaded


def folder_of(name: str) -> Path:
    """Return the folder of the rules of the game called `name`, one of `names`."""
    found = find_spec(entry(name).rules)
    assert found is not None and found.origin is not None
    return Path(found.origin).resolve().parent


def listing(name: str) -> Listing:
    """Return what lists show of the game called `name`, one of `names`."""
    return entry(name).listing


def game_named(name: str) -> Game:
    """Return the rules of the game called `name`, one of `names`."""
    game: Game = _part(entry(name).rules, "GAME")
    return game


def game_of(tags: Mapping[str, str]) -> Game:
    """Return the rules of the game that a record's header names, with the settings in its tags.

    Raises TableError if a tag asks for something that does not exist.
    """
    return game_named(tags["Game"]).made(tags)


def play_of(name: str) -> Any:
    """Return the `Play` of the game called `name`: its bots and its coach."""
    return _part(entry(name).play, "PLAY")


def face_of(name: str) -> Face:
    """Return the face of the game called `name`: what is shown of it."""
    face: Face = _part(entry(name).face, "FACE")
    return face


def look_of(name: str) -> Any:
    """Return the `Look` of the game called `name`: how the terminal draws it."""
    return _part(entry(name).look, "LOOK")


@cache
def page_of(name: str) -> Path | None:
    """Return the folder of the template that draws the game called `name`, None if it has none."""
    page = entry(name).page
    found = find_spec(page) if page else None
    folders = found.submodule_search_locations if found else None
    return Path(next(iter(folders))) if folders else None


def puzzles_of(name: str) -> Any:
    """Return the puzzle maker of the game called `name`, None if it has none."""
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
    """Tell whether any package may bring games: a quick look before reading all entry points."""
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
