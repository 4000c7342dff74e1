"""How all stand in the game, and how it can end once all cards lie open: exact, by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from ....models.core import Event, View
from ....models.overseers.box import Power
from ....models.overseers.ending import totals, winners
from ....models.overseers.state import State
from ....models.words import Words, in_points, listed, say
from .moves import table_of
from .play import scores
from .table import RoundTable
from .tries import endings, ends_the_game

KEEPING = ("picks", "doubles", "discards", "adds", "takes")
"""Moves that decide which cards are kept."""


def decided(view: View[State], after: RoundTable) -> Words | None:
    """Return how the game ends `after` a move in any case, if all cards lie open."""
    state, seat = view.state, view.state.players.index(view.viewer)
    found = endings(state, after)
    if not found:
        return None
    others = [each for each in after.seats if each != seat]
    if all(each[seat] > max(each[other] for other in others) for each in found):
        return say("you win the game in any case")
    most, least = max(each[seat] for each in found), [*map(min, zip(*found, strict=True))]
    first = max(others, key=least.__getitem__)
    if least[first] <= most or len(found) == 1:  # then totals are told
        return None
    values = {"player": state.players[first], "m": least[first], "n": in_points(most)}
    return say("you end the game with at most {n}, {player} with at least {m}", **values)


def can_win(view: View[State], after: RoundTable) -> bool | None:
    """Tell whether the viewer can still win `after` a move; None if not all cards lie open."""
    state = view.state
    found = [view.viewer in winners(state, each) for each in endings(state, after)]
    return any(found) if found else None


def stands(view: View[State], move: Event, after: RoundTable, best: bool) -> Words | None:
    """Return how all stand in the game `after` what ends a round.

    In the last round it is told of the best move, too, how they stand before it ends.
    """
    state, seat = view.state, view.state.players.index(view.viewer)
    last = state.round == state.box.rounds
    done = move.verb == "docks" or (move.verb == "gives" and last and not state.holder(Power.DOCK))
    if not (done or (last and best and move.verb not in KEEPING)):
        return None
    if state.in_part or len(state.scores) < state.round - 1:
        return None
    earlier: Sequence[int] = totals(state)
    if done:
        then = map(sum, zip(earlier, scores(after), strict=True))
        order = sorted(zip(then, state.players, strict=True), key=lambda each: -each[0])
        players = (say("{player} {n}", player=player, n=n) for n, player in order)
        return say("in the game then: {players}", players=listed(players))
    others = [each for each in after.seats if each != seat]
    if ends_the_game(state):
        earlier = [*map(sum, zip(earlier, table_of(view, state).now, strict=True))]
    first = max(others, key=earlier.__getitem__)
    n, values = earlier[seat] - earlier[first], {"player": state.players[first]}
    if not n:
        return say("you are tied with {player} in the game", **values)
    ahead = say("you are {n} ahead of {player} before this last round", n=n, **values)
    behind = say("you are {n} behind {player} before this last round", n=-n, **values)
    if ends_the_game(state):
        ahead = say("you are {n} ahead of {player} in the game as cards lie", n=n, **values)
        behind = say("you are {n} behind {player} in the game as cards lie", n=-n, **values)
    return ahead if n > 0 else behind
