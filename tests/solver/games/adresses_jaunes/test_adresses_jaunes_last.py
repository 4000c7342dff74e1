"""The last round of two players of Les Adresses Jaunes, against a plain search of tiny tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest

from aparte.models.core import Event, Record, view
from aparte.models.record import new_record
from aparte.solver.games.adresses_jaunes.coach import CoachBot, Decision, own_moves
from aparte.solver.games.adresses_jaunes.convention import read, read_literally
from aparte.solver.games.adresses_jaunes.hands import TARGETS_FROM, TILES
from aparte.solver.games.adresses_jaunes.last_kernel import solved
from aparte.solver.play.coach import Budget
from aparte.solver.play.driver import drawn, played

Hand = int
Deal = tuple[Hand, Hand]
Step = tuple[int, bool]
"""Who acts, and whether that is a pawn."""

TARGETS = ((0, 1, 2), (0, 3, 4), (1, 3, 5))
COUNTS = [7 << TARGETS_FROM + 3 * x for x in range(len(TARGETS))]
ROUND = ((0, False), (1, False), (0, True), (1, True))


def hand(tiles: Sequence[int]) -> Hand:
    counts = [sum(tile in target for tile in tiles) for target in TARGETS]
    return sum(1 << tile for tile in tiles) + sum(
        many << TARGETS_FROM + 3 * x for x, many in enumerate(counts)
    )


def tiny(seed: int) -> frozenset[Deal]:
    """The deals of a table where either player has one of a few hands of two tiles of six."""
    rng = Random(seed)
    every = [hand(tiles) for tiles in combinations(range(6), 2)]
    one, other = rng.sample(every, 5), rng.sample(every, 5)
    return frozenset((a, b) for a in one for b in other if not a & b & TILES)


def options(deals: frozenset[Deal], step: Step, shut: int) -> Iterator[int]:
    seat, pawn = step
    if not pawn:
        yield from COUNTS
        return
    held = [1 << t for t in range(6) if any((a | b) >> t & 1 for a, b in deals)]
    free = [tile for tile in held if not tile & shut]
    if any(all(deal[seat] & tile for tile in free) for deal in deals):
        yield 0
    yield from free


def outcome(deal: Deal, step: Step, mask: int) -> int:
    seat, pawn = step
    return deal[1 - seat if pawn else seat] & mask


@cache
def chances(deals: frozenset[Deal], steps: tuple[Step, ...], shut: int) -> Mapping[Deal, float]:
    """How likely each deal is won, if every hand takes what wins the most of what fits it."""
    if not steps:
        return {
            (a, b): 1 / (sum(a == x for x, _ in deals) * sum(b == y for _, y in deals))
            for a, b in deals
        }
    (seat, pawn), *left = steps
    best: dict[Hand, tuple[float, Mapping[Deal, float]]] = {}
    for mask in options(deals, steps[0], shut):
        may = {deal for deal in deals if not pawn or not deal[seat] & mask}
        came: dict[Deal, float] = {}
        for found in {outcome(deal, steps[0], mask) for deal in may}:
            fits = frozenset(deal for deal in may if outcome(deal, steps[0], mask) == found)
            came |= chances(fits, tuple(left), shut | (mask if pawn else 0))
        for own in {deal[seat] for deal in may}:
            total = sum(worth for deal, worth in came.items() if deal[seat] == own)
            if own not in best or total > best[own][0] + 1e-9:
                best[own] = total, came
    return {deal: best[deal[seat]][1][deal] for deal in deals}


@pytest.mark.parametrize("steps", [ROUND, ROUND[1:], ROUND[2:], (ROUND[1], *ROUND[:1], *ROUND[2:])])
@pytest.mark.parametrize("seed", range(6))
def test_the_last_round_is_played_as_well_as_a_plain_search_finds(
    seed: int, steps: tuple[Step, ...]
) -> None:
    deals = tiny(seed)
    seats = [seat for seat, _ in steps]
    plan = [
        (pawn, seats[min(at + 1, len(seats) - 1)] != seat) for at, (seat, pawn) in enumerate(steps)
    ]
    sets = [np.array(sorted({deal[seat] for deal in deals})) for seat in (0, 1)]
    mine, theirs = sets[seats[0]], sets[1 - seats[0]]
    found = np.zeros((len(mine), len(theirs)))
    tries = np.array(list(options(deals, steps[0], 0)))
    solved(np.array(plan, dtype=np.int64), mine, theirs, 0, tries, len(TARGETS), found)
    expected = chances(deals, steps, 0)
    for (i, own), (j, other) in ((i, j) for i in enumerate(mine) for j in enumerate(theirs)):
        deal = (own, other) if seats[0] == 0 else (other, own)
        assert found[i, j] == pytest.approx(expected.get(deal, 0.0))


@pytest.mark.parametrize("seed", [3, 4, 14])
def test_bots_play_the_last_round_as_its_values_assume(seed: int) -> None:
    """In the one deal that is true, what the first disc promised is what the last pawn leaves."""
    names = ("Ana", "Bo")
    tags = (("Game", "adresses-jaunes"), ("Record", "1"), ("Players", " ".join(names)))
    lots = Random(seed)
    bots = dict.fromkeys(names, CoachBot(Budget(iterations=8)))
    record = played(drawn(new_record(tags), lots), bots, lots, lambda each: each.state.round == 3)
    whole = played(record, dict.fromkeys(names, CoachBot()), lots)
    acts = [(line, event) for line, event in whole.events if event.verb in ("disc", "pawn")]
    promised = [_chance(whole.until(line - 1), event) for line, event in acts[8:]]
    assert promised == pytest.approx([promised[-1]] * 4)


def _chance(record: Record, event: Event) -> float:
    decision = Decision(read_literally(view(record, event.actor)), 0)
    move = next(move for move in own_moves(view(record, event.actor)) if move.words == event.words)
    code = decision.seen.code
    dealt = [code.hand(e.outcome) for _, e in record.events if e.verb == "deal"]
    return float(decision._by_round([move], np.array([dealt]))[0, 0])


@pytest.mark.parametrize("convention", ["none", "spoken"])
def test_literal_bots_of_two_play_nothing_out_before_the_second_pawns(convention: str) -> None:
    names, lots = ("Ana", "Bo"), Random(5)
    tags = (("Game", "adresses-jaunes"), ("Record", "1"), ("Players", " ".join(names)))
    record = drawn(new_record((*tags, ("Convention", convention))), lots)
    record = played(record, dict.fromkeys(names, CoachBot()), lots)
    acts = [(line, event) for line, event in record.events if event.verb in ("disc", "pawn")]
    tried = []
    for line, event in acts[:8:2]:
        own = view(record.until(line - 1), event.actor)
        tried.append(len(Decision(read(own), 0).rated(own_moves(own), Budget())) > 1)
    literal = convention == "none"
    assert tried == [False, not literal, not literal, True]
