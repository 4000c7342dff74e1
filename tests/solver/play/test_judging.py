"""A choice is judged against the best one and the usual one, in fresh worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from random import Random
from typing import Any

import pytest

from aparte.contract import test_judges
from aparte.models.core import Event, Record, View, view
from aparte.models.words import say
from aparte.solver.games.adresses_jaunes import judge as deals_judge
from aparte.solver.play import judging
from aparte.solver.play.coach import Budget, play_of
from aparte.solver.play.judge import Judge, MarkLimits, whole
from aparte.solver.play.judging import Task, judged
from aparte.solver.play.trial import Trial, TrialMaker
from tests.tables import blank

GAMES = ["onstage", "adresses-jaunes", "overseers"]
MARKS = MarkLimits(0.5, 1.0, 2.0)


@pytest.mark.parametrize(
    ("cost", "error", "mark"),
    [
        (0.5, 0.0, ""),
        (0.51, 0.0, "?!"),
        (0.9, 0.2, ""),
        (1.2, 0.05, "?"),
        (1.2, 0.11, "?"),
        (1.2, 0.36, ""),
        (2.1, 0.7, "??"),
        (9.0, 0.0, "??"),
        (-3.0, 0.1, ""),
    ],
)
def test_a_mark_is_given_beyond_doubt_only(cost: float, error: float, mark: str) -> None:
    assert MARKS.of(cost, error) == mark


@dataclass
class _Noise:
    """Moves that are all worth nothing, give or take what the dice say."""

    rng: Random
    exact: bool = False
    moves: Sequence[Event] = field(
        default_factory=lambda: [Event("moves", "Ana", (str(n),)) for n in range(20)]
    )

    @property
    def usual(self) -> Event:
        return self.moves[0]

    def worths(self, moves: Sequence[Event], worlds: int) -> Sequence[Sequence[float]]:
        return [[self.rng.gauss(0, 1) for _ in range(worlds)] for _ in moves]


def _trial(_: Record, seed: int) -> Trial:
    return _Noise(Random(seed))


def judge_of(trial: TrialMaker, **more: Any) -> Judge:
    """Return a judge of points that values moves by `trial`."""
    return Judge(
        say("points"), False, MARKS, say("nobody thinks"), trial, whole, lambda _: 0, **more
    )


def test_the_largest_of_noisy_values_is_no_skill() -> None:
    judge = judge_of(_trial)
    own = view(blank("onstage", 3), "Ana")
    move = Event("moves", "Ana", ("7",))
    costs = [
        judged(judge, Task(own, move, 9), Budget(iterations=40), seed).cost for seed in range(200)
    ]
    mean = sum(costs) / len(costs)
    # The best of 20 means of 40 would seem 0.3 better; the error of this mean is 0.016.
    assert abs(mean) < 0.06


@dataclass
class _Worth:
    """Moves that are worth what their word says, or nothing where that is not `asked`."""

    asked: bool = True
    exact: bool = False
    moves: Sequence[Event] = tuple(Event("moves", "Ana", (str(n),)) for n in range(4))

    @property
    def usual(self) -> Event:
        return self.moves[0]

    def worths(self, moves: Sequence[Event], worlds: int) -> Sequence[Sequence[float]]:
        return [[float(each.words[0]) * self.asked] * worlds for each in moves]


@dataclass
class _All(_Worth):
    """Moves that are tried in all of the deals at once, however few are asked for."""

    def worths(self, moves: Sequence[Event], worlds: int) -> Sequence[Sequence[float]]:
        return super().worths(moves, 90 if worlds else 0)


def test_more_worlds_than_asked_for_are_an_end() -> None:
    judge = judge_of(lambda *_: _All())
    own = view(blank("onstage", 3), "Ana")
    found = judged(judge, Task(own, Event("moves", "Ana", ("1",)), 9), Budget(iterations=8))
    assert (found.best.words, found.cost) == (("3",), 2.0)


@pytest.mark.parametrize(
    ("cost", "longer"), [(0.2, False), (0.8, True), (9.0, False)], ids=["none", "hidden", "sure"]
)
def test_worlds_are_spent_where_an_error_hides_a_mark(
    cost: float, longer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock goes on by a second with each world that is tried, in this test."""
    best, made = (Event("moves", "Ana", (word,)) for word in ("best", "made"))
    tried = list[int]()

    class Swinging(_Worth):
        """Values that swing by 8 with every other world."""

        moves = (best, made)

        def worths(self, moves: Sequence[Event], worlds: int) -> Sequence[Sequence[float]]:
            tried.append(worlds)
            swing = [8.0 * (n % 2) - 4 for n in range(worlds)]
            return [[s * (each == best) + cost * (each == best) for s in swing] for each in moves]

    monkeypatch.setattr(judging, "thought", lambda: float(sum(tried)))
    judge = judge_of(lambda *_: Swinging())
    own = view(blank("onstage", 3), "Ana")
    monkeypatch.setattr(judging, "_best", lambda *_: best)
    judged(judge, Task(own, made, 9), Budget(seconds=40))
    assert sum(tried) == (judging.LONGER * 40 if longer else 40)


