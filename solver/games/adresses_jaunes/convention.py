"""The two conventions, by which a table has agreed that choices are clues.

Version 1: a disc is a fixed public function of the table and the own hand. All know the same set of
hands for each player. Walk through a player's set in the order of the box, and give each hand the
target where the fewest earlier hands show the same count; that is where its holder lays the disc.
So the choice of the target tells more than the count does. Pawns are free and tell nothing by their
choice.

`spoken`: a pawn goes on the first free establishment after a tile of one's own, in the order of
the board (tea house, restaurant, bakery; block after block) and round again: so the free one
nearest before it is a tile of whoever placed it. Free is what has no cube; one's own tiles are
passed over. Who has no tile left tells none. Discs are free.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ....models.adresses_jaunes.state import Box, State, Tile
from ....models.core import Event, View
from ....models.hidden import Because, Only
from ....models.words import say
from ...play.trial import NOTHING, Assumptions
from .hands import (
    TARGETS_FROM,
    TILES,
    Code,
    Hands,
    SeatSight,
    acts,
    begun,
    literal,
    opened,
    own_tiles,
    seen,
)

BY_DISCS = "1"
SPOKEN = "spoken"


@dataclass(frozen=True, eq=False)
class Reading:
    """What a view tells: `seen`, read by the `convention` or (if that is None) literally.

    `broken` is the first line that nobody who follows the convention would have written.
    """

    seen: SeatSight
    convention: str | None = None
    broken: int | None = None


def read_literally(own: View[State], since: int = 0) -> Reading:
    """Return what the rules guarantee, and nothing more; of discs, those from line `since` on."""
    return Reading(seen(own, literal(own, since)))


def read(own: View[State], assumed: Assumptions = NOTHING) -> Reading:
    """Return what the viewer reads by the convention of the table, else by one that is assumed."""
    convention = agreed(own) or (BY_DISCS if assumed.convention else None)
    return read_by_convention(own, convention) if convention else read_literally(own)


def read_by_convention(own: View[State], convention: str = BY_DISCS) -> Reading:
    """Return what players read who follow `convention`.

    If somebody did not follow it (no world is left, or the viewer's own hand is not among those
    told), everything is read literally.
    """
    first = begun(own)
    told = seen(own, literal(first))
    hand = Code(told.code.box).hand(own_tiles(own))
    for number, event in own.events:
        if not acts(event):
            continue
        told = replace(told, sets=_after(told, number, event, own, convention))
        if not _possible(told, hand):
            return replace(read_literally(own), broken=number)
    return Reading(told, convention)


def agreed(own: View[State]) -> str | None:
    """Return the convention that the table follows, by the header."""
    convention = own.setup.settings.get("Convention", "none")
    return None if convention == "none" else convention


def chosen(hands: Hands, targets: int) -> Hands:
    """Return for each of `hands`, in the order of the box, the number of its target."""
    from .hands_kernel import balanced

    return balanced(hands, targets)  # type: ignore[no-any-return]


def clue(state: State, player: str, tile: Tile) -> Tile | None:
    """Return the tile that `player` tells by a pawn on `tile`, as it is spoken; None if none."""
    if not len(state.hands[player]):
        return None
    tiles = state.box.as_printed
    at = tiles.index(tile)
    before = (*reversed(tiles[:at]), *reversed(tiles[at + 1 :]))
    return next((each for each in before if each not in state.cubes), None)


def spoken(own: View[State]) -> Iterator[Only]:
    """Yield what pawns have told if the table follows the spoken convention."""
    if agreed(own) == SPOKEN:
        for number, event in own.events:
            if event.verb == "pawn" and acts(event):
                told = clue(own.until(number - 1).state, event.actor, event.words[0])
                if told is not None:
                    words = say(
                        "{player}'s pawn stands behind {tile}", player=event.actor, tile=told
                    )
                    yield Only(told, frozenset({event.actor}), Because(number, words))


def _after(
    told: SeatSight, number: int, event: Event, own: View[State], convention: str
) -> tuple[Hands, ...]:
    box: Box = told.code.box
    sets = list(told.sets)
    if event.verb == "disc":
        p = told.players.index(event.actor)
        x = list(box.targets).index(event.words[0])
        found = told.code.mask(box.targets[event.words[0]]) & _found(told, own, event)
        count = int(event.outcome[0]) + found.bit_count()
        fits = sets[p] >> TARGETS_FROM + 3 * x & 7 == count
        if convention == BY_DISCS:
            fits &= chosen(sets[p], len(box.targets)) == x
        sets[p] = sets[p][fits]
    elif (shown := opened(event)) is not None:
        tile, holder = shown
        if convention == SPOKEN and event.verb == "pawn":
            p = told.players.index(event.actor)
            meant = clue(own.until(number - 1).state, event.actor, tile)
            if meant is not None:
                sets[p] = sets[p][sets[p] & told.code.mask([meant]) != 0]
        bit = told.code.mask([tile])
        for p, player in enumerate(told.players):
            has = sets[p] & bit != 0
            sets[p] = sets[p][has if player == holder else ~has]
    return tuple(sets)


def _found(told: SeatSight, own: View[State], disc: Event) -> int:
    """Return the bits of the tiles that the owner of `disc` had revealed before laying it."""
    mine = 0
    for _, event in own.events:
        if event is disc:
            break
        shown = opened(event)
        if shown is not None and shown[1] == disc.actor:
            mine |= told.code.mask([shown[0]])
    return mine


def _possible(told: SeatSight, hand: int) -> bool:
    from .hands_kernel import any_world

    if not (told.sets[told.seat] == hand).any():
        return False
    return bool(any_world(*told.table, told.seat, hand & TILES))
