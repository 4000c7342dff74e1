"""Whole games noted at a real terminal, in French, with slips that are put right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pexpect", reason="there are no pseudo-terminals here")
pytest.importorskip("pyte")

from aparte.models.core import TABLE, view
from aparte.models.record import read_file, write, write_event
from aparte.sessions.fixing import noted
from tests.aparte_cli import aparte
from tests.cli.test_sessions_terminal import Screen

GOLDEN = Path(__file__).parents[1] / "golden"
SOAK = pytest.mark.soak
GAMES = [
    "adresses-jaunes-2",
    pytest.param("onstage-fr-3", marks=SOAK),
    pytest.param("overseers-3", marks=SOAK),
    pytest.param("bards-2", marks=SOAK),
]
SLIPS = 5
"""How many lines of the players come before the slips."""
ENGLISH = re.compile(r"(?<![\w{])(the|and|with|draws|lays|shows|taken back|corrected)(?!\w)")


class Desk(Screen):
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
    return write_event(record.game, line.event)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_noted_with_slips_in_it(name: str, tmp_path: Path) -> None:
    whole = view(read_file(GOLDEN / f"{name}.rec"), TABLE)
    tags = [("--set", f"{tag}={value}") for tag, value in whole.tags[3:] if tag != "Seat"]
    desk = Desk(
        str(tmp_path),
        *("table", whole.game.name, "--players", ",".join(whole.setup.players), "--lang", "fr"),
        *(word for pair in tags for word in pair),
    )
    lines = [each.line for each in noted(whole) if each.typed]
    shift = int(desk.wait(">").rpartition("\n")[2].split()[0]) - lines[0].number
    played = 0
    for line in lines:
        typed = written(whole, line)
        told = desk.types(typed)
        assert not ENGLISH.findall(sentences(told)), told
        played += bool(line.event.actor)
        if played == SLIPS and line.event.actor:
            slip(desk, line.number + shift, typed, written(whole, lines[0]))
    assert "La partie est finie" in told
    desk.type("quitter\r")
    assert desk.end()[0] == 0
    kept = aparte("export", 1, "--as", "table", APARTE_HOME=str(tmp_path)).stdout
    assert body(kept) == body(write(whole))


def slip(desk: Desk, number: int, typed: str, wrong: str) -> None:
    """Type what is refused, take a line back, bring it back, and correct it by itself."""
    assert "ici" in desk.types(wrong) or "ligne" in desk.types(wrong)
    assert "reprise" in desk.types("annuler")
    desk.types("refaire")
    assert f"La ligne {number} est corrigée." in desk.types(f"corriger {number} {typed}")


@SOAK
def test_a_late_breach_is_let_stand_in_french(tmp_path: Path) -> None:
    game = ("onstage", "--players", "Ana,Bo,Cy", "--edition", "en", "--lang", "fr")
    desk = Desk(str(tmp_path), "table", *game)
    desk.wait(">")
    for line in ("k3g1k2p2g2p1b1p3b3k1g3", "ana", "g9p8g8"):
        desk.types(line)
    found = re.search(r"laisser (\d+) ainsi", " ".join(desk.types("g6 g5").split()))
    assert found is not None
    told = desk.types(f"laisser {found[1]} ainsi")
    assert "Bo joue P8♥ (maintenu)." in told
    assert f"La ligne {found[1]} reste telle quelle" in told
    desk.type("quitter\r")
    assert desk.end()[0] == 0
    assert "Bo plays P8 !\n" in aparte("export", 1, "--all", APARTE_HOME=str(tmp_path)).stdout


def body(text: str) -> list[str]:
    """Return the lines of a record below its header."""
    return [row for row in text.splitlines() if not row.startswith("[")]


def sentences(told: str) -> str:
    """Return the lines that were told: each behind its number."""
    return "\n".join(re.findall(r"^ +\d+  (.*)$", told, re.M))
