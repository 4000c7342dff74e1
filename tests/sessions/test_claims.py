"""Facts, pieces and places as people type them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import TABLE, view
from aparte.models.games import OWN
from aparte.models.hidden import Claim
from aparte.sessions.claims import NOTHING, asked_of, claim_of
from aparte.sessions.errors import BadRequest
from aparte.sessions.fixing import continued
from aparte.sessions.typed import events_of
from tests.tables import blank, played_at_random, random_game

NAMES = ["Mary_Ann", "Bo", "Cy"]


def test_a_name_of_two_words_is_read_as_it_is_shown() -> None:
    record = blank("adresses-jaunes", NAMES, Seat="table")
    for event in events_of(record, "4p 4r 4t 5r 5t 9r", str):
        record = continued(record.plus(event))
    hidden = record.game.model.hidden(record)
    assert claim_of(record.game, hidden, "Mary Ann 9P", str) == Claim("9P", "Mary_Ann", True)
    assert claim_of(record.game, hidden, "not 9P Mary Ann", str) == Claim("9P", "Mary_Ann", False)
    assert asked_of(record.game, hidden, "mary ann", str) == ("", ("Mary_Ann",))
    with pytest.raises(BadRequest, match=r"^9P Bob: expected one of Mary Ann, Bo, Cy, nobody"):
        claim_of(record.game, hidden, "9P Bob", str)
    with pytest.raises(BadRequest, match=r"^expected a place and a piece, such as: Mary Ann 1P$"):
        claim_of(record.game, hidden, "", str)


def test_a_player_stands_for_the_places_that_are_theirs() -> None:
    whole = random_game("overseers", 3, 1)
    picks = [number for number, event in whole.events if event.verb == "picks"]
    own = view(whole.until(picks[0] - 1), "Ana")
    hidden = own.game.model.hidden(own)
    assert asked_of(own.game, hidden, "bo", str) == ("", ("Bo:pack",))
    assert claim_of(own.game, hidden, "Bo M", str) == Claim("M", "Bo:pack", True)


@pytest.mark.parametrize("game", OWN)
def test_what_is_neither_a_piece_nor_a_place_is_told_with_all_that_can_be_asked(game: str) -> None:
    own = view(played_at_random(blank(game, ("Zoé", "Élise_Marie", "Bo")), 5, 40), "Bo")
    hidden = own.game.model.hidden(own)
    for lang in ("en", "fr"):
        with spoken(lang):
            with pytest.raises(BadRequest) as told:
                asked_of(own.game, hidden, "zz9", tell)
            words = tell(told.value.message)
            pieces, places = re.findall(r"\(([^()]*)\)", words)
            assert "_" not in re.sub(r"\S+:\S+", "", places)
            assert lang == "en" or "nobody" not in places
            for asked in pieces.split(", ")[:3]:
                assert asked_of(own.game, hidden, asked, tell) == (asked, ())
            for asked in places.split(", "):
                item, at = asked_of(own.game, hidden, asked, tell)
                assert not item and set(at) <= set(hidden.names)


@pytest.mark.parametrize("seat", ["Bo", TABLE])
@pytest.mark.parametrize("typed", ["Ana", "bo", "CY", "b1", "Bo b1", "points"])
def test_every_question_at_overseers_is_answered_in_one_way(seat: str, typed: str) -> None:
    whole = random_game("overseers", 3, 1)
    for number, _ in list(whole.events)[::9]:
        own = view(whole.until(number), seat)
        hidden = own.game.model.hidden(own)
        try:
            _, at = asked_of(own.game, hidden, typed, str)
        except BadRequest as error:
            told = str(error.message)
            if typed in ("Ana", "bo", "CY"):
                assert told == str(NOTHING) or told == f"{typed.title()}: nothing is open"
            else:
                assert told == str(NOTHING) or told.startswith(f"'{typed}' is neither a piece (M,")
        else:
            assert typed in ("Ana", "bo", "CY")
            assert at == (typed.title(),) or all(p.startswith(typed.title()) for p in at)


def test_a_trait_is_asked_for_by_its_letter_or_its_name_in_any_language() -> None:
    own = view(played_at_random(blank("onstage", NAMES), 3, 30), "Bo")
    hidden = own.game.model.hidden(own)
    with spoken("fr"):
        for typed in ("K", "k", "black", "noir", "N", "♠"):
            assert claim_of(own.game, hidden, f"Cy {typed}", tell) == Claim("K", "Cy")
            assert claim_of(own.game, hidden, f"pas {typed} Cy", tell) == Claim("K", "Cy", False)
            assert asked_of(own.game, hidden, typed, tell) == ("K", ())
            assert asked_of(own.game, hidden, f"{typed} cy", tell) == ("K", ("Cy",))
    with pytest.raises(BadRequest, match=r"expected one of .*, black, pink, blue, green, found"):
        claim_of(own.game, hidden, "Cy red", str)


def test_a_trait_that_no_piece_has_any_more_is_not_asked_for() -> None:
    over = played_at_random(blank("adresses-jaunes", NAMES), 5, 900)
    own = view(over, "Bo")
    hidden = own.game.model.hidden(own)
    hidden = replace(hidden, traits={"h1": replace(hidden.traits["h1"], items=frozenset())})
    with pytest.raises(BadRequest, match="leaves nothing open about h1"):
        claim_of(own.game, hidden, "Cy h1", str)


def test_encore_cards_are_asked_for_by_a_colour() -> None:
    own = view(played_at_random(blank("bards", NAMES), 3, 30), "Bo")
    hidden = own.game.model.hidden(own)
    assert claim_of(own.game, hidden, "nobody blue", str) == Claim("B", "nobody")
    assert all("B" in pair for pair in hidden.meant("B"))
    with pytest.raises(
        BadRequest, match=r"^deck blue: blue is never there; it can be at: Mary Ann"
    ):
        claim_of(own.game, hidden, "deck blue", str)
