"""The laptop while a game is hosted: what the table may do there, and seats without a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

pytest.importorskip("pyte")

from aparte.cli.language import spoken
from aparte.cli.session.hosted import HostedSession
from aparte.cli.session.terminal import InputEnded
from aparte.models.words import say
from aparte.sessions.errors import Late
from aparte.sessions.store import FILE
from tests.aparte_cli import aparte
from tests.cli.test_sessions_terminal import Screen
from tests.stores import STOPPED, restored
from tests.tables import blank

HOSTED = ("--players", "Ana,Bo,Cy", "--bind", "127.0.0.1")


def opened(home: Path, *arguments: str) -> Screen:
    """Return a laptop whose addresses have been read."""
    screen = Screen(str(home), "host", *arguments)
    screen.answer("b back, q leave.", "q")
    return screen


NEXT = "a name opens that seat here, or help:"
COVER = "press Enter when only you look:"


def typed(screen: Screen, text: str, wanted: str = NEXT, key: str = "\r") -> str:
    """Type a line, then a `key`, and return what stands there once `wanted` is asked."""
    before = screen.text
    screen.type(f"{text}{key}")
    while screen.text == before:
        screen.read()
    return screen.wait(wanted)


def test_a_seat_without_a_phone_is_served_behind_the_cover(tmp_path: Path) -> None:
    screen = opened(tmp_path, "onstage", *HOSTED, "--seed", "3")
    player = screen.wait(NEXT).rpartition("Waiting for ")[2].partition(";")[0]
    assert "free, or here at the laptop" in typed(screen, "seats")
    assert "move or help" not in typed(screen, player, COVER)
    hand = typed(screen, "", "a move or help; Enter covers the hand:")
    typed(screen, "moves", "a move or help; Enter covers the hand:")
    after = typed(screen, "1")
    assert after.rpartition("Waiting for ")[2].partition(";")[0] != player
    assert f"\n{player}:  P" in hand and f"\n{player}:" not in after
    screen.type("quit\r")
    assert "goes on" in screen.end()[1]


def test_a_hosted_game_is_open_in_a_window(tmp_path: Path) -> None:
    screen = opened(tmp_path, "onstage", *HOSTED, "--seed", "3")
    screen.wait(NEXT)
    refused = aparte("resume", code=1, APARTE_HOME=str(tmp_path)).output
    assert "game 1 is open in another window" in " ".join(refused.split())
    screen.type("quit\r")
    assert screen.end()[0] == 0


def test_who_is_refused_at_the_laptop_reads_why_and_only_there(tmp_path: Path) -> None:
    screen = opened(tmp_path, "onstage", *HOSTED, "--seed", "5")
    screen.wait(NEXT)
    typed(screen, "Ana", COVER)
    typed(screen, "", "Ana, a move or help; Enter covers the hand:")
    refused = typed(screen, "K9", "Ana, a move or help; Enter covers the hand:")
    assert "Ana:  K" in refused and "K9" in refused.rpartition("Ana:  K")[2]
    covered = typed(screen, "")
    assert "Ana:  K" not in covered and "K9" not in covered
    screen.type("quit\r")
    assert "goes on" in screen.end()[1]


def test_no_seat_opens_at_the_laptop_at_which_a_phone_sat_down_meanwhile(tmp_path: Path) -> None:
    screen = opened(tmp_path, "overseers", *HOSTED, "--seed", "5")
    screen.wait(NEXT)
    address = code(screen, "Ana")
    typed(screen, "Ana", COVER)
    sit_down(address)
    assert "Ana sits at a phone" in typed(screen, "")
    screen.type("quit\r")
    assert "goes on" in screen.end()[1]


def test_the_laptop_asks_for_a_draw_in_french(tmp_path: Path) -> None:
    screen = Screen(
        str(tmp_path), "host", "onstage", "--real", "--blossoms", "bands", *HOSTED, "--lang", "fr"
    )
    screen.answer("q quitter.", "q")
    screen.wait("ou aide :")
    typed(screen, "Ana", "regarde :")
    drawn = "B1 V3 N1 R2 B2 R1 N3 V2 R3 B3 V1 N2"
    assert "\nfile : 12 de la liste" in typed(screen, "", "couvre la main :")
    assert f"Ana a noté : file {drawn}. Tapez" in " ".join(
        typed(screen, drawn, "ou aide :").split()
    )
    typed(screen, f"file {drawn}", "ou aide :")
    screen.type("quitter\r")
    assert screen.end()[0] == 0


def test_a_part_of_a_hand_is_taken_back_at_the_laptop(tmp_path: Path) -> None:
    players = ("--players", "Ana,Bo", "--bind", "127.0.0.1", "--lang", "en")
    screen = opened(tmp_path, "adresses-jaunes", *players, "--real")
    screen.wait(NEXT)
    typed(screen, "1R 2R", "more?")
    assert "The line was left out" in typed(screen, "undo")
    typed(screen, "Ana", COVER)
    typed(screen, "", "covers the hand:")
    assert "So far: 1T. And " in typed(screen, "1t", "more?")
    typed(screen, "2t", "more?")
    assert "So far" not in typed(screen, "")
    typed(screen, "Ana", COVER)
    assert "So far: 1T 2T. And " in typed(screen, "", "more?")  # it is not lost
    typed(screen, "no", "covers the hand:")
    assert "So far: 1T 2T. And " in typed(screen, "redo", "more?").rpartition("redo")[2]
    typed(screen, "7", "more?")  # no answer, so there is nothing of it to take back
    assert "So far: 1T. And " in typed(screen, "undo", "more?").rpartition("undo")[2]
    assert "pieces can be told in parts" in typed(screen, "help", "more?")
    for leaving, key in (("quit", "\r"), ("", "\x04"), ("", "\x03")):
        assert "is lost" in typed(screen, leaving, "(yes/no)?", key)
        assert "So far: 1T. And " in typed(screen, "no", "more?")
    typed(screen, "quit", "(yes/no)?")
    screen.type("\x03")
    screen.end()


def test_the_pages_have_their_french_words_at_the_laptop(tmp_path: Path) -> None:
    screen = Screen(str(tmp_path), "host", "onstage", *HOSTED, "--lang", "fr")
    screen.answer("q quitter.", "q")
    screen.wait("ou aide :")
    assert "/sit/" in typed(screen, "code spectateurs", "Entrée pour continuer.")
    screen.type("\r")
    screen.wait("ou aide :")
    screen.type("quitter\r")
    assert screen.end()[0] == 0


def test_who_sealed_what_cannot_be_is_asked_again_at_the_laptop(tmp_path: Path) -> None:
    restored(STOPPED, tmp_path / FILE)
    screen = opened(tmp_path, "--resume", "1", "--bind", "127.0.0.1")
    assert "Asked again: Bo; a name opens" in screen.wait(NEXT)
    typed(screen, "Bo", COVER)
    hand = typed(screen, "", "a move or help; Enter covers the hand:")
    assert "What you chose cannot be done: please choose again." in hand
    assert "Bo takes Malice." in typed(screen, "A", "a move or help; Enter covers the hand:")
    screen.type("quit\r")
    assert "goes on" in screen.end()[1]


def test_a_table_that_is_late_is_no_mistake_of_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Busy:
        typed, busy = 0, True

        def show(self, page: Callable[[], None]) -> None:
            page()

    def ask(session: HostedSession) -> None:
        if not Busy.busy:
            raise InputEnded
        Busy.busy = False
        raise Late(say("too busy"))

    monkeypatch.setattr(HostedSession, "_ask", ask)
    monkeypatch.setattr(HostedSession, "_show", lambda *_: None)
    table = SimpleNamespace(hosting=SimpleNamespace(record=blank("onstage", 3)))
    with spoken("en"), pytest.raises(InputEnded):
        HostedSession(cast(Any, table), cast(Any, Busy())).run()
    assert capsys.readouterr().out == "too busy\n"


def test_real_pieces_are_noted_and_told_at_the_laptop(tmp_path: Path) -> None:
    screen = opened(tmp_path, "onstage", *HOSTED, "--real", "--blossoms", "bands")
    screen.wait(NEXT)
    typed(screen, "line K1 K2 K3 P1 P2 P3 B1 B2 B3 G1 G2 G3")
    typed(screen, "leader Bo")
    typed(screen, "Ana", COVER)
    typed(screen, "", "12 of these; Enter covers the hand:")
    typed(screen, "K4 K5 K6 K7 K8 K9", "So far: K4 K5 K6 K7 K8 K9. And 6 more?")
    typed(screen, "G4 G5", "And 4 more?")
    shown = typed(screen, "P4 P5 P6 B4")
    assert "Waiting for Bo, Cy;" in shown and "K4" not in shown
    assert "Waiting for Cy;" in typed(screen, "silent Bo")
    assert "nobody is a bot" in typed(screen, "bot Bo greedy")
    screen.type("quit\r")
    assert "goes on" in screen.end()[1]


def test_a_line_that_waits_is_named_with_who_is_asked_and_is_answered_at_the_laptop(
    tmp_path: Path,
) -> None:
    screen = opened(tmp_path, "adresses-jaunes", *HOSTED, "--real")
    screen.wait(NEXT)
    for nothing in ("agree Bo", "decline"):
        told = typed(screen, nothing).rpartition(nothing)[2]
        assert "Nothing is proposed, and no line waits." in told and "gone on" not in told
    typed(screen, "1R 2R 3R 4T 5P 6P")
    for player, hand in (("Ana", "2P 3P 4P 7R"), ("Bo", "1P 1T 2T 3T"), ("Cy", "7P 8P 9P 9R")):
        typed(screen, player, COVER)
        typed(screen, "", "4 of these; Enter covers the hand:")
        typed(screen, hand, NEXT if player != "Cy" else "move or help; Enter covers the hand:")
    typed(screen, "")
    waits = "out, or help:"
    for answer in ("decline", "no"):
        told = " ".join(typed(screen, "Bo h1 2", waits).rpartition("Bo h1 2")[2].split())
        assert "It does not fit what was told, which the record counts." in told
        assert "Noted: Bo disc h1 = 2. Still asked: Bo;" in told
        assert "Say who agrees: agree Bo" in typed(screen, "agree Cy", waits)
        assert "The line was left out." in typed(screen, answer).rpartition(answer)[2]
    for answer in ("yes", "agree Bo"):
        typed(screen, "Bo h1 2", waits)
        typed(screen, answer, COVER)
        asked = typed(screen, "", "Enter goes on.")
        assert "At the laptop this was noted: Bo disc h1 = 2" in asked
        left = typed(screen, "", "covers the hand:")
        assert "The line was left out." in left.rpartition("holds 1P 1T 2T 3T")[2]
        typed(screen, "")
    screen.type("quit\r")
    assert "goes on" in screen.end()[1]


def test_a_seat_is_told_that_its_line_was_noted_at_the_laptop(tmp_path: Path) -> None:
    screen = opened(tmp_path, "onstage", *HOSTED, "--real", "--blossoms", "bands")
    screen.wait(NEXT)
    typed(screen, "line K1 K2 K3 P1 P2 P3 B1 B2 B3 G1 G2 G3")
    typed(screen, "leader Ana")
    for silent in ("Bo", "Cy"):
        typed(screen, f"silent {silent}")
    typed(screen, "Ana", COVER)
    typed(screen, "", "12 of these; Enter covers the hand:")
    typed(screen, "K1 K2 K3 K4 K5 K6 K7 K8 K9 P1 P2 P3", "Enter covers the hand:")
    typed(screen, "")
    typed(screen, "Ana plays B9", "out, or help:")
    typed(screen, "Ana", COVER)
    assert "At the laptop this was noted: Ana plays B9" in typed(screen, "", "Enter goes on.")
    typed(screen, "", "covers the hand:")
    screen.type("quit\r")
    assert "goes on" in screen.end()[1]


def test_what_a_seat_has_told_of_what_lies_open_waits_for_the_laptop(tmp_path: Path) -> None:
    screen = opened(tmp_path, "onstage", *HOSTED, "--real", "--blossoms", "bands")
    screen.wait(NEXT)
    line = "K1 K2 K3 P1 P2 P3 B1 B2 B3 G1 G2 G3"
    told = "decline to leave it out, or help:"
    for answer in ("decline", f"line {line}"):
        typed(screen, "Ana", COVER)
        typed(screen, "", "12 of these; Enter covers the hand:")
        assert "Ana has noted: line K1 K2 K3" in typed(screen, line, told)
        assert "Waiting for Ana, Bo, Cy; a name" in typed(screen, answer)
    typed(screen, "leader Bo")
    screen.type("quit\r")
    assert "goes on" in screen.end()[1]


def code(screen: Screen, name: str) -> str:
    """Return the address that is shown for `name`, to somebody who has left it again."""
    return shown_address(screen, f"code {name}")


def shown_address(screen: Screen, line: str) -> str:
    """Return the address that a `line` shows, to somebody who has left it again."""
    shown = typed(screen, line, "Enter goes on.")
    screen.type("\r")
    screen.wait(NEXT)
    found = re.findall(r"http://\S+/sit/[\w-]{22}", shown)
    return str(found[-1])


def sit_down(address: str) -> Callable[..., str]:
    """Sit down with a phone that opens `address`; return what posts from it."""
    origin, _, secret = address.partition("/sit/")
    phone = build_opener(HTTPCookieProcessor())

    def post(path: str, **fields: str) -> str:
        request = Request(f"{origin}{path}", urlencode(fields).encode(), {"Origin": origin})
        with phone.open(request, timeout=20) as answer:
            assert answer.status < 300
            return answer.read().decode()

    post("/sit", secret=secret)
    return post


def test_a_yes_at_the_laptop_is_for_the_line_that_stood_there(tmp_path: Path) -> None:
    screen = opened(tmp_path, "onstage", *HOSTED, "--real", "--blossoms", "bands")
    screen.wait(NEXT)
    ana = sit_down(code(screen, "Ana"))
    rest, greens = "K1 K2 K3 P1 P2 P3 B1 B2 B3", ("G1 G2 G3", "G1 G3 G2", "G2 G1 G3")
    lines = [f"line {rest} {green}" for green in greens]
    told = "decline to leave it out, or help:"
    ana("/seat/note", line=lines[0])
    typed(screen, "", told)
    for answer, line in zip(("yes", "decline"), lines[1:], strict=True):
        ana("/seat/back")
        ana("/seat/note", line=line)
        after = " ".join(typed(screen, answer, told).rpartition(f"help: {answer}")[2].split())
        assert "gone on meanwhile" in after and f"Ana has noted: {line}." in after
    assert "The line stands." in typed(screen, "yes")
    screen.type("quit\r")
    assert "goes on" in screen.end()[1]


def test_a_phone_is_put_out_of_its_seat_only_if_that_is_meant(tmp_path: Path) -> None:
    screen = opened(tmp_path, "onstage", *HOSTED, "--seed", "3")
    screen.wait(NEXT)
    sit_down(code(screen, "Ana"))
    for command in ("unseat Ana", "bot Ana random"):
        assert "A phone sits there as Ana" in typed(screen, command, "(yes/no)?")
        typed(screen, "no")
        assert "Ana: at a phone" in typed(screen, "seats")
    typed(screen, "unseat Ana", "(yes/no)?")
    assert "Another phone can sit down as Ana now." in typed(screen, "yes")
    assert "Another phone can sit down as Bo now." in typed(screen, "unseat Bo")
    screen.type("quit\r")
    screen.end()


def test_the_page_of_the_table_can_be_opened_again(tmp_path: Path) -> None:
    screen = opened(tmp_path, "onstage", *HOSTED, "--seed", "3")
    screen.wait(NEXT)
    first = code(screen, "table")
    assert code(screen, "table") == first == shown_address(screen, "table")
    assert code(screen, "watch") == shown_address(screen, "watch") != first
    sit_down(first)
    again = code(screen, "table")
    assert again != first
    sit_down(again)
    screen.type("quit\r")
    screen.end()


def test_what_a_takeback_would_take_is_listed_before_anybody_agrees(tmp_path: Path) -> None:
    screen = opened(tmp_path, "overseers", *HOSTED, "--real")
    screen.wait(NEXT)
    typed(screen, "leader Ana")
    typed(screen, "characters Suyin Yanmei Gan")
    for player, hand in (("Ana", "A A B H P P"), ("Bo", "A B H P M M"), ("Cy", "M T T H H B")):
        typed(screen, player, COVER)
        typed(screen, "", "6 of these; Enter covers the hand:")
        typed(screen, hand, "help:" if player != "Cy" else "a move or help; Enter covers the hand:")
    told = typed(screen, "takeback Cy", "a move or help; Enter covers the hand:")
    assert "Enter covers the hand; then takeback NAME asks all." in told
    assert "Waiting for Ana, Bo; a name" in typed(screen, "M")
    asks = "agree NAME for yes, decline for no, or help:"
    asked = typed(screen, "takeback Ana", asks).rpartition("takeback Ana")[2]
    assert "Ana would take back 1 line:" in asked and "Ana is dealt 6 cards." in asked
    assert "What others chose is gone with it: Cy." in asked and "Bo is dealt" not in asked
    assert "Still asked: Bo, Cy; agree" in asked
    assert "Nothing was changed." in typed(screen, "no")
    typed(screen, "takeback Ana", asks)
    assert "Say who agrees: agree Bo | agree Cy" in typed(screen, "yes", asks)
    assert "Still asked: Cy; agree" in typed(screen, "agree Bo", asks).rpartition("agree Bo")[2]
    agreed = typed(screen, "yes")
    assert "All have agreed." in agreed and "Waiting for Ana; a name" in agreed
    screen.type("quit\r")
    assert screen.end()[0] == 0


def test_a_noted_line_that_somebody_is_asked_about_can_wait(tmp_path: Path) -> None:
    screen = opened(tmp_path, "onstage", *HOSTED, "--real", "--blossoms", "bands")
    screen.wait(NEXT)
    typed(screen, "Ana", COVER)
    typed(screen, "", "12 of these; Enter covers the hand:")
    typed(screen, "K1 K2 K3 P1 P2 P3 B1 B2 B3 G1 G2 G3", "leave it out, or help:")
    typed(screen, "Bo", COVER)
    asks = "Was it so (yes/no)? Enter covers the hand."
    assert "Ana has noted: line K1 K2 K3" in typed(screen, "", asks)
    assert "Type yes or no." in typed(screen, "K4", asks)
    assert "Ana has noted: line" in typed(screen, "", "leave it out, or help:")
    typed(screen, "Bo", COVER)
    typed(screen, "", asks)
    typed(screen, "yes", "covers the hand:")
    screen.type("quit\r")
    assert "goes on" in screen.end()[1]
