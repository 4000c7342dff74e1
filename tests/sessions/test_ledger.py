"""What is kept of a game can be read again, line for line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aparte.cli.session.printed import PrintedLedger
from aparte.models.core import Event, Line, Record
from aparte.models.record import read, write
from aparte.sessions.answers import Refused
from aparte.sessions.ledger import Ledger, NotKept, SavedLedger
from aparte.sessions.store import FILE, StoreError, opened
from aparte.sessions.table import Kept, Table
from aparte.solver.play.deal import dealt
from tests.tables import blank, random_game


def noted(record: Record, note: str) -> Record:
    return replace(record, lines=(*record.lines, Line(record.last + 1, None, note)))


DEALT = dealt(blank("overseers", 3), "3")
HOLE = Event("picks", "Ana", ("?",))


@pytest.mark.parametrize(
    "wrong, told",
    [
        (DEALT.plus(HOLE), "a record tells all"),
        (noted(DEALT, "# hello\nBo plays well"), "line breaks"),
        (noted(DEALT, "# hello\rBo"), "line breaks"),
        (noted(DEALT, "# \x1b[2J"), "control characters"),
        (noted(DEALT, "# \x9b2J"), "control characters"),
        (noted(DEALT, "# \x00"), "control characters"),
        (noted(DEALT, "# caf\udce9"), "control characters"),
        (noted(DEALT, "# one\u2028two"), "line breaks"),
        (noted(DEALT, "no hash"), "could not be read back"),
        (noted(DEALT, "Ana picks A"), "could not be read back|another one"),
    ],
)
def test_a_line_that_reads_as_another_is_not_kept(wrong: Record, told: str, tmp_path: Path) -> None:
    with opened(tmp_path / FILE) as store:
        saved = store.add(DEALT)
        for ledger in (Ledger(DEALT, {}, "3"), SavedLedger(store, saved)):
            with pytest.raises(NotKept, match=told):
                ledger.keep(wrong)
            assert ledger.record == DEALT
            further = noted(DEALT, "# \tthe café closes")
            ledger.keep(further)
            assert ledger.record == further
        assert store.game(saved.id).record == further


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage", "overseers", "bards"])
def test_every_line_of_a_game_is_kept_and_printed_as_it_is_written(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    record = random_game(game, 3, 2)
    ledger = PrintedLedger(record.until(len(record.tags)), {}, "2")
    assert capsys.readouterr().out == write(ledger.record)
    for line in record.lines[:80]:
        ledger.keep(record.until(line.number))
    assert capsys.readouterr().out == "".join(
        f"{row}\n" for row in write(record).splitlines()[len(record.tags) :][:80]
    )


def test_a_record_with_notes_can_be_gone_on_with() -> None:
    text = write(DEALT) + "\n# we begin  \n"
    ledger = Ledger(DEALT, {}, "3")
    ledger.keep(read(text))
    assert write(ledger.record) == text


def test_what_another_window_has_noted_meanwhile_no_redo_replaces(tmp_path: Path) -> None:
    with opened(tmp_path / FILE) as store:
        saved = store.add(blank("adresses-jaunes", 3, Seat="table"))
        late = Table(SavedLedger(store, saved))
        late.typed("1T 2T 3T 4R 5R 6P")
        other = Table(SavedLedger(store, store.game(saved.id)))
        assert isinstance(other.typed("Bo h1 2"), Kept)
        with pytest.raises(StoreError, match="another window"):
            late.undo("")
        again = Table(SavedLedger(store, store.game(saved.id)))
        assert isinstance(again.redo(), Refused) and again.record == other.record
