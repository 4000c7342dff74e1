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


Deed = Callable[[Live, Posted], Answer | Deferred[Any]]


def _move(live: Live, posted: Posted) -> Answer | Deferred[Any]:
    """Make the move, or take what is told of a draw, in answer to a question."""
    live.before[posted.viewer] = live.hosting.view(posted.viewer)
    sure = bool(posted["sure"])
    return live.hosting.choose(posted.viewer, posted["key"], posted["line"], sure)


def _note(live: Live, posted: Posted) -> Answer | Deferred[Any]:
    """Note a line that everybody has seen."""
    return live.hosting.pieces.note(posted["line"], posted.viewer)


def _settle(live: Live, posted: Posted) -> Answer | Deferred[Any]:
    """Let the line stand that was noted, and that the page shows, or leave it out."""
    return live.hosting.pieces.settle(posted.viewer, posted["key"], bool(posted["stands"]))


def _at(deed: Deed) -> Deed:
    """Return `deed` as it is done from a page that shows where the game is now, by its key."""
    return lambda live, posted: deed(live, posted) if posted["key"] == live.hosting.at else Stale()


def _again(live: Live, posted: Posted) -> Answer:
    """Open the choice that the page shows."""
    question = live.hosting.question(posted.viewer)
    if question is None or question.key != posted["key"]:
        return Stale()
    return live.hosting.choose_again(posted.viewer)


def _unseat(live: Live, posted: Posted) -> Answer:
    """Let another phone sit at the place of a player."""
    if posted["player"] not in live.hosting.players:
        return Stale()
    live.seats.unseat(posted["player"])
    live.changed(seen_elsewhere=True)
    return Accepted()


_SEAT: Mapping[str, Deed] = {
    "move": _move,
    "again": _again,
    "fix": _at(lambda live, posted: live.hosting.fix(posted.viewer, posted["line"])),
    "back": lambda live, posted: live.hosting.take_back(posted.viewer),
    "agree": lambda live, posted: live.hosting.agree(posted.viewer, posted["key"]),
    "decline": lambda live, posted: live.hosting.decline(posted.viewer, posted["key"]),
    "tell": lambda live, posted: live.hosting.pieces.tell_again(
        posted.viewer, posted.number("key"), posted["line"]
    ),
    "note": _note,
    "settle": _settle,
}
"""What a seat can have done."""
_TABLE: Mapping[str, Deed] = {
    "tell": _move,
    "note": _note,
    "settle": _settle,
    "open": _at(lambda live, _: live.hosting.pieces.open()),
    "silent": lambda live, posted: live.hosting.pieces.be_silent(
        posted["player"], bool(posted["silent"])
    ),
    "bot": lambda live, posted: live.hosting.hand_over(posted["player"], posted["bot"]),
    "unseat": _unseat,
}
"""What the page of the table can have done."""
DEEDS = {"seat": _SEAT, "table": _TABLE}
