"""The file of saved games: created, upgraded, private to its owner, untouched if not ours.

The file has a write-ahead log and is synchronised at every change (WAL, synchronous=FULL; hosted
games let `flushing.py` do so), so that no crash loses a line. Every row ends with a checksum of its
other columns, since SQLite has none. `mending.py` takes over what can be read of a damaged file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.errors import TableError
from ..models.words import Words, say
from .marks import MARKS, beside, marks_of

if TYPE_CHECKING:
    import sqlite3

HOME = "APARTE_HOME"
"""The environment variable that names the folder of the saved games."""
FILE = "games.sqlite3"
SYNCHRONOUS = "FULL"
"""When a change is on the disk: before whoever made it goes on."""
BESIDE = ("-wal", "-shm", MARKS)
"""Suffixes of files that may be beside it: the write-ahead log, its index, `Marks`."""
APPLICATION = int.from_bytes(b"Apar")
"""Marks the file as ours, in the application id of SQLite's header."""

_UPGRADES = (
    (
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            bots TEXT NOT NULL,
            seed TEXT NOT NULL,
            changes INTEGER NOT NULL DEFAULT 0,
            changed TEXT NOT NULL
        )""",
        """CREATE TABLE rows (
            game INTEGER NOT NULL REFERENCES games (id),
            number INTEGER NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID""",
        f"PRAGMA application_id = {APPLICATION}",
    ),
    (
        "ALTER TABLE games ADD COLUMN salt TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN used INTEGER NOT NULL DEFAULT 0",
        """UPDATE games SET used = (
            SELECT count(*) FROM games AS other
            WHERE (other.changed, other.id) <= (games.changed, games.id)
        )""",
        "UPDATE games SET seed = lower(hex(randomblob(16))) WHERE seed = ''",
        "CREATE TABLE store (name TEXT NOT NULL)",
        "INSERT INTO store (name) VALUES (lower(hex(randomblob(8))))",
    ),
    (
        """CREATE TABLE apart (
            game INTEGER NOT NULL REFERENCES games (id),
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (game, name)
        ) WITHOUT ROWID""",
    ),
    (
        "ALTER TABLE games ADD COLUMN record TEXT NOT NULL DEFAULT ''",
        """UPDATE games SET record = coalesce((
            SELECT group_concat(text || char(10), '')
            FROM (SELECT text FROM rows WHERE game = games.id ORDER BY number)
        ), '')""",
        "DROP TABLE rows",
        "ALTER TABLE games ADD COLUMN outline TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN sum INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE apart ADD COLUMN sum INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE store ADD COLUMN sum INTEGER NOT NULL DEFAULT 0",
    ),
    (
        """CREATE TABLE kept (
            room TEXT NOT NULL,
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            sum INTEGER NOT NULL,
            PRIMARY KEY (room, name)
        ) WITHOUT ROWID""",
    ),
)
"""The statements that upgrade a file of each version to the next; version 0 is an empty file."""
VERSION = len(_UPGRADES)
_SIGNED = 4
"""The version from which on rows have checksums."""
TABLES: Mapping[str, tuple[str, ...]] = {
    "store": ("name",),
    "games": (*("id", "record", "outline", "bots", "seed", "salt", "changes", "changed", "used"),),
    "apart": ("game", "name", "text"),
    "kept": ("room", "name", "text"),
}
"""The columns of each table that the checksum in its last column, `sum`, covers."""


class StoreError(TableError):
    """The saved games cannot be read or written; the file is left as it is."""

    kind = "store"


class Unusable(StoreError):
    """The file of saved games cannot be reached; as far as is known it is sound."""


class Damaged(StoreError):
    """The file of saved games is not as it was written, or it is gone."""


def sum_of(values: Sequence[Any]) -> int:
    """Return the checksum of a row: of its values in the order of `TABLES`."""
    from json import dumps
    from zlib import crc32

    return crc32(dumps(list(values), default=repr).encode())


def summed(values: Sequence[Any]) -> tuple[Any, ...]:
    """Return a row as it is written: its values, then their checksum."""
    return (*values, sum_of(values))


def is_sound(row: Sequence[Any]) -> bool:
    """Tell whether a row is as it was written; its last value is the checksum."""
    *values, kept = row
    return bool(sum_of(values) == kept)


def default_path() -> Path:
    """Return where the games of this user are saved."""
    from platformdirs import user_data_path

    home = os.environ.get(HOME)
    return (Path(home) if home else user_data_path("aparte", appauthor=False)) / FILE


def writable(path: Path) -> bool:
    """Tell whether the file can be changed, and its log beside it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK | os.X_OK)


def identity_of(path: Path) -> tuple[int, int] | None:
    """Return what identifies the file at `path`, None if there is none."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def write_whole(path: Path, text: str) -> None:
    """Write a private file, whole or not at all; an OSError names it."""
    new = beside(path, f".{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with open(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)
        new.replace(path)
    except OSError as error:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


def connected(path: Path) -> sqlite3.Connection:
    """Return a connection to the file, created if need be.

    Raises as `store_errors`, and Damaged.
    """
    import sqlite3

    check_header(path)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _keep_to_owner(path)
    connection = sqlite3.connect(path, timeout=5, isolation_level=None)
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    try:
        connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        (sound,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if sound != "ok":
            raise sqlite3.DatabaseError(sound)
        if _version(connection) != VERSION:
            _upgrade(connection)
        name_of(connection)
        connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        connection.close()
        raise
    return connection


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    assert isinstance(version, int)
    return version


def _upgrade(connection: sqlite3.Connection) -> None:
    """Upgrade the file to this version, all at once; another window may have been faster."""
    with transaction(connection):
        before = _version(connection)
        for upgrade in _UPGRADES[before:]:
            for statement in upgrade:
                connection.execute(statement)
        if before < _SIGNED:
            for table, columns in TABLES.items():
                _sign(connection, table, columns)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    # An older program reads the version from the file itself, not from the log.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _sign(connection: sqlite3.Connection, table: str, columns: Sequence[str]) -> None:
    """Write the checksum of every row of a table."""
    key = columns[: 2 if table == "apart" else 1]
    where = " AND ".join(f"{column} = ?" for column in key)
    for row in connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall():
        connection.execute(
            f"UPDATE {table} SET sum = ? WHERE {where}", (sum_of(row), *row[: len(key)])
        )


def name_of(connection: sqlite3.Connection) -> str:
    """Return the inner name of this file; raises DatabaseError if that is damaged."""
    import sqlite3

    found = connection.execute("SELECT name, sum FROM store").fetchone()
    if found is None or not is_sound(found):
        raise sqlite3.DatabaseError("its name is damaged")
    return str(found[0])


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all of the block, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk may have rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _keep_to_owner(path: Path) -> None:
    """Make the file private, even if an older program let others read it."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    for each in (path, *(beside(path, ending) for ending in BESIDE)):
        _narrow(each, 0o600)
    if not _is_shared(path.parent):
        _narrow(path.parent, 0o700)


def _narrow(path: Path, mode: int) -> None:
    # Whose rights cannot be changed, it is not ours to change.
    with suppress(OSError):
        now = stat.S_IMODE(path.stat().st_mode)
        if now & ~mode:
            path.chmod(now & mode)


def _is_shared(folder: Path) -> bool:
    """Tell whether a folder is meant for other data too, such as /tmp or the home folder."""
    with suppress(OSError, RuntimeError):
        return bool(folder.stat().st_mode & stat.S_ISVTX) or folder.samefile(Path.home())
    return False


def check_header(path: Path) -> None:
    """Raise StoreError for a file that is not ours, before SQLite may touch it.

    If the marks beside it know of games, it was ours: then, or if it is gone, raises Damaged. The
    header is described in "Database File Format" of the SQLite documentation, 1.3.
    """
    header = b""
    with suppress(FileNotFoundError), path.open("rb") as file:
        header = file.read(100)
    if not header:
        if not marks_of(path):
            return
        if path.exists():
            raise Damaged(say("the saved games in {path} are gone: the file is empty", path=path))
        raise Damaged(say("the saved games in {path} are gone: there is no such file", path=path))
    version, application = header[60:64], header[68:72]
    if not header.startswith(b"SQLite format 3\0") or int.from_bytes(application) != APPLICATION:
        if marks_of(path):
            words = say("{path} is no file of saved games any more: its head is damaged", path=path)
            raise Damaged(words)
        words = say(
            "{path} is no file of saved games; it was left as it is (move it away, and a new one is"
            " begun)",
            path=path,
        )
        raise StoreError(words)
    if int.from_bytes(version) > VERSION:
        words = say(
            "{path} was written by a newer version of Aparté; it was left as it is", path=path
        )
        raise StoreError(words)


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn errors about the file into one message: raises StoreError, mostly Damaged."""
    import sqlite3

    try:
        yield
    except sqlite3.OperationalError as error:
        # A statement that fits no table: the table is another one than was made.
        if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
            raise Damaged(_damaged(path, error)) from error
        raise Unusable(unusable(path, error)) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise Damaged(_damaged(path, error)) from error
    except OSError as error:
        raise Unusable(unusable(path, error.strerror)) from error


def _damaged(path: Path, error: Exception) -> Words:
    reason = error if str(error).isprintable() else type(error).__name__
    return say("the saved games in {path} are damaged ({reason})", path=path, reason=reason)


def unusable(path: Path, reason: object) -> Words:
    """Return the message about a sound file that cannot be reached."""
    return say(
        "the saved games in {path} cannot be used ({reason}); what was saved before is safe",
        path=path,
        reason=reason,
    )
