"""Marks: how far each saved game had come at its last confirmed change, in a separate file.

A write-ahead log whose end is torn loses that end silently: SQLite takes the intact part for
everything. So after each change its number is written here. A store that counts less than its marks
has lost something; one that counts more was stopped before it could mark, and is fine.
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
"""Bytes of a mark: it never crosses two sectors of a disk, so it is there whole or not at all."""
_PLACES = 1024
"""How many marks are kept; a game takes the place of the one so many numbers before it."""
_MARK = re.compile(rb"(\w+) (\d{1,18}) (\d{1,18}) *\n")


MARKS = "-marks"
"""The suffix of the file's name."""


class Mark(NamedTuple):
    """A game, and how often it had been changed."""

    game: int
    changes: int


THERE = Mark(0, 0)
"""The mark of a store that holds something, but no game yet."""


def beside(path: Path, ending: str) -> Path:
    """Return the file beside `path` with the same name and this `ending`."""
    return path.with_name(path.name + ending)


def marks_of(path: Path) -> Mapping[str, Sequence[Mark]]:
    """Return the marks beside the store at `path`, by the name of their store."""
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
    """The marks of one store, named `name`."""

    def __init__(self, store: Path, name: str) -> None:
        self._store = store
        self._path = beside(store, MARKS)
        self._name = name
        self._waiting: dict[int, str] = {}
        """What is to be written of each game."""
        self._later: Executor | None = None

    @contextmanager
    def later(self) -> Iterator[None]:
        """Write marks in the background within the block, so that nobody waits for them."""
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as self._later:
            try:
                yield
            finally:
                self._later = None

    def __iter__(self) -> Iterator[Mark]:
        return iter(marks_of(self._store).get(self._name, ()))

    def put(self, mark: Mark) -> None:
        """Write `mark` over the earlier one; the change it marks is safe without it."""
        self._write(mark.game, f"{self._name} {mark.game} {mark.changes}")

    def remove(self, game: int) -> None:
        """Forget the mark of a removed game."""
        self._write(game, "")

    def _write(self, game: int, text: str) -> None:
        self._waiting[game] = text
        if self._later is None:
            self._write_all()
        else:
            self._later.submit(self._write_all)

    def _write_all(self) -> None:
        """Write all marks that wait; each time they are put on the disk together."""
        if not self._waiting:
            return
        with suppress(OSError):
            handle = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
            with os.fdopen(handle, "r+b", buffering=0) as file:
                while self._waiting:
                    game, text = self._waiting.popitem()
                    file.seek(game % _PLACES * _WIDTH)
                    file.write(text.ljust(_WIDTH - 1).encode() + b"\n")
                os.fsync(file.fileno())
