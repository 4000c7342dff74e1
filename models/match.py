"""A game while it is played: the whole record, and every viewer's view of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .core import Record, View, seen_line, view


@dataclass(frozen=True)
class Match:
    """The whole `record` of a game and its `views`, by viewer, extended line by line.

    Nothing is folded again: a late line costs no more than an early one.
    """

    record: Record
    views: Mapping[str, View]

    @classmethod
    def of(cls, record: Record, viewers: Iterable[str]) -> Match:
        """Return the match of the whole `record`, with the views of `viewers`."""
        return cls(record, {viewer: view(record, viewer) for viewer in viewers})

    def at(self, record: Record) -> Match:
        """Return the match at `record`, which extends this one or takes lines of it back."""
        known = len(self.record.lines)
        if record.lines[:known] != self.record.lines:
            return Match.of(record, self.views)
        views = dict(self.views)
        for line in record.lines[known:]:
            views = {who: own.and_line(seen_line(own, line)) for who, own in views.items()}
        return Match(record, views)
