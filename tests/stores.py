"""What tests of the saved games need: a record, and files that are changed from outside."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from aparte.models.record import Record, read
from aparte.sessions.store import StoreError, opened
from aparte.sessions.store_file import TABLES, sum_of

GAME = """\
[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "Ana"]
revealed 4P 4R 4T 5R 5T 9R
deal Ana 1T 2T 3P 7R
deal Bo ????   # he sorts them
deal Cy ????
Bo disc h1 = 3
Ana disc h1 = 3
Cy disc v1 = 2
"""


STOPPED = Path(__file__).parent / "sessions" / "sealed_hole.sql"
"""A hosted game of Overseers, saved by a version that sealed `Bo picks ?`, where it stopped."""


def restored(saved: Path, path: Path) -> Path:
    """Make the file of saved games at `path` that was dumped as SQL to `saved`."""
    with closing(sqlite3.connect(path)) as data:
        data.executescript(saved.read_text("utf-8"))
    return path


def cut(record: Record, lines: int) -> Record:
    return record.with_lines(record.lines[:lines])


def message(path: Path) -> str:
    """Return what is said of a file that is refused."""
    with pytest.raises(StoreError) as error, opened(path) as store:
        store.add(read(GAME))
    return str(error.value)


def changed(file: sqlite3.Connection, statement: str, values: Sequence[Any] = ()) -> None:
    """Change games as a program does: they have their checksums again, and no outline."""
    before, file.text_factory = file.text_factory, lambda data: data.decode("utf-8", "replace")
    file.execute(statement, values)
    file.execute("UPDATE games SET outline = ''")
    for row in file.execute(f"SELECT {', '.join(TABLES['games'])} FROM games").fetchall():
        file.execute("UPDATE games SET sum = ? WHERE id = ?", (sum_of(row), row[0]))
    file.text_factory = before
