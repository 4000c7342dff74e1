"""What players can have, by all deals that fit what a seat sees: exact, no estimates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import permutations, product

from ....models.bag import HOLE
from ....models.core import View
from ....models.overseers.box import Kind
from ....models.overseers.clues import DISCARD
from ....models.overseers.state import State
from ....models.overseers.text import KINDS
from ....models.words import Words, in_points, listed, say
from ...engine.sweep import TooManyStates
from .draft import Draft
from .passes import Pass
from .reckoning import Reckoning
from .using import uses
from .worlds import Worlds

Reach = Mapping[str, Mapping[tuple[Kind, ...], Set[int]]]
"""By player, what can lie there unseen, and the points that the player can have with it."""

COUNTED = 100_000
"""Steps of the counter beyond which nothing is said of what players can have."""
FEW = 3
"""So many ways of hidden cards are told."""


def reach(view: View[State]) -> Reach:
    """Return what all can have while rows lie hidden; nothing if the deals are too many to tell.

    A card that Gan added may be any that can have been discarded and that is left: beside it, this
    may be more than can be.
    """
    try:
        worlds = Worlds(Pass(Draft.of(view), None, COUNTED))
        players = [each.player for each in worlds.draft.holders]
        return {each: dict(_ways(view.state, worlds, each)) for each in players}
    except TooManyStates:
        return {}


def _ways(state: State, worlds: Worlds, player: str) -> Iterator[tuple[tuple[Kind, ...], Set[int]]]:
    known = {laid.spot: laid.kind for laid in state.rows[player] if laid.kind != HOLE}
    down = [laid.spot for laid in state.rows[player] if laid.kind == HOLE]
    added = worlds.draft.model.round.added if player == worlds.draft.model.round.drawer else ""
    drawn = _discarded(worlds) if added in down else [()]
    down.sort(key=lambda spot: spot == added)
    reckoning = Reckoning(state)
    hands = [hand for hand, weight in worlds.hands(player).items() if weight]
    seen = Counter(laid.kind for each in state.players for laid in state.rows[each])
    left = Counter(state.box.cards(len(state.players))) - seen
    for hand, more in product(hands, drawn):
        if Counter((*hand, *more)) - left:
            continue
        orders = {*permutations(hand)} if player in uses(state) else {hand}
        rows = ({**known, **dict(zip(down, (*each, *more), strict=True))} for each in orders)
        yield tuple(sorted((*hand, *more))), {reckoning.points(player, row) for row in rows}


def _discarded(worlds: Worlds) -> list[tuple[Kind, ...]]:
    """Return the cards that somebody can have discarded."""
    found = dict[tuple[Kind, ...], None]()
    for holder in worlds.draft.holders:
        if DISCARD in holder.open:
            for cards in worlds.joint(holder.player):
                found |= dict.fromkeys((kind,) for kind in (cards.discard or cards.rest))
        elif DISCARD in holder.known:
            found[holder.known[DISCARD],] = None
    return list(found)


def least(reach: Reach, player: str) -> int:
    """Return the fewest points that a player can have."""
    return min(min(points) for points in reach[player].values())


def most(reach: Reach, player: str) -> int:
    """Return the most points that a player can have."""
    return max(max(points) for points in reach[player].values())


def ahead(reach: Reach) -> tuple[str, int]:
    """Return who has most at least, and how much that is."""
    player = max(reach, key=lambda each: least(reach, each))
    return player, least(reach, player)


def has_most(reach: Reach, player: str) -> bool | None:
    """Tell whether nobody has more than a player, whatever lies hidden; None if that is open."""
    if player not in reach:
        return None
    others = {each: ways for each, ways in reach.items() if each != player}
    if max(most(others, each) for each in others) <= least(reach, player):
        return True
    return False if ahead(others)[1] > most(reach, player) else None


def beaten(reach: Reach, viewer: str, player: str) -> Words | None:
    """Return in words that a player surely has not most, if that is so whatever lies hidden."""
    if not reach or (n := most(reach, player)) >= (m := ahead(reach)[1]):
        return None
    values = {"player": player, "n": in_points(n), "m": m, "other": ahead(reach)[0]}
    if values["other"] == viewer:
        return say("{player} can have at most {n}, you have {m}", **values)
    return say("{player} can have at most {n}, {other} at least {m}", **values)


def passes(reach: Reach, viewer: str, player: str) -> Words | None:
    """Return with which hidden cards a player has more than the viewer, if they are soon named."""
    ways, own = reach.get(player, {}), least(reach, viewer) if reach else 0
    more = [hidden for hidden, points in ways.items() if max(points) > own]
    if not more or len(more) == len(ways):
        return None
    values: dict[str, object] = {"player": player, "n": own}
    sure = {kind for hidden in ways for kind in hidden}
    for hidden, points in ways.items():
        sure -= {*hidden} if min(points) <= own else set()
    if sure and all(sure & {*hidden} for hidden in more):
        kinds = [KINDS[kind] for kind in KINDS if kind in sure]
        values["hidden"] = listed(kinds, " / ")
        return say("{player} has more than your {n} with {hidden} face down, else not", **values)
    if len(more) > FEW:
        return None
    values["hidden"] = listed(map(named, more), " / ")
    return say("{player} has more than your {n} only with {hidden} face down", **values)


def named(kinds: Sequence[Kind]) -> Words:
    """Return cards by their kinds."""
    return say("{cards}", cards=listed([KINDS[kind] for kind in kinds], " + "))
