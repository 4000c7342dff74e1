"""The board of Les Adresses Jaunes as it stands, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from ..bag import HOLE, Bag
from ..core import Record
from ..errors import IllegalAction
from ..event import NOBODY, Event
from ..words import say
from .state import State, Step


def board(view: Record[State]) -> Iterator[Event]:
    """Return the lines that put down the board of `view`; none tells who named which tile.

    Raises IllegalAction unless it is the start of a step.
    """
    state = view.state
    if state.acted or state.step not in (Step.DISCS, Step.PAWNS, Step.CONCLUSION):
        raise IllegalAction("AJ-4", say("a position stands at the start of a step"))
    return _lines(state)


def _lines(state: State) -> Iterator[Event]:
    yield Event("revealed", outcome=state.revealed)
    named = set(state.found(NOBODY)) - set(state.revealed)
    if named:
        yield Event("neutral", outcome=tuple(sorted(named)))
    for player in state.players:
        if state.found(player):
            yield Event("found", words=(player,), outcome=state.found(player))
    for player, hand in state.hands.items():
        if hand:
            yield Event("deal", words=(player,), outcome=_pieces(hand))
    for disc in state.discs:
        yield Event("disc", disc.owner, (disc.target, "shows", str(disc.cubes)))
    if state.step is Step.CONCLUSION:
        yield Event("conclusion")
    else:
        yield Event("round", words=(str(state.round), state.step.value))


def _pieces(hand: Bag) -> tuple[str, ...]:
    return (*hand.known, *[HOLE] * hand.unknown)
