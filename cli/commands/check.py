"""`aparte check`: reads a record strictly."""

from __future__ import annotations

from ...models.record import read_file
from ..arguments import RecordFile


def check(file: RecordFile) -> None:
    read_file(file)
