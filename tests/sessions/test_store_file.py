"""The file of saved games is its owner's, is brought up to date, and tells what it lost."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile

import pytest

from aparte.models.record import read
from aparte.sessions.saved import Saved
from aparte.sessions.store import FILE, VERSION, Store, StoreError, opened, opened_to_read
from aparte.sessions.store_file import beside, write_whole
from tests.stores import GAME, cut, message


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / FILE


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_its_owner_can_read_the_file(path: Path) -> None:
    before = os.umask(0o022)
    try:
        with opened(path) as store:
            store.add(read(GAME))
            assert len(list(path.parent.iterdir())) == 4
            assert {rights(each) for each in path.parent.iterdir()} == {0o600}
    finally:
        os.umask(before)
    assert rights(path.parent) == 0o700


def test_wider_rights_of_an_older_file_are_narrowed(path: Path) -> None:
    with opened(path) as store:
        store.add(read(GAME))
        for each in path.parent.iterdir():
            each.chmod(0o644)
        path.parent.chmod(0o755)
        with opened(path):
            assert {rights(each) for each in path.parent.iterdir()} == {0o600}
            assert rights(path.parent) == 0o700


DISK = """
import sys
from pathlib import Path
from aparte.sessions.store_file import connected
print(*connected(Path(sys.argv[1])).execute("PRAGMA synchronous").fetchone())
"""


def test_whoever_changes_a_saved_game_goes_on_when_it_is_on_the_disk(path: Path) -> None:
    """In a process of its own: in this one nobody waits for the disk."""
    run = [sys.executable, "-c", DISK, str(path)]
    full = "2"
    assert subprocess.run(run, capture_output=True, text=True).stdout.strip() == full


def test_a_folder_that_others_use_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, home = tmp_path / "shared", tmp_path / "home"
    for folder, mode in ((shared, 0o1777), (home, 0o755)):
        folder.mkdir()
        folder.chmod(mode)
        monkeypatch.setenv("HOME", str(home))
        with opened(folder / FILE):
            assert rights(folder) == mode
            assert rights(folder / FILE) == 0o600


OLD = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    bots TEXT NOT NULL,
    seed TEXT NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0,
    changed TEXT NOT NULL
);
CREATE TABLE rows (
    game INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
PRAGMA application_id = 1097884018;
PRAGMA user_version = 1;
"""


def old_file(path: Path, *games: tuple[str, str, str]) -> None:
    """Write a file as the first version did; `games` have bots, seed and time."""
    path.parent.mkdir(exist_ok=True)
    old = sqlite3.connect(path, isolation_level=None)
    old.executescript(OLD)
    old.execute("PRAGMA journal_mode = WAL")
    for number, game in enumerate(games, start=1):
        old.execute("INSERT INTO games (bots, seed, changed) VALUES (?, ?, ?)", game)
        rows = [(number, at, row) for at, row in enumerate(GAME.splitlines(), start=1)]
        old.executemany("INSERT INTO rows VALUES (?, ?, ?)", rows)
    old.close()


def test_an_older_file_is_brought_up_to_date(path: Path) -> None:
    old_file(
        path,
        ("Bo=greedy", "7", "2026-03-01T00:00:00+00:00"),
        ("", "", "2026-02-01T00:00:00+00:00"),
        ("", "", "2026-04-01T00:00:00+00:00"),
    )
    with opened(path) as store:
        saved = {each.id: each for each in store.games()}
        assert list(saved) == [3, 1, 2]
        assert all(each.record == read(GAME) for each in saved.values())
        assert (dict(saved[1].bots), saved[1].deal.seed) == ({"Bo": "greedy"}, "7")
        assert len(saved[2].deal.seed) == 32
        assert saved[2].deal != saved[3].deal
        store.keep(saved[2], cut(read(GAME), 5))
    with opened(path) as store:
        assert [each.id for each in store.games()] == [2, 3, 1]
        assert store.game(2).record == cut(read(GAME), 5)
    assert path.read_bytes()[60:64] == VERSION.to_bytes(4)


