"""The ledger: the record of a game in progress."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from random import Random
from unicodedata import category

from ..models.core import HANDS, Line, Record, TableError
from ..models.record import read, read_line, write, write_line
from ..models.words import say
from ..solver.play.deal import dealt, whims
from .fixing import continued
from .saved import Saved
from .store import Store

_UNDONE = "undone "
"""A record of which lines were taken back is kept apart under this name and a number, from 0 on."""
_UNWRITTEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories that no line of text may have: control characters and line breaks."""


class NotKept(TableError):
    """A line that would not be read back as it was meant; nothing has changed, play goes on."""

    kind = "notation"


class Ledger:
    """The record of a game that is not saved, with its bots and the seed of its chance."""

    def __init__(self, record: Record, bots: Mapping[str, str], seed: str) -> None:
        self.record = record
        self.bots = bots
        self.apart: dict[str, str] = {}
        """What is kept beside the record, by name; only `keep_apart` changes it."""
        self._seed = seed

    @property
    def ever_bots(self) -> frozenset[str]:
        """The players that are bots, or were while their seat was handed over."""
        return frozenset({*self.bots, *self.kept("bot ")})

    def keep(self, record: Record) -> None:
        """Make `record` the record of the game; raises NotKept, and then nothing has changed."""
        self._check(record)
        self.record = record

    def keep_apart(self, name: str, text: str | None) -> None:
        """Keep `text` beside the record, or (None) forget what was kept under this `name`."""
        if text is None:
            self.apart.pop(name, None)
        else:
            self.apart[name] = text

    def kept(self, begin: str) -> dict[str, str]:
        """Return what is kept apart under names that start with `begin`, by their rest."""
        found = ((name.removeprefix(begin), name) for name in self.apart if name.startswith(begin))
        return {rest: self.apart[name] for rest, name in found}

    @property
    def undone(self) -> Record | None:
        """The record before lines were taken back last, None if none were since a new one came."""
        kept = self.kept(_UNDONE)
        return read(kept[str(len(kept) - 1)]) if kept else None

    def keep_undone(self, record: Record) -> None:
        """Keep `record`, of which lines are taken back, so that they can be brought back."""
        self.keep_apart(f"{_UNDONE}{len(self.kept(_UNDONE))}", write(record))

    def forget_undone(self, *, last: bool = False) -> None:
        """Forget the records that were kept so, or the `last` one alone."""
        n = len(self.kept(_UNDONE))
        for number in reversed(range(n - 1 if last else 0, n)):
            self.keep_apart(f"{_UNDONE}{number}", None)

    def dealt(self, record: Record) -> Record:
        """Return `record` with all chance lines up to the next choice.

        They are the same however often the game was left and resumed. With real pieces people draw.
        """
        return continued(record) if record.viewer == HANDS else dealt(record, self._seed)

    def chance(self) -> Random:
        """Return the random generator of the bots; the same again after the game was left."""
        return whims(self._seed, self.record)

    def added(self, record: Record) -> tuple[Line, ...]:
        """Return the lines of `record` from the first one that is not kept yet."""
        known = len(self.record.lines)
        if record.lines[:known] == self.record.lines:
            return record.lines[known:]
        pairs = zip(self.record.lines, record.lines, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return record.lines[same:]

    def _check(self, record: Record) -> None:
        new = self.added(record)
        same = len(record.lines) - len(new)
        before = self.record
        if same < len(before.lines):
            before = record.with_lines(record.lines[:same])
        for line in new:
            _check(before, line)
            before = before.moved(line.event)


class SavedLedger(Ledger):
    """The record of a saved game: every change is saved before anybody hears of it."""

    def __init__(self, store: Store, saved: Saved) -> None:
        super().__init__(saved.record, saved.bots, saved.deal.seed)
        self._store = store
        self._saved = saved
        self.apart = store.apart(saved)
        store.use(saved)

    def keep_apart(self, name: str, text: str | None) -> None:
        """Save `text`, or forget it; raises StoreError, and then nothing has changed."""
        self._store.keep_apart(self._saved, name, text)
        super().keep_apart(name, text)

    def keep(self, record: Record) -> None:
        """Save `record`; raises StoreError, and then nothing has changed."""
        if record == self.record:
            return
        self._check(record)
        self._saved = self._store.keep(self._saved, record)
        self.record = record


def _check(record: Record, line: Line) -> None:
    """Raise NotKept unless the text of `line` reads back as that line, and as a single one."""
    text = write_line(record, line)
    if any(category(sign) in _UNWRITTEN for sign in text.replace("\t", " ")):
        raise NotKept(say("a line cannot hold line breaks or control characters; it was left out"))
    try:
        again = read_line(record, text, line.number)
    except TableError as error:
        words = say(
            "this line could not be read back ({words}); it was left out", words=error.words
        )
        raise NotKept(words) from None
    if again != line:
        raise NotKept(say("this line would be read as another one; it was left out"))
