"""Pieces are called in what the terminal says as their game calls them there."""

from __future__ import annotations

from aparte.cli.language import speak_of, spoken, tell
from aparte.models.words import listed, say
from tests.tables import blank


def test_values_that_are_pieces_are_told_by_their_signs_in_a_game() -> None:
    record = blank("bards", ("Sol", "Nyx", "P3"))
    words = say("{player} discards {pieces}", player="Nyx", pieces=listed(["P3", "Sol:Poster"]))
    with spoken("fr"):
        assert tell(words) == "Nyx défausse P3, Sol:Poster"
        speak_of(record)
        assert tell(words) == "Nyx défausse P3, Sol:Avis de recherche"  # P3 is somebody's name
        speak_of(blank("bards", 2))
        assert tell(words) == "Nyx défausse V3, Sol:Avis de recherche"
        speak_of(blank("onstage", 3))
        assert tell(words) == "Nyx défausse R3, Sol:Poster"
    with spoken("fr"):
        assert tell(words) == "Nyx défausse P3, Sol:Poster"  # nothing of it stays
    with spoken("en"):
        speak_of(record)
        assert tell(words) == "Nyx discards P3, Sol:Poster"
