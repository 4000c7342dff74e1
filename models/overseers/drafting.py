"""The draft, the discard and the placement of cards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations

from ..bag import HOLE, Bag
from ..chance import Forced
from ..core import Turn
from ..errors import IllegalAction
from ..event import Event
from ..replacing import changed
from ..words import say
from .box import Power
from .phase import (
    acted,
    check_deck,
    check_next,
    check_size,
    first,
    learned,
    phase,
    placed,
    still,
    taken,
)
from .state import Laid, State, outcome_of

# the draft (OV-2, OV-13)


def _draft_due(state: State) -> bool:
    return any(state.packs.values())


def _size(state: State) -> int:
    return len(state.packs[state.players[0]])


def may_double(state: State) -> bool:
    """Tell whether Wuming can use the power: once, before any pick, with 2 cards or more left."""
    return (
        bool(state.holder(Power.DOUBLE))
        and Power.DOUBLE not in state.used
        and not state.acted
        and not state.arriving
        and _size(state) >= 2
    )


def next_to_pick(state: State) -> str:
    """Return who picks next: in seating order, but Wuming first while the power can be used."""
    wuming = state.holder(Power.DOUBLE)
    if wuming not in state.acted and (may_double(state) or state.doubling):
        return wuming
    return still(state)[0]


def _take(state: State) -> int:
    return 2 if state.doubling else 1


def _draft_turn(state: State) -> Turn:
    if state.arriving:
        player = state.arriving[0]
        return Forced(Event("gets", words=(player,), outcome=outcome_of(state.packs[player])))
    player = next_to_pick(state)
    pack, size = state.packs[player], _take(state)
    if pack.whole:
        options = dict.fromkeys(combinations(pack.known, size))
    else:
        options = {(HOLE,) * size: None}
    picks = tuple(Event("picks", player, kinds) for kinds in options)
    if may_double(state):
        return (Event("doubles", player), *picks)
    return picks


def _draft(state: State, event: Event) -> State:
    if state.arriving:
        return _arrived(state, event)
    if event.verb == "doubles":
        return _doubled(state, event.actor)
    if event.verb != "picks":
        raise IllegalAction("OV-2", say("every player picks a card now"))
    player = event.actor
    check_next(state, player, next_to_pick(state), "OV-2")
    check_size(len(event.words), _take(state), "OV-13" if state.doubling else "OV-2")
    pack = taken(state.packs[player], event.words, say("the pack's"), "OV-2")
    hand = state.hands[player].put(event.words)
    state = changed(
        state,
        packs={**state.packs, player: pack},
        hands={**state.hands, player: hand},
    )
    state = acted(state, player)
    return state if still(state) else _passed(state)


def _doubled(state: State, player: str) -> State:
    """Return the state in which all take two cards of the packs they hold.

    Packs of two need no choice.
    """
    if not may_double(state):
        words = say("the power is used before anybody picks, with at least 2 cards in the packs")
        raise IllegalAction("OV-13", words)
    state = changed(state, used=state.used | {Power.DOUBLE}, doubling=True)
    if _size(state) > 2:
        return state
    for player in state.players:
        state = _kept_whole(state, player)
    return changed(state, doubling=False)


def _kept_whole(state: State, player: str) -> State:
    pack = state.packs[player]
    hand = state.hands[player]
    hand = Bag(tuple(sorted((*hand.known, *pack.known))), hand.unknown + pack.unknown)
    return changed(state, packs={**state.packs, player: Bag()}, hands={**state.hands, player: hand})


def _passed(state: State) -> State:
    packs = {state.receiver(player): pack for player, pack in state.packs.items()}
    arriving = state.players if any(packs.values()) else ()
    return changed(state, packs=packs, arriving=arriving, acted=(), doubling=False)


def _arrived(state: State, event: Event) -> State:
    player = state.arriving[0]
    if event.verb != "gets" or event.words != (player,):
        words = say("'gets {player}' must come here: the pack that arrives", player=player)
        raise IllegalAction("OV-2", words)
    pack = learned(state.packs[player], event.outcome, say("the pack's"), "OV-2")
    state = changed(state, packs={**state.packs, player: pack}, arriving=state.arriving[1:])
    if len(pack) == 1:  # the last card needs no choice
        state = _kept_whole(state, player)
    return check_deck(state, "OV-2")


# the discard (OV-2)


def _discard_due(state: State) -> bool:
    return any(len(state.hands[p]) > state.box.kept for p in state.players if not state.rows[p])


def _discarder(state: State) -> str:
    return first(p for p in state.players if len(state.hands[p]) > state.box.kept)


def _options(bag: Bag) -> tuple[str, ...]:
    return tuple(dict.fromkeys(bag.known)) if bag.whole else (HOLE,)


def _discard_turn(state: State) -> Turn:
    player = _discarder(state)
    return tuple(Event("discards", player, (kind,)) for kind in _options(state.hands[player]))


def _discard(state: State, event: Event) -> State:
    player = event.actor
    if event.verb != "discards":
        raise IllegalAction("OV-2", say("every player discards a card now"))
    if len(state.hands[player]) <= state.box.kept:
        raise IllegalAction("OV-2", say("{player} has discarded already", player=player))
    check_next(state, player, _discarder(state), "OV-2")
    hand = taken(state.hands[player], event.words, say("{player}'s", player=player), "OV-2")
    discard = state.discard.put(event.words)
    return changed(state, hands={**state.hands, player: hand}, discard=discard)


# the placement (OV-17)


def _placement_due(state: State) -> bool:
    return not all(state.rows.values())


def _placer(state: State) -> str:
    return first(player for player in state.players if not state.rows[player])


def _placement_turn(state: State) -> Turn:
    player = _placer(state)
    hand, tops = state.hands[player], state.tops(player)
    orders: Iterable[tuple[str, ...]]
    orders = dict.fromkeys(permutations(hand.known)) if hand.whole else ((HOLE,) * len(hand),)
    return tuple(Event("places", player, (*row[:tops], "/", *row[tops:])) for row in orders)


def _placement(state: State, event: Event) -> State:
    player = event.actor
    if event.verb != "places":
        raise IllegalAction("OV-17", say("every player lays the two rows now"))
    if state.rows[player]:
        raise IllegalAction("OV-17", say("{player} has laid the rows already", player=player))
    check_next(state, player, _placer(state), "OV-17")
    cut = event.words.index("/")
    top, bottom = event.words[:cut], event.words[cut + 1 :]
    check_size(len(top), state.tops(player), "OV-17")
    check_size(len(bottom), state.box.kept - len(top), "OV-17")
    taken(state.hands[player], (*top, *bottom), say("{player}'s", player=player), "OV-17")
    row = (
        *(Laid(f"t{i}", kind) for i, kind in enumerate(top, start=1)),
        *(Laid(f"b{i}", kind) for i, kind in enumerate(bottom, start=1)),
    )
    return changed(state, rows={**state.rows, player: row}, hands={**state.hands, player: Bag()})


# the top rows are revealed


def _to_show(state: State) -> tuple[str, ...]:
    return tuple(
        player
        for player in state.players
        if any(laid.spot[0] == "t" and not laid.up for laid in state.rows[player])
    )


def _shows_due(state: State) -> bool:
    return bool(_to_show(state))


def _shows_turn(state: State) -> Turn:
    player = _to_show(state)[0]
    top = tuple(laid.kind for laid in state.rows[player] if laid.spot[0] == "t")
    return Forced(Event("shows", words=(player,), outcome=top))


def _shows(state: State, event: Event) -> State:
    player = _to_show(state)[0]
    if event.verb != "shows" or event.words != (player,):
        words = say("'shows {player}' must come here: the top row", player=player)
        raise IllegalAction("OV-17", words)
    return check_deck(uncovered(state, player, "t", event.outcome), "OV-17")


def uncovered(state: State, player: str, rows: str, kinds: tuple[str, ...]) -> State:
    """Return `state` with the face-down cards of `player` in `rows` turned up as `kinds`. OV-17"""
    down = [laid for laid in state.face_down(player) if laid.spot[0] in rows]
    check_size(len(kinds), len(down), "OV-17")
    for laid, kind in zip(down, kinds, strict=True):
        if laid.kind not in (HOLE, kind):
            words = say(
                "{player}'s card at {spot} is {kind}", player=player, spot=laid.spot, kind=laid.kind
            )
            known = (placed(state, player), Event("looks", words=(player,), outcome=(laid.kind,)))
            raise IllegalAction("OV-17", words, earlier=known)
    turned = {
        laid.spot: Laid(laid.spot, kind, up=True) for laid, kind in zip(down, kinds, strict=True)
    }
    row = tuple(turned.get(laid.spot, laid) for laid in state.rows[player])
    return changed(state, rows={**state.rows, player: row})


DRAFT = phase(_draft_due, _draft_turn, _draft)
DISCARD = phase(_discard_due, _discard_turn, _discard)
PLACEMENT = phase(_placement_due, _placement_turn, _placement)
TOP_ROWS = phase(_shows_due, _shows_turn, _shows)
