"""The numbers by which a player without foresight judges, and the choices they lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from ....models.overseers.box import (
    BENEVOLENCE,
    HONESTY,
    MALICE,
    MURDER,
    PIETY,
    THEFT,
    Kind,
    Power,
)
from .bundles import Bundle, Cards, best
from .memo import Memo

PROMISE: Mapping[Kind, tuple[float, ...]] = {
    MURDER: (8.0,),
    BENEVOLENCE: (2.0,),
    MALICE: (1.0,),
    THEFT: (3.0, 2.0),
    HONESTY: (4.0, 9.0, 7.0),
    PIETY: (4.0, 9.0, 10.0),
}
"""What the first, second and third card of a kind are worth in the draft, while more may come.

Found by coordinate search: one number at a time was changed for a single player, and all took over
what gained it points (rounds of 3, 4 and 6 players), until little was to be gained.
"""


@dataclass(frozen=True)
class Habits:
    """The numbers a player judges by.

    `promise`: the worths of cards in the draft; beyond these, further cards of a series are worth
    nothing, other cards as much as the last. `unseen`: the points that a face-down card is assumed
    to be worth, sets included: the mean in rounds of such players. `bold`: an accused admits if it
    believes to be more than this many points beyond the best of the others. `shows_most`: the top
    row is the one that shows the most points, not the least.
    """

    cards: Cards
    promise: Mapping[Kind, tuple[float, ...]] = field(default_factory=lambda: PROMISE)
    unseen: float = 6.4
    bold: float = 5.0
    shows_most: bool = False

    @cached_property
    def promised(self) -> Mapping[Power | None, Memo[Bundle, float]]:
        """The worth of bundles during the draft, by power."""
        return {power: Memo(self._promised(power)) for power in (None, *Power)}

    def _promised(self, power: Power | None) -> Callable[[Bundle], float]:
        box = self.cards.box

        def promised(bundle: Bundle) -> float:
            total = 0.0
            for kind, n in Counter(self.cards.kinds(bundle)).items():
                worths = self.promise[kind]
                total += sum(worths[:n])
                if kind not in box.series:
                    total += worths[-1] * max(0, n - len(worths))
                if power is Power.AVENGE and kind == MURDER:
                    total += box.powers.avenged * n
                if power is Power.STEADFAST and kind in (HONESTY, PIETY):
                    total += box.powers.steadfast * n
            return total

        return promised

    @cached_property
    def picks(self) -> Memo[tuple[Power | None, int, Bundle, Bundle], tuple[Bundle, ...]]:
        """The most promising picks: by power, number of cards, hand and pack."""

        def picks(at: tuple[Power | None, int, Bundle, Bundle]) -> tuple[Bundle, ...]:
            power, size, hand, pack = at
            promised = self.promised[power]
            return best(self.cards.some[pack, size], lambda taken: promised[hand + taken])

        return Memo(picks)

    @cached_property
    def discards(self) -> Memo[tuple[Power | None, Bundle], tuple[Bundle, ...]]:
        """The cards of a hand whose loss costs least."""

        def discards(at: tuple[Power | None, Bundle]) -> tuple[Bundle, ...]:
            power, hand = at
            points = self.cards.points[power]
            return best(self.cards.some[hand, 1], lambda card: points[hand - card])

        return Memo(discards)

    @cached_property
    def tops(self) -> Memo[tuple[int, Bundle], tuple[Bundle, ...]]:
        """The top rows of a given size that show the least points, or the most."""
        sign = 1 if self.shows_most else -1

        def tops(at: tuple[int, Bundle]) -> tuple[Bundle, ...]:
            size, hand = at
            points = self.cards.points[None]
            return best(self.cards.some[hand, size], lambda top: sign * points[top])

        return Memo(tops)


@cache
def usual(cards: Cards) -> Habits:
    """Return the habits of a sensible player."""
    return Habits(cards)
