"""The tutor speaks from what the player knew, and of nothing else; it speaks when it is sure."""

from __future__ import annotations

from random import Random

import pytest

from aparte.contract.twins import twins
from aparte.models.core import view
from aparte.sessions.reviewable import tasks
from aparte.sessions.tutor import lesson
from aparte.solver.play.coach import Budget
from tests.sessions.test_review import opened
from tests.tables import played_at_random, random_game

FEW = Budget(iterations=8)


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage", "overseers"])
def test_twins_hear_the_same(game: str) -> None:
    record = opened(game)
    alike = list(twins(record, "Ana", Random(7), 3))
    assert alike
    task = tasks(record, ["Ana"])[-1]
    told = lesson(task.view, record, FEW)
    for twin in alike:
        before = view(twin.until(task.line - 1), "Ana")
        assert before == task.view
        assert lesson(before, twin, FEW) == told


def test_a_mistake_is_told_with_what_was_better() -> None:
    record = random_game("overseers", 3, 2)
    found = None
    for task in tasks(record, record.setup.players):
        found = lesson(task.view, record, FEW)
        if found is not None:
            break
    assert found.found.mark and found.found.cost > 0 and found.found.best != found.found.move


def test_nothing_is_said_where_there_was_no_choice() -> None:
    record = played_at_random(random_game("onstage", 3, 1).blank(), 1, 3)
    assert lesson(view(record, "Ana"), record, FEW) is None
