"""The rules of Cordée, for whole states and for states with holes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from aparte.models.bag import HOLE, Bag
from aparte.models.chance import Draw
from aparte.models.core import Game, HiddenModel, Setup, Turn
from aparte.models.errors import IllegalAction
from aparte.models.event import Event
from aparte.models.outcome import Outcome, Team
from aparte.models.words import Words, listed, say

from .box import BREATHS, COPIES, LOOPS, NAMES, PAIRS, PITCHES
from .calls import CALLS
from .deduce import fill, hidden
from .state import State
from .text import NONE, NOTATION


class Cordee(Game[State]):
    """Cordée: up the wall together, each with a pack that only the others see."""

    name = "cordee"
    title = "Cordée"
    seats = range(2, 5)
    notation = NOTATION
    calls = CALLS
    model = HiddenModel(hidden=hidden, fill=fill)

    def start(self, setup: Setup) -> State:
        """Return the table before a piece is dealt."""
        stock = Bag().put(kind for kind, n in COPIES.items() for _ in range(n))
        return State(setup.players, stock, {}, setup.players[0])

    def turn(self, state: State) -> Turn:
        """Return the draw that comes next, or what the active player can do."""
        if state.over:
            return ()
        for player in state.players:
            if player not in state.packs:
                event = Event("deal", words=(player,))
                return Draw(event, state.stock, len(LOOPS), "CO-2", ordered=True)
        if state.empty is not None:
            return Draw(Event("refill", words=state.empty), state.stock, 1, "CO-7")
        return tuple(_choices(state))

    def resolve(self, state: State, event: Event) -> Event:
        """Return a choice with what comes of it, or can come as far as is seen."""
        if event.verb == "calls":
            return replace(event, outcome=_holding(state, event.words) or (NONE,))
        (loop,) = event.words
        piece = state.packs[event.actor].get(loop, HOLE)
        seen = state.seen
        left = (kind for kind in NAMES if seen[kind] < COPIES[kind])
        return replace(event, outcome=(next(left, HOLE) if piece == HOLE else piece,))

    def apply(self, state: State, event: Event) -> State:
        """Return the table after `event`; raises IllegalAction."""
        coming = self.turn(state)
        if isinstance(coming, Draw):
            return _packed(state, coming, event)
        if event.actor != state.active or replace(event, outcome=()) not in coming:
            raise IllegalAction(*_refusal(state, event))
        if event.verb == "calls":
            return _next_turn(_called(state, event))
        return _taken(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Return what all have climbed together; None while the game goes on."""
        if not state.over:
            return None
        won = len(state.wall) == PITCHES * len(NAMES)
        rope = Team(state.players, len(state.wall))
        return Outcome(state.players if won else (), named=True, teams=(rope,))


def _choices(state: State) -> Iterator[Event]:
    player = state.active
    if state.breaths:
        for other in state.players:
            if other != player:
                yield from (Event("calls", player, (other, *pair)) for pair in PAIRS)
    for verb in ("fixes", "drops"):
        yield from (Event(verb, player, (loop,)) for loop in state.packs[player])


def _refusal(state: State, event: Event) -> tuple[str, Words]:
    """Return the ruling and the message against a line that cannot be chosen."""
    if state.over:
        return "CO-8", say("the climb is over")
    if event.actor != state.active:
        return "CO-3", say("it is {player}'s turn", player=state.active)
    if event.verb == "calls" and not state.breaths:
        return "CO-4", say("there is no breath left to call")
    if event.verb == "calls" and event.words[0] == event.actor:
        return "CO-4", say("nobody sees their own pack")
    if event.verb == "calls":
        return "CO-4", say("a call names two kinds")
    if event.verb in ("fixes", "drops"):
        return "CO-7", say("there is nothing in loop {loop}", loop=event.words[0])
    return "CO-3", say("'{verb}' has no place here", verb=event.verb)


# the stock


def _packed(state: State, draw: Draw, event: Event) -> State:
    """Return the table with what was drawn in a pack; the last piece begins the last round."""
    stock = draw.rest(event)
    player, *loops = event.words
    pack = {**state.packs.get(player, {}), **dict(zip(loops or LOOPS, event.outcome, strict=True))}
    packs = {**state.packs, player: {loop: pack[loop] for loop in LOOPS if loop in pack}}
    state = _possible(replace(state, stock=stock, packs=packs), "CO-1")
    if state.empty is None:
        return state
    left = state.left if stock else len(state.players)
    return _next_turn(replace(state, empty=None), left)


def _possible(state: State, ruling: str) -> State:
    """Return `state`, in which no more pieces of a kind are seen than there are."""
    for kind, n in state.seen.items():
        if n > COPIES[kind]:
            words = say("all {n} {kind} lie elsewhere", n=COPIES[kind], kind=kind)
            raise IllegalAction(ruling, words)
    return state


# the turn


def _holding(state: State, called: tuple[str, ...]) -> tuple[str, ...]:
    """Return the loops that are seen to hold one of two kinds in the pack of a player."""
    player, *kinds = called
    return tuple(loop for loop, piece in state.packs[player].items() if piece in kinds)


def _called(state: State, event: Event) -> State:
    """Return the table after a call, which must fit all that is seen of that pack."""
    pack = state.packs[event.words[0]]
    told = () if event.outcome == (NONE,) else event.outcome
    if told != tuple(loop for loop in pack if loop in told):
        words = say("each loop that holds a piece is told once, in order: {loops}",
                    loops=listed(pack))  # fmt: skip
        raise IllegalAction("CO-4", words)
    holding = _holding(state, event.words)
    if any((loop in told) != (loop in holding) for loop in pack if pack[loop] != HOLE):
        words = say("this call is about: {loops}", loops=listed(holding or [say("none")]))
        raise IllegalAction("CO-4", words)
    return replace(state, breaths=state.breaths - 1)


def _taken(state: State, event: Event) -> State:
    """Return the table after a piece was fixed, has slipped, or was dropped."""
    player, (loop,), (kind,) = event.actor, event.words, event.outcome
    pack = dict(state.packs[player])
    piece = pack.pop(loop)
    if piece not in (kind, HOLE):
        words = say("loop {loop} holds {kind}", loop=loop, kind=piece)
        raise IllegalAction("CO-5", words)
    after = replace(state, packs={**state.packs, player: pack})
    if event.verb == "drops":
        breaths = min(state.breaths + 1, BREATHS)
        after = replace(after, ravine=(*state.ravine, kind), breaths=breaths)
    elif kind in state.wanted:
        after = replace(after, wall=(*state.wall, kind))
    else:
        after = replace(after, ravine=(*state.ravine, kind), slips=state.slips + 1)
    after = _possible(after, "CO-1")
    return replace(after, empty=(player, loop)) if state.stock else _next_turn(after)


def _next_turn(state: State, left: int | None = None) -> State:
    """Return the table when the turn has gone on; in the last round one turn less is left. CO-8"""
    if left is None and state.left is not None:
        left = state.left - 1
    return replace(state, active=state.after(state.active), left=left)


GAME = Cordee()
