"""What is kept beside the games, in their file, and what earlier versions kept in files."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from aparte.puzzles.room import puzzles
from aparte.sessions import solved
from aparte.sessions.costs import costs_kept
from aparte.sessions.folders import LARGEST, OF_FILES
from aparte.sessions.scores import People
from aparte.sessions.solving import Solving
from aparte.sessions.store import FILE, opened, opened_to_read
from aparte.sessions.texts import COSTS, JUDGED, LINES, OPEN, STARTS, Texts
from tests.stores import restored

BEFORE = Path(__file__).parent / "beside"
"""Written by a version of that time: an open puzzle with a line, a solved one, a judged choice with
a start and its costs, somebody renamed, and somebody forgotten."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / FILE


def test_texts_are_kept_by_room_and_name(path: Path) -> None:
    with opened(path) as store:
        room = store.texts("a room")
        room["b"], room["a"] = "zwei", "ein\nTexte"
        room["b"] = "two"
        store.texts("another")["a"] = "other"
    with opened(path) as store:
        room = store.texts("a room")
        assert dict(room) == {"a": "ein\nTexte", "b": "two"} and len(room) == 2
        assert room.pop("b") == "two" and "b" not in room
        with pytest.raises(KeyError):
            del room["b"]
        room.clear()
        assert not room and dict(store.texts("another")) == {"a": "other"}


def test_texts_are_changed_at_once_or_not_at_all(path: Path) -> None:
    with opened(path) as store:
        store.texts("open")["a"] = "begun"
        with pytest.raises(KeyboardInterrupt), store.at_once():
            store.texts("solved")["a"] = "done"
            del store.texts("open")["a"]
            raise KeyboardInterrupt
        assert dict(store.texts("open")) == {"a": "begun"} and not store.texts("solved")


@pytest.mark.parametrize("room", [OPEN, LINES])
def test_a_puzzle_is_never_both_solved_and_open(
    path: Path, monkeypatch: pytest.MonkeyPatch, room: str
) -> None:
    puzzle, delete = next(puzzles()), Texts.__delitem__

    def dies(texts: Texts, name: str) -> None:
        if texts._room == room:
            raise KeyboardInterrupt
        delete(texts, name)

    with opened(path) as store:
        solved.keep(store, puzzle, Solving(), 1.0)
        solved.keep_line(store, puzzle, "K1 is")
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(Texts, "__delitem__", dies)
            solved.keep(store, puzzle, Solving(solved=True), 2.0)
        there = solved.desk(store)
        assert list(there.open) == [solved.key_of(puzzle)] and not there.solved


