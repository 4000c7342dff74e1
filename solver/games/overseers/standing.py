"""How all stand in the game, and how it can end once all cards lie open: exact, by the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ....models.core import Event, View
from ....models.overseers.box import Power
from ....models.overseers.ending import totals, winners
from ....models.overseers.state import State
from ....models.words import Words, in_points, listed, say, united
from . import choosing
from .moves import do, table_of
from .play import dockings, scores
from .table import NOBODY, RoundTable, Seat
from .tries import endings
from .worth import added, are_scored, ends_the_game


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

    The victim gives what costs it least. None if the viewer stands in more ways. A tie at the end
    of the game is told by who wins it; before another Liang takes points, only by whom one wins.
    """
    state, liang = view.state, after.due(Power.DOCK)
    if not are_scored(state):
        return None
    spots = choosing.gives(after, after.victim)
    trials = [after.copy() for _ in spots]
    for trial, spot in zip(trials, spots, strict=True):
        trial.give(spot)
    if liang not in (NOBODY, state.players.index(view.viewer)):
        return _won_by_liang(view, trials, liang) if ends_the_game(state) else None
    found = {str(each): each for each in (beside(view, added(state, x.now)) for x in trials)}
    if len(found) > 1:
        return None
    return say("over all you are then {standing}", standing=found.popitem()[1])


def _won_by_liang(view: View[State], tables: Sequence[RoundTable], liang: Seat) -> Words | None:
    """Return from whom another Liang has to take points that the viewer wins, if that is sure."""
    state, won = view.state, defaultdict[Seat, set[bool]](set)
    for table in tables:
        for seat, row in dockings(table).items():
            won[seat].add(view.viewer in winners(state, added(state, row)))
    if any(len(each) > 1 for each in won.values()):
        return None
    by = [state.players[seat] for seat, each in won.items() if True in each]
    values = {"player": state.players[liang], "others": listed(by, " / ")}
    if not by:
        return say("then you lose the game, whomever {player}, Liang, takes points from", **values)
    return say("then you win the game if {player}, Liang, takes points from {others}", **values)


def before_the_choice(view: View[State], moves: Sequence[Event]) -> Words | None:
    """Return that none of the `moves` can win the game any more, or how all stand before it.

    If the viewer ends in one place whatever follows, that is told.
    """
    state, seat, places = view.state, view.state.players.index(view.viewer), set[int]()
    for move in moves:
        table = table_of(view, state)
        do(table, state.players, move)
        if can_win(view, table) is not False:
            return before_the_last(view)
        for total in endings(state, table):  # two places for a tie
            own = total[seat]
            places |= {1 + sum(n > own for n in total), sum(n >= own for n in total)}
    if len(places) > 1:
        return say("whatever follows, you do not win the game")
    values = {"n": places.pop(), "players": len(state.players)}
    return say("whatever follows, you end the game in place {n} of {players}", **values)


def before_the_last(view: View[State]) -> Words | None:
    """Return how the viewer stood before the last round."""
    state = view.state
    if not ends_the_game(state):
        return None
    total, seat = totals(state), state.players.index(view.viewer)
    first = _best_other(total, seat)
    values = {"n": total[seat], "player": state.players[first], "m": total[first]}
    if not state.docked and state.players[first] == state.holder(Power.DOCK):
        return say(
            "before this last round you have {n}, {player} {m} (and takes 4 as Liang)", **values
        )
    return say("before this last round you have {n}, {player} {m}", **values)


def _best_other(total: Sequence[int], seat: Seat) -> Seat:
    """Return the seat with the largest of such totals, but for one."""
    return max((each for each in range(len(total)) if each != seat), key=total.__getitem__)


def beside(view: View[State], total: Sequence[int]) -> Words:
    """Return how far the viewer is ahead of the best other with such totals, or behind."""
    state, seat = view.state, view.state.players.index(view.viewer)
    first = _best_other(total, seat)
    n, player = total[seat] - total[first], state.players[first]
    if n > 0:
        return say("{n} ahead of {player}", n=n, player=player)
    if n < 0:
        return say("{n} behind {player}", n=-n, player=player)
    level = (each for each, m in zip(state.players, total, strict=True) if m == total[seat])
    values = {"player": united(each for each in level if each != view.viewer)}
    wins = winners(state, total)
    if state.round < state.box.rounds or len(wins) > 1:
        return say("level with {player}", **values)
    if view.viewer in wins:
        return say("level with {player}, and win the tie", **values)
    return say("level with {player}, who wins the tie", player=wins[0])
