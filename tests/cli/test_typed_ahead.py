"""No key is lost that is pressed while something is thought about: the next prompt has it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import sleep

import pytest

from aparte.models.core import TABLE, view
from aparte.models.record import write
from tests.aparte_cli import process
from tests.tables import random_game
from tests.terminals import killed, spawned

LINES = 60
REFUSED = f"Ana rolls {' '.join(9 * ['P1'])}"
"""It cannot come behind so many lines; what would repair that is looked for, a second or so."""
SEARCHING = "Looking for what would mend it"


class Hand:
    """Somebody at a table of Battle of the Bards, who types without waiting for a prompt."""

    def __init__(self, home: Path) -> None:
        self._home = home
        file = home / "game.txt"
        file.write_text(write(view(random_game("bards", 3, 4), TABLE).until(LINES)))
        assert process("import", file, APARTE_HOME=str(home)).returncode == 0
        self._child = spawned("-m", "aparte.cli", "resume", APARTE_HOME=str(home))
        self._child.expect(r"(\d+) Round [^\r\n]*>")
        self._next = int(self._child.match[1])

    def types(self, keys: str) -> None:
        self._child.send(keys)

    def reads(self, wanted: str) -> None:
        self._child.expect_exact(wanted)

    def is_asked_behind(self, notes: int) -> None:
        """Wait for the prompt behind so many notes."""
        self._child.expect(rf"{self._next + notes} [^\r\n]*>")

    @property
    def seen(self) -> str:
        """What came before what was waited for last."""
        return str(self._child.before)

    @property
    def notes(self) -> list[str]:
        """What was noted behind the game, as it is saved."""
        text = process("export", "1", APARTE_HOME=str(self._home)).stdout
        return [line for line in text.splitlines() if line.startswith("#")]

    def leaves(self) -> None:
        killed(self._child)


def typed_ahead(home: Path, seed: int, many: int) -> tuple[list[str], list[str]]:
    """Let lines be refused, and type a note behind each up to a second later.

    Return the notes that were typed, and those that were taken.
    """
    hand, rng, notes = Hand(home), Random(seed), list[str]()
    for number in range(many):
        hand.types(f"{REFUSED}\r")
        hand.reads("(BB-2)")
        sleep(rng.random())
        notes.append(f"# note {number}, été")
        for key in notes[-1]:
            hand.types(key)
            sleep(rng.choice((0, 0, 0, 0.05)))
        hand.types("\r")
        hand.is_asked_behind(number + 1)
    hand.leaves()
    return notes, hand.notes


def test_a_line_typed_while_repairs_are_looked_for_is_taken(tmp_path: Path) -> None:
    typed, taken = typed_ahead(tmp_path, 11, 2)
    assert taken == typed


ENDLESS = """
from time import sleep

from aparte.cli.session.terminal import Keyboard
from aparte.models.words import say

def endless(stop):
    while not stop():
        sleep(0.01)

keyboard = Keyboard()
for number in range(4):
    keyboard.worked(say("Thinking"), endless)
    print("taken", repr(keyboard.ask(f"{number}> ")))
"""
"""Work that only a key ends, and then a prompt, four times."""


def test_enter_only_goes_on() -> None:
    child = spawned("-c", ENDLESS)
    for number, key in enumerate(("\r", " ", "\r\r", "\x1b")):
        child.expect_exact("Thinking")
        child.send(f"{key}# {key!r}")
        child.expect_exact(f"{number}> # {key!r}")
        child.send("\r")
        child.expect_exact(f"taken {f'# {key!r}'!r}")
    killed(child)


PAGE = """
from aparte.cli.session.terminal import Keyboard

keyboard = Keyboard()
keyboard.present(lambda: print("the page"))
print("taken", repr(keyboard.ask("> ")))
"""
"""A page that waits for Enter, and then a prompt."""


@pytest.mark.parametrize("seconds", [0, 0.1, 0.3, 0.5])
def test_q_leaves_a_page_and_takes_nothing_of_the_next_line(seconds: float) -> None:
    child = spawned("-c", PAGE)
    child.expect_exact("Enter goes on.")
    child.send("q")
    sleep(seconds)
    child.send("hint\r")
    child.expect(r"taken '(\w*)'")
    assert child.match[1] == "hint"
    killed(child)


@pytest.mark.parametrize(
    "keys, told",
    [
        ("quit\r", "1 more line is not read: quit"),
        ("h2\r7T\r", "2 more lines are not read: h2 | 7T"),
    ],
)
def test_lines_typed_at_a_page_answer_nothing_that_comes_behind_it(keys: str, told: str) -> None:
    child = spawned("-c", PAGE)
    child.expect_exact("Enter goes on.")
    for key in keys:
        child.send(key)
        sleep(0.03)
    child.expect_exact(told)
    child.send("best\r")
    child.expect_exact("taken 'best'")
    killed(child)


PLAYED = """
from aparte.cli.session.terminal import Keyboard

keyboard = Keyboard()
for number in range(2):
    print("taken", repr(keyboard.ask("> ")))
    keyboard.present(lambda: print("the page"))
"""
"""A line, and then a page that has to be read."""


def test_no_line_typed_ahead_passes_a_page_that_nobody_has_seen() -> None:
    child = spawned("-c", PLAYED)
    child.expect_exact(">")
    for key in "disc h2\rpawn 2P\rdisc R\r":
        child.send(key)
        sleep(0.03)
    child.expect_exact("taken 'disc h2'")
    child.expect_exact("Enter goes on.")
    child.send("\r")
    child.expect_exact("2 more lines are not read.")
    child.send("pawn\r")
    child.expect_exact("taken 'pawn'")
    killed(child)


def test_no_repair_is_looked_for_where_a_word_cannot_be_read(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.types("Ana zzz P1\r")
    hand.reads("'zzz' is not understood")
    hand.is_asked_behind(0)
    hand.leaves()
    assert SEARCHING not in hand.seen
