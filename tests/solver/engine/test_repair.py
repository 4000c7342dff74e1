"""One slip in a real record: its line is named, the true line is among the first repairs."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.models.core import Contradiction, Event, Record, TableError, view
from aparte.models.event import TABLE
from aparte.models.record import Attempt, read_attempt, read_file, write, write_event
from aparte.solver.engine.count import Counter, TooManyStates
from aparte.solver.engine.fitting import fault_of
from aparte.solver.engine.reading import reader_of
from aparte.solver.engine.repair import WORK, Repairs, _Workshop, repairs_of, worlds_left
from aparte.solver.engine.work import SECOND, Work
from tests.aparte_cli import EXAMPLES, same_always

GOLDEN = Path(__file__).parents[2] / "golden"
LONG = 60 * SECOND
"""Steps of work that no repair of these needs."""

SLIPS = [
    pytest.param("adresses-jaunes-3", "Bo", "Bo disc h2 = 0", "Bo disc h2 = 1", id="own disc"),
    pytest.param("adresses-jaunes-3", TABLE, "Bo disc R = 1", "Bo disc R = 0", id="disc"),
    pytest.param("adresses-jaunes-3", "Bo", "Bo pawn 9T = Ana", "Bo pawn 9T = Bo", id="holder"),
    pytest.param("adresses-jaunes-3", "Bo", "Bo pawn 9T = Ana", "Bo pawn 9P = Ana", id="tile"),
    pytest.param("onstage-en-3", TABLE, "Cy plays G6", "Cy plays G5", id="card"),
    pytest.param("onstage-en-3", "Bo", "Ana plays K8", "Ana plays B6", id="revoke"),
    pytest.param("onstage-en-3", TABLE, "Bo plays B5", "Bo plays K8", id="revoke told later"),
    pytest.param(
        "onstage-en-3", TABLE, "Bo plays G7 swap K1 B2", "Bo plays K7 swap K1 B2", id="lead"
    ),
    pytest.param("overseers-3", TABLE, "shows Ana P M A", "shows Ana B M A", id="top row"),
    pytest.param("overseers-3", TABLE, "opens Cy H B", "opens Cy H A", id="bottom row"),
    pytest.param("bards-v2-3", TABLE, "Ana rolls P6", "Ana rolls R6", id="die"),
]


def game(name: str, viewer: str) -> Record:
    return view(read_file(GOLDEN / f"{name}.rec"), viewer)


def slipped(record: Record, true: str, wrong: str) -> str:
    """Return the text of `record` with the first line that reads `true` reading `wrong`."""
    text = write(record)
    assert f"\n{true}\n" in text
    return text.replace(f"\n{true}\n", f"\n{wrong}\n", 1)


def broken(attempt: Attempt) -> tuple[Attempt, TableError]:
    fault = fault_of(attempt)
    assert fault is not None
    return attempt, fault


def texts(found: Repairs, record: Record) -> list[str]:
    return [repair.text(record) for repair in found.found]


@pytest.mark.parametrize(("name", "viewer", "true", "wrong"), SLIPS)
def test_the_true_line_is_among_the_first_three(name, viewer, true, wrong) -> None:
    record = game(name, viewer)
    attempt, fault = broken(read_attempt(slipped(record, true, wrong)))
    found = repairs_of(attempt, fault, Work(LONG))
    assert found.finished and found.whole
    assert true in texts(found, record)[:3]


@pytest.mark.soak
@pytest.mark.parametrize(("name", "viewer", "true", "wrong"), SLIPS)
def test_each_repair_makes_all_lines_true_again(name, viewer, true, wrong) -> None:
    record = game(name, viewer)
    lines = slipped(record, true, wrong).split("\n")
    attempt, fault = broken(read_attempt("\n".join(lines)))
    for repair in repairs_of(attempt, fault, Work(LONG)).found:
        mended = list(lines)
        mended[repair.line - 1] = repair.text(record)
        again = read_attempt("\n".join(mended))
        assert fault_of(again) is None
        assert mended != lines


def named(text: str, fault: TableError) -> list[str]:
    return [text.split("\n")[line - 1] for line in fault.lines]


def test_a_card_played_twice_names_both_plays() -> None:
    text = slipped(game("onstage-en-3", TABLE), "Cy plays G6", "Cy plays P3")
    _, fault = broken(read_attempt(text))
    assert named(text, fault) == ["Cy plays P3", "Cy plays P3"]


def test_a_claim_that_cannot_be_names_the_trick() -> None:
    text = slipped(game("onstage-en-3", "Bo"), "Ana plays K8", "Ana plays B6")
    _, fault = broken(read_attempt(text))
    assert named(text, fault) == ["Bo plays K6", "Cy plays K2", "Ana plays B6", "Ana claims K3"]


def test_a_wrong_reveal_is_named_with_the_sum_it_does_not_add_up_to() -> None:
    record = game("overseers-3", TABLE)
    text = slipped(record, "opens Cy H B", "opens Cy H A")
    number = 1 + text.split("\n").index("opens Cy H A")
    _, fault = broken(read_attempt(text))
    assert number in fault.lines
    assert all("Cy" in line for line in named(text, fault)[:-1])


def test_lines_left_out_come_last() -> None:
    record = game("adresses-jaunes-3", "Bo")
    attempt, fault = broken(read_attempt(slipped(record, "Bo pawn 9T = Ana", "Bo pawn 9T = Bo")))
    cut = replace(attempt, rest=attempt.rest[:1])
    found = repairs_of(cut, fault, Work(LONG)).found
    left_out = [each.event is None for each in found]
    assert all(each.line in fault.lines for each in found if each.event is None)
    assert left_out == sorted(left_out)
    assert {*left_out} == {False, True}


def test_twins_have_the_same_repairs() -> None:
    # Bo and Cy exchange what the table does not see: two truths, one view.
    truth = read_file(GOLDEN / "adresses-jaunes-3.rec").until(13)
    other = truth.with_lines(
        replace(line, event=replace(line.event, outcome=swap(line.event)))
        if line.event and line.event.verb == "deal" and line.event.words[0] in ("Bo", "Cy")
        else line
        for line in truth.until(7).lines
    )
    views = [
        "\n".join([*write(view(each.until(7), TABLE)).splitlines(), "Bo disc T = 5"])
        for each in (truth, other)
    ]
    found = [repairs_of(*broken(read_attempt(text)), Work(LONG)) for text in views]
    assert views[0] == views[1] and found[0] == found[1] and found[0].found


def swap(event: Event) -> tuple[str, ...]:
    hands = {"Bo": ("1T", "2P", "5P", "5T"), "Cy": ("2R", "2T", "7T", "9P")}
    return hands[event.words[0]]


def test_a_seat_is_told_nothing_that_it_does_not_see() -> None:
    record = game("adresses-jaunes-3", "Bo")
    attempt, fault = broken(read_attempt(slipped(record, "Bo disc h2 = 0", "Bo disc h2 = 1")))
    for repair in repairs_of(attempt, fault, Work(LONG)).found:
        if repair.event and repair.event.verb == "deal" and repair.event.words[0] != "Bo":
            assert set(repair.event.outcome) == {"?"}


def test_what_stops_early_says_so() -> None:
    attempt, fault = broken(
        read_attempt(slipped(game("onstage-en-3", TABLE), "Cy plays G6", "Cy plays G5"))
    )
    found = repairs_of(attempt, fault, Work(0))
    assert not found.finished and not found.found


@pytest.mark.parametrize("work", [300, 3_000, WORK])
@pytest.mark.parametrize(("name", "viewer", "true", "wrong"), [SLIPS[1], SLIPS[4], SLIPS[8]])
def test_no_clock_decides_what_repairs_are_found(name, viewer, true, wrong, work, hours) -> None:
    attempt, fault = broken(read_attempt(slipped(game(name, viewer), true, wrong)))
    quiet = repairs_of(attempt, fault, Work(work))
    hours()
    assert repairs_of(attempt, fault, Work(work)) == quiet
    assert quiet.finished or work < WORK


def test_more_work_finds_more() -> None:
    record = game("adresses-jaunes-3", "Bo")
    text = slipped(record, "Bo pawn 9T = Ana", "Bo pawn 9T = Bo")
    attempt, fault = broken(read_attempt(text))
    cut = replace(attempt, rest=attempt.rest[:1])
    found = [repairs_of(cut, fault, Work(work), None) for work in (0, 100, LONG)]
    assert [each.finished for each in found] == [False, False, True]
    assert 0 == len(found[0].found) < len(found[1].found) < len(found[2].found)


LIMITED = f"""
from pathlib import Path
from aparte.models.record import read_attempt
from aparte.solver.engine.fitting import fault_of
from aparte.solver.engine.repair import repairs_of
from aparte.solver.engine.work import Work

