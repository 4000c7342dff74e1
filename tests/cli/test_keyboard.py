"""What a person at a terminal is told while something is worked on, and when the screen changes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import chain
from os import terminal_size
from threading import Event

import pytest

from aparte.cli.commands import replay
from aparte.cli.console import console, print_markdown, printed, wrapped
from aparte.cli.session import paging, terminal
from aparte.cli.session.terminal import InputEnded, Keyboard, agreed
from aparte.cli.session.tty import key_by_key, wiped
from aparte.contract.typist import Typist
from aparte.models.record import write
from aparte.models.words import say
from tests.snapshots import screen
from tests.tables import random_game

LONG = 60.0
"""Seconds that nothing here takes, however busy the machine is."""
WORDS = say("Looking for a hint; any key goes on.")


@dataclass
class Keys:
    """The `next` answers of the keyboard when it is looked at; nothing is pressed behind them."""

    next: list[bool] = field(default_factory=list)
    looked: Event = field(default_factory=Event)
    count: int = 0

    def heard(self) -> int:
        """Return how many keys were pressed so far."""
        self.count += self.pressed()
        return self.count

    def pressed(self, _: float = 0) -> bool:
        self.looked.set()
        return bool(self.next) and self.next.pop(0)


@pytest.fixture(autouse=True)
def nothing_is_typed_at_a_page_that_nobody_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "lines_behind", lambda _: [])


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Keys:
    keys = Keys()
    monkeypatch.setattr(terminal, "PATIENCE", 0.02)
    monkeypatch.setattr(terminal, "listening", lambda: nullcontext(keys.heard))
    monkeypatch.setattr(terminal, "pressed", keys.pressed)
    monkeypatch.setattr(terminal, "key_by_key", nullcontext)
    monkeypatch.setattr(Keyboard, "forget", lambda _: None)
    return keys


def test_what_is_quick_is_done_without_a_word(
    keys: Keys, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "PATIENCE", LONG)
    assert Keyboard().worked(WORDS, lambda _: 7) == 7
    assert capsys.readouterr().out == ""


def test_what_takes_a_moment_is_told(keys: Keys, capsys: pytest.CaptureFixture[str]) -> None:
    assert Keyboard().worked(WORDS, lambda _: keys.looked.wait(LONG) and 7) == 7
    assert "Looking for a hint" in capsys.readouterr().out


def test_a_key_lets_people_go_on_before_it_is_done(
    keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "ENDING", 0.02)
    keys.next += [False, True]
    ended = Event()
    assert Keyboard().worked(WORDS, lambda _: ended.wait(LONG) and 7) is None
    ended.set()


def test_what_is_stopped_may_say_what_it_has_found(
    keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "ENDING", LONG)
    keys.next += [True, False, True]
    assert Keyboard().worked(WORDS, lambda stop: until(stop)) == "so far"


def test_a_key_that_was_pressed_before_people_were_told_stops_nothing(keys: Keys) -> None:
    keys.next += [True]
    assert Keyboard().worked(WORDS, lambda _: Event().wait(0.3) or 7) == 7


def test_what_must_be_whole_hears_no_key(keys: Keys) -> None:
    keys.next += [True, True, True]
    assert Keyboard().worked(WORDS, lambda _: Event().wait(0.1) or 7, whole=True) == 7


def test_a_key_that_is_held_is_dropped_until_it_is_let_go(keys: Keys) -> None:
    keys.next += [*30 * [True], False, True]
    Keyboard().rest()
    assert keys.next == [True]


def test_what_goes_wrong_there_goes_wrong_here(keys: Keys) -> None:
    with pytest.raises(ZeroDivisionError):
        Keyboard().worked(WORDS, lambda _: 1 // 0)


def until(stop) -> str:
    while not stop():
        Event().wait(0.005)
    return "so far"


def test_a_page_is_drawn_again_when_the_screen_has_another_size(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = [terminal_size((80, 24))]
    monkeypatch.setattr(terminal, "get_terminal_size", lambda: sizes[-1])
    monkeypatch.setattr(Keyboard, "_prompted", lambda *_, **__: "lines")
    keyboard = Keyboard(paged=True)
    keyboard.turn_page(lambda _: print(f"a board of {sizes[-1].columns}"))
    keyboard.show(lambda: print("an answer"))
    assert "a board of 80\nan answer" in capsys.readouterr().out
    sizes.append(terminal_size((60, 24)))
    keyboard.show(lambda: print("another one"))
    assert capsys.readouterr().out.endswith("a board of 60\nanother one\n")
    assert keyboard.ask("> ") == "lines"
    assert "a board" not in capsys.readouterr().out
    sizes.append(terminal_size((100, 30)))
    keyboard.ask("> ")
    assert "a board of 100" in capsys.readouterr().out


def test_a_short_answer_stands_beside_a_full_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "get_terminal_size", lambda: terminal_size((80, 24)))
    monkeypatch.setattr(Keyboard, "_prompted", lambda *_, **__: "zz")
    keyboard = Keyboard(paged=True)
    keyboard.turn_page(lambda rows: print("\n".join(f"row {n}" for n in range((rows or 0) - 2))))
    for _ in range(3):
        assert keyboard.ask("> ") == "zz"
        capsys.readouterr()
        keyboard.show(lambda: print("expected a move"))
        shown = capsys.readouterr().out
        assert shown.endswith("row 20\nexpected a move\n") or shown == "expected a move\n"


@pytest.mark.parametrize("lines", [4, 30])
def test_what_is_told_since_the_last_prompt_stays_together(
    lines: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "get_terminal_size", lambda: terminal_size((80, 24)))
    monkeypatch.setattr(Keyboard, "_prompted", lambda *_, **__: "")
    keyboard = Keyboard(paged=True)
    for _ in range(2):
        keyboard.turn_page(lambda rows: print(*["a board"] * min(18, (rows or 0) - 2), sep="\n"))
        keyboard.ask("> ")
        for n in range(lines):
            keyboard.show(lambda n=n: print(f"it was so: {n}"))  # type: ignore[misc]
        pages = capsys.readouterr().out.split(wiped())
        told = [f"it was so: {n}" for n in range(lines)]
        at_once = [[row for row in page.splitlines() if "so" in row] for page in pages]
        assert told in at_once if lines < 22 else told[-1] in at_once[-1]
        assert [*dict.fromkeys(chain(*at_once))] == told
        assert all(len(page.splitlines()) <= 24 for page in pages)


def test_a_question_is_not_answered_by_what_was_pasted_before_it_was_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = ["double\nb\nyes", "no"]
    monkeypatch.setattr(Keyboard, "_prompted", lambda *_, **__: blocks.pop(0))
    keyboard = Keyboard()
    assert keyboard.ask("> ") == "double"
    assert not agreed(keyboard, WORDS)
    assert "2 more lines are not read: b | yes" in capsys.readouterr().out


def test_what_is_left_of_a_block_was_typed_before_anybody_saw_what_came_of_its_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks = ["b7\n2", "2"]
    monkeypatch.setattr(Keyboard, "_prompted", lambda *_, **__: blocks.pop(0))
    monkeypatch.setattr(terminal, "keys_wait", lambda _: False)
    keyboard = Keyboard()
    ahead = [(keyboard.ask("> "), keyboard.is_ahead()) for _ in range(3)]
    assert ahead == [("b7", True), ("2", False), ("2", False)]


def test_what_is_left_of_a_pasted_block_is_told_with_what_stopped_it_and_at_no_other_seat(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "get_terminal_size", lambda: terminal_size((80, 24)))
    blocks = ["zz\nG5\nhint", "secret\nG7", "G6"]
    monkeypatch.setattr(Keyboard, "_prompted", lambda *_, **__: blocks.pop(0))
    monkeypatch.setattr(terminal, "keys_typed", list)
    keyboard = Keyboard(paged=True)
    keyboard.turn_page(lambda rows: print("\n".join(["row"] * ((rows or 0) - 2))))
    assert keyboard.ask("> ") == "zz"
    keyboard.hold()
    capsys.readouterr()
    keyboard.show(lambda: print("'zz' is refused"))
    told = "'zz' is refused\n2 more lines are not read: G5 | hint\n"
    assert capsys.readouterr().out.endswith(f"row\n{told}")
    assert keyboard.ask("> ") == "secret"
    keyboard.hold()
    keyboard.forget()
    capsys.readouterr()
    assert keyboard.ask("> ") == "G6"
    told = capsys.readouterr().out
    assert "G7" not in told, "whoever sits down next reads nothing of it"
    assert "1 more line is not read.\n" in told


def test_what_is_longer_than_the_screen_is_shown_page_by_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paging, "at_a_terminal", lambda: True)
    monkeypatch.setattr(terminal, "get_terminal_size", lambda: terminal_size((80, 24)))
    typed = ["", "q"]
    monkeypatch.setattr(Keyboard, "_prompted", lambda *_, **__: typed.pop(0))
    paging.show_long(lambda: print("short"))
    assert capsys.readouterr().out == "short\n"
    paging.show_long(lambda: print("\n".join(f"row {n}" for n in range(100))))
    assert capsys.readouterr().out.splitlines() == [f"row {n}" for n in range(44)]
    assert not typed

    def gone(*_: object, **__: object) -> str:
        raise InputEnded

    monkeypatch.setattr(Keyboard, "_prompted", gone)
    paging.show_long(lambda: print("\n".join(f"row {n}" for n in range(100))))
    assert len(capsys.readouterr().out.splitlines()) == 22


@pytest.mark.parametrize(
    "typed, means",
    [(["y"], True), (["NO"], False), (["K4", "", "lines", "yes"], True), (["nope", "n"], False)],
)
def test_only_a_clear_yes_or_no_is_one(typed: Sequence[str], means: bool) -> None:
    person = Typist(typed)
    assert agreed(person, say("{player}, do you grant it (yes/no)? ", player="Bo")) is means
    assert len(person.prompts) == len(typed)


def test_no_row_of_a_complaint_breaks_within_a_word() -> None:
    text = "aparte: no game 'onstge'; did you mean Onstage? There are adresses-jaunes, onstage"
    rows = wrapped(text, 40, long=True)
    assert " ".join(rows) == text and all(len(row) <= 40 for row in rows)
    assert wrapped("x" * 90, 40, long=True) == ["x" * 90]


SIGNS = "1 deal of 99 %, « oui » ; 4 % ± 2 ! Quoi ? deal Bo ? ? ? puis 12 % (88 %) : fin"


@pytest.mark.parametrize("columns", range(20, 60))
def test_no_row_begins_with_a_sign_or_ends_with_a_quotation_mark(columns: int) -> None:
    with screen(columns, 24, plain=False):
        by_rich = printed(lambda: console().print(SIGNS))
        in_a_page = printed(lambda: print_markdown(SIGNS))
    for each in (wrapped(SIGNS, columns), by_rich, in_a_page):
        rows = [row.rstrip() for row in each]
        assert len(rows) > 1 and " ".join(rows) == SIGNS
        assert all(row[0] not in "%±;:!»" and row[-1] not in "«±" for row in rows)


@pytest.mark.parametrize(("terminal", "size"), [(True, 4), (False, 1)])
def test_plain_lines_are_broken_at_a_terminal_alone_and_between_words(
    terminal: bool, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with screen(30, 24, plain=True):
        monkeypatch.setattr(type(sys.stdout), "isatty", lambda _: terminal)
        rows = printed(lambda: console().print(" ".join(["abcdefg"] * 12)))
    assert len(rows) == size and {*" ".join(rows).split()} == {"abcdefg"}


@pytest.mark.parametrize("seat", [None, "referee"])
def test_a_game_that_goes_on_shows_every_hand_to_who_is_sure(
    monkeypatch: pytest.MonkeyPatch, tmp_path, seat: str | None
) -> None:
    record = random_game("onstage", 3, 2)
    file = tmp_path / "open.rec"
    file.write_text(write(record.until(record.last - 40)))
    for answer in ("no", "yes"):
        person = Typist([answer], live=True)
        monkeypatch.setattr(replay, "scroll", lambda person=person: person)
        with nullcontext() if answer == "yes" else pytest.raises(replay.typer.Exit):
            assert replay._read(str(file), seat).viewer == "referee"
        assert person.prompts == ["This game is not over. Show every hand (yes/no)? "]
    assert replay._read(str(file), "Ana").viewer == "referee", "who asks for a seat is not asked"


def test_what_was_begun_stays_when_the_window_changes_while_somebody_types(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    application = pytest.importorskip("prompt_toolkit.application")
    inputs = pytest.importorskip("prompt_toolkit.input")
    outputs = pytest.importorskip("prompt_toolkit.output")
    size, later = [terminal_size((80, 24))], [terminal_size((60, 24))]
    monkeypatch.setattr(terminal, "get_terminal_size", lambda: size[0])
    with (
        inputs.create_pipe_input() as pipe,
        application.create_app_session(input=pipe, output=outputs.DummyOutput()),
    ):

        def keep(text: str) -> None:
            if text == "dis" and later:
                size[0] = later.pop()
                pipe.send_text("c")

        keyboard = Keyboard(paged=True, keep=keep)
        keyboard.turn_page(lambda _: print(f"a board of {size[0].columns}"))
        pipe.send_text("dis")
        shown = capsys.readouterr().out
        original = keyboard._prompted
        monkeypatch.setattr(terminal, "lines_behind", list)

        def prompted(*arguments, **options) -> str:
            if options.get("begun"):
                pipe.send_text(" h1\r")
            return original(*arguments, **options)

        monkeypatch.setattr(keyboard, "_prompted", prompted)
        assert keyboard.ask("> ") == "disc h1"
    assert "a board of 80" in shown and "a board of 60" in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals")
def test_a_terminal_that_is_gone_is_no_fault_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen, end = os.openpty()
    os.close(screen)
    with open(end) as gone:
        monkeypatch.setattr(sys, "stdin", gone)
        with pytest.raises(OSError), key_by_key():
            pass
