"""Every piece has a sign and a name in each language, and each is read as that piece alone."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import BadNotation, IllegalAction, Record
from aparte.models.games import OWN, game_named
from aparte.models.record import write_event
from aparte.models.wording import shared_initials, worded
from aparte.models.words import bare
from aparte.sessions.lines import offered_words
from aparte.sessions.typed import events_of
from tests.tables import blank, random_game


@pytest.mark.parametrize("name", OWN)
def test_a_sign_means_one_word_in_all_languages(name: str) -> None:
    notation = game_named(name).notation
    for token in notation.vocabulary.values():
        meant: dict[str, str] = {bare(word): word for word in token.words}
        for word in set(token.words) & set(notation.names):
            for sign in notation.names[word].signs.values():
                assert meant.setdefault(bare(sign), word) == word, sign
                assert token.read(sign) == token.read(sign.upper()) == word


@pytest.mark.parametrize("name", ["bards", "onstage", "overseers"])
def test_a_french_sign_is_the_initial_where_no_other_piece_has_it(name: str) -> None:
    names = game_named(name).notation.names
    letters = [each for word, each in names.items() if len(word) == 1]
    initials = Counter(bare(each.names["fr"])[0] for each in letters)
    for each in letters:
        initial = bare(each.names["fr"])[0]
        assert (bare(each.signs["fr"]) == initial) == (initials[initial] == 1)
        assert bare(each.names["fr"]).startswith(bare(each.signs["fr"]))


def read(record: Record, text: str) -> str:
    return "; ".join(write_event(record, event) for event in events_of(record, text, tell))


def overseers() -> Record:
    record = blank("overseers", 3)
    for line in ("leader Ana", "characters Gan Two-Above Liang"):
        (event,) = events_of(record, line, tell)
        record = record.plus(event)
    return record


def test_pieces_are_typed_by_initials_and_names_of_each_language() -> None:
    record = overseers()
    dealt = "deal Ana A B H M P T"
    with spoken("fr"):
        for typed in ("a b h meu p v", "mal b h meurtre piété vol", "MAL bie hon MEU pié T"):
            assert read(record, typed) == dealt
        assert read(record, "ABHmeuPV") == read(record, "malbhmeupv") == dealt
        assert tell(worded(record, dealt)) == "distribue Ana Mal B H Meu P V"
    with spoken("en"):
        for typed in ("a b h m p t", "mal ben hon mur pie the", "abhmpv"):
            assert read(record, typed) == dealt
        assert tell(worded(record, dealt)) == dealt


def test_an_initial_that_two_pieces_share_is_asked_about() -> None:
    record = overseers()
    with spoken("fr"):
        assert shared_initials(record.notation, tell) == {"m": ("M", "A")}
        for typed in ("m b h p v v", "mbhpvv", "deal Ana m b h p v v", "M b h p v v"):
            with pytest.raises(BadNotation) as asked:
                events_of(record, typed, tell)
            told = tell(asked.value.words).replace("\N{NO-BREAK SPACE}", " ")
            assert told == "« m » peut être Meurtre | Malice : tapez-en davantage"
        assert read(record, "deal Ana B H M P T T") == "deal Ana B H M P T T"  # as records have it
    with spoken("en"):
        assert shared_initials(record.notation, tell) == {}
        assert read(record, "m b h p v v") == "deal Ana B H M P T T"


def test_names_of_several_words_are_read_and_completed() -> None:
    with spoken("fr"):
        record = blank("bards", 2)
        notation = record.notation
        told = [tell(notation.sign(word)) for word in ("Poster", "Haze", "P3", "PR")]
        assert told == (["Avis de recherche", "Brume des Marais", "V3", "VR"])
        onstage = blank("onstage", 3)
        line = "line B1 G1 K1 P1 B2 G2 K2 P2 B3 G3 K3 P3"
        typed = "file bleu 1 vert 1 noir 1 rose 1 b2 v2 n2 r2 bleu 3 v3 n3 ♥3"
        assert read(onstage, typed) == line
        assert tell(worded(onstage, line)) == "file B1 V1 N1 R1 B2 V2 N2 R2 B3 V3 N3 R3"
        assert "N2" in offered_words(onstage, "file n1 v1", tell)


@pytest.mark.parametrize("name", OWN)
def test_what_is_wrong_is_said_with_the_signs_of_the_language(name: str) -> None:
    names = game_named(name).notation.names
    signs = {each.signs.get("fr", word) for word, each in names.items()}
    english = {word for word in names if not word.islower()} - signs
    rng, told = Random(1), 0
    for seed in range(3):
        whole = random_game(name, 3, seed)
        events = [event for _, event in whole.events]
        for number, _ in list(whole.events)[::7]:
            record = whole.until(number)
            for event in rng.sample(events, 20):
                try:
                    record.plus(event)
                except IllegalAction as error:
                    with spoken("fr"):
                        message = tell(error.message)
                    assert english.isdisjoint(re.findall(r"[\w-]+", message)), message
                    told += 1
    assert told > 20
