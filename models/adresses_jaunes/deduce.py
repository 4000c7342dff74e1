"""The hidden model of Les Adresses Jaunes: where the face-down tiles lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..core import Record
from ..event import NOBODY, Event
from ..hidden import Because, Count, Fact, Hidden, Only, Trait, World
from ..origins import filled, seen
from ..words import Words, say, say_n
from .state import Box, State, Tile


def hidden(view: Record[State]) -> Hidden:
    """Return the hidden model of `view`: the face-down tiles, in the hands or with nobody."""
    box, players = view.state.box, view.setup.players
    open_at_start = {
        tile
        for _, event in view.events
        if event.verb in ("revealed", "neutral", "found")
        for tile in event.outcome
    }
    tiles = frozenset(box.tiles) - open_at_start
    return Hidden(
        dict.fromkeys(sorted(tiles), 1),
        (*players, NOBODY),
        (*_undealt(view, tiles), _left(view, tiles), *_facts(box, view, tiles)),
        viewed=frozenset({view.viewer}),
        traits={
            target: _at(target, counted.difference(view.state.cubes))
            for target, counted in box.targets.items()
        },
    )


def _at(target: str, closed: frozenset[Tile]) -> Trait:
    """Return the trait of the tiles that a disc at `target` would count now. AJ-5"""
    return Trait(
        closed,
        say("{items}", items=target),
        say("a face-down tile of {target}", target=target),
        say("the face-down tiles of {target}", target=target),
    )


def fill(view: Record[State], world: World) -> Mapping[int, Event]:
    """Return the deals of `view`, by line, with their holes filled from `world`."""
    return filled(view, world, {n: event.words for n, event in view.events if event.verb == "deal"})


def _undealt(view: Record[State], tiles: frozenset[Tile]) -> Iterator[Fact]:
    """Yield that a player without a deal line holds no tile now."""
    dealt = {event.words[0] for _, event in view.events if event.verb == "deal"}
    for player in view.setup.players:
        if player not in dealt:
            because = Because(0, say("{player} has no tile in hand", player=player), setup=True)
            yield Count(tiles, frozenset({player}), 0, 0, because)


def _left(view: Record[State], tiles: frozenset[Tile]) -> Fact:
    """Return how many tiles nobody holds: what the hands leave. It lies open, as hands do."""
    n = len(tiles) - sum(len(event.outcome) for _, event in view.events if event.verb == "deal")
    words = say_n("{n} tile is with nobody", "{n} tiles are with nobody", n)
    return Count(tiles, frozenset({NOBODY}), n, n, Because(0, words, setup=True))


def _facts(box: Box, view: Record[State], tiles: frozenset[Tile]) -> Iterator[Fact]:
    closed = tiles
    for number, event in view.events:
        match event:
            case Event("deal", _, (player,), hand):
                n = len(hand)
                words = say_n(
                    "{player} holds {n} tile", "{player} holds {n} tiles", n, player=player
                )
                because = Because(number, words, setup=True)
                yield Count(tiles, frozenset({player}), n, n, because)
                yield from seen(player, hand, because)
            case Event("disc", player, (target, *_)):
                yield _disc(number, event, player, target, box.targets[target] & closed)
            case Event("pawn", player, (tile,), (holder,)):
                yield Only(tile, frozenset({holder}), Because(number, _named(event, holder)))
            case Event("name", player, (tile, holder), ("yes",)):
                yield Only(tile, frozenset({holder}), Because(number, _named(event, holder)))
            case Event("name", player, (tile, holder), ("no",)):
                words = say("{holder} does not hold {tile}", holder=holder, tile=tile)
                elsewhere = frozenset({*view.setup.players, NOBODY}) - {player, holder}
                yield Only(tile, elsewhere, Because(number, words))
            case Event("shows", player, _, hand):
                words = say("{player} laid the last tiles open", player=player)
                yield from seen(player, hand, Because(number, words))
        closed -= _opened(event)


def _disc(number: int, event: Event, player: str, target: str, counted: frozenset[Tile]) -> Count:
    """Return the fact of a disc: how many face-down tiles of the target its owner holds. AJ-5"""
    count = int((event.outcome or event.words)[-1])
    words = say(
        "{player}'s disc on {target} counted {count}", player=player, target=target, count=count
    )
    return Count(counted, frozenset({player}), count, count, Because(number, words))


def _named(event: Event, holder: str) -> Words:
    player, tile = event.actor, event.words[0]
    if holder == NOBODY:
        return say("{player} named {tile}, and nobody has it", player=player, tile=tile)
    return say(
        "{player} named {tile}, and {holder} has it", player=player, tile=tile, holder=holder
    )


def _opened(event: Event) -> frozenset[Tile]:
    match event:
        case Event("pawn", _, (tile,), _) | Event("name", _, (tile, _), ("yes",)):
            return frozenset({tile})
        case Event("shows", _, _, tiles):
            return frozenset(tiles)
    return frozenset()
