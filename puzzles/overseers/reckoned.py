"""What somebody reckons who counts cards, but nobody's hands: the natural answer of a puzzle.

All that the seat knows is counted as it scores. A card that it does not know counts what a single
card adds to these in the mean, of those that are left: two cards that make a series together, and
who took what from a pack, are not considered. It is an assumption, told in docs/puzzles.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from ...models.core import View
from ...models.overseers.box import Kind
from ...models.overseers.clues import DISCARD, Round
from ...models.overseers.deduce import ASIDE
from ...solver.games.overseers.draft import Draft, Group
from ...solver.games.overseers.reckoning import Reckoning
from .hands import Hand, known, points_with, unknown

CLEAR = 2.0
"""Points by which one has to be ahead to seem to have more: the least that a single card counts."""


def reckoned(view: View) -> Mapping[str, float]:
    """Return the points that every player seems to have."""
    chances, reckoning = _chances(view), Reckoning(view.state)
    seems: dict[str, float] = {}
    for player in view.setup.players:
        there = known(view, player)
        here = reckoning.points(player, there)
        seems[player] = here + sum(
            chance * (reckoning.points(player, {**there, card.spot: kind}) - here)
            for card in unknown(view, player)
            for kind, chance in chances.items()
        )
    return seems


def bounds(view: View, player: str) -> tuple[int, int]:
    """Return the fewest and the most points of `player` with any of the cards left."""
    found = left_points(view, player).values()
    return min(found), max(found)


def left_points(view: View, player: str) -> Mapping[Hand, int]:
    """Return the points of `player` with each hand of the cards left."""
    return {hand: points_with(view, player, hand) for hand in left_hands(view, player)}


def left_hands(view: View, player: str) -> Iterator[Hand]:
    """Yield the hands that `player` can have with any of the cards left."""
    there, size = left(view), len(unknown(view, player))
    hands = combinations_with_replacement(sorted(there), size)
    return (hand for hand in hands if Counter(hand) <= there)


def left(view: View) -> Counter[Kind]:
    """Return the cards that the viewer sees nowhere.

    Of a card that Gan added, one like the viewer's own discard may be that one.
    """
    round_ = Round.of(view)
    seen = {(card.seat, card.spot): card.kind for card in round_.seen.values()}
    added = seen.get((round_.drawer, round_.added))
    if added is not None and added == seen.get((view.viewer, DISCARD)):
        del seen[view.viewer, DISCARD]
    return Counter(round_.box.deck[len(round_.players)]) - Counter(seen.values())


def _chances(view: View) -> Mapping[Kind, float]:
    """Return how likely it seems that a card which another player holds unseen is of each kind.

    Those of remembered packs that are seen nowhere are surely among them.
    """
    there, draft = left(view), Draft.of(view)
    pool = next((group for group in draft.groups or () if is_pool(group)), None)
    passed = sum(
        (group.kinds for group in draft.groups or () if group is not pool), Counter[Kind]()
    )
    for holder in draft.holders:
        picked = Counter(kind for slot in holder.pinned for kind in slot.kinds)
        passed -= Counter(holder.known.values()) - picked
    passed &= there
    other = there - passed
    places = sum(len(holder.open) for holder in draft.holders)
    share = min(1.0, passed.total() / places) if places else 1.0
    return {
        kind: share * passed[kind] / (passed.total() or 1)
        + (1 - share) * other[kind] / (other.total() or 1)
        for kind in sorted(there)
    }


def is_pool(group: Group) -> bool:
    """Tell whether a group is what the viewer saw in no pack: some of it is set aside."""
    return ASIDE in group.stores
