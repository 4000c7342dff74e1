"""The hidden model of Cordée: which piece has come into which loop, and what is left in the stock.

A place is one piece's way: the loop that it came into, by the line that put it there. People call
it `Ana:2` as long as the piece is there, then `wall` or `ravine`.
"""

from __future__ import annotations

from collections.abc import Mapping

from aparte.models.bag import HOLE
from aparte.models.core import Record
from aparte.models.event import Event
from aparte.models.hidden import Because, Count, Hidden, Trait, World
from aparte.models.origins import Origins, filled
from aparte.models.places import PlaceWords, inside
from aparte.models.words import Words, listed, say, say_n

from .box import COPIES, LOOPS, NAMES, PAIRS
from .state import State

STOCK, WALL, RAVINE = "stock", "wall", "ravine"
_ALL = frozenset(NAMES)
_CALLED = {
    STOCK: inside(say("the stock")),
    WALL: inside(say("the wall")),
    RAVINE: inside(say("the ravine")),
}
_CHOSEN = say(
    "These chances count every deal alike. What the others called, dropped or fixed was their "
    "choice, and may tell you more. (CO-9)"
)


def _origins(view: Record[State]) -> Origins:
    """Return which piece has come into which loop, as far as the lines of `view` tell."""
    origins = Origins(_ALL)
    for number, event in view.events:
        match event:
            case Event("deal" | "refill", _, (player, *loops), pieces):
                got = Because(number, say("{player} got it", player=player), setup=True)
                for loop, piece in zip(loops or LOOPS, pieces, strict=False):
                    words = say(
                        "{player} carries one piece in loop {loop}", player=player, loop=loop
                    )
                    one = Because(0, words, setup=True)
                    origins.bring(number, player, loop, piece, one, got)
            case Event("calls", _, (player, *kinds), told):
                because = Because(number, _called(event, player, told))
                origins.answer(player, kinds, told, because)
            case Event("fixes", player, (loop,), (kind,)):
                words = say("{player} fixed {kind}", player=player, kind=kind)
                origins.leave(player, loop, kind, Because(number, words), WALL)
            case Event("drops", player, (loop,), (kind,)):
                words = say("{player} dropped {kind}", player=player, kind=kind)
                origins.leave(player, loop, kind, Because(number, words), RAVINE)
    return origins


def _called(event: Event, player: str, told: tuple[str, ...]) -> Words:
    return say(
        "{actor} called {kinds} to {player}: {loops}",
        actor=event.actor,
        kinds=listed(event.words[1:]),
        player=player,
        loops=listed(say("none") if loop == "none" else loop for loop in told),
    )


def hidden(view: Record[State]) -> Hidden:
    """Return what `view` leaves open: the pieces, over the loops that they came into."""
    origins, left = _origins(view), len(view.state.stock)
    words = say_n("{n} piece is in the stock", "{n} pieces are in the stock", left)
    stock = Count(_ALL, frozenset({STOCK}), left, left, Because(0, words, setup=True))
    loops = ((player, loop) for player, pack in view.state.packs.items() for loop in pack.items())
    viewed = {f"{player}:{loop}" for player, (loop, piece) in loops if piece != HOLE}
    order = [f"{player}:{loop}" for player in view.setup.players for loop in LOOPS]
    order += [WALL, RAVINE]
    return Hidden(
        COPIES,
        (*sorted(origins.known_as, key=lambda place: order.index(origins.known_as[place])), STOCK),
        (*origins.facts, stock),
        known_as=origins.known_as,
        seen=frozenset({WALL, RAVINE}),
        viewed=frozenset(viewed),
        called=_CALLED | {name: _loop(name) for name in origins.known_as.values() if ":" in name},
        caveat=_CHOSEN if any(event.actor for _, event in view.events) else None,
        traits=_traits(view.state),
    )


def _traits(state: State) -> Mapping[str, Trait]:
    """Return what people ask of a piece: whether the pitch takes it, or a call would show it."""
    fits = Trait(
        frozenset(state.wanted),
        say("fits"),
        say("a piece that fits"),
        say("the pieces that fit"),
        sought=True,
    )
    pairs = {f"{one}{other}": (one, other) for one, other in PAIRS}
    return {"fits": fits} | {
        name: Trait(
            frozenset(pair),
            say("{items}", items=name),
            say("a piece of kind {one} or {other}", one=pair[0], other=pair[1]),
            say("the pieces of kinds {one} and {other}", one=pair[0], other=pair[1]),
        )
        for name, pair in pairs.items()
    }


def fill(view: Record[State], world: World) -> Mapping[int, Event]:
    """Return the lines of `view` with a hole, by number, as they are in `world`."""
    return filled(view, world, _origins(view).came)


def _loop(name: str) -> PlaceWords:
    player, _, loop = name.partition(":")
    return inside(say("{player}'s loop {loop}", player=player, loop=loop))
