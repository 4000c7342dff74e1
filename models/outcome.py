"""How a game ended: the winners and the scores, from which the result line is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

WON, LOST = "won", "lost"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`winners` share the win; `scores` are by player, in the order of the result line.

    There need not be a winner. Without scores all players win or lose together. If `named`, the
    result line names the winners; else the scores tell, or their order.
    """

    winners: tuple[str, ...]
    scores: Mapping[str, int] = field(default_factory=dict)
    named: bool = False

    @property
    def together(self) -> bool:
        """Whether all players win or lose together."""
        return not self.scores

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the result line."""
        if self.together:
            return (WON,) if self.winners else (LOST,)
        told = (word for player, score in self.scores.items() for word in (player, str(score)))
        return (*told, *((WON, *self.winners) if self.named else ()))
