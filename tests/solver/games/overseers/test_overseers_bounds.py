"""What players can have is what any deal that fits the view gives them, and what a proof leaves."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

from aparte.models.overseers.state import Step
from aparte.puzzles.kinds import Engine
from aparte.puzzles.overseers.hands import plain, points
from aparte.solver.engine.sweep import TooManyStates
from aparte.solver.games.overseers.bounds import has_most, least, most, reach
from aparte.solver.games.overseers.imagined import imagined
from tests.reasons import positions


def test_what_everybody_has_is_within_the_bounds_in_any_deal_and_no_bound_is_wider() -> None:
    """A proof by CP-SAT finds the same bounds where no power rests on what lies there."""
    told, proved = Counter[bool | None](), 0
    for number in range(16):
        for own in positions("overseers", Random(f"31/{number}"), (3, 4, 5)):
            found = reach(own) if own.state.step in (Step.VOTE, Step.ANSWER) else {}
            if not found:
                continue
            players = own.setup.players
            bounds = {each: (least(found, each), most(found, each)) for each in players}
            sure = {each: has_most(found, each) for each in players}
            told.update(sure.values())
            for deal in islice(imagined(own, None, Random(number)), 20):
                now = dict(zip(players, deal.now, strict=True))
                for player, n in now.items():
                    assert bounds[player][0] <= n <= bounds[player][1]
                    assert sure[player] in (None, n == max(now.values()))
            for player in filter(lambda each: plain(own, each), players[:1]):
                try:
                    assert bounds[player] == points(own, player, Engine.PROOF)
                    proved += 1
                except TooManyStates:
                    continue
    assert told[True] and told[False] and told[None] and proved > 5
