"""What a test promises, and where the author of a game looks when it is broken.

`@promise("what is legal is offered", "game.turn", "rules.en.md")` stands above a test: the promise
in words, then what keeps it: parts of a game by their names in `GAME`, `PLAY`, `FACE` and `LOOK`,
or files of its folder.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from ..models.games import face_of, folder_of, game_named, look_of, play_of

promise = pytest.mark.promise
LOADED: Mapping[str, Callable[[str], Any]] = {
    "game": game_named,
    "face": face_of,
    "look": look_of,
    "play": play_of,
}
"""The parts of a game, by the words that begin a name such as `game.turn`."""

LOADS = promise("the parts of the game can be loaded", "__init__.py")
MOST = 400
"""Letters of what was found that are told once more at the end."""


class Broken(Exception):
    """A test did not come to what it tries, since another promise is broken: `promised`."""

    def __init__(self, promised: pytest.MarkDecorator) -> None:
        super().__init__(promised.args[0])
        self.promised = promised.mark


@contextmanager
def trying(promised: pytest.MarkDecorator) -> Iterator[None]:
    """Hold what is done meanwhile to this promise, not to that of the test that needs it."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        raise Broken(promised) from error


def broken(game: str, promised: pytest.Mark, failed: pytest.ExceptionInfo[BaseException]) -> str:
    """Return what the author of `game` reads: the promise, where to look, and what was found."""
    for load in LOADED.values():
        try:
            load(game)
        except Exception as error:
            promised = LOADS.mark
            failed = pytest.ExceptionInfo.from_exception(error)
    cause = failed.value.__cause__
    if isinstance(failed.value, Broken) and cause is not None:
        return broken(game, failed.value.promised, pytest.ExceptionInfo.from_exception(cause))
    says, *where = promised.args
    home = folder_of(game)
    ours = [each for each in failed.traceback if home in Path(each.path).resolve().parents]
    at = (
        f"\n  in {ours[-1].name}, {_short(ours[-1].path, home)}:{ours[-1].lineno + 1}"
        if ours
        else ""
    )
    looked = "\n".join(f"  look at {_place(game, name, home)}" for name in where)
    return f"{game} breaks a promise: {says}.\n{looked}\n  {_first_line(failed)}{at}"


def _first_line(failed: pytest.ExceptionInfo[BaseException]) -> str:
    """Return what was found, in a line; the whole of it stands above."""
    told, _, more = f"{failed.typename}: {failed.value}".partition("\n")
    return f"{told[:MOST].rstrip()} …" if more or len(told) > MOST else told


def _short(path: object, home: Path) -> str:
    return Path(str(path)).resolve().relative_to(home.parent).as_posix()


def _place(game: str, name: str, home: Path) -> str:
    """Return where `name` is found in the sources of `game`."""
    part, *attributes = name.split(".")
    if part not in LOADED:
        return f"{home.name}/{name}"
    with suppress(Exception):  # what cannot be loaded, is told by the test
        found = LOADED[part](game)
        for attribute in attributes:
            found = getattr(found, attribute)
        if inspect.isroutine(found):
            code: CodeType = getattr(found, "__code__")  # noqa: B009 (of routines, some have none)
            return f"{found.__qualname__}, {_short(code.co_filename, home)}:{code.co_firstlineno}"
        for module in list(sys.modules.values()):
            path = Path(getattr(module, "__file__", None) or "/").resolve()
            for called, value in vars(module).items() if home in path.parents else ():
                if value is found and f"\n{called} = " in path.read_text("utf-8"):
                    return f"{called}, {_short(path, home)}"
    return f"{name} of {home.name}"
