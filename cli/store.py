"""Saved games: one SQLite file, in which a line is safe before anybody is told that it stands.

A game is kept as the text of its record, row by row; the record is the truth, the rest of what is
kept says who of the players is a program. The file is written ahead and synchronised at every
change (WAL, synchronous=FULL), so that whatever stops the program loses no line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from ..models.core import Record
from ..models.errors import TableError
from ..models.record import read, write
from ..models.words import Words, say

if TYPE_CHECKING:
    import sqlite3

HOME = "APARTE_HOME"
"""Set in the environment, it names the folder of the saved games."""
FILE = "games.sqlite3"
VERSION = 1
APPLICATION = int.from_bytes(b"Apar")
"""Marks the file as ours, in the header that SQLite leaves to its users for this."""

_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    bots TEXT NOT NULL,
    seed TEXT NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0,
    changed TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS rows (
    game INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""


class StoreError(TableError):
    """The saved games cannot be read or written; the file is left as it is."""

    kind = "store"


@dataclass(frozen=True)
class Saved:
    """A saved game: the rows of its record, who is played by which bot, and the seed of chance.

    `changes` counts how often it was written: whoever has counted less has an old copy.
    """

    id: int
    rows: tuple[str, ...]
    bots: Mapping[str, str]
    seed: str
    changed: datetime
    changes: int = 0

    @cached_property
    def record(self) -> Record:
        """The record, held to the rules; raises BadNotation and IllegalAction."""
        return read("".join(f"{row}\n" for row in self.rows))


def default_path() -> Path:
    """Return where the games of this user are saved."""
    from platformdirs import user_data_path

    home = os.environ.get(HOME)
    return (Path(home) if home else user_data_path("aparte", appauthor=False)) / FILE


@contextmanager
def opened(path: Path | None = None) -> Iterator[Store]:
    """Open the saved games for a while, made if there are none yet; raises StoreError."""
    path = path or default_path()
    with _told(path):
        _check_header(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = _connected(path)
    try:
        yield Store(path, connection)
    finally:
        connection.close()


class Store:
    """The saved games of one file; every method raises StoreError."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def games(self) -> list[Saved]:
        """Return all games, the one last changed first."""
        with _told(self.path):
            ids = self._connection.execute("SELECT id FROM games ORDER BY changed DESC, id DESC")
            return [self.game(id) for (id,) in ids.fetchall()]

    def game(self, id: int) -> Saved:
        """Return the game with this id."""
        with _told(self.path), self._transaction("BEGIN"):
            found = self._connection.execute(
                "SELECT bots, seed, changed, changes FROM games WHERE id = ?", (id,)
            ).fetchone()
            if found is None:
                raise StoreError(say("there is no saved game {id}; see `aparte games`", id=id))
            bots, seed, changed, changes = found
            return Saved(
                id,
                self._rows(id),
                dict(bot.split("=") for bot in bots.split()),
                seed,
                datetime.fromisoformat(changed),
                changes,
            )

    def add(self, record: Record, bots: Mapping[str, str] | None = None, seed: str = "") -> Saved:
        """Save a game that is new here, with its bots (player to bot) and its seed."""
        bots, rows = bots or {}, _rows_of(record)
        now = datetime.now(UTC)
        with _told(self.path), self._transaction("BEGIN IMMEDIATE"):
            written = " ".join(f"{player}={bot}" for player, bot in bots.items())
            id = self._connection.execute(
                "INSERT INTO games (bots, seed, changed) VALUES (?, ?, ?)",
                (written, seed, now.isoformat()),
            ).lastrowid
            assert id is not None
            self._write(id, 0, rows)
        return Saved(id, rows, bots, seed, now)

    def keep(self, saved: Saved, record: Record) -> Saved:
        """Make `record` the record of `saved`, whatever was added to it or taken back.

        Returned means safe: what is told to the players is told after this. Refused if another
        window has gone on with the game meanwhile.
        """
        rows = _rows_of(record)
        pairs = zip(saved.rows, rows, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        now = datetime.now(UTC)
        with _told(self.path), self._transaction("BEGIN IMMEDIATE"):
            updated = self._connection.execute(
                "UPDATE games SET changes = changes + 1, changed = ? WHERE id = ? AND changes = ?",
                (now.isoformat(), saved.id, saved.changes),
            ).rowcount
            if not updated:
                words = say(
                    "game {id} was continued in another window meanwhile; nothing was added here,"
                    " `aparte resume {id}` goes on with it",
                    id=saved.id,
                )
                raise StoreError(words)
            self._write(saved.id, same, rows[same:])
        return replace(saved, rows=rows, changed=now, changes=saved.changes + 1)

    def _rows(self, id: int) -> tuple[str, ...]:
        found = self._connection.execute(
            "SELECT text FROM rows WHERE game = ? ORDER BY number", (id,)
        )
        return tuple(text for (text,) in found.fetchall())

    def _write(self, id: int, after: int, rows: Sequence[str]) -> None:
        self._connection.execute("DELETE FROM rows WHERE game = ? AND number > ?", (id, after))
        self._connection.executemany(
            "INSERT INTO rows (game, number, text) VALUES (?, ?, ?)",
            [(id, number, row) for number, row in enumerate(rows, start=after + 1)],
        )

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        self._connection.execute(begin)
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            # A full disk may have rolled back already.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


def _rows_of(record: Record) -> tuple[str, ...]:
    return tuple(write(record).removesuffix("\n").split("\n"))


def _connected(path: Path) -> sqlite3.Connection:
    import sqlite3

    connection = sqlite3.connect(path, timeout=5, isolation_level=None)
    try:
        (sound,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if sound != "ok":
            raise sqlite3.DatabaseError(sound)
        if connection.execute("PRAGMA user_version").fetchone() != (VERSION,):
            connection.executescript(_SCHEMA)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _check_header(path: Path) -> None:
    """Raise StoreError for a file that is not ours, before SQLite may touch it.

    The header is described in "Database File Format" of the SQLite documentation, 1.3.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        header = file.read(100)
    if not header:
        return
    version, application = header[60:64], header[68:72]
    if not header.startswith(b"SQLite format 3\0") or int.from_bytes(application) != APPLICATION:
        words = say(
            "{path} is no file of saved games, or it is damaged; it was left as it is", path=path
        )
        raise StoreError(words)
    if int.from_bytes(version) > VERSION:
        words = say(
            "{path} was written by a newer version of Aparté; it was left as it is", path=path
        )
        raise StoreError(words)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn what goes wrong with the file into one message."""
    import sqlite3

    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreError(_unwritable(path, error)) from error
    except sqlite3.DatabaseError as error:
        words = say(
            "the saved games in {path} are damaged ({reason}); the file was left as it is",
            path=path,
            reason=error,
        )
        raise StoreError(words) from error
    except OSError as error:
        raise StoreError(_unwritable(path, error.strerror)) from error


def _unwritable(path: Path, reason: object) -> Words:
    return say(
        "the saved games in {path} cannot be used ({reason}); what was saved before is safe",
        path=path,
        reason=reason,
    )
