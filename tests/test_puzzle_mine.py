"""Puzzles of one's own games: what was sure, and the move did not use."""

from collections.abc import Iterator
from random import Random

import pytest

from aparte.models.core import Record, view
from aparte.models.record import read
from aparte.puzzles.kinds import Engine
from aparte.puzzles.mine import missed
from aparte.puzzles.room import Puzzle, maker_of
from tests.soak.games import a_game


def found(game: str, seed: int) -> Iterator[tuple[Record, str, int, Puzzle]]:
    record = a_game(game, Random(f"{game} {seed}"), 400)
    for seat in record.setup.players:
        for line, question in missed(record, seat):
            yield record, seat, line, Puzzle("mine", question)


@pytest.mark.parametrize(("game", "seed"), [("adresses-jaunes", 1), ("onstage", 0), ("bards", 1)])
def test_what_is_asked_was_sure_and_the_move_was_another(game: str, seed: int) -> None:
    count = 0
    for record, seat, line, puzzle in found(game, seed):
        assert puzzle.record.viewer == seat
        assert puzzle.found(Engine.COUNT) == puzzle.found(Engine.PROOF)
        own = [event for number, event in record.events if number >= line and event.actor == seat]
        tested = maker_of(game).tested(own[:1])
        assert tested is not None and tested[0] == puzzle.kind.name
        assert game == "bards" or tested[2] not in puzzle.answer
        assert puzzle.grade.level
        count += 1
    assert count


def test_a_question_holds_nothing_that_its_seat_did_not_see() -> None:
    for record, seat, line, puzzle in found("adresses-jaunes", 1):
        seen = view(record.until(line - 1), seat)
        shown = {event for _, event in seen.events}
        if not puzzle.record.setup.position:
            assert {event for _, event in puzzle.question.events} <= shown
        assert seen.state.hands[seat] == puzzle.question.state.hands[seat]


SURE = """[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo"]
"""


def test_a_game_without_a_choice_that_was_sure_gives_none() -> None:
    record = read(SURE)
    assert [*missed(record, "Ana")] == []
