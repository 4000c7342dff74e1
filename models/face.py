"""What is shown of a game, as values: in a terminal, on pages and on paper they are only drawn.

A game has a `FACE`, which makes them out of a view alone. Its texts are `Words`, told in the
language of whoever looks. A game without one is shown by the part that it has come to, and by
its lines.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from .core import View
from .words import Words, say


class Face:
    """What is shown of one game to the viewer of a record; each game tells what it has to show.

    `labels` are the words that stand beside parts of the board, by names that templates use.
    """

    labels: Mapping[str, Words] = {}

    def now(self, view: View) -> Words:
        """Return where the game stands, to follow its name: "round 2 of 3: the deal"."""
        return view.game.tale.part(view.state) or say("{game}", game=view.game.title)

    def sentences(self, view: View) -> Sequence[Words]:
        """Return the table in sentences, a line each; the first one tells where the game stands."""
        part = view.game.tale.part(view.state)
        game = say("{game}.", game=view.game.title)
        return [game] if part is None else [game, say("{words}.", words=part)]

    def board(self, view: View) -> object:
        """Return what a template draws: frozen values, alike for all who see the same."""
        return tuple(self.sentences(view))

    def region(self, view: View, items: Collection[str]) -> Words:
        """Return the part of the table where most of the pieces `items` are."""
        return say("the table")

    def hand(self, view: View) -> Mapping[Words, Sequence[str]]:
        """Return the pieces that the viewer can use, by what they lie in."""
        return {}

    def names(self, view: View) -> Mapping[str, Words]:
        """Return what words of the notation are called where moves are put together."""
        return {}

    def texts(self, view: View) -> Mapping[str, Words]:
        """Return what cards say, by card; only of those that are shown with their text."""
        return {}


FACE = Face()
"""That of a game that brings none."""
