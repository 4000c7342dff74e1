"""The record of a game in progress."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...models.core import Record
from ..store import Saved, Store


class Ledger:
    """The record of a game that nobody keeps, which players are bots, and the seed of chance."""

    def __init__(self, record: Record, bots: Mapping[str, str], seed: str) -> None:
        self.record = record
        self.bots = bots
        self._seed = seed

    def keep(self, record: Record) -> None:
        """Make `record` the record of the game."""
        self.record = record

    def chance(self) -> Random:
        """Return what is drawn from now, the same however often the game was left and resumed."""
        return Random(f"{self._seed}/{self.record.last}")


class SavedLedger(Ledger):
    """The record of a saved game: every change is safe before anybody hears of it."""

    def __init__(self, store: Store, saved: Saved) -> None:
        super().__init__(saved.record, saved.bots, saved.seed)
        self._store = store
        self._saved = saved

    def keep(self, record: Record) -> None:
        """Save `record`; raises StoreError, and then nothing has changed."""
        if record != self.record:
            self._saved = self._store.keep(self._saved, record)
            super().keep(record)
