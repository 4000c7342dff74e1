"""The hidden model of Cordée: which piece has come into which loop, and what is left in the stock.

A place is one piece's way: the loop that it came into, by the line that put it there. People call
it `Ana:2` as long as the piece is there, then `wall` or `ravine`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from aparte.models.bag import HOLE
from aparte.models.core import Record
from aparte.models.event import Event
from aparte.models.hidden import Because, Count, Fact, Hidden, Place, Trait, World
from aparte.models.places import Called, inside
from aparte.models.words import listed, say, say_n

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


@dataclass(slots=True)
class _Ways:
    """The places of a view and what is told of them, as its lines are read one by one."""

    names: dict[Place, str] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    came: dict[int, list[Place]] = field(default_factory=dict)
    """The places that the pieces of a line came to, in its order."""

    @classmethod
    def of(cls, view: Record[State]) -> _Ways:
        """Return what all lines of `view` tell."""
        ways = cls()
        for number, event in view.events:
            ways.read(number, event)
        return ways

    def read(self, number: int, event: Event) -> None:
        """Take what one line tells."""
        match event:
            case Event("deal" | "refill", _, (player, *loops), pieces):
                places = [f"{player}:{loop}@{number}" for loop in loops or LOOPS]
                self.came[number] = places
                words = say("{player} got it", player=player)
                for place, loop, piece in zip(places, loops or LOOPS, pieces, strict=False):
                    held = say(
                        "{player} carries one piece in loop {loop}", player=player, loop=loop
                    )
                    self.names[place] = place.partition("@")[0]
                    self.facts.append(_one(place, _ALL, Because(0, held, setup=True)))
                    if piece != HOLE:
                        self.facts.append(_one(place, {piece}, Because(number, words, setup=True)))
            case Event("calls", _, (player, *kinds), told):
                self.facts.extend(self._called(number, event, player, frozenset(kinds), told))
            case Event("fixes", player, (loop,), (kind,)):
                words = say("{player} fixed {kind}", player=player, kind=kind)
                self._left(f"{player}:{loop}", kind, Because(number, words), WALL)
            case Event("drops", player, (loop,), (kind,)):
                words = say("{player} dropped {kind}", player=player, kind=kind)
                self._left(f"{player}:{loop}", kind, Because(number, words), RAVINE)

    def _called(
        self, number: int, event: Event, player: str, kinds: frozenset[str], told: tuple[str, ...]
    ) -> Iterator[Fact]:
        words = say(
            "{actor} called {kinds} to {player}: {loops}",
            actor=event.actor,
            kinds=listed(event.words[1:]),
            player=player,
            loops=listed(say("none") if loop == "none" else loop for loop in told),
        )
        for place, name in self.names.items():
            owner, _, loop = name.partition(":")
            if owner == player:
                n = int(loop in told)
                yield Count(kinds, frozenset({place}), n, n, Because(number, words))

    def _left(self, name: str, kind: str, because: Because, to: str) -> None:
        place = next(place for place, called in self.names.items() if called == name)
        self.facts.append(_one(place, {kind}, because))
        self.names[place] = to


def hidden(view: Record[State]) -> Hidden:
    """Return what `view` leaves open: the pieces, over the loops that they came into."""
    ways, left = _Ways.of(view), len(view.state.stock)
    words = say_n("{n} piece is in the stock", "{n} pieces are in the stock", left)
    stock = Count(_ALL, frozenset({STOCK}), left, left, Because(0, words, setup=True))
    loops = ((player, loop) for player, pack in view.state.packs.items() for loop in pack.items())
    viewed = {f"{player}:{loop}" for player, (loop, piece) in loops if piece != HOLE}
    order = [f"{player}:{loop}" for player in view.setup.players for loop in LOOPS]
    order += [WALL, RAVINE]
    return Hidden(
        COPIES,
        (*sorted(ways.names, key=lambda place: order.index(ways.names[place])), STOCK),
        (*ways.facts, stock),
        known_as=ways.names,
        seen=frozenset({WALL, RAVINE}),
        viewed=frozenset(viewed),
        called=_CALLED | {name: _loop(name) for name in ways.names.values() if ":" in name},
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
    came, lying = _Ways.of(view).came, {p: kind for kind, places in world.items() for p in places}
    return {
        number: replace(event, outcome=tuple(lying[place] for place in came[number]))
        for number, event in view.events
        if HOLE in event.outcome
    }


def _one(place: Place, kinds: set[str] | frozenset[str], because: Because) -> Count:
    """Return the fact that the piece that came to `place` is one of `kinds`."""
    return Count(frozenset(kinds), frozenset({place}), 1, 1, because)


def _loop(name: str) -> Called:
    player, _, loop = name.partition(":")
    return inside(say("{player}'s loop {loop}", player=player, loop=loop))
