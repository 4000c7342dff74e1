"""A game that draws nothing is shown in sentences, one that says nothing by name and lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cloche
import pytest

from aparte.cli.console import printed
from aparte.cli.views import show_board, show_strip
from aparte.models import games
from aparte.models.games import Entry, face_of, page_of
from aparte.models.record import read
from aparte.web.faces import drawn
from aparte.web.templates import templates
from tests.aparte_cli import aparte

ASKED = """[Game "cloche"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "Ana"]
aside guest ?
aside dish ?
aside room ?
deal Ana A B F O
deal Bo ????
deal Cy ????
Ana asks C G R
"""


def shown_without(parts: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> tuple[str, str, str]:
    """Return the board, the strip and the page of a game whose package lacks these `parts`."""
    entry = cloche.ENTRY
    plain = Entry(entry.rules, entry.play, entry.listing)
    left = replace(entry, **{part: getattr(plain, part) for part in parts})
    monkeypatch.setattr(games, "entry", lambda _: left)
    own = read(ASKED)
    board, strip = (printed(lambda show=show: show(own)) for show in (show_board, show_strip))
    page = templates(page_of("cloche")).get_template("board.html").render(t=str, **drawn(own))
    return "\n".join(board), "\n".join(strip), page


def test_a_game_that_draws_nothing_is_shown_in_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    board, strip, page = shown_without(["look"], monkeypatch)
    assert strip == "Cloche: Ana asks for Countess, Gateau, Rotunda, Bo answers."
    assert board.startswith(strip) and "A Archduke: Ana." in board
    assert f"<p>{strip}</p>" in page and "<p>A Archduke: Ana.</p>" in page


def test_a_game_that_says_nothing_is_shown_by_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    board, strip, page = shown_without(["look", "face"], monkeypatch)
    assert board == strip == "Cloche." and page.strip() == "<p>Cloche.</p>"
    face, own = face_of("cloche"), read(ASKED)
    assert [str(face.now(own)), str(face.region(own, ["A"]))] == ["Cloche", "the table"]
    assert not (face.hand(own) or face.names(own) or face.texts(own))


def test_commands_show_its_lines(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    record = tmp_path / "ana.rec"
    record.write_text(ASKED)
    shown_without(["look", "face"], monkeypatch)
    assert "deal Ana A B F O" in aparte("replay", record, "--plain").stdout
    assert "Chances of C: " in aparte("solve", record, "--plain").stdout
