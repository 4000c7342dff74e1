"""One line of a game: who did what, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

REFEREE = "referee"
"""The viewer who sees everything."""
TABLE = "table"
"""The viewer who sees what everybody sees."""
HANDS = "hands"
"""The viewer to whom players tell what they alone see, at a table with real pieces.

Of a player who does not tell, lines keep their holes.
"""
KEEPERS = (REFEREE, HANDS)
"""The viewers who know hands of several players: what they have is nobody's own view."""
NOBODY = "nobody"
RESULT = "result"
"""The verb of the line that ends a game."""
STANDS = "!"
"""What marks a line that broke an obligation and stands."""


@dataclass(frozen=True)
class Event:
    """`actor` (empty: the table) does `verb`, said with `words`; `outcome` is what came of it.

    `stands` says that the line broke an obligation, and that the table plays on with it: the
    obligation is not held against it, and nothing follows from it.
    """

    verb: str
    actor: str = ""
    words: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    stands: bool = False

    def is_like(self, known: Event) -> bool:
        """Tell whether this is an event of which `known` is known: verb, actor if one is given,
        the first words, and some of what came of it."""
        return (
            self.verb == known.verb
            and known.actor in ("", self.actor)
            and self.words[: len(known.words)] == known.words
            and set(known.outcome) <= set(self.outcome)
        )


def to_actor(event: Event, _: object) -> frozenset[str]:
    """Seers of what only its actor knows."""
    return frozenset({event.actor})


def to_first_word(event: Event, _: object) -> frozenset[str]:
    """Seers of what is given to the player named first, as in `deal Ana ...`."""
    return frozenset(event.words[:1])


def to_none(event: Event, _: object) -> frozenset[str]:
    """Seers of what no player sees."""
    return frozenset()
