"""Real pieces: what is understood of a hand that is typed at the laptop."""

from __future__ import annotations

from aparte.cli.language import spoken, tell
from aparte.models.record import write_event
from aparte.sessions.answers import Accepted, Refused
from aparte.sessions.drawn import told
from aparte.sessions.hosting import Hosting
from aparte.sessions.listener import Listener
from tests.sessions.evening import PLAYERS, hosted


def face_up() -> Hosting:
    """Return Les Adresses Jaunes where all but the hands is noted."""
    return hosted("adresses-jaunes", "revealed 1R 2R 3R 4T 5P 6P")[1]


def overseers() -> Hosting:
    """Return Overseers where all but the hands is noted."""
    return hosted("overseers", "leader Ana", "characters Suyin Yanmei Gan")[1]


def in_hand(host: Hosting, player: str, text: str, listener: Listener | None = None) -> str:
    """Return what `player` is told who types `text` for the own hand, or the line that it is."""
    question = host.question(player)
    found = told(question.view, question.draw, text, tell, listener or Listener(tell))
    return str(found.words) if isinstance(found, Refused) else write_event(question.view, found)


def test_everybody_is_offered_what_does_not_lie_face_up() -> None:
    host = face_up()
    for player in PLAYERS:
        pieces = dict(host.question(player).draw.pieces)
        assert len(pieces) == 21 and not {"1R", "6P"} & pieces.keys()


def test_what_is_no_hand_is_answered_in_words_that_name_what_is_asked() -> None:
    host = face_up()
    assert in_hand(host, "Bo", "1p 7t8t 9t") == "deal Bo 1P 7T 8T 9T"
    assert "1R lies face up (AJ-1)" in in_hand(host, "Bo", "1R 7t 8t 9t")
    for text in ("h1", "no", "yes", "Ana", "7t x", "x 7t"):
        word = text.replace("7t", "").strip()
        wrong = f"'{word}' is none of these: type 4 of those listed, or help."
        assert in_hand(host, "Bo", text) == wrong
    assert "4 pieces belong here, not 5" in in_hand(host, "Bo", "7t 8t 9t 7p 8p")


def test_a_hand_can_be_told_in_parts_at_the_laptop() -> None:
    host, listener = face_up(), Listener(tell)
    for typed, answer in (
        ("7t 8t", "So far: 7T 8T. And 2 more?"),
        ("9t", "So far: 7T 8T 9T. And 1 more?"),
        ("zz", "'zz' is none of these: type 1 of those listed, or help."),
        ("8p 9p", "1 piece belongs here, not 2"),
        ("1r", "1R lies face up"),
        ("1p", "deal Bo 1P 7T 8T 9T"),
        ("7t 8t", "So far: 7T 8T. And 2 more?"),
        ("", "The line was left out: 7t 8t"),
        ("7t 8t", "So far: 7T 8T. And 2 more?"),
        ("1p 7t 8t 9t", "deal Bo 1P 7T 8T 9T"),
        ("7t 8t", "So far: 7T 8T. And 2 more?"),
        ("7t 9t", "7T stands here a second time"),
        ("9t", "So far: 7T 8T 9T. And 1 more?"),
    ):
        assert answer in in_hand(host, "Bo", typed, listener), typed


def test_a_part_of_a_hand_is_refused_for_what_is_wrong_with_it() -> None:
    """A fourth Theft of three is no fault of the number, and `a` is a card, not an article."""
    host, listener = overseers(), Listener(tell)
    for typed, answer in (
        ("T T T T", "only 3 T can be drawn here"),
        ("Ana M M", "So far: M M. And 4 more?"),
        ("T T T T", "only 3 T can be drawn here"),
        ("q", "'q' is none of these: type 4 of those listed, or help."),
        ("T T T", "So far: M M T T T. And 1 more?"),
        ("Q", "'Q' is none of these: type 1 of those listed, or help."),
        ("a a", "1 piece belongs here, not 2"),
        ("a", "deal Ana A M M T T T"),
    ):
        assert answer == in_hand(host, "Ana", typed, listener), typed


def test_what_is_not_clear_in_a_whole_hand_is_not_clear_in_a_part_of_it() -> None:
    """In French M begins Meurtre and Malice, and Vol is a whole name of three letters."""
    host, listener = overseers(), Listener(tell)
    with spoken("fr"):
        assert "type more of it" in in_hand(host, "Ana", "M M", listener)
        assert "So far: M M. And 4 more?" in in_hand(host, "Ana", "Meu Meu", listener)
        assert "And 1 more?" in in_hand(host, "Ana", "Vol Vol Vol", listener)
        assert in_hand(host, "Ana", "Mal", listener) == "deal Ana A M M T T T"


def test_who_is_no_bard_of_the_town_is_no_fault_of_the_number() -> None:
    host = hosted("bards", "audiences Fencers Festival Weavers", "top Generals")[1]
    assert "Dancer cannot be drawn here" in in_hand(host, "Ana", "dancer")
    assert "So far: Vesper" in in_hand(host, "Ana", "vesper")


def test_the_signs_that_are_offered_are_taken_in_each_language() -> None:
    host = overseers()
    sign = host.record.notation.sign
    for language in ("en", "fr"):
        with spoken(language):
            typed = " ".join(tell(sign(piece)) for piece, _ in host.question("Ana").draw.pieces)
            assert in_hand(host, "Ana", typed) == "deal Ana A B H M P T"
    with spoken("fr"):
        assert "'m' can be" in in_hand(host, "Ana", "M A B H P P")


def test_what_is_offered_does_not_depend_on_what_others_have_told() -> None:
    def offered(hand: str) -> object:
        host = face_up()
        line = f"deal Ana {hand}"
        assert host.choose("Ana", host.question("Ana").key, line) == Accepted()
        texts = ("1P 2P 3P 4P", "1P 1P 2P 3P", "7T", "no", "deal Cy 1P 2P 3P 4P")
        return host.question("Bo").draw, [in_hand(host, "Bo", text) for text in texts]

    assert offered("1P 2P 3P 4P") == offered("7T 8T 9P 9T")
