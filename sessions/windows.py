"""Which saved games are open in a window: whoever has one open locks a byte of a small file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EAGAIN
from pathlib import Path

from .marks import beside

OPEN = "-open"
"""What the name of that file ends in; it lies beside the saved games, and stays empty."""


@contextmanager
def window(path: Path, id: int) -> Iterator[bool]:
    """Hold game `id` of the store at `path` open; yield whether no other process does.

    The lock ends with the process at the latest. Where nothing can be locked, all are free.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, lockf

        handle = os.open(beside(path, OPEN), os.O_CREAT | os.O_RDWR, 0o600)
    except (ImportError, OSError):
        yield True
        return
    free = True
    try:
        lockf(handle, LOCK_EX | LOCK_NB, 1, id)
    except OSError as error:  # any other one tells nothing: not all folders can be locked
        free = error.errno not in (EACCES, EAGAIN)
    try:
        yield free
    finally:
        os.close(handle)
