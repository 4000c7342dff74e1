"""Saved games: one SQLite file, in which a line is safe before anybody is told that it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.errors import TableError
from ..models.notice import notice
from ..models.words import Words, listed, say, say_n
from .folders import take_over, waiting
from .marks import MARKS, THERE, Mark, Marks, beside
from .mending import mended
from .outline import outline_of, table_of
from .saved import Row, Saved, Summary, count_of, damaged, row_of, rows_of, saved_of, summary_of
from .store_file import (
    FILE,
    HOME,
    TABLES,
    VERSION,
    StoreError,
    Unusable,
    check_header,
    connected,
    default_path,
    identity_of,
    is_sound,
    name_of,
    store_errors,
    summed,
    transaction,
    unusable,
    writable,
)
from .texts import Texts

if TYPE_CHECKING:
    import sqlite3
    from concurrent.futures import Future

    from ..models.core import Record
    from ..models.match import Match
    from ..solver.play.deal import Deal
    from .flushing import Flushing

__all__ = [
    "FILE",
    "HOME",
    "VERSION",
    "Store",
    "StoreError",
    "default_path",
    "opened",
    "opened_copy",
    "opened_to_keep",
    "opened_to_read",
]

_MOST = 2**63
"""SQLite's integers are below this."""
_COLUMNS = ", ".join((*TABLES["games"], "sum"))
_AT_ONCE = 50
"""How many outlines are saved together; if there are more, people are told of the wait."""


@contextmanager
def opened(path: Path | None = None) -> Iterator[Store]:
    """Open the saved games for the block, creating the file if need be; raises StoreError.

    If changes have been lost, people are told.
    """
    path = path or default_path()
    if path.exists() and not writable(path):
        raise StoreError(unusable(path, say("it is read-only")))
    connection, mending = mended(path)
    try:
        store = Store(path, connection)
        lost = store.lost()
        if lost and mending is None:
            mending = say("the file of saved games or its log was damaged, or it is an older copy")
        if mending is not None:
            notice(say("{words}", words=listed((mending, *lost), "; ")))
        take_over(path, connection, store.at_once)
        yield store
    finally:
        connection.close()


@contextmanager
def opened_to_read(path: Path | None = None) -> Iterator[Store]:
    """Open the saved games for reading only, even if nothing can be written.

    SQLite cannot read a log without writing beside it: if that is not possible, a copy is read.
    """
    path = path or default_path()
    is_old = writable(beside(path, MARKS)) or waiting(path)
    if writable(path) or (not path.exists() and is_old):
        with opened(path) as store:
            yield store
        return
    with opened_copy(path) as store:
        yield store


@contextmanager
def opened_to_keep() -> Iterator[Store]:
    """Open the saved games to keep what can be computed again.

    If they are out of reach, a temporary file takes it.
    """
    from tempfile import TemporaryDirectory

    with ExitStack() as stack:
        try:
            store = stack.enter_context(opened())
        except StoreError:
            folder = stack.enter_context(TemporaryDirectory(prefix="aparte-"))
            store = stack.enter_context(opened(Path(folder) / FILE))
        yield store


@contextmanager
def opened_copy(path: Path | None = None) -> Iterator[Store]:
    """Open a copy of the saved games: nothing is mended, created, reported or written back."""
    path = path or default_path()
    from shutil import copyfile
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="aparte-") as folder:
        copy = Path(folder) / path.name
        with store_errors(path):
            check_header(path)
            for ending in ("", "-wal"):
                if beside(path, ending).exists():
                    copyfile(beside(path, ending), beside(copy, ending))
            connection = connected(copy)
        try:
            yield Store(path, connection)
        finally:
            connection.close()


