"""Solving a puzzle: marks as values, counted help, what is kept."""

import json
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import islice
from re import findall

import pytest

from aparte.puzzles.bundled import Bundled, bundled, daily
from aparte.puzzles.grade import skill_named
from aparte.puzzles.room import Puzzle, puzzle_in, puzzles
from aparte.sessions import solved
from aparte.sessions.glicko import Rating, after
from aparte.sessions.solved import Desk
from aparte.sessions.solving import OptionMark, Solving
from aparte.sessions.store import Store
from aparte.sessions.texts import OPEN, SOLVED
from tests.bundled import puzzles_of


@pytest.fixture
def puzzle() -> Puzzle:
    return next(each for each in puzzles("adresses-jaunes") if len(each.rows) > 2)


def filled(puzzle: Puzzle, wrong: bool = False) -> Solving:
    solving = Solving()
    for number, (row, option) in enumerate(zip(puzzle.rows, puzzle.answer, strict=True)):
        if wrong and number == 0:
            option = next(each for each in row.options if each != option)
        solving = solving.marked(puzzle, [(number, option)], OptionMark.SURE)
    return solving


def test_an_answer_is_judged_when_it_is_whole(puzzle: Puzzle) -> None:
    assert filled(puzzle).solved and not filled(puzzle).mistakes
    assert not filled(puzzle, wrong=True).solved and filled(puzzle, wrong=True).mistakes == 1


def test_crossing_out_all_but_one_is_an_answer(puzzle: Puzzle) -> None:
    solving = Solving()
    for number, (row, right) in enumerate(zip(puzzle.rows, puzzle.answer, strict=True)):
        for option in row.options:
            if option != right:
                solving = solving.marked(puzzle, [(number, option)], OptionMark.NOT)
    assert solving.solved


def test_changes_go_back_and_forth(puzzle: Puzzle) -> None:
    option = puzzle.rows[0].options[0]
    one = Solving().marked(puzzle, [(0, option)], OptionMark.NOT)
    two = one.noted("look here")
    assert two.undo().sheet == one.sheet
    assert two.undo().undo().sheet == Solving().sheet
    assert two.undo().undo().redo().redo().sheet == two.sheet
    assert not two.undo().noted("another").undone


def test_checks_and_hints_are_counted(puzzle: Puzzle) -> None:
    wrong = next(each for each in puzzle.rows[0].options if each != puzzle.answer[0])
    solving, found = Solving().marked(puzzle, [(0, wrong)], OptionMark.SURE).checked(puzzle)
    assert (str(found), solving.checks, solving.mistakes) == ("1 mark is wrong.", 1, 1)
    once, first = Solving().hinted(puzzle)
    twice, second = once.hinted(puzzle)
    assert (once.hints, twice.hints) == (1, 2)
    assert (first, second) == puzzle.way.hints[0][:2]


def all_told(puzzle: Puzzle, solving: Solving | None = None) -> tuple[Solving, list[str]]:
    """Return the progress when all hints are told from there, and these."""
    solving, told = solving or Solving(), list[str]()
    while True:
        after, words = solving.hinted(puzzle)
        if after.hints == solving.hints:
            return solving, told
        solving = after
        told.append(str(words))


@pytest.mark.parametrize("each", list(bundled())[::11], ids=lambda each: each.name)
def test_after_the_last_hint_all_are_told_again_for_nothing_and_can_be_marked(
    each: Bundled,
) -> None:
    puzzle = puzzle_in(each)
    solving, told = all_told(puzzle)
    steps = [f"{n}/{len(puzzle.way.thoughts)} " for n in range(1, len(puzzle.way.thoughts) + 1)]
    full = [each for each in told if each.startswith(tuple(steps))]
    assert [each.partition(" ")[0] + " " for each in full] == steps
    assert not told[0].startswith(tuple(steps)) and len({*told}) == len(told)
    saved = json.loads(json.dumps(solving.data()))
    again, heard = Solving.from_data(saved), list[str]()
    for _ in full + full[:1]:
        again, words = again.hinted(puzzle)
        heard.append(str(words))
    more = [f"There are no more hints. Once more: {each}" for each in full + full[:1]]
    assert heard == more and again.hints == len(told)
    done = again.put(puzzle, again.taken(puzzle)).handed_in(puzzle)
    assert done.solved


