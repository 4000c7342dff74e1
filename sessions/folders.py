"""Takes over the files in which earlier versions kept what is now with the saved games.

Each open puzzle was in a file of `puzzles/`, with the solved ones in another file; the judged
choices were in `reviews/`, one file per game; the names of people in `people.json`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from errno import EFBIG
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.notice import notice
from ..models.words import Words, say
from .store_file import is_sound, store_errors, sum_of, summed, unusable
from .texts import ALL, COSTS, JUDGED, LINES, OPEN, PEOPLE, PUT, SOLVED, STARTS

if TYPE_CHECKING:
    import sqlite3

OF_FILES = {
    "people.json": PEOPLE,
    "puzzles/*.json": OPEN,
    "puzzles/*.line": LINES,
    "puzzles/solved.jsonl": SOLVED,
    "reviews/*.jsonl": JUDGED,
    "reviews/starts.jsonl": STARTS,
    "reviews/costs.jsonl": COSTS,
}
"""The room for each kind of file; if several patterns fit, the last one counts."""
FOLDERS = ("puzzles", "reviews")
LARGEST = 100_000_000
"""Most bytes of a file that is read: no file ever written comes near."""
Row = tuple[str, str, str]
"""A room, a name in it, and the text."""


def waiting(path: Path) -> dict[Path, str]:
    """Return the files beside `path` that are to be taken over, with the room of each.

    A folder that cannot be read is among them.
    """
    of_files = OF_FILES.items()
    with store_errors(path):
        files = {file: room for like, room in of_files for file in sorted(path.parent.glob(like))}
    folders = (path.with_name(name) for name in FOLDERS)
    closed = (each for each in folders if os.path.isdir(each) and not os.access(each, os.R_OK))
    return files | dict.fromkeys(closed, "")


def take_over(
    path: Path,
    connection: sqlite3.Connection,
    writing: Callable[[], AbstractContextManager[None]],
) -> None:
    """Write the waiting files beside `path` into the file there and remove them.

    Newer data that is there already stays. A file that cannot be read is reported, and stays where
    it is. Raises StoreError.
    """
    rows, done = dict[Path, list[Row]](), list[Path]()
    for file, room in waiting(path).items():
        try:
            if file.stat().st_size > LARGEST:
                raise OSError(EFBIG, os.strerror(EFBIG))
            rows[file] = list(_rows(room, file.stem, file.read_text("utf-8", "replace")))
        except FileNotFoundError:
            continue  # another window was faster
        except OSError as error:
            notice(unusable(file, error.strerror))
    if not rows:
        return
    with writing():
        for file, found in rows.items():
            try:
                for row in found:
                    if (text := _merged(connection, *row)) is not None:
                        connection.execute(PUT, summed((*row[:2], text)))
            except _DAMAGED:
                notice(unusable(file, say("it is damaged")))
            else:
                done.append(file)
    staying = dict[Path, Words]()
    for file in done:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            words = say(
                "{path} was taken over and cannot be removed ({reason}): please remove it",
                path=file,
                reason=error.strerror,
            )
            staying.setdefault(file.parent, words)
        with suppress(OSError):
            file.parent.rmdir()
    for words in staying.values():  # one a folder, however many lie in it
        notice(words)


def _merged(connection: sqlite3.Connection, room: str, name: str, text: str) -> str | None:
    """Return what to keep of `text`, None if newer data is there already; raises _DAMAGED."""
    asked = "SELECT room, name, text, sum FROM kept WHERE room = ? AND name = ?"
    row = connection.execute(asked, (room, name)).fetchone()
    if row is None or not _is_whole(row):
        return text
    if room == PEOPLE:
        new, old = json.loads(text), json.loads(row[2])
        names = {**old["names"], **new["names"]}
        forgotten = sorted({*old["forgotten"], *new["forgotten"]})
        return json.dumps({"names": names, "forgotten": forgotten})
    if room == OPEN:
        return text if float(json.loads(text)["when"]) > float(json.loads(row[2])["when"]) else None
    return None if room == LINES else text


def _rows(room: str, name: str, text: str) -> Iterator[Row]:
    if room == PEOPLE:
        yield room, ALL, text
    elif room in (OPEN, LINES):
        yield room, name, text
    else:
        for line in text.splitlines():
            if line:
                yield room, _name(room, line) or f"damaged {sum_of([line])}", line


def _name(room: str, line: str) -> str:
    """Return the name of the entry in a line of a file, empty if it is damaged."""
    with suppress(ValueError, KeyError, TypeError):
        data: Any = json.loads(line)
        return f"{float(data['when'])} {data['key']}" if room == SOLVED else str(data["key"])
    return ""


def _is_whole(row: tuple[str, str, str, int]) -> bool:
    with suppress(*_DAMAGED):
        return is_sound(row) and bool(row[0] not in (PEOPLE, OPEN) or json.loads(row[2]))
    return False


_DAMAGED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
