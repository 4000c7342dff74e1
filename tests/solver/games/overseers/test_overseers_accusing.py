"""Whom the vote may accuse: an estimate, from what the seat knows."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from aparte.models.core import View, view
from aparte.models.overseers import Step
from aparte.models.record import read_words
from aparte.solver.games.overseers.accusing import Ballot, Voting, ballot, odds, risks
from tests.models.overseers.scenes import at_random
from tests.tables import blank

SHARP = Voting(doubt=0.0, blind=0.0)
DEALS = 200


def before_the_vote(players: int, seed: int) -> View:
    record = at_random(blank("overseers", players), Random(seed), Step.VOTE)
    return view(record, record.setup.players[0])


def lots() -> np.random.Generator:
    return np.random.default_rng(0)


def due(points: list[int], leader: int = 0, **votes: int) -> Ballot:
    """Return the vote of players who show all their `points`, in two deals alike."""
    known = np.broadcast_to(np.array(points, float), (2, len(points), len(points)))
    known_votes = {int(seat.removeprefix("of")): vote for seat, vote in votes.items()}
    hidden = np.zeros((len(points), len(points)))
    return Ballot(leader, known_votes, np.array([points] * 2, float), known, hidden)


@pytest.mark.parametrize(("players", "seed"), [*product((3, 4, 6), (0, 1))])
def test_somebody_is_accused_and_nobody_more_often_rightly_than_at_all(
    players: int, seed: int
) -> None:
    found = risks(ballot(before_the_vote(players, seed), DEALS), Voting(), lots())
    assert sum(risk.accused for risk in found) == pytest.approx(1)
    assert all(0 <= risk.rightly <= risk.accused for risk in found)


def test_all_accuse_who_shows_most_but_that_one() -> None:
    assert [risk.accused for risk in risks(due([9, 20, 12]), SHARP, lots())] == [0, 1, 0]
    assert [risk.rightly for risk in risks(due([9, 20, 12]), SHARP, lots())] == [0, 1, 0]


def test_a_vote_that_is_known_counts_as_it_was_cast() -> None:
    """Of the votes for seats 1, 2 and 1, those of seats 0 and 2 are told otherwise."""
    found = risks(due([9, 20, 12], of0=2, of2=0), SHARP, lots())
    assert [risk.accused for risk in found] == [0, 0, 1]  # two votes for seat 2


def test_a_leader_settles_a_tie_and_spares_itself() -> None:
    votes = {"of0": 2, "of1": 0, "of2": 1}
    assert [r.accused for r in risks(due([20, 15, 12], 0, **votes), SHARP, lots())] == [0, 1, 0]
    assert [r.accused for r in risks(due([20, 15, 12], 1, **votes), SHARP, lots())] == [1, 0, 0]


def test_a_vote_that_the_seat_has_cast_is_taken_into_account() -> None:
    seen = before_the_vote(4, 3)
    voted = [
        seen.plus(read_words(seen, f"{seen.viewer} votes {other}", outcome=False))
        for other in seen.setup.players[1:]
    ]
    for target, after in enumerate(voted, start=1):
        before, now = (risks(ballot(each, DEALS), Voting(), lots()) for each in (seen, after))
        assert ballot(after, 1).votes == {0: target}
        assert now[target].accused >= before[target].accused


def test_it_is_told_before_the_vote_only_and_with_an_error() -> None:
    seen = before_the_vote(3, 0)
    assert [str(each.name) for each in odds(seen)] == list(seen.setup.players)
    assert all(odd and odd.error >= 0.03 for each in odds(seen) for odd in each.chances.values())
    draft = at_random(blank("overseers", 3), Random(0), Step.DRAFT)
    assert not odds(view(draft, "Ana"))
    assert not odds(view(at_random(blank("overseers", 3), Random(0), Step.VOTE), "table"))
