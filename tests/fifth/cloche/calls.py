"""What hands do with the cards of Cloche."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aparte.models.call import Call, Calls, Zone, call
from aparte.models.tale import Happened
from aparte.models.words import listed, say

from .box import NAMES, hand_sizes
from .state import State


def due(state: State) -> Iterator[Call]:
    """Yield what is to be done before the next line."""
    if state.over:
        return
    if not all(state.aside.values()):
        deed = say("shuffle each kind by itself, and put 1 card of each under the cloche, unseen")
        yield call(deed, moves="cloche", shuffles=True)
    elif not all(state.hands.values()):
        sizes = hand_sizes(state.players)
        each = listed(say("{player} {n}", player=player, n=n) for player, n in sizes.items())
        deed = say("shuffle the other {n} cards and deal them face down: {hands}",
                   n=sum(sizes.values()), hands=each)  # fmt: skip
        yield call(deed, moves="hands", shuffles=True)
    elif state.looking is not None:
        yield call(say("look under the cloche, alone"), [state.looking])
    elif state.question is not None:
        asker, cards = state.question.asker, (NAMES[card] for card in state.question.cards)
        deed = say("show {player} alone one of {cards}, or pass if you have none",
                   player=asker, cards=listed(cards))  # fmt: skip
        yield call(deed, state.question.waiting[:1])
    else:
        yield call(say("ask for a guest, a dish and a room, or accuse"), [state.active])


def left(line: Happened[State]) -> Iterator[Call]:
    """Yield that a right accusation is shown to all. CL-7"""
    if line.after.winner is not None and line.before.winner is None:
        yield call(say("turn up the cards under the cloche"), moves="cloche")


def lies(state: State) -> Mapping[Zone, object]:
    """Return what lies on the table."""
    return {
        "cloche": (tuple(map(len, state.aside.values())), state.winner is not None),
        "hands": tuple(map(len, state.hands.values())),
    }


CALLS = Calls(due=due, left=left, lies=lies)