def test_hints_leave_out_what_only_leads_to_marks() -> None:
    """Whoever has all pieces but one is told the steps to that one, and none of the others."""
    found = next(each for each in bundled() if each.name == "32-pok-fu-lam")
    puzzle = puzzle_in(found)
    thoughts = puzzle.way.thoughts
    for last, asked in enumerate(puzzle.rows):
        marks = {(n, each): OptionMark.SURE for n, each in enumerate(puzzle.answer) if n != last}
        _, told = all_told(puzzle, Solving().put(puzzle, marks))
        (end,) = (
            number
            for number, thought in enumerate(thoughts)
            if any(each.holds and each.item == asked.subject for each in thought.claims)
        )
        leading = [end]
        for number in leading:
            leading += (each for each in thoughts[number].earlier if each not in leading)
        full = [str(each.words) for n, each in enumerate(thoughts) if n in leading]
        heard = [
            each for each in told if each.endswith(tuple(map(str, (t.words for t in thoughts))))
        ]
        assert heard and all(each.endswith(tuple(full)) for each in heard)
        assert len(told) < len(all_told(puzzle)[1])


@pytest.mark.parametrize("each", list(bundled())[::11], ids=lambda each: each.name)
def test_no_hint_but_the_last_tells_the_answer(each: Bundled) -> None:
    puzzle, solving = puzzle_in(each), Solving()
    right = {(n, option): OptionMark.SURE for n, option in enumerate(puzzle.answer)}.items()
    _, told = all_told(puzzle)
    for _ in told[:-1]:
        solving, _ = solving.hinted(puzzle)
        assert not right <= solving.taken(puzzle).items()
    assert len(told) > 2


def test_hints_that_lead_to_a_step_name_neither_the_question_nor_the_answer() -> None:
    for each in islice(puzzles(), 0, None, 7):
        first = str(each.way.hints[0][0])
        asked = {row.subject for row in each.rows if not each.kind.open}
        assert not asked & {*findall(r"\w+", first)}, each.name
        if each.kind.name in ("play", "which", "fewest"):
            hints = (str(hint) for hints in each.way.hints for hint in hints)
            look = [hint for hint in hints if hint.startswith("Look at")]
            named = (each.answer[0], str(each.said()[0]))
            assert not any(name in findall(r"\w+", hint) for hint in look for name in named)


def test_what_is_supposed_is_told_step_by_step() -> None:
    puzzle = next(each for each in puzzles() if "contradiction" in each.way.grade.patterns)
    number = next(n for n, each in enumerate(puzzle.way.thoughts) if "\n" in str(each.words))
    words = str(puzzle.way.thoughts[number].words).split("\n")[1:]
    rows = [str(hint) for hint in puzzle.way.hints[number]][-len(words) + 1 :]
    assert rows == ["\n".join(words[:n]) for n in range(1, len(words))]


def test_a_step_that_settles_all_of_a_round_is_told_last() -> None:
    puzzle = puzzles_of("bards", "rest")[0]
    n = len(puzzle.way.thoughts)
    assert all_told(puzzle)[1][-1] == f"{n}/{n} {puzzle.way.thoughts[1].words}"


def test_a_wrong_answer_counts_once_however_often_it_is_given(puzzle: Puzzle) -> None:
    wrong = filled(puzzle, wrong=True)
    again = Solving.from_data(json.loads(json.dumps(wrong.data()))).handed_in(puzzle)
    assert (wrong.mistakes, again.mistakes) == (1, 1)
    old = wrong.data()
    del old["wrong"]  # saved by an earlier version
    assert Solving.from_data(old).handed_in(puzzle).mistakes == 2


def test_where_one_stands_is_kept_for_several_puzzles(store: Store) -> None:
    one, two = list(puzzles())[:2]
    for when, each in enumerate((two, one)):
        solved.keep(store, each, Solving().noted(each.name), when)
    notes = [solved.standing(store, each).sheet.notes for each in (one, two)]
    assert notes == [(one.name,), (two.name,)]
    assert list(solved.desk(store).open) == [solved.key_of(two), solved.key_of(one)]


def test_a_line_is_kept_at_every_key_until_it_is_entered(store: Store, puzzle: Puzzle) -> None:
    for text in ("n", "no", "not"):
        solved.keep_line(store, puzzle, text)
    assert solved.line(store, puzzle) == "not"
    solved.keep(store, puzzle, Solving(), 0.0)
    assert solved.line(store, puzzle) == ""


