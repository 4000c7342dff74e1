"""What the phases of a round have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ..bag import HOLE, Bag, NotThere
from ..core import Turn
from ..errors import IllegalAction
from ..event import Event
from ..phase import Phase
from ..replacing import changed
from ..words import listed, say, say_n
from .box import Power
from .state import Laid, Spot, State, Step

T = TypeVar("T")


_ORDER = tuple(Step)


def next_step(state: State) -> State:
    """Return `state` at the next step of the round, nobody having acted in it."""
    return changed(state, step=_ORDER[_ORDER.index(state.step) + 1], acted=())


def phase(
    due: Callable[[State], bool],
    turn: Callable[[State], Turn],
    apply: Callable[[State, Event], State],
    then: Callable[[State], State] = next_step,
) -> Phase[State]:
    """Return a step of the round that leads to the next one."""
    return Phase(due=due, turn=turn, apply=apply, then=then)


def first(items: Iterable[T]) -> T:
    """Return the only one of `items`."""
    return next(iter(items))


def still(state: State) -> tuple[str, ...]:
    """Return who still has to act in this step, in seating order."""
    return tuple(player for player in state.players if player not in state.acted)


def check_next(state: State, player: str, due: str, ruling: str) -> None:
    """Raise IllegalAction unless simultaneous choices come in order, so that it tells nothing."""
    if player in state.acted:
        raise IllegalAction(ruling, say("{player} has chosen already", player=player))
    if player != due:
        words = say(
            "secret choices are entered in one fixed order: {due} comes now, not {player}",
            due=due,
            player=player,
        )
        raise IllegalAction(ruling, words)


def check_is(player: str, due: str, ruling: str, earlier: tuple[Event, ...] = ()) -> None:
    """Raise IllegalAction unless, by `earlier` lines, the choice is that of `player`."""
    if player != due:
        words = say("this is for {due} to do, not {player}", due=due, player=player)
        raise IllegalAction(ruling, words, earlier=earlier)


def check_among(
    choice: str, choices: Iterable[str], ruling: str, earlier: tuple[Event, ...] = ()
) -> None:
    """Raise IllegalAction unless `choice` is one of the `choices` that `earlier` lines leave."""
    allowed = tuple(choices)
    if choice not in allowed:
        words = say(
            "{choice} cannot be chosen here; possible: {choices}",
            choice=choice,
            choices=listed(allowed),
        )
        raise IllegalAction(ruling, words, earlier=earlier)


def check_size(given: int, due: int, ruling: str) -> None:
    """Raise IllegalAction unless `due` cards are `given`."""
    if given != due:
        words = say_n(
            "{n} card belongs here, not {given}",
            "{n} cards belong here, not {given}",
            due,
            given=given,
        )
        raise IllegalAction(ruling, words)


def taken(
    bag: Bag,
    kinds: Iterable[str],
    whose: object,
    ruling: str,
    earlier: tuple[Event, ...] = (),
) -> Bag:
    """Return `bag`, as `earlier` lines told it, without `kinds`.

    Raises IllegalAction for a card that `whose` bag lacks.
    """
    try:
        return bag.take(kinds)
    except NotThere as missing:
        words = say("{kind} is not among {whose} cards", kind=str(missing), whose=whose)
        raise IllegalAction(ruling, words, earlier=earlier) from None


def learned(bag: Bag, kinds: tuple[str, ...], whose: object, ruling: str) -> Bag:
    """Return `bag` after a line that tells all its cards (or, by `?`, none)."""
    check_size(len(kinds), len(bag), ruling)
    if all(kind == HOLE for kind in kinds):
        return bag
    taken(bag, kinds, whose, ruling)
    return Bag().put(kinds)


def check_deck(state: State, ruling: str) -> State:
    """Return `state`; raises IllegalAction if more cards of a kind are known than exist."""
    bags = (state.pool, state.discard, state.drawn, *state.packs.values(), *state.hands.values())
    seen = Counter(kind for bag in bags for kind in bag.known)
    seen.update(laid.kind for row in state.rows.values() for laid in row if laid.kind != HOLE)
    for kind, copies in state.box.deck[len(state.players)].items():
        if seen[kind] > copies:
            words = say_n(
                "the deck holds {n} {kind}, {seen} are known now",
                "the deck holds {n} {kind}, {seen} are known now",
                copies,
                kind=kind,
                seen=seen[kind],
            )
            raise IllegalAction(ruling, words, earlier=tuple(_showing(state, kind)))
    return state


def reveals(state: State, player: str) -> tuple[Event, ...]:
    """Return patterns of the lines that revealed the rows of `player`."""
    verbs = {"t": "shows", "b": "opens"}
    rows = dict.fromkeys(laid.spot[0] for laid in state.rows[player] if laid.up)
    return tuple(Event(verbs[row], words=(player,)) for row in rows if row in verbs)


def counted(state: State, *players: str) -> tuple[Event, ...]:
    """Return patterns of the lines that tell the cards of `players`, and what they count as."""
    lines = [line for player in players for line in reveals(state, player)]
    for player in players:
        if any(laid.spot[0] == "x" for laid in state.rows[player]):
            lines += [Event(verb, player) for verb in ("takes", "robs", "seizes")]
        if state.robbed and state.thief == player:
            lines += [Event("gives", state.robbed), *reveals(state, state.robbed)]
        if state.robbed == player:
            lines += [Event("robs"), Event("gives", player)]
        if state.docked and player in (state.docked, state.holder(Power.DOCK)):
            lines.append(Event("docks"))
        if state.tilt and state.tilt.player == player:
            lines += [Event("tilts", player), Event("nature", words=(player,))]
        if state.tuck and state.tuck.player == player:
            lines += [Event("tucks", player), Event("nature", words=(player,))]
    return tuple(lines)


def placed(state: State, player: str) -> Event:
    """Return a pattern of the line in which `player` laid the rows; of others it is all `?`."""
    first = state.laid(player, "t1")
    return Event("places", player, (first.kind,) if first else ())


def _showing(state: State, kind: str) -> Iterator[Event]:
    """Yield patterns of the lines that showed cards of `kind`."""
    for player, row in state.rows.items():
        yield Event("shows", words=(player,), outcome=(kind,))
        yield Event("opens", words=(player,), outcome=(kind,))
        yield Event("looks", words=(player,), outcome=(kind,))
        if any(laid.kind == kind and not laid.up for laid in row):
            yield placed(state, player)
        yield Event("takes", player, (kind,))
    yield from (Event(verb, outcome=(kind,)) for verb in ("draws", "finds"))
    yield Event("discards", words=(kind,))


def acted(state: State, player: str) -> State:
    """Return `state` with `player` marked as done in this step."""
    return changed(state, acted=(*state.acted, player))


def without(state: State, player: str, spots: tuple[Spot, ...]) -> State:
    """Return `state` with the cards at `spots` in the discard, where they count as printed. OV-7"""
    row = state.rows[player]
    gone = [laid.kind for laid in row if laid.spot in spots]
    kept = tuple(laid for laid in row if laid.spot not in spots)
    rows = {**state.rows, player: kept}
    return changed(state, rows=rows, discard=state.discard.put(gone))


def gained(state: State, player: str, kinds: Iterable[str]) -> State:
    """Return `state` with `kinds` face up before `player`, where they count as printed. OV-7"""
    row = state.rows[player]
    number = 1 + max((int(laid.spot[1:]) for laid in row if laid.spot[0] == "x"), default=0)
    new = tuple(Laid(f"x{number + i}", kind, up=True) for i, kind in enumerate(kinds))
    return changed(state, rows={**state.rows, player: (*row, *new)})


def check_spots(state: State, player: str, spots: tuple[Spot, ...], ruling: str) -> None:
    """Raise IllegalAction unless `player` has a card at each of `spots`, no spot named twice."""
    for spot in spots:
        check_among(spot, (laid.spot for laid in state.rows[player]), ruling)
    if len(set(spots)) < len(spots):
        raise IllegalAction(ruling, say("a spot is named twice: {spots}", spots=listed(spots)))
