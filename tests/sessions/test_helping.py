"""How much help is agreed on: in the header, and by a change that all agree to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import TABLE, Record, view
from aparte.models.games import game_named
from aparte.models.record import read, write
from aparte.sessions.answers import Refused
from aparte.sessions.errors import BadRequest
from aparte.sessions.helping import answers, levels_of, read_help, with_help, written
from aparte.sessions.helping import levels_in_words as helped
from aparte.sessions.ledger import Ledger
from aparte.sessions.levels import LEVELS
from aparte.sessions.setup import blank, help_asked
from aparte.sessions.table import Table

NBSP = "\N{NO-BREAK SPACE}"
NAMES = ("Ana", "Bo", "Mary_Ann")


def begun(help: str = "all") -> Record:
    return blank(game_named("onstage"), NAMES, {}, help=help_asked(NAMES, help))


def test_levels_are_read_for_the_table_and_for_seats() -> None:
    assert dict(read_help("moves", NAMES)) == dict.fromkeys(NAMES, "moves")
    assert dict(read_help("mary ann = OFF", NAMES)) == {"Mary_Ann": "off"}
    assert help_asked(NAMES, None) == "all"
    assert help_asked(NAMES, "none") == "off"
    assert help_asked(NAMES, "deductions,bo=all") == "Ana=deductions,Bo=all,Mary_Ann=deductions"
    for wrong in ("", "much", "Ana=much", "Zoe=off", "=off"):
        with pytest.raises(BadRequest):
            read_help(wrong, NAMES)


def test_levels_are_told_and_typed_in_the_words_of_who_reads_them() -> None:
    with spoken("fr"):
        for level in LEVELS:
            words = tell(helped({"Ana": level, "Bo": level}))
            assert dict(read_help(words.removeprefix(f"Aide pour tous{NBSP}: ")[:-1], ["Bo"])) == {
                "Bo": level
            }
        assert tell(helped({"Ana": "off", "Bo": "all"})) == f"Aide{NBSP}: Ana rien, Bo tout."
        record = replace(begun(), tags=(("Help", "rien"),))
        assert set(levels_of(record).values()) == {"all"}


def test_older_headers_and_unknown_ones_are_read() -> None:
    text = write(begun("off"))
    assert '[Help "off"]' in text
    assert "Help" not in write(begun())
    for said, level in (("none", "off"), ("deductions", "deductions"), ("what", "all")):
        record = read(text.replace('"off"', f'"{said}"'))
        assert written(levels_of(record)) == level


def test_what_is_answered_to_whom() -> None:
    record = begun("Ana=off,Bo=deductions,Mary_Ann=moves")
    told = {
        viewer: [
            question
            for question in ("hint", "whatif", "best", "board", "chances")
            if answers(record, viewer, question)
        ]
        for viewer in (*NAMES, TABLE)
    }
    assert told == {
        "Ana": ["board"],
        "Bo": ["hint", "whatif", "board", "chances"],
        "Mary_Ann": ["hint", "best", "board"],
        TABLE: ["board"],
    }


def test_a_change_is_a_line_at_the_end_that_everybody_sees() -> None:
    record = begun()
    changed = with_help(record, {"Ana": "off"})
    assert changed.last == record.last + 1 and changed.tags == record.tags
    assert with_help(changed, {"Ana": "off"}) is changed
    again = read(write(changed))
    for each in (again, view(again, "Bo"), view(again, TABLE)):
        assert written(levels_of(each)) == "Ana=off,Bo=all,Mary_Ann=all"


def test_nobody_changes_it_alone() -> None:
    table = Table(Ledger(blank(game_named("onstage"), NAMES, {}, TABLE), {}, "1"))
    table.begin()
    table.agree({"Ana": "off"})
    for typed in ("# help: all", "#  help:all"):
        table.typed(typed)
        assert levels_of(table.record)["Ana"] == "off"
    assert isinstance(table.typed("# help: all"), Refused)
    table.typed("# hello")
    number = table.record.last
    agreed = next(line.number for line in table.record.lines if "help" in line.note)
    assert isinstance(table.fix(f"{agreed} # hello"), Refused)
    assert isinstance(table.fix(f"{number} # help: all"), Refused)
    table.undo(str(agreed))
    assert levels_of(table.record)["Ana"] == "off"
    table.undo("")
    table.redo()
    assert levels_of(table.record)["Ana"] == "off"
