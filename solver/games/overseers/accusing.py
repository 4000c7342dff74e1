"""How likely each player is to be accused in the vote, and rightly: an estimate of how people vote.

It is made in deals that fit the view, drawn as if people kept and hid good cards. In each of them
everybody votes for whoever seems to have most: by what shows, and a mean for each face-down card.
All misjudge a player alike, since they look at the same rows, and some vote blindly. Tables and
players differ; how they voted in the rounds before tells of what sort they are. `Voting` has the
numbers, which are fitted to the votes of bots of several kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from .table import NOBODY, RoundTable, Seat

Floats = NDArray[np.float64]

DEALS = 1000
"""Deals in which the vote is tried."""
TABLES = 4
"""Tables of people drawn for each of them, to be sifted by how people have voted before."""
_OWN_IS_OPEN = say(
    "Your own vote is open in these chances, too. Moves are valued otherwise: with that vote cast, "
    "and others who vote by habit."
)
_LAST = -1e9
"""Less than anybody seems to have."""


class Sort(NamedTuple):
    """A sort of table: by how many points (standard deviations) judgements are apart.

    `doubt`: all together misjudge a player. `spread`: what a face-down card is taken to be worth
    differs from player to player.
    """

    doubt: float
    spread: float


class Voting(NamedTuple):
    """How people vote.

    `unseen`: the points that a face-down card is taken to be worth, in the mean. `sorts`: of one of
    them a table is, all equally likely. `blind`: the chances of a vote without a thought, of a
    heedful player and of a heedless one. `heedless`: the share of these.
    """

    unseen: float = 6.6
    sorts: tuple[Sort, ...] = (Sort(0.4, 0.5), Sort(1.0, 2.5))
    blind: tuple[float, float] = (0.1, 0.8)
    heedless: float = 0.25


class Risk(NamedTuple):
    """The chances that a player is accused, and that it is and nobody has more points then."""

    accused: float
    rightly: float


BESIDE = (Risk(accused=0.06, rightly=0.03), Risk(accused=0.04, rightly=0.03))
"""How far chances are beside what comes true, in the mean of a table of players: the most that was
seen, at the first vote of a game and at later ones, docs/overseers-coach.md."""


class Cast(NamedTuple):
    """A vote of a round before: the `votes` by seat, but of who had looked at face-down cards.

    `known` are the points that all saw of each player, `hidden` the cards they did not see.
    """

    votes: Mapping[Seat, Seat]
    known: Floats
    hidden: Floats


class Ballot(NamedTuple):
    """A vote that is due, in deals that the viewer of a view thinks possible.

    `votes` are those known, by seat. `points` are those of all seats, by deal; `known` are those
    that each voter sees of each player, by deal, voter and player, and `hidden` is of how many
    cards it does not see them. `earlier` are the votes of the rounds before.
    """

    leader: Seat
    votes: Mapping[Seat, Seat]
    points: Floats
    known: Floats
    hidden: Floats
    earlier: Sequence[Cast] = ()


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
    return Ballot(table.leader, votes, points, known, hidden, list(_earlier(view)))


def _earlier(view: View[State]) -> Iterator[Cast]:
    """Yield the votes of the rounds before."""
    for number, event in view.events:
        if event.verb == "voted":
            then = view.until(number)
            table = table_of(then, then.state)
            looker = table.looked[0] if table.looked else NOBODY
            votes = {seat: vote for seat, vote in enumerate(table.votes) if seat != looker}
            known, hidden = np.array(table.open(), float).T
            yield Cast(votes, known, hidden)


def _seen(
    table: RoundTable, player: Seat, spots: Sequence[str], natures: Mapping[str, str]
) -> float:
    """Return the points of the cards of `player` that lie face up, or at `spots`."""
    card = table.cards.card
    seen = (
        card[natures[each.spot]] for each in table.rows[player] if each.up or each.spot in spots
    )
    return table.cards.points[table.powers[player]][sum(seen)]


class _People(NamedTuple):
    """How tables of people judge, by table and voter: see `Voting`. `doubt` is by table only."""

    doubt: Floats
    unseen: Floats
    blind: Floats

    @classmethod
    def drawn(cls, voting: Voting, tables: int, players: int, rng: np.random.Generator) -> _People:
        """Return so many tables."""
        doubt, spread = np.array(voting.sorts)[rng.integers(len(voting.sorts), size=tables)].T
        apart = spread[:, None] * rng.standard_normal((tables, players))
        heedless = rng.random((tables, players)) < voting.heedless
        heedful, other = voting.blind
        unseen = np.maximum(voting.unseen + apart, 0.0)
        return cls(doubt, unseen, np.where(heedless, other, heedful))

    def seeming(self, known: Floats, hidden: Floats, rng: np.random.Generator) -> Floats:
        """Return what everybody seems to have, by table, voter and player; nothing to oneself."""
        tables, players = self.unseen.shape
        found = known + self.unseen[:, :, None] * hidden
        found += self.doubt[:, None, None] * rng.standard_normal((tables, 1, players))
        found[:, np.arange(players), np.arange(players)] = -np.inf
        return found

    def sifted(self, earlier: Sequence[Cast], tables: int, rng: np.random.Generator) -> _People:
        """Return so many of these tables, as likely as `earlier` votes make each of them."""
        likely = np.zeros(len(self.doubt))
        for cast in earlier:
            liked = self.seeming(cast.known, cast.hidden, rng).argmax(axis=2)
            others = liked.shape[1] - 1
            for voter, vote in cast.votes.items():
                blind = self.blind[:, voter]
                likely += np.log(blind / others + (1 - blind) * (liked[:, voter] == vote))
        chances = np.exp(likely - likely.max())
        kept = rng.choice(len(likely), size=tables, p=chances / chances.sum())
        return _People(*(each[kept] for each in self))


def risks(ballot: Ballot, voting: Voting, rng: np.random.Generator) -> Sequence[Risk]:
    """Return the risk of each seat, by one vote in each deal."""
    points, leader = ballot.points, ballot.leader
    deals, players = points.shape
    seats = np.arange(players)
    people = _People.drawn(voting, TABLES * deals if ballot.earlier else deals, players, rng)
    if ballot.earlier:
        people = people.sifted(ballot.earlier, deals, rng)
    seeming = people.seeming(ballot.known, ballot.hidden, rng)
    taste = rng.random(seeming.shape)
    taste[:, seats, seats] = -np.inf
    blind = rng.random((deals, players)) < people.blind
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
    beside = BESIDE[bool(due.earlier)]
    open_ = view.state.players.index(view.viewer) not in due.votes
    return [
        Odds(
            say("the vote (an estimate)"),
            say("{player}", player=player),
            {
                "accused": _odd(risk.accused, beside.accused),
                "rightly": _odd(risk.rightly, beside.rightly),
            },
            _OWN_IS_OPEN if open_ else None,
        )
        for player, risk in zip(view.state.players, found, strict=True)
    ]


def _odd(chance: float, beside: float) -> Odd:
    """Return a chance with its error, never without one."""
    seen = (chance * DEALS + 1) / (DEALS + 2)
    return Odd(Fraction(chance), hypot(beside, sqrt(seen * (1 - seen) / DEALS)))
