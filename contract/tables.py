"""Records to play in: who sits at the table, and a game that has not begun."""

from __future__ import annotations

from collections.abc import Sequence

from ..models.core import Record
from ..models.games import game_named
from ..models.record import new_record

NAMES = ("Ana", "Bo", "Cy", "Dai", "Eli", "Fay")


def blank(game: str, players: int | Sequence[str], **tags: str) -> Record:
    """Return the record of a game that has not begun."""
    names = NAMES[:players] if isinstance(players, int) else players
    version = game_named(game).notation.versions[-1]
    head = (("Game", game), ("Record", version), ("Players", " ".join(names)))
    return new_record((*head, *tags.items()))
