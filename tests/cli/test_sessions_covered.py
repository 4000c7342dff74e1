"""The cover at a real terminal: no key opens the next hand unasked, and no way out leaves one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

pytest.importorskip("pyte")

from aparte.contract.command import environment
from tests.aparte_cli import aparte
from tests.cli.test_sessions_terminal import GAME, Screen

DISCS = "Round 1, discs"
ONLY_YOU = "press Enter when only you look:"


def at_a_seat(home: str, game: str = "onstage", *more: str) -> Screen:
    """Return a session in which the first player looks at the own hand and at all moves."""
    screen = Screen(home, "play", game, "--players", "Ana,Bo,Cy", "--seed", "3", *more)
    if game == GAME:
        screen.answer("Who goes next (Ana, Bo, Cy)?", "Ana\r")
    screen.answer(ONLY_YOU, "\r")
    screen.answer("a move or help:", "moves\r")
    screen.wait("a move or help:")
    return screen


def kept(screen: Screen, home: Path) -> str:
    """Leave the session, and return the whole record that it has saved."""
    screen.type("\x04")
    assert screen.end()[0] == 0
    return aparte("export", 1, "--all", APARTE_HOME=str(home)).stdout


@pytest.mark.parametrize(
    ("keys", "game"),
    [
        ("1\r\r", "onstage"),
        pytest.param("1\r\r", "overseers", marks=pytest.mark.soak),
        pytest.param("1\r\r", "bards", marks=pytest.mark.soak),
        pytest.param("1\r1\r\r\r", "onstage", marks=pytest.mark.soak),
        ("1\r1\r\r\r", "overseers"),
        ("1\r1\r\r\r", "bards"),
    ],
)
def test_keys_that_were_typed_ahead_open_no_hand(keys: str, game: str, tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path), game)
    screen.type(keys.replace("1", "2") if game == "overseers" else keys)
    screen.wait(ONLY_YOU)
    assert is_covered(screen)


@pytest.mark.parametrize("gap", [0.03, 0.1])
def test_who_types_on_opens_no_hand(gap: float, tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path), "overseers")
    screen.type("picks A\r")
    for key in "I have Murder too\rand Honesty\r":
        sleep(gap)
        screen.type(key)
    shown = screen.wait(ONLY_YOU)
    assert is_covered(screen)
    assert "2 more lines are not read." in shown and "Murder too" not in shown


def test_what_is_refused_at_the_cover_is_read_there(tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path))
    screen.type("1\r")
    screen.wait(ONLY_YOU)
    cover = screen.text.rpartition("\n")[2]
    told = screen.insist("undo\r", f"takeback asks the others.\n{cover}")
    assert "a move or help" not in told


def test_advice_is_not_sent_to_another_session_where_the_hands_are_dealt(tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path))
    screen.type("1\r")
    screen.answer(ONLY_YOU, "best\r")
    told = screen.wait("whoever asks at their own seat is advised.")
    assert "resume --seat" not in told


def test_the_laptop_is_not_passed_to_who_has_it(tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path), "overseers")
    screen.type("1\r")
    screen.answer("only once; sure (yes/no)?", "yes\r")
    assert "Pass the laptop" not in screen.wait(f"Ana goes on. Ana, {ONLY_YOU}")
    assert is_covered(screen)


def test_a_key_that_is_held_opens_no_hand(tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path))
    screen.type("1\r" + 30 * "\r")
    screen.wait(ONLY_YOU)
    assert is_covered(screen, 30 * "\r")


def test_the_enter_of_a_line_that_was_begun_before_the_cover_opens_no_hand(tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path))
    screen.type("1\rK")
    screen.wait(ONLY_YOU)
    assert is_covered(screen, "\r")


@pytest.mark.parametrize("keys", [" \r", "\x1b\r", "x\x7f\r", "\x00\r"])
def test_an_enter_among_other_keys_opens_no_hand(keys: str, tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path))
    screen.type("1\r")
    screen.wait(ONLY_YOU)
    assert is_covered(screen, keys)
    screen.insist("\r", "a move or help:")


def is_covered(screen: Screen, keys: str = "x\r") -> bool:
    """Tell whether the cover still stands a while after these `keys`, and listens."""
    cover = screen.text.rpartition("\n")[2]
    player = cover.partition(f", {ONLY_YOU}")[0].rpartition(" ")[2]
    return "a move or help" not in screen.insist(
        keys, f"Only Enter opens the hand of {player}.\n{cover}"
    )


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("SIGTERM", ()),
        ("SIGHUP", ()),
        ("SIGQUIT", ("--plain",)),
        pytest.param("SIGTERM", ("--plain",), marks=pytest.mark.soak),
        pytest.param("SIGHUP", ("--plain",), marks=pytest.mark.soak),
        pytest.param("SIGQUIT", (), marks=pytest.mark.soak),
    ],
)
def test_a_signal_leaves_nothing_on_the_screen(
    name: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    screen = at_a_seat(str(tmp_path), "onstage", *more)
    number = getattr(signal, name)
    screen.kill(number)
    code, left = screen.end()
    assert code == 128 + number
    assert left in ("", "The rulebook that is followed: en; --edition en|fr chooses it.")
    assert "Onstage" in aparte("games", APARTE_HOME=str(tmp_path)).stdout


def test_a_session_that_shows_a_hand_does_not_stop(tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path))
    screen.kill(signal.SIGTSTP)
    screen.type("rules ON-1\r")
    assert "\nON-1 " in screen.wait("a move or help:")
    screen.type("\x03")
    assert screen.end()[0] == 130


def test_a_paste_of_several_lines_is_several_lines(tmp_path: Path) -> None:
    screen = Screen(str(tmp_path), "table", GAME, "--players", "Ana,Bo")
    screen.answer(
        "5 (revealed 1R 3T 4P 5P 5R 6P 6R 9P 9T)>",
        "\x1b[200~# hello\n\n# one\ttwo\nBo plays well\n# three\n\x1b[201~\r",
    )
    screen.wait("1 more line is not read: # three")
    screen.wait("7 (revealed 1R 3T 4P 5P 5R 6P 6R 9P 9T)>")
    assert kept(screen, tmp_path).splitlines()[4:] == ["# hello", "# one two"]


def test_a_pasted_line_answers_no_question_about_the_line_before(tmp_path: Path) -> None:
    screen = Screen(str(tmp_path), "table", GAME, "--players", "Ana,Bo")
    screen.wait("5 (revealed 1R 3T 4P 5P 5R 6P 6R 9P 9T)>")
    block = "1R 3T 4P 5P 5R 6P 6R 9P 9T\nAna disc h1 = 0\nBo disc h1 = 0\nAna pawn 2T\nb"
    screen.type(f"\x1b[200~{block}\n\x1b[201~\r")
    assert "more line is not read: b" in screen.wait("has that tile (a name, or nobody)?")
    assert kept(screen, tmp_path).splitlines()[-1] == "Bo disc h1 = 0"


@pytest.mark.parametrize("brackets", [("", ""), ("\x1b[200~", "\x1b[201~\r")])
def test_a_pasted_block_ends_with_what_is_refused_or_answered(
    brackets: tuple[str, str], tmp_path: Path
) -> None:
    screen = at_a_seat(str(tmp_path))
    begin, end = brackets
    for first, told in (("plays Q9", "found 'Q9'"), ("rules ON-1", "ON-1 ")):
        screen.type(f"{begin}{first}\rplays zz\rbest\r{end}")
        page = screen.wait("a move or help:")
        _, here, behind = page.rpartition(told)
        assert here and "2 more lines are not read: plays zz | best" in behind
    screen.type("\x03")
    assert screen.end()[0] == 130


def test_what_is_pasted_at_a_seat_ends_with_its_move(tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path), GAME)
    screen.type("\x1b[200~disc h1\nBo\n\n\x1b[201~\r")
    screen.wait("Who goes next (Bo, Cy)?")
    asked = f"names: Bo, Cy\n{DISCS}. Who goes next (Bo, Cy)?"
    assert "Pass the laptop" not in screen.insist("x\r", asked)


@pytest.mark.parametrize("brackets", [("", ""), ("\x1b[200~", "\x1b[201~\r")])
def test_the_cover_counts_what_is_left_of_a_block_and_tells_nothing_of_it(
    brackets: tuple[str, str], tmp_path: Path
) -> None:
    screen = at_a_seat(str(tmp_path), "overseers")
    screen.type("picks A\rpicks H\rlines\r".join(brackets))
    page = screen.wait(ONLY_YOU)
    assert "2 more lines are not read." in page and "lines\n" not in page


def test_what_is_pasted_at_a_seat_is_not_told_to_those_who_are_asked(tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path), "overseers")
    screen.type("2\r")
    screen.wait(ONLY_YOU)
    screen.insist("\r", "a move or help:")
    screen.type("takeback Ana\rpicks T\r")
    assert "picks T" not in screen.wait("(yes/no)?")


def test_a_number_pasted_behind_a_move_makes_none_of_a_list_that_nobody_saw(tmp_path: Path) -> None:
    screen = Screen(str(tmp_path), "play", "onstage", "--players", "Ana,Bo,Cy",
                    "--bots", "Bo=regular,Cy=regular", "--seed", "8")  # fmt: skip
    screen.answer("Ana, a move or help:", "moves\r")
    screen.answer("Ana, a move or help:", "6\r1\r1\r")
    assert "2 more lines are not read: 1 | 1" in screen.wait("Ana, a move or help:")
    assert kept(screen, tmp_path).count("\nAna ") == 1


@pytest.mark.parametrize("gap", [0.05, 0.2])
def test_a_move_typed_while_bots_act_is_none_of_a_turn_that_nobody_has_seen(
    gap: float, tmp_path: Path
) -> None:
    screen = Screen(str(tmp_path), "play", "onstage", "--players", "Ana,Bo,Cy",
                    "--bots", "Bo=master,Cy=master", "--seed", "5")  # fmt: skip
    screen.answer("Ana, a move or help:", "B9\r")
    sleep(gap)
    screen.type("G5\r")
    assert "1 more line is not read." in screen.wait("Ana, a move or help:")
    assert kept(screen, tmp_path).count("\nAna plays") == 1


def test_what_is_asked_back_at_a_seat_is_the_prompt(tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path), GAME)
    question = "'x' is not understood. Do you mean: Ana lays a disc on h1 (yes/no)?"
    for answer in ("", "no"):
        screen.type("disc h1 x\r")
        shown = " ".join(screen.wait("(yes/no)?").split())
        assert shown.endswith(question) and shown.count(question) == 1
        screen.type(f"{answer}\r")
        assert "The line was left out: disc h1 x" in screen.wait("Ana, a move or help:")
        screen.forget()


def test_a_line_for_a_seat_is_judged_there(tmp_path: Path) -> None:
    screen = at_a_seat(str(tmp_path), GAME)
    screen.type("disc h1\r")
    screen.answer("Who goes next (Bo, Cy)?", "Bo nonsense\r")
    assert "Bo: at your seat" in screen.wait(f"Bo, {ONLY_YOU}")
    screen.type("\r")
    waits = f"{DISCS}: lay a disc on a street or a kind (disc h1). Bo, a move or help:"
    screen.wait(f"Type a move such as disc h1, or help.\n{waits}")


def test_no_hand_is_shown_where_what_is_typed_at_a_terminal_is_shown_elsewhere(
    tmp_path: Path,
) -> None:
    screen, end = os.openpty()
    ran = subprocess.run(
        [sys.executable, "-m", "aparte.cli", "play", "onstage", "--players", "Ana,Bo,Cy"],
        stdin=end,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(APARTE_HOME=str(tmp_path)),
        timeout=60,
    )
    os.close(screen)
    os.close(end)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "Hands can be covered at a terminal only" in " ".join(ran.stderr.split())
    assert "no saved game 1" in aparte("export", 1, code=1, APARTE_HOME=str(tmp_path)).output
