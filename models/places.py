"""Places as people say them, where their name in a model is not a player's."""

from __future__ import annotations

from .words import Words, say


def place_words(place: str) -> Words | None:
    """Return the words of a place such as `Bo:bottom` or `discard`, None for a player's name."""
    player, _, part = place.rpartition(":")
    return _of(player.replace("_", " "), part) if player else _of_all(place)


def _of_all(place: str) -> Words | None:
    match place:
        case "discard":
            return say("the discard")
        case "aside":
            return say("the cards set aside")
        case "hand":
            return say("the hand")
        case "stage":
            return say("the cards chosen for the stage")
        case "deck":
            return say("the deck")
        case _:
            return None


def _of(player: str, part: str) -> Words | None:
    match part:
        case "top":
            return say("the top row of {player}", player=player)
        case "bottom":
            return say("the bottom row of {player}", player=player)
        case "hand":
            return say("the picked cards of {player}", player=player)
        case "pack":
            return say("the pack of {player}", player=player)
        case "drawn":
            return say("the cards that {player} drew", player=player)
        case "gained":
            return say("the gains of {player}", player=player)
        case _:
            return None
