"""Facts, pieces and places as people type them."""

from __future__ import annotations

import pytest

from aparte.models.core import view
from aparte.models.hidden import Claim
from aparte.sessions.claims import asked_of, claim_of
from aparte.sessions.errors import BadRequest
from aparte.sessions.fixing import continued
from aparte.sessions.reading import events_of
from tests.tables import blank, random_game

NAMES = ["Mary_Ann", "Bo", "Cy"]


def test_a_name_of_two_words_is_read_as_it_is_shown() -> None:
    record = blank("adresses-jaunes", NAMES, Seat="table")
    for event in events_of(record, "4p 4r 4t 5r 5t 9r", str):
        record = continued(record.plus(event))
    hidden = record.game.hidden(record)
    assert claim_of(record.game, hidden, "Mary Ann 9P", str) == Claim("9P", "Mary_Ann", True)
    assert claim_of(record.game, hidden, "not 9P Mary Ann", str) == Claim("9P", "Mary_Ann", False)
    assert asked_of(record.game, hidden, "mary ann", str) == ("", ("Mary_Ann",))
    with pytest.raises(BadRequest, match=r"^9P Bob: expected one of Mary_Ann, Bo, Cy, nobody"):
        claim_of(record.game, hidden, "9P Bob", str)
    with pytest.raises(BadRequest, match=r"^expected a place and a piece, such as: Mary_Ann 1P$"):
        claim_of(record.game, hidden, "", str)


def test_a_player_stands_for_the_places_that_are_theirs() -> None:
    whole = random_game("overseers", 3, 1)
    picks = [number for number, event in whole.events if event.verb == "picks"]
    own = view(whole.until(picks[0] - 1), "Ana")
    hidden = own.game.hidden(own)
    assert asked_of(own.game, hidden, "bo", str) == ("", ("Bo:pack",))
    assert claim_of(own.game, hidden, "Bo M", str) == Claim("M", "Bo:pack", True)
