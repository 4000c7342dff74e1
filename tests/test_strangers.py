"""Kinds of players of Overseers play to the end, differ, and are asked of votes from one seat."""

from __future__ import annotations

from random import Random

import pytest

from aparte.models.record import write
from aparte.solver.games.overseers import CoachBot
from bench._kinds import KINDS, STRANGE
from bench.response import COACHES
from bench.strangers import play, shares
from bench.votes import APART, FITTED, votes

QUICK = sorted(KINDS.keys() - {"greedy", "regular", "coach"})


@pytest.mark.parametrize("kind", QUICK)
def test_a_kind_plays_otherwise_than_greedy(kind: str) -> None:
    assert any(
        write(play(None, kind, 3, deal)[0]) != write(play(None, "greedy", 3, deal)[0])
        for deal in range(10)
    )


@pytest.mark.parametrize("name", COACHES)
def test_a_coach_that_is_tried_against_coaches_is_another_one(name: str) -> None:
    assert COACHES[name](Random(0)) != CoachBot()


def test_mixed_tables_are_of_kinds_that_there_are() -> None:
    named = {kind for mixed in (*STRANGE, *FITTED, *APART) for kind in mixed.split("+")}
    assert named <= KINDS.keys()
    fitted = {kind for mixed in FITTED for kind in mixed.split("+")}
    assert not fitted & {kind for mixed in APART for kind in mixed.split("+")}


def test_shares_of_all_seats_make_one_and_votes_come_once_a_round() -> None:
    record, _ = play("greedy", "copies", 4, 1)
    assert sum(shares(record, seat)["won"] for seat in range(4)) == pytest.approx(1)
    assert sum(shares(record, seat)["ahead"] for seat in range(4)) == pytest.approx(0)
    asked = list(votes(record, 2))
    assert len(asked) == len(record.state.scores)
    for each in asked:
        assert any(each["highest"])
        assert sum(accused for accused, *_ in each["chances"]) == pytest.approx(1)
        assert sum(each["counted"]) == pytest.approx(1)
