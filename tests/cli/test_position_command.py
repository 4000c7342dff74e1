"""A board put down question by question: it is the position that the same lines make."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from aparte.cli.session.entry import BoardEntry
from aparte.cli.views import look_of
from aparte.contract.typist import Typist
from aparte.models.core import View, view
from aparte.models.position import position
from aparte.models.record import new_record, read, read_file, write
from aparte.puzzles.room import puzzles
from tests.aparte_cli import EXAMPLES, aparte

OPEN = "1P 2P 3P 4P 5P 6P 7P 8P 9P"


def boards() -> Iterator[View]:
    """Yield boards of all games: of puzzles, of a record."""
    for game in ("bards", "onstage", "adresses-jaunes"):
        for puzzle in puzzles(game):
            if puzzle.record.tag("From") == "position":
                yield puzzle.question
                break
    overseers = read_file(EXAMPLES / "overseers-3p-cy.rec")
    yield position(view(overseers, "table"))


@pytest.mark.parametrize("board", [*boards()], ids=lambda board: board.game.name)
def test_the_answers_to_all_questions_make_the_board(board: View) -> None:
    kept = ("Game", "Record", "Players", "From", "Seat", *board.setup.settings)
    tags = tuple(tag for tag in board.tags if tag[0] in kept)
    lines = [line for line in write(board).splitlines() if line and line[0] != "["]
    ending = next(line for line in lines if line.split()[0] in ("round", "conclusion"))
    record = new_record(tags)
    asked = list(look_of(board).blanks(record))  # type: ignore[misc]
    answers = []
    for blank in asked:
        head = f"{blank.head} " if blank.head else ""
        own = [line for line in lines if line.startswith(head) and (line == ending) == blank.last]
        lines = [line for line in lines if line not in own]
        answers += [line.removeprefix(head) for line in own]
        answers += [""] * (blank.many or not own)
    assert not lines
    entry = BoardEntry(record, asked, Typist(answers), lambda _: None)
    made = [line for line in write(entry.run()).splitlines() if line and line[0] != "["]
    assert sorted(made) == sorted(line for line in write(board).splitlines() if line[:1] not in "[")


def test_hands_are_told_by_number_and_answers_are_taken_back(tmp_path: Path) -> None:
    out = tmp_path / "board.rec"
    typed = [OPEN, "", "", "", "4R 5R", "back", "4R 4T", "4", "foo", "deal Bo ???", "lines"]
    told = aparte(
        *("position", "aj", "--players", "Ana,Bo", "--seat", "Ana", "--out", out),
        typed="\n".join(typed),
    ).stdout
    assert "deal Ana 4T 4R" in told or "deal Ana 4R 4T" in told
    assert "'foo'" in told and str(out) in told
    assert [event.words for _, event in read(out.read_text()).events][-2:] == [("Ana",), ("Bo",)]


def test_where_play_goes_on_has_to_be_told_and_the_whole_board_is_judged() -> None:
    typed = "\n".join([OPEN, *[""] * 7, "", "conclusion", "back", "quit"])
    told = aparte("position", "aj", "--players", "Ana,Bo", typed=typed).stdout
    assert "nobody can tell where play goes on" in told


def test_without_players_there_is_no_board() -> None:
    assert "--players" in aparte("position", "onstage", code=2).stderr
