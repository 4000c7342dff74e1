"""`aparte new-game`: lays down a package with a small game that runs, to be made into another."""

from __future__ import annotations

import re
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from ...models.games import meant
from ...models.words import say
from ..arguments import wrong
from ..console import print_words
from ..language import N_

TEMPLATE = Path(__file__).parents[1] / "template"
CALLED = "mygame"
"""The name of the game in the template, as Mygame its title, as MY the letters of its rulings."""
SUFFIX = ".tmpl"
"""Ends the names of files that nothing but this command may take for what they are."""

Name = Annotated[
    str,
    typer.Argument(metavar=N_("NAME"), help=N_("The name of the game in records and commands.")),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar=N_("FOLDER"),
        file_okay=False,
        help=N_("Lay it down there, not in a folder of its name."),
    ),
]


def new_game(name: Name, out: Out = None) -> None:
    if not re.fullmatch(r"[a-z]{2}[a-z0-9_]*", name) or iskeyword(name):
        raise wrong(
            say("expected a name in small letters, such as lanterns, found '{name}'", name=name)
        )
    if meant(name) is not None:
        raise wrong(say("there is a game called {name}: choose another name", name=name))
    folder = out or Path(name)
    if folder.is_dir() and any(folder.iterdir()):
        raise wrong(say("{folder} is not empty", folder=str(folder)))
    found = find_spec(name)
    if found is not None and found.origin is not None:
        raise wrong(say("Python has a package {name}: choose another name", name=name))
    for source in sorted(TEMPLATE.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            _copy(source, folder, name)
    print_words(say("{name} is in {folder}, and runs:", name=name, folder=str(folder)))
    print(f"  pip install -e {folder}\n  aparte play {name} --players Ana,Bo")
    print_words(say("`python -m aparte.contract {name}` holds it to the contract.", name=name))


def _copy(source: Path, folder: Path, name: str) -> None:
    """Write one file of the template into `folder`, under the name of the game."""
    place = folder / str(source.relative_to(TEMPLATE)).replace(CALLED, name).removesuffix(SUFFIX)
    place.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix == ".mo":
        place.write_bytes(source.read_bytes())
        return
    text = source.read_text("utf-8").replace(CALLED, name)
    title = name.replace("_", " ").capitalize()
    letters = name.replace("_", "")[:2].upper()
    text = text.replace(CALLED.capitalize(), title).replace("MY-", f"{letters}-")
    place.write_text(text, encoding="utf-8")
