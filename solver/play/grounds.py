"""The deduction behind a reason: what is proved of hidden pieces, and bears on what differs.

Each game says which facts bear on which effect, such as that somebody cannot have a piece. The
engine of proofs tells which of them follow, and from which lines.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ...models.core import Event, View
from ...models.hidden import Claim, Hidden
from ..engine.deduce import deduce
from ..engine.explain import Proof, explain
from ..engine.work import SECOND
from .coach import play_of
from .contrast import Contrast

WORK = SECOND
"""Steps of work for all facts behind one reason."""
LINES = 4
"""A proof of more lines than this is no reason that somebody can follow at the table."""


def grounded(view: View, move: Event, differs: Contrast) -> Contrast:
    """Return how `move` differs, with the first fact behind it that follows from lines, if any."""
    bearing = play_of(view.game.name).bearing
    if bearing is None or differs.either or not differs.differences:
        return differs
    hidden = view.game.model.hidden(view)
    asked = list(bearing(view, move, differs.against, differs.differences[0]))
    return replace(differs, given=_proved(hidden, asked))


def _proved(hidden: Hidden, asked: Sequence[Claim]) -> Proof | None:
    """Return the proof of the first claim that follows from lines."""
    sure = frozenset(deduce(hidden, WORK).claims) if asked else frozenset()
    for claim in asked:
        if single(hidden, claim) and sure.issuperset(single(hidden, claim)):
            proof = explain(hidden, claim, WORK)
            if isinstance(proof, Proof) and 0 < len(proof.lines) <= LINES:
                return proof
    return None


def single(hidden: Hidden, claim: Claim) -> Collection[Claim]:
    """Return what a claim says of single pieces that are not in sight; none if it says nothing.

    That a piece with a trait is at a place says nothing of single ones.
    """
    if claim.item not in hidden.traits:
        items = frozenset({claim.item}) & hidden.items.keys()
    else:
        items = frozenset() if claim.holds else hidden.meant(claim.item)
    return [
        Claim(item, claim.place, claim.holds)
        for item in hidden.items
        if item in items and claim.place in hidden.names_for(item)
    ]
