"""Deeds: what phones, and the table's page, can ask to be done, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from ..sessions.answers import Accepted, Answer, Deferred, Stale
from ..sessions.lines import number_in
from .live import Live
from .reader import PageReader


@dataclass(frozen=True, slots=True)
class Posted:
    """A deed that `reader` asks for: the `request`, and its `fields`."""

    request: Request
    reader: PageReader
    fields: Mapping[str, str]

    @property
    def viewer(self) -> str:
        """Who asks: a player, or the table."""
        return self.reader.viewer

    def __getitem__(self, name: str) -> str:
        """Return the field of this name, empty if there is none."""
        return self.fields.get(name, "")

    def number(self, name: str) -> int:
        """Return the line number in the field of this name, -1 if there is none."""
        found = number_in(self[name])
        return -1 if found is None else found


def _move(live: Live, posted: Posted) -> Answer | Deferred[Any]:
    live.before[posted.viewer] = live.hosting.view(posted.viewer)
    sure = bool(posted["sure"])
    return live.hosting.choose(posted.viewer, posted["key"], posted["line"], sure)


def _choose_again(live: Live, posted: Posted) -> Answer:
    return live.hosting.choose_again(posted.viewer)


def _fix(live: Live, posted: Posted) -> Answer:
    return live.hosting.fix(posted.viewer, posted["line"])


def _take_back(live: Live, posted: Posted) -> Answer:
    return live.hosting.take_back(posted.viewer)


def _agree(live: Live, posted: Posted) -> Answer:
    return live.hosting.agree(posted.viewer, posted.number("line"))


def _decline(live: Live, posted: Posted) -> Answer:
    return live.hosting.decline(posted.viewer, posted.number("line"))


def _tell_again(live: Live, posted: Posted) -> Answer:
    pieces = live.hosting.pieces
    return pieces.tell_again(posted.viewer, posted.number("key"), posted["line"])


def _note(live: Live, posted: Posted) -> Answer | Deferred[Any]:
    return live.hosting.pieces.note(posted["line"], posted.viewer)


def _settle(live: Live, posted: Posted) -> Answer | Deferred[Any]:
    return live.hosting.pieces.settle(posted.viewer, bool(posted["stands"]))


def _open(live: Live, posted: Posted) -> Answer:
    return live.hosting.pieces.open()


def _be_silent(live: Live, posted: Posted) -> Answer:
    return live.hosting.pieces.be_silent(posted["player"], bool(posted["silent"]))


def _hand_over(live: Live, posted: Posted) -> Answer:
    return live.hosting.hand_over(posted["player"], posted["bot"])


def _unseat(live: Live, posted: Posted) -> Answer:
    if posted["player"] not in live.hosting.players:
        return Stale()
    live.seats.unseat(posted["player"])
    live.changed(seen_elsewhere=True)
    return Accepted()


Deed = Callable[[Live, Posted], Answer | Deferred[Any]]
DEEDS: Mapping[str, Mapping[str, Deed]] = {
    "seat": {
        "move": _move,
        "again": _choose_again,
        "fix": _fix,
        "back": _take_back,
        "agree": _agree,
        "decline": _decline,
        "tell": _tell_again,
        "note": _note,
        "settle": _settle,
    },
    "table": {
        "tell": _move,
        "note": _note,
        "settle": _settle,
        "open": _open,
        "silent": _be_silent,
        "bot": _hand_over,
        "unseat": _unseat,
    },
}
"""The deeds by page and name; a deed may first need something to be thought out."""
