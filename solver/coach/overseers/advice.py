"""The coach of Overseers: what each choice is worth, over worlds drawn from what the seat knows.

Values are points of this round relative to the mean of the others. The theft is left out of what
a vote or an answer is worth; it comes after all cards are open, and is then counted exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, pstdev

from ....models.core import Event, View, fold
from ....models.overseers import Step
from ....models.overseers.box import Kind
from ....models.overseers.clues import DISCARD
from ....models.overseers.ending import totals
from ....models.overseers.state import State
from ....models.words import Words, say
from ...overseers import Sampler, Table, Worlds
from ...overseers.behaviour import Behaviour
from .. import Advice, Assumptions, Budget, Choice, choices, seed_of
from . import rollout
from .greedy import BOLD, GreedyBot, worth_of
from .open_table import OpenTable
from .reckoning import Reckoning, relative

UNIT = say("points of this round, relative to the mean of the others")
WORLDS = 200
"""Worlds that are looked at unless told otherwise."""


@dataclass(frozen=True)
class Outlook:
    """The table as the viewer imagines it: `deals` drawn from what the seat knows."""

    state: State
    viewer: str
    deals: Sequence[Mapping[str, Mapping[str, Kind]]]
    piles: Sequence[Sequence[Kind]]
    reckoning: Reckoning
    scores: Sequence[Mapping[str, int]]

    @classmethod
    def of(cls, view: View, worlds: int, rng: Random, behaviour: Behaviour | None) -> Outlook:
        """Return `worlds` draws; raises Contradiction if no world fits `view`."""
        state: State = fold(view)
        table = Table.of(view)
        likelihood = behaviour.likelihood(state.box) if behaviour else None
        sampler = Sampler(Worlds(table, likelihood), rng)
        deals, piles = [], []
        for _ in range(worlds):
            rows, pile = _rows(state, sampler)
            deals.append(rows)
            piles.append(pile)
        reckoning = Reckoning(state)
        scores = [{p: reckoning.points(p, rows[p]) for p in state.players} for rows in deals]
        return cls(state, view.viewer, deals, piles, reckoning, scores)

    @property
    def expected(self) -> Mapping[str, float]:
        """The mean points of every player."""
        return {p: fmean(score[p] for score in self.scores) for p in self.state.players}

    @property
    def highest(self) -> Mapping[str, float]:
        """For every player the chance to have the highest points, ties shared by all."""
        return {
            p: fmean(score[p] == max(score.values()) for score in self.scores)
            for p in self.state.players
        }

    def accused(self, player: str) -> list[float]:
        """Return what it is worth to the viewer, in each world, that `player` is accused.

        The viewer gives the better answer; others admit where their points are well beyond what
        the viewer expects of the rest.
        """
        if player == self.viewer:
            return max((self.admitted()[1], self.denied(player)), key=fmean)
        expected = self.expected
        best = max(points for other, points in expected.items() if other != player)
        limit = best + BOLD
        admitted = [
            self._with(at, player, self.reckoning.least_loss(player, self.deals[at][player])[1])
            if self.scores[at][player] > limit else None
            for at in range(len(self.deals))
        ]  # fmt: skip
        denied = self.denied(player)
        return [d if a is None else a for a, d in zip(admitted, denied, strict=True)]

    def admitted(self) -> tuple[tuple[str, ...], list[float]]:
        """Return the viewer's best cards to give up, and what admitting is worth."""
        laid = self.deals[0][self.viewer]
        spots, points = self.reckoning.least_loss(self.viewer, laid)
        return spots, self.left_with(points)

    def left_with(self, points: int) -> list[float]:
        """Return the worth in each world of having `points`, the others unchanged."""
        return [self._with(at, self.viewer, points) for at in range(len(self.deals))]

    def denied(self, player: str) -> list[float]:
        """Return what it is worth to the viewer, in each world, that `player` denies."""
        return [
            self._with(
                at,
                player,
                self.reckoning.denied(player, self.scores[at], laid[player], self.piles[at]),
            )
            for at, laid in enumerate(self.deals)
        ]

    def _with(self, at: int, player: str, points: int) -> float:
        return relative({**self.scores[at], player: points}, self.viewer)


def _rows(
    state: State, sampler: Sampler
) -> tuple[Mapping[str, Mapping[str, Kind]], Sequence[Kind]]:
    """Return the cards before every player in one world, and the discard."""
    round_ = sampler.worlds.table.model.round
    deal = {player: dict(laid) for player, laid in sampler.deal().items()}
    pile = [laid.pop(DISCARD) for laid in deal.values() if DISCARD in laid]
    if round_.added:
        seen = round_.seen.get((round_.drawer, round_.added))
        kind = seen.kind if seen else sampler.rng.choice(pile)
        pile.remove(kind)
        deal[round_.drawer][round_.added] = kind
    rows = {
        player: {laid.spot: deal[player].get(laid.spot, laid.kind) for laid in row}
        for player, row in state.rows.items()
    }
    return rows, pile


