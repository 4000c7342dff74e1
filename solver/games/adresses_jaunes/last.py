"""The last round of two literal players, solved: discs, pawns, and what they leave to guess."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....models.adresses_jaunes.state import Step
from .hands import TARGETS_FROM, TILES, SeatSight

MOST = 20_000
"""Most pairs of hands with which a round is solved: that takes about a tenth of a second."""


def is_short(seen: SeatSight) -> bool:
    """Tell whether `seen` is a disc or a pawn in a last round of two that can be solved."""
    two = len(seen.players) == 2 and seen.left == 1 and seen.step is not Step.CONCLUSION
    return two and len(seen.sets[0]) * len(seen.sets[1]) <= MOST


class LastRound:
    """What comes of each disc or pawn of the viewer of `seen`, a last round that is short.

    Pawns are placed in seating order. The conclusion counts by a rule of thumb (`last_kernel`).
    """

    def __init__(self, seen: SeatSight) -> None:
        self._seen = seen
        self._after: dict[int, dict[int, float]] = {}

    def after(self, number: int, theirs: Sequence[int]) -> list[float]:
        """Return how likely the team wins beside each of these hands of the other player.

        `number` is that of the target where the disc is laid, or of the tile that the pawn names.
        """
        if number not in self._after:
            self._after[number] = self._solved(number)
        return [self._after[number][hand] for hand in theirs]

    def _solved(self, number: int) -> dict[int, float]:
        import numpy as np

        from .last_kernel import solved

        seen = self._seen
        mine, theirs = seen.sets[seen.seat], seen.sets[1 - seen.seat]
        discs = seen.step is Step.DISCS
        told = 7 << TARGETS_FROM + 3 * number if discs else 1 << number
        mine = mine[(mine ^ seen.hand) & told == 0]
        chances = np.zeros((len(mine), len(theirs)))
        steps, tries = np.array(list(self._steps()), dtype=np.int64), np.array([told])
        solved(steps, mine, theirs, seen.shut, tries, len(seen.code.box.targets), chances)
        (row,) = chances[mine == seen.hand]
        return dict(zip((theirs & TILES).tolist(), row.tolist(), strict=True))

    def _steps(self) -> Iterator[tuple[bool, bool]]:
        """Yield for each action left whether it is a pawn, and whether the other one acts next."""
        seen, other = self._seen, 1 - self._seen.seat
        seats = [seen.seat] if seen.acted[other] else [seen.seat, other]
        discs = len(seats) if seen.step is Step.DISCS else 0
        seats += [0, 1] if discs else []
        for at, seat in enumerate(seats):
            yield at >= discs, seat != seats[min(at + 1, len(seats) - 1)]
