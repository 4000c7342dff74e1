"""Saved games: one SQLite file, in which a line is safe before anybody is told that it stands.

A game is kept as the text of its record, row by row; the record is the truth, the rest of what is
kept says who of the players is a program, and what the game is drawn from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ..models.core import HANDS, PRACTICE, RESULT, Record
from ..models.notice import notice
from ..models.record import read, write
from ..models.words import Words, say, say_n
from ..solver.play.deal import SEED, Deal, new_deal
from .marks import Mark, Marks
from .store_file import (
    FILE,
    HOME,
    VERSION,
    StoreError,
    beside,
    check_header,
    connected,
    default_path,
    told,
    transaction,
    unusable,
    writable,
)

if TYPE_CHECKING:
    import sqlite3

__all__ = [
    "FILE",
    "HOME",
    "VERSION",
    "Outline",
    "Saved",
    "Store",
    "StoreError",
    "default_path",
    "opened",
    "opened_to_read",
]

_MOST = 2**63
"""Numbers of SQLite lie below."""
_YEARS = range(1971, 9999)
"""In which every clock of the world can tell a time."""
_LATER = "(SELECT coalesce(max(used), 0) + 1 FROM games)"
"""What a game is used last by, whatever the clock says."""


@dataclass(frozen=True)
class Saved:
    """A saved game: the rows of its record, who is played by which bot, what it is drawn from.

    `players` names the bots as "Bo=greedy Cy=random". `changes` counts how often the game was
    written: whoever has counted less has an old copy. `changed` is for show, None if not known.
    """

    id: int
    rows: tuple[str, ...]
    players: str
    deal: Deal
    changed: datetime | None
    changes: int = 0

    @cached_property
    def record(self) -> Record:
        """The record, held to the rules; raises BadNotation and IllegalAction."""
        return read(_text(self.rows))

    @cached_property
    def bots(self) -> Mapping[str, str]:
        """The bots by player; raises StoreError, and what `record` raises."""
        pairs = [each.split("=") for each in self.players.split()]
        if any(len(pair) != 2 or pair[0] not in self.record.setup.players for pair in pairs):
            words = say("who is played by a bot is not known ({players})", players=self.players)
            raise StoreError(words)
        return dict(pairs)

    @property
    def over(self) -> bool:
        """Whether the result is written, also of a game that cannot be read."""
        return any(row.split()[:1] == [RESULT] for row in self.rows)

    @property
    def open_hands(self) -> bool:
        """Whether the record shows hands that are still played, also if it cannot be read."""
        seat = next((row for row in self.rows if row.startswith("[Seat ")), None)
        return not self.over and seat in (None, f'[Seat "{HANDS}"]')

    @property
    def text(self) -> str:
        """The record as it may leave the store: once it is over, with what it was dealt from."""
        seal, *opening = (f'[{name} "{value}"]' for name, value in self.deal.tags)
        known = any(row.startswith(f"[{SEED} ") for row in self.rows)
        if seal not in self.rows or known or not self.over:
            return _text(self.rows)
        at = self.rows.index(seal) + 1
        return _text((*self.rows[:at], *opening, *self.rows[at:]))


@dataclass(frozen=True, slots=True)
class Outline:
    """A saved game that is over: the rows of its header, the words of its result.

    `players` names the bots as in `Saved`; `lines` are as many as it has behind the header. A game
    of `practice` is for no scores.
    """

    id: int
    header: tuple[str, ...]
    result: tuple[str, ...]
    players: str
    changed: datetime | None
    lines: int
    practice: bool


@contextmanager
def opened(path: Path | None = None) -> Iterator[Store]:
    """Open the saved games for a while, made if there are none yet; raises StoreError.

    What was lost of them meanwhile is told.
    """
    path = path or default_path()
    with told(path):
        if path.exists() and not writable(path):
            raise StoreError(unusable(path, say("it is read-only")))
        connection = connected(path)
    try:
        store = Store(path, connection)
        for words in store.lost():
            notice(words)
        yield store
    finally:
        connection.close()


@contextmanager
def opened_to_read(path: Path | None = None) -> Iterator[Store]:
    """Open the saved games to look at them only, also where nothing can be written.

    SQLite cannot read a log without writing beside it: where that is not possible, a copy is read.
    """
    path = path or default_path()
    if writable(path):
        with opened(path) as store:
            yield store
        return
    with TemporaryDirectory(prefix="aparte-") as folder:
        copy = Path(folder) / path.name
        with told(path):
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
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        with told(path):
            (name,) = connection.execute("SELECT name FROM store").fetchone() or ("",)
        self._marks = Marks(beside(path, "-marks"), str(name))

    def games(self) -> list[Saved]:
        """Return all games, the one used last first."""
        with told(self.path):
            ids = self._connection.execute("SELECT id FROM games ORDER BY used DESC, id DESC")
            return [self.game(id) for (id,) in ids.fetchall()]

    def finished(self) -> list[Outline]:
        """Return what is told of each game that is over without reading its lines."""
        with told(self.path), transaction(self._connection, "BEGIN"):
            of_game = self._connection.execute("SELECT id, bots, changed FROM games")
            games = {int(id): (str(bots), _time(changed)) for id, bots, changed in of_game}
            counted = self._connection.execute(
                "SELECT game, count(*) FROM rows WHERE text NOT LIKE '[%' AND text NOT LIKE '#%'"
                " GROUP BY game"
            )
            lines = {int(id): int(number) for id, number in counted}
            marked = self._connection.execute(
                "SELECT DISTINCT game FROM rows WHERE text LIKE ?", (f"{PRACTICE}%",)
            )
            practice = {int(id) for (id,) in marked}
            rows: dict[int, list[str]] = {}
            for id, text in self._connection.execute(
                "SELECT game, text FROM rows WHERE text LIKE '[%' OR text LIKE 'result%'"
                " ORDER BY game, number"
            ):
                rows.setdefault(int(id), []).append(str(text))
        return [
            Outline(id, tuple(header), tuple(words), *games[id], lines.get(id, 0), id in practice)
            for id, (*header, last) in rows.items()
            if id in games and (words := last.partition("#")[0].split())[:1] == [RESULT]
        ]

    def game(self, id: int) -> Saved:
        """Return the game with this id."""
        with told(self.path), transaction(self._connection, "BEGIN"):
            found = (
                abs(id) < _MOST
                and self._connection.execute(
                    "SELECT bots, seed, salt, changed, changes FROM games WHERE id = ?", (id,)
                ).fetchone()
            )
            if not found:
                raise StoreError(say("there is no saved game {id}; see `aparte games`", id=id))
            bots, seed, salt, changed, changes = found
            deal = Deal(str(seed), str(salt))
            return Saved(id, self._rows(id), str(bots), deal, _time(changed), _count(changes))

    def add(
        self,
        record: Record,
        bots: Mapping[str, str] | None = None,
        deal: Deal | None = None,
    ) -> Saved:
        """Save a game that is new here, with its bots (player to bot).

        What is still to be drawn comes from `deal`, else from one that nobody can foretell.
        """
        rows, deal = _rows_of(record), deal or new_deal()
        players = " ".join(f"{player}={bot}" for player, bot in (bots or {}).items())
        now = datetime.now(UTC)
        with told(self.path), transaction(self._connection, "BEGIN IMMEDIATE"):
            id = self._connection.execute(
                "INSERT INTO games (bots, seed, salt, changed, used)"
                f" VALUES (?, ?, ?, ?, {_LATER})",
                (players, deal.seed, deal.salt, now.isoformat()),
            ).lastrowid
            assert id is not None
            self._write(id, 0, rows)
        self._marks.put(Mark(id, 0))
        return Saved(id, rows, players, deal, now)

    def keep(self, saved: Saved, record: Record) -> Saved:
        """Make `record` the record of `saved`, whatever was added to it or taken back.

        Returned means safe: what is told to the players is told after this. Refused if another
        window has gone on with the game meanwhile.
        """
        rows = _rows_of(record)
        pairs = zip(saved.rows, rows, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        now = datetime.now(UTC)
        with told(self.path), transaction(self._connection, "BEGIN IMMEDIATE"):
            updated = self._connection.execute(
                f"UPDATE games SET changes = changes + 1, changed = ?, used = {_LATER}"
                " WHERE id = ? AND changes = ?",
                (now.isoformat(), saved.id, saved.changes),
            ).rowcount
            if not updated:
                words = say(
                    "game {id} was continued in another window meanwhile; nothing was added here,"
                    " `aparte resume {id}` goes on with it",
                    id=saved.id,
                )
                raise StoreError(words)
            self._write(saved.id, same, rows[same:])
        after = replace(saved, rows=rows, changed=now, changes=saved.changes + 1)
        self._marks.put(Mark(after.id, after.changes))
        return after

    def marked_later(self) -> AbstractContextManager[None]:
        """Within the block, let nobody wait for a mark: what it marks is safe without it.

        Where many hear of a change they do not wait for the disk twice.
        """
        return self._marks.later()

    def use(self, saved: Saved) -> None:
        """Take note that `saved` is the game that is gone on with."""
        with told(self.path), transaction(self._connection, "BEGIN IMMEDIATE"):
            self._connection.execute(f"UPDATE games SET used = {_LATER} WHERE id = ?", (saved.id,))

    def apart(self, saved: Saved) -> dict[str, str]:
        """Return what is kept of a game apart from its record, by name."""
        with told(self.path):
            found = self._connection.execute(
                "SELECT name, text FROM apart WHERE game = ?", (saved.id,)
            )
            return {str(name): str(text) for name, text in found.fetchall()}

    def keep_apart(self, saved: Saved, name: str, text: str | None) -> None:
        """Keep `text` apart from the record, or (None) forget what was kept by this `name`.

        Returned means safe.
        """
        with told(self.path), transaction(self._connection, "BEGIN IMMEDIATE"):
            self._connection.execute(
                "DELETE FROM apart WHERE game = ? AND name = ?", (saved.id, name)
            )
            if text is not None:
                self._connection.execute(
                    "INSERT INTO apart VALUES (?, ?, ?)", (saved.id, name, text)
                )

    def lost(self) -> list[Words]:
        """Return what to say of changes that were confirmed and are gone; it is said once."""
        # Marks come first: a window that writes meanwhile counts up before it marks.
        return [words for mark in list(self._marks) if (words := self._lost(mark))]

    def _lost(self, mark: Mark) -> Words | None:
        with told(self.path):
            found = self._connection.execute(
                "SELECT changes, (SELECT count(*) FROM rows WHERE game = id) FROM games"
                " WHERE id = ?",
                (mark.game,),
            ).fetchone()
        if found is None:
            self._marks.remove(mark.game)
            return say(
                "game {id} was saved, but is lost: the log of the saved games was torn, or the"
                " file is an older copy",
                id=mark.game,
            )
        changes, rows = found
        gone = mark.changes - _count(changes)
        if gone <= 0:
            return None
        self._marks.put(Mark(mark.game, _count(changes)))
        return say_n(
            "{n} change to game {id} is lost: the log of the saved games was torn, or the"
            " file is an older copy; the game goes on behind line {line}",
            "{n} changes to game {id} are lost: the log of the saved games was torn, or"
            " the file is an older copy; the game goes on behind line {line}",
            gone,
            id=mark.game,
            line=rows,
        )

    def _rows(self, id: int) -> tuple[str, ...]:
        found = self._connection.execute(
            "SELECT text FROM rows WHERE game = ? ORDER BY number", (id,)
        )
        return tuple(str(text) for (text,) in found.fetchall())

    def _write(self, id: int, after: int, rows: Sequence[str]) -> None:
        self._connection.execute("DELETE FROM rows WHERE game = ? AND number > ?", (id, after))
        self._connection.executemany(
            "INSERT INTO rows (game, number, text) VALUES (?, ?, ?)",
            [(id, number, row) for number, row in enumerate(rows, start=after + 1)],
        )


def _rows_of(record: Record) -> tuple[str, ...]:
    return tuple(write(record).removesuffix("\n").split("\n"))


def _text(rows: Sequence[str]) -> str:
    return "".join(f"{row}\n" for row in rows)


def _time(written: object) -> datetime | None:
    """Return a time of the store; None for one that no clock tells."""
    try:
        time = datetime.fromisoformat(str(written))
    except ValueError:
        return None
    return time if time.year in _YEARS else None


def _count(written: object) -> int:
    return written if isinstance(written, int) else 0
