"""`aparte config` and `aparte doctor`: the defaults of a house, the state of the program."""

from __future__ import annotations

import os
import platform
import sys
from typing import Annotated

import typer

from ... import __version__
from ...models.games import names
from ...models.words import Words, say, say_n
from ...sessions.house import ABOUT, default_path, read_house, write_house
from ...sessions.store_file import default_path as store_path
from ..arguments import wrong
from ..console import console, plain, print_words
from ..language import N_, language, tell
from ..screen import at_a_terminal, is_utf8

Name = Annotated[
    str | None,
    typer.Argument(
        metavar=N_("NAME"), help=N_("What to show or set: language, GAME.SETTING, and so on.")
    ),
]
Value = Annotated[str | None, typer.Argument(metavar=N_("VALUE"), help=N_("The new value."))]
Unset = Annotated[bool, typer.Option("--unset", help=N_("Remove this setting."))]


def config(name: Name = None, value: Value = None, unset: Unset = False) -> None:
    house = read_house()
    if name is None:
        if unset:
            raise wrong(say("name the setting to remove"))
        _show()
    elif value is None and not unset:
        house.with_value(name, None)  # so that an unknown name is told
        said = house.get(name)
        print(said if said is not None else tell(say("{name} is not set", name=name)))
    else:
        if value is not None and unset:
            raise wrong(say("a value, or --unset"))
        path = write_house(house.with_value(name, value))
        print_words(say("Written to {file}.", file=str(path)))


def _show() -> None:
    house = read_house()
    print_words(say("{file}:", file=str(default_path())))
    for name, about in ABOUT.items():
        print(f"  {name:<10} {house.get(name) or '-':<12} {tell(about)}")
    for name, said in house.by_name().items():
        if name not in ABOUT:
            print(f"  {name} = {said}")
    print_words(
        say("`aparte config NAME VALUE` sets one; GAME.SETTING is a setting of that game's header.")
    )


def doctor() -> None:
    """Print what is installed, where files are, what the terminal can do, what is compiled."""
    _tell(say("Versions"))
    python = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    _row("Aparté", f"{__version__}, {python}")
    _row(tell(say("libraries")), ", ".join(map(_versioned, LIBRARIES)))
    _row(tell(say("games")), ", ".join(names()))
    _tell(say("Folders"))
    _row(tell(say("program")), sys.modules[__package__.partition(".")[0]].__path__[0])
    _row(tell(say("saved games")), _there(str(store_path())))
    _row(tell(say("configuration")), _there(str(default_path())))
    _tell(say("Terminal"))
    size = console().size
    told = say("yes") if at_a_terminal() else say("no: input or output is a file or a pipe")
    _row(tell(say("people at it")), tell(told))
    _row(tell(say("size")), f"{size.width}×{size.height}")
    encoding = sys.stdout.encoding
    legible = say("{encoding}, every character", encoding=encoding)
    poorer = say("{encoding}: some characters are shown by others", encoding=encoding)
    _row(tell(say("encoding")), tell(legible if is_utf8(encoding) else poorer))
    coloured = not plain() and not os.environ.get("NO_COLOR")
    _row(tell(say("colour")), tell(say("yes") if coloured else say("no")))
    _row(tell(say("language")), str(language()))
    _compiled()


LIBRARIES = ("numba", "numpy", "ortools", "prompt_toolkit", "rich", "typer")


def _compiled() -> None:
    """Print where the compiled coaches are, and whether any is missing."""
    from ...solver.play.shelf import shelf

    _tell(say("Compiled coaches"))
    found = shelf()
    for folder in found.folders:
        files = len(list(folder.glob("*.nbc"))) if folder.is_dir() else 0
        _row(str(folder), tell(say_n("{n} file", "{n} files", files)))
    whole = say("all there: no advice waits for them")
    missing = say("some are missing: the first advice compiles them, once")
    _row(tell(say("state")), tell(whole if found.whole else missing))


def _versioned(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return tell(say("{package} is missing", package=package))


def _there(path: str) -> str:
    return path if os.path.exists(path) else tell(say("{file} (not there yet)", file=path))


def _tell(words: Words) -> None:
    print_words(words)


def _row(name: str, value: str) -> None:
    console().print(f"  {name}: {value}", soft_wrap=True)
