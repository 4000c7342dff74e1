"""The answers to a question: each leaves the worlds in which the rules would give it, no others."""

from __future__ import annotations

from collections import Counter

import pytest

from aparte.contract.scenes import cuts
from aparte.models.core import complete, turn, view
from aparte.sessions.tapping import outcomes
from aparte.solver.engine.count import Counter as Worlds
from aparte.solver.engine.solve import answers

DRAWN = 12
"""Worlds of each view that are asked."""
ASKED = 4
"""Questions that are asked in each view."""


@pytest.mark.parametrize("game", ["adresses-jaunes", "cloche", "cordee"])
def test_the_facts_of_an_answer_leave_the_worlds_in_which_it_is_given(game: str) -> None:
    compared = Counter[str]()
    for record, rng in cuts(game, 8, seeds=(0, 1)):
        for player in record.setup.players[:2]:
            own = view(record, player)
            worlds = Worlds(own.game.model.hidden(own))
            drawn = [(world, complete(own, world)) for world in worlds.sample(rng, DRAWN)]
            asking = [each for each in turn(own) if own.notation.verbs[each.verb].asks]
            for event in rng.sample(asking, min(ASKED, len(asking))):
                found = answers(own, outcomes(own, event))
                if found is None or any(event not in turn(whole) for _, whole in drawn):
                    continue
                assert sum(found.values()) == 1
                compared[event.verb] += 1
                after = {each: own.game.model.hidden(own.plus(each)) for each in found}
                for world, whole in drawn:
                    given = whole.game.resolve(whole.state, event)
                    assert [each for each in found if not after[each].broken(world)] == [given]
    asks = {verb.name for verb in record.notation.verbs.values() if verb.asks}
    assert compared.keys() >= asks - {"name"}, compared
