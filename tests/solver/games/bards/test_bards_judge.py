"""Choices of Battle of the Bards that are tried at imagined tables, and how they are judged."""

from __future__ import annotations

from functools import cache
from math import isclose
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from aparte.models.core import Record, View, complete, view
from aparte.models.match import Match
from aparte.models.record import read_file, write_event
from aparte.sessions import review, reviewable
from aparte.sessions.review import reviewed
from aparte.solver.engine.count import Counter
from aparte.solver.games.bards.coach import CoachBot
from aparte.solver.games.bards.foresight import piece, worth_trying
from aparte.solver.games.bards.imagined import whole
from aparte.solver.games.bards.judge import JUDGE, Trial
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget, choices
from aparte.solver.play.judging import Task, judged

GOLDEN = Path(__file__).parents[3] / "golden"
LITTLE = Budget(iterations=8, quick=False)


@cache
def game(name: str) -> Record:
    return read_file(GOLDEN / f"{name}.rec")


@cache
def tasks(name: str) -> list[Task]:
    return reviewable.tasks(game(name), game(name).setup.players)


def before(verb: str, number: int = 0, name: str = "bards-v2-3") -> View:
    """Return the view of who chooses the line of this verb and number among its like."""
    return [task.view for task in tasks(name) if task.move.verb == verb][number]


def test_a_table_is_filled_as_the_record_is() -> None:
    rng = Random(4)
    for task in rng.sample(tasks("bards-v2-3"), 6):
        seen = task.view
        (world,) = Counter(seen.game.model.hidden(seen)).sample(rng, 1)
        assert whole(seen.state, world) == complete(seen, world).state


def test_a_game_that_is_played_out_is_won_or_lost() -> None:
    assert JUDGE.to_end is not None
    seen = before("stages", 3)
    for row in JUDGE.to_end(seen, 5).worths(choices(seen)[:2], 6):
        assert {0.0, 1.0} >= set(row)


def test_the_best_row_is_what_the_coach_would_choose_or_as_good() -> None:
    for verb, number in (("stages", 2), ("uses", 4), ("performs", 1), ("takes", 0)):
        seen = before(verb, number)
        rows = ranked(seen, Budget(iterations=48, quick=False))
        chosen = CoachBot(Budget(iterations=48)).choose(seen, Random(0)).event
        (own,) = [each for each in rows if piece(each.action) == piece(chosen)]
        assert rows[0].value - own.value < 0.03


@pytest.mark.parametrize(
    ("name", "first", "then"),
    [
        ("roll_that_waits", "Dai done", "Dai rerolls B3 P2 with melody"),
        ("any_order", "Cy wins Alchemists with B B R", "Cy lowers O3 with melody"),
    ],
)
def test_no_move_is_worth_less_than_one_that_can_follow_it(
    name: str, first: str, then: str
) -> None:
    """That is as good behind it: a roll in the next turn, a die turned after a win."""
    seen = read_file(Path(__file__).parent / "told" / f"{name}.rec")
    moves = {write_event(seen, move): move for move in choices(seen)}
    one, other = Trial(seen, 1).worths([moves[first], moves[then]], 96)
    assert fmean(one) > fmean(other) - 0.01


def test_a_roll_is_tried_with_the_melody_and_with_each_card_that_pays_for_it() -> None:
    several = 0
    for task in tasks("bards-v2-3"):
        legal = choices(task.view)
        paid = [
            {each.words[-1] for each in some if each.verb == "rerolls" and "with" in each.words}
            for some in (legal, worth_trying(task.view, legal, ()))
        ]
        several += len(paid[0]) > 1
        assert paid[0] == paid[1]
    assert several > 3


@pytest.mark.parametrize("verb", ["stages", "takes"])
def test_what_no_plan_is_about_has_a_value_with_its_error(verb: str) -> None:
    seen = before(verb, -1)
    advice = ranked(seen, Budget(iterations=20))
    assert len(advice) > 1
    assert all(each.valued and each.error >= 0 and not each.exact for each in advice)
    assert [each.figure for each in advice] == sorted((e.figure for e in advice), reverse=True)
    assert ranked(seen, Budget(iterations=20)) == advice


def test_the_one_thing_that_can_be_done_has_no_value() -> None:
    match = Match.of(game("bards-v2-3").blank(), ["Ana"])
    for line in game("bards-v2-3").lines:
        seen = match.views["Ana"]
        if len(choices(seen)) == 1 and choices(seen)[0].actor:
            (only,) = ranked(seen, LITTLE)
            assert not only.valued and only.action == choices(seen)[0]
            return
        match = match.at(match.record.and_line(line))
    raise AssertionError


def test_advice_stops_when_it_is_told_to() -> None:
    seen = before("uses", 2)
    asked = []

    def stop() -> bool:
        asked.append(1)
        return True

    found = ranked(seen, Budget(seconds=50.0, stop=stop))
    assert found and len(asked) < 5 + len(found)


def test_start_luck_and_skill_add_up_to_the_win(monkeypatch: pytest.MonkeyPatch) -> None:
    record, few = game("bards-v2-3"), 3
    last = tasks("bards-v2-3")[-few:]
    monkeypatch.setattr(review, "tasks", lambda *_: last)
    steps = reviewed(record, record.setup.players, LITTLE)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        found = end.value
    assert len(found.decisions) == few
    outcome = record.game.outcome(record.state)
    assert outcome is not None
    for seat in record.setup.players:
        share = found.share(seat)
        assert share.result == (seat in outcome.winners)
        assert isclose(share.start + share.luck + share.skill, share.result, abs_tol=1e-9)


@pytest.mark.parametrize("verb", ["stages", "performs", "uses"])
def test_who_plays_as_all_others_are_taken_to_has_no_skill(verb: str) -> None:
    seen = before(verb, 2)
    move = Trial(seen, 0).usual
    assert judged(JUDGE, Task(seen, move, seen.last + 1), LITTLE).skill == 0


def test_a_choice_is_judged_by_the_view_alone() -> None:
    seen = before("stages", 1)
    move, rng = choices(seen)[-1], Random(2)
    found = judged(JUDGE, Task(seen, move, seen.last + 1), LITTLE)
    (world,) = Counter(seen.game.model.hidden(seen)).sample(rng, 1)
    twin = view(complete(seen, world), seen.viewer)
    assert judged(JUDGE, Task(twin, move, seen.last + 1), LITTLE) == found
