"""Whatever a person types in a session: it tells nothing of others, and does not end it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from aparte.cli.language import tell
from aparte.cli.session.play import PlaySession
from aparte.contract.typist import Silent, Typist
from aparte.models.core import TABLE, Record, TableError
from aparte.models.onstage.rules import GAME
from aparte.models.record import read
from aparte.models.words import say
from aparte.sessions.ledger import Ledger, SavedLedger
from aparte.sessions.play import Asked, Play
from aparte.solver.engine.fitting import EnginesDisagree
from tests.aparte_cli import aparte, environment
from tests.tables import random_game

AJ, ONSTAGE = "adresses-jaunes", "onstage"


def played(
    home: str, game: str, seed: int, typed: str, players: str = "Ana,Bo,Cy", *more: str
) -> str:
    asked = ("play", game, "--players", players, "--seed", seed, *more)
    return aparte(*asked, typed=typed, APARTE_HOME=home).stdout


def kept(home: str) -> str:
    return aparte("export", 1, "--all", APARTE_HOME=home).stdout


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seed, players", [(3, "Ana,Bo,Cy"), (5, "Ana,Bo,Cy,Dai,Eli")])
def test_a_card_that_is_not_in_hand_is_nowhere_else_either(
    seed: int, players: str, language: str, home: str
) -> None:
    played(home, ONSTAGE, seed, "quit\n", players)
    record = read(kept(home))
    own = record.state.hands[record.state.to_play].known
    others = [card for card in GAME.box.cards if card not in own]
    typed = "".join(f"plays {card}\n" for card in others)
    told = aparte("resume", "--lang", language, typed=typed, APARTE_HOME=home).stdout
    signs = {card: GAME.notation.names[card].signs[language] for card in others}
    refusals = [
        row.replace(signs[card], "…", 1) for card in others for row in answers_to(card, told)
    ]
    assert len(refusals) == len(others)
    assert len(set(refusals)) == 1


def answers_to(card: str, told: str) -> list[str]:
    """Return the lines that stand behind the prompt at which `card` was typed."""
    rows = told.splitlines()
    return [after for row, after in pairwise(rows) if row.endswith(f"s {card}")]


def test_a_word_of_no_line_is_told_with_the_nearest_one(home: str) -> None:
    told = played(home, ONSTAGE, 3, "Cy ply B12\nquit\n")
    assert "'ply' is not understood; is it to be plays? Type a move such as plays" in told


def test_no_bare_number_is_offered_for_a_piece_that_nobody_knows(home: str) -> None:
    told = played(home, "overseers", 5, "picks K9\nquit\n")
    assert "'K9' is not understood. Type a move such as becomes" in told


def test_a_card_that_is_not_in_hand_is_not_taken_for_what_another_one_adds(home: str) -> None:
    told = played(home, ONSTAGE, 3, "play the green 2\nquit\n")
    assert "Cy plays B1 add G2" in told and "type a number, more of it, or no" in told


@pytest.mark.parametrize(
    "typed, told",
    [
        ("2\n", "Do you mean: Ana plays P2"),
        ("2\n9\n", "That is no answer to the question; Enter drops it."),
        ("4\n", "'4' is no line that can come now"),
        ("moves\n2\n", "'2' can be 1 Ana plays P5 | 2 Ana plays P2"),
        ("moves\n3\n", "Ana plays P6"),
        ("moves P6\n3\n", "Ana plays P6"),
        ("moves P6\n1\n", "'1' is no line that can come now"),
        ("moves zzz\n3\n", "'3' is no line that can come now"),
    ],
)
def test_a_number_is_a_card_and_a_move_only_once_the_moves_are_listed(
    typed: str, told: str, home: str
) -> None:
    bots = ("--bots", "Bo=beginner,Cy=beginner")
    assert told in played(home, ONSTAGE, 41, f"{typed}quit\n", "Ana,Bo,Cy", *bots)


def test_no_hole_comes_into_the_record_of_the_referee(home: str) -> None:
    told = played(home, "overseers", 3, "picks ?\n")
    assert "sees this, so no '?' can stand here" in told
    assert "?" not in kept(home)
    read(kept(home))


@pytest.mark.parametrize(
    "language, told", [("en", "Ana: at your seat"), ("fr", "Ana\N{NO-BREAK SPACE}: à votre place")]
)
@pytest.mark.parametrize(
    "typed", ["zz", "pawn 7T", "pawn 1P", "disc v1", "7T", "1", "?", "name 1P Bo"]
)
def test_the_prompt_of_all_answers_one_thing_to_all_that_only_a_seat_can_judge(
    typed: str, language: str, told: str, home: str
) -> None:
    begun = "Ana disc h1\nBo disc h1\n"
    shown = played(home, AJ, 5, f"{begun}Ana {typed}\nquit\n", "Ana,Bo", "--lang", language)
    after = shown.partition(f"Ana {typed}\n")[2].splitlines()
    assert after[0] == told
    assert f"{typed}\n" in shown.partition(told)[2]  # judged at the seat


@pytest.mark.parametrize("times", [1, 5, 9])
def test_a_hint_stays_at_its_last_level(times: int, home: str) -> None:
    told = played(home, AJ, 3, "hint\n" * times + "quit\n", "Ana,Bo")
    assert told.count("Nothing can be deduced yet") == times
    assert "is saved" in told


MANY = "1" * 5000
BYTES = "\x07\x1b[2Jx\x9b\n# a bell\x07\n# one\x0btwo\n"


@pytest.mark.parametrize(
    "typed",
    [
        f"{MANY}\n",
        f"undo {MANY}\n",
        "undo 123456789012345678901234\n",
        "undo ²\n",
        BYTES,
        "# " + MANY,
    ],
    ids=range(6),
)
@pytest.mark.parametrize("command", ["play", "table"])
def test_what_can_be_no_line_is_told(command: str, typed: str, home: str) -> None:
    asked = (command, AJ, "--players", "Ana,Bo")
    told = aparte(*asked, typed=f"{typed}\nquit\n", APARTE_HOME=home).stdout
    assert "Game 1 is saved" in told
    assert "mistake" not in told
    assert not {"\x07", "\x1b", "\x9b", "\x0b"} & set(told)
    assert len(kept(home).splitlines()) <= 7


def test_what_is_no_utf_8_is_shown_and_the_session_goes_on(home: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "aparte.cli", "table", AJ, "--players", "Ana,Bo"],
        input=b"Zo\xe9 disc h1\n# caf\xe9\nquit\n",
        capture_output=True,
        env=environment(APARTE_HOME=home),
    )
    assert ran.returncode == 0
    assert b"Zo\\xe9" in ran.stdout
    assert b"Game 1 is saved" in ran.stdout
    assert kept(home).endswith("# caf\\xe9\n")


@pytest.mark.parametrize("command", ["play", "table"])
@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
def test_nobody_there_is_as_if_they_had_left(command: str, home: str) -> None:
    asked = f"{sys.executable} -m aparte.cli {command} {AJ} --players Ana,Bo <&-"
    ran = subprocess.run(
        asked, shell=True, capture_output=True, text=True, env=environment(APARTE_HOME=home)
    )
    assert ran.returncode == 0
    assert "Game 1 is saved" in ran.stdout
    assert ran.stderr == ""


# faults


def files(home: str) -> list[Path]:
    return sorted(Path(home, "faults").glob("*"))


@pytest.mark.parametrize("command", ["play", "table"])
def test_a_fault_is_told_by_its_kind_and_the_session_goes_on(
    command: str, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise EnginesDisagree("Bo holds 5T")

    monkeypatch.setattr("aparte.solver.engine.solve.solve", broken)
    asked = (command, AJ, "--players", "Ana,Bo", "--lang", "en")
    done = aparte(*asked, typed="solve\nsolve\nAna disc h1\nquit\n", APARTE_HOME=home)
    assert done.output.count("a mistake in Aparté itself (EnginesDisagree)") == 2
    assert "5T" not in done.output.partition("mistake")[2].partition("disc")[0]
    assert "Game 1 is saved" in done.stdout
    assert len(files(home)) == 2
    assert "Bo holds 5T" in files(home)[0].read_text("utf-8")
    if os.name == "posix":
        assert stat.S_IMODE(files(home)[0].stat().st_mode) == 0o600


def test_a_fault_of_the_referee_tells_nothing_and_undoes_the_line(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = SavedLedger.keep

    def refusing(self: SavedLedger, record: Record) -> None:
        if any(event.words == ("h2",) for _, event in record.events):
            raise TableError(say("Bo holds 5T"))
        keep(self, record)

    monkeypatch.setattr(SavedLedger, "keep", refusing)
    told = played(home, AJ, 3, "Ana\ndisc h2\ndisc h1\nquit\n", "Ana,Bo")
    assert "a mistake in Aparté itself (TableError)" in told
    assert "Bo holds 5T" not in told
    assert kept(home).splitlines()[-1].startswith("Ana disc h1")


def test_a_fault_behind_the_first_page_is_told_on_the_next(
    home: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("APARTE_HOME", home)
    play = Play(Ledger(random_game(AJ, 2, 1).until(9), {}, "0"), {}, tell)
    session, go_on = PlaySession(play, Typist([], live=True)), PlaySession._go_on
    session._show(TABLE)

    def once_broken(self: PlaySession, asked: Asked) -> None:
        monkeypatch.setattr(PlaySession, "_go_on", go_on)
        raise ZeroDivisionError

    monkeypatch.setattr(PlaySession, "_go_on", once_broken)
    with suppress(Silent):
        session.run()
    assert "Nothing is lost, go on." in capsys.readouterr().out


def test_a_fault_that_comes_by_itself_ends_with_70_and_the_game_is_saved(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("Bo holds 5T")

    monkeypatch.setattr("aparte.cli.session.laptop.page_rows", broken)
    asked = ("play", AJ, "--players", "Ana,Bo", "--seed", 3)
    done = aparte(*asked, typed="Ana\n", code=70, APARTE_HOME=home)
    assert "ZeroDivisionError" in done.stderr
    assert "5T" not in done.output
    assert len(kept(home).splitlines()) == 7