class Store:
    """The saved games of one file; every method raises StoreError."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._file = identity_of(path)
        with store_errors(path):
            self._marks = Marks(path, name_of(connection))
        self._marked = any(self._marks)
        self._kept: dict[int, Match] = {}
        """The last game that was kept, by its number, with everybody's view of it."""
        self._flushing: Flushing | None = None

    def games(self) -> list[Saved]:
        """Return all games, the last used first."""
        return list(map(saved_of, self._all()))

    def summaries(self) -> list[Summary]:
        """Return what lists show of all games, the last used first.

        Only games saved before there were outlines are replayed, once.
        """
        rows = self._all()
        found = {row[0]: summary_of(row) for row in rows}
        old = [row for row in rows if found[row[0]] is None]
        if len(old) > _AT_ONCE:
            notice(say("{n} games saved by an older version are looked through, once.", n=len(old)))
        for first in range(0, len(old), _AT_ONCE):
            for row, summary in self._outlined(old[first : first + _AT_ONCE]):
                found[row[0]] = summary
        return [each for each in found.values() if each is not None]

    def game(self, id: int) -> Saved:
        """Return the game with this id."""
        with store_errors(self.path):
            found = abs(id) < _MOST and self._row(id)
        if not found:
            raise StoreError(say("there is no saved game {id}; see `aparte games`", id=id))
        return saved_of(found)

    def add(
        self,
        record: Record,
        bots: Mapping[str, str] | None = None,
        deal: Deal | None = None,
    ) -> Saved:
        """Save a new game with its bots (player to bot).

        What is still to be drawn comes from `deal`, or else from a new random one.
        """
        from ..solver.play.deal import new_deal

        deal = deal or new_deal()
        players = " ".join(f"{player}={bot}" for player, bot in (bots or {}).items())
        with self._writing():
            (last,) = self._connection.execute(
                "SELECT max((SELECT coalesce(max(id), 0) FROM games), coalesce(("
                "SELECT seq FROM sqlite_sequence WHERE name = 'games'), 0))"
            ).fetchone()
            saved = Saved(int(last) + 1, rows_of(record), players, deal, datetime.now(UTC))
            self._write(saved, self._outline(saved.id, record))
        self._mark(Mark(saved.id, 0))
        return saved

    def keep(self, saved: Saved, record: Record) -> Saved:
        """Make `record` the record of `saved`, whatever was added to it or taken back.

        When it returns the change is safe (but see `flushed_later`), and players may be told. It is
        refused if another window has changed the game meanwhile.
        """
        outline = self._outline(saved.id, record)
        after = replace(
            saved, rows=rows_of(record), changed=datetime.now(UTC), changes=saved.changes + 1
        )
        with _unsaved(saved.id), self._writing():
            found = self._row(saved.id)
            if not found or not is_sound(found) or saved_of(found).changes != saved.changes:
                words = say(
                    "game {id} was continued in another window meanwhile; nothing was added here,"
                    " `aparte resume {id}` goes on with it",
                    id=saved.id,
                )
                raise StoreError(words)
            self._write(after, outline)
        self._mark(Mark(after.id, after.changes))
        return after

    @contextmanager
    def flushed_later(self) -> Iterator[None]:
        """Let no change in the block wait for the disk: it is safe only once `safe` says so.

        Until then nobody may be told of it. Changes that come meanwhile wait for the disk together.
        """
        from .flushing import flushing

        with self._marks.later(), flushing(self.path, self._connection) as self._flushing:
            try:
                yield
            finally:
                self._flushing = None

    @property
    def safe(self) -> Future[None] | None:
        """What is done once all changes so far are safe, None if they are; it raises StoreError."""
        return self._flushing.safe if self._flushing is not None else None

    def use(self, saved: Saved) -> None:
        """Note that `saved` was used last."""
        with self._writing():
            found = self._row(saved.id)
            if found and is_sound(found):
                self._put((*found[:-2], self._later()))

    def apart(self, saved: Saved) -> dict[str, str]:
        """Return what is kept of a game beside its record, by name."""
        with store_errors(self.path):
            found = self._connection.execute(
                "SELECT game, name, text, sum FROM apart WHERE game = ?", (saved.id,)
            ).fetchall()
        if not all(map(is_sound, found)):
            raise StoreError(damaged(saved.id))
        return {str(name): str(text) for _, name, text, _ in found}

    def keep_apart(self, saved: Saved, name: str, text: str | None) -> None:
        """Keep `text` beside the record, or (None) forget what was kept under this `name`.

        When it returns the change is safe.
        """
        with self._writing():
            self._connection.execute(
                "DELETE FROM apart WHERE game = ? AND name = ?", (saved.id, name)
            )
            if text is not None:
                row = (saved.id, name, text)
                self._connection.execute("INSERT INTO apart VALUES (?, ?, ?, ?)", summed(row))

    def texts(self, room: str) -> Texts:
        """Return the texts of a room, which are kept beside the games, by name."""
        return Texts(self.path, self._connection, self.at_once, room)

    def lost(self) -> list[Words]:
        """Return messages about confirmed changes that are gone, each only once."""
        # Marks come first: a window that writes meanwhile counts up before it marks.
        marks = [mark for mark in self._marks if mark != THERE]
        with store_errors(self.path):
            there = dict(self._connection.execute("SELECT id, changes FROM games").fetchall())
        gone = sorted(mark.game for mark in marks if mark.game not in there)
        told_of = [words for m in marks if m.game in there if (words := self._behind(m, there))]
        for game in gone:
            self._marks.remove(game)
        if gone:
            words = say_n(
                "{n} game was saved, but is lost ({games})",
                "{n} games were saved, but are lost ({games})",
                len(gone),
                games=listed(_runs(gone)),
            )
            told_of.append(words)
        return told_of

    def _behind(self, mark: Mark, there: Mapping[int, object]) -> Words | None:
        gone = mark.changes - count_of(there[mark.game])
        if gone <= 0:
            return None
        self._marks.put(Mark(mark.game, count_of(there[mark.game])))
        return say_n(
            "{n} change to game {id} is lost; the game goes on after line {line}",
            "{n} changes to game {id} are lost; the game goes on after line {line}",
            gone,
            id=mark.game,
            line=len(self.game(mark.game).rows),
        )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write all of the block or nothing; raises StoreError where nobody would find it again."""
        if self._connection.in_transaction:  # a block around this one writes all or nothing
            yield
            return
        with store_errors(self.path), transaction(self._connection):
            yield
        # A file that has lost its name takes what is written as ever, and is gone once closed.
        if identity_of(self.path) != self._file:
            words = say(
                "the saved games in {path} were removed or replaced while this game went on, so"
                " that the last change is not saved; `aparte games` lists those that are there now",
                path=self.path,
            )
            raise StoreError(words)
        if self._flushing is not None:
            self._flushing.changed()

    def _mark(self, mark: Mark) -> None:
        """Mark a change as soon as it is safe."""
        if self._flushing is None:
            self._marks.put(mark)
        else:
            self._flushing.then(lambda: self._marks.put(mark))

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Keep all texts of the block or none of them; raises StoreError.

        The marks tell only that something is kept beside the games, not how much.
        """
        with self._writing():
            yield
        if not (self._marked or self._connection.in_transaction):
            self._mark(THERE)
            self._marked = True

    def _all(self) -> list[Row]:
        with store_errors(self.path):
            asked = f"SELECT {_COLUMNS} FROM games ORDER BY used DESC, id DESC"
            return self._connection.execute(asked).fetchall()

    def _row(self, id: int) -> Row | None:
        asked = f"SELECT {_COLUMNS} FROM games WHERE id = ?"
        row: Row | None = self._connection.execute(asked, (id,)).fetchone()
        return row

    def _outline(self, id: int, record: Record) -> str:
        """Return the outline of the record of game `id`, which has usually grown by a line."""
        from ..models.core import TABLE
        from ..models.match import Match

        try:
            match = self._kept[id].at(record) if id in self._kept else Match.of(record, (TABLE,))
            self._kept = {id: match}
            return outline_of(record, match.views[TABLE]).written
        except TableError:
            return ""

    def _outlined(self, rows: Sequence[Row]) -> list[tuple[Row, Summary]]:
        """Make and save the outlines of games saved without one; return them."""
        found, made = [], []
        for row in rows:
            saved = saved_of(row)
            try:
                outline = outline_of(saved.record, table_of(saved.record))
                summary = Summary(saved.id, saved.changed, saved.bots, outline)
                made.append((row, outline.written))
            except TableError as error:
                summary = Summary(saved.id, saved.changed, {}, None, error.message)
            found.append((row, summary))
        with self._writing():
            for row, written in made:
                if self._row(row[0]) == row:
                    self._put((*row[:2], written, *row[3:-1]))
        return found

    def _write(self, saved: Saved, outline: str) -> None:
        self._put(row_of(saved, outline, self._later()))

    def _put(self, values: Sequence[Any]) -> None:
        places = ", ".join("?" * (len(values) + 1))
        self._connection.execute(
            f"INSERT OR REPLACE INTO games ({_COLUMNS}) VALUES ({places})", summed(values)
        )

    def _later(self) -> int:
        """Return the next number for the order of use, which does not depend on the clock."""
        (used,) = self._connection.execute("SELECT coalesce(max(used), 0) FROM games").fetchone()
        return count_of(used) + 1


@contextmanager
def _unsaved(id: int) -> Iterator[None]:
    """Add to an error in the block that a line was not saved, and what to do."""
    try:
        yield
    except Unusable as error:
        words = say(
            "{words}; the last line was not saved: once that is put right (room on the "
            "disk, the right to write), game {id} goes on from the line before",
            words=error.words,
            id=id,
        )
        raise Unusable(words) from error


def _runs(numbers: Sequence[int]) -> list[str]:
    """Return ascending numbers as ranges: 1, 3-7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ["-".join(map(str, run)) for run in runs]
