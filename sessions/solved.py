"""What somebody has solved, and the puzzles that are open: a small folder beside the games.

Every open puzzle has a file of its own, written anew at every key, to another name first: whatever
stops the program leaves a whole one, and puzzles that are open side by side leave each other alone.
What was solved is one file to which lines are added.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.notice import notice
from ..models.words import say
from ..puzzles import packing
from ..puzzles.bundled import LEVELS
from .glicko import Rating, after
from .solving import Solving
from .store_file import StoreError, default_path, write_whole

if TYPE_CHECKING:
    from ..puzzles.room import Puzzle

FOLDER = "puzzles"
SOLVED = "solved.jsonl"
VERSION = 1
STRENGTH: Mapping[str, Rating] = {
    level: Rating(1200 + 300 * number, 50) for number, level in enumerate(LEVELS)
}
"""How strong a puzzle of each level is, once and for all."""
LOST = 0.25
"""What every mistake, check or hint takes from a win."""


@dataclass(frozen=True, slots=True)
class Solved:
    """One puzzle that was solved: what it was, when (seconds since 1970), and at what price."""

    key: str
    name: str
    game: str
    kind: str
    level: str
    when: float
    seconds: float
    mistakes: int
    hints: int
    checks: int

    @property
    def score(self) -> float:
        """How much of a win it was, from 0 to 1."""
        return max(0.0, 1 - LOST * (self.mistakes + self.hints + self.checks))


@dataclass(frozen=True, slots=True)
class Open:
    """A puzzle that is open: the code that holds it, where one stands, since when."""

    code: str
    solving: Solving
    when: float


@dataclass(frozen=True, slots=True)
class Desk:
    """All puzzles of one person: `open` by their key, and `solved`, each the oldest first."""

    open: Mapping[str, Open] = field(default_factory=dict)
    solved: tuple[Solved, ...] = ()

    @property
    def rating(self) -> Rating:
        """How strong the person is; only the first time that a puzzle is solved counts."""
        mine, seen = Rating(), set[str]()
        for each in self.solved:
            if each.key not in seen and each.level in STRENGTH:
                mine = after(mine, STRENGTH[each.level], each.score)
            seen.add(each.key)
        return mine


def desk() -> Desk:
    """Return what was saved, an empty desk at first; raises StoreError.

    An open puzzle that cannot be read is told and passed over.
    """
    there = dict[str, Open]()
    with _usable():
        for file in _folder().glob("*.json"):
            try:
                found = _opened(file)
            except StoreError as error:
                notice(error.told)
                continue
            if found is not None:
                there[file.stem] = found
        oldest_first = sorted(there.items(), key=lambda each: each[1].when)
        return Desk(dict(oldest_first), tuple(_solved()))


def standing(puzzle: Puzzle) -> Solving:
    """Return where one stands with `puzzle`; raises StoreError."""
    with _usable():
        found = _opened(_file(key_of(puzzle)))
    return Solving() if found is None else found.solving


def keep(puzzle: Puzzle, solving: Solving, when: float) -> None:
    """Save where one stands with `puzzle`, of which `when` is now; raises StoreError.

    A solved one is closed.
    """
    from ..puzzles.code import code_of

    key = key_of(puzzle)
    with _usable():
        _folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        if not solving.solved:
            stands = {"code": code_of(puzzle), "solving": solving.data(), "when": when}
            write_whole(_file(key), json.dumps({"version": VERSION, **stands}))
            _line(key).unlink(missing_ok=True)
            return
        done = Solved(
            key,
            puzzle.name,
            puzzle.record.game.name,
            puzzle.kind.name,
            puzzle.level,
            when,
            round(solving.seconds, 1),
            solving.mistakes,
            solving.hints,
            solving.checks,
        )
        _append(_folder() / SOLVED, f"{json.dumps(asdict(done))}\n")
        _file(key).unlink(missing_ok=True)
        _line(key).unlink(missing_ok=True)


def line(puzzle: Puzzle) -> str:
    """Return what stood on the line that was typed last, not entered yet; raises StoreError."""
    with _usable():
        try:
            return _line(key_of(puzzle)).read_text("utf-8", "replace")
        except FileNotFoundError:
            return ""


def keep_line(puzzle: Puzzle, text: str) -> None:
    """Save what stands on the line; raises StoreError."""
    with _usable():
        write_whole(_line(key_of(puzzle)), text)


def erase() -> None:
    """Forget all that was solved and all that is open; raises StoreError."""
    with _usable():
        for file in _folder().glob("*"):
            file.unlink(missing_ok=True)


def key_of(puzzle: Puzzle) -> str:
    """Return what a puzzle is known by, whatever it is called."""
    from ..puzzles.code import code_of

    return packing.key_of(code_of(puzzle))


def _folder() -> Path:
    return default_path().with_name(FOLDER)


def _file(key: str) -> Path:
    return _folder() / f"{key}.json"


def _line(key: str) -> Path:
    return _folder() / f"{key}.line"


def _append(file: Path, text: str) -> None:
    flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND
    with os.fdopen(os.open(file, flags, 0o600), "wb") as stream:
        stream.write(text.encode())
        stream.flush()
        os.fsync(stream.fileno())


def _opened(file: Path) -> Open | None:
    """Return the puzzle that is open in `file`, None if there is no such file."""
    try:
        data: Any = json.loads(file.read_text("utf-8"))
        if data["version"] != VERSION:
            raise ValueError
        solving = Solving.from_data(data["solving"])
        return Open(str(data["code"]), solving, float(data["when"]))
    except FileNotFoundError:
        return None
    except _DAMAGED:
        raise _unreadable(file) from None


def _solved() -> Iterator[Solved]:
    file = _folder() / SOLVED
    try:
        rows = file.read_text("utf-8").splitlines()
        yield from (Solved(**json.loads(row)) for row in rows)
    except FileNotFoundError:
        return
    except _DAMAGED:
        raise _unreadable(file) from None


_DAMAGED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


@contextmanager
def _usable() -> Iterator[None]:
    """Tell what the system says if the folder cannot be used."""
    try:
        yield
    except OSError as error:
        words = say(
            "the puzzles in {path} cannot be used ({reason})", path=_folder(), reason=error.strerror
        )
        raise StoreError(words) from error


def _unreadable(file: Path) -> StoreError:
    return StoreError(
        say(
            "the puzzles in {path} cannot be read; the file was left as it is (move it away to go"
            " on without it)",
            path=file,
        )
    )
