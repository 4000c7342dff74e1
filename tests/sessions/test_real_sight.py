"""Who is asked for real pieces follows from who sees them, what came of a choice from what is told.

In Fireflies nobody sees the own cards, and a clue names any number of places.
"""

from __future__ import annotations

import pytest

from aparte.models.core import TABLE
from aparte.models.record import write_event
from aparte.sessions.answers import Accepted, Asks, Refused
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger
from tests.sessions.fireflies import begun
from tests.sessions.test_real import asked, hosted, said, settled

ROWS = {"Ana": "R1 G1 R2", "Bo": "G2 B1 G3", "Cy": "R3 B2 G4"}


def seated(*silent: str) -> Hosting:
    host = hosted(Ledger(begun(), {}, "0"))
    for player in silent:
        host.pieces.be_silent(player, True)
    return host


def tell_rows(host: Hosting, **rows: str) -> None:
    for player, row in (ROWS | rows).items():
        teller = host.awaited()[0] if host.awaited() else ""
        assert teller != player
        if host.question(TABLE) is None and teller:
            assert said(host, teller, f"deal {player} {row}") == Accepted()
        host.go_on()


def last(host: Hosting, viewer: str = "") -> str:
    record = host.view(viewer) if viewer else host.record
    return write_event(record, list(record.events)[-1][1])


def test_cards_are_asked_of_those_who_see_them() -> None:
    host = seated()
    assert host.awaited() == ("Bo", "Cy") and host.question("Ana") is None
    assert host.question(TABLE) is None, "not where Ana looks on"
    draw = asked(host, "Cy").draw
    assert draw is not None and (draw.head, draw.size) == ("deal Ana", 3)
    assert isinstance(said(host, "Bo", "deal Ana ???"), Refused)
    assert said(host, "Bo", "deal Ana R1 G1 R2") == Accepted()
    assert last(host) == last(host, "Cy") == "deal Ana R1 G1 R2"
    assert last(host, "Ana") == last(host, TABLE) == "deal Ana ???"
    assert host.awaited() == ("Ana", "Cy")


def test_whoever_still_tells_is_asked_and_nobody_where_none_does() -> None:
    host = seated("Bo")
    assert host.awaited() == ("Cy",)
    host = seated("Bo", "Cy")
    host.go_on()
    assert last(host) == "deal Ana ???" and host.awaited() == ("Ana",)
    assert said(host, "Ana", "deal Bo G2 B1 G3") == Accepted()
    assert said(host, "Ana", "deal Cy R3 B2 G4") == Accepted()
    assert host.awaited() == ("Ana",) and asked(host, "Ana").moves


@pytest.mark.parametrize(
    ("choice", "line"),
    [
        ("Ana clues Bo G", "Ana clues Bo G = 1 3"),
        ("Ana clues Cy R", "Ana clues Cy R = 1"),
        ("Ana turns 3", "Ana turns 3 = R2"),
    ],
)
def test_what_came_of_a_choice_follows_from_all_that_was_told(choice: str, line: str) -> None:
    host = seated()
    tell_rows(host)
    assert said(host, "Ana", choice) == Accepted() and last(host) == line


def test_a_clue_about_any_number_of_cards_is_written_whole() -> None:
    host = seated()
    tell_rows(host, Cy="R3 R4 R5")
    assert said(host, "Ana", "Ana clues Cy R") == Accepted()
    assert last(host) == "Ana clues Cy R = 1 2 3"


def test_what_cannot_be_known_is_asked_of_any_length() -> None:
    host = seated("Bo", "Cy")
    tell_rows(host)
    assert said(host, "Ana", "Ana clues Bo G") == Accepted()
    assert host.awaited() == ("Ana",) and asked(host, "Ana").draw
    assert isinstance(said(host, "Ana", "Ana clues Bo G = 1"), Refused), "Ana sees G3 there, too"
    assert said(host, "Ana", "Ana clues Bo G = 1 3") == Asks("Ana")
    assert settled(lambda: host.pieces.settle(TABLE, True)) == Accepted()
    assert last(host) == "Ana clues Bo G = 1 3"


def test_a_card_that_all_see_turned_up_is_true_whatever_was_told() -> None:
    host = seated()
    tell_rows(host)
    assert host.pieces.note("Ana turns 1 = B5", "Ana") == Asks("Ana")
    assert host.pieces.settle("Bo", True) == Accepted()
    assert last(host) == "Ana turns 1 = B5" and not host.tellings.clash
    assert host.pieces.is_asked_alone("Bo") and host.pieces.is_asked_alone("Cy")
    assert not host.pieces.is_asked_alone("Ana"), "who never saw it"
    told = {telling.line: telling for telling in host.pieces.told_by("Bo")}["deal Ana R1 G1 R2"]
    assert told.again
    assert host.pieces.tell_again("Bo", told.number, "deal Ana B5 G1 R2") == Accepted()
    assert not host.pieces.is_asked_alone("Bo") and not host.pieces.is_asked_alone("Cy")


def test_what_the_others_told_of_ones_own_cards_is_not_told_by_telling_theirs() -> None:
    transcripts = []
    for card in ("R1", "R5"):
        host = seated()
        assert said(host, "Bo", f"deal Ana {card} G1 R2") == Accepted()
        before = host.record
        answer = said(host, "Ana", "deal Bo R1 B1 G3")
        seen = [write_event(host.record, e) for _, e in host.view("Ana").events]
        asked_then = host.awaited(), host.question("Ana"), host.tellings.clash
        transcripts.append((answer, seen, asked_then))
        assert host.record != before
    assert transcripts[0] == transcripts[1]
