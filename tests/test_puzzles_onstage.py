"""What is told of a sure card at the end of a round of Onstage holds in all deals."""

import re

import pytest

from aparte.puzzles.kinds import Engine, shown
from aparte.puzzles.onstage.kinds import best_move
from aparte.puzzles.onstage.sure import by_card, courses, deals
from aparte.puzzles.room import Puzzle, puzzles
from tests.bundled import puzzles_of

SURE = puzzles_of("onstage", "play", "blossoms")


@pytest.mark.parametrize("puzzle", SURE[::2], ids=lambda each: each.name)
def test_the_courses_that_are_told_bring_what_is_sure_and_never_less(puzzle: Puzzle) -> None:
    view = puzzle.question
    had = sum(int(each[1:]) for each in view.state.claimed[view.viewer])
    for card, n in by_card(shown(view), Engine.COUNT).items():
        found, answers = courses(shown(view), best_move(view, card), n)
        assert min(each.score for each in found) == n
        for each in found:
            claimed = sum(int(piece[1:]) for piece in each.claims)
            if had or claimed:
                assert each.score == had + claimed
        hands = {card for deal in deals(view, Engine.COUNT) for _, hand in deal for card in hand}
        assert answers <= hands


def test_of_a_worse_card_moves_are_told_and_of_the_best_move_what_holds_in_all_deals() -> None:
    for puzzle in SURE:
        for thought in puzzle.way.thoughts[:-1]:
            assert "no more: " in str(thought.words)
        last = str(puzzle.way.thoughts[-1].words)
        assert "whatever the others play" in last


def test_performers_are_told_once_in_whatever_order_they_are_claimed() -> None:
    (puzzle,) = (each for each in puzzles("onstage") if each.titles[0] == "The Double Bill")
    told = str(puzzle.way.thoughts[-2].words)
    (claims,) = re.findall(r"\(with (.*?)\)", told)
    sets = [frozenset(each.split(", ")) for each in claims.split("; with ")]
    assert len({*sets}) == len(sets), told


def test_a_trick_that_nobody_else_can_win_is_told_with_the_cards_that_can_come() -> None:
    told = [str(puzzle.way.thoughts[-1].words) for puzzle in SURE]
    assert any("can take this trick" in each for each in told)
    assert any("if " in each and "wins this trick" in each for each in told)


def test_only_the_last_step_tells_the_blossoms_that_are_asked_for() -> None:
    told = 0
    for puzzle in SURE:
        if puzzle.kind.name == "blossoms":
            *before, last = (str(each.words) for each in puzzle.way.thoughts)
            words = f"is sure of {puzzle.answer[0]}"
            assert words in last and not any(re.search(rf"{words}\b", each) for each in before)
            told += last.count(words) > 1
    assert told
