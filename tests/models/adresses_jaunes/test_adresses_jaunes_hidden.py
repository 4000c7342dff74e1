"""The hidden model of Les Adresses Jaunes against every record that the rules allow."""

from collections import Counter as Tally
from random import Random

import pytest

from aparte.models.adresses_jaunes import AdressesJaunes, Box
from aparte.models.core import TABLE, Record, complete, turn, view
from aparte.models.record import begun, write
from aparte.solver.engine.count import Counter
from aparte.solver.engine.crosscheck import crosscheck
from aparte.solver.engine.deduce import deduce
from aparte.solver.play.driver import acted, drawn
from tests.brute import records
from tests.tables import NAMES, blank, prefixes

TINY = {
    2: AdressesJaunes(Box(2, 2, ("T", "R"), rounds=2, revealed={2: 1}, hand={2: 2})),
    3: AdressesJaunes(Box(2, 2, ("T", "R"), rounds=1, revealed={3: 1}, hand={3: 2})),
    4: AdressesJaunes(Box(3, 1, ("T", "R", "P"), rounds=1, revealed={4: 1}, hand={4: 1})),
}


def tiny_game(players: int, rng: Random) -> Record:
    plain = blank("adresses-jaunes", NAMES[:players])
    record = drawn(begun(TINY[players], plain.setup, plain.viewer, plain.tags), rng)
    while isinstance(choices := turn(record), tuple) and choices:
        names = [event for event in choices if event.verb != "give"]
        record = drawn(acted(record, rng.choice(names)), rng)
    return record


CASES = [(players, seed) for players in TINY for seed in range(3)]


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_worlds_are_the_deals_that_the_rules_allow(players: int, seed: int) -> None:
    rng = Random(seed)
    record = tiny_game(players, rng)
    part = rng.choice([*prefixes(record)][1:])
    for viewer in (TABLE, *record.setup.players):
        seen = view(part, viewer)
        allowed = list(records(seen))
        assert {ways for _, ways in allowed} == {1}
        hidden = seen.game.model.hidden(seen)
        counter = Counter(hidden)
        told = Tally(write(complete(seen, counter.world(n))) for n in range(counter.worlds))
        assert told == Tally(write(whole) for whole, _ in allowed)
        assert crosscheck(hidden, deduce(hidden), counter.posterior()) is None
