"""Every puzzle has exactly one answer, and both engines say so."""

from random import Random

import pytest

from aparte.models.errors import BadNotation
from aparte.models.record import read, write
from aparte.puzzles.adresses_jaunes.make import make
from aparte.puzzles.grade import HARD, LEVELS, grade
from aparte.puzzles.room import Puzzle, puzzles, uncertified

ALL = tuple(puzzles())


def test_there_are_puzzles_of_every_level_and_number_of_players() -> None:
    assert len(ALL) >= 10
    assert {puzzle.level for puzzle in ALL} == set(LEVELS)
    assert {len(puzzle.record.setup.players) for puzzle in ALL} == {2, 3, 4}
    assert len({puzzle.title for puzzle in ALL}) == len(ALL)


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.name)
def test_a_puzzle_has_one_answer_by_both_engines(puzzle: Puzzle) -> None:
    assert uncertified(puzzle) == ()
    assert grade(puzzle.hidden).level == puzzle.level
    assert all(puzzle.check(claim) and not puzzle.check(claim.denied()) for claim in puzzle.answer)


def test_a_certificate_is_refused_for_an_open_position() -> None:
    puzzle = ALL[-1]
    assert uncertified(Puzzle("cut", puzzle.record.until(puzzle.record.last - 8)))


def test_a_certificate_is_refused_for_an_answer_with_a_hole() -> None:
    text = write(ALL[0].record)
    answer = ALL[0].record.tag("Answer") or ""
    shorter = answer.rsplit(maxsplit=1)[0]
    assert uncertified(Puzzle("short", read(text.replace(answer, shorter))))


def test_an_answer_must_be_in_the_notation() -> None:
    text = write(ALL[0].record)
    before, after = text.split('[Answer "')
    with pytest.raises(BadNotation, match="no place"):
        Puzzle("odd", read(f'{before}[Answer "Eve {after}')).answer  # noqa: B018


def test_new_puzzles_are_certified() -> None:
    made = make(2, "easy", Random(7))
    assert uncertified(made) == () and made.level != HARD
