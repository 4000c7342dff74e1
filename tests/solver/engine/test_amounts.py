"""How many pieces with a trait are somewhere, by counting and by brute force."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from aparte.contract.scenes import cuts
from aparte.models.core import view
from aparte.solver.engine.count import Counter as Worlds
from aparte.solver.engine.solve import amounts, solve

LISTED = 3000
"""Of so many worlds each is looked at."""


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage", "bards"])
def test_each_number_is_as_likely_as_there_are_worlds_with_it(game: str) -> None:
    compared = 0
    for record, _ in cuts(game, 12, seeds=(0, 1)):
        for player in record.setup.players[:2]:
            own = view(record, player)
            worlds = Worlds(own.game.model.hidden(own))
            if not 1 < worlds.worlds <= LISTED:
                continue
            solved, compared = solve(own), compared + 1
            hidden = solved.hidden
            every = [worlds.world(rank) for rank in range(worlds.worlds)]
            for trait in hidden.traits:
                for name in hidden.names_for(trait):
                    there, items = hidden.places_of(name), hidden.meant(trait)
                    found = Counter(
                        sum(at in there for item in items for at in world[item]) for world in every
                    )
                    expected = {n: Fraction(k, len(every)) for n, k in sorted(found.items())}
                    assert amounts(solved, trait, name) == expected
                    mean = sum(n * chance for n, chance in expected.items())
                    assert solved.chance(trait, name) == mean
    assert compared
