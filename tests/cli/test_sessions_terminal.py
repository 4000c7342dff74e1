"""Sessions at a real terminal: whole games passed from seat to seat, and noted at a table."""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import pytest

from aparte.models.core import TABLE, Record, view
from aparte.models.record import read_file, write, write_event
from aparte.sessions.fixing import noted
from aparte.solver.play.coach import choices
from aparte.solver.play.deal import dealt, new_deal, sealed
from aparte.solver.play.driver import acted
from tests.aparte_cli import aparte
from tests.tables import blank
from tests.terminals import COLUMNS, ROWS, exit_status, pexpect, spawned

pyte = pytest.importorskip("pyte")

GAME = "adresses-jaunes"
TURNED = "Enter goes on."
FIRST = "9 Round 1, discs: Ana, Bo, Cy (Ana disc h1 = 3)>"
SECOND = "10 Round 1, discs: Ana, Cy (Ana disc h1 = 3)>"
TO_ALTERNATE, BACK = "\x1b[?1049h", "\x1b[?1049l"


class Screen:
    """A person at a session: types, and reads what stands on the screen."""

    def __init__(self, home: str, *arguments: str) -> None:
        self._main = pyte.HistoryScreen(COLUMNS, ROWS, history=1000)
        self._screen = self._main
        self._begun = ""
        self._typed = ""
        self._child = spawned("-m", "aparte.cli", *arguments, APARTE_HOME=home)

    @property
    def text(self) -> str:
        """What can be read, scrolled back as far as it goes; an alternate screen has no such."""
        history = self._main.history.top if self._screen is self._main else ()
        return "\n".join([*map(_line, history), *self._shown()]).rstrip()

    def _shown(self) -> list[str]:
        """Return the lines on the screen."""
        return [_line(self._screen.buffer[row]) for row in range(ROWS)]

    def _ends(self, wanted: str) -> bool:
        """Tell whether the text ends with `wanted`: what was scrolled away is seldom looked at."""
        shown = "\n".join(self._shown()).strip()
        return (shown if len(shown) > len(wanted) else self.text).endswith(wanted)

    def _answers(self, wanted: str) -> bool:
        """Tell whether the text ends with `wanted`, and something has come since it was typed."""
        return self._ends(wanted) and self.text != self._typed

    def wait(self, wanted: str) -> str:
        """Read until the text ends with `wanted`, and not as it did before something was typed.

        Return it. Pages on the way are turned.
        """
        while not self._answers(wanted):
            self.read()
            if wanted != TURNED and self._answers(TURNED):
                self.type("\r")
        return self.text

    def answer(self, wanted: str, keys: str) -> None:
        """Wait for `wanted`, and type `keys`."""
        self.wait(wanted)
        self.type(keys)

    def insist(self, keys: str, wanted: str) -> str:
        """Type `keys` until the text ends with `wanted`; return it.

        What is typed while a cover comes down is thrown away, and nobody tells when it lies.
        """
        for _ in range(60):
            self.type(keys)
            with suppress(pexpect.TIMEOUT):
                while not self._answers(wanted):
                    self.read(seconds=1)
                return self.text
        raise AssertionError(self.text)

    def forget(self) -> None:
        """Leave only what is still on the screen to be read."""
        self._main.history.top.clear()

    def read(self, seconds: float = 300) -> None:
        """Read what comes next."""
        self._feed(self._child.read_nonblocking(4096, timeout=seconds))

    def type(self, text: str) -> None:
        self._typed = self.text
        self._child.send(text)

    def kill(self, number: int = signal.SIGKILL) -> None:
        self._child.kill(number)

    def end(self) -> tuple[int | None, str]:
        """Return the exit code of the session, and what it has left to be read."""
        self._child.expect(pexpect.EOF)
        self._feed(self._child.before)
        return exit_status(self._child), self.text

    def _feed(self, text: str) -> None:
        text = self._begun + text
        self._begun = (re.search(r"\x1b[^a-zA-Z]*\Z", text) or [""])[0]
        text = text.removesuffix(self._begun)
        for part in re.split(r"(\x1b\[\?1049[hl])", text):
            if part == TO_ALTERNATE:
                self._screen = pyte.Screen(COLUMNS, ROWS)
            elif part == BACK:
                self._screen = self._main
            else:
                pyte.Stream(self._screen).feed(part)


