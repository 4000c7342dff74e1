"""How all stand in the game, and how it can end once all cards lie open: exact, by the rules."""

from __future__ import annotations

from ....models.core import Event, View
from ....models.overseers.box import Power
from ....models.overseers.ending import totals, winners
from ....models.overseers.state import State
from ....models.words import Words, in_points, listed, say
from . import choosing
from .play import scores
from .table import RoundTable
from .tries import are_scored, endings


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
    then = map(sum, zip(totals(state), scores(after), strict=True))
    order = sorted(zip(then, state.players, strict=True), key=lambda each: -each[0])
    players = (say("{player} {n}", player=player, n=n) for n, player in order)
    return say("in the game then: {players}", players=listed(players))


def robbed(view: View[State], after: RoundTable) -> Words | None:
    """Return how the viewer then stands in the game beside the best other, before Liang's power.

    The victim gives what costs it least; if cards differ there, each is counted in this order.
    """
    state, seat, leads = view.state, view.state.players.index(view.viewer), dict[int, str]()
    if not are_scored(state):
        return None
    kinds = {card.spot: card.kind for card in after.rows[after.victim]}
    for spot in {kinds[each]: each for each in choosing.gives(after, after.victim)}.values():
        trial = after.copy()
        trial.give(spot)
        then = [*map(sum, zip(totals(state), trial.now, strict=True))]
        first = max((each for each in after.seats if each != seat), key=then.__getitem__)
        leads[then[seat] - then[first]] = state.players[first]
    first, *others = leads
    if len({*leads.values()}) > 1 or any(each * first <= 0 for each in others):
        return None
    n, player = listed(map(abs, leads), " / "), leads[first]
    if not first:
        return say("you are then level with {player} over all", player=player)
    if first > 0:
        return say("you are then {n} ahead of {player} over all", n=n, player=player)
    return say("you are then {n} behind {player} over all", n=n, player=player)
