"""The naming that cannot lose: which tile is surely with whom?"""

from __future__ import annotations

from collections.abc import Iterable

from ...models.core import View
from ...models.event import NOBODY
from ...models.hidden import Claim
from ...models.words import say
from ..kinds import Answer, AnswerRow, Deduced, Engine, possible, single

SUBJECT = "name"


class Safe(Deduced):
    """One naming of the conclusion is sure, every other one may lose the game."""

    steady = False
    name = "safe"
    question = say("One tile can be named with its holder for sure. Which, and with whom?")

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if exactly one naming is sure."""
        if len(self.left(view, "", Engine.COUNT)[0]) == 1:
            yield ""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return the namings that are possible."""
        hidden = view.game.model.hidden(view)
        namings = (
            f"{tile} {player}"
            for tile in single(hidden)
            for player in hidden.names_for(tile)
            if player != NOBODY
        )
        return (AnswerRow(SUBJECT, tuple(namings), ((SUBJECT, say("name it")),)),)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the namings that are sure."""
        found = possible(view.game.model.hidden(view), engine)
        (row,) = self.rows(view, asked)
        sure = {
            f"{tile} {next(iter(places))}" for tile, places in found.items() if len(places) == 1
        }
        return (tuple(option for option in row.options if option in sure),)

    def claims(self, view: View, asked: str, answer: Answer) -> tuple[Claim, ...]:
        """Return who holds the tile."""
        tile, player = answer[0].split()
        return (Claim(tile, player),)
