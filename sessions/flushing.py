"""Puts changes on the disk apart from whoever makes them, all at once that have come meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from .marks import beside
from .store_file import store_errors

if TYPE_CHECKING:
    import sqlite3

CHECKPOINT = 256
"""After so many rounds the log is taken over into the file, which would grow without end."""


class Flushing:
    """The log of the store at `path` (a write-ahead log), which a thread of its own synchronises.

    What SQLite has written is safe from a crash of this process at once, and from a loss of power
    once it is `safe`. The first error stays: the disk may forget what it could not write, and say
    nothing of it at a second try.
    """

    def __init__(self, path: Path, log: int) -> None:
        self._path = path
        self._log = log
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="disk")
        self._lock = Lock()
        self._coming: Future[None] | None = None
        """The next round, as long as it has not begun."""
        self._rounds = 0
        self._error: Exception | None = None
        self.safe: Future[None] = Future()
        """Done once all changes so far are on the disk; it raises StoreError."""
        self.safe.set_result(None)

    def changed(self) -> None:
        """Let what has been written be put on the disk soon."""
        with self._lock:
            if self._coming is None:
                self._coming = self.safe = self._thread.submit(self._round)

    def then(self, call: Callable[[], None]) -> None:
        """Call this once all changes so far are on the disk, and not if they do not get there."""

        def called(safe: Future[None]) -> None:
            if safe.exception() is None:
                call()

        self.safe.add_done_callback(called)

    def _round(self) -> None:
        with self._lock:
            self._coming = None
        if self._error is not None:
            raise self._error
        try:
            with store_errors(self._path):
                os.fsync(self._log)
                self._rounds += 1
                if not self._rounds % CHECKPOINT:
                    self._take_over()
        except Exception as error:
            self._error = error
            raise

    def _take_over(self) -> None:
        import sqlite3

        with closing(sqlite3.connect(self._path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Put the rest on the disk."""
        self._thread.shutdown()


@contextmanager
def flushing(path: Path, connection: sqlite3.Connection) -> Iterator[Flushing | None]:
    """Let nothing that `connection` writes in the block wait for the disk; None without a log."""
    try:
        log = os.open(beside(path, "-wal"), os.O_RDWR)
    except OSError:
        yield None
        return
    found = Flushing(path, log)
    try:
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        yield found
    finally:
        found.close()
        os.close(log)
        connection.execute("PRAGMA synchronous = FULL")
