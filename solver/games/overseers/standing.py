"""How all stand in the game, and how it can end once all cards lie open: exact, by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....models.core import Event, View
from ....models.overseers.box import Power
from ....models.overseers.state import State
from ....models.words import Words, listed, say
from . import choosing
from .play import scores
from .table import NOBODY, RoundTable
from .tries import before, ends_the_game

KEEPING = ("picks", "doubles", "discards", "adds", "takes")
"""Moves that decide which cards are kept."""


def decided(view: View[State], after: RoundTable) -> Words | None:
    """Return how the game ends `after` a move in any case, if all cards lie open."""
    state, seat = view.state, view.state.players.index(view.viewer)
    if not ends_the_game(state) or not (after.settled or after.penalty):
        return None
    others = [each for each in after.seats if each != seat]
    found = [[*map(sum, zip(before(state), each, strict=True))] for each in ends(after)]
    if all(each[seat] > max(each[other] for other in others) for each in found):
        return say("you win the game in any case")
    most, least = max(each[seat] for each in found), [*map(min, zip(*found, strict=True))]
    first = max(others, key=least.__getitem__)
    if least[first] <= most:
        return None
    values = {"player": state.players[first], "m": least[first], "n": most}
    return say("you end the game with at most {n} points, {player} with at least {m}", **values)


def stands(view: View[State], move: Event, after: RoundTable, best: bool) -> Words | None:
    """Return how all stand in the game `after` what ends a round, or before the last one.

    Of the best move, that is.
    """
    state, seat = view.state, view.state.players.index(view.viewer)
    last = state.round == state.box.rounds
    done = move.verb == "docks" or (move.verb == "gives" and last and not state.holder(Power.DOCK))
    if not (done or (last and best and move.verb not in KEEPING)):
        return None
    if state.in_part or len(state.scores) < state.round - 1:
        return None
    earlier = before(state)
    if done:
        totals = map(sum, zip(earlier, scores(after), strict=True))
        order = sorted(zip(totals, state.players, strict=True), key=lambda each: -each[0])
        players = (say("{player} {n}", player=player, n=n) for n, player in order)
        return say("in the game then: {players}", players=listed(players))
    others = [each for each in after.seats if each != seat]
    first = max(others, key=earlier.__getitem__)
    n, values = earlier[seat] - earlier[first], {"player": state.players[first]}
    if not n:
        return say("before this last round you are tied with {player}", **values)
    if n > 0:
        return say("you are {n} ahead of {player} before this last round", n=n, **values)
    return say("you are {n} behind {player} before this last round", n=-n, **values)


def ends(table: RoundTable) -> Iterator[Sequence[int]]:
    """Yield the scores that a round can end with after the judgement, if all cards lie open."""
    if table.penalty and not table.settled:
        for gone in choosing.losses(table, table.accused):
            trial = table.copy()
            trial.lose(table.accused, gone)
            yield from ends(trial)
        return
    table = table.copy()
    if (seat := table.due(Power.SEIZE)) != NOBODY:
        table.seize(seat)
    for trial in _robbed(table):
        if (seat := trial.holder(Power.DOCK)) == NOBODY:
            yield trial.now
        for other in trial.seats if trial.docked == NOBODY else (trial.docked,):
            if NOBODY != seat != other:
                trial.docked = other
                yield scores(trial)


def _robbed(table: RoundTable) -> Iterator[RoundTable]:
    """Yield the table after each theft there can be. OV-8"""
    thieves = () if table.robbed else (table.thief,) if table.thief != NOBODY else table.thieves()
    if not thieves:
        yield table
    for thief in thieves:
        table.thief = thief
        victims = (table.victim,) if table.victim != NOBODY else table.victims()
        if not victims:
            yield table.copy()
        for victim in victims:
            for card in table.rows[victim]:
                trial = table.copy()
                trial.victim = victim
                trial.give(card.spot)
                yield trial
