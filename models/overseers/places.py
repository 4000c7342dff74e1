"""What people call the places of Overseers: rows, packs and gains of players, the discard."""

from __future__ import annotations

from ..places import PlaceWords, inside, player
from ..words import Words, say


def words_of(name: str) -> PlaceWords:
    """Return the words of a place such as `Bo:bottom`, `discard`, or a player's name."""
    owner, _, part = name.rpartition(":")
    where = _of(owner, part) if owner else _of_all(part)
    return player(name) if where is None else inside(where)


def _of_all(name: str) -> Words | None:
    match name:
        case "discard":
            return say("the discard")
        case "aside":
            return say("the cards set aside")
    return None


def _of(owner: str, part: str) -> Words | None:
    match part:
        case "top":
            return say("the top row of {player}", player=owner)
        case "bottom":
            return say("the bottom row of {player}", player=owner)
        case "hand":
            return say("the picked cards of {player}", player=owner)
        case "pack":
            return say("the pack of {player}", player=owner)
        case "drawn":
            return say("the cards that {player} drew", player=owner)
        case "gained":
            return say("the gains of {player}", player=owner)
    return None
