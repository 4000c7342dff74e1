"""A review: luck and skill add up, nothing leaks, nothing that was judged is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import isclose
from pathlib import Path
from random import Random

import pytest

from aparte.cli.answers.reviewed import data
from aparte.contract.twins import twins
from aparte.models.core import Record, view
from aparte.models.games import OWN
from aparte.models.match import Match
from aparte.models.record import read_file
from aparte.sessions import review
from aparte.sessions.errors import BadRequest
from aparte.sessions.review import Review, ReviewCache, key_of, reviewed
from aparte.sessions.reviewable import seats_of, tasks
from aparte.sessions.store import Store, opened_to_keep
from aparte.sessions.texts import JUDGED
from aparte.solver.play.coach import Budget, bots, choices
from aparte.solver.play.driver import acted, bot_event, drawn
from aparte.solver.play.judging import Judged
from tests.schemas import faults
from tests.starts import few_deals
from tests.tables import blank, random_game

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ["onstage", "adresses-jaunes", "overseers"]
LITTLE = Budget(iterations=1)


@pytest.fixture(scope="module", autouse=True)
def soon() -> Iterator[None]:
    with few_deals():
        yield


def review_of(record: Record, seats: tuple[str, ...], kept: ReviewCache | None = None) -> Review:
    steps = reviewed(record, seats, LITTLE, kept=kept)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Review = end.value
            return found


def test_hindsight_is_told_once_pieces_are_dealt() -> None:
    """Before, all of them lie together."""
    record = read_file(GOLDEN / "overseers-3.rec")
    told = dict[str, list[int]]()
    for number, event in record.events:
        judged = Judged(number, event.actor, event, event, 0, 0, 0, 0, "")
        if event.actor and review.hindsight(record, judged):
            told.setdefault(event.verb, []).append(number)
    assert "becomes" not in told and told["picks"]


@cache
def finished(game: str) -> Review:
    record = random_game(game, 3, 1)
    return review_of(record, record.setup.players)


@pytest.mark.parametrize("game", GAMES)
def test_start_luck_and_skill_add_up_to_the_result(game: str) -> None:
    review = finished(game)
    for seat in review.seats:
        share = review.share(seat)
        for each in (share, *share.parts):
            assert each.result is not None
            assert isclose(each.start + each.luck + each.skill, each.result, abs_tol=1e-9)
    outcome = review.record.game.outcome(review.record.state)
    assert [team for team, _ in review.teams] == [*outcome.teams]
    for _, team in review.teams:
        assert outcome.together and team.result == float(bool(outcome.winners))
        assert isclose(team.start + team.luck + team.skill, team.result, abs_tol=1e-9)


def test_partners_are_reviewed_as_one() -> None:
    record = read_file(GOLDEN / "onstage-en-4-teams.rec")
    review = review_of(record, record.setup.players)
    assert [team.players for team, _ in review.teams] == [("Ana", "Cy"), ("Bo", "Dai")]
    for team, share in review.teams:
        for each in (share, *share.parts):
            assert each.result is not None
            assert isclose(each.start + each.luck + each.skill, each.result, abs_tol=1e-9)
        skill = sum(review.share(seat).skill for seat in team.players)
        assert isclose(share.skill, skill, abs_tol=1e-9)
        assert {review.share(seat).result for seat in team.players} == {share.result}
    assert not replace(review, seats=("Ana", "Bo")).teams
    told = data(review)
    assert not faults(told, "review") and "team" not in told
    assert [each["players"] for each in told["teams"]] == [["Ana", "Cy"], ["Bo", "Dai"]]


@pytest.mark.parametrize("game", ["onstage", "overseers"])
def test_what_came_is_what_the_scores_say(game: str) -> None:
    review = finished(game)
    rows = review.record.state.scores
    for number, row in enumerate(rows):
        for place, seat in enumerate(review.record.setup.players):
            others = [points for i, points in enumerate(row) if i != place]
            best = max(others) if game == "onstage" else sum(others) / len(others)
            assert review.share(seat).parts[number].result == row[place] - best


@pytest.mark.parametrize("game", GAMES)
def test_the_choices_are_all_those_with_something_to_choose(game: str) -> None:
    review = finished(game)
    expected = []
    match = Match.of(review.record.blank(), review.seats)
    for line in review.record.lines:
        actor = line.event.actor if line.event else ""
        if actor and len(choices(match.views[actor])) > 1:
            expected.append((line.number, actor))
        match = match.at(match.record.and_line(line))
    assert [(each.line, each.seat) for each in review.decisions] == expected


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_move_is_no_skill_and_the_best_one_costs_nothing(game: str) -> None:
    for each in finished(game).decisions:
        if each.move == each.best:
            assert each.cost == each.error == 0.0 and not each.mark
        assert each.error >= 0.0


def opened(game: str) -> Record:
    """Return a game that has gone on for a while."""
    record, rng = drawn(blank(game, 3), Random(4)), Random(4)
    seated = {player: bots(game)["random"]() for player in record.setup.players}
    while len(record.lines) < 20:
        event = bot_event(Match.of(record, seated), seated, rng)
        assert event is not None
        record = drawn(acted(record, event), rng)
    return record


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_goes_on_is_judged_by_one_view_alone(game: str) -> None:
    record = opened(game)
    with pytest.raises(BadRequest):
        seats_of(record, None)
    found = review_of(record, seats_of(record, "Ana"))
    assert found.decisions and found.share("Ana").result is None
    assert found.record == view(record, "Ana")
    alike = list(twins(record, "Ana", Random(7), 3))
    assert alike
    for twin in alike:
        other = review_of(twin, ("Ana",))
        assert other.decisions == found.decisions
        assert (other.share("Ana"), other.course("Ana")) == (
            found.share("Ana"),
            found.course("Ana"),
        )
        assert other.record == found.record


def test_nobody_else_can_be_judged_by_a_seats_record() -> None:
    own = view(random_game("onstage", 3, 1), "Bo")
    assert seats_of(own, None) == ("Bo",)
    for seat in ("Ana", "table"):
        with pytest.raises(BadRequest):
            seats_of(own, seat)
    with pytest.raises(BadRequest):
        seats_of(view(own, "table"), None)


def test_what_was_judged_is_not_judged_again(store: Store) -> None:
    record, kept = opened("onstage"), store.texts(JUDGED)
    whole = review_of(record, ("Ana",), ReviewCache(store, record))
    _, *others = kept
    assert 1 + len(others) == len(whole.decisions) > 1
    for other in others[1:]:
        del kept[other]
    kept[others[0]] = kept[others[0]][:-9]  # damaged
    steps = reviewed(record, ("Ana",), LITTLE, kept=ReviewCache(store, record))
    assert next(steps) == (1, len(whole.decisions))
    assert next(steps) == (2, len(whole.decisions))
    steps.close()  # interrupted
    again = reviewed(record, ("Ana",), LITTLE, kept=ReviewCache(store, record))
    assert next(again) == (2, len(whole.decisions))
    assert review_of(record, ("Ana",), ReviewCache(store, record)).decisions == whole.decisions
    other = reviewed(record, ("Ana",), Budget(iterations=9), kept=ReviewCache(store, record))
    assert next(other) == (0, len(whole.decisions))


@pytest.mark.parametrize("name", OWN)
def test_what_other_code_has_judged_is_judged_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the same version, too: rules, coaches, kernels and what they read decide it."""
    files = review.deciding(name)
    told = {"/".join(each.parts[-2:]) for each in files}
    folder = name.replace("-", "_")
    assert {"play/contrast.py", "engine/count.py", "models/core.py"} <= told
    assert {f"{folder}/judge.py", f"{folder}/rules.py", f"{folder}/box.toml"} <= told
    others = {each.replace("-", "_") for each in OWN} - {folder}
    assert not others & {each.parent.name for each in files}
    assert len(files) == len({*files})
    record, changed = random_game(name, 3, seed=3), tmp_path / "coach.py"
    (task, *_), keys = tasks(record, record.setup.players), set[str]()
    for text in ("one", "two"):
        changed.write_text(text)
        monkeypatch.setattr(review, "deciding", lambda _: (changed,))
        review.judged_by.cache_clear()
        keys.add(key_of(task, LITTLE))
    review.judged_by.cache_clear()
    assert len(keys) == 2


def test_a_mark_is_kept_as_it_was_given(store: Store) -> None:
    record = opened("onstage")
    task = tasks(record, ("Ana",))[0]
    for mark in ("", "??"):  # by its cost alone this one would have another
        each = Judged(task.line, "Ana", task.move, task.move, 1.5, 0.0, 1.0, 0.5, mark)
        ReviewCache(store, record).keep("key", each)
        assert ReviewCache(store, record).get("key", task) == each


def test_nothing_is_kept_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = opened("overseers")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("APARTE_HOME", str(tmp_path / "file"))
    with opened_to_keep() as store:
        assert review_of(record, ("Bo",), ReviewCache(store, record)).decisions


def test_a_choice_is_kept_by_its_view() -> None:
    first, second, *_ = tasks(opened("onstage"), ("Ana",))
    assert key_of(first, LITTLE) != key_of(second, LITTLE)


def test_several_processes_come_to_the_same() -> None:
    record = opened("overseers")
    alone = review_of(record, ("Ana",))
    steps = reviewed(record, ("Ana",), LITTLE, workers=2)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        assert end.value.decisions == alone.decisions
