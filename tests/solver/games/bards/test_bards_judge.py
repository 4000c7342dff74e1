"""Choices of Battle of the Bards that are tried at imagined tables, and how they are judged."""

from __future__ import annotations

from functools import cache
from math import isclose
from pathlib import Path
from random import Random

import pytest

from aparte.models.bards import Bards, State, Step
from aparte.models.bards.rounds import points
from aparte.models.bards.tale import rounds_over
from aparte.models.core import Record, View, complete, view
from aparte.models.match import Match
from aparte.models.record import read_file
from aparte.sessions import review, reviewable
from aparte.sessions.review import reviewed
from aparte.solver.engine.count import Counter
from aparte.solver.games.bards.imagined import Luck, played_on, standings, whole
from aparte.solver.games.bards.judge import JUDGE, Trial, by_habit
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


def test_what_is_played_on_ends_with_the_show() -> None:
    record = game("bards-v2-3")
    rules: Bards = record.game
    for verb in ("stages", "uses"):
        seen = before(verb, 3)
        trial = Trial(seen, 5)
        ((end,),) = trial.ends(trial.moves[:1], 1)
        assert rounds_over(end) == rounds_over(seen.state) + 1
        assert isclose(sum(standings(end).values()), 0.0, abs_tol=1e-9)
    last = record.until(before("passes", -1).last)
    end = played_on(rules, last.state, Luck(1))
    assert end.step is Step.OVER
    have = {player: points(rules.box, end, player) for player in end.players}
    for player, ahead in standings(end).items():
        others = [have[other] for other in end.players if other != player]
        assert isclose(ahead, have[player] - sum(others) / len(others))


@pytest.mark.parametrize("verb", ["stages", "takes"])
def test_what_no_plan_is_about_has_a_value_with_its_error(verb: str) -> None:
    seen = before(verb, -1)
    advice = ranked(seen, Budget(iterations=20))
    assert len(advice) > 1
    assert all(each.valued and each.error >= 0 and not each.exact for each in advice)
    assert [each.value for each in advice] == sorted((e.value for e in advice), reverse=True)
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
    assert found and len(asked) < 5


def test_start_luck_and_skill_add_up_to_the_points(monkeypatch: pytest.MonkeyPatch) -> None:
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
    state: State = record.state
    have = {player: points(state.box, state, player) for player in state.players}
    for seat in record.setup.players:
        share = found.share(seat)
        others = [have[other] for other in have if other != seat]
        assert share.result == have[seat] - sum(others) / len(others)
        assert isclose(share.start + share.luck + share.skill, share.result, abs_tol=1e-9)


@pytest.mark.parametrize("verb", ["stages", "performs", "uses"])
def test_who_plays_as_all_others_are_taken_to_has_no_skill(verb: str) -> None:
    seen = before(verb, 2)
    move = by_habit(seen, 0).usual
    assert judged(JUDGE, Task(seen, move, seen.last + 1), LITTLE).skill == 0


def test_a_choice_is_judged_by_the_view_alone() -> None:
    seen = before("stages", 1)
    move, rng = choices(seen)[-1], Random(2)
    found = judged(JUDGE, Task(seen, move, seen.last + 1), LITTLE)
    (world,) = Counter(seen.game.model.hidden(seen)).sample(rng, 1)
    twin = view(complete(seen, world), seen.viewer)
    assert judged(JUDGE, Task(twin, move, seen.last + 1), LITTLE) == found
