"""How likely each player is to be accused in the vote, and rightly: an estimate of how people vote.

It is made in deals that fit the view, drawn as if people kept and hid good cards. In each of them
everybody votes for whoever seems to have most: by what shows, and a mean for each face-down card.
All misjudge a player alike, since they look at the same rows, and some vote blindly. `Voting` has
the numbers, which are fitted to the votes of bots of several kinds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import hypot, sqrt
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....models.core import View
from ....models.face import Odd, Odds
from ....models.overseers.state import State, Step
from ....models.words import say
from ...play.coach import seed_of
from .behaviour import Behaviour
from .draft import Draft
from .imagined import worlds_of
from .moves import table_of
from .reckoning import Reckoning
from .sampling import Sampler
from .table import RoundTable, Seat

Floats = NDArray[np.float64]

DEALS = 1000
"""Deals in which the vote is tried."""
_LAST = -1e9
"""Less than anybody seems to have."""


class Voting(NamedTuple):
    """How people vote, in the mean.

    `unseen`: the points that a face-down card is taken to be worth. `doubt`: by how many points (a
    standard deviation) all misjudge a player alike. `blind`: the chance of a vote without a
    thought.
    """

    unseen: float = 6.6
    doubt: float = 1.0
    blind: float = 0.4


class Risk(NamedTuple):
    """The chances that a player is accused, and that it is and nobody has more points then."""

    accused: float
    rightly: float


BESIDE = Risk(accused=0.07, rightly=0.03)
"""How far chances are beside what comes true, in the mean of a table of players: the most that was
seen, docs/overseers-coach.md."""


class Ballot(NamedTuple):
    """A vote that is due, in deals that the viewer of a view thinks possible.

    `votes` are those known, by seat. `points` are those of all seats, by deal; `known` are those
    that each voter sees of each player, by deal, voter and player, and `hidden` is of how many
    cards it does not see them.
    """

    leader: Seat
    votes: Mapping[Seat, Seat]
    points: Floats
    known: Floats
    hidden: Floats


def ballot(view: View[State], deals: int, strength: float = 1.0) -> Ballot:
    """Return the vote that is due in `view`; raises Contradiction if no world fits it.

    In the deals people keep and hide good cards, with this `strength`.
    """
    state, lots = view.state, Random(seed_of(view))
    table, draft = table_of(view, state), Draft.of(view)
    likelihood = Behaviour(strength).likelihood(state.box)
    sampler, reckoning = Sampler(worlds_of(draft, likelihood, lots), lots), Reckoning(state)
    rows = [sampler.rows(state)[0] for _ in range(deals)]
    points = np.array([[reckoning.points(p, row[p]) for p in state.players] for row in rows], float)
    here = np.array(table.open(), float)
    everybody = (deals, len(state.players), len(state.players))
    known = np.broadcast_to(here[:, 0], everybody).copy()
    hidden = np.broadcast_to(here[:, 1], everybody[1:]).copy()
    if table.looked:
        looker, player, spots = table.looked
        hidden[looker, player] -= sum(
            not card.up and card.spot in spots for card in table.rows[player]
        )
        name = state.players[player]
        natures = (reckoning.natures(name, row[name]) for row in rows)
        known[:, looker, player] = [_seen(table, player, spots, each) for each in natures]
    votes = {seat: vote for seat, vote in enumerate(table.votes) if vote >= 0}
    return Ballot(table.leader, votes, points, known, hidden)


def _seen(
    table: RoundTable, player: Seat, spots: Sequence[str], natures: Mapping[str, str]
) -> float:
    """Return the points of the cards of `player` that lie face up, or at `spots`."""
    card = table.cards.card
    seen = (
        card[natures[each.spot]] for each in table.rows[player] if each.up or each.spot in spots
    )
    return table.cards.points[table.powers[player]][sum(seen)]


def risks(ballot: Ballot, voting: Voting, rng: np.random.Generator) -> Sequence[Risk]:
    """Return the risk of each seat, by one vote in each deal."""
    points, leader = ballot.points, ballot.leader
    deals, players = points.shape
    seats = np.arange(players)
    seeming = ballot.known + voting.unseen * ballot.hidden
    seeming += voting.doubt * rng.standard_normal((deals, 1, players))
    taste = rng.random(seeming.shape)
    seeming[:, seats, seats] = taste[:, seats, seats] = -np.inf
    blind = rng.random((deals, players)) < voting.blind
    votes = np.where(blind, taste.argmax(axis=2), seeming.argmax(axis=2))
    for voter, vote in ballot.votes.items():
        votes[:, voter] = vote
    number = (votes[:, :, None] == seats).sum(axis=1)
    tied = number == number.max(axis=1, keepdims=True)
    worst = np.where(tied, np.maximum(seeming[:, leader], _LAST), -np.inf).argmax(axis=1)
    accused = worst[:, None] == seats  # a leader spares itself
    highest = points == points.max(axis=1, keepdims=True)
    means = accused.mean(axis=0), (accused & highest).mean(axis=0)
    return [Risk(float(one), float(both)) for one, both in zip(*means, strict=True)]


def odds(view: View[State]) -> Sequence[Odds]:
    """Return how likely everybody is to be accused, and rightly, if the vote is due."""
    if view.state.step is not Step.VOTE or view.viewer not in view.state.players:
        return []
    due = ballot(view, DEALS)
    found = risks(due, Voting(), np.random.default_rng(seed_of(view)))
    return [
        Odds(
            say("the vote (an estimate)"),
            say("{player}", player=player),
            {
                "accused": _odd(risk.accused, BESIDE.accused),
                "rightly": _odd(risk.rightly, BESIDE.rightly),
            },
        )
        for player, risk in zip(view.state.players, found, strict=True)
    ]


def _odd(chance: float, beside: float) -> Odd:
    """Return a chance with its error, never without one."""
    seen = (chance * DEALS + 1) / (DEALS + 2)
    return Odd(Fraction(chance), hypot(beside, sqrt(seen * (1 - seen) / DEALS)))
