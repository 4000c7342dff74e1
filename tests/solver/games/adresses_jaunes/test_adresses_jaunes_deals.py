"""All deals of a small deck, and what is counted over them, are what trying every way finds."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from statistics import fmean

import numpy as np
import pytest

from aparte.solver.games.adresses_jaunes import deals
from aparte.solver.games.adresses_jaunes.hands import TARGETS_FROM

Deal = tuple[int, ...]
DECK = 8
COUNTS = 5 << TARGETS_FROM
"""What is kept above the tiles of a hand."""


def place(deal: Deal, tile: int) -> int:
    """The seat that has a tile, or the number of seats."""
    return next((seat for seat, hand in enumerate(deal) if hand >> tile & 1), len(deal))


@pytest.mark.parametrize("seed", range(40))
def test_deals_are_counted_as_by_trying_all(seed: int) -> None:
    rng = Random(seed)
    seats, size = rng.choice([(3, 2), (4, 2), (3, 1), (4, 1)])
    every = [sum(1 << tile for tile in hand) for hand in combinations(range(DECK), size)]
    sets = [rng.sample(every, rng.randint(1, min(12, len(every)))) for _ in range(seats)]
    tried = [
        deal for deal in product(*sets) if sum(deal).bit_count() == size * seats and apart(deal)
    ]
    found = deals.all_deals([np.array([hand | COUNTS for hand in each]) for each in sets])
    assert found is not None and sorted(map(tuple, found.rows.tolist())) == sorted(tried)
    if not tried:
        return
    seat, truth = rng.randrange(seats), rng.choice(tried)
    own = truth[seat]
    for tile in (None, *(tile for tile in range(DECK) if not own >> tile & 1)):
        left = {own} | {hand for hand in sets[seat] if rng.random() < 0.6}
        left = {hand for hand in left if tile is None or not hand >> tile & 1}
        of = [deal for deal in tried if deal[seat] in left]
        others = [other for other in range(seats) if other != seat]
        alike = {
            other: fmean(
                sum(
                    each[other] == deal[other]
                    and (tile is None or place(each, tile) == place(deal, tile))
                    for each in of
                )
                for deal in of
                if deal[seat] == own
            )
            for other in others
        }
        told = found.left(seat, own, np.array(sorted(left)) | COUNTS, tile)
        assert told == pytest.approx(alike)


def apart(deal: Deal) -> bool:
    """Tell whether no two hands have a tile in common."""
    return not any(one & other for one, other in combinations(deal, 2))


def test_too_many_deals_are_not_listed() -> None:
    hands = [
        np.array([1 << tile for tile in tiles]) for tiles in (range(9), range(9, 18), range(18, 27))
    ]
    assert len(deals.all_deals(hands).rows) == 9**3
    many = [np.arange(1, deals.LOOKED_AT // 2), np.array([0, 0, 0]), np.array([0])]
    assert deals.all_deals(many) is None
