"""Answers to what people type, tap or send, common to all sessions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..models.core import BadNotation, IllegalAction, TableError
from ..models.words import Words, say

OTHERS_ASKED = say("The others are asked.")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Accepted:
    """The move stands, with what chance drew after it; or it is sealed."""


@dataclass(frozen=True, slots=True)
class Stale:
    """Nothing has changed: the seat is asked something else by now."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing has changed; `words` tell why, with the lines and the ruling where there are any.

    `bare` are the words for whoever acts, without them.
    """

    words: Words
    bare: Words | None = None

    @property
    def plain(self) -> Words:
        """What a page says, which shows no numbers of lines."""
        return self.bare or self.words


@dataclass(frozen=True, slots=True)
class AsksBack(Refused):
    """What was said is not clear: `words` ask back, and what is typed next may answer them."""


@dataclass(frozen=True, slots=True)
class Asks:
    """Nothing has changed yet: `player` has asked all for their consent.

    `words` say so.
    """

    player: str
    words: Words = OTHERS_ASKED


@dataclass(frozen=True, slots=True)
class Deferred(Generic[T]):
    """Nothing has changed yet: `thought` takes time, and has to be done first.

    Whatever does it passes the result to `learnt`; then the same is asked again, of the game as it
    is by then.
    """

    thought: Callable[[], T]
    learnt: Callable[[T], None]


Answer = Accepted | Asks | Stale | Refused
"""What a seat or the table is answered in the end."""


def refusal(error: TableError) -> Refused:
    """Return the answer to a line that raised `error`, without repeating where it is."""
    if isinstance(error, IllegalAction):
        return Refused(error.message, error.own or error.words)
    return Refused(error.words if isinstance(error, BadNotation) else error.message)
