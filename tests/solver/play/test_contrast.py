"""What sets two moves apart is said of moves that differ, and of what differs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from aparte.models.core import Event
from aparte.models.words import Words, say
from aparte.solver.play.contrast import (
    Clause,
    Contrast,
    contrasted,
    luck_of,
    often,
)
from aparte.solver.play.trial import Difference, Followed, error_of

GAMES, EFFECTS = 250, 6


@dataclass(frozen=True)
class _Came:
    """Something that came in a world or not; each is worth a point."""

    name: str
    worth: float | None
    sign: int = 0
    most: float | None = None

    @property
    def topic(self) -> Words:
        return say("{name}", name=self.name)

    def told(self, found: Difference) -> Words:
        return say("{name}", name=self.name)


def _alike(rng: Random, worlds: int, more: float) -> tuple[Followed, Followed]:
    """Return two moves after which all comes alike; what nobody can name makes one `more` worth."""
    effects = [_Came(str(n), 1.0 if n % 2 else None) for n in range(EFFECTS)]
    found = []
    for extra in (more, 0.0):
        counts = {each: [float(rng.random() < 0.5) for _ in range(worlds)] for each in effects}
        came = [sum(row) + rng.gauss(extra, 1) for row in zip(*counts.values(), strict=True)]
        found.append(Followed(came, counts))
    one, other = found
    return one, other


@pytest.mark.parametrize("worlds", [12, 60])
def test_equal_moves_are_told_apart_in_five_of_100_at_most(worlds: int) -> None:
    """And as rarely an effect is told that does not differ; three errors more may be luck."""
    rng, most = Random(worlds), 0.05 + 3 * (0.05 * 0.95 / GAMES) ** 0.5
    move, called = Event("moves"), say("other")
    told = [contrasted(*_alike(rng, worlds, 0), move, called, False) for _ in range(GAMES)]
    assert sum(not each.either for each in told) <= most * GAMES
    told = [contrasted(*_alike(rng, worlds, 3), move, called, False) for _ in range(GAMES)]
    apart = [each for each in told if not each.either]
    assert len(apart) > GAMES // 2
    assert sum(bool(each.difference) for each in apart) <= most * len(apart)


def test_the_best_of_equal_moves_is_told_apart_in_five_of_100_at_most() -> None:
    """Though it was chosen by the same worlds; by the errors of a gap alone it would be more."""
    rng, most = Random(8), 0.05 + 3 * (0.05 * 0.95 / GAMES) ** 0.5
    move, called = Event("moves"), say("other")
    told = {False: 0, True: 0}
    for _ in range(GAMES):
        moves = [Followed([rng.gauss(0, 1) for _ in range(60)], {}) for _ in range(8)]
        best = max(moves, key=lambda each: each.value)
        other = rng.choice([each for each in moves if each is not best])
        luck = luck_of(best.worths, [each.worths for each in moves])
        for with_luck in told:
            of = luck if with_luck else 1.0
            found = contrasted(best, other, move, called, False, luck=of)
            told[with_luck] += not found.either
    assert told[True] <= most * GAMES < told[False]


def test_of_a_clear_best_no_error_is_larger() -> None:
    assert luck_of([1.0, 1.1], [[1.0, 1.1], [0.0, 0.1]]) == pytest.approx(1.0)


def test_deals_that_are_all_tried_are_no_source_of_error() -> None:
    assert error_of([0, 1, 0, 1, 0, 1], deals=2) == 0
    assert error_of([0, 1, 0, 1, 0, 1]) > 0.2
    assert 0 < error_of([0, 1, 1, 1, 0, 1], deals=2) < error_of([0, 1, 1, 1, 0, 1])


def test_a_slight_gap_is_none_where_worlds_were_sampled() -> None:
    move, called = Event("moves"), say("other")
    one, other = Followed([0.06, 0.04] * 40, {}), Followed([0.0] * 80, {})
    assert not contrasted(one, other, move, called, False).either
    assert contrasted(one, other, move, called, False, slight=0.1).either
    assert not contrasted(one, other, move, called, True, slight=0.1).either


@pytest.mark.parametrize(
    ("came", "other", "told"),
    [
        (0.77, 0.0, "in 77 of 100 cases instead of none"),
        (0.0, 0.97, "in none of 100 cases instead of 97"),
        (1.0, 0.36, "in 100 of 100 cases instead of 36"),
        (0.25, 1.0, "in 25 of 100 cases instead of 100"),
        (0.1 + 0.2, 1e-16, "in 30 of 100 cases instead of none"),
        (0.0532, 0.0488, "in 5.3 of 100 cases instead of 4.9"),
        (0.9999, 0.9912, "in 99.9 of 100 cases instead of 99.1"),
        (0.0001, 0.5, "in 1 of 100 cases instead of 50"),
    ],
)
def test_how_often_a_thing_happens_is_told_of_either_move(
    came: float, other: float, told: str
) -> None:
    found = Difference(_Came("one", 1.0), came - other, 0.0, 1.0, counted=True, came=came)
    assert str(often(found)) == told
    assert found.turned.sides == pytest.approx((other, came))


@pytest.mark.parametrize(
    ("came", "other", "told"),
    [
        (0.77, 0.0, "in 77 of 100 cases instead of hardly any"),
        (0.0, 0.97, "in hardly any case instead of 97"),
        (1.0, 0.36, "in nearly all cases instead of 36"),
        (0.25, 1.0, "in 25 of 100 cases instead of nearly all"),
        (1.0, 0.0, "in nearly all cases instead of hardly any"),
        (0.0001, 0.5, "in 1 of 100 cases instead of 50"),
    ],
)
def test_what_was_only_drawn_is_not_told_of_all_cases(came: float, other: float, told: str) -> None:
    found = Difference(_Came("one", 1.0), came - other, 0.01, 1.0, came=came)
    assert str(often(found)) == told


def _followed(effect: _Came, came: list[float], worths: list[float]) -> Contrast:
    """Return how a move after which `effect` came so differs from one that is worth nothing."""
    one = Followed(worths, {effect: came})
    none = Followed([0.0] * len(came), {})
    return contrasted(one, none, Event("moves"), say("other"), False)


def test_what_counts_in_the_unit_of_the_value_explains_no_more_than_itself() -> None:
    """By the worlds alone each would be worth six; a sixth of a point is no gap of one."""
    came = [1.0, *[0.0] * 5] * 20
    for most, part in ((None, 1), (1.0, 1 / 6)):
        told = _followed(_Came("one", None, most=most), came, [6 * n for n in came])
        assert told.difference is not None and told.difference.part == pytest.approx(part)
        assert str(told.clause) == "one"


def test_what_is_known_to_make_more_than_the_gap_is_told_all_the_same() -> None:
    """It comes at a price."""
    told = _followed(_Came("one", 3.0), [1.0] * 80, [0.1, 0.4] * 40)
    assert str(told.clause) == "one"


def test_a_sum_tells_its_largest_part() -> None:
    def told(*worths: float) -> str:
        rng = Random(4)
        counts = {
            _Came(str(n), worth): [rng.choice((0.0, 0.0, 3.0)) for _ in range(300)]
            for n, worth in enumerate(worths)
        }
        came = [[each.worth * n for n in row] for each, row in counts.items() if each.worth]
        one = Followed([sum(row) for row in zip(*came, strict=True)], counts)
        none = Followed([0.0] * 300, {})
        return str(contrasted(one, none, Event("moves"), say("other"), False).clause)

    assert told(3.0, 2.0, 0.4) == told(6.0, -2.0, 0.1) == "0"
    assert told(2.0, 3.0) == told(-5.0, 6.0) == "1"


def test_where_all_is_known_one_world_tells_what_makes_most() -> None:
    one = Followed([6.0], {_Came("own", 1.0): [2.0], _Came("Bo", -0.5): [-8.0]})
    told = contrasted(one, Followed([0.0], {}), Event("moves"), say("other"), True)
    assert str(told.clause) == "Bo"


def test_of_moves_that_may_be_as_good_it_is_told_how_often_nothing_changes() -> None:
    one, none = Followed([0.0, 0.0, 0.0, 1.0, -1.0] * 20, {}), Followed([0.0] * 100, {})
    told = contrasted(one, none, Event("moves"), say("other"), False)
    assert str(told.words) == "perhaps as good as other; in 60 of 100 cases it changes nothing"


def test_what_hardly_differs_is_no_reason() -> None:
    came = [1.0, *[0.0] * 39] * 20
    assert not _followed(_Came("one", 10.0), came, [n * 10 + 1 for n in came]).difference
    assert _followed(_Came("one", 40.0), came, [n * 40 + 0.1 for n in came]).difference


def test_what_can_be_counted_beforehand_is_told_before_what_comes_of_it() -> None:
    hands, comes = _Came("hands", None, sign=-1), _Came("comes", None, sign=1)
    worths = [1.0, 0.0, 0.0] * 20
    counts = {hands: [3.0] * 60, comes: worths}
    one = Followed(worths, counts, known=[hands])
    none = Followed([0.0] * 60, {hands: [5.0] * 60}, known=[hands])
    told = contrasted(one, none, Event("moves"), say("other"), False)
    assert str(told.clause) == "hands"
    alike = replace(none, counts={hands: [3.0] * 60})
    assert str(contrasted(one, alike, Event("moves"), say("other"), False).clause) == "comes"


def test_what_was_tried_more_often_is_told_by_the_worlds_of_both() -> None:
    points, came = _Came("points", 1.0), [1.0, 0.0] * 20
    often = Followed([*came, *([1.0] * 40)], {points: [*came, *([1.0] * 40)]})
    never = Followed([0.0] * 40, {points: [0.0] * 40})
    found = contrasted(often, never, Event("moves"), say("other"), False).difference
    assert found is not None and found.sides == (0.5, 0.0)


def test_what_a_game_says_stands_in_place_of_the_difference() -> None:
    """It is of the one move, so it is gone where the other one is told."""
    found = Difference(_Came("points", 1.0), 2.0, 0.1, 1.0)
    differs = Contrast(Event("moves"), say("other"), 2.0, 0.1, False, found)
    said = replace(differs, said=Clause(say("it takes the last one")))
    assert str(said.clause) == "it takes the last one"
    assert str(said.words) == "rather than other: it takes the last one"
    assert str(replace(said, either=True).clause) == "perhaps as good; it takes the last one"
    assert str(replace(said, difference=None).clause) == "it takes the last one"
    assert str(said.mirrored(Event("takes"), say("one")).clause) == "points"


def test_a_clause_with_a_side_stands_only_where_it_does_not_speak_for_the_other_move() -> None:
    against, words = Event("A", "disc", ("T",)), say("other")
    better, near = (Contrast(against, words, gap, 0.1, gap < 1) for gap in (1.0, 0.05))
    good, bad, open_ = (Clause(words, side) for side in (True, False, None))
    worse, best = replace(better, gap=-1.0), replace(near, best=True)
    sides = good, bad, open_
    allowed = [[each.admits(one) for one in sides] for each in (better, worse, near, best)]
    assert allowed == [[True, False, True], [False, True, True], [True] * 3, [True, False, True]]
