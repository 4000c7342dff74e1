"""The readers that stand for people: who gets through, and what makes that rarer."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aparte.models.games import OWN
from aparte.models.record import read
from aparte.models.words import say
from aparte.puzzles.bundled import EASY, FIENDISH, HARD, LEVELS, MEDIUM, bundled, daily
from aparte.puzzles.course import course
from aparte.puzzles.grade import Grade, Played, played_way, skill_named
from aparte.puzzles.kinds import meant
from aparte.puzzles.readers import BEGINNER, READERS, Hurdle, Trait, hurdles, readings
from aparte.puzzles.room import Puzzle, maker_of, puzzles
from aparte.puzzles.stock import kept_of, stock
from aparte.puzzles.taught import TAUGHT
from aparte.solver.engine.patterns import Pattern
from aparte.solver.engine.steps import Case, Chain, Conclusion, ProofStep, chains
from aparte.solver.engine.trimming import by_contradiction

SEEN = st.builds(
    Hurdle,
    st.sampled_from(sorted(Pattern)).map(lambda each: frozenset({each})),
    st.integers(1, 60),
    clues=st.integers(0, 6),
    cases=st.sampled_from((0, 1, 2, 3, None)),
)


TOLD_TWICE = """
[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy Dai"]
[Seat "table"]
[From "clues"]
[Kind "several"]
[Asked "1P; 1R; 2T; 6P; 6R"]
[Answer "1P nobody; 1R nobody; 2T nobody; 6P Bo; 6R Cy"]
revealed 2P 5T 8P
neutral 3R 4P 6T 9P
found Ana 1T 7T
found Bo 4R
found Cy 7P
deal Ana ?
deal Bo ??
deal Cy ??
deal Dai ???
Ana disc v1 shows 0
Ana disc v2 shows 0
Bo disc T shows 0
Bo disc h1 shows 0
Bo disc v3 shows 2
Cy disc R shows 1
Cy disc h2 shows 1
Cy disc v3 shows 2
Dai disc T shows 1
Dai disc h2 shows 2
Dai disc v2 shows 2
conclusion
"""
"""On the way to 2T it is supposed of 1P and of 1R what adding up counts has told of both."""


def in_line(steps: list[Hurdle]) -> list[Hurdle]:
    """Return the steps, each after all before it."""
    return [
        Hurdle(each.skills, each.difficulty, tuple(range(n)), each.clues, each.cases)
        for n, each in enumerate(steps)
    ]


@given(st.lists(SEEN, max_size=6), st.integers(1, 30))
def test_whoever_knows_more_gets_through_more_often(steps: list[Hurdle], things: int) -> None:
    through = readings(in_line(steps), things)
    assert all(0 <= one <= other <= 100 for one, other in pairwise(through))


@given(st.lists(SEEN, min_size=1, max_size=6), st.integers(1, 30))
def test_more_on_the_board_or_one_more_step_never_helps(steps: list[Hurdle], things: int) -> None:
    for reader in READERS:
        here = reader.through(in_line(steps), things)
        assert here >= reader.through(in_line(steps), things + 1)
        assert reader.through(in_line(steps[:-1]), things) >= here


@given(st.lists(SEEN, min_size=1, max_size=6), st.integers(1, 30))
def test_steps_that_can_be_drawn_at_once_are_found_at_least_as_often(
    steps: list[Hurdle], things: int
) -> None:
    for reader in READERS:
        assert reader.through(steps, things) >= reader.through(in_line(steps), things) - 1e-9


def test_one_step_is_seen_as_often_as_looks_by_lot_say() -> None:
    step = Hurdle(frozenset({Pattern.FULL}), 1)
    assert BEGINNER.chance(step, 7) == pytest.approx(0.5)
    assert BEGINNER.through([step], 7) == pytest.approx(1 - 0.5**4)
    assert readings([step], 7) == (94, 100, 100)


def test_nobody_sees_what_is_beyond_what_they_keep_in_mind() -> None:
    joined = Hurdle(frozenset({Pattern.FULL_HAND}), 3, clues=2)
    overlap = Hurdle(frozenset({Pattern.OVERLAP}), 7)
    supposed = Hurdle(frozenset({Pattern.CONTRADICTION}), 30, cases=2)
    wide = Hurdle(frozenset({Pattern.CONTRADICTION}), 30, cases=None)
    for step, who in ((joined, 1), (overlap, 1), (supposed, 2), (wide, 3)):
        assert [reader.chance(step, 5) > 0 for reader in READERS] == [n >= who for n in range(3)]


def test_a_thought_that_comes_again_is_seen_with_the_first() -> None:
    hidden = next(puzzles("adresses-jaunes")).hidden
    tile, other = [item for item in hidden.items if len(hidden.names_for(item)) > 1][:2]
    one, two = [fact for fact in hidden.facts if not fact.because.setup][:2]
    ends = [Conclusion((item,), hidden.names_for(item)[:1], 1, None, 1) for item in (tile, other)]
    again = [ProofStep(Pattern.COUNT, end, (one,), (), ()) for end in ends]
    elsewhere = ProofStep(Pattern.COUNT, ends[1], (two,), (), ())
    cases = [
        by_contradiction(end, Case(ends[0], some))
        for end, some in (
            (ends[0], (again[0],)),
            (ends[1], (again[1],)),
            (ends[1], (again[1], elsewhere)),
        )
    ]

    def hard(*steps: ProofStep) -> list[int]:
        return [each.difficulty for each in hurdles(Chain(steps, hidden))]

    count, supposed = Pattern.COUNT.difficulty, Pattern.CONTRADICTION.difficulty
    assert hard(*again) == [count, 0] and hard(again[0], elsewhere) == [count, count]
    assert hard(*cases) == [supposed + count, 0, supposed + count]


def test_a_grade_counts_the_steps_that_are_told_and_no_others() -> None:
    record = read(TOLD_TWICE.lstrip())
    kind = maker_of("adresses-jaunes").kinds["several"]
    asked = record.tag("Asked") or ""
    answer = meant(kind.rows(record, asked), record.tag("Answer") or "")
    way = kind.way(record, asked, answer)
    assert way.grade.steps == len(way.thoughts)
    assert way.grade.level == HARD


def test_a_level_is_where_half_of_the_readers_get_through() -> None:
    def level(*through: int) -> str:
        return Grade(1, 1, 1, 2, through=through).level

    assert [level(50, 90, 99), level(49, 50, 99), level(0, 49, 50), level(0, 0, 49)] == list(LEVELS)


def test_a_hard_puzzle_refutes_what_seems_right_and_a_medium_one_joins_something() -> None:
    def real(through: tuple[int, ...], reasons: int = 2, refutes: bool = True) -> bool:
        return Grade(1, 1, 1, reasons, (), through, refutes).is_real

    assert real((60, 90, 99), 1, refutes=False)
    assert real((0, 90, 99), refutes=False) and not real((0, 90, 99), 1)
    assert real((0, 9, 99)) and not real((0, 9, 99), refutes=False)
    assert real((0, 9, 40)) and not real((0, 9, 40), refutes=False) and not real((0, 0, 0))


def test_how_many_readers_a_grade_is_off_a_level() -> None:
    def off(through: tuple[int, ...], level: str, refutes: bool = True) -> int:
        return Grade(1, 1, 1, 2, (), through, refutes).off(level)

    for through, level in (((50, 90, 99), EASY), ((49, 50, 99), MEDIUM), ((0, 49, 50), HARD)):
        assert [off(through, each) == 0 for each in LEVELS] == [each == level for each in LEVELS]
    assert off((0, 9, 5), FIENDISH) == 0 and off((0, 0, 2), FIENDISH) == 3
    assert off((0, 9, 99), FIENDISH) == 50 and off((0, 9, 99), MEDIUM) == 41
    assert off((0, 9, 99), HARD, refutes=False) == 100 and off((60, 90, 99), EASY, False) == 0


def test_a_choice_that_seems_best_and_is_needs_no_reader() -> None:
    steps = [Played(say("one"), {Trait.OPEN, Trait.LENT}, 40), Played(say("two"), {Trait.CHANGED})]
    as_it_seems = played_way(steps, 12, unseen=1.0).grade
    assert as_it_seems.level == EASY and not as_it_seems.refutes
    other = played_way(steps, 12, unseen=0.0, refutes=True).grade
    assert other.level in (HARD, FIENDISH) and other.refutes


def test_some_answer_right_who_do_not_see_the_way() -> None:
    steps = [Played(say("one"), {Trait.OPEN, Trait.LEFT}, 4)]
    none, third = (played_way(steps, 12, unseen).grade.through for unseen in (0.0, 1 / 3))
    assert none[0] == 0 and third[0] == 33
    assert all(abs(b - (a + (100 - a) / 3)) < 1 for a, b in zip(none, third, strict=True))


def test_more_cases_are_harder_by_halves() -> None:
    hard = [Played(say("one"), {Trait.OPEN}, n).difficulty for n in (1, 2, 3, 4, 5, 16, 17, 33)]
    assert hard == [2, 3, 5, 5, 12, 32, 62, 92]


def test_the_steps_of_a_proof_wait_for_those_that_they_rest_on() -> None:
    for puzzle in puzzles("adresses-jaunes"):
        claims = puzzle.kind.claims(puzzle.question, puzzle.asked, puzzle.answer)
        steps = hurdles(chains(puzzle.hidden, claims)[0])
        assert all(before < n for n, each in enumerate(steps) for before in each.after)
        if puzzle.level == MEDIUM:
            break


def test_what_is_marked_on_the_board_need_not_be_held_in_mind() -> None:
    hidden = next(puzzles("adresses-jaunes")).hidden
    tile, other = [item for item in hidden.items if len(hidden.names_for(item)) > 1][:2]
    place = hidden.names_for(tile)[0]
    fact = next(fact for fact in hidden.facts if not fact.because.setup)

    def last(*conclusions: Conclusion) -> int:
        before = [ProofStep(Pattern.COUNT, each, (fact,), (), ()) for each in conclusions]
        ends = Conclusion((other,), (place,), 1, None, 1)
        end = ProofStep(Pattern.COUNT, ends, (fact,), (), tuple(range(len(before))))
        assert end.reasons == 1 + len(before)
        return hurdles(Chain((*before, end), hidden))[-1].difficulty

    told = Conclusion((tile,), (place,), None, 0, 1)
    counted = Conclusion((tile, other), (place,), 1, None, 2)
    assert told.claims and not counted.claims
    assert last() == last(told) == last(told, told, told) == 3
    assert last(counted) == last(counted, told) == 4 and last(counted, counted) == 6


ZEROS = """
[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "table"]
[From "clues"]
[Kind "who"]
[Asked "3P"]
revealed 1P 1R 3T 4R 7P 8R
found Cy 6T 9P
deal Ana ????
deal Bo ????
deal Cy ??
Cy disc v3 shows 0
Ana disc h1 shows 0
Bo disc P shows 0
conclusion
"""


def test_what_a_line_alone_rules_out_is_marked_on_the_board_too() -> None:
    """Each disc of 0 crosses somebody out: beginners see that nobody is left."""
    puzzle = Puzzle("zeros", read(ZEROS.strip() + "\n"))
    assert puzzle.answer == ("nobody",)
    assert puzzle.grade.level == EASY


def test_marks_help_within_a_case_too_but_not_what_was_drawn_there() -> None:
    hidden = next(puzzles("adresses-jaunes")).hidden
    tile = next(item for item in hidden.items if len(hidden.names_for(item)) > 1)
    told = Conclusion((tile,), (hidden.names_for(tile)[0],), 1, None, 1)
    fact, other = [fact for fact in hidden.facts if not fact.because.setup][:2]
    first = ProofStep(Pattern.FULL, told, (fact,), (), ())
    one = ProofStep(Pattern.FULL, told, (fact,), (), (0,), supposed=True)
    two = ProofStep(Pattern.FULL, told, (other,), (), (0,), within=(0,), supposed=True)
    last = ProofStep(Pattern.CONTRADICTION, told, (), (), (), case=Case(told, (one, two)))
    assert hurdles(Chain((first, last), hidden))[-1].difficulty == 20 + (1 + 1) + (1 + 3)


def test_the_puzzle_of_the_day_gets_harder_over_the_week() -> None:
    monday = date(2026, 11, 23)
    for week in range(3):
        days = [daily(monday + timedelta(7 * week + n)) for n in range(7)]
        assert [each.level for each in days] == [EASY, EASY, MEDIUM, MEDIUM, HARD, HARD, FIENDISH]


def test_each_puzzle_comes_once_before_any_of_its_level_comes_again() -> None:
    monday = date(2026, 11, 23)
    days = [daily(monday + timedelta(n)) for n in range(7 * 200)]
    easy = [each.key for each in days if each.level == EASY]
    n = len({*easy})
    begin = next(at for at in range(n) if len({*easy[at : at + n]}) == n)
    assert all(len({*easy[at : at + n]}) == n for at in range(begin, len(easy) - n, n))


@pytest.mark.parametrize("game", OWN)
def test_no_level_is_searched_of_which_the_stock_has_none(game: str) -> None:
    for level in LEVELS:
        assert bool(maker_of(game).tried_for(level)) == any(stock(game, level=level))


def test_a_seed_of_the_stock_names_its_puzzle() -> None:
    kept = kept_of("onstage", "play-17-3")
    assert kept is not None and (kept.kind, kept.lot, kept.at) == ("play", "17", 3)
    none = ("7", "7-1", "play-17", "abc-1-x", "")
    assert [kept_of("onstage", seed) for seed in none] == [None] * 5
    assert [*stock("no-such-game")] == []


@pytest.mark.parametrize("game", OWN)
def test_a_series_teaches_every_skill_once_and_gets_harder(game: str) -> None:
    lessons = course(game)
    own = list(bundled(game))
    taught = [skill for lesson in lessons for skill in lesson.skills]
    assert len(taught) == len({*taught})
    assert {*taught} == {skill_named(name) for each in own for name in each.skills} & TAUGHT.keys()
    assert all({*lesson.skills} <= {*map(skill_named, lesson.puzzle.skills)} for lesson in lessons)
    assert len({lesson.puzzle.key for lesson in lessons}) == len(lessons)
    assert LEVELS.index(lessons[0].puzzle.level) == 0


def test_every_skill_that_a_proof_can_need_has_a_line() -> None:
    untold = {Pattern.TOLD, Pattern.ELSEWHERE}
    assert TAUGHT.keys() == {*Pattern, *Trait} - untold


def test_whoever_mistrusts_what_seems_right_draws_lots_and_nobody_else_does() -> None:
    nobody_sees = [Hurdle(frozenset({Trait.LEFT}), 10_000)]
    assert readings(nobody_sees, 100, 0.0, 1 / 2)[0] == 0
    assert all(share >= 50 for share in readings(nobody_sees, 100, 0.0, 1 / 2)[1:])
    assert readings(nobody_sees, 100, 1.0, 1 / 2) == (100, 100, 100)
