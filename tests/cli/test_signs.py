"""Pieces are called in what the terminal says as their game calls them there."""

from __future__ import annotations

import re

import pytest

from aparte.cli.language import speak_of, spoken, tell
from aparte.models.games import OWN, face_of
from aparte.models.words import capital, listed, say
from tests.tables import blank, random_game


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


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", OWN)
def test_no_sign_is_another_with_a_capital_at_the_beginning_of_a_line(
    name: str, language: str
) -> None:
    """Phones begin each line with one: v1, a street, stood there as V1."""
    view = random_game(name, 3, seed=1)
    written = {*view.notation.words}
    with spoken(language):
        speak_of(view)
        for words in face_of(name).signs(view):
            first = re.split(r"[^\w]", tell(words))[0]
            assert first not in written or first == capital(first)
