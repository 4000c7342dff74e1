"""Mends a damaged file of saved games: sets it aside, and takes over what can be read.

Nothing is overwritten: the file, its log and its marks are first copied under a new name. The new
file carries the old one's inner name, so that its marks tell which games are missing.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Any

from ..models.words import Words, say
from .marks import MARKS, beside, marks_of
from .store_file import (
    TABLES,
    Damaged,
    connected,
    is_sound,
    name_of,
    store_errors,
    sum_of,
    transaction,
)

if TYPE_CHECKING:
    import sqlite3


def mended(path: Path) -> tuple[sqlite3.Connection, Words | None]:
    """Return a connection to the saved games, and a message about their file, if any.

    If the file is damaged, the connection is to a new one. Raises StoreError.
    """
    try:
        with store_errors(path):
            connection = connected(path)
    except Damaged:
        pass
    else:
        return connection, _of_another(path, connection)
    with store_errors(path), _alone(path.parent):
        try:
            with store_errors(path):
                return connected(path), None  # another window was faster
        except Damaged as damage:
            words = say(
                "{words}; what is left of it was set aside as {aside}, and a new file has all"
                " that can still be read",
                words=damage.words,
                aside=set_aside(path),
            )
        _replace(path)
        return connected(path), words


def _of_another(path: Path, connection: sqlite3.Connection) -> Words | None:
    """Return the message if games were saved at `path` before another file replaced theirs."""
    marks = marks_of(path)
    if not marks or name_of(connection) in marks:
        return None
    aside = set_aside(path)
    with suppress(OSError):
        beside(path, MARKS).unlink()
    return say(
        "{path} is not the file in which games were last saved here; it is used all the "
        "same, and {aside} is a copy of it with the marks of the old file",
        path=path,
        aside=aside,
    )


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process at a time run the block, if folders can be locked."""
    try:
        from fcntl import LOCK_EX, flock
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        flock(handle, LOCK_EX)
        yield
    finally:
        os.close(handle)


def set_aside(path: Path) -> Path:
    """Copy the file and its companions to a free name; return that name."""
    names = (path.with_name(f"{path.stem}-aside-{n}{path.suffix}") for n in count(1))
    endings = ("-wal", MARKS, "")
    aside = next(n for n in names if not any(beside(n, ending).exists() for ending in endings))
    for ending in endings:
        if beside(path, ending).exists():
            _copy(beside(path, ending), beside(aside, ending))
    return aside


def _copy(old: Path, new: Path) -> None:
    os.close(os.open(new, os.O_CREAT | os.O_WRONLY, 0o600))
    copyfile(old, new)


def _replace(path: Path) -> None:
    """Replace `path` with a new file that has all that can be read of it."""
    new = beside(path, ".new")
    for ending in ("", "-wal", "-shm"):
        beside(new, ending).unlink(missing_ok=True)
    with closing(connected(new)) as connection:
        with transaction(connection):
            _take_over(path, connection)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    # The log of the old file would be taken for that of the new one.
    for ending in ("-wal", "-shm"):
        beside(path, ending).unlink(missing_ok=True)
    os.replace(new, path)


def _take_over(path: Path, connection: sqlite3.Connection) -> None:
    """Write into a new file what can be read of the one at `path`, damaged rows included."""
    found = {table: list(_readable(path, table)) for table in TABLES}
    names = Counter({name: len(marks) for name, marks in marks_of(path).items()})
    marked = [name for name, _ in names.most_common(1)]
    sound = [str(row[0]) for row in found.pop("store") if is_sound(row)]
    for name in [*sound, *marked][:1]:
        connection.execute("UPDATE store SET name = ?, sum = ?", (name, sum_of([name])))
    for table, rows in found.items():
        places = ", ".join("?" * (len(TABLES[table]) + 1))
        columns = ", ".join((*TABLES[table], "sum"))
        for row in sorted(rows, key=is_sound, reverse=True):
            connection.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({places})", row)


def _readable(path: Path, table: str) -> Iterator[Sequence[Any]]:
    """Yield the readable rows of a table: from both ends, and one by one in between."""
    import sqlite3

    columns = TABLES[table]
    asked, key = f"SELECT {', '.join((*columns, 'sum'))} FROM {table}", columns[0]
    found: dict[tuple[Any, ...], Sequence[Any]] = {}
    ends: list[int] = []
    wrong = (sqlite3.Error, UnicodeDecodeError, OSError, OverflowError, MemoryError)
    with suppress(*wrong), closing(sqlite3.connect(path)) as old:
        old.text_factory = lambda data: data.decode("utf-8", "replace")
        old.execute("PRAGMA writable_schema = ON")  # else one bad table hides the others
        for order in ("ASC", "DESC"):
            last = 0
            with suppress(*wrong):
                for row in old.execute(f"{asked} ORDER BY {key} {order}"):
                    found[row[:2]] = row
                    last = row[0] if is_sound(row) else last
            ends.append(last)
        for id in range(ends[0] + 1, ends[1]) if table == "games" else ():
            with suppress(*wrong):
                found |= {row[:2]: row for row in old.execute(f"{asked} WHERE {key} = ?", (id,))}
    return iter(found.values())
