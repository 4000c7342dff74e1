"""What tests of the saved games need: a record, and what is said of a file that is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from aparte.models.record import Record, read
from aparte.sessions.store import StoreError, opened

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


def cut(record: Record, lines: int) -> Record:
    return record.with_lines(record.lines[:lines])


def message(path: Path) -> str:
    with pytest.raises(StoreError) as error, opened(path) as store:
        store.add(read(GAME))
    return str(error.value)
