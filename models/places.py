"""Places as people say them, where their name in a model is not a player's."""

from __future__ import annotations

from .words import Words, say


def place_words(place: str) -> Words | None:
    """Return the words of a place such as `Bo:bottom` or `discard`, None for a player's name."""
    player, _, part = place.partition(":")
    owner = player.replace("_", " ")
    match part or place:
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
        case "discard":
            return say("the discard")
        case "aside":
            return say("the cards set aside")
        case _:
            return None
