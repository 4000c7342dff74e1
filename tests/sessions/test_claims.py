"""Facts, pieces and places as people type them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import TABLE, Record, View, view
from aparte.models.games import OWN
from aparte.models.hidden import Claim
from aparte.models.record import read_file
from aparte.sessions.claims import NOTHING, asked_of, claim_of
from aparte.sessions.errors import BadRequest
from aparte.sessions.fixing import continued
from aparte.sessions.typed import events_of
from tests.aparte_cli import EXAMPLES
from tests.tables import blank, played_at_random, random_game

NAMES = ["Mary_Ann", "Bo", "Cy"]


def test_a_name_of_two_words_is_read_as_it_is_shown() -> None:
    record = blank("adresses-jaunes", NAMES, Seat="table")
    for event in events_of(record, "4p 4r 4t 5r 5t 9r", str):
        record = continued(record.plus(event))
    hidden = record.game.model.hidden(record)
    assert claim_of(record, hidden, "Mary Ann 9P", str) == Claim("9P", "Mary_Ann", True)
    for typed in ("not 9P Mary Ann", "Mary Ann not 9P", "9P not Mary Ann"):
        assert claim_of(record, hidden, typed, str) == Claim("9P", "Mary_Ann", False)
    assert asked_of(record, hidden, "mary ann", str) == (("", "Mary_Ann"),)
    with pytest.raises(BadRequest, match=r"^'Bob' is neither .* Pieces: 1P, 1R, 1T, 2P"):
        claim_of(record, hidden, "9P Bob", str)
    with pytest.raises(BadRequest, match=r"^'8P' is no place \(Mary Ann, Bo, Cy"):
        claim_of(record, hidden, "9P 8P", str)
    with pytest.raises(BadRequest, match=r"^'Bo' is no piece \(1P, 1R, 1T, 2P"):
        claim_of(record, hidden, "Bo Cy", str)
    forms = "expected a place and a piece, such as: Mary Ann 1P, or not Mary Ann 1P"
    for typed, words in (("", forms), ("Bo zut 9P", f"Bo zut 9P: {forms}")):
        with pytest.raises(BadRequest, match=f"^{words}$"):
            claim_of(record, hidden, typed, str)


def test_a_denial_may_stand_before_the_piece_or_the_place() -> None:
    own = view(played_at_random(blank("adresses-jaunes", NAMES), 5, 20), "Bo")
    hidden = own.game.model.hidden(own)
    with spoken("fr"):
        for typed in ("Cy pas 5T", "5T pas chez Cy"):
            assert claim_of(own, hidden, typed, tell) == Claim("5T", "Cy", False)


def test_a_piece_that_lies_open_is_a_piece() -> None:
    own = read_file(EXAMPLES / "adresses-jaunes-4p-bo.rec")
    with pytest.raises(BadRequest, match="1P: nothing is hidden"):
        claim_of(own, own.game.model.hidden(own), "Dai 1P", str)


def test_a_fact_may_be_denied_by_no() -> None:
    own = view(played_at_random(blank("adresses-jaunes", NAMES), 5, 20), "Bo")
    with spoken("fr"):
        denied = claim_of(own, own.game.model.hidden(own), "non Cy 5T", tell)
        assert denied == Claim("5T", "Cy", False)
        with pytest.raises(BadRequest) as refused:
            claim_of(own, own.game.model.hidden(own), "pas", tell)
    assert "neither a piece" not in str(refused.value)


def test_a_denial_in_no_known_form_is_answered_with_the_forms_that_are_taken() -> None:
    own = view(played_at_random(blank("adresses-jaunes", NAMES), 5, 20), "Bo")
    with spoken("fr"):
        for typed in ("Cy pas zut 5T", "Cy zut 5T"):
            with pytest.raises(BadRequest) as told:
                claim_of(own, own.game.model.hidden(own), typed, tell)
            form = re.search(r", ou (pas [\w ]+)$", tell(told.value.message))
            assert form and not claim_of(own, own.game.model.hidden(own), form[1], tell).holds


def test_a_player_stands_for_the_places_that_are_theirs() -> None:
    whole = random_game("overseers", 3, 1)
    picks = [number for number, event in whole.events if event.verb == "picks"]
    own = view(whole.until(picks[0] - 1), "Ana")
    hidden = own.game.model.hidden(own)
    assert asked_of(own, hidden, "bo", str) == (("", "Bo:pack"),)
    assert claim_of(own, hidden, "Bo M", str) == Claim("M", "Bo:pack", True)


def test_several_places_of_a_player_are_named_as_they_are_typed() -> None:
    whole = random_game("overseers", 3, 1)
    picks = [number for number, event in whole.events if event.verb == "picks"]
    own = view(whole.until(picks[3] - 1), "Ana")
    hidden = own.game.model.hidden(own)
    with spoken("fr"), pytest.raises(BadRequest) as told:
        claim_of(own, hidden, "Bo Meu", tell)
    with spoken("fr"):
        assert "Bo:choisies, Bo:paquet" in tell(told.value.message)


@pytest.mark.parametrize("game", OWN)
def test_what_is_neither_a_piece_nor_a_place_is_told_with_all_that_can_be_asked(game: str) -> None:
    own = view(played_at_random(blank(game, ("Zoé", "Élise_Marie", "Bo")), 5, 40), "Bo")
    hidden = own.game.model.hidden(own)
    for lang in ("en", "fr"):
        with spoken(lang):
            with pytest.raises(BadRequest) as told:
                asked_of(own, hidden, "zz9", tell)
            words = tell(told.value.message)
            _, behind, pieces = re.split(r"\s?: ", words)
            places = behind.rpartition(". ")[0]
            assert "_" not in re.sub(r"\S+:\S+", "", places)
            assert lang == "en" or "nobody" not in places
            for asked in pieces.split(", ")[:3]:
                assert asked_of(own, hidden, asked, tell) == ((asked, ""),)
            for asked in places.split(", "):
                for item, at in asked_of(own, hidden, asked, tell):
                    assert not item and at in hidden.names


@pytest.mark.parametrize("seat", ["Bo", TABLE])
@pytest.mark.parametrize("typed", ["Ana", "bo", "CY", "b1", "Bo b1", "points"])
def test_every_question_at_overseers_is_answered_in_one_way(seat: str, typed: str) -> None:
    whole = random_game("overseers", 3, 1)
    for number, _ in list(whole.events)[::9]:
        own = view(whole.until(number), seat)
        hidden = own.game.model.hidden(own)
        try:
            at = tuple(place for _, place in asked_of(own, hidden, typed, str))
        except BadRequest as error:
            told = str(error.message)
            if typed in ("Ana", "bo", "CY"):
                assert told == str(NOTHING) or told == f"{typed.title()}: nothing is hidden"
            else:
                unknown = f"'({typed}|{typed.split()[-1]})' is neither a piece"
                assert told == str(NOTHING) or re.match(unknown, told)
        else:
            assert typed in ("Ana", "bo", "CY")
            assert at == (typed.title(),) or all(p.startswith(typed.title()) for p in at)


def test_a_player_of_whom_nothing_is_open_is_no_unknown_word() -> None:
    """Bo stood among the places, and yet was said to be none."""
    own = view(read_file(EXAMPLES / "overseers-3p-reviewed.rec"), "Ana")
    for typed in ("Bo M", "M Bo", "not Bo M"):
        with pytest.raises(BadRequest, match=r"^Bo: nothing is hidden$"):
            claim_of(own, own.game.model.hidden(own), typed, str)


def test_a_trait_is_asked_for_by_its_letter_or_its_name_in_any_language() -> None:
    own = view(played_at_random(blank("onstage", NAMES), 3, 30), "Bo")
    hidden = own.game.model.hidden(own)
    with spoken("fr"):
        for typed in ("K", "k", "black", "noir", "N", "♠"):
            assert claim_of(own, hidden, f"Cy {typed}", tell) == Claim("K", "Cy")
            assert claim_of(own, hidden, f"pas {typed} Cy", tell) == Claim("K", "Cy", False)
            assert asked_of(own, hidden, typed, tell) == (("K", ""),)
            assert asked_of(own, hidden, f"{typed} cy", tell) == (("K", "Cy"),)
    with pytest.raises(BadRequest, match=r"^'yellow' is neither a piece"):
        claim_of(own, hidden, "Cy yellow", str)


def test_a_trait_that_no_piece_has_any_more_is_not_asked_for() -> None:
    over = played_at_random(blank("adresses-jaunes", NAMES), 5, 900)
    own = view(over, "Bo")
    hidden = own.game.model.hidden(own)
    hidden = replace(hidden, traits={"h1": replace(hidden.traits["h1"], items=frozenset())})
    with pytest.raises(BadRequest, match="leaves nothing open about h1"):
        claim_of(own, hidden, "Cy h1", str)


def test_encore_cards_are_asked_for_by_a_colour() -> None:
    own = view(played_at_random(blank("bards", NAMES), 3, 30), "Bo")
    hidden = own.game.model.hidden(own)
    assert claim_of(own, hidden, "nobody blue", str) == Claim("B", "nobody")
    assert all("B" in pair for pair in hidden.meant("B"))
    with pytest.raises(BadRequest, match=r"^blue is never there; it can be at: Mary Ann"):
        claim_of(own, hidden, "deck blue", str)


def _asked(text: str, own: Record) -> tuple[tuple[str, str], ...]:
    return asked_of(own, own.game.model.hidden(own), text, tell)


@pytest.mark.parametrize(
    ("game", "lang", "typed", "asked"),
    [
        ("onstage", "en", "pink 8", (("P8", ""),)),
        ("onstage", "en", "the 8 of hearts", (("P8", ""),)),
        ("onstage", "en", "p 8", (("P8", ""),)),
        ("onstage", "en", "Cy's pink 8", (("P8", "Cy"),)),
        ("onstage", "fr", "rouge 8", (("P8", ""),)),
        ("onstage", "fr", "le 8 rose de Cy", (("P8", "Cy"),)),
        ("onstage", "fr", "trèfles", (("G", ""),)),
        ("adresses-jaunes", "en", "the bakery in 2", (("2P", ""),)),
        ("adresses-jaunes", "fr", "le restaurant du 4", (("4R", ""),)),
        ("adresses-jaunes", "fr", "restaurant 4 personne", (("4R", "nobody"),)),
        ("adresses-jaunes", "fr", "les salons de thé", (("T", ""),)),
        ("adresses-jaunes", "fr", "rue h1", (("h1", ""),)),
        ("bards", "en", "Mary Ann's singer", (("Mary_Ann:Singer", ""),)),
        ("bards", "fr", "le chanteur de Cy", (("Cy:Singer", ""),)),
        ("bards", "fr", "chanteurs", tuple((f"{name}:Singer", "") for name in NAMES)),
        ("bards", "fr", "pioche", (("", "deck"),)),
        ("overseers", "fr", "vols", (("T", ""),)),
        ("overseers", "fr", "un meurtre de Cy", (("M", "Cy:pack"),)),
    ],
)
def test_pieces_are_asked_for_as_lines_say_them(
    game: str, lang: str, typed: str, asked: tuple[tuple[str, str], ...]
) -> None:
    if game == "overseers":
        whole = random_game(game, 3, 1)
        picks = [number for number, event in whole.events if event.verb == "picks"]
        own = view(whole.until(picks[0] - 1), "Ana")
    else:
        own = view(played_at_random(blank(game, NAMES), 3, 30), "Bo")
    with spoken(lang):
        assert sorted(_asked(typed, own)) == sorted(asked)


def test_a_fact_may_be_said_as_lines_say_it() -> None:
    own = view(played_at_random(blank("onstage", NAMES), 3, 30), "Bo")
    hidden = own.game.model.hidden(own)
    with spoken("fr"):
        assert claim_of(own, hidden, "Cy le 8 rose", tell) == Claim("P8", "Cy")
        assert claim_of(own, hidden, "pas Cy le 8 rose", tell) == Claim("P8", "Cy", False)
        with pytest.raises(BadRequest):
            claim_of(own, hidden, "Cy le 8", tell)  # of which colour


def picking() -> View:
    """Return what Ana sees of a game of Overseers while all pick cards."""
    return view(read_file(EXAMPLES.parent / "golden" / "overseers-4.rec").until(22), "Ana")


@pytest.mark.parametrize("code", ["en", "fr"])
def test_a_card_is_asked_for_by_its_name_wherever_its_letter_is(code: str) -> None:
    own = picking()
    hidden = own.game.model.hidden(own)
    asked = 0
    with spoken(code):
        for item in hidden.items:
            for place in sorted(hidden.homes_of(item) & {*hidden.open_names}):
                for name in own.notation.names[item].texts:
                    for typed in (f"{place} {name}", f"{place} not {name}", f"no {place} {name}"):
                        told = Claim(item, place, typed == f"{place} {name}")
                        assert claim_of(own, hidden, typed, tell) == told
                        asked += 1
    assert asked > 20


def test_a_place_that_a_player_does_not_have_is_named() -> None:
    own = picking()
    with spoken("fr"), pytest.raises(BadRequest, match=r"^'Bo:main' is neither a piece .*Bo:pack"):
        claim_of(own, own.game.model.hidden(own), "Bo:main pas Vol", tell)
