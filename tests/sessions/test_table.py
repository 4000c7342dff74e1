"""Notes of a game with real pieces, without a screen."""

from __future__ import annotations

from aparte.models.words import Words, say
from aparte.sessions.answers import Refused
from aparte.sessions.ledger import Ledger
from aparte.sessions.table import Doubtful, Kept, Table, TakenBack
from tests.tables import blank


def begun(*typed: str) -> Table:
    """Return the notes of Ana at a table of three."""
    table = Table(Ledger(blank("adresses-jaunes", 3, Seat="Ana"), {}, "1"))
    table.begin()
    for text in ("4P 4R 4T 5R 5T 9R", "1T 2T 3P 7R", *typed):
        assert isinstance(table.typed(text), Kept)
    return table


def test_what_follows_a_line_is_kept_with_it() -> None:
    table = Table(Ledger(blank("adresses-jaunes", 3, Seat="Ana"), {}, "1"))
    assert table.begin() == Kept(())
    assert table.typed("4P 4R 4T 5R 5T 9R") == Kept((5,))
    assert table.typed("1T 2T 3P 7R") == Kept((6, 7, 8))
    assert table.typed("# so") == Kept((9,))


def test_a_wrong_line_is_refused() -> None:
    table = begun()
    before = table.record
    for text in ("zz", "Bo disc h9 = 1", "result won"):
        assert isinstance(table.typed(text), Refused)
    assert table.record is before


def test_a_doubtful_line_is_kept_if_the_table_insists() -> None:
    table = begun("Bo disc h1 = 4", "Ana disc h1 = 3")
    before = table.record
    doubtful = table.typed("Cy disc h1 = 4")
    assert isinstance(doubtful, Doubtful) and table.doubtful is doubtful
    assert doubtful.conflict.lines and table.record is before
    assert table.insist(doubtful) == Kept((11,))
    assert table.doubtful is None
    assert isinstance(table.typed("Ana pawn 6T = Bo"), Kept)  # not asked about again
    conflict = table.conflict()
    assert conflict is not None and conflict.lines == doubtful.conflict.lines


def test_a_doubtful_line_is_left_out() -> None:
    table = begun("Bo disc h1 = 4", "Ana disc h1 = 3")
    assert isinstance(table.typed("Cy disc h1 = 4"), Doubtful)
    table.leave_out()
    assert table.doubtful is None and table.conflict() is None
    assert isinstance(table.typed("Cy disc v1 = 2"), Kept)


def test_undo_tells_what_is_gone() -> None:
    table = begun("Bo disc h1 = 3")
    assert table.undo("") == TakenBack(1, ())
    assert table.undo("6") == TakenBack(3, ())
    assert isinstance(table.undo("zz"), Refused)
    assert table.undo("") == TakenBack(1, ())
    assert isinstance(table.undo(""), Refused)


def test_words_are_read_in_the_language_of_the_table() -> None:
    nobody = say("nobody")

    def french(words: Words) -> str:
        return "personne" if words == nobody else str(words)

    ledger = Ledger(begun("Bo h1 3", "h1 3", "Cy v1 2").record, {}, "1")
    assert isinstance(Table(ledger).typed("8P personne"), Refused)
    assert isinstance(Table(ledger, french).typed("8P personne"), Kept)
