"""Stores of every earlier format open, and whatever damages a store is told; nothing is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from aparte.models.record import read
from aparte.sessions.marks import MARKS, beside
from aparte.sessions.store import FILE, VERSION, StoreError, opened, opened_to_read
from tests.soak.damage import damage
from tests.stores import GAME, cut, message

FORMATS = sorted((Path(__file__).parent / "formats").glob("*.sql"))
"""Two games each, written by the programs that had the format; the first was changed once."""
GOLDEN = Path(__file__).parents[1] / "golden/adresses-jaunes-2.rec"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / FILE


def of_format(path: Path, script: Path) -> None:
    path.parent.mkdir()
    file = sqlite3.connect(path, isolation_level=None)
    file.executescript(script.read_text("utf-8"))
    file.execute("PRAGMA journal_mode = WAL")
    file.close()


def as_it_was(path: Path) -> None:
    """Hold the two games of a format to what was saved."""
    with opened(path) as store:
        first, second = store.game(1), store.game(2)
        assert (first.record, first.changes, dict(first.bots)) == (read(GAME), 1, {"Bo": "greedy"})
        assert second.record.closed and second.rows == tuple(GOLDEN.read_text().splitlines())
        assert [each.outline is not None for each in store.summaries()] == [True, True]
        assert {each.outline.result is None for each in store.summaries() if each.outline} == {
            *(True, False)
        }


def test_there_is_a_file_of_every_format_before_this_one() -> None:
    assert [int(each.stem) for each in FORMATS] == list(range(1, VERSION))


@pytest.mark.parametrize("script", FORMATS, ids=lambda script: script.stem)
def test_a_store_of_an_earlier_format_opens(path: Path, script: Path) -> None:
    of_format(path, script)
    as_it_was(path)
    if int(script.stem) >= 3:
        with opened(path) as store:
            assert store.apart(store.game(1)) == {"sealed Ana": "0.11 Ana disc h2"}
    as_it_was(path)


KILLED = """
import os, signal, sqlite3, sys
from pathlib import Path
from aparte.sessions.store import opened

connect, left = sqlite3.connect, int(sys.argv[2])

def killing(*where, **how):
    def count(statement):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
    connection = connect(*where, **how)
    connection.set_trace_callback(count)
    return connection

sqlite3.connect = killing
with opened(Path(sys.argv[1])) as store:
    store.summaries()
