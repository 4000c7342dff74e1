"""Saved games outlive whatever stops the program, and a file that is not sound is left alone."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.models.core import TableError
from aparte.models.record import read
from aparte.sessions.store import (
    FILE,
    VERSION,
    Store,
    StoreError,
    default_path,
    opened,
)
from aparte.solver.play.deal import new_deal
from tests.stores import GAME, changed, cut, message

DEAL = new_deal(7)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / FILE


def test_a_game_comes_back_as_it_was_saved(path: Path) -> None:
    with opened(path) as store:
        id = store.add(read(GAME), {"Bo": "greedy"}, DEAL).id
    with opened(path) as store:
        saved = store.game(id)
    assert "".join(f"{row}\n" for row in saved.rows) == GAME
    assert (dict(saved.bots), saved.deal) == ({"Bo": "greedy"}, DEAL)


def test_lines_are_added_and_taken_back(path: Path) -> None:
    whole = read(GAME)
    with opened(path) as store:
        saved = store.add(cut(whole, 4))
        saved = store.keep(saved, cut(whole, 7))
        saved = store.keep(saved, cut(whole, 5))
        assert store.game(saved.id).record == cut(whole, 5)
        store.keep(saved, whole)
        assert store.game(saved.id).record == whole


def test_changes_are_safe_together_once_the_disk_says_so_and_only_then_marked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds, go, synchronised = [], threading.Semaphore(0), os.fsync

    def waits(handle: int) -> None:
        rounds.append(handle)
        assert go.acquire(timeout=60)
        synchronised(handle)

    with opened(path) as store, store.flushed_later():
        saved = store.add(cut(read(GAME), 4))
        store.safe.result(60)
        store._marks._later.submit(lambda: None).result(60)  # type: ignore[union-attr]
        monkeypatch.setattr(os, "fsync", waits)
        saved = store.keep(saved, cut(read(GAME), 5))
        first = store.safe
        while not rounds:
            pass
        for lines in (6, 7, 8):
            saved = store.keep(saved, cut(read(GAME), lines))
        safe = store.safe
        assert not first.done() and not safe.done()
        assert [mark.changes for mark in store._marks] == [0]
        go.release(4)
        safe.result(60)
        assert len(set(rounds)) <= 2
    assert 2 <= len(rounds) <= 4, "three changes waited for the disk together"
    assert [mark.changes for mark in store._marks] == [saved.changes]
    with opened(path) as store:
        assert store.game(saved.id).record == cut(read(GAME), 8)


def test_what_the_disk_did_not_take_stays_unsafe_though_it_takes_the_next(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synchronised = os.fsync

    def fails(handle: int) -> None:
        monkeypatch.setattr(os, "fsync", synchronised)
        raise OSError(5, "Input/output error")

    with opened(path) as store, store.flushed_later():
        saved = store.add(cut(read(GAME), 4))
        store.safe.result(60)
        store._marks._later.submit(lambda: None).result(60)  # type: ignore[union-attr]
        monkeypatch.setattr(os, "fsync", fails)
        for lines in (5, 6):
            saved = store.keep(saved, cut(read(GAME), lines))
            with pytest.raises(StoreError, match="Input/output error"):
                store.safe.result(60)
        assert [mark.changes for mark in store._marks] == [0]


def test_the_game_used_last_is_listed_first(path: Path) -> None:
    with opened(path) as store:
        first, second = store.add(cut(read(GAME), 4)), store.add(read(GAME))
        assert [saved.id for saved in store.games()] == [second.id, first.id]
        store.keep(first, read(GAME))
        assert [saved.id for saved in store.games()] == [first.id, second.id]
        store.use(second)
        assert [saved.id for saved in store.games()] == [second.id, first.id]


def test_a_clock_that_was_wrong_decides_nothing(path: Path) -> None:
    with opened(path) as store:
        first, second = store.add(cut(read(GAME), 4)), store.add(read(GAME))
        change(store, "changed = '2199-01-01T00:00:00+00:00'", second.id)
        store.keep(first, read(GAME))
        assert [saved.id for saved in store.games()] == [first.id, second.id]


def change(store: Store, values: str, id: int) -> None:
    """Write into the file what this program would not write."""
    changed(store._connection, f"UPDATE games SET {values} WHERE id = ?", (id,))


@pytest.mark.parametrize("damaged", ["'soon'", "x'00ff'", "''", "'0001-01-01T00:00:00+00:00'", "7"])
def test_a_damaged_time_is_not_known(path: Path, damaged: str) -> None:
    with opened(path) as store:
        id = store.add(read(GAME)).id
        change(store, f"changed = {damaged}", id)
        [saved] = store.games()
    assert (saved.changed, saved.record) == (None, read(GAME))


@pytest.mark.parametrize("damaged", ["'Bo'", "'Zoe=greedy'", "x'ff00'", "'Bo=a=b'", "9"])
def test_damaged_bots_are_one_message(path: Path, damaged: str) -> None:
    with opened(path) as store:
        id = store.add(read(GAME), {"Bo": "greedy"}).id
        change(store, f"bots = {damaged}", id)
        [saved] = store.games()
    assert saved.record == read(GAME)
    with pytest.raises(StoreError, match="not known"):
        _ = saved.bots


@pytest.mark.parametrize("text", ["x'ff00ff'", "cast(x'ff42' as text)", "7", "''"])
def test_a_damaged_record_is_told_when_it_is_read(path: Path, text: str) -> None:
    with opened(path) as store:
        id = store.add(read(GAME)).id
        change(store, f"record = {text}", id)
        [saved] = store.games()
    with pytest.raises(TableError):
        _ = saved.record


@pytest.mark.parametrize("id", [10**22, -(10**22), 2**63, -1, 0])
def test_a_number_that_no_game_can_have_is_refused(path: Path, id: int) -> None:
    with opened(path) as store, pytest.raises(StoreError, match="no saved game"):
        store.game(id)


def test_what_nobody_chose_cannot_be_foretold(path: Path) -> None:
    with opened(path) as store:
        deals = {store.add(read(GAME)).deal for _ in range(10)}
        assert {saved.deal for saved in store.games()} == deals
    assert len(deals) == 10
    assert all(len(deal.seed) == 32 for deal in deals)


def test_an_unknown_game_is_refused(path: Path) -> None:
    with opened(path) as store, pytest.raises(StoreError, match="no saved game 5"):
        store.game(5)


def test_a_window_with_an_old_copy_adds_nothing(path: Path) -> None:
    whole = read(GAME)
    with opened(path) as one, opened(path) as other:
        saved = one.add(cut(whole, 4))
        same = other.game(saved.id)
        one.keep(saved, cut(whole, 5))
        with pytest.raises(StoreError, match="another window"):
            other.keep(same, whole)
        assert one.game(saved.id).record == cut(whole, 5)


WRITER = """
import sys
from pathlib import Path
from aparte.sessions.store import opened
from aparte.models.core import Line
from aparte.models.record import read