def advise(view: View, budget: Budget, seed: int, assumed: Assumptions) -> list[Advice]:
    """Return the moves of the viewer of `view`, the best first.

    Chances assume that people keep and hide what is worth much, at half strength. Raises
    Contradiction where no world fits the view.
    """
    return advised(view, budget.iterations or WORLDS, seed, Behaviour())


def advised(view: View, worlds: int, seed: int, behaviour: Behaviour | None) -> list[Advice]:
    """Return the same with `worlds` draws, and an assumption about behaviour or none."""
    moves = choices(view)
    if not moves:
        return []
    rng = Random(seed_of(view, seed))
    state: State = fold(view)
    judge = _judge(view, state, moves, worlds, rng, behaviour)
    return sorted(judge, key=lambda advice: -advice.value)


class Coach:
    """Plays what the coach advises."""

    def __init__(self, worlds: int = WORLDS, behaviour: Behaviour | None = Behaviour()) -> None:  # noqa: B008
        self._worlds = worlds
        self._behaviour = behaviour
        self._quick = GreedyBot()

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the move with the greatest worth."""
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        if moves[0].verb in ("picks", "doubles", "discards", "places", "becomes", "calls", "names"):
            return self._quick.choose(view, rng)
        return Choice(advised(view, self._worlds, 0, self._behaviour)[0].action)


def _judge(
    view: View,
    state: State,
    moves: Sequence[Event],
    worlds: int,
    rng: Random,
    behaviour: Behaviour | None,
) -> Iterator[Advice]:
    match state.step:
        case Step.DRAFT:
            yield from rollout.picks(view, state, moves, max(worlds // 4, 20), rng)
        case Step.VOTE | Step.ACCUSATION:
            yield from _votes(Outlook.of(view, worlds, rng, behaviour), moves)
        case Step.ANSWER:
            yield from _answers(Outlook.of(view, worlds, rng, behaviour), moves)
        case Step.LOOK:
            yield from _looks(Outlook.of(view, worlds, rng, behaviour), moves)
        case Step.THEFT | Step.JUDGEMENT | Step.DOCKING:
            yield from _open(state, view.viewer, moves)
        case _:
            yield from _own(state, view.viewer, moves)


def _advice(move: Event, values: Sequence[float], why: Words) -> Advice:
    error = pstdev(values) / sqrt(len(values))
    return Advice(move, fmean(values), UNIT, error, False, why, chance=False)


def _votes(outlook: Outlook, moves: Sequence[Event]) -> Iterator[Advice]:
    """Rate votes by what it is worth that this player is accused."""
    highest, expected = outlook.highest, outlook.expected
    for move in moves:
        player = move.words[0]
        why = say(
            "{player} has the highest score with a chance of {chance:.0f}%; {points:.1f} points "
            "in the mean",
            player=player,
            chance=100 * highest[player],
            points=expected[player],
        )
        yield _advice(move, outlook.accused(player), why)


def _answers(outlook: Outlook, moves: Sequence[Event]) -> Iterator[Advice]:
    """Rate admitting, with each choice of cards, and denying."""
    viewer = outlook.viewer
    laid = outlook.deals[0][viewer]
    chance = 100 * outlook.highest[viewer]
    for move in moves:
        if move.verb == "denies":
            why = say("your score is the highest with a chance of {chance:.0f}%", chance=chance)
            yield _advice(move, outlook.denied(viewer), why)
        else:
            left = outlook.reckoning.points(viewer, laid, move.words)
            why = say("{points} points are left", points=left)
            yield _advice(move, outlook.left_with(left), why)


def _looks(outlook: Outlook, moves: Sequence[Event]) -> Iterator[Advice]:
    """Rate looks by how open it is whether that player has the highest score."""
    for move in moves:
        chance = outlook.highest[move.words[0]]
        why = say("the chance of the highest score there is {chance:.0f}%", chance=100 * chance)
        unit = say("how uncertain that player is (0 to 1)")
        yield Advice(move, 4 * chance * (1 - chance), unit, 0.0, False, why, chance=False)


def _open(state: State, viewer: str, moves: Sequence[Event]) -> Iterator[Advice]:
    """Rate what is chosen when all rows are open: exactly."""
    table = OpenTable(state)
    for move in moves:
        now, why = table.after(viewer, move)
        value = relative(now, viewer)
        if move.verb == "docks" and state.scores:  # whoever leads over all rounds is the rival
            value += totals(state)[state.players.index(move.words[0])] / 1000
        yield Advice(move, value, UNIT, 0.0, True, why, chance=False)


def _own(state: State, viewer: str, moves: Sequence[Event]) -> Iterator[Advice]:
    """Rate what touches the own cards only, by rule of thumb: as the bot greedy does."""
    worth: Callable[[Event], float] = worth_of(state, viewer, moves)
    unit = say("own points, by rule of thumb")
    for move in moves:
        yield Advice(
            move, float(worth(move)), unit, 0.0, False, say("as greedy counts"), chance=False
        )
