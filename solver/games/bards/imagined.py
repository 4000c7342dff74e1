"""Determinization: whole tables that fit what a seat sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ....models.bag import HOLE, Bag
from ....models.bards import State
from ....models.bards.deduce import DECK, HAND, NEXT, STAGE
from ....models.core import Contradiction, View
from ....models.event import NOBODY
from ....models.hidden import World
from ....models.words import say
from ...engine.count import Counter


def worlds_of(view: View) -> Counter:
    """Return the counter of the worlds of `view`; raises Contradiction if there is none."""
    counter = Counter(view.game.model.hidden(view))
    if not counter.worlds:
        raise Contradiction(say("these lines cannot all be true"))
    return counter


def drawn(state: State, counter: Counter, rng: Random) -> Iterator[State]:
    """Yield whole tables that fit a seat's `state`, drawn from the worlds of `counter`."""
    while True:
        (world,) = counter.sample(rng, 1)
        yield whole(state, world)


def whole(state: State, world: World) -> State:
    """Return a seat's `state` with its holes filled from `world`."""
    lying: dict[tuple[str, str], list[str]] = {}
    encores: dict[str, str] = {}
    for item, places in world.items():
        player, colon, card = item.partition(":")
        if not colon:
            encores[item] = places[0]
            continue
        for place in places:
            lying.setdefault((player, place.rpartition(" ")[2]), []).append(card)
    dealt = {player: pair for pair, player in encores.items()}
    troupes = dict(state.troupes)
    for player, troupe in troupes.items():
        known = troupe.hand.whole and troupe.going.whole and troupe.deck.whole
        if not known or troupe.top == HOLE:
            there = {end: lying.get((player, end), []) for end in (HAND, STAGE, NEXT, DECK)}
            top = there[NEXT] if troupe.top else []
            troupe = replace(
                troupe,
                hand=Bag().put(there[HAND]),
                going=Bag().put(there[STAGE]),
                deck=Bag().put([*there[DECK], *([] if top else there[NEXT])]),
                top=top[0] if top else "",
            )
        if not troupe.encore.whole:
            troupe = replace(troupe, encore=Bag().put([dealt[player]]))
        troupes[player] = troupe
    left = state.encores
    if not left.whole:
        left = Bag().put(pair for pair, player in encores.items() if player == NOBODY)
    return replace(state, troupes=troupes, encores=left)