"""


def killed(path: Path, after: int) -> None:
    """Open the store in a process that is killed at its statement after so many others."""
    ran = [sys.executable, "-c", KILLED, str(path), str(after)]
    assert subprocess.run(ran, capture_output=True).returncode == -9


@pytest.mark.parametrize("after", [3, 6, 10, 13, 17, 21])
def test_a_kill_while_a_store_is_brought_up_to_date_loses_nothing(path: Path, after: int) -> None:
    of_format(path, FORMATS[0])
    killed(path, after)
    as_it_was(path)


def with_games(path: Path, number: int = 3) -> None:
    with opened(path) as store:
        for _ in range(number):
            store.keep(store.add(cut(read(GAME), 4)), read(GAME))


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def taken_away(path: Path) -> None:
    path.unlink()


def of_another_kind(path: Path) -> None:
    path.write_text("a letter to somebody")


def with_a_bad_page(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:4096] + bytes(range(256)) * 16 + data[8192:])


@pytest.mark.parametrize("harm", [emptied, taken_away, of_another_kind, with_a_bad_page])
def test_a_store_that_cannot_be_read_is_told_kept_and_begun_anew(
    path: Path, harm: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    with_games(path)
    (path.parent / "config.toml").write_text("{}")
    harm(path)
    before = path.read_bytes() if path.exists() else None
    with opened(path) as store:
        assert store.games() == []
        store.add(read(GAME))
    told = capsys.readouterr().err
    assert "set aside as" in told and "3 games were saved, but are lost (1-3)" in told
    assert len(told.splitlines()) == 1 and told.count("damaged") <= 1
    aside = path.with_name("games-aside-1.sqlite3")
    assert (aside.read_bytes() if before is not None else None) == before
    assert beside(aside, MARKS).exists() and (path.parent / "config.toml").exists()
    with opened(path) as store:
        assert len(store.games()) == 1
    assert capsys.readouterr().err == ""


def test_what_is_sound_of_a_damaged_store_is_taken_over(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_games(path, 60)
    data = bytearray(path.read_bytes())
    at = data.index(b"adresses-jaunes")
    page = at // 4096 * 4096
    data[page : page + 4096] = bytes(4096)
    path.write_bytes(data)
    with opened(path) as store:
        left = store.games()
        assert 30 < len(left) < 60 and all(saved.record == read(GAME) for saved in left)
    told = capsys.readouterr().err
    assert f"{60 - len(left)} games were saved, but are lost" in told
    assert len(told.splitlines()) == 1
    assert path.with_name("games-aside-1.sqlite3").exists()


@pytest.mark.parametrize("column", ["record", "bots", "seed", "salt", "changed", "outline", "used"])
def test_a_changed_row_is_told_wherever_the_game_is_looked_at(path: Path, column: str) -> None:
    with_games(path, 2)
    with sqlite3.connect(path) as file:
        file.execute(f"UPDATE games SET {column} = {column} || '1' WHERE id = 1")
    file.close()
    with opened(path) as store:
        errors = {each.id: each.error for each in store.summaries()}
        assert errors[2] is None and "game 1 is damaged" in str(errors[1])
        with pytest.raises(StoreError, match="game 1 is damaged"):
            _ = store.game(1).record
        store.use(store.game(1))
        with pytest.raises(StoreError):
            store.keep(store.game(1), read(GAME))
        assert not store.game(1).sound and store.game(2).record == read(GAME)


def test_what_is_kept_apart_has_its_checksum(path: Path) -> None:
    with opened(path) as store:
        saved = store.add(read(GAME))
        store.keep_apart(saved, "sealed Ana", "4P")
        store._connection.execute("UPDATE apart SET text = '5P'")
        with pytest.raises(StoreError, match="game 1 is damaged"):
            store.apart(saved)


def test_another_store_in_its_place_is_told_once(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_games(path)
    other = tmp_path / "other" / FILE
    with_games(other, 1)
    path.write_bytes(other.read_bytes())
    with opened(path) as store:
        assert len(store.games()) == 1
    assert "is not the file in which games were last saved" in capsys.readouterr().err
    assert beside(path.with_name("games-aside-1.sqlite3"), MARKS).exists()
    with opened(path):
        assert capsys.readouterr().err == ""


def test_text_that_is_none_is_damage(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with_games(path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"CREATE TABLE apart", b"CREATE TABLE ap\xff\xfet"))
    with opened(path) as store:
        assert [saved.record for saved in store.games()] == [read(GAME)] * 3
    assert "are damaged" in capsys.readouterr().err


def test_a_damaged_store_that_is_only_read_is_one_message(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_games(path)
    with_a_bad_page(path)
    before = {each: each.read_bytes() for each in path.parent.iterdir()}
    monkeypatch.setattr("aparte.sessions.store.writable", lambda path: False)
    with pytest.raises(StoreError, match="damaged"), opened_to_read(path):
        pass
    assert "read-only" in message(path)
    assert {each: each.read_bytes() for each in path.parent.iterdir()} == before


@pytest.mark.parametrize("after", [1, 4, 8, 12, 20, 30, 40])
def test_a_kill_while_a_store_is_mended_loses_nothing(path: Path, after: int) -> None:
    with_games(path, 60)
    data = bytearray(path.read_bytes())
    page = data.index(b"adresses-jaunes") // 4096 * 4096
    data[page : page + 4096] = bytes(4096)
    path.write_bytes(data)
    copytree(path.parent, path.parent.with_name("twin"))
    with opened(path.parent.with_name("twin") / FILE) as store:
        expected = {saved.id for saved in store.games()}
    killed(path, after)
    with opened(path) as store:
        assert {saved.id for saved in store.games() if saved.sound} == expected


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage"])
def test_however_a_store_is_damaged_nothing_is_lost_without_a_word(game: str) -> None:
    report = damage(game, 1, 40)
    assert report.tried["stores"] == 40
    assert report.found == []


def test_a_file_that_is_gone_is_called_so_each_time(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for aside in ("games-aside-1.sqlite3", "games-aside-2.sqlite3"):
        with opened(path) as store:
            store.add(read(GAME))
        path.unlink()
        with opened(path):
            told = capsys.readouterr().err
        assert "are gone: there is no such file; what is left of it was set aside as" in told
        assert aside in told and beside(path.with_name(aside), MARKS).exists()
