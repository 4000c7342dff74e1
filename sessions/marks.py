"""How far each saved game had come when its last change was confirmed, in a file of its own.

A write-ahead log whose end is torn loses that end without a word: SQLite takes what is whole for
all there was. So after each change its count is written here. A store that counts less than its
marks has lost something; one that counts more was stopped before it could mark, and is fine.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from concurrent.futures import Executor

_WIDTH = 64
"""Bytes of a mark: it never lies across two sectors of a disk, and is there whole or not at all."""
_PLACES = 1024
"""Marks that are kept; a newer game takes the place of one that many before it."""
_MARK = re.compile(rb"(\w+) (\d{1,18}) (\d{1,18}) *\n")


MARKS = "-marks"
"""The end of the name of their file."""


class Mark(NamedTuple):
    """A game, and how often it had been changed."""

    game: int
    changes: int


THERE = Mark(0, 0)
"""Marks a store in which no game is saved yet, but something else."""


def beside(path: Path, ending: str) -> Path:
    """Return the file that lies beside `path`, with its name and this `ending`."""
    return path.with_name(path.name + ending)


def marks_of(path: Path) -> Mapping[str, Sequence[Mark]]:
    """Return the marks beside the store at `path`, by the name of the store that they belong to."""
    found: dict[str, list[Mark]] = {}
    with suppress(OSError):
        data = beside(path, MARKS).read_bytes()
        for place in range(min(len(data) // _WIDTH, _PLACES)):
            match = _MARK.fullmatch(data, place * _WIDTH, (place + 1) * _WIDTH)
            if match:
                mark = Mark(int(match[2]), int(match[3]))
                found.setdefault(match[1].decode("ascii", "replace"), []).append(mark)
    return found


class Marks:
    """The marks of the `store` of this `name`."""

    def __init__(self, store: Path, name: str) -> None:
        self._store = store
        self._path = beside(store, MARKS)
        self._name = name
        self._later: Executor | None = None

    @contextmanager
    def later(self) -> Iterator[None]:
        """Within the block, write marks one after the other while nobody waits for it."""
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as self._later:
            try:
                yield
            finally:
                self._later = None

    def __iter__(self) -> Iterator[Mark]:
        return iter(marks_of(self._store).get(self._name, ()))

    def put(self, mark: Mark) -> None:
        """Write `mark` in place of the one before; what it marks is safe without it."""
        self._write(mark.game, f"{self._name} {mark.game} {mark.changes}")

    def remove(self, game: int) -> None:
        """Forget a game that is no more."""
        self._write(game, "")

    def _write(self, game: int, text: str) -> None:
        if self._later is None:
            self._write_now(game, text)
        else:
            self._later.submit(self._write_now, game, text)

    def _write_now(self, game: int, text: str) -> None:
        with suppress(OSError):
            handle = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
            with os.fdopen(handle, "r+b", buffering=0) as file:
                file.seek(game % _PLACES * _WIDTH)
                file.write(text.ljust(_WIDTH - 1).encode() + b"\n")
                os.fsync(file.fileno())
