"""How all stand in the game, and how it can end once all cards lie open: exact, by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from ....models.core import Event, View
from ....models.overseers.box import Power
from ....models.overseers.ending import totals, winners
from ....models.overseers.state import State
from ....models.words import Words, in_points, listed, say, united
from . import choosing
from .play import scores
from .table import NOBODY, RoundTable, Seat
from .tries import added, are_scored, endings, is_open


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


def stands(view: View[State], move: Event, after: RoundTable) -> Words | None:
    """Return how all stand in the game after what ends a round."""
    state = view.state
    last = state.round == state.box.rounds
    done = move.verb == "docks" or (move.verb == "gives" and last and not state.holder(Power.DOCK))
    if not done or not are_scored(state):
        return None
    then = zip(added(state, scores(after)), state.players, strict=True)
    order = sorted(then, key=lambda each: -each[0])
    players = (say("{player} {n}", player=player, n=n) for n, player in order)
    return say("in the game then: {players}", players=listed(players))


def robbed(view: View[State], after: RoundTable) -> Words | None:
    """Return how the viewer then stands in the game beside the best other.

    The victim gives what costs it least, and another Liang takes from who has most. None if the
    viewer stands in more ways. A tie at the end of the game is told by who wins it.
    """
    state, found = view.state, dict[str, Words]()
    if not are_scored(state):
        return None
    liang = after.due(Power.DOCK)
    other = liang not in (NOBODY, state.players.index(view.viewer))
    for spot in choosing.gives(after, after.victim):
        trial = after.copy()
        trial.give(spot)
        for docked in choosing.docks(trial, liang, trial.now) if other else (NOBODY,):
            trial.docked = docked
            words = beside(view, added(state, scores(trial) if other else trial.now))
            found[str(words)] = words
    return found.popitem()[1] if len(found) == 1 else None


def before_the_last(view: View[State]) -> Words | None:
    """Return how the viewer stands before the last round, while its cards are hidden."""
    state = view.state
    if state.round < state.box.rounds or not are_scored(state) or is_open(state):
        return None
    total, seat = totals(state), state.players.index(view.viewer)
    first = _best_other(total, seat)
    values = {"n": total[seat], "player": state.players[first], "m": total[first]}
    return say("this is the last round: you have {n}, {player} {m}", **values)


def _best_other(total: Sequence[int], seat: Seat) -> Seat:
    """Return the seat with the largest of such totals, but for one."""
    return max((each for each in range(len(total)) if each != seat), key=total.__getitem__)


def beside(view: View[State], total: Sequence[int]) -> Words:
    """Return how far the viewer is ahead of the best other with such totals, or behind."""
    state, seat = view.state, view.state.players.index(view.viewer)
    first = _best_other(total, seat)
    n, player = total[seat] - total[first], state.players[first]
    if n > 0:
        return say("you are {n} ahead of {player} over all", n=n, player=player)
    if n < 0:
        return say("you are {n} behind {player} over all", n=-n, player=player)
    level = (each for each, m in zip(state.players, total, strict=True) if m == total[seat])
    values = {"player": united(each for each in level if each != view.viewer)}
    wins = winners(state, total)
    if state.round < state.box.rounds or len(wins) > 1:
        return say("you are level with {player} over all", **values)
    if view.viewer in wins:
        return say("you are level with {player} over all, and win the tie", **values)
    return say("{player} is level with you over all, and wins the tie", player=wins[0])