with opened(Path(sys.argv[1])) as store:
    record = read(sys.stdin.read())
    saved = store.add(record)
    for number in range(10_000):
        record = record.and_line(Line(record.last + 1, None, f"# {number}"))
        saved = store.keep(saved, record)
        print(number, flush=True)
"""


@pytest.mark.parametrize("confirmed", [1, 7, 40])
def test_a_kill_loses_no_confirmed_line(path: Path, confirmed: int) -> None:
    head = "".join(GAME.splitlines(keepends=True)[:8])
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdin and writer.stdout
        writer.stdin.write(head)
        writer.stdin.close()
        told = [writer.stdout.readline() for _ in range(confirmed)]
        writer.send_signal(signal.SIGKILL)
        told += writer.stdout.readlines()
    assert writer.returncode == -signal.SIGKILL
    with opened(path) as store:
        [saved] = store.games()
    assert len(saved.rows) in (8 + len(told), 8 + len(told) + 1)
    assert saved.rows[:8] == tuple(head.splitlines())


ADDER = """
import sys
from pathlib import Path
from aparte.sessions.store import opened
from aparte.models.record import read

record = read(sys.stdin.read())
for _ in range(10):
    with opened(Path(sys.argv[1])) as store:
        store.add(record)
"""


def test_several_processes_start_and_share_the_file(path: Path) -> None:
    adders = [
        subprocess.Popen([sys.executable, "-c", ADDER, str(path)], stdin=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for adder in adders:
        assert adder.stdin
        adder.stdin.write(GAME)
        adder.stdin.close()
    assert [adder.wait() for adder in adders] == [0] * 4
    with opened(path) as store:
        assert len(store.games()) == 40


@pytest.mark.parametrize(
    "content", [b'[Game "onstage"]\n', bytes(range(256)) * 40, b"SQLite format 3\0" + b"x" * 200]
)
def test_a_file_of_another_kind_is_left_as_it_is(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert "left as it is" in message(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE games (id)")
    other.close()
    before = path.read_bytes()
    assert "left as it is" in message(path)
    assert path.read_bytes() == before


def test_a_newer_file_is_left_as_it_is(path: Path) -> None:
    with opened(path) as store:
        store.add(read(GAME))
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    before = path.read_bytes()
    assert "newer version" in message(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "cannot be used" in message(tmp_path / "file" / FILE)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_file_that_is_read_only_is_told(path: Path) -> None:
    with opened(path) as store:
        store.add(read(GAME))
    path.chmod(0o444)
    path.parent.chmod(0o555)
    before = path.read_bytes()
    try:
        assert "cannot be used" in message(path)
    finally:
        path.parent.chmod(0o755)
    assert path.read_bytes() == before


def test_a_full_disk_keeps_what_was_saved(path: Path) -> None:
    whole = read(GAME)
    with opened(path) as store:
        saved = store.add(cut(whole, 4))
        full(store)
        long = replace(whole, lines=whole.lines * 2000)
        with pytest.raises(StoreError, match="full") as told:
            store.keep(saved, long)
    words = str(told.value)
    assert (
        "the last line was not saved" in words
        and f"game {saved.id} goes on" in words
        and "`" not in words
    )
    with opened(path) as store:
        assert store.game(saved.id).record == cut(whole, 4)


def full(store: Store) -> None:
    """Lets the file grow no further, as SQLite itself sees a full disk."""
    connection = store._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")


def test_the_home_is_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    assert default_path() == tmp_path / FILE
    monkeypatch.delenv("APARTE_HOME")
    assert default_path().parent.name == "aparte"
