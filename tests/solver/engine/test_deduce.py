"""What deduce finds is what all worlds have in common, and nothing else."""

from pathlib import Path
from random import Random

import pytest

from aparte.models.core import view
from aparte.models.hidden import Because, Claim, Count, Hidden, Only, holds
from aparte.models.record import read_file
from aparte.models.words import say
from aparte.solver.engine.deduce import Status, deduce
from aparte.solver.engine.solve import Solved
from tests.solver.engine.small import all_worlds, like_a_game, small_model
from tests.tables import blank

SETUP = Because(1, say("the deal"), setup=True)


@pytest.mark.parametrize("seed", range(90))
def test_every_status_is_what_brute_force_finds(seed: int) -> None:
    hidden = (small_model if seed % 3 else like_a_game)(Random(seed))
    worlds, deduction = all_worlds(hidden), deduce(hidden)
    assert deduction.consistent is bool(worlds)
    assert deduction.complete
    if not worlds:
        assert not deduction.status
        return
    for item in hidden.items:
        for name in hidden.names:
            fact = Claim(item, name).fact(hidden)
            true = sum(holds(fact, world) for world in worlds)
            expected = {0: Status.REFUTED, len(worlds): Status.PROVED}.get(true, Status.OPEN)
            assert deduction.status[item, name] is expected


def test_without_work_nothing_is_refuted() -> None:
    hidden = like_a_game(Random(1))
    deduction = deduce(hidden, work=0)
    assert deduction.consistent is None
    assert not deduction.complete
    assert set(deduction.status.values()) == {Status.UNKNOWN}
    assert not deduction.claims
    assert all(names == hidden.names for names in deduction.possible.values())


def test_a_piece_known_by_name_is_proved_though_its_origin_is_open() -> None:
    kept = frozenset({"Bo kept", "Bo:2"})
    hidden = Hidden(
        {"K9": 1},
        ("Ana", "Bo kept", "Bo:2"),
        (Only("K9", kept, SETUP),),
        {"Bo kept": "Bo", "Bo:2": "Bo"},
    )
    deduction = deduce(hidden)
    assert deduction.proved == (("K9", "Bo"),)
    assert deduction.refuted == (("K9", "Ana"),)
    assert deduction.possible == {"K9": ("Bo",)}


def test_of_two_copies_one_can_be_proved_here_and_one_there() -> None:
    here = Count(frozenset({"K"}), frozenset({"Ana"}), 1, 1, SETUP)
    deduction = deduce(Hidden({"K": 2}, ("Ana", "Bo"), (here,)))
    assert deduction.proved == (("K", "Ana"), ("K", "Bo"))


@pytest.mark.parametrize("lo, hi", [(3, 2), (-2, -1), (5, 9)])
def test_a_count_that_cannot_be_leaves_no_world(lo: int, hi: int) -> None:
    for items in (frozenset({"K"}), frozenset()):
        count = Count(items, frozenset({"Ana"}), lo, hi, SETUP)
        deduction = deduce(Hidden({"K": 2}, ("Ana", "Bo"), (count,)))
        assert deduction.consistent is False
        assert deduction.possible == {"K": ()}


def test_a_small_model_that_only_adding_up_settles_is_settled() -> None:
    record = read_file(Path(__file__).parent / "early-draft.rec")
    deduction = deduce(record.game.model.hidden(view(record, "Bo")), work=3_000_000)
    assert deduction.complete and len(deduction.claims) == 6


def test_a_piece_that_several_facts_place_with_the_viewer_is_not_open() -> None:
    because = Because(1, say("it is seen"))
    placed = Count(frozenset({"a"}), frozenset({"Ana"}), 1, 1, because)
    each = Count(frozenset({"a", "b"}), frozenset({"Ana"}), 1, 1, because)
    places = ("Ana", "Bo")
    hidden = Hidden({"a": 1, "b": 1}, places, (placed, each), viewed=frozenset({"Ana"}))
    solved = Solved(blank("onstage", ("Ana", "Bo", "Cy")), hidden, deduce(hidden), None)
    assert solved.items == ("b",)
