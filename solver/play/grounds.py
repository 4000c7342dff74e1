"""The deduction behind a reason: what is proved of hidden pieces, and bears on what differs.

Each game says which facts bear on which effect, such as that somebody cannot have a piece. The
engine of proofs tells which of them follow, and from which lines. Where none does, a fact may still
be likely and carry the effect: that comes in the worlds where the fact holds, and hardly elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import sqrt
from statistics import correlation, fmean, pstdev

from ...models.core import TABLE, Event, View
from ...models.core import view as seen_by
from ...models.hidden import Claim, Hidden
from ..engine.deduce import deduce
from ..engine.explain import Proof, explain
from ..engine.work import SECOND
from .coach import play_of
from .contrast import Contrast, Likely, apart
from .trial import Followed

WORK = SECOND
"""Steps of work for all facts behind one reason."""
LINES = 4
"""A proof of more lines than this is no reason that somebody can follow at the table."""
PROBABLE, CARRIED, SPREAD = 0.6, 0.8, 0.25
"""A likely fact has such a chance at least; such a part of the effect comes where it holds; and it
tells so much of how the effect differs from world to world (the square of their correlation)."""
FEWEST = 24
"""Worlds in which a fact is looked for at least, and again as many in which it has to hold."""


def grounded(
    view: View, move: Event, differs: Contrast, one: Followed, other: Followed
) -> Contrast:
    """Return how `move` differs, with the first fact behind it that follows from lines, if any.

    Or with a likely one: `one` is what followed `move`, `other` what followed the move against it.
    """
    bearing = play_of(view.game.name).bearing
    if bearing is None or differs.either or not differs.differences:
        return differs
    hidden = view.game.model.hidden(view)
    asked = list(bearing(view, move, differs.against, differs.differences[0]))
    own = [claim for claim in asked if claim.place == view.viewer]
    proof = _proved(hidden, [claim for claim in asked if claim not in own])
    if proof is not None:
        return replace(differs, given=proof)
    known = _proved(view.game.model.hidden(seen_by(view, TABLE)), own)
    if known is not None:
        return replace(differs, given=known, open=True)
    return replace(differs, likely=_likely(hidden, differs, one, other))


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


def _likely(hidden: Hidden, differs: Contrast, one: Followed, other: Followed) -> Likely | None:
    """Return the likely fact that tells most of where the first difference comes, if one does.

    It is chosen by one half of the worlds, and has to hold in the other half.
    """
    gaps = apart(one, other, differs.differences[0].effect)
    middle = len(gaps) // 2
    if middle < FEWEST or not sum(gaps):
        return None
    facts = [
        fact for claim, so in _lying(hidden, one, len(gaps)) if (fact := _carrying(claim, so, gaps))
    ]
    found = max(facts, key=lambda fact: _told(fact[1][:middle], gaps[:middle]), default=None)
    if found is None:
        return None
    claim, so = found
    halves = slice(middle), slice(middle, None)
    if min(_told(so[half], gaps[half]) for half in halves) < SPREAD:
        return None
    chance = fmean(so)
    error = 0.0 if one.deals else sqrt(chance * (1 - chance) / len(so))
    return Likely(hidden, claim, chance, error)


Column = Sequence[float]


def _lying(hidden: Hidden, followed: Followed, worlds: int) -> Iterator[tuple[Claim, Column]]:
    """Yield where hidden pieces lay, claim by claim, in the first `worlds`."""
    parts = [part() for part in followed.lying]
    for claim in parts[0] if parts else ():
        if claim.place in hidden.open_names:
            yield claim, list(chain.from_iterable(part[claim] for part in parts))[:worlds]


def _carrying(claim: Claim, so: Column, gaps: Column) -> tuple[Claim, Column] | None:
    """Return the claim, or its negation, if it is probable and carries the effect."""
    carried = sum(gap * holds for gap, holds in zip(gaps, so, strict=True)) / sum(gaps)
    if carried < 0.5:
        claim, so, carried = claim.denied(), [1 - holds for holds in so], 1 - carried
    return (claim, so) if carried >= CARRIED and PROBABLE <= fmean(so) < 1 else None


def _told(so: Column, gaps: Column) -> float:
    """Return the square of the correlation of a fact with an effect."""
    one, other = pstdev(so), pstdev(gaps)
    return correlation(so, gaps) ** 2 if one and other else 0.0
