"""Saved games outlive whatever stops the program, and a file that is not sound is left alone."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.cli.store import FILE, VERSION, Store, StoreError, default_path, opened
from aparte.models.record import Record, read

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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / FILE


def cut(record: Record, lines: int) -> Record:
    return record.with_lines(record.lines[:lines])


def message(path: Path) -> str:
    with pytest.raises(StoreError) as error, opened(path) as store:
        store.add(read(GAME))
    return str(error.value)


def test_a_game_comes_back_as_it_was_saved(path: Path) -> None:
    with opened(path) as store:
        id = store.add(read(GAME), {"Bo": "greedy"}, "7").id
    with opened(path) as store:
        saved = store.game(id)
    assert "".join(f"{row}\n" for row in saved.rows) == GAME
    assert (dict(saved.bots), saved.seed) == ({"Bo": "greedy"}, "7")


def test_lines_are_added_and_taken_back(path: Path) -> None:
    whole = read(GAME)
    with opened(path) as store:
        saved = store.add(cut(whole, 4))
        saved = store.keep(saved, cut(whole, 7))
        saved = store.keep(saved, cut(whole, 5))
        assert store.game(saved.id).record == cut(whole, 5)
        store.keep(saved, whole)
        assert store.game(saved.id).record == whole


def test_the_game_changed_last_is_listed_first(path: Path) -> None:
    with opened(path) as store:
        first, second = store.add(cut(read(GAME), 4)), store.add(read(GAME))
        assert [saved.id for saved in store.games()] == [second.id, first.id]
        store.keep(first, read(GAME))
        assert [saved.id for saved in store.games()] == [first.id, second.id]


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
from aparte.cli.store import opened
from aparte.models.record import read, read_line

with opened(Path(sys.argv[1])) as store:
    record = read(sys.stdin.read())
    saved = store.add(record)
    for number in range(10_000):
        record = record.plus(read_line(record, f"Bo disc h1 = {number % 5}", 1).event)
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
from aparte.cli.store import opened
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


def test_a_damaged_file_is_left_as_it_is(path: Path) -> None:
    with opened(path) as store:
        for _ in range(20):
            store.add(read(GAME))
    content = path.read_bytes()
    damaged = content[:4096] + bytes(range(255, -1, -1)) * 16 + content[8192:]
    path.write_bytes(damaged)
    assert "damaged" in message(path)
    assert path.read_bytes() == damaged


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
        with pytest.raises(StoreError, match="full"):
            store.keep(saved, long)
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