def _line(row: Mapping[int, Any]) -> str:
    """Return the text of a row of the screen."""
    return "".join(row[column].data for column in range(COLUMNS)).rstrip()


def whole_game(seed: int) -> Record:
    """Return a game of two as the program deals it, played at random."""
    deal, rng = new_deal(seed), Random(seed)
    record = dealt(sealed(blank(GAME, ("Ana", "Bo")), deal), deal.seed)
    while moves := [m for p in ("Ana", "Bo") for m in choices(view(record, p)) if m.actor]:
        record = dealt(acted(record, rng.choice(moves)), deal.seed)
    return record


def test_two_people_pass_the_laptop_through_a_whole_game(tmp_path: Path) -> None:
    home, record = str(tmp_path), whole_game(2)
    screen = Screen(home, "play", GAME, "--players", "Ana,Bo", "--seed", "2")
    passed_on(screen, record)
    screen.answer("again: another game.", "whatif 13\r")
    screen.answer("a move or back:", "back\r")
    screen.answer("again: another game.", "\r")
    code, left = screen.end()
    assert code == 0
    assert "The game is over" in left
    assert "press Enter" not in left
    printed = aparte("export", 1, "--as", "table", APARTE_HOME=home).stdout
    assert printed == write(view(record, TABLE))
    assert "Dealt as committed" in aparte("verify", 1, APARTE_HOME=home).stdout


def test_in_plain_form_nothing_can_be_scrolled_back_to(tmp_path: Path) -> None:
    record = whole_game(2)
    screen = Screen(str(tmp_path), "play", GAME, "--players", "Ana,Bo", "--seed", "2", "--plain")
    passed_on(screen, record.until(record.lines[6].number))
    screen.wait("Who goes next (Ana, Bo)?")
    screen.insist("x\r", "Who goes next (Ana, Bo)?")
    screen.type("\x04")
    code, left = screen.end()
    assert code == 0
    assert left.startswith("Game 1 is saved")


def passed_on(screen: Screen, record: Record) -> None:
    """Type the moves of `record`, and look at every page on the way."""
    for number, event in record.events:
        if not event.actor:
            continue
        before = record.until(number - 1)
        if all(choices(view(before, player)) for player in ("Ana", "Bo")):
            assert not tells_a_hand(screen.wait("Who goes next (Ana, Bo)?"), before)
            screen.type(f"{event.actor}\r")
        public = screen.wait(f"{event.actor}, press Enter when only you look:")
        assert not tells_a_hand(public, before)
        screen.type("\r")
        own = screen.wait(f"{event.actor}, a move or help:")
        assert tells_a_hand(own, before) == {event.actor}
        move = write_event(record, event).split(" = ")[0]
        screen.type(move.removeprefix(f"{event.actor} ") + "\r")


def tells_a_hand(text: str, record: Record) -> set[str]:
    """Return the players whose closed tiles the screen tells."""
    tells = set()
    for player, hand in record.state.hands.items():
        marked = f"◆ {player}" in text or f"held by {player}" in text
        if hand.known and (marked or f"{player}: holds" in text):
            assert all(tile in text for tile in hand.known)
            tells.add(player)
    return tells


def test_who_leaves_leaves_nothing_on_the_screen(tmp_path: Path) -> None:
    home = str(tmp_path)
    screen = Screen(home, "play", GAME, "--players", "Ana,Bo", "--seed", "2")
    screen.answer("Who goes next (Ana, Bo)?", "Ana\r")
    screen.answer("only you look:", "\r")
    screen.answer("a move or help:", "\x03")
    code, left = screen.end()
    assert code == 130
    assert left == "Game 1 is saved; `aparte resume 1` goes on."


