"""One line of a game: who did what, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .bag import HOLE

REFEREE = "referee"
"""The viewer who sees everything."""
TABLE = "table"
"""The viewer who sees what everybody sees."""
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Event:
    """`actor` (empty: the table) does `verb`, said with `words`; `outcome` is what came of it."""

    verb: str
    actor: str = ""
    words: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Secret:
    """Which seats see the hideable part of an event: its `words` or its `outcome`."""

    seers: Callable[[Event], frozenset[str]]
    words: bool = False
    outcome: bool = False

    def hide(self, event: Event) -> Event:
        """Return `event` as those see it who do not see its secret part."""
        return replace(
            event,
            words=_holes(event.words) if self.words else event.words,
            outcome=_holes(event.outcome) if self.outcome else event.outcome,
        )

    def shown(self, event: Event) -> tuple[str, ...]:
        """Return the hideable words of `event`."""
        return (event.words if self.words else ()) + (event.outcome if self.outcome else ())


def _holes(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word if word == "/" else HOLE for word in words)


def to_actor(event: Event) -> frozenset[str]:
    """Seers of what only its actor knows."""
    return frozenset({event.actor})


def to_first_word(event: Event) -> frozenset[str]:
    """Seers of what is given to the player named first, as in `deal Ana ...`."""
    return frozenset(event.words[:1])


def to_none(event: Event) -> frozenset[str]:
    """Seers of what no player sees."""
    return frozenset()
