"""What a seat knows, as sets of hands in bit masks: the form that the kernel works on.

A hand is one int64: bit t is tile t of the box; from bit 32 on, each target has three bits with the
number of its tiles in the hand. A tile that was found stays in the mask: hands are as they were
dealt, or as they were where a position begins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from operator import and_
from typing import TYPE_CHECKING, Any

from ....models.adresses_jaunes.state import Box, State, Step, Tile
from ....models.core import TABLE, Event, View, view
from ....models.hidden import Count, Hidden, Only
from ....models.words import listed, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Hands = NDArray[np.int64]
else:
    Hands = Any

TARGETS_FROM = 32
TILES = (1 << TARGETS_FROM) - 1
ACTIONS = frozenset(["disc", "pawn", "name"])
FEW = 4
"""Up to so many hands are told by the tiles in which they differ, and so many tiles by name."""


@dataclass(frozen=True)
class Code:
    """Tiles and targets of `box` as bits."""

    box: Box

    @cached_property
    def tile(self) -> Mapping[Tile, int]:
        """The code of each tile, as a hand of one tile."""
        return _codes(self.box.tiles, tuple(self.box.targets.values()))

    def hand(self, tiles: Iterable[Tile]) -> int:
        """Return the code of a hand."""
        return sum(self.tile[tile] for tile in tiles)

    def mask(self, tiles: Iterable[Tile]) -> int:
        """Return the bits of `tiles`."""
        return self.hand(tiles) & TILES

    def tiles(self, hand: int) -> tuple[Tile, ...]:
        """Return the tiles of a hand or a mask."""
        return tuple(tile for index, tile in enumerate(self.box.tiles) if hand >> index & 1)

    def apart(self, hands: Collection[int]) -> object:
        """Return the tiles in which few hands differ, two at least, for people: "7R or 8P"."""
        shared = reduce(and_, hands)
        tiles = (listed(self.tiles(hand & ~shared & TILES), " ") for hand in hands)
        *others, last = tiles
        return say("{others} or {last}", others=listed(others), last=last)

    def hands(self, tiles: Iterable[Tile], size: int) -> Hands:
        """Return the codes of all hands of `size` tiles from `tiles`, in the order of the box."""
        return _hands(tuple(self.tile[tile] for tile in tiles), size)


@lru_cache(maxsize=4)
def _codes(tiles: tuple[Tile, ...], targets: tuple[frozenset[Tile], ...]) -> Mapping[Tile, int]:
    if len(tiles) >= TARGETS_FROM or len(targets) > 10:
        raise ValueError("a hand of this box does not fit 64 bits")
    return {
        tile: 1 << index
        | sum((tile in counted) << TARGETS_FROM + 3 * x for x, counted in enumerate(targets))
        for index, tile in enumerate(tiles)
    }


@lru_cache(maxsize=16)
def _hands(codes: tuple[int, ...], size: int) -> Hands:
    import numpy as np

    every = list(combinations(codes, size))
    hands: Hands = np.array(every, dtype=np.int64).reshape(len(every), size).sum(axis=1)
    return hands


@dataclass(frozen=True, eq=False)
class SeatSight:
    """The table as the viewer sees it, who has seat number `seat` and the hand `hand`.

    `sets[p]` are the hands of player p that fit what everybody knows of p alone; hands of two
    players share no tile. `shut` are the bits of all face-up tiles; `left` rounds are still to be
    finished; `acted[p]` is 1 if p is done with this step.
    """

    code: Code
    players: tuple[str, ...]
    seat: int
    hand: int
    sets: tuple[Hands, ...]
    shut: int
    left: int
    step: Step
    acted: tuple[int, ...]

    @property
    def others(self) -> Sequence[str]:
        """The other players."""
        return [player for n, player in enumerate(self.players) if n != self.seat]

    @property
    def possible(self) -> bool:
        """Whether the own hand is possible, and each other player has a hand that fits beside it.

        Hands of two others may still share a tile.
        """
        own = self.hand
        return bool(
            (self.sets[self.seat] == own).any()
            and all(
                (each & own & TILES == 0).any()
                for p, each in enumerate(self.sets)
                if p != self.seat
            )
        )

    @property
    def table(self) -> tuple[Hands, Hands]:
        """The sets as one array, one row a player, and their sizes: the kernel's form."""
        import numpy as np

        size = np.array([len(each) for each in self.sets], dtype=np.int64)
        rows = np.zeros((len(self.sets), max(1, size.max())), dtype=np.int64)
        for p, each in enumerate(self.sets):
            rows[p, : len(each)] = each
        return rows, size


def seen(own: View[State], sets: tuple[Hands, ...]) -> SeatSight:
    """Return the table as the viewer of `own`, a player, sees it, given `sets` of hands."""
    state = own.state
    box = own.state.box
    code, seat = Code(box), state.players.index(own.viewer)
    left = max(0, box.rounds - state.round + 1)
    acted = tuple(int(player in state.acted) for player in state.players)
    hand = code.hand(own_tiles(own))
    shut = code.mask(state.cubes)
    return SeatSight(code, state.players, seat, hand, sets, shut, left, state.step, acted)


def own_tiles(own: View[State]) -> tuple[Tile, ...]:
    """Return the tiles that the viewer was dealt, or had in hand when the position began."""
    return next(
        (e.outcome for _, e in own.events if e.verb == "deal" and e.words == (own.viewer,)), ()
    )


def literal(own: View[State], since: int = 0) -> tuple[Hands, ...]:
    """Return for each player the hands that fit the facts about that player alone.

    Discs laid before line `since` are left out.
    """
    public = view(own, TABLE)
    return tuple(
        _hands_of(Code(own.state.box), public.game.model.hidden(public), player, since)
        for player in public.setup.players
    )


def _hands_of(code: Code, public: Hidden, player: str, since: int) -> Hands:
    import numpy as np

    counts = [f for f in public.facts if isinstance(f, Count) and f.places == {player}]
    size = min(f.hi for f in counts if f.items == public.items.keys())
    elsewhere = {f.item for f in public.facts if isinstance(f, Only) and player not in f.places}
    hands = code.hands((tile for tile in public.items if tile not in elsewhere), size)
    for fact in public.facts:
        match fact:
            case Only(tile, places) if places == {player}:
                hands = hands[hands & code.mask([tile]) != 0]
            case Count(tiles, places, least, most, why) if places == {player} and (
                why.setup or why.line >= since
            ):
                inside = np.bitwise_count(hands & code.mask(tiles))
                hands = hands[(least <= inside) & (inside <= most)]
    return hands


def begun(own: View[State]) -> View[State]:
    """Return `own` up to the first action of a player."""
    lines = (number for number, event in own.events if event.verb in ACTIONS and acts(event))
    first = next(lines, None)
    return own if first is None else own.until(first - 1)


def acts(event: Event) -> bool:
    """Tell whether `event` is a move, not part of a position."""
    return event.verb in ACTIONS and bool(event.outcome)


def opened(event: Event) -> tuple[Tile, str] | None:
    """Return the tile that a pawn or a right guess has revealed, and its owner."""
    match event:
        case Event("pawn", _, (tile,), (holder,)):
            return tile, holder
        case Event("name", _, (tile, holder), ("yes",)):
            return tile, holder
    return None
