"""The last round of two literal players and the pawn before it, solved to what is left to guess."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from ....models.adresses_jaunes.state import Step
from .hands import TARGETS_FROM, TILES, Hands, SeatSight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Chances = NDArray[np.float64]
else:
    Chances = Any

MOST, MOST_BEFORE = 20_000, 3_000
"""Most pairs of hands with which the round, or a pawn before it, is solved: 0.1 to 0.2 s."""


def is_short(seen: SeatSight) -> bool:
    """Tell whether what is left for `seen` can be solved, a disc or a pawn of two players."""
    if len(seen.players) != 2 or seen.step is Step.CONCLUSION:
        return False
    pairs = len(seen.sets[0]) * len(seen.sets[1])
    return pairs <= (MOST if seen.left == 1 else MOST_BEFORE if _is_before(seen) else 0)


def _is_before(seen: SeatSight) -> bool:
    """Tell whether only a pawn of the viewer of `seen` comes before the last round."""
    return seen.left == 2 and seen.step is Step.PAWNS and bool(seen.acted[1 - seen.seat])


class LastRound:
    """What comes of each disc or pawn of the viewer of `seen`, who is in or just before it.

    In either step who gains more by it acts first. The conclusion counts by a rule of thumb
    (`last_kernel`).
    """

    def __init__(self, seen: SeatSight) -> None:
        self._kernel = _kernel()
        self._seen = seen
        self._mine, self._theirs = seen.sets[seen.seat], seen.sets[1 - seen.seat]
        self._waits = not seen.acted[1 - seen.seat]  # then the other one has still to act
        self._after: dict[int, dict[int, float]] = {}

    def after(self, number: int, theirs: Sequence[int]) -> list[float]:
        """Return how likely the team wins beside each of these hands of the other player.

        `number` is that of the target where the disc is laid, or of the tile that the pawn names.
        """
        if number not in self._after:
            hands = (self._theirs & TILES).tolist()
            self._after[number] = dict(zip(hands, self._row(number).tolist(), strict=True))
        return [self._after[number][hand] for hand in theirs]

    @cached_property
    def urgency(self) -> float | None:
        """How much likelier the team wins, as the viewer sees it, if the viewer acts first.

        None if the other player has acted.
        """
        if not self._waits:
            return None
        first, second = self._by_order
        own = self._own(self._mine)
        more = (first[own] - second[:, own])[self._theirs & self._seen.hand & TILES == 0]
        return float(more.mean())

    def _row(self, number: int) -> Chances:
        seen, kernel = self._seen, self._kernel
        mine, theirs = self._mine, self._theirs
        if seen.step is Step.PAWNS:
            tile = mine.dtype.type(1 << number)
            if seen.left > 1:
                return self._before(tile)
            chances = _none(mine, theirs)
            if self._waits:
                kernel.placed(mine, theirs, tile, seen.shut, chances)
            else:
                kernel.last_placed(mine, theirs, tile, chances)
        elif self._waits:
            chances = self._laid[number]
        else:
            mine = mine[(mine ^ seen.hand) >> TARGETS_FROM + 3 * number & 7 == 0]
            chances = _none(*self._in_order(mine, theirs))
            kernel.pawns(*self._in_order(mine, theirs), seen.shut, chances)
            chances = self._turned(chances)
        row: Chances = chances[self._own(mine)]
        return row

    def _before(self, tile: Any) -> Chances:
        """Return the chances of a pawn on the bit `tile` with the last round still to come."""
        seen, row = self._seen, _none(self._theirs)
        mine = self._mine[self._mine & tile == 0]
        for found in (0, tile):
            at = self._theirs & tile == found
            ours, theirs = _beside(mine, self._theirs[at])
            if (ours == seen.hand).any():
                targets = len(seen.code.box.targets)
                chances = self._kernel.last_round(
                    *self._in_order(ours, theirs), seen.shut | tile, targets
                )
                at[at] = _fitting(self._theirs[at], mine)
                row[at] = self._turned(chances)[self._own(ours)]
        return row

    @cached_property
    def _by_order(self) -> tuple[Chances, Chances]:
        """The chances if the viewer acts first, and those of theirs by mine if the other does."""
        seen, kernel = self._seen, self._kernel
        mine, theirs = self._mine, self._theirs
        if seen.step is Step.DISCS:
            second = kernel.answered(theirs, self._discs.transpose(1, 0, 3, 2).copy())
            return kernel.taken(self._laid), kernel.taken(second)
        first, second = _none(mine, theirs), _none(theirs, mine)
        kernel.first_pawn(mine, theirs, seen.shut, first)
        kernel.first_pawn(theirs, mine, seen.shut, second)
        return first, second

    @cached_property
    def _laid(self) -> Chances:
        """The chances by the viewer's target and the hands of both, with the other's best disc."""
        laid: Chances = self._kernel.answered(self._mine, self._discs)
        return laid

    @cached_property
    def _discs(self) -> Chances:
        """The chances by the viewer's target, the other one's, and the hands of both."""
        seen = self._seen
        one, other = (each.tobytes() for each in seen.sets)
        discs = _discs(one, other, seen.shut, len(seen.code.box.targets))
        return discs.transpose(1, 0, 3, 2).copy() if seen.seat else discs

    def _own(self, mine: Hands) -> int:
        """Return the place of the viewer's hand among `mine`."""
        return int((mine == self._seen.hand).argmax())

    def _in_order(self, mine: Hands, theirs: Hands) -> tuple[Hands, Hands]:
        return (theirs, mine) if self._seen.seat else (mine, theirs)

    def _turned(self, chances: Chances) -> Chances:
        """Return chances in seat order as those of mine by theirs."""
        return chances.T if self._seen.seat else chances


@cache
def _kernel() -> Any:
    """Return the compiled code, all of it called once: who rehearses one choice rehearses all."""
    import numpy as np

    from . import last_kernel

    hands = np.zeros(1, dtype=np.int64)
    last_kernel.last_placed(hands, hands, hands[0], _none(hands, hands))
    last_kernel.placed(hands, hands, hands[0], 0, _none(hands, hands))
    last_kernel.first_pawn(hands, hands, 0, _none(hands, hands))
    last_kernel.last_round(hands, hands, 0, 1)
    return last_kernel


@lru_cache(maxsize=2)
def _discs(one: bytes, other: bytes, shut: int, targets: int) -> Chances:
    """Return what comes of all discs: what both know, so both players ask for the same."""
    import numpy as np

    sets = (np.frombuffer(each, dtype=np.int64).copy() for each in (one, other))
    discs: Chances = _kernel().discs_laid(*sets, shut, targets)
    return discs


def _none(*hands: Hands) -> Chances:
    import numpy as np

    return np.zeros([len(each) for each in hands])


def _fitting(hands: Hands, others: Hands) -> Any:
    """Tell for each of `hands` whether one of `others` fits beside it."""
    return (hands[:, None] & others & TILES == 0).any(1)


def _beside(mine: Hands, theirs: Hands) -> tuple[Hands, Hands]:
    """Return those of `mine` and of `theirs` that fit one of the other."""
    return mine[_fitting(mine, theirs)], theirs[_fitting(theirs, mine)]
