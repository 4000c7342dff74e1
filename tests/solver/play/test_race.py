from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, repeat
from math import sqrt
from random import Random

import pytest

from aparte.models.core import Event
from aparte.solver.play import race as racing
from aparte.solver.play.race import Runner, deadline, race


def runners(*names: str) -> list[Runner]:
    return [Runner(Event("goes", name)) for name in names]


def names(found: Sequence[Runner]) -> list[str]:
    return [each.move.actor for each in found]


def luck(means: dict[str, float], worlds: int = 10**9) -> Callable[[Sequence[Runner], int], None]:
    """Return what tries moves that come to a mean each, and the same luck for all in a world."""

    def run(found: Sequence[Runner], most: int) -> None:
        for _ in range(min(most, worlds - len(found[0].worths))):
            rng = Random(len(found[0].worths))
            shared = rng.gauss(0, 10)
            for each in found:
                own = Random(f"{shared} {each.move.actor}").gauss(0, 0.1)
                each.worths.append(means[each.move.actor] + shared + own)

    return run


def test_differences_count_not_what_the_worlds_are_worth() -> None:
    """The luck of a world is a hundred times what one move is better than another."""
    found = race(runners("a", "b", "c"), luck({"a": 0.0, "b": 0.2, "c": 0.1}), repeat(20), 2.0)
    assert names(found)[0] == "b"
    assert len(found[0].worths) <= 60


def test_whoever_left_comes_after_all_that_stayed() -> None:
    """One that left early may have seen better worlds than those that stayed."""

    def run(found: Sequence[Runner], most: int) -> None:
        done = len(found[0].worths)
        for each in found:
            worth = {"a": 10.0, "b": 9.0}.get(each.move.actor, 8.0)
            each.worths += [worth if done == 0 else worth - 10 + i % 2 for i in range(most)]

    found = race(runners("c", "a", "b"), run, (4, 8), behind=2.0, keep=2)
    assert names(found) == ["a", "b", "c"]
    assert [len(each.worths) for each in found] == [12, 12, 4]
    assert found[2].value > found[0].value


def test_the_best_are_kept_however_far_behind() -> None:
    means = {"a": 3.0, "b": 2.0, "c": 1.0, "d": 0.0}
    found = race(runners(*"dcba"), luck(means, worlds=50), repeat(10), 2.0, keep=3)
    assert names(found) == list("abcd")
    assert [len(each.worths) for each in found] == [50, 50, 50, 10]


def test_it_ends_with_one_left_unless_more_are_to_be_kept() -> None:
    means = {"a": 1.0, "b": 0.0}
    found = race(runners("a", "b"), luck(means, worlds=50), repeat(10), 2.0)
    assert [len(each.worths) for each in found] == [10, 10]
    found = race(runners("a"), luck(means, worlds=50), repeat(10), 2.0, keep=2)
    assert [len(each.worths) for each in found] == [50]


def test_equal_moves_stay() -> None:
    """Even where floats make a difference of them."""

    def run(found: Sequence[Runner], most: int) -> None:
        for each in found:
            each.worths += [0.1 + 0.2 if each.move.actor == "a" else 0.3] * most
            del each.worths[40:]

    found = race(runners("b", "a"), run, repeat(10), 2.0)
    assert [len(each.worths) for each in found] == [40, 40]


def test_the_time_is_looked_at_in_a_heat_but_not_in_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a clock that goes on by a tenth of a second each time it is looked at."""
    ticks = count()
    monkeypatch.setattr(racing, "thought", lambda: next(ticks) / 10)

    def run(found: Sequence[Runner], most: int) -> None:
        for each in found:
            each.worths.append(0.0)

    def worlds(seconds: float) -> int:
        found = race(runners("a", "b"), run, (8, 1000), 2.0, until=deadline(seconds))
        return len(found[0].worths)

    assert worlds(0.01) == 8
    assert worlds(2.0) == 28


def test_who_stops_a_race_gets_what_there_is_behind_the_first_heat() -> None:
    wanted = count()

    def run(found: Sequence[Runner], most: int) -> None:
        for each in found:
            each.worths.append(0.0)

    until = deadline(None, lambda: next(wanted) >= 5)
    found = race(runners("a", "b"), run, (8, 1000), 2.0, until=until)
    assert len(found[0].worths) == 8 + 5


def test_the_sums_of_gaps_are_those_of_all_worlds() -> None:
    """Whatever the heats, and whoever is the best at the time."""
    rng, gaps = Random(1), racing._Gaps()
    a, b = runners("a", "b")
    for size in (3, 1, 20):
        a.worths += [rng.random() for _ in range(size)]
        b.worths += [rng.random() for _ in range(size)]
        behind = [high - low for high, low in zip(a.worths, b.worths, strict=True)]
        mean = sum(behind) / len(behind)
        spread = sqrt(sum((each - mean) ** 2 for each in behind)) / len(behind)
        assert gaps.between(a, b) == pytest.approx((mean, spread))
        assert gaps.between(b, a) == pytest.approx((-mean, spread))


def test_the_error_is_that_of_a_mean() -> None:
    (runner,) = runners("a")
    runner.worths = [1.0, 3.0]
    assert (runner.value, runner.error) == pytest.approx((2.0, 1 / sqrt(2)))
    runner.exact = True
    assert runner.error == 0.0