def test_two_windows_bring_an_older_file_up_to_date(path: Path) -> None:
    old_file(path, ("", "7", "2026-03-01T00:00:00+00:00"))
    code = "import sys; from pathlib import Path; from aparte.sessions.store import opened\n"
    code += "with opened(Path(sys.argv[1])) as store: print(len(store.games()))"
    run = [sys.executable, "-c", code, str(path)]
    windows = [subprocess.Popen(run, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [window.communicate()[0] for window in windows] == ["1\n"] * 3


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes all folders look as those of a read-only disk: root is held back by nothing else."""
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode & os.W_OK == 0 and access(path, mode))


def test_what_is_read_only_can_be_read_and_nothing_is_written(
    path: Path, read_only: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_file(path, ("", "7", "2026-03-01T00:00:00+00:00"))
    before = {each: each.read_bytes() for each in path.parent.iterdir()}
    with opened_to_read(path) as store:
        assert store.game(1).record == read(GAME)
    assert {each: each.read_bytes() for each in path.parent.iterdir()} == before
    assert "read-only" in message(path)
    assert {each: each.read_bytes() for each in path.parent.iterdir()} == before


def test_a_log_that_is_read_only_is_read_to_its_end(path: Path, read_only: None) -> None:
    saved, copy = stopped(path)
    beside(copy, "-shm").unlink(missing_ok=True)
    with opened_to_read(copy) as store:
        assert store.game(1).rows == saved.rows


def test_to_read_what_is_not_there_makes_nothing(path: Path) -> None:
    with opened_to_read(path) as store:
        assert store.games() == []
    assert not path.parent.exists()


def stopped(path: Path) -> tuple[Saved, Path]:
    """Return a game of eleven changes, and the file as a loss of power leaves it."""
    copy = path.parent.with_name("after") / FILE
    copy.parent.mkdir()
    with opened(path) as store:
        saved = store.add(cut(read(GAME), 4))
        for number in range(11):
            saved = store.keep(saved, cut(read(GAME), 4 + number % 3 + (number > 5)))
        for each in path.parent.iterdir():
            copyfile(each, copy.with_name(each.name))
    return saved, copy


def torn(copy: Path, share: float) -> None:
    """Leave only a share of the write-ahead log."""
    log = beside(copy, "-wal")
    os.truncate(log, int(log.stat().st_size * share))


def test_what_a_torn_log_lost_is_told_once(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved, copy = stopped(path)
    torn(copy, 0.8)
    with opened(copy) as store:
        left = store.game(saved.id)
    gone = saved.changes - left.changes
    assert gone > 1
    told = capsys.readouterr().err
    assert f"{gone} changes to game 1 are lost" in told
    assert f"after line {len(left.rows)}" in told
    assert len(told.splitlines()) == 1
    with opened(copy) as store:
        store.keep(left, read(GAME))
    with opened(copy):
        assert capsys.readouterr().err == ""


def test_a_game_that_a_torn_log_lost_is_told(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, copy = stopped(path)
    torn(copy, 0)
    with opened(copy) as store:
        assert store.games() == []
    assert "1 game was saved, but is lost (1)" in capsys.readouterr().err
    with opened(copy) as store:
        assert store.add(read(GAME)).id == 1
    with opened(copy):
        assert capsys.readouterr().err == ""


def without_marks(path: Path, copy: Path) -> None:
    beside(copy, "-marks").unlink()
    torn(copy, 0.5)


def with_older_marks(path: Path, copy: Path) -> None:
    """Stop between a change and its mark."""
    marks = beside(copy, "-marks")
    before = marks.read_bytes()
    with opened(copy) as store:
        [saved] = store.games()
        store.keep(saved, read(GAME))
    marks.write_bytes(before)


def with_garbled_marks(path: Path, copy: Path) -> None:
    beside(copy, "-marks").write_bytes(bytes(range(256)) * 7 + b"\n")


def gone_on_with(path: Path, copy: Path) -> None:
    with opened(copy) as one, opened(copy) as other:
        for number in range(3):
            for store in (one, other):
                store.keep(store.game(1), cut(read(GAME), 4 + number))


@pytest.mark.parametrize(
    "happens",
    [without_marks, with_older_marks, with_garbled_marks, gone_on_with],
)
def test_no_loss_is_told_where_nothing_was_lost(
    happens: Callable[[Path, Path], None], path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, copy = stopped(path)
    happens(path, copy)
    with opened(copy), opened(path):
        assert capsys.readouterr().err == ""


def removed(path: Path) -> None:
    path.unlink()


def moved_over(path: Path) -> None:
    copyfile(path, path.with_suffix(".other"))
    os.replace(path.with_suffix(".other"), path)


def mended_elsewhere(path: Path) -> None:
    """Damage the file; another window finds that, and begins a new one."""
    with path.open("r+b") as file:
        file.write(bytes(16))
    with opened(path):
        pass


def adds(store: Store, saved: Saved) -> None:
    store.add(saved.record)


def keeps(store: Store, saved: Saved) -> None:
    store.keep(saved, cut(saved.record, 5))


def keeps_apart(store: Store, saved: Saved) -> None:
    store.keep_apart(saved, "name", "text")


def uses(store: Store, saved: Saved) -> None:
    store.use(saved)


@pytest.mark.parametrize("write", [adds, keeps, keeps_apart, uses])
@pytest.mark.parametrize("lose", [removed, moved_over, mended_elsewhere])
def test_nothing_is_confirmed_that_nobody_would_find_again(
    path: Path, lose: Callable[[Path], None], write: Callable[[Store, Saved], None]
) -> None:
    with opened(path) as store:
        saved = store.add(read(GAME))
        lose(path)
        with pytest.raises(StoreError, match="removed or replaced while"):
            write(store, saved)


@pytest.mark.parametrize("fails", ["open", "fsync", "replace"])
@pytest.mark.parametrize("reason", [errno.EROFS, errno.ENOSPC])
def test_a_file_that_cannot_be_written_is_named_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, reason: int
) -> None:
    file = tmp_path / "config.toml"
    write_whole(file, "before")

    def failing(*args: object, **_: object) -> int:
        raise OSError(reason, os.strerror(reason), str(args[0]))

    with monkeypatch.context() as patched, pytest.raises(OSError, match="toml") as told:
        patched.setattr(os, fails, failing)
        write_whole(file, "after")
    assert told.value.filename == str(file) and told.value.errno == reason
    assert file.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["config.toml"]
