"""Who plays Les Adresses Jaunes: the naive `greedy`, the `coach`, and `cheat` as a ceiling.

Nothing is loaded before somebody plays, asks for advice or judges: most questions need none of it.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from ....models.core import Event, View
from ...play.coach import Conventional, GamePlay, later
from ...play.usual import UsualBot

__all__ = ["PLAY", "advise", "by_convention", "nudge", "piece", "same", "wasted"]

advise = later(f"{__name__}.advice", "advise")
nudge = later(f"{__name__}.advice", "nudge")
same = later(f"{__name__}.advice", "same")
wasted = later(f"{__name__}.advice", "wasted")


def piece(move: Event) -> Hashable:
    """Return the target of a disc, the tile of a pawn, or the tile and the holder of a guess."""
    return move.words


def by_convention(view: View) -> Conventional | None:
    """Return what a table that follows the convention knows, if the header of `view` says so."""
    if view.setup.settings.get("Convention", "none") == "none":
        return None
    from .advice import by_convention

    return by_convention(view)


PLAY = GamePlay(
    {
        "coach": later(f"{__name__}.coach", "CoachBot"),
        "regular": later(f"{__name__}.greedy", "GreedyBot"),
        "beginner": partial(UsualBot, sees=later(f"{__name__}.judge", "Forgetful")),
        "greedy": later(f"{__name__}.greedy", "GreedyBot"),
    },
    {"cheat": later(f"{__name__}.cheat", "cheat")},
    advise=advise,
    piece=piece,
    same=same,
    wasted=wasted,
    nudge=nudge,
    reason=later(f"{__name__}.reasons", "reason"),
    by_convention=by_convention,
    compiled=True,
    judge=later(f"{__name__}.judge", "JUDGE"),
)
