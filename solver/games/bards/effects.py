"""What people talk about at Battle of the Bards: what happens until the next round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ....models.bards import State
from ....models.bards.cards import Card
from ....models.core import View
from ....models.words import Words, say
from ...play.contrast import often
from ...play.trial import Difference, Effect
from .table import Numbering

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Deed(StrEnum):
    """What a player may do until the next round begins, most of it with a card."""

    WINS = "wins"
    HIRES = "hires"
    CAN_PAY = "can pay"
    ENCORE = "encore"


DEEDS: Mapping[Deed, tuple[Words, Words, Words]] = {
    Deed.WINS: (
        say("you win {card} in this round {often}"),
        say("{player} wins {card} in this round {often}"),
        say("who wins {card} in this round"),
    ),
    Deed.HIRES: (
        say("you hire {card} {often}"),
        say("{player} hires {card} {often}"),
        say("who hires {card}"),
    ),
    Deed.CAN_PAY: (
        say("you can pay for {card} in the next round {often}"),
        say("{player} can pay for {card} in the next round {often}"),
        say("who can pay for {card} in the next round"),
    ),
    Deed.ENCORE: (
        say("you win the encore {often}"),
        say("{player} wins the encore {often}"),
        say("who wins the encore"),
    ),
}
"""The clauses about the viewer and about another player, and what there is to weigh."""
SOME = {
    Deed.WINS: say("an audience"),
    Deed.HIRES: say("a veteran"),
    Deed.CAN_PAY: say("an audience"),
}
"""What is said of any card."""

AUDIENCE, FURTHER_POINT, FURTHER_ASKED, LEAST = 0.45, 0.4, -0.8, 0.15
"""About how much an audience of 5 points that asks for 3 performances adds to the logarithm of odds
by the learned value, beside these performances; each point more, and each performance more that it
asks for; and any audience at least. Like all others here fitted to what followed the moves of 64
positions, then of 160 others (R2 0.32 and 0.46), and rounded between the two."""
PAYING, WON_ENCORE = 0.2, 1.0
"""The same of an audience that another player can pay for, and of the encore."""
VETERAN, MORE_POINTS, IN_ENCORE = 0.35, 0.6, 0.7
"""The same of a veteran of 1 point, more for each further point, and if it counts in the encore."""


@dataclass(frozen=True, slots=True)
class Does:
    """Whether `player` does something with `card`, None for any; `yours` if that is the viewer.

    `worth` is in chances to win, by the learned value; None if that has to be found out.
    """

    player: str
    yours: bool
    deed: Deed
    card: Card | None
    worth: float | None = field(default=None, compare=False)
    most: float | None = None

    @property
    def sign(self) -> int:
        """Whether it is good: what others do is not."""
        return 1 if self.yours else -1

    @property
    def name(self) -> str:
        """The name for JSON."""
        card = "" if self.deed is Deed.ENCORE else self.card or "any"
        return f"{self.deed} {self.player} {card}".rstrip()

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return replace(DEEDS[self.deed][2], values=(("card", self._called),))

    @property
    def _called(self) -> object:
        return SOME.get(self.deed, "") if self.card is None else self.card

    def told(self, found: Difference) -> Words:
        """Return how much more often it is done; what it brings where that is in all cases."""
        mine, theirs, _ = DEEDS[self.deed]
        values = ("player", self.player), ("card", self._called), ("often", often(found))
        return replace(mine if self.yours else theirs, values=values)


@dataclass(frozen=True, slots=True)
class Ends:
    """Whether another player ends the game with this round, by all the audiences it takes.

    It is told against a move alone: who leads then is glad of it for something else.
    """

    worth: float | None = None
    sign: int = -1
    most: float | None = None
    name: str = "ends"

    @property
    def topic(self) -> Words:
        """What there is to weigh."""
        return say("whether others end the game with this round")

    def told(self, found: Difference) -> Words:
        """Return how much more often it ends."""
        return say("others end the game with this round {often}", often=often(found))


def audience(points: int, asked: int) -> float:
    """Return about how much an audience adds to the logarithm of odds, beside what it costs."""
    return max(LEAST, AUDIENCE + FURTHER_POINT * (points - 5) + FURTHER_ASKED * (asked - 3))


def _times(strength: float, share: float | None) -> float | None:
    return None if share is None else strength * share


Column = tuple[Effect, Any]
"""An effect, and how much of it came: an array by world and move."""


class Counting:
    """Counts effects in what came after some moves: tables by world and move, in numbers.

    `chance` is about what the viewer's is to win. In a round that may be the last one, the worths
    of effects have to be found out.
    """

    def __init__(self, view: View[State], numbers: Numbering, chance: float) -> None:
        self._view, self._numbers = view, numbers
        goal, troupes = view.state.box.numbers.goal, view.state.troupes.values()
        may_end = any(len(troupe.audiences) >= goal - 1 for troupe in troupes)
        self._odds = None if may_end else chance * (1 - chance)

    def __call__(self, after: NDArray[np.int16]) -> list[dict[Effect, list[float]]]:
        """Return how much of each effect came after each move, world by world."""
        found = [(effect, column * 1.0) for effect, column in self._columns(after)]
        return [
            {effect: column[:, i].tolist() for effect, column in found if column[:, i].any()}
            for i in range(after.shape[1])
        ]

    def _columns(self, after: NDArray[np.int16]) -> Iterator[Column]:
        from . import table_kernel as k

        table, players = after[:, :, k.TABLE], self._view.setup.players
        going_on = table[..., k.STEP] != k.OVER
        for p, player in enumerate(players):
            yours, then = player == self._view.viewer, after[:, :, p]
            share = None
            if self._odds is not None:
                share = self._odds if yours else -self._odds / (len(players) - 1)
            won = table[..., k.ENCORE_WON] == p + 1
            if yours or share is not None:
                yield Does(player, yours, Deed.ENCORE, None, _times(WON_ENCORE, share)), won
            yield from self._audiences(player, share, table, then, going_on)
            yield from self._veterans(player, share, then)
            if yours:
                goal = self._view.state.box.numbers.goal
                own = then[..., k.WON : k.HAND].sum(axis=-1)
                yield Ends(), ~going_on & (own < goal)

    def _audiences(
        self, player: str, share: float | None, table: Any, then: Any, going_on: Any
    ) -> Iterator[Column]:
        """Yield which audiences a player wins, of those in sight and in all, and can pay for."""
        from . import table_kernel as k

        state, cards = self._view.state, self._numbers.cards
        yours, any_of_them, any_paid = player == self._view.viewer, 0, going_on & False
        have = then[..., k.PERFORMANCES : k.PERFORMANCES + k.COLOURS]
        for card, i in self._numbers.audiences.items():
            won = then[..., k.WON + i] - (card in state.troupes[player].audiences)
            there = (table[..., k.OPEN + i] > 0) | (table[..., k.TOP_AUDIENCE] == i + 1)
            there &= going_on
            asks = cards.asks[i]
            fitting = have.clip(max=asks[: k.COLOURS]).sum(axis=-1)
            fitting += (have.sum(axis=-1) - fitting).clip(max=asks[k.COLOURS])
            paid = there & (fitting == asks.sum())
            any_of_them, any_paid = any_of_them + won, any_paid | paid
            if card in (*state.audiences, state.top_audience):
                n = int(cards.points[k.BARDS + i])
                worth = _times(audience(n, int(asks.sum())), share)
                yield Does(player, yours, Deed.WINS, card, worth), won
                if not yours:
                    yield Does(player, yours, Deed.CAN_PAY, card, _times(PAYING, share)), paid
        yield Does(player, yours, Deed.WINS, None, _times(LEAST, share)), any_of_them > 0
        if not yours:
            yield Does(player, yours, Deed.CAN_PAY, None, _times(PAYING, share)), any_paid

    def _veterans(self, player: str, share: float | None, then: Any) -> Iterator[Column]:
        """Yield which veterans a player hires, of those in town and in all."""
        from . import table_kernel as k

        state, cards, any_of_them = self._view.state, self._numbers.cards, 0
        bards, yours = state.box.cards.bards, player == self._view.viewer
        pair = next(iter(state.troupes[player].encore.known), "")
        for card, i in self._numbers.bards.items():
            if bards[card].kind != "veteran":
                continue
            piles = (then[..., pile + i] for pile in (k.HAND, k.GOING, k.DECK, k.DISCARD))
            owned = sum(piles) + (then[..., k.TOP] == i + 1)
            hired = owned > state.troupes[player].cards.count(card)
            any_of_them += hired
            if card in state.line:
                colours = yours and bards[card].colour in pair
                further = MORE_POINTS * (int(cards.points[i]) - 1) + IN_ENCORE * colours
                worth = _times(VETERAN + further, share)
                yield Does(player, yours, Deed.HIRES, card, worth), hired
        yield Does(player, yours, Deed.HIRES, None, _times(VETERAN, share)), any_of_them > 0
