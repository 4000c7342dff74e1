"""Why a guess is better or worse at Les Adresses Jaunes, with the tiles that it is about."""

from __future__ import annotations

from ....models.core import Event, View
from ....models.words import Words, in_100, say
from ...play.contrast import Contrast
from .effects import Right


def reason(view: View, move: Event, differs: Contrast) -> Words | None:
    """Return how likely either guess is right, if that sets them apart; None for other moves."""
    first = next(iter(differs.differences), None)
    if first is None or not isinstance(first.effect, Right):
        return None
    (tile, holder), (beside, other) = move.words, differs.against.words
    one, two = first.sides
    values = {"tile": tile, "player": holder, "beside": beside, "other": other}
    exact = first.sure or (not first.error and 0 < two < 1)
    if exact and not one:
        return say(
            "{player} cannot have {tile}; {other} has {beside} in {m} of 100 cases",
            **values,
            m=in_100(two),
        )
    return say(
        "{player} has {tile} in {n} of 100 cases, {other} {beside} in {m}",
        **values,
        n=in_100(one),
        m=in_100(two),
    )
