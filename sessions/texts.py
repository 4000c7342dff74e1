"""Texts kept beside the games in their file, by room and name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from ..models.notice import notice
from ..models.words import say
from .store_file import is_sound, store_errors, summed

if TYPE_CHECKING:
    import sqlite3

OPEN, LINES, SOLVED = "open puzzles", "lines of puzzles", "solved puzzles"
JUDGED, STARTS, COSTS = "judged choices", "starts", "costs"
PEOPLE = "people"
"""The rooms. Puzzles and judged choices are named by their keys; about people there is one text,
`ALL`."""
ALL = "all"
PUT = "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)"
"""The SQL statement that writes a row of `summed`: room, name and text."""


class Texts(MutableMapping[str, str]):
    """The texts of one room, by name; each is safe once it is written. Raises StoreError.

    A damaged text is reported, and counts as missing.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        writing: Callable[[], AbstractContextManager[None]],
        room: str,
    ) -> None:
        self._path = path
        self._connection = connection
        self._writing = writing
        self._room = room

    def __getitem__(self, name: str) -> str:
        return self._found("room = ? AND name = ?", name)[name]

    def __setitem__(self, name: str, text: str) -> None:
        with self._writing():
            self._connection.execute(PUT, summed((self._room, name, text)))

    def __delitem__(self, name: str) -> None:
        with self._writing():
            asked = "DELETE FROM kept WHERE room = ? AND name = ?"
            gone = self._connection.execute(asked, (self._room, name)).rowcount
        if not gone:
            raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.all())

    def all(self) -> Mapping[str, str]:
        """Return all of them, read at once."""
        return self._found("room = ?")

    def clear(self) -> None:
        """Delete all of them at once."""
        with self._writing():
            self._connection.execute("DELETE FROM kept WHERE room = ?", (self._room,))

    def _found(self, which: str, *names: str) -> Mapping[str, str]:
        asked = f"SELECT room, name, text, sum FROM kept WHERE {which} ORDER BY name"
        with store_errors(self._path):
            rows = self._connection.execute(asked, (self._room, *names)).fetchall()
        for room, name, *_ in (row for row in rows if not is_sound(row)):
            notice(say("{room}, {name}: not as it was saved, so left out", room=room, name=name))
        return {str(row[1]): str(row[2]) for row in rows if is_sound(row)}
