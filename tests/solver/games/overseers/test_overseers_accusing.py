"""Whom the vote may accuse: an estimate, from what the seat knows."""

from __future__ import annotations

from itertools import islice, product
from math import sqrt
from random import Random
from statistics import fmean

import numpy as np
import pytest

from aparte.models.core import Record, View, replay, view
from aparte.models.overseers import Step
from aparte.models.overseers.box import Power
from aparte.models.overseers.scoring import points
from aparte.models.record import read_words
from aparte.solver.games.overseers.accusing import (
    SELDOM,
    Ballot,
    ballot,
    odds,
    risks,
)
from aparte.solver.games.overseers.behaviour import Behaviour
from aparte.solver.games.overseers.effects import Deed, Happens
from aparte.solver.games.overseers.imagined import imagined
from aparte.solver.games.overseers.judge import JUDGE
from aparte.solver.games.overseers.moves import do
from aparte.solver.games.overseers.play import accuse
from aparte.solver.games.overseers.voting import Cast, Sort, Voting
from aparte.solver.play.trial import Assumptions
from tests.models.overseers.scenes import at_random
from tests.tables import blank

SHARP = Voting(sorts=(Sort(0.0, 0.0),), blind=(0.0, 0.0))
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


@pytest.mark.parametrize(("players", "seed", "later"), [(3, 1, False), (4, 2, True), (5, 0, False)])
def test_moves_are_valued_by_the_same_people_and_the_same_belief(
    players: int, seed: int, later: bool
) -> None:
    """What a reason counts for a vote agrees with what is told of the vote once that is cast."""
    seen = before_the_vote(players, seed)
    if later:
        record = voted_twice(players, seed)
        seen = view(record, record.setup.players[0])
    tables = list(islice(imagined(seen, Behaviour(), Random(1)), 500))
    for other in seen.setup.players[1:]:
        move = read_words(seen, f"{seen.viewer} votes {other}", outcome=False)
        accused, most = np.zeros(players), np.zeros(players)
        for table in tables:
            after = table.copy()
            do(after, seen.setup.players, move)
            accuse(after)
            accused[after.accused] += 1
            most += np.array(table.now) == max(table.now)
        told = odds(seen.plus(move))
        for seat, each in enumerate(told):
            for name, counted in (("accused", accused), ("most", most)):
                chance = float(each.chances[name].chance)
                lot = sqrt(max(chance * (1 - chance), 0.004) * (1 / 1000 + 1 / 500))
                assert abs(chance - counted[seat] / 500) < 4.5 * lot, (other, each.name, name)


def test_it_is_told_before_the_vote_only_and_with_an_error() -> None:
    seen = before_the_vote(3, 0)
    assert [str(each.name) for each in odds(seen)] == list(seen.setup.players)
    assert all(odd and odd.error >= 0.03 for each in odds(seen) for odd in each.chances.values())
    draft = at_random(blank("overseers", 3), Random(0), Step.DRAFT)
    assert not odds(view(draft, "Ana"))
    assert not odds(view(at_random(blank("overseers", 3), Random(0), Step.VOTE), "table"))


def test_the_accused_is_told_its_stakes_and_how_likely_nobody_has_more() -> None:
    record = at_random(blank("overseers", 3), Random(0), Step.ANSWER)
    seen = view(record, record.state.trial.accused)
    (found,) = odds(seen)
    own = points(record.state, seen.viewer)
    assert str(found.name) == seen.viewer and found.chances.keys() == {"most"}
    assert str(found.note).startswith(f"You have {own} points. Accused, you lose at least ")
    assert "believe that people keep and hide" in str(found.note)
    (alike,) = odds(seen, Assumptions(behaviour=0.0))
    assert "believe" not in str(alike.note)
    other = next(player for player in record.setup.players if player != seen.viewer)
    assert not odds(view(record, other))


def test_the_leader_is_told_that_it_spares_itself() -> None:
    """Who is hardly ever accused is told nothing of what that would cost."""
    found = set[bool]()
    for seed in range(4):
        record = at_random(blank("overseers", 3), Random(seed), Step.VOTE)
        for player in record.setup.players:
            told = odds(view(record, player))
            mine, leads = record.setup.players.index(player), player == record.state.leader
            often = float(told[mine].chances["accused"].chance)
            assert ("Accused, you lose" in str(told[0].note)) is (often >= SELDOM)
            if "(tied" in str(told[0].note):
                found.add(leads)
                assert ("tied, you are the leader" in str(told[0].note)) is leads
                assert ("the leader may spare you" in str(told[0].note)) is not leads
    assert found == {True, False}


