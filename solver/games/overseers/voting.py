"""How people vote: tables of people who may sit there, as likely as their earlier votes make them.

Everybody votes for whoever seems to have most: by what shows, and a mean for each face-down card.
All misjudge a player alike, since they look at the same rows, and some vote blindly. Tables and
players differ; how they voted in the rounds before tells of what sort they are. `Voting` has the
numbers, which are fitted to the votes of bots of several kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....models.core import View
from ....models.overseers.state import State
from .moves import table_of
from .table import NOBODY, RoundTable, Seat

Floats = NDArray[np.float64]

TABLES = 250
"""Tables of people that are drawn for the values of moves."""
FOLD = 4
"""So many times as many are drawn to be sifted by how people have voted before."""


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


class Cast(NamedTuple):
    """A vote of a round before: the `votes` by seat, but of who had looked at face-down cards.

    `known` are the points that all saw of each player, `hidden` the cards they did not see.
    """

    votes: Mapping[Seat, Seat]
    known: Floats
    hidden: Floats


class People(NamedTuple):
    """How tables of people judge, by table and voter: see `Voting`. `doubt` is by table only."""

    doubt: Floats
    unseen: Floats
    blind: Floats

    @classmethod
    def drawn(cls, voting: Voting, tables: int, players: int, rng: np.random.Generator) -> People:
        """Return so many tables."""
        doubt, spread = np.array(voting.sorts)[rng.integers(len(voting.sorts), size=tables)].T
        apart = spread[:, None] * rng.standard_normal((tables, players))
        heedless = rng.random((tables, players)) < voting.heedless
        heedful, other = voting.blind
        unseen = np.maximum(voting.unseen + apart, 0.0)
        return cls(doubt, unseen, np.where(heedless, other, heedful))

    @classmethod
    def likely(
        cls,
        voting: Voting,
        earlier: Sequence[Cast],
        players: int,
        tables: int,
        rng: np.random.Generator,
    ) -> People:
        """Return so many tables, as likely as `earlier` votes make each of them."""
        if not earlier:
            return cls.drawn(voting, tables, players, rng)
        return cls.drawn(voting, FOLD * tables, players, rng).sifted(earlier, tables, rng)

    def seeming(self, known: Floats, hidden: Floats, rng: np.random.Generator) -> Floats:
        """Return what everybody seems to have, by table, voter and player; nothing to oneself."""
        tables, players = self.unseen.shape
        found = known + self.unseen[:, :, None] * hidden
        found += self.doubt[:, None, None] * rng.standard_normal((tables, 1, players))
        found[:, np.arange(players), np.arange(players)] = -np.inf
        return found

    def sifted(self, earlier: Sequence[Cast], tables: int, rng: np.random.Generator) -> People:
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
        return People(*(each[kept] for each in self))


class Crowd(NamedTuple):
    """People at a table: by how much each misjudges each, and who votes without a thought."""

    doubts: Sequence[Sequence[float]]
    blind: Sequence[Seat]


def earlier(view: View[State]) -> Iterator[Cast]:
    """Yield the votes of the rounds before."""
    for number, event in view.events:
        if event.verb == "voted":
            then = view.until(number)
            table = table_of(then, then.state)
            looker = table.looked[0] if table.looked else NOBODY
            votes = {seat: vote for seat, vote in enumerate(table.votes) if seat != looker}
            known, hidden = np.array(table.open(), float).T
            yield Cast(votes, known, hidden)


def crowds(view: View[State], table: RoundTable, rng: Random) -> Iterator[Crowd]:
    """Yield people who may sit at the `table` of `view`, where a vote is due, one table each."""
    lots = np.random.default_rng(rng.getrandbits(64))
    found = People.likely(Voting(), list(earlier(view)), len(table.votes), TABLES, lots)
    hidden = [[float(each) for each in row] for row in unseen(table)]
    rows = [each.tolist() for each in found]
    habits = [each.unseen for each in table.habits]
    while True:
        for doubt, unseens, blind in zip(*rows, strict=True):
            common = [rng.gauss(0, doubt) for _ in table.seats]
            apart = [each - habit for each, habit in zip(unseens, habits, strict=True)]
            yield Crowd(
                [
                    [one + each * many for one, many in zip(common, row, strict=True)]
                    for each, row in zip(apart, hidden, strict=True)
                ],
                [seat for seat in table.seats if rng.random() < blind[seat]],
            )


def unseen(table: RoundTable) -> Floats:
    """Return how many cards of each player each voter does not see, by voter."""
    here = np.array([hidden for _, hidden in table.open()], float)
    found = np.tile(here, (len(here), 1))
    if table.looked:
        looker, player, spots = table.looked
        found[looker, player] -= sum(
            not card.up and card.spot in spots for card in table.rows[player]
        )
    return found