def test_bots_take_their_time_and_a_key_goes_on(tmp_path: Path) -> None:
    seats = ("--players", "Ana,Bo,Cy", "--bots", "Bo=regular,Cy=regular", "--seed", "3")
    screen, asked = Screen(str(tmp_path), "play", GAME, *seats), "Ana, a move or help:"
    screen.answer(asked, "h1\r")
    screen.answer("Round 1, discs: Bo lays a disc on h3: 4.", "board")
    told = screen.wait(f"{asked} board")
    assert "Cy lays a disc on h1: 3. All discs are laid: now the pawns." in " ".join(told.split())


def test_who_watches_bots_alone_gets_the_last_page(tmp_path: Path) -> None:
    bots = ("--players", "Ana,Bo", "--bots", "Ana=beginner,Bo=beginner", "--seed", "3")
    code, left = Screen(str(tmp_path), "play", GAME, *bots).end()
    assert code == 0
    assert "The game is over: " in left.partition("result ")[2]


def test_a_companion_sits_at_a_real_table(tmp_path: Path) -> None:
    home = str(tmp_path)
    screen = companion(home, "Bo di\th1 3\r")
    screen.type("disc h1 = 2\r")
    screen.wait("so the disc shows 3, not 2 (AJ-5)")
    assert "  fix 10 Ana disc h1 = 3\n" in screen.wait(SECOND)
    screen.type("solve\r")
    screen.answer("b back, q leave.", "\r")
    screen.answer(f"Nothing more can be proved yet.\n{SECOND}", "undo\r")
    told = screen.wait(FIRST)
    assert "    9  Bo lays a disc on h1: 3.\nredo brings it back.\n" in told
    screen.type("\x04")
    assert screen.end()[0] == 0
    assert aparte("export", 1, "--all", APARTE_HOME=home).stdout.endswith("deal Cy ????\n")


def test_what_is_printed_on_the_pieces_is_asked_once(tmp_path: Path) -> None:
    home, game = str(tmp_path), ("table", "onstage", "--players", "Ana,Bo,Cy")
    gone = Screen(home, *game)
    gone.answer("Its number, kept for this house; Enter to look another time:", "quit\r")
    assert gone.end()[0] == 0
    screen = Screen(home, *game)
    screen.answer("Its number, kept for this house; Enter to look another time:", "9\r")
    screen.answer("Its number, kept for this house; Enter to look another time:", "2\r")
    assert "-> Shuffle the 12 performers" in screen.wait(">")
    screen.type("\x04")
    assert screen.end()[0] == 0
    assert aparte("config", "onstage.Blossoms", APARTE_HOME=home).stdout == "cycle\n"
    again = Screen(home, *game)
    assert "how many blossoms" not in again.wait(">")
    again.type("\x04")
    assert again.end()[0] == 0
    assert '[Blossoms "cycle"]' in aparte("export", 2, "--all", APARTE_HOME=home).stdout


def companion(home: str, disc: str = "Bo disc h1 = 3\r") -> Screen:
    """Return a session that stands before its second disc, once the first is typed."""
    screen = Screen(home, "table", GAME, "--players", "Ana,Bo,Cy", "--seat", "Ana")
    screen.answer("5 (revealed 1R 3T 5P 5R 6R 9P)>", "4P 4R 4T 5R 5T 9R\r")
    screen.answer("6 (deal Ana 1R 3T 6T 7P)>", "1T 2T 3P 7R\r")
    screen.answer(FIRST, disc)
    assert "Bo lays a disc on h1: 3." in screen.wait(SECOND)
    return screen


def test_a_kill_loses_no_line_that_was_confirmed(tmp_path: Path) -> None:
    screen = companion(str(tmp_path))
    screen.kill()
    screen.end()
    printed = aparte("export", 1, "--all", APARTE_HOME=str(tmp_path)).stdout
    assert printed.endswith("deal Cy ????\nBo disc h1 = 3\n")


