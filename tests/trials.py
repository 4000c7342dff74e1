"""Trials that run in parts: what each trial gave is kept in a file, and added up later."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from os import SEEK_END
from pathlib import Path
from typing import Any


def kept(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """Yield what was kept in files, one object a line; a line that was cut is left out."""
    for file in files:
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            try:
                yield json.loads(line)
            except ValueError:
                continue


def keep(file: Path | None, row: dict[str, Any]) -> None:
    """Append a row to a file, if there is one; a row that was cut before it stays alone."""
    if file is not None:
        with file.open("ab+") as out:
            out.seek(max(0, out.seek(0, SEEK_END) - 1))
            whole = out.read() in (b"", b"\n")
            out.write(("" if whole else "\n").encode() + json.dumps(row).encode() + b"\n")