def test_nobody_is_said_to_be_accused_wrongly_more_often_than_somebody_has_more() -> None:
    tied = 0
    for seed in range(12):
        record = at_random(blank("overseers", 3), Random(seed), Step.ANSWER)
        seen = view(record, record.state.trial.accused)
        (told,) = odds(seen)
        trial = JUDGE.trial(seen, 1)
        (deny,) = trial.followed([move for move in trial.moves if move.verb == "denies"], 300)
        came = (
            deny.counts.get(Happens(seen.viewer, True, deed), [0.0])
            for deed in (Deed.PAYS, Deed.WRONGLY)
        )
        rightly, wrongly = map(fmean, came)
        most = float(told.chances["most"].chance)
        assert wrongly == pytest.approx(1 - most, abs=0.12)
        assert rightly <= most + 0.12
        tied += rightly + wrongly < 1
    assert tied, "a leader spared itself somewhere"


def after(*votes: tuple[int, ...], points: tuple[int, ...] = (9, 20, 12, 10)) -> Ballot:
    """Return a vote of four at a table that has voted so before, seeing the same each time."""
    shown = np.array(points, float)
    casts = [Cast(dict(enumerate(each)), shown, np.zeros(4)) for each in votes]
    known = np.broadcast_to(shown, (DEALS, 4, 4))
    return Ballot(0, {}, known[:, 0], known, np.zeros((4, 4)), casts)


def test_a_table_that_has_voted_by_what_shows_is_taken_to_do_so_again() -> None:
    wild, unknown, alike = (
        risks(each, Voting(), lots())[1].accused
        for each in (after((3, 0, 0, 2), (3, 3, 0, 0)), after(), after((1, 2, 1, 1), (1, 2, 1, 1)))
    )
    assert wild < unknown - 0.1 < unknown + 0.05 < alike


def test_whoever_has_voted_without_a_thought_is_known_from_the_others() -> None:
    """Seat 3 has, twice; with the others' votes known, it decides between seats 1 and 2."""
    heedless, heedful = (
        risks(each._replace(votes={0: 2, 1: 2, 2: 1}, leader=0), Voting(), lots())[1].accused
        for each in (after((1, 2, 1, 0), (1, 2, 1, 0)), after((1, 2, 1, 1), (1, 2, 1, 1)))
    )
    assert heedless < heedful - 0.2


def voted_twice(players: int, seed: int) -> Record:
    """Return a random game up to the vote of its third round."""
    votes = 0
    whole = at_random(blank("overseers", players), Random(seed), Step.OVER)
    for line, state in replay(whole):
        if state.step is Step.VOTE and line.event.verb != "votes":
            votes += 1
            if votes == 3:
                return whole.until(line.number)
    raise AssertionError("a game has three votes")


@pytest.mark.parametrize("seed", range(4))
def test_votes_before_are_read_as_all_saw_them_but_that_of_who_had_looked(seed: int) -> None:
    record = voted_twice(5, seed)
    found = ballot(view(record, record.setup.players[1]), 1).earlier
    voted = [
        (state, line.event.outcome) for line, state in replay(record) if line.event.verb == "voted"
    ]
    assert len(found) == len(voted) == 2
    for cast, (state, names) in zip(found, voted, strict=True):
        looker = state.holder(Power.LOOK)
        for seat, player in enumerate(state.players):
            if player == looker:
                assert seat not in cast.votes
            else:
                assert state.players[cast.votes[seat]] == names[seat]
            assert cast.hidden[seat] == sum(not each.up for each in state.rows[player])


def test_the_error_told_is_less_once_people_have_voted() -> None:
    errors = []
    for seen in (before_the_vote(4, 0), view(voted_twice(4, 0), "Ana")):
        given = [each.chances["accused"] for each in odds(seen)]
        errors.append(min(odd.error for odd in given if odd))
    assert errors[0] >= 0.06 > errors[1] >= 0.04


def test_all_seats_read_the_same_votes_before() -> None:
    record = voted_twice(4, 0)
    first, *others = (ballot(view(record, player), 1).earlier for player in record.setup.players)
    assert all([cast.votes for cast in each] == [cast.votes for cast in first] for each in others)
