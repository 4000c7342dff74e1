"""The four powers of the vote, in their printed order. OV-1"""

from __future__ import annotations

from itertools import combinations

from ..bag import HOLE, Bag
from ..chance import Draw
from ..core import Turn
from ..errors import IllegalAction
from ..event import Event
from ..replacing import changed
from ..words import say
from .box import Power
from .phase import check_among, check_is, check_size, check_spots, phase, placed, taken
from .state import Laid, Spot, State, Tilt, Tuck, outcome_of


def _unused(state: State, power: Power) -> bool:
    return bool(state.holder(power)) and power not in state.used


def _used(state: State, power: Power) -> State:
    return changed(state, used=state.used | {power})


def _check_power(state: State, event: Event, verb: str, power: Power, ruling: str) -> None:
    holder = state.holder(power)
    if event.verb != verb:
        words = say(
            "{player} uses the power of {name} now: '{verb}'",
            player=holder,
            name=state.characters[holder],
            verb=verb,
        )
        raise IllegalAction(ruling, words)
    check_is(event.actor, holder, ruling)


def _spots(state: State, player: str) -> tuple[Spot, ...]:
    return tuple(laid.spot for laid in state.rows[player])


# Yanmei (OV-14)


def _tilt_due(state: State) -> bool:
    return _unused(state, Power.TILT)


def _tilt_turn(state: State) -> Turn:
    player = state.holder(Power.TILT)
    return tuple(Event("tilts", player, (spot,)) for spot in _spots(state, player))


def _tilt(state: State, event: Event) -> State:
    _check_power(state, event, "tilts", Power.TILT, "OV-14")
    check_spots(state, event.actor, event.words, "OV-14")
    laid = state.laid(event.actor, event.words[0])
    assert laid is not None
    return _used(changed(state, tilt=Tilt(event.actor, laid.spot, laid.kind)), Power.TILT)


# Gan


def _draw_due(state: State) -> bool:
    return _unused(state, Power.DRAW) and bool(len(state.discard) + len(state.drawn))


def _drawing(state: State) -> Draw:
    size = min(state.box.powers.drawn, len(state.discard))
    return Draw(Event("draws", state.holder(Power.DRAW)), state.discard, size, "OV-1")


def _draw_turn(state: State) -> Turn:
    if not state.drawn:
        return _drawing(state)
    kinds = dict.fromkeys(outcome_of(state.drawn))
    return tuple(Event("adds", state.holder(Power.DRAW), (kind,)) for kind in kinds)


def _draw(state: State, event: Event) -> State:
    if not state.drawn:
        discard = _drawing(state).rest(event)
        return changed(state, discard=discard, drawn=Bag().put(event.outcome))
    _check_power(state, event, "adds", Power.DRAW, "OV-1")
    player = event.actor
    back = taken(state.drawn, event.words, say("the drawn"), "OV-1", (Event("draws", player),))
    row = state.rows[player]
    number = 1 + sum(laid.spot[0] == "b" for laid in row)
    rows = {**state.rows, player: (*row, Laid(f"b{number}", event.words[0]))}
    discard = state.discard.put(outcome_of(back))
    return _used(changed(state, rows=rows, discard=discard, drawn=Bag()), Power.DRAW)


# Meixiu (OV-17)


def _look_due(state: State) -> bool:
    return _unused(state, Power.LOOK)


def _look_turn(state: State) -> Turn:
    looker = state.holder(Power.LOOK)
    return tuple(
        Event("looks", looker, (player, *spots))
        for player in state.players
        if player != looker
        for spots in combinations(
            [laid.spot for laid in state.face_down(player)], _looks(state, player)
        )
    )


def _looks(state: State, player: str) -> int:
    return min(state.box.powers.looks, len(state.face_down(player)))


def _look(state: State, event: Event) -> State:
    _check_power(state, event, "looks", Power.LOOK, "OV-17")
    player, *spots = event.words
    if player == event.actor:
        raise IllegalAction("OV-17", say("the cards of another player are looked at"))
    for spot in spots:
        check_among(spot, (laid.spot for laid in state.face_down(player)), "OV-17")
    check_spots(state, player, tuple(spots), "OV-17")
    check_size(len(spots), _looks(state, player), "OV-17")
    check_size(len(event.outcome), len(spots), "OV-17")
    seen = dict(zip(spots, event.outcome, strict=True))
    row = tuple(
        _seen(state, laid, seen.get(laid.spot, HOLE), player) for laid in state.rows[player]
    )
    return _used(changed(state, rows={**state.rows, player: row}), Power.LOOK)


def _seen(state: State, laid: Laid, kind: str, player: str) -> Laid:
    if kind == HOLE:
        return laid
    if laid.kind not in (HOLE, kind):
        words = say(
            "{player}'s card at {spot} is {kind}", player=player, spot=laid.spot, kind=laid.kind
        )
        raise IllegalAction("OV-17", words, earlier=(placed(state, player),))
    return changed(laid, kind=kind)


def looked(state: State, event: Event) -> Event:
    """Return Meixiu's look with the cards seen; needs a whole state."""
    player, *spots = event.words
    kinds = {laid.spot: laid.kind for laid in state.rows[player]}
    return changed(event, outcome=tuple(kinds.get(spot, HOLE) for spot in spots))


# Nuying (OV-15)


def _tuck_due(state: State) -> bool:
    return _unused(state, Power.TUCK)


def _tuck_turn(state: State) -> Turn:
    player = state.holder(Power.TUCK)
    spots = _spots(state, player)
    return tuple(
        Event("tucks", player, (below, "under", above))
        for below in spots
        for above in spots
        if below != above
    )


def _tuck(state: State, event: Event) -> State:
    _check_power(state, event, "tucks", Power.TUCK, "OV-15")
    player, (below, _, above) = event.actor, event.words
    check_spots(state, player, (below, above), "OV-15")
    copied = state.laid(player, above)
    assert copied is not None
    row = tuple(
        changed(laid, up=False) if laid.spot == below else laid for laid in state.rows[player]
    )
    state = changed(state, rows={**state.rows, player: row})
    return _used(changed(state, tuck=Tuck(player, below, above, copied.kind)), Power.TUCK)


TILT = phase(_tilt_due, _tilt_turn, _tilt)
DRAW = phase(_draw_due, _draw_turn, _draw)
LOOK = phase(_look_due, _look_turn, _look)
TUCK = phase(_tuck_due, _tuck_turn, _tuck)
