"""What hands do with the gear and the breaths of Cordée."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aparte.models.call import Call, Calls, Zone, call
from aparte.models.tale import Happened
from aparte.models.words import say

from .box import BREATHS, COPIES, LOOPS
from .state import State


def due(state: State) -> Iterator[Call]:
    """Yield what is to be done before the next line."""
    if state.over:
        return
    if len(state.packs) < len(state.players):
        yield call(say("lay out the {n} breaths", n=BREATHS))
        deed = say("shuffle the {all} pieces, and deal {n} into each pack, seen by all but its"
                   " owner", all=sum(COPIES.values()), n=len(LOOPS))  # fmt: skip
        yield call(deed, moves="packs stock", shuffles=True)
    elif state.empty is not None:
        player, loop = state.empty
        deed = say("fill loop {loop} of {player} from the stock, unseen by {player}",
                   loop=loop, player=player)  # fmt: skip
        yield call(deed, moves="packs stock")
    else:
        deed = say("fix a piece of your own pack, or drop one, without looking")
        if state.breaths:
            deed = say("call two kinds to another climber, or fix a piece of your own pack, or drop"
                       " one, without looking")  # fmt: skip
        yield call(deed, [state.active], moves="packs")


def left(line: Happened[State]) -> Iterator[Call]:
    """Yield where a piece goes, and what becomes of the breaths. CO-4 to CO-6"""
    before, after = line.before, line.after
    if len(after.wall) > len(before.wall):
        yield call(say("put the piece on the wall: it holds"), moves="wall")
    if len(after.ravine) > len(before.ravine):
        yield call(say("put the piece into the ravine"), moves="ravine")
    if after.slips > before.slips:
        yield call(say("count slip {n}", n=after.slips), moves="slips")
    if after.breaths < before.breaths:
        yield call(say("put a breath away"), moves="breaths")
    if after.breaths > before.breaths:
        yield call(say("take a breath back"), moves="breaths")


def lies(state: State) -> Mapping[Zone, object]:
    """Return what lies on the table."""
    return {
        "packs": {player: tuple(pack) for player, pack in state.packs.items()},
        "stock": len(state.stock),
        "wall": state.wall,
        "ravine": state.ravine,
        "breaths": state.breaths,
        "slips": state.slips,
    }


CALLS = Calls(due=due, left=left, lies=lies)
