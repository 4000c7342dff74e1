"""What a seat of Onstage knows when it is to move, in numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ....models.core import Event, View
from ....models.onstage import Box, State
from .behaviour import Likely, taken
from .deals import Deals
from .table import event_of, mask, numbered, shown_voids
from .value import WINS, stored_nets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTH = 10
"""How many moves are tried: the best by the learned value alone."""


@dataclass(frozen=True)
class Position:
    """What a seat knows when it is to move, in numbers.

    In `root`, all cards that the seat does not see are in one heap, as if removed; and it is noted
    how the others are taken to play. `likely` are the `deals` by what their plays tell then.
    """

    view: View[State]
    state: State
    deals: Deals
    likely: Deals | Likely
    root: NDArray[np.int64]

    @classmethod
    def of(cls, view: View[State]) -> Position:
        """Return the position of the viewer of `view`; raises Contradiction if no deal fits."""
        from .rules_kernel import BEFORE, KINDS, REMOVED, VOIDS

        state = view.state
        deals = Deals.of(view)
        if not deals.number:
            from ...engine.fitting import possible

            possible(view)
        root = numbered(deals.box, state)
        laid = (play.card for play in state.trick)
        seen = {*state.hands[view.viewer].known, *state.played, *laid}
        root[REMOVED] = mask((c for c in deals.box.cards if c not in seen), deals.box.cards)
        root[VOIDS] = shown_voids(deals.box, deals.story.voids)
        root[KINDS], likely = taken(view, deals)
        if state.round >= len(state.players):
            for seat, total in enumerate(state.totals.values()):
                root[BEFORE] |= total << 8 * seat
        return cls(view, state, deals, likely, root)

    @property
    def forgotten(self) -> Position:
        """The same, as if nothing had been played before this trick."""
        from .rules_kernel import KINDS, REMOVED, VOIDS

        root, cards = self.root.copy(), self.box.cards
        here = {*self.state.hands[self.view.viewer].known, *(p.card for p in self.state.trick)}
        root[REMOVED], root[VOIDS] = mask((c for c in cards if c not in here), cards), 0
        root[KINDS] = 0
        return replace(self, likely=self.deals, root=root)

    @property
    def box(self) -> Box:
        """The box that is played with."""
        box: Box = self.deals.box
        return box

    @property
    def seat(self) -> int:
        """The place of the viewer in the seating order."""
        return self.state.players.index(self.view.viewer)

    @property
    def among_greedy(self) -> bool:
        """Whether all others are taken for `greedy`."""
        from .rules_kernel import KINDS
        from .value_kernel import GREEDY

        others = (seat for seat in range(len(self.state.players)) if seat != self.seat)
        return int(self.root[KINDS]) == sum(GREEDY << 2 * seat for seat in others)

    @property
    def last_round(self) -> bool:
        """Whether this is the last round, which decides the game. ON-4"""
        return self.state.round >= len(self.state.players)

    @property
    def wins(self) -> float:
        """The weight of winning in the reward; in the last round earlier scores count for it."""
        return 1.0 if self.last_round else WINS

    @cached_property
    def moves(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The codes of the moves, equivalent ones only once, and the state after each."""
        import numpy as np

        from . import rules_kernel as rules

        afters = np.zeros((rules.MOST_MOVES, rules.SIZE), np.int64)
        codes = np.zeros(rules.MOST_MOVES, np.int64)
        n = rules.moves(self.root, afters, codes)
        _, first = np.unique(afters[:n], axis=0, return_index=True)
        first.sort()
        return codes[first], afters[first]

    @cached_property
    def _by_value(self) -> list[int]:
        """The numbers of all moves, the best by the learned value first."""
        import numpy as np

        from . import value_kernel as value

        desk, net = value.new_desk(), stored_nets().value
        _, afters = self.moves
        worth = [value.reward(each, self.seat, net, self.wins, desk) for each in afters]
        found: list[int] = np.argsort(-np.array(worth), kind="stable").tolist()
        return found

    @property
    def promising(self) -> list[int]:
        """The numbers of the moves that are best by the learned value, the best first."""
        return self._by_value[:WIDTH]

    @property
    def with_every_card(self) -> list[int]:
        """The promising moves, and the best move of each card that is not among them."""
        codes, _ = self.moves
        first: dict[tuple[str, ...], int] = {}
        for number in self._by_value:
            first.setdefault(self.event(int(codes[number])).words[:1], number)
        return list(dict.fromkeys((*self.promising, *first.values())))

    def event(self, code: int) -> Event:
        """Return the move with this `code`."""
        return event_of(self.box, self.root, self.view.viewer, code)
