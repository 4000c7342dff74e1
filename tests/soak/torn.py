"""Torn logs: saved games whose log a power cut has cut or garbled."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter as Tally
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from aparte.cli.store import FILE, StoreError, opened
from aparte.models.core import Record

from .games import a_game
from .report import Report


def torn(game: str, seed: int, n: int) -> Report:
    """Tear or garble `n` logs of saved games: an earlier state is left, or one message."""
    rng, tried, found = Random(f"{game}/{seed}"), Tally[str](), list[str]()
    with TemporaryDirectory() as folder:
        home = Path(folder)
        while tried["logs"] < n:
            states = _written(a_game(game, rng), home / "whole", rng)
            for _ in range(min(20, n - tried["logs"])):
                how = _tear(home / "whole", home / "torn", rng)
                kind, fault = _read_torn(home / "torn" / FILE, states)
                tried["logs"] += 1
                tried[kind] += 1
                if fault:
                    found.append(f"{how}: {fault} (seed {seed}, log {tried['logs']})")
    return Report("torn", game, seed, dict(tried), found)


def _written(record: Record, folder: Path, rng: Random) -> Sequence[tuple[str, ...]]:
    """Save a game line by line and copy the file before its log is closed; return all states."""
    shutil.rmtree(folder, ignore_errors=True)
    live = folder / "live" / FILE
    states: list[tuple[str, ...]] = [()]
    with opened(live) as store:
        first = rng.randrange(len(record.lines))
        saved = store.add(record.until(record.lines[first].number))
        states.append(saved.rows)
        for line in record.lines[first + 1 : first + rng.randrange(2, 60)]:
            saved = store.keep(saved, record.until(line.number))
            states.append(saved.rows)
        for suffix in ("", "-wal"):
            shutil.copy(f"{live}{suffix}", f"{folder / FILE}{suffix}")
    return states


def _tear(whole: Path, torn: Path, rng: Random) -> str:
    """Copy the saved games and spoil their log; return how."""
    shutil.rmtree(torn, ignore_errors=True)
    torn.mkdir()
    for suffix in ("", "-wal"):
        shutil.copy(f"{whole / FILE}{suffix}", f"{torn / FILE}{suffix}")
    log = torn / f"{FILE}-wal"
    data = bytearray(log.read_bytes())
    at = rng.randrange(len(data))
    how = rng.choice(("cut", "garbled", "zeroed", "repeated"))
    size = rng.randrange(1, 5000)
    match how:
        case "cut":
            del data[at:]
        case "garbled":
            data[at : at + size] = rng.randbytes(len(data[at : at + size]))
        case "zeroed":
            data[at : at + size] = bytes(len(data[at : at + size]))
        case "repeated":
            data[at:at] = data[max(0, at - size) : at]
    log.write_bytes(data)
    return f"log {how} at {at}"


def _read_torn(path: Path, states: Sequence[tuple[str, ...]]) -> tuple[str, str | None]:
    """Return what became of the saved games, and what is wrong with that."""
    try:
        with opened(path) as store:
            rows = next((saved.rows for saved in store.games()), ())
    except StoreError as error:
        message = str(error)
        return "refused", None if message and "\n" not in message else f"no message: {message!r}"
    except (sqlite3.Error, ValueError, OSError) as error:
        return "crashed", f"{type(error).__name__}: {error}"
    if rows not in states:
        return "false", f"{len(rows)} rows that never were"
    return ("whole" if rows == states[-1] else "an earlier state"), None