def test_a_damaged_text_is_told_and_left_out(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(path) as store:
        store.texts("a room").update({"a": "one", "b": "two"})
    with closing(sqlite3.connect(path)) as data:
        data.execute("UPDATE kept SET text = 'One' WHERE name = 'a'")
        data.commit()
    with opened(path) as store:
        assert dict(store.texts("a room")) == {"b": "two"}
        assert capsys.readouterr().err.splitlines()[0] == (
            "aparte: a room, a: not as it was saved, so left out"
        )


@pytest.mark.parametrize("old", ["", "4.sql"])
@pytest.mark.parametrize("opening", [opened, opened_to_read])
def test_what_lay_in_files_is_taken_over(path: Path, old: str, opening) -> None:
    if old:
        restored(Path(__file__).parent / "formats" / old, path)
    copytree(BEFORE, path.parent, dirs_exist_ok=True)
    with opening(path) as store:
        check_all_is_there(store)
    with opened(path) as store:
        check_all_is_there(store)
        assert len(store.games()) == (2 if old else 0)
    assert not [file for like in OF_FILES for file in path.parent.glob(like)]


def check_all_is_there(store) -> None:
    mine = solved.desk(store)
    (key,) = mine.open
    assert [(each.name, each.seconds) for each in mine.solved] == [("02-nathan-road", 62.0)]
    puzzle = next(each for each in puzzles("adresses-jaunes") if solved.key_of(each) == key)
    assert solved.standing(store, puzzle).sheet.notes == ("le 3 est chez Bo",)
    assert solved.line(store, puzzle) == "not 5T B"
    assert People.read(store) == People({"bob": "Bo"}, frozenset({"dai"}))
    assert [len(store.texts(room)) for room in (JUDGED, STARTS, COSTS)] == [1, 1, 1]
    assert list(costs_kept(store).values()) == [{"ana": 0.25}]


def test_a_file_that_cannot_be_read_is_told_and_stays(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (path.parent / "people.json").mkdir()
    with opened(path) as store:
        assert People.read(store) == People()
    assert "people.json cannot be used" in capsys.readouterr().err
    assert (path.parent / "people.json").exists()


@pytest.mark.parametrize("damage", ["", "\N{REPLACEMENT CHARACTER}{", '{"version": 1}', "[]"])
def test_what_was_damaged_before_is_told_and_bars_nothing(
    path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    copytree(BEFORE, path.parent, dirs_exist_ok=True)
    (path.parent / "puzzles" / "zz.json").write_text(damage, "utf-8")
    with (path.parent / "puzzles" / "solved.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{damage}\n")
    with opened(path) as store:
        check_all_is_there(store)
        assert "zz" in store.texts(OPEN)
    told = capsys.readouterr().err
    assert "open puzzle cannot be read" in told
    assert ("that was solved cannot be read" in told) == bool(damage)


def notes(path: Path) -> tuple[str, ...]:
    with opened(path) as store:
        (each,) = solved.desk(store).open.values()
    return each.solving.sheet.notes


def later(path: Path, note: str, when: float) -> None:
    """Go on with the puzzle that is open."""
    with opened(path) as store:
        (key,) = store.texts(OPEN)
        puzzle = next(each for each in puzzles("adresses-jaunes") if solved.key_of(each) == key)
        solved.keep(store, puzzle, solved.standing(store, puzzle).noted(note), when)


def test_an_older_file_does_not_take_the_place_of_what_is_newer(path: Path) -> None:
    copytree(BEFORE, path.parent, dirs_exist_ok=True)
    later(path, "newer", 6.0)
    copytree(BEFORE, path.parent, dirs_exist_ok=True)  # of 5.0
    assert notes(path) == ("le 3 est chez Bo", "newer")
    later(path, "old again", 4.0)
    copytree(BEFORE, path.parent, dirs_exist_ok=True)
    assert notes(path) == ("le 3 est chez Bo",)


def test_people_of_a_file_that_is_written_again_join_the_others(path: Path) -> None:
    copytree(BEFORE, path.parent, dirs_exist_ok=True)
    with opened(path) as store:
        People.read(store).renamed("Cy", "Cylia").write(store)
    again = '{"names": {"bob": "Robert", "eve": "Eva"}, "forgotten": ["flo"]}'
    (path.parent / "people.json").write_text(again, "utf-8")
    with opened(path) as store:
        names = {"bob": "Robert", "cy": "Cylia", "eve": "Eva"}
        assert People.read(store) == People(names, frozenset({"dai", "flo"}))


@pytest.mark.parametrize("name", ["people.json", "puzzles/88322b3d9bf638b7.json"])
def test_a_damaged_file_is_told_and_takes_the_place_of_nothing(
    path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    copytree(BEFORE, path.parent, dirs_exist_ok=True)
    with opened(path) as store:
        check_all_is_there(store)
    (path.parent / name).parent.mkdir(exist_ok=True)
    (path.parent / name).write_text('{"names', "utf-8")
    with opened(path) as store:
        check_all_is_there(store)
    assert f"{name} cannot be used (it is damaged)" in capsys.readouterr().err
    assert (path.parent / name).exists()


def test_a_file_that_cannot_be_removed_is_told_and_undoes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def barred(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    copytree(BEFORE, path.parent, dirs_exist_ok=True)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", barred)
        later(path, "newer", 6.0)
        assert notes(path) == ("le 3 est chez Bo", "newer")
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2 * 3, "one of each folder, at each opening"
    assert "people.json was taken over and cannot be removed" in told[0]


def test_a_folder_that_nobody_can_look_into_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (path.parent / "puzzles").mkdir()
    monkeypatch.setattr("os.access", lambda each, mode: Path(each).name != "puzzles")
    with opened(path) as store:
        assert not store.texts(OPEN)
    assert f"{path.parent / 'puzzles'} cannot be used" in capsys.readouterr().err


def test_a_file_that_is_far_too_large_is_told_and_bars_nothing(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copytree(BEFORE, path.parent, dirs_exist_ok=True)
    with (path.parent / "puzzles" / "zz.json").open("wb") as file:
        file.truncate(LARGEST + 1)
    with opened(path) as store:
        check_all_is_there(store)
    assert "zz.json cannot be used (File too large)" in capsys.readouterr().err


@pytest.mark.parametrize("gone", [True, False])
def test_puzzles_that_are_gone_with_their_file_are_told(
    path: Path, gone: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    copytree(BEFORE, path.parent, dirs_exist_ok=True)
    with opened(path) as store:
        check_all_is_there(store)
    path.unlink() if gone else path.write_bytes(b"")
    with opened(path) as store:
        assert not store.texts(OPEN)
    assert "are gone" in capsys.readouterr().err
    with opened(path):
        assert not capsys.readouterr().err
