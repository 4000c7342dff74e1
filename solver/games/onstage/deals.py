"""The deals that fit a view of Onstage, all equally likely (ON-22), for fast sampling.

The cards kept from the last round can lie in few ways; the general engine counts them from the
record of earlier rounds. For each way, the cards dealt since are spread over the hands, and counted
suit by suit in `deal_kernel`.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Any

from ....models.core import View
from ....models.onstage import Box, State, suit_of
from ....models.onstage.story import Story, holder
from .table import mask

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

REMOVED = "removed"
MOST = 20_000
"""Most worlds of earlier rounds that are listed card by card."""

Kept = tuple[tuple[str, str], ...]
"""Who kept which card, or which was removed, when the last round ended."""


@dataclass(frozen=True)
class KeptDeal:
    """One way the kept cards can lie, with `weight` worlds of earlier rounds.

    `fixed` are the kept cards that are still in the hands of others; `free` are to be dealt:
    `rooms` tells how many to each other player, and to the removed card.
    """

    weight: int
    fixed: Mapping[str, str]
    free: tuple[str, ...]
    rooms: Mapping[str, int]


@dataclass(frozen=True)
class Deals:
    """All deals that fit what one seat knows."""

    box: Box
    players: tuple[str, ...]
    voids: Mapping[str, frozenset[str]]
    cases: tuple[KeptDeal, ...]
    story: Story

    @classmethod
    def of(cls, view: View[State]) -> Deals:
        """Return the deals that fit `view`, a seat's record in the middle of a round."""
        state, box = view.state, view.state.box
        voids = {player: frozenset(suits) for player, suits in state.voids.items()}
        story = Story.of(view)
        return cls(box, state.players, voids, tuple(_cases(view, state, story)), story)

    @cached_property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The tables that `trial_kernel.draw` samples from.

        By case: odds, fixed cards, kind of table, tables and rooms by kind, cards by suit; and the
        voids. The odds are cumulative, so the last is the number of deals.
        """
        import numpy as np

        from .deal_kernel import RECEIVERS, count_deals

        receivers = [*self.players, *[""] * (RECEIVERS - 1 - len(self.players)), REMOVED]
        seat = {player: i for i, player in enumerate(receivers) if player}
        voids = np.zeros(RECEIVERS, np.int64)
        for player, suits in self.voids.items():
            voids[seat[player]] = sum(1 << self.box.suits.index(suit) for suit in suits)
        fixed = np.zeros((len(self.cases), RECEIVERS), np.int64)
        cards = np.zeros((len(self.cases), len(self.box.suits)), np.int64)
        which = np.zeros(len(self.cases), np.int64)
        kinds: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        tables: list[NDArray[np.float64]] = []
        weights = np.zeros(len(self.cases))
        counts: list[float] = []
        for i, case in enumerate(self.cases):
            for player, card in case.fixed.items():
                fixed[i, seat[player]] = mask((card,), self.box.cards)
            for j, suit in enumerate(self.box.suits):
                of_suit = (card for card in case.free if suit_of(card) == suit)
                cards[i, j] = mask(of_suit, self.box.cards)
            rooms = tuple(case.rooms.get(player, 0) for player in receivers)
            sizes = tuple(int(each).bit_count() for each in cards[i])
            kind = kinds.setdefault((rooms, sizes), len(kinds))
            if kind == len(tables):
                table = np.zeros((len(sizes) * RECEIVERS + 1, _states(rooms)))
                ways = count_deals(table, np.array(rooms), np.array(sizes), voids)
                tables.append(table)
                counts.append(ways)
            which[i], weights[i] = kind, case.weight * counts[kind]
        most = max(table.shape[1] for table in tables)
        padded = [np.pad(table, ((0, 0), (0, most - table.shape[1]))) for table in tables]
        odds = np.cumsum(weights)
        rooms_of = np.array([rooms for rooms, _ in kinds], np.int64)
        return odds, fixed, which, np.stack(padded), rooms_of, cards, voids

    @cached_property
    def number(self) -> float:
        """How many worlds there are, as a float."""
        return float(self.arrays[0][-1]) if self.cases else 0.0

    def draw(self, n: int, rng: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return `n` independent, uniform deals, a row each: the hands, then the removed card.

        The viewer's own hand is left empty.
        """
        from .trial_kernel import draw

        kernel: Any = draw
        odds, *rest = self.arrays
        dealt: NDArray[np.int64] = kernel(n, odds / odds[-1], *rest, rng)
        return dealt

    def every(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return all deals, a row each, and their odds; only if they are few enough for memory."""
        import numpy as np

        from .end_kernel import spread

        number = sum(
            round(weight / case.weight)
            for case, weight in zip(self.cases, np.diff(self.arrays[0], prepend=0.0), strict=True)
        )
        _, fixed, which, _, rooms, cards, voids = self.arrays
        dealt, odds, n = np.zeros((number, fixed.shape[1]), np.int64), np.zeros(number), 0
        for i, case in enumerate(self.cases):
            free = [j for j in range(len(self.box.cards)) if int(cards[i].sum()) >> j & 1]
            before = n
            n = spread(dealt, n, fixed[i], np.array(free, np.int64), rooms[which[i]].copy(), voids)
            odds[before:n] = case.weight
        return dealt, odds / odds.sum()

    def sample(self, n: int, seed: int) -> list[Mapping[str, frozenset[str]]]:
        """Return `n` independent, uniform deals: the cards of each other hand."""
        import numpy as np

        seats = [*self.players, *[""] * (5 - len(self.players)), REMOVED]
        return [
            {
                name: _cards(self.box, int(hand))
                for name, hand in zip(seats, row, strict=True)
                if hand
            }
            for row in self.draw(n, np.array([seed], np.uint64))
        ]


def _states(rooms: tuple[int, ...]) -> int:
    states = 1
    for room in rooms:
        states *= room + 1
    return states


def _cards(box: Box, hand: int) -> frozenset[str]:
    return frozenset(card for i, card in enumerate(box.cards) if hand >> i & 1)


def _cases(view: View[State], state: State, story: Story) -> Iterator[KeptDeal]:
    own = frozenset(state.hands[view.viewer].known)
    by = {play.card: play.player for play in story.plays if play.round == story.round}
    by |= dict.fromkeys(own, view.viewer)
    removed = len(state.removed)
    unseen = [card for card in state.box.cards if card not in by and card not in state.played]
    for kept, weight in _kept(view, story).items():
        if any(card in by and holder not in (by[card], REMOVED) for card, holder in kept):
            continue
        fixed = {holder: card for card, holder in kept if card not in by and holder != REMOVED}
        if any(suit_of(card) in state.voids.get(player, ()) for player, card in fixed.items()):
            continue
        rooms = {
            player: len(state.hands[player]) - (player in fixed)
            for player in state.players
            if player != view.viewer
        }
        free = tuple(card for card in unseen if card not in fixed.values())
        yield KeptDeal(weight, fixed, free, rooms | ({REMOVED: removed} if removed else {}))


def _kept(view: View[State], story: Story) -> Mapping[Kept, int]:
    """Return for each way the unplayed cards can lie its number of worlds of earlier rounds."""
    from ...engine.count import Counter

    if story.round == 1:
        return {(): 1}
    state = view.state
    if story.begun[-1] == story.begun[-2]:  # a board as it stands: anybody can have kept any
        holders = (*state.players, *[REMOVED] * story.removes)
        unplayed = state.box.in_order(state.kept)
        return {tuple(zip(unplayed, each, strict=True)): 1 for each in permutations(holders)}
    before = view.until(story.begun[-1] - 1)
    state = before.state
    hidden = before.game.model.hidden(before)
    unplayed = state.box.in_order(state.kept)
    counter = Counter(hidden)
    tally: Tally[Kept] = Tally()
    for rank in range(counter.worlds):
        world = counter.world(rank)
        tally[tuple((card, holder(world[card][0])) for card in unplayed)] += 1
    return tally