text = Path({str(GOLDEN / "overseers-3.rec")!r}).read_text("utf-8")
attempt = read_attempt(text.replace("opens Cy H B", "opens Cy H A"))
for work in (5_000, 20_000):
    print(repairs_of(attempt, fault_of(attempt), Work(work)))
"""


def test_the_same_repairs_are_found_in_every_process() -> None:
    assert same_always(LIMITED)


@pytest.mark.parametrize("name", ["adresses-jaunes-3", "onstage-en-3", "overseers-3"])
def test_whatever_counts_worlds_tells_what_that_took(name: str) -> None:
    record = game(name, TABLE)
    for number in (len(record.lines) // 3, len(record.lines) // 2):
        seen = record.until(record.lines[number].number)
        hidden, reader = seen.game.model.hidden(seen), reader_of(seen)
        for work in (Work(1), Work(10**9)):
            begun = work.left
            try:
                worlds = reader.worlds(work) if reader else Counter(hidden, work=work).worlds
            except TooManyStates:
                assert begun == 1 and work.left <= 0
            else:
                assert worlds_left(seen, Work()) in (worlds, None) and work.left < begun


def test_two_slips_are_repaired_as_far_as_the_second() -> None:
    record = game("adresses-jaunes-3", TABLE)
    text = slipped(record, "Bo disc T = 2", "Bo disc T = 9")
    attempt, fault = broken(read_attempt(text.replace("Ana pawn 2R = Bo", "Ana pawn 2R = Ana")))
    found = repairs_of(attempt, fault, Work(LONG))
    assert not found.whole and found.until == fault.lines[-1]
    assert "Bo disc T = 2" in texts(found, record)


@pytest.mark.parametrize("wrong", ["Bo disc T = 9", "Bo dics T = 2"])
def test_of_a_line_further_on_that_cannot_be_read_nothing_is_repaired(wrong: str) -> None:
    record = game("adresses-jaunes-3", TABLE)
    text = slipped(record, "Bo disc T = 2", wrong)
    attempt, fault = broken(read_attempt(f"{text}we had a break here\n"))
    found = repairs_of(attempt, fault, Work(LONG))
    assert not found.whole and found.until == text.count("\n")
    assert "Bo disc T = 2" in texts(found, record)


@pytest.mark.parametrize(
    ("name", "true", "wrong"),
    [
        ("adresses-jaunes-3", "Bo disc h2 = 0", "Bo disc h2 = 0 !"),
        ("bards-v2-3", "Ana rolls B5 P1 P5 P6 R1", "Ana rolls B5 P1 P5 P6 R1 !"),
        ("adresses-jaunes-3", "Bo disc h2 = 0", "Bo dics h2 = 0"),
        ("adresses-jaunes-3", "Bo disc h2 = 0", "Bo disc h9 = 0"),
        ("adresses-jaunes-3", "Bo disc h2 = 0", "Bo disc h2 0"),
        ("adresses-jaunes-3", "Bo pawn 9T = Ana", "Bo pawn 99T = Ana"),
        ("onstage-en-3", "Cy plays G6", "Cy plays H6"),
        ("onstage-en-3", "Cy plays G6", "Cy plays plays G6"),
        ("onstage-en-3", "Cy plays G6", "Cu plays G6"),
        ("overseers-3", "opens Cy H B", "opens Cy H X"),
    ],
)
def test_what_is_not_in_the_notation_is_repaired_alone(name: str, true: str, wrong: str) -> None:
    record = game(name, TABLE)
    attempt, fault = broken(read_attempt(slipped(record, true, wrong)))
    found = repairs_of(attempt, fault, Work(LONG))
    assert fault.kind == "notation" and found.whole
    assert {repair.line for repair in found.found} == {fault.lines[-1]}
    assert true in texts(found, record)[:3]


@pytest.mark.parametrize(
    ("true", "wrong", "meant"),
    [
        ("Dai disc h2 = 1", "Dai disc h9 = 1", {"h1", "h2", "h3"}),
        ("Ana disc P = 2", "Ana disc Q = 2", {"T", "R", "P"}),
    ],
)
def test_a_word_with_one_wrong_letter_comes_before_others(
    true: str, wrong: str, meant: set[str]
) -> None:
    text = (EXAMPLES / "adresses-jaunes-4p-bo.rec").read_text()
    assert true in text
    attempt, fault = broken(read_attempt(text.replace(true, wrong)))
    found = repairs_of(attempt, fault, Work(LONG)).found
    told = [repair.event.words[0] for repair in found if repair.event]
    assert {*told[:3]} <= meant and true.split()[2] in told[:3]


def test_what_is_no_line_at_all_can_be_left_out() -> None:
    record = game("adresses-jaunes-3", TABLE)
    attempt, fault = broken(read_attempt(write(record) + "we had a break here"))
    assert [repair.event for repair in repairs_of(attempt, fault, Work(LONG)).found] == [None]


def test_a_contradiction_is_repaired_in_its_lines() -> None:
    text = (EXAMPLES / "adresses-jaunes-3p-ana.rec").read_text()
    attempt, fault = broken(read_attempt(text.replace("Cy disc v1 = 2", "Cy disc v1 = 4")))
    found = repairs_of(attempt, fault, Work(LONG))
    assert isinstance(fault, Contradiction) and worlds_left(attempt.record, Work()) == 0
    assert found.found and {repair.line for repair in found.found} <= {*fault.lines}


@pytest.mark.parametrize(("name", "viewer", "true", "wrong"), SLIPS[8:10])
def test_another_order_of_the_same_pieces_is_no_other_repair(name, viewer, true, wrong) -> None:
    record = game(name, viewer)
    found = repairs_of(*broken(read_attempt(slipped(record, true, wrong))), Work(LONG), None).found
    laid = [
        (
            each.line,
            each.event.actor,
            each.event.verb,
            *sorted((*each.event.words, *each.event.outcome)),
        )
        for each in found
        if each.event is not None
    ]
    assert laid and len(laid) == len(set(laid))


@pytest.mark.parametrize("line", ["shows Bo B B", "opens Cy H B", "Cy places P T H / H B"])
def test_only_what_all_see_turned_up_is_doubted_last(line: str) -> None:
    record = game("overseers-3", TABLE)
    wrong = line.replace("H B", "H A").replace("B B", "B A")
    attempt = read_attempt(slipped(game("overseers-3", "Cy"), line, wrong))
    event = next(
        each.event
        for each in (*attempt.record.lines, *attempt.rest)
        if each.event is not None and write_event(record, each.event) == wrong
    )
    assert _Workshop(attempt, (), Work())._turns_up(event) == (not line.startswith("Cy"))


UNSEEN = """\
[Game "overseers"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "Ana"]
leader Bo
characters Gan Meixiu Wuming
deal Ana H H M P P P
deal Bo ??????
deal Cy ??????
"""


@pytest.mark.parametrize("wrong", ["Cy picks H", "Ana picks H", "deal Bo ????"])
def test_no_repair_tells_more_or_less_than_the_viewer_sees(wrong: str) -> None:
    head = UNSEEN if "picks" in wrong else write(game("adresses-jaunes-3", "referee"))
    text = head + wrong + "\n"
    if wrong.startswith("deal"):
        text = re.sub("(?m)^deal Bo .*$", wrong, head)
    attempt, fault = broken(read_attempt(text))
    found = repairs_of(attempt, fault, Work(LONG))
    lines = text.split("\n")
    for repair in found.found:
        mended = list(lines)
        mended[repair.line - 1] = repair.text(attempt.record)
        again = read_attempt("\n".join(mended)).error
        assert again is None or (not found.whole and max(again.lines) > found.until)
    assert ("Cy picks ?" in texts(found, attempt.record)) is ("picks" in wrong)