def test_what_is_solved_counts_once_for_the_rating_and_can_be_erased(
    store: Store, puzzle: Puzzle
) -> None:
    solved.keep(store, puzzle, Solving(), 0.0)
    solved.keep(store, puzzle, replace(filled(puzzle), seconds=62.0), 1.0)
    once = solved.desk(store)
    assert once.rating.value > 1500 and once.solved[0].seconds == 62.0 and not once.open
    solved.keep(store, puzzle, filled(puzzle), 2.0)
    assert solved.desk(store).rating == once.rating
    solved.erase(store)
    assert solved.desk(store) == Desk()


def test_days_on_which_the_puzzle_of_the_day_was_solved_are_counted_in_a_row(store: Store) -> None:
    today = date(2026, 11, 23)

    def solve(day: date, of: date) -> None:
        puzzle = puzzle_in(daily(of))
        at = datetime.combine(day, time(12)).timestamp()
        solved.keep(store, puzzle, filled(puzzle), at)

    def streak() -> int:
        return solved.desk(store).streak(today)

    assert streak() == 0
    for back, expected in ((4, 0), (2, 0), (1, 2), (0, 3)):
        solve(today - timedelta(back), today - timedelta(back))
        assert streak() == expected
    solve(today, today - timedelta(3))  # too late to count
    assert streak() == 3
    solve(today, today)
    assert streak() == 3
    told = str(solved.shared(puzzle_in(daily(today)), Solving(seconds=75), solved.desk(store)))
    assert told.startswith("Aparté 2026-11-23, ") and told.endswith("; 3 days in a row")
    assert "1 min 15 s" in told


def test_a_line_to_share_tells_nothing_of_the_answer(store: Store, puzzle: Puzzle) -> None:
    solved.keep(store, puzzle, filled(puzzle), 1.0)
    told = str(solved.shared(puzzle, filled(puzzle), solved.desk(store)))
    assert told.startswith(f"Aparté, Les Adresses Jaunes, {puzzle.title('en')} (")
    assert not any(f" {row.subject}" in told for row in puzzle.rows)
    assert not any(f" {player}" in told for player in puzzle.record.setup.players)


def test_a_puzzle_solved_by_an_earlier_version_is_read(store: Store, puzzle: Puzzle) -> None:
    solved.keep(store, puzzle, filled(puzzle), 1.0)
    ((name, text),) = store.texts(SOLVED).all().items()
    data = json.loads(text)
    del data["daily"]
    store.texts(SOLVED)[name] = json.dumps(data)
    assert solved.desk(store).solved[0].daily is None


@pytest.mark.parametrize("damage", ["", "\N{REPLACEMENT CHARACTER}{", '{"version": 1}', "[]"])
def test_a_damaged_open_puzzle_is_told_and_bars_no_other(
    store: Store, puzzle: Puzzle, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    other = next(each for each in puzzles("adresses-jaunes") if each != puzzle)
    solved.keep(store, other, Solving(), 0.0)
    store.texts(OPEN)[solved.key_of(puzzle)] = damage
    assert list(solved.desk(store).open) == [solved.key_of(other)]
    assert solved.standing(store, puzzle) == Solving()
    assert capsys.readouterr().err.count("it begins anew") == 2


def test_the_rating_is_that_of_the_published_example() -> None:
    # Glickman's example plays three games in one period; one game at a time comes close to it.
    rating = Rating(1500, 200)
    for other, score in ((Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)):
        rating = after(rating, other, score)
    assert rating.value == pytest.approx(1464.06, abs=6)
    assert rating.deviation == pytest.approx(151.52, abs=2)
    assert rating.volatility == pytest.approx(0.05999, abs=1e-4)


def test_what_has_cost_most_is_offered_next(store: Store) -> None:
    ours = list(bundled())
    first = solved.desk(store).next()
    assert first is not None and first[0].level == "easy" and first[1] == ""
    kept = [
        solved.SolvedPuzzle(
            each.key,
            each.name,
            each.tags["Game"],
            each.tags["Kind"],
            each.level,
            1.0,
            60.0,
            0,
            n,
            0,
        )
        for each, n in (
            (next(each for each in ours if "overlap" in each.skills), 4),
            (next(each for each in ours if "overlap" not in each.skills), 0),
        )
    ]
    offered = Desk({}, tuple(kept)).next()
    assert offered is not None
    puzzle, skill = offered
    assert skill in puzzle.skills and puzzle.key not in {each.key for each in kept}
    assert skill not in next(e for e in ours if e.key == kept[1].key).skills
    assert all(skill_named(skill).called for each in ours for skill in each.skills)
    everything = Desk({each.key: solved.Open("", Solving(), 0.0) for each in ours})
    assert everything.next() is None and solved.offered(everything) == []