def test_two_windows_on_one_game_do_not_mix(tmp_path: Path) -> None:
    home = str(tmp_path)
    screen = companion(home)
    aparte("resume", 1, typed="Cy disc T = 1\n", APARTE_HOME=home)
    screen.type("Cy disc R = 2\r")
    code, left = screen.end()
    assert code == 1
    assert "was continued in another window" in left
    printed = aparte("export", 1, "--all", APARTE_HOME=home).stdout
    assert printed.endswith("Bo disc h1 = 3\nCy disc T = 1\n")


def test_what_is_open_in_another_window_is_opened_only_by_its_number(tmp_path: Path) -> None:
    home = str(tmp_path)
    screen = companion(home)
    refused = aparte("resume", code=1, APARTE_HOME=home).output
    assert "game 1 is open in another window" in " ".join(refused.split())
    screen.kill()
    screen.end()
    aparte("resume", typed="Cy disc T = 1\n", APARTE_HOME=home)


def test_a_key_stops_advice(tmp_path: Path) -> None:
    seats = ("--players", "Ana,Bo,Cy", "--bots", "Bo=greedy,Cy=greedy", "--seed", "3")
    screen, prompt = Screen(str(tmp_path), "play", GAME, *seats), "Ana, a move or help:"
    screen.answer(prompt, "best all 50\r")
    screen.answer("shows what there is.", " ")
    while "Value: chance the team wins." not in screen.text:
        screen.read()
    before = getrusage(RUSAGE_CHILDREN).ru_utime
    screen.kill()
    screen.end()
    assert getrusage(RUSAGE_CHILDREN).ru_utime - before < 25


# whole games noted in French, with slips that are put right


GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ["adresses-jaunes-2", "onstage-fr-3", "overseers-3", "bards-2"]
SLIPS = 5
"""How many lines of the players come before the slips."""
ENGLISH = re.compile(r"(?<![\w{])(the|and|with|draws|lays|shows|taken back|corrected)(?!\w)")


class Keeper(Screen):
    """A person who notes a game, and reads what is answered to each line."""

    def types(self, line: str) -> str:
        """Type a line, and return what has been printed once the next one is asked for."""
        asked = re.compile(r">\s*" + r"\s*".join(map(re.escape, line.replace(" ", ""))))
        self.forget()
        before = len(asked.findall(self.text))
        self.type(f"{line}\r")
        while not self._ends(">") or len(asked.findall(self.text)) == before:
            self.read()
        return asked.split(self.text)[-1]


def written(record, line) -> str:
    """Return how a line is typed in full."""
    return write_event(record, line.event)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_noted_with_slips_in_it(name: str, tmp_path: Path) -> None:
    aparte("config", "onstage.Blossoms", "bands", APARTE_HOME=str(tmp_path))
    whole = view(read_file(GOLDEN / f"{name}.rec"), TABLE)
    tags = [("--set", f"{tag}={value}") for tag, value in whole.tags[3:] if tag != "Seat"]
    keeper = Keeper(
        str(tmp_path),
        *("table", whole.game.name, "--players", ",".join(whole.setup.players), "--lang", "fr"),
        *(word for pair in tags for word in pair),
    )
    lines = [each.line for each in noted(whole) if each.typed]
    shift = int(keeper.wait(">").rpartition("\n")[2].split()[0]) - lines[0].number
    played = 0
    for line in lines:
        typed = written(whole, line)
        told = keeper.types(typed)
        assert not ENGLISH.findall(sentences(told)), told
        played += bool(line.event.actor)
        if played == SLIPS and line.event.actor:
            slip(keeper, line.number + shift, typed, written(whole, lines[0]))
    assert "La partie est finie" in told
    keeper.type("quitter\r")
    assert keeper.end()[0] == 0
    kept = aparte("export", 1, "--as", "table", APARTE_HOME=str(tmp_path)).stdout
    assert by_seats(body(kept)) == by_seats(body(write(whole)))


