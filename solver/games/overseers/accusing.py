"""How likely each player is to be accused in the vote, and rightly: an estimate of how people vote.

It is made in deals that fit the view, drawn as if people kept and hid good cards as far as the
values of moves believe it. In each of them people vote as they do where moves are valued: `voting`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import hypot, sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np

from ....models.core import Event, View
from ....models.face import Odd, Odds
from ....models.overseers.box import Kind
from ....models.overseers.state import State, Step
from ....models.words import Words, in_points, listed, say
from ...play.coach import seed_of
from ...play.trial import NOTHING, Assumptions
from . import choosing
from .advice import believed
from .behaviour import HALF, Behaviour
from .bounds import Reach, has_most, named, reach
from .imagined import imagined
from .moves import table_of
from .table import RoundTable, Seat
from .voting import Cast, Floats, People, Voting, earlier, unseen

DEALS = 1000
"""Deals in which the vote is tried."""
_BELIEF = say("These chances and the values of moves believe that people keep and hide good cards.")
_TIES = say("Who is tied for most is counted for each.")
MOSTLY, OFTENER = 0.75, 0.15
"""A card is told that lies there in such a part of some deals, and so much oftener than in all."""
SELDOM = 0.05
"""What an accusation would cost is told of a vote in which the viewer is accused more often."""
_LAST = -1e9
"""Less than anybody seems to have."""


class Risk(NamedTuple):
    """The chances that a player is accused, that it is and nobody has more points then, and that
    nobody has, accused or not.
    """

    accused: float
    rightly: float
    most: float


MOST = 0.06
"""How far the chance to have most is beside what comes true, in the mean of a table of players."""
BESIDE = (Risk(accused=0.06, rightly=0.03, most=MOST), Risk(accused=0.04, rightly=0.03, most=MOST))
"""How far chances are beside what comes true, in the mean of a table of players: the most that was
seen, at the first vote of a game and at later ones, docs/overseers-coach.md."""


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


def ballot(view: View[State], deals: int, strength: float = HALF) -> Ballot:
    """Return the vote that is due in `view`; raises Contradiction if no world fits it.

    In the deals people keep and hide good cards, with this `strength`.
    """
    return _ballot(view, _drawn(view, deals, strength))


def _drawn(view: View[State], deals: int, strength: float) -> Sequence[RoundTable]:
    return list(islice(imagined(view, Behaviour(strength), Random(seed_of(view))), deals))


def _ballot(view: View[State], tables: Sequence[RoundTable]) -> Ballot:
    table = table_of(view, view.state)
    points = np.array([each.now for each in tables], float)
    known = np.tile(np.array(table.open(), float)[:, 0], (*points.shape, 1))
    if table.looked:
        looker, player, spots = table.looked
        known[:, looker, player] = [_seen(each, player, spots) for each in tables]
    votes = {seat: vote for seat, vote in enumerate(table.votes) if vote >= 0}
    return Ballot(table.leader, votes, points, known, unseen(table), list(earlier(view)))


def _seen(table: RoundTable, player: Seat, spots: Sequence[str]) -> float:
    """Return the points of the cards of `player` that lie face up, or at `spots`."""
    seen = sum(card.nature for card in table.rows[player] if card.up or card.spot in spots)
    return table.cards.points[table.powers[player]][seen]


def risks(ballot: Ballot, voting: Voting, rng: np.random.Generator) -> Sequence[Risk]:
    """Return the risk of each seat, by one vote in each deal."""
    points, leader = ballot.points, ballot.leader
    deals, players = points.shape
    seats = np.arange(players)
    people = People.likely(voting, ballot.earlier, players, deals, rng)
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
    means = (each.mean(axis=0) for each in (accused, accused & highest, highest))
    return [Risk(*map(float, each)) for each in zip(*means, strict=True)]


def most_often(view: View[State], strength: float) -> Mapping[str, tuple[Fraction, Kind | None]]:
    """Return how likely nobody has more than each player, as `odds` do before the vote.

    And a card that is mostly face down then, if one is.
    """
    tables = _drawn(view, DEALS, strength)
    points = np.array([each.now for each in tables], float)
    most = (points == points.max(axis=1, keepdims=True)).T
    return {
        player: (Fraction(float(most[seat].mean())), _mostly(tables, seat, most[seat]))
        for seat, player in enumerate(view.state.players)
    }


def _mostly(tables: Sequence[RoundTable], seat: Seat, most: Sequence[bool]) -> Kind | None:
    """Return the card that is face down in most deals in which a seat has `most`, if not in all."""
    down = [{card.kind for card in table.rows[seat] if not card.up} for table in tables]
    every, then = Counter[int](), Counter[int]()
    for kinds, highest in zip(down, most, strict=True):
        every.update(kinds)
        then.update(kinds if highest else ())
    n = sum(most)
    more = {kind: then[kind] / n - every[kind] / len(down) for kind in then}
    kind = max(more, key=more.__getitem__, default=None)
    if kind is None or then[kind] < MOSTLY * n or more[kind] < OFTENER:
        return None
    return tables[0].cards.kind[kind]


def odds(
    view: View[State], assumed: Assumptions = NOTHING, best: Event | None = None
) -> Sequence[Odds]:
    """Return how likely everybody is to have most, and to be accused, if the vote is due.

    The vote of the viewer is guessed, too, where `best` does not give it.

    If the viewer is accused and has to answer, only how likely nobody has more.
    """
    state, strength = view.state, believed(assumed).strength
    if view.viewer not in state.players:
        return []
    answers = state.step is Step.ANSWER and state.trial.accused == view.viewer
    if not answers and state.step is not Step.VOTE:
        return []
    tables, seat = _drawn(view, DEALS, strength), state.players.index(view.viewer)
    belief, found_out = [_BELIEF] if strength else [], reach(view)
    if answers:
        most = fmean(each.points(seat) == max(each.now) for each in tables)
        sure = has_most(found_out, view.viewer)
        note = _noted(_stakes(tables, view, found_out), *(belief if sure is None else ()))
        name = say("{player}", player=view.viewer)
        return [
            Odds(say("if you deny (an estimate)"), name, {"most": _odd(most, MOST, sure)}, note)
        ]
    due = _ballot(view, tables)
    if best is not None:
        due = due._replace(votes={**due.votes, seat: state.players.index(best.words[0])})
    found = risks(due, Voting(), np.random.default_rng(seed_of(view)))
    beside = BESIDE[bool(due.earlier)]
    about = say("all votes guessed (an estimate)")
    if seat in due.votes:
        voted = state.players[due.votes[seat]]
        about = say("with your vote for {player} (an estimate)", player=voted)
    stakes = [_stakes(tables, view, found_out)] if found[seat].accused >= SELDOM else []
    tied = [_TIES] if sum(each.most for each in found) >= 1 + SELDOM else []
    note = _noted(*stakes, *tied, *belief)
    known = [has_most(found_out, each) for each in state.players]
    return [
        Odds(
            about,
            say("{player}", player=player),
            {
                "most": _odd(risk.most, MOST, most),
                "accused": _odd(risk.accused, beside.accused),
                "rightly": _odd(risk.rightly, beside.rightly, None if most else most),
            },
            note,
        )
        for player, risk, most in zip(state.players, found, known, strict=True)
    ]


_MAY_BE_SPARED = say("tied, the leader may spare you")
_SPARES_ITSELF = say("tied, you are the leader, and may spare yourself")


def _noted(*sentences: Words) -> Words:
    return say("{sentences}", sentences=listed(sentences, " "))


def _stakes(tables: Sequence[RoundTable], view: View[State], found: Reach) -> Words:
    """Return what the viewer has, and what it loses or gains by an accusation.

    That a leader may spare who is tied is told unless nobody can be tied, whatever lies hidden.
    """
    table, viewer = tables[0], view.viewer
    seat = view.state.players.index(viewer)
    own = table.points(seat)
    cheapest = choosing.admits(table, seat)[0]
    gone = named(table.cards.kinds(table.counting(seat, cheapest)))
    piles = [each for each in tables if each.pile]
    gains = [each.with_card(seat, choosing.takes(each, seat)[0]) - own for each in piles]
    denied, gain = in_points(choosing.penalty(table, seat)), _on_average(gains)
    values = {
        "own": in_points(own),
        "admitted": in_points(own - table.left(seat, cheapest)),
        "gone": gone,
    }
    stakes = say(
        "You have {own}. Accused, you lose at least {admitted} if you admit ({gone}, say)", **values
    )
    if (most := has_most(found, viewer)) is False:
        return say("{stakes}; if you deny, you gain {gain}.", stakes=stakes, gain=gain)
    lost = say("{stakes}; if you deny, you lose {denied}", stakes=stakes, denied=denied)
    if most is None:
        lost = say("{lost} where nobody has more", lost=lost)
    ties = sum(any(own in points for points in ways.values()) for ways in found.values())
    if ties > 1 or not found:
        spares = _SPARES_ITSELF if table.leader == seat else _MAY_BE_SPARED
        lost = say("{clause} ({tied})", clause=lost, tied=spares)
    if most:
        return say("{lost}.", lost=lost)
    return say("{lost}, and else gain {gain}.", lost=lost, gain=gain)


def _on_average(gains: Sequence[int]) -> Words:
    if len(set(gains)) < 2:
        return in_points(gains[0] if gains else 0)
    return say("about {n}", n=in_points(round(fmean(gains))))


def _odd(chance: float, beside: float, sure: bool | None = None) -> Odd:
    """Return a chance with its error: without one only if it is `sure` by the cards that show."""
    if sure is not None:
        return Odd(Fraction(sure))
    seen = (chance * DEALS + 1) / (DEALS + 2)
    return Odd(Fraction(chance), hypot(beside, sqrt(seen * (1 - seen) / DEALS)))
