"""Who took what from the packs that were passed on: what is found, why, and what is shown of it."""

from itertools import islice
from random import Random

import pytest

from aparte.models.core import View
from aparte.models.record import read
from aparte.puzzles.bundled import HARD
from aparte.puzzles.forms import NAMES
from aparte.puzzles.kinds import PARTED, Engine, answer_of
from aparte.puzzles.overseers.drafted import Drafted
from aparte.puzzles.overseers.maker import PUZZLES
from aparte.puzzles.overseers.passed import Cell, Least, Not, Table, Thinking, Where
from aparte.puzzles.overseers.took import Took
from aparte.sessions.solving import OptionMark, claimed
from aparte.solver.engine.patterns import Pattern
from tests.bundled import puzzles_of

KIND = Took()
SUPPOSED = """
[Game "overseers"]
[Record "1"]
[Players "Ana Bo Cy Dai"]
[From "clues"]
[Seat "Ana"]
round 1 leader Dai
characters Meixiu Liang Steadfast Thief-Taker
deal Ana A A H P T T
deal Bo ??????
deal Cy ??????
deal Dai ??????
Ana picks A
Bo picks ?
Cy picks ?
Dai picks ?
gets Ana A A M M P
gets Bo ?????
gets Cy ?????
gets Dai ?????
Ana picks M
Bo picks ?
Cy picks ?
Dai picks ?
gets Ana B B H M
gets Bo ????
gets Cy ????
gets Dai ????
Ana picks B
Bo picks ?
Cy picks ?
Dai picks ?
gets Ana A P P
gets Bo ???
gets Cy ???
gets Dai ???
Ana picks P
Bo picks ?
Cy picks ?
Dai picks ?
gets Ana H T
gets Bo ??
gets Cy ??
gets Dai ??
Ana picks H
Bo picks ?
Cy picks ?
Dai picks ?
gets Ana A
gets Bo ?
gets Cy ?
gets Dai ?
Ana discards H
Bo discards ?
Cy discards ?
Dai discards ?
Ana places M B P / A A
Bo places ??? / ??
Cy places ??? / ??
Dai places ??? / ??
shows Ana M B P
shows Bo A T A
shows Cy T H H
shows Dai B M M
Ana looks Bo b1 b2 = T B
"""


def drafted(seats: int, seed: int, so_many: int) -> list[View]:
    rng = Random(seed)
    return [Drafted.drawn(NAMES[:seats], rng).view for _ in range(so_many)]


def truths(table: Table) -> list[dict[Cell, str]]:
    """What every card was, in each way to allot the packs."""
    return [
        {(number, at): kind for number, dealt in enumerate(ways) for at, kind in enumerate(dealt)}
        for ways in table.fitting()
    ]


def holds(table: Table, fact: Not | Least, truth: dict[Cell, str]) -> bool:
    if isinstance(fact, Not):
        return truth[fact.cell] != fact.kind
    taken = sum(truth[cell] == fact.kind for cell in table.cells[fact.player])
    more = table.shown[fact.player][fact.kind] - taken
    return fact.n <= (more if fact.where is Where.APART else -more)


@pytest.mark.parametrize("seats", [3, 4])
def test_all_packs_are_allotted_alike_by_counting_and_by_proof(seats: int) -> None:
    found = 0
    for view in drafted(seats, 1, 25):
        for asked in KIND.asked(view):
            counted = KIND.left(view, asked, Engine.COUNT)
            assert counted == KIND.left(view, asked, Engine.PROOF)
            assert answer_of(counted) is not None
            found += 1
    assert found > 2