@pytest.mark.parametrize(("asked", "mark"), [(True, "??"), (False, "")])
def test_a_move_has_no_mark_that_loses_nothing_of_what_is_sought(asked: bool, mark: str) -> None:
    judge = judge_of(lambda *_: _Worth(), sought=lambda *_: _Worth(asked))
    own = view(blank("onstage", 3), "Ana")
    found = judged(judge, Task(own, _Worth.moves[0], 9), Budget(iterations=8))
    assert found.mark == mark


@pytest.mark.parametrize(("off", "mark"), [(0.0, "??"), (2.0, "")])
def test_what_a_value_itself_is_off_by_is_part_of_the_error_of_a_cost(
    off: float, mark: str
) -> None:
    judge = judge_of(lambda *_: _Worth(), off=lambda _: lambda _: off)
    own = view(blank("onstage", 3), "Ana")
    found = judged(judge, Task(own, _Worth.moves[0], 9), Budget(iterations=8))
    assert (found.cost, found.mark) == (3.0, mark)
    assert off <= found.error <= hypot(off, 3.0 / 8)
    same = judged(judge, Task(own, _Worth.moves[3], 9), Budget(iterations=8))
    assert (same.cost, same.error) == (0.0, 0.0)


@pytest.mark.parametrize("game", GAMES)
def test_every_player_can_expect_the_same_at_the_start(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals_judge, "DEALS", 50)
    monkeypatch.setattr(deals_judge, "_start", deals_judge._start.__wrapped__)  # keeps nothing
    judge = play_of(game).judge
    start = judge.start(blank(game, 3))
    assert 0 < start < 1 if judge.chance else -4 < start <= 0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda worths, _: [-worth for worth in worths],
        lambda worths, _: [worth + 1 for worth in worths],
        lambda worths, _: [0.0 for _ in worths],
        lambda worths, rng: [worth + rng.random() / 9 for worth in worths],
    ],
    ids=["of-the-others", "one-more", "nothing", "by-chance"],
)
def test_the_contract_finds_a_judge_that_is_wrong(
    wrong: Callable[[Sequence[float], Random], Sequence[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = play_of("overseers")
    made, rng = play.judge.trial, Random(1)

    def trial(view: View, seed: int) -> Trial:
        right = made(view, seed)
        worths = right.worths
        monkeypatch.setattr(
            right, "worths", lambda *args: [wrong(each, rng) for each in worths(*args)]
        )
        return right

    judge = replace(play.judge, trial=trial)
    monkeypatch.setattr(test_judges, "play_of", lambda _: replace(play, judge=judge))
    with pytest.raises(AssertionError):
        test_judges.test_a_last_move_is_worth_what_came("overseers")
