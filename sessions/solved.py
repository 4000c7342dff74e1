"""What somebody has solved, and the puzzles that are open: one small file beside the games.

It is written anew at every key, to a file of its own first, so that whatever stops the program
leaves a whole one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..models.words import say
from ..puzzles.code import code_of
from ..puzzles.grade import LEVELS
from ..puzzles.room import Puzzle
from .glicko import Rating, after
from .solving import Solving
from .store_file import StoreError, default_path

FILE = "puzzles.json"
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
class Desk:
    """All puzzles of one person: those `open` by their key, and those `solved`, the oldest first.

    `codes` are the texts by which open puzzles can be opened again.
    """

    open: Mapping[str, Solving] = field(default_factory=dict)
    solved: tuple[Solved, ...] = ()
    codes: Mapping[str, str] = field(default_factory=dict)

    def of(self, puzzle: Puzzle) -> Solving:
        """Return where one stands with `puzzle`."""
        return self.open.get(key_of(puzzle), Solving())

    def put(self, puzzle: Puzzle, solving: Solving, when: float) -> Desk:
        """Return the desk with `puzzle` where it stands now; a solved one is closed."""
        key = key_of(puzzle)
        open_ = {each: there for each, there in self.open.items() if each != key}
        codes = {each: code for each, code in self.codes.items() if each != key}
        if not solving.solved:
            codes[key] = code_of(puzzle)
            return replace(self, open={**open_, key: solving}, codes=codes)
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
        return Desk(open_, (*self.solved, done), codes)

    @property
    def rating(self) -> Rating:
        """How strong the person is; only the first time that a puzzle is solved counts."""
        mine, seen = Rating(), set[str]()
        for each in self.solved:
            if each.key not in seen and each.level in STRENGTH:
                mine = after(mine, STRENGTH[each.level], each.score)
            seen.add(each.key)
        return mine

    def save(self) -> None:
        """Write it; raises StoreError."""
        data = {
            "version": 1,
            "open": {key: solving.data() for key, solving in self.open.items()},
            "codes": dict(self.codes),
            "solved": [asdict(each) for each in self.solved],
        }
        path = _path()
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            new = path.with_name(f"{path.name}.{os.getpid()}")
            with os.fdopen(os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
                json.dump(data, file)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        except OSError as error:
            raise StoreError(_unusable(path, error.strerror)) from error


def desk() -> Desk:
    """Return what was saved, an empty desk at first; raises StoreError."""
    path = _path()
    try:
        data: Any = json.loads(path.read_text("utf-8"))
        if data["version"] != 1:
            raise ValueError
        open_ = {str(key): Solving.from_data(each) for key, each in data["open"].items()}
        codes = {str(key): str(code) for key, code in data["codes"].items()}
        return Desk(open_, tuple(Solved(**each) for each in data["solved"]), codes)
    except FileNotFoundError:
        return Desk()
    except OSError as error:
        raise StoreError(_unusable(path, error.strerror)) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        words = say("the puzzles in {path} cannot be read; the file was left as it is", path=path)
        raise StoreError(words) from None


def erase() -> None:
    """Forget all that was solved and all that is open."""
    _path().unlink(missing_ok=True)


def key_of(puzzle: Puzzle) -> str:
    """Return what a puzzle is known by, whatever it is called."""
    return sha256(code_of(puzzle).encode()).hexdigest()[:16]


def _path() -> Path:
    return default_path().with_name(FILE)


def _unusable(path: Path, reason: object) -> Any:
    return say("the puzzles in {path} cannot be used ({reason})", path=path, reason=reason)
