"""A hosted game with real pieces from start to end: whoever sees a piece is asked for it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from aparte.models.core import HANDS, TABLE, Draw, Record, turn, view
from aparte.models.record import new_record, write_event
from aparte.sessions.answers import Accepted, Asks, Refused
from aparte.sessions.hosting import Hosting
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played
from tests.sessions.evening import Evening, hosted, settled
from tests.tables import blank
from tests.web.serving import served_real


def real(players: tuple[str, ...]) -> tuple[Evening, Hosting]:
    tags = (("Game", "cordee"), ("Record", "1"), ("Players", " ".join(players)), ("Seat", HANDS))
    return hosted(new_record(tags))


def lines_of(record: Record) -> list[str]:
    return [write_event(record, event) for _, event in record.events]


def asks(host: Hosting, player: str, drawn: str) -> bool:
    """Tell whether `player` is asked for the pieces of the line that begins with `drawn`."""
    question = host.question(player)
    return question is not None and question.draw is not None and question.draw.head == drawn


@pytest.mark.parametrize("players", [("Ana", "Bo"), ("Ana", "Bo", "Cy")])
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_told_by_those_who_see(players: tuple[str, ...], seed: int) -> None:
    whole = played(blank("cordee", players), dict.fromkeys(players, RandomBot()), Random(seed))
    (evening, host), rng = real(players), Random(seed)
    for number, event in whole.events:
        before = whole.until(number - 1)
        host.go_on()
        if event.verb == "result":
            break
        if isinstance(turn(before), Draw):
            owner, *_ = event.words
            others = tuple(player for player in players if player != owner)
            drawn = write_event(before, replace(event, outcome=()))
            assert {*others} <= {*host.awaited()} and not asks(host, owner, drawn)
            assert all(asks(host, other, drawn) for other in others)
            teller = rng.choice(others)
            hidden = write_event(before, view(before, owner).shown(event))
            assert isinstance(evening.says(teller, hidden), Refused), "who sees it tells it"
            assert evening.says(teller, write_event(before, event)) == Accepted()
        else:
            assert host.awaited() == (event.actor,)
            choice = write_event(before, event).partition(" =")[0]
            assert evening.says(event.actor, choice) == Accepted()
    host.go_on()
    assert lines_of(host.record) == lines_of(whole)
    for viewer in (*players, TABLE):
        assert lines_of(host.view(viewer)) == lines_of(view(whole, viewer))


def test_phones_ask_who_sees_and_whisper_about_the_own_pack() -> None:
    with served_real("cordee", ("Ana", "Bo")) as table:
        phones = {player: table.phone(player) for player in ("Ana", "Bo")}
        assert "deal Bo" in phones["Ana"].get("/seat/now").body
        for player, line in (("Ana", "deal Bo C P S"), ("Bo", "deal Ana P L C")):
            key, _ = phones[player].moves()
            assert phones[player].post("/seat/move", key=key, line=line).status == 200
        lines = table.on_loop(lambda: lines_of(table.live.hosting.record))
        assert lines == ["deal Ana P L C", "deal Bo C P S"]
        key, _ = phones["Ana"].moves()
        assert phones["Ana"].post("/seat/move", key=key, line="Ana calls Bo S C").status == 200
        for player, own, other in (("Ana", "P L C", "C P S"), ("Bo", "C P S", "P L C")):
            told = phones[player].get("/log").body
            assert other in told and own not in told


# tables where somebody does not tell, or tells what is not so

ROWS = {"Ana": "P L C", "Bo": "C P S", "Cy": "S C P"}


def seated(*silent: str) -> tuple[Evening, Hosting]:
    evening, host = real(("Ana", "Bo", "Cy"))
    for player in silent:
        host.pieces.be_silent(player, True)
    return evening, host


def tell_rows(evening: Evening, **rows: str) -> None:
    host = evening.host
    for player, row in (ROWS | rows).items():
        teller = host.awaited()[0] if host.awaited() else ""
        assert teller != player
        if host.question(TABLE) is None and teller:
            assert evening.says(teller, f"deal {player} {row}") == Accepted()
        host.go_on()


def last(host: Hosting, viewer: str = "") -> str:
    record = host.view(viewer) if viewer else host.record
    return write_event(record, list(record.events)[-1][1])


def test_cards_are_asked_of_those_who_see_them() -> None:
    evening, host = seated()
    assert host.awaited() == ("Bo", "Cy") and host.question("Ana") is None
    assert host.question(TABLE) is None, "not where Ana looks on"
    draw = host.question("Cy").draw
    assert draw is not None and (draw.head, draw.size) == ("deal Ana", 3)
    assert isinstance(evening.says("Bo", "deal Ana ???"), Refused)
    assert evening.says("Bo", "deal Ana P L C") == Accepted()
    assert last(host) == last(host, "Cy") == "deal Ana P L C"
    assert last(host, "Ana") == last(host, TABLE) == "deal Ana ???"
    assert host.awaited() == ("Ana", "Cy")


def test_whoever_still_tells_is_asked_and_nobody_where_none_does() -> None:
    evening, host = seated("Bo")
    assert host.awaited() == ("Cy",)
    evening, host = seated("Bo", "Cy")
    host.go_on()
    assert last(host) == "deal Ana ???" and host.awaited() == ("Ana",)
    assert evening.says("Ana", "deal Bo C P S") == Accepted()
    assert evening.says("Ana", "deal Cy S C P") == Accepted()
    assert host.awaited() == ("Ana",) and host.question("Ana").moves


@pytest.mark.parametrize(
    ("choice", "line"),
    [
        ("Ana calls Bo S C", "Ana calls Bo S C = 1 3"),
        ("Ana calls Cy S L", "Ana calls Cy S L = 1"),
        ("Ana fixes 3", "Ana fixes 3 = C"),
    ],
)
def test_what_came_of_a_choice_follows_from_all_that_was_told(choice: str, line: str) -> None:
    evening, host = seated()
    tell_rows(evening)
    assert evening.says("Ana", choice) == Accepted() and last(host) == line


def test_a_clue_about_any_number_of_cards_is_written_whole() -> None:
    evening, host = seated()
    tell_rows(evening, Cy="P S P")
    assert evening.says("Ana", "Ana calls Cy P S") == Accepted()
    assert last(host) == "Ana calls Cy P S = 1 2 3"


def test_what_cannot_be_known_is_asked_of_any_length() -> None:
    evening, host = seated("Bo", "Cy")
    tell_rows(evening)
    assert evening.says("Ana", "Ana calls Bo S C") == Accepted()
    assert host.awaited() == ("Ana",) and host.question("Ana").draw
    assert isinstance(evening.says("Ana", "Ana calls Bo S C = 1"), Refused), "Ana sees S there, too"
    assert evening.says("Ana", "Ana calls Bo S C = 1 3") == Asks("Ana")
    assert settled(lambda: host.pieces.settle(TABLE, host.pieces.key, True)) == Accepted()
    assert last(host) == "Ana calls Bo S C = 1 3"


def test_a_card_that_all_see_turned_up_is_true_whatever_was_told() -> None:
    evening, host = seated()
    tell_rows(evening)
    assert host.pieces.note("Ana fixes 1 = S", "Ana") == Asks("Ana")
    assert host.pieces.settle("Bo", host.pieces.key, True) == Accepted()
    assert last(host) == "Ana fixes 1 = S" and not host.tellings.clash
    assert host.pieces.is_asked_alone("Bo") and host.pieces.is_asked_alone("Cy")
    assert not host.pieces.is_asked_alone("Ana"), "who never saw it"
    told = {telling.line: telling for telling in host.pieces.told_by("Bo")}["deal Ana P L C"]
    assert told.again
    assert host.pieces.tell_again("Bo", told.number, "deal Ana S L C") == Accepted()
    assert not host.pieces.is_asked_alone("Bo") and not host.pieces.is_asked_alone("Cy")


def test_what_the_others_told_of_ones_own_cards_is_not_told_by_telling_theirs() -> None:
    transcripts = []
    for pack in ("P S C", "L L L"):
        evening, host = seated()
        assert evening.says("Bo", f"deal Ana {pack}") == Accepted()
        before = host.record
        answer = evening.says("Ana", "deal Bo L C S")
        seen = [write_event(host.record, e) for _, e in host.view("Ana").events]
        asked_then = host.awaited(), host.question("Ana"), host.tellings.clash
        transcripts.append((answer, seen, asked_then))
        assert host.record != before
    assert transcripts[0] == transcripts[1]
