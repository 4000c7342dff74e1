"""Every puzzle has exactly one answer, and both engines say so."""

from itertools import islice
from random import Random

import pytest

from aparte.models.errors import BadNotation, IllegalAction
from aparte.models.record import read, write
from aparte.puzzles.code import code_of, puzzle_of
from aparte.puzzles.grade import LEVELS
from aparte.puzzles.kinds import Engine
from aparte.puzzles.make import tries
from aparte.puzzles.room import NoPuzzle, Puzzle, maker_of, new, puzzles, uncertified

ALL = tuple(puzzles())
GRADED = ALL[::5]
"""So many are graded again here; `make soak` grades all."""


def test_there_are_puzzles_of_every_level_and_no_two_alike() -> None:
    assert {puzzle.level for puzzle in ALL} == set(LEVELS)
    assert len({puzzle.title for puzzle in ALL}) == len(ALL)
    assert len({puzzle.form for puzzle in ALL}) == len(ALL)


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.name)
def test_a_puzzle_has_one_answer_by_both_engines(puzzle: Puzzle) -> None:
    assert puzzle.record.tag("Answer") and uncertified(puzzle) == ()


@pytest.mark.parametrize("puzzle", GRADED, ids=lambda puzzle: puzzle.name)
def test_a_puzzle_is_as_hard_as_it_says(puzzle: Puzzle) -> None:
    assert puzzle.record.tag("Grade") == puzzle.grade.written
    assert puzzle.record.tag("Level") == puzzle.grade.level


@pytest.mark.soak
@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.name)
def test_every_puzzle_is_as_hard_as_it_says(puzzle: Puzzle) -> None:
    assert puzzle.record.tag("Grade") == puzzle.grade.written


def test_a_certificate_is_refused_for_another_answer() -> None:
    puzzle = ALL[0]
    row = puzzle.rows[0]
    other = next(each for each in row.options if each != puzzle.answer[0])
    text = write(puzzle.record).replace(
        f"{row.subject} {puzzle.answer[0]}", f"{row.subject} {other}", 1
    )
    assert uncertified(Puzzle("wrong", read(text)))


def test_of_two_answers_both_are_told() -> None:
    puzzle = new("adresses-jaunes", "who", "", "7")
    maker = maker_of("adresses-jaunes")
    less = puzzle.question
    for clue in maker.clues(less):
        less = maker.without(less, clue)
    with pytest.raises(NoPuzzle, match=f"{puzzle.asked} .*, and {puzzle.asked} "):
        Puzzle("open", less).found(Engine.COUNT)


def test_an_answer_must_be_in_the_notation() -> None:
    text = write(ALL[0].record)
    before, after = text.split('[Answer "')
    with pytest.raises(BadNotation, match="no place"):
        Puzzle("odd", read(f'{before}[Answer "Eve {after}')).answer  # noqa: B018


def test_a_seed_makes_the_same_puzzle_again_and_no_clue_can_be_left_out() -> None:
    made = new("adresses-jaunes", "who", "", "11")
    assert write(made.record) == write(new("adresses-jaunes", "who", "", "11").record)
    assert uncertified(made) == ()
    maker = maker_of("adresses-jaunes")
    for clue in maker.clues(made.question):
        less = Puzzle("less", maker.without(made.question, clue))
        with pytest.raises(NoPuzzle):
            less.found(Engine.COUNT)


def test_a_puzzle_with_other_names_has_the_same_form_and_grade() -> None:
    made = next(each for each in tries(*_maker("who"), Random(5)) if each)
    puzzle = Puzzle("made", made.record)
    text = write(made.record)
    for old, new_ in (("Ana", "Zoé"), ("Bo", "Xu")):
        text = text.replace(old, new_)
    # The rows of the town change places, and two kinds with each other.
    turned = "".join(
        {"T": "R", "R": "T"}.get(word, word) if len(word) == 1 else word for word in _words(text)
    )
    other = Puzzle("other", read(turned))
    assert other.form == puzzle.form
    assert other.grade == puzzle.grade


def test_clues_may_be_left_out_only_where_the_header_says_so() -> None:
    text = write(new("adresses-jaunes", "who", "", "11").question)
    assert read(text).setup.in_part
    with pytest.raises(IllegalAction, match="when this step begins"):
        read(text.replace('[From "clues"]', '[From "position"]'))


def test_a_kind_that_is_not_there_is_told() -> None:
    with pytest.raises(NoPuzzle, match="no kind"):
        new("adresses-jaunes", "nothing", "", "1")


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage"])
def test_what_is_made_is_proved(game: str) -> None:
    kind = maker_of(game).kinds["who"]
    made = [each for each in islice(tries(maker_of(game), kind, Random(3)), 12) if each]
    assert made
    assert all(uncertified(Puzzle("made", each.record)) == () for each in made)


def test_a_code_holds_the_whole_puzzle_and_tells_when_it_is_changed() -> None:
    for puzzle in ALL:
        code = code_of(puzzle)
        assert puzzle_of(code).answer == puzzle.answer
        assert puzzle.record.game.name != "adresses-jaunes" or len(code) < 400
    for broken in (code[:-1], code[:9] + ("A" if code[9] != "A" else "B") + code[10:], code[:7]):
        with pytest.raises(NoPuzzle, match="cut or changed"):
            puzzle_of(broken)


def _maker(kind: str):  # type: ignore[no-untyped-def]
    maker = maker_of("adresses-jaunes")
    return maker, maker.kinds[kind]


def _words(text: str) -> list[str]:
    """Return `text` in pieces: the letters of tiles and targets of kinds alone, all else as is."""
    import re

    parts = re.split(r"(?<=\d)([TRP])\b|(?<=disc )([TRP])\b", text)
    return [part for part in parts if part]
