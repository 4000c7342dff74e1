"""The convention, version 1: a disc is a fixed public function of the table and the own hand.

All know the same set of hands for each player. Walk through a player's set in the order of the box,
and give each hand the target where the fewest earlier hands show the same count; that is where its
holder lays the disc. So the choice of the target tells more than the count does. Pawns are free and
tell nothing by their choice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....models.adresses_jaunes.state import Box, State
from ....models.core import Event, View
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


@dataclass(frozen=True, eq=False)
class Reading:
    """What a view tells: `seen`, read by the convention or (if not `agreed`) literally.

    `broken` is the first line that nobody who follows the convention would have written.
    """

    seen: SeatSight
    agreed: bool
    broken: int | None = None


def read_literally(own: View[State], since: int = 0) -> Reading:
    """Return what the rules guarantee, and nothing more; of discs, those from line `since` on."""
    return Reading(seen(own, literal(own, since)), agreed=False)


def read_by_convention(own: View[State]) -> Reading:
    """Return what players read who follow the convention.

    If somebody did not follow it (no world is left, or the viewer's own hand is not among those
    told), everything is read literally.
    """
    first = begun(own)
    told = seen(own, literal(first))
    hand = Code(told.code.box).hand(own_tiles(own))
    for number, event in own.events:
        if not acts(event):
            continue
        told = replace(told, sets=_after(told, event, own))
        if not _possible(told, hand):
            return replace(read_literally(own), broken=number)
    return Reading(told, agreed=True)


def agreed(own: View[State]) -> bool:
    """Tell whether the header says that the table follows this convention."""
    return own.setup.settings.get("Convention") == "1"


def chosen(hands: Hands, targets: int) -> Hands:
    """Return for each of `hands`, in the order of the box, the number of its target."""
    from .hands_kernel import balanced

    return balanced(hands, targets)  # type: ignore[no-any-return]


def _after(told: SeatSight, event: Event, own: View[State]) -> tuple[Hands, ...]:
    box: Box = told.code.box
    sets = list(told.sets)
    if event.verb == "disc":
        p = told.players.index(event.actor)
        x = list(box.targets).index(event.words[0])
        found = told.code.mask(box.targets[event.words[0]]) & _found(told, own, event)
        count = int(event.outcome[0]) + found.bit_count()
        counted = sets[p] >> TARGETS_FROM + 3 * x & 7
        sets[p] = sets[p][(chosen(sets[p], len(box.targets)) == x) & (counted == count)]
    elif (shown := opened(event)) is not None:
        tile, holder = shown
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
