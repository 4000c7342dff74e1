"""Watching a game: its record is printed as it is played."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from ...models.core import Record
from ...models.record import write, write_line
from ...sessions.ledger import Ledger


class PrintedLedger(Ledger):
    """The record of a watched game: each line is printed as it is played."""

    def __init__(self, record: Record, bots: Mapping[str, str], seed: str) -> None:
        super().__init__(record.blank(), bots, seed)
        sys.stdout.write(write(self.record))
        self.keep(record)

    def keep(self, record: Record) -> None:
        """Print the lines that are new in `record`."""
        added = self.added(record)
        super().keep(record)
        for line in added:
            sys.stdout.write(f"{write_line(record, line)}\n")
        sys.stdout.flush()