def slip(keeper: Keeper, number: int, typed: str, wrong: str) -> None:
    """Type what is refused, take a line back, bring it back, and correct it by itself."""
    refused = keeper.types(wrong)
    assert any(word in refused for word in ("ici", "ligne", "D’abord")), refused
    assert "reprise" in keeper.types("annuler")
    keeper.types("refaire")
    assert f"La ligne {number} est corrigée." in keeper.types(f"corriger {number} {typed}")


def test_a_late_breach_is_let_stand_in_french(tmp_path: Path) -> None:
    game = ("onstage", "--players", "Ana,Bo,Cy", "--edition", "en", "--lang", "fr")
    game = (*game, "--blossoms", "bands")
    keeper = Keeper(str(tmp_path), "table", *game)
    keeper.wait(">")
    for line in ("k3g1k2p2g2p1b1p3b3k1g3", "ana", "g9p8g8"):
        keeper.types(line)
    found = re.search(r"laisser (\d+) ainsi", " ".join(keeper.types("g6 g5").split()))
    assert found is not None
    told = keeper.types(f"laisser {found[1]} ainsi")
    assert "Bo joue R8♥ (maintenu)." in told
    assert f"La ligne {found[1]} reste telle quelle" in told
    keeper.type("quitter\r")
    assert keeper.end()[0] == 0
    assert "Bo plays P8 !\n" in aparte("export", 1, "--all", APARTE_HOME=str(tmp_path)).stdout


def by_seats(rows: Sequence[str]) -> list[str]:
    """Return lines, those of one verb in a row sorted: secret choices are kept by seats."""
    turns = groupby(rows, lambda row: row.split()[1])
    return [row for _, turn in turns for row in sorted(turn)]


def body(text: str) -> list[str]:
    """Return the lines of a record below its header."""
    return [row for row in text.splitlines() if not row.startswith("[")]


def sentences(told: str) -> str:
    """Return the lines that were told: each behind its number."""
    return "\n".join(re.findall(r"^ +\d+  (.*)$", told, re.M))


def _joined(text: str) -> str:
    return " ".join(text.split())


def test_a_line_that_is_begun_at_a_table_is_lost_only_if_people_are_sure(tmp_path: Path) -> None:
    asked = ("onstage", "--players", "Ana,Bo,Cy", "--blossoms", "bands", "--lang", "en")
    screen = Screen(str(tmp_path), "table", *asked)
    screen.wait("K2)>")

    def told(text: str, pieces: str = "", key: str = "\r") -> str:
        wanted = f"front first? So far: {pieces}. And {12 - len(pieces.split())} more?"
        before = screen.text
        screen.type(f"{text}{key}")
        while screen.text == before or not _joined(screen.text).endswith(wanted if pieces else "?"):
            screen.read()
        return _joined(screen.text[len(before) :])

    told("k1 k2", "K1 K2")
    assert "K2 is told already" in told("k2", "K1 K2")
    told("p1", "K1 K2 P1")
    told("undo", "K1 K2")
    told("redo", "K1 K2 P1")
    assert "First answer what is asked" in told("redo", "K1 K2 P1")
    for kept in ("undo 7", "moves", "level", "help", "lines", "fix 3 k1"):
        assert "left out" not in told(kept, "K1 K2 P1")
    assert "Left for now: 'k1 k2 p1'; undo goes back to it." in told("line b1 b2", "B1 B2")
    told("undo", "K1 K2 P1")
    for leaving, key in (("quit", "\r"), ("", "\x04"), ("", "\x03")):
        assert "not noted yet" in told(leaving, key=key)
        told("no", "K1 K2 P1")
    told("quit")
    screen.type("yes\r")
    assert "Game 1 is saved" in screen.end()[1]