@pytest.mark.parametrize("seats", [3, 4])
def test_what_is_thought_is_true_in_every_way_and_leads_to_the_answer(seats: int) -> None:
    solved = 0
    for view in drafted(seats, 2, 25):
        table = Table.of(view)
        worlds = truths(table)
        assert worlds, "the cards as they were dealt are one way"
        for asked in KIND.asked(view):
            numbers = [
                n for pick in asked.split(PARTED) if (n := table.numbered(int(pick))) is not None
            ]
            steps = Thinking(table).found(numbers)
            for step in steps:
                assert step.facts and all(holds(table, f, w) for f in step.facts for w in worlds)
            grounds: set[object] = set()
            for step in steps:
                assert step.grounds <= grounds, "a step rests on steps before it"
                grounds |= step.facts
            solved += bool(steps)
    assert solved > 2


def test_what_has_to_be_supposed_is_refuted_step_by_step() -> None:
    # Only Dai can show two Murders. Had Bo the Honesty of pack 3, then his Benevolence comes from
    # elsewhere, and so a second Theft from pack 1: Cy has no Theft to show beside two Honesties.
    view = read(SUPPOSED.strip() + "\n")
    table = Table.of(view)
    number = table.numbered(3)
    assert number is not None
    thinking = Thinking(table)
    assert thinking.follow() is None
    assert thinking.options((number, 0)) == ["B", "H"] and thinking.options((number, 2)) == ["M"]
    (step,) = (each for each in Thinking(table).found([number]) if each.supposed)
    cell, kind = step.supposed or ((0, 0), "")
    assert all(truth[cell] != kind for truth in truths(table))
    assert step.inner[-1].facts == frozenset() and step.difficulty() > 40
    assert all(each.facts for each in step.inner[:-1])
    assert KIND.left(view, "3", Engine.PROOF) == (("B",), ("H",), ("M",))
    way = KIND.way(view, "3", ("B", "H", "M"))
    words = "\n".join(str(thought.words) for thought in way.thoughts)
    assert way.grade.level == HARD and "Suppose: " in words and "what was supposed" in words


def test_without_its_pack_nothing_is_left_to_answer() -> None:
    view, asked = next((v, a) for v in drafted(4, 1, 60) for a in KIND.asked(v))
    bare = view
    while clues := PUZZLES.clues(bare):
        bare = PUZZLES.without(bare, clues[0])
    assert KIND.left(bare, asked, Engine.COUNT) == ()
    answer = answer_of(KIND.left(view, asked, Engine.COUNT)) or ()
    assert KIND.holds(view, asked, answer) and not KIND.holds(bare, asked, answer)


def test_the_solution_names_the_packs_first_and_ends_with_who_took_what() -> None:
    view, asked = next((v, a) for v in drafted(4, 1, 60) for a in KIND.asked(v) if PARTED not in a)
    answer = answer_of(KIND.left(view, asked, Engine.COUNT)) or ()
    first, *_, last = KIND.way(view, asked, answer).thoughts
    assert first.lines and "took" in str(first.words)
    assert f"from pack {asked}" in str(last.words)
    assert all(row.subject.endswith(f":{asked}") for row in KIND.rows(view, asked))


def test_bots_rounds_are_asked_about_too() -> None:
    views = (each for seed in range(6) for each in PUZZLES.views(Random(seed), KIND.name))
    assert any(any(KIND.asked(view)) for view in islice(views, 40))


def test_where_copies_of_a_kind_are_counted_no_hint_before_the_step_names_it() -> None:
    for puzzle in puzzles_of("overseers", "took"):
        for thought, hints in zip(puzzle.way.thoughts, puzzle.way.hints, strict=True):
            together = [each for each in hints if str(each).startswith("Take this together")]
            assert not together or thought.skill is not Pattern.TALLY


def test_what_a_step_settles_can_be_marked_and_is_the_answer() -> None:
    for puzzle in puzzles_of("overseers", "took"):
        marks = {
            pair: mark
            for thought in puzzle.way.thoughts
            for pair, mark in claimed(puzzle, thought.claims).items()
        }
        sure = {row: option for (row, option), mark in marks.items() if mark == OptionMark.SURE}
        assert sure == dict(enumerate(puzzle.answer))
        assert all(puzzle.answer[row] != o for (row, o), m in marks.items() if m == OptionMark.NOT)
