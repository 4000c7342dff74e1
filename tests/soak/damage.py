"""Damaged stores: the file of saved games cut, emptied, gone, zeroed, garbled, another one.

However it comes out, it is told: each game is there as it was saved, or somebody hears that it is
not. What lies beside the file stays, and the damaged file itself is kept.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter as Tally
from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from aparte.models.notice import listening
from aparte.models.words import Words
from aparte.sessions.marks import beside
from aparte.sessions.store import FILE, StoreError, opened

from .games import a_game
from .report import Report

WAYS = ("bit", "bits", "cut", "page", "zeroed", "emptied", "gone", "text", "log", "swapped")
BESIDE = {"config.toml": b"# ours\n", "faults/a.txt": b"a fault\n"}
"""What lies beside the store, and is none of its own."""
TEXTS = {"a": "one", "b": "two"}
"""What is kept in the store beside the games."""


def damage(game: str, seed: int, n: int) -> Report:
    """Damage `n` stores of 12 games: what is there is as it was saved, the rest is told."""
    rng, tried, found = Random(f"{game}/{seed}"), Tally[str](), list[str]()
    with TemporaryDirectory() as folder:
        whole, damaged = Path(folder) / "whole", Path(folder) / "damaged"
        games = _written(game, whole, rng)
        for number in range(n):
            shutil.rmtree(damaged, ignore_errors=True)
            shutil.copytree(whole, damaged)
            way = rng.choice(WAYS)
            _damage(damaged / FILE, way, rng)
            how, fault = _looked_at(damaged, way, games)
            tried["stores"] += 1
            tried[f"{way}: {how}"] += 1
            if fault:
                found.append(f"{way}: {fault} (seed {seed}, store {number + 1})")
    return Report("damage", game, seed, dict(tried), found)


def _written(game: str, folder: Path, rng: Random) -> Mapping[int, tuple[str, ...]]:
    """Save games, the last of them still in the log; return their rows."""
    live = folder.with_name("live")
    for name, content in BESIDE.items():
        (live / name).parent.mkdir(parents=True, exist_ok=True)
        (live / name).write_bytes(content)
    with opened(live / FILE) as store:
        store.texts("room").update(TEXTS)
        for _ in range(8):
            store.add(a_game(game, rng))
    with opened(live / FILE) as store:
        for _ in range(4):
            record = a_game(game, rng)
            saved = store.add(record.until(record.lines[-3].number))
            store.keep_apart(saved, "sealed Ana", "picks A")
            store.keep(saved, record)
        rows = {saved.id: saved.rows for saved in store.games()}
        shutil.copytree(live, folder)
    beside(folder / FILE, "-shm").unlink()
    return rows


def _damage(path: Path, way: str, rng: Random) -> None:
    data, log = bytearray(path.read_bytes()), beside(path, "-wal")
    at = rng.randrange(len(data))
    match way:
        case "bit":
            data[at] ^= 1 << rng.randrange(8)
        case "bits":
            for _ in range(20):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        case "cut":
            del data[at:]
        case "page":
            first = at // 4096 * 4096
            data[first : first + 4096] = rng.randbytes(4096)
        case "zeroed":
            first = at // 4096 * 4096
            data[first : first + 4096] = bytes(4096)
        case "emptied":
            del data[:]
        case "gone":
            log.unlink()
            path.unlink()
            return
        case "text":
            data[:] = b"This is a letter to somebody.\n" * 40
        case "log":
            written = bytearray(log.read_bytes())
            written[rng.randrange(len(written))] ^= 1 << rng.randrange(8)
            log.write_bytes(written)
        case "swapped":
            other = path.with_name("other.sqlite3")
            with opened(other):
                pass
            beside(other, "-marks").unlink(missing_ok=True)
            log.unlink()
            other.replace(path)
            return
    path.write_bytes(data)


def _looked_at(
    folder: Path, way: str, games: Mapping[int, tuple[str, ...]]
) -> tuple[str, str | None]:
    """Return what became of a damaged store, and what is wrong with that."""
    path = folder / FILE
    before = path.read_bytes() if path.exists() else None
    heard: list[Words] = []
    try:
        with listening(heard.append), opened(path) as store:
            there = {saved.id: saved for saved in store.games()}
            listed = {each.id: each for each in store.summaries()}
            for saved in filter(lambda each: each.sound, there.values()):
                store.apart(saved)
            texts = store.texts("room").all()
    except StoreError as error:
        if "\n" in str(error) or not str(error):
            return "refused", f"no message: {str(error)!r}"
        changed = before is not None and path.read_bytes() != before
        if changed and not list(folder.glob("*-aside-*")):
            return "refused", "the file was changed"
        return "refused", None
    except Exception as error:
        return "crashed", f"{type(error).__name__}: {error}"
    told = " ".join(map(str, heard))
    faults = [name for name, content in BESIDE.items() if (folder / name).read_bytes() != content]
    faults += ["a text is another one"] if not texts.items() <= TEXTS.items() else []
    for id, rows in games.items():
        saved = there.get(id)
        if saved is None:
            known = "is not the file in which games" in told or id in _named(told)
            faults += [] if known else [f"game {id} is lost without a word"]
        elif not saved.sound:
            faults += [] if listed[id].error else [f"game {id} is damaged without a word"]
        elif saved.rows != rows:
            faults += [] if f"to game {id}" in told else [f"game {id} is another one, unsaid"]
    if set(there) - set(games):
        strange = [id for id in set(there) - set(games) if there[id].sound]
        faults += [f"games that never were: {strange}"] if strange else []
    aside = list(folder.glob("*-aside-*.sqlite3"))
    if way in ("emptied", "text") and [each.read_bytes() for each in aside] != [before]:
        faults.append("the file was not set aside as it was")
    sound = sum(saved.sound and saved.rows == games.get(id) for id, saved in there.items())
    how = "whole" if sound == len(games) else "in part" if sound else "nothing left"
    return how + (", told" if told else ""), "; ".join(faults) or None


def _named(told: str) -> set[int]:
    """Return the games that are said to be lost, as in `(1, 4-7)`."""
    named = ",".join(re.findall(r"(?:is|are) lost \(([^)]*)\)", told)).split(",")
    runs = (each.strip().partition("-") for each in named if each.strip())
    return {id for first, _, last in runs for id in range(int(first), int(last or first) + 1)}
