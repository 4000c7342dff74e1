"""`RoundTable` against the rules: the same moves, the same table, the same scores."""

from __future__ import annotations

from random import Random

import pytest

from aparte.models.core import Record, turn
from aparte.solver.games.overseers.moves import do, table_of
from aparte.solver.games.overseers.play import play_on
from aparte.solver.games.overseers.table import RoundTable
from aparte.solver.play.driver import acted, drawn
from tests.tables import blank

CHANCE = frozenset({"characters", "laid", "deal", "meets", "draws"})


def whole(record: Record, taste: int) -> RoundTable:
    """Return the table of a referee's record."""
    return table_of(record, record.state, taste=taste)


@pytest.mark.parametrize(
    ("players", "chosen"),
    [
        pytest.param(players, chosen, marks=[pytest.mark.soak] * ((players % 2 == 0) != chosen))
        for players in (3, 4, 5, 6)
        for chosen in (False, True)
    ],
)
def test_moves_do_what_the_rules_say(players: int, chosen: bool) -> None:
    """Random players: from a move made in numbers, and by the rules, a round goes on alike.

    Where no choice is left in the round, its scores are those of the rules.
    """
    tags = {"Characters": "chosen", "Direction": "alternate"} if chosen else {}
    rng = Random(players)
    scored, verbs = 0, set()
    for _ in range(3):
        record = drawn(blank("overseers", players, **tags), rng)
        while moves := turn(record):
            assert isinstance(moves, tuple)
            verb = rng.choice(sorted({move.verb for move in moves}))
            move = rng.choice([move for move in moves if move.verb == verb])
            taste = rng.getrandbits(64)
            before, rounds = whole(record, taste), len(record.state.scores)
            lines = len(record.lines)
            record = drawn(acted(record, move), rng)
            after = {line.event.verb for line in record.lines[lines:] if line.event}
            if move.verb == "names" or not any((*before.packs, *before.hands, *before.rows)):
                continue  # nothing is dealt yet
            do(before, record.setup.players, move)
            if len(record.state.scores) > rounds:
                assert tuple(play_on(before)) == record.state.scores[-1], move
                scored += 1
            elif not after & CHANCE:
                assert play_on(before) == play_on(whole(record, taste)), move
                verbs.add(move.verb)
    assert scored == 9
    assert verbs >= {"picks", "discards", "places", "votes", "accuses", "admits", "denies"}
