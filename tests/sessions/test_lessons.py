"""Lessons: the costliest choices once more, and whose choices a table's game lets be judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from aparte.models.core import TABLE, Record, view
from aparte.models.record import read_file
from aparte.models.words import say
from aparte.sessions import lessons, review
from aparte.sessions.lessons import MOST, Lessons, Recurring, recurring
from aparte.sessions.news import rounds_ended
from aparte.sessions.reviewable import found_out, seats_of, tasks
from aparte.solver.play.coach import Budget
from aparte.solver.play.contrast import Clause
from aparte.solver.play.judging import Judged, judged
from tests.starts import CHOICES, soon
from tests.tables import random_game

__all__ = ["soon"]
GOLDEN = Path(__file__).parents[1] / "golden"


@cache
def game(name: str, players: int = 3) -> Record:
    return random_game(name, players, 3)


def test_the_costliest_choices_come_first_and_each_once() -> None:
    taught = Lessons(game("overseers"), "Ana")
    found = taught.judged(lambda: False)
    assert found is not None and found.seats == ("Ana",)
    assert taught.progress == (CHOICES, CHOICES)
    given = [each.judged for each in iter(taught.next, None)]
    marked = [each for each in found.decisions if each.mark]
    assert given == sorted(marked, key=lambda each: -each.cost)[:MOST] and given
    assert taught.next() is None


def test_who_does_not_wait_gets_no_sum() -> None:
    assert Lessons(game("overseers"), "Ana").judged(lambda: True) is None


@pytest.mark.parametrize("name", ["onstage", "overseers", "adresses-jaunes", "bards"])
def test_a_lesson_shows_what_its_player_saw_and_goes_on_from_there(name: str) -> None:
    record = game(name)
    task = tasks(record, ["Bo"])[2]
    taught = Lessons(record, "Bo")
    each = Judged(task.line, "Bo", task.move, task.move, 1.0, 0.0, 0.0, 0.0, "?!")
    lesson = taught.of(each)
    own = now = lesson.own
    assert own == task.view
    assert own.lines[: len(lesson.since.lines)] == lesson.since.lines
    new = [event for line, event in own.events if line > lesson.since.last]
    assert all(event.actor != "Bo" for event in new)
    for following in lesson.goes_on():
        assert following.viewer == "Bo" and following.lines[: len(now.lines)] == now.lines
        assert not rounds_ended(now, own)
        now = following
    assert now.lines[len(own.lines)].event.verb == task.move.verb  # type: ignore[union-attr]


def test_how_it_goes_on_is_drawn_from_the_view_alone() -> None:
    record = game("onstage")
    task = tasks(record, ["Bo"])[0]
    each = Judged(task.line, "Bo", task.move, task.move, 1.0, 0.0, 0.0, 0.0, "?!")
    lesson, by_view = (Lessons(of, "Bo").of(each) for of in (record, view(record, "Bo")))
    assert list(lesson.goes_on()) == list(by_view.goes_on())
    assert Lessons(record.until(task.line), "Bo").record.viewer == "Bo"


def test_what_happens_once_does_not_recur(monkeypatch: pytest.MonkeyPatch) -> None:
    record = game("overseers")
    todo = tasks(record, ["Ana"])[:4]
    marked = [Judged(t.line, "Ana", t.move, t.move, 1.0, 0.0, 0.0, 0.0, "?!") for t in todo]
    assert recurring(record, marked) is None  # a move does not differ from itself
    real = review.reason
    first = next(each for each in _costly(record) if real(record, each))
    told = real(record, first)
    assert told is not None
    topic = say("who is accused")
    said = Clause(say("others have more"), True, topic=topic)
    told = replace(told, either=False, gap=1.0, said=said, like=None)
    monkeypatch.setattr(lessons, "reason", lambda *_: told)
    lines = first.line, marked[0].line
    assert recurring(record, [first, marked[0]]) == Recurring(lines, topic, said.words)
    monkeypatch.setattr(lessons, "reason", lambda *_: replace(told, gap=-1.0))
    assert recurring(record, [first, marked[0]]) is None
    monkeypatch.setattr(lessons, "reason", lambda *_: told)
    assert recurring(record, [first]) is None


def _costly(record: Record) -> Iterator[Judged]:
    taught = Lessons(record, "Ana")
    taught.judged(lambda: False)
    yield from (each.judged for each in iter(taught.next, None))


@pytest.mark.parametrize(
    ("name", "most"),
    [("onstage-en-3", 3), ("onstage-en-4-teams", 4), ("onstage-en-4", 1), ("adresses-jaunes-3", 2)],
)
def test_a_table_that_found_all_out_judges_what_the_hands_would(name: str, most: int) -> None:
    whole = read_file(GOLDEN / f"{name}.rec")
    known = found_out(view(whole, TABLE))
    seats = seats_of(known, None)
    assert len(seats) == most
    assert tasks(known, seats) == tasks(whole, seats)


def test_a_table_is_not_guessed_at() -> None:
    running = view(game("onstage").until(20), TABLE)
    assert found_out(running) is running
    own = view(game("onstage"), "Ana")
    assert found_out(own) is own


def test_what_a_choice_has_cost_is_told_in_what_decides_too() -> None:
    """In the last round of Onstage the best move is the one that wins the game most often."""
    record = game("onstage")
    early, *_, late = tasks(record, ["Bo"])
    for task, told in (
        (early, "1.00 ("),
        (late, ", and 12.0 % ± 2.0 of what decides here"),
    ):
        each = Judged(task.line, "Bo", task.move, task.move, 1.0, 0.0, 0.0, 0.0, "?!", (0.12, 0.02))
        said = Lessons(record, "Bo").of(each).verdict(None)
        assert any(told in str(words) for words in said)
        assert ("chance to win" in str(said[0])) == (task is late)


def test_the_marks_of_the_last_round_tell_both_costs() -> None:
    record, budget = game("onstage"), Budget(iterations=24)
    judge = review.judge_of(record)
    found = [judged(judge, task, budget) for task in tasks(record, record.setup.players)[-24:]]
    marked = [each for each in found if each.mark]
    assert marked and all(each.decided and each.decided[0] > 0 for each in marked)
    assert not any(each.decided for each in found if not each.mark)
