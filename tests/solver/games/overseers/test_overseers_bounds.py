"""What players have in a deal that fits the view is between what they have at least and at most."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

from aparte.models.overseers.state import Step
from aparte.solver.games.overseers.bounds import at_least, at_most, has_most
from aparte.solver.games.overseers.imagined import imagined
from aparte.solver.games.overseers.moves import table_of
from tests.reasons import positions


def test_what_everybody_has_is_within_the_bounds_in_any_deal() -> None:
    told = Counter[bool | None]()
    for number in range(24):
        for own in positions("overseers", Random(f"31/{number}"), (3, 4, 5)):
            if own.state.step not in (Step.VOTE, Step.ANSWER):
                continue
            table = table_of(own, own.state)
            bounds = [(at_least(table, seat), at_most(table, seat)) for seat in table.seats]
            sure = [has_most(table, seat) for seat in table.seats]
            told.update(sure)
            for deal in islice(imagined(own, None, Random(number)), 20):
                assert all(
                    least <= n <= most for n, (least, most) in zip(deal.now, bounds, strict=True)
                )
                for points, has in zip(deal.now, sure, strict=True):
                    assert has is None or has is (points == max(deal.now))
    assert told[True] and told[False] and told[None]
