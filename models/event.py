"""One event of a game: who did what, with which outcome."""

from __future__ import annotations

from dataclasses import dataclass

from .replacing import changed

REFEREE = "referee"
"""The viewer who sees everything."""
TABLE = "table"
"""The viewer who sees what everybody sees."""
HANDS = "hands"
"""The viewer who is told the players' private cards, at a table with real pieces.

The lines of a player who does not tell keep their holes.
"""
KEEPERS = (REFEREE, HANDS)
"""The viewers who know several hands: no player may see their views."""
NOBODY = "nobody"
RESULT = "result"
"""The verb of the line that ends a game."""
STANDS = "!"
"""Marks a line that broke an obligation and is left standing."""


@dataclass(frozen=True)
class Event:
    """`actor` (empty: the table) does `verb` with `words`; `outcome` is what came of it.

    `stands` marks a line that broke an obligation and is left standing: nobody is blamed for it,
    and nothing is deduced from it.
    """

    verb: str
    actor: str = ""
    words: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    stands: bool = False

    @property
    def head(self) -> Event:
        """The event before anything came of it."""
        return changed(self, outcome=()) if self.outcome else self

    def is_like(self, known: Event) -> bool:
        """Tell whether this event matches the pattern `known`.

        It has the same verb, the pattern's actor if there is one, begins with its words, and has
        its outcome in part.
        """
        return (
            self.verb == known.verb
            and known.actor in ("", self.actor)
            and self.words[: len(known.words)] == known.words
            and set(known.outcome) <= set(self.outcome)
        )


def to_actor(event: Event, _: object) -> frozenset[str]:
    """Return the seers of a private choice: its actor alone."""
    return frozenset({event.actor})


def to_first_word(event: Event, _: object) -> frozenset[str]:
    """Return the seers of what a player is given: the one named first, as in `deal Ana ...`."""
    return frozenset(event.words[:1])


def to_none(event: Event, _: object) -> frozenset[str]:
    """Return the seers of what no player sees."""
    return frozenset()
