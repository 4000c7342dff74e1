"""The last round of two players of Les Adresses Jaunes, against a plain search of tiny tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from aparte.models.adresses_jaunes.state import Step
from aparte.models.core import Event, Record, view
from aparte.models.record import new_record, read_file
from aparte.solver.games.adresses_jaunes import last_kernel as kernel
from aparte.solver.games.adresses_jaunes.advice import advise
from aparte.solver.games.adresses_jaunes.coach import CoachBot, Decision, own_moves
from aparte.solver.games.adresses_jaunes.convention import read, read_literally
from aparte.solver.games.adresses_jaunes.hands import TARGETS_FROM, TILES
from aparte.solver.play.coach import Budget
from aparte.solver.play.driver import drawn, played

Hand = int
Deal = tuple[Hand, Hand]
Chances = Mapping[Deal, float]

TOLD = Path(__file__).parents[2] / "play" / "told"
TARGETS = ((0, 1, 2), (0, 3, 4), (1, 3, 5))
COUNTS = [7 << TARGETS_FROM + 3 * x for x in range(len(TARGETS))]


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


def options(deals: frozenset[Deal], seat: int, pawn: bool, shut: int) -> Iterator[int]:
    if not pawn:
        yield from COUNTS
        return
    held = [1 << t for t in range(6) if any((a | b) >> t & 1 for a, b in deals)]
    free = [tile for tile in held if not tile & shut]
    yield from free
    if any(all(deal[seat] & tile for tile in free) for deal in deals):
        yield 0


@cache
def chances(deals: frozenset[Deal], pawn: bool, waiting: frozenset[int], shut: int) -> Chances:
    """How likely each deal is won, if every hand takes what wins the most of what fits it.

    Who gains more by it acts first.
    """
    if not waiting and not pawn:
        return chances(deals, True, frozenset({0, 1}), shut)
    if not waiting:
        return {
            (a, b): 1 / (sum(a == x for x, _ in deals) * sum(b == y for _, y in deals))
            for a, b in deals
        }
    orders = [first(deals, pawn, seat, waiting - {seat}, shut) for seat in sorted(waiting)]
    if len(orders) == 1:
        return orders[0]
    gain = {deal: orders[0][deal] - orders[1][deal] for deal in deals}
    found = {}
    for deal in deals:
        alike = [[gain[each] for each in deals if each[seat] == deal[seat]] for seat in (0, 1)]
        found[deal] = orders[sum(map(fmean, alike)) < -1e-9][deal]
    return found


def first(
    deals: frozenset[Deal], pawn: bool, seat: int, others: frozenset[int], shut: int
) -> Chances:
    """The chances if `seat` acts next, and the `others` who wait in that step after it."""
    best: dict[Hand, tuple[float, Chances]] = {}
    for mask in options(deals, seat, pawn, shut):
        may = {deal for deal in deals if not pawn or not deal[seat] & mask}
        came: dict[Deal, float] = {}
        told = 1 - seat if pawn else seat
        for count in {deal[told] & mask for deal in may}:
            fits = frozenset(deal for deal in may if deal[told] & mask == count)
            came |= chances(fits, pawn, others, shut | (mask if pawn else 0))
        for own in {deal[seat] for deal in may}:
            total = sum(worth for deal, worth in came.items() if deal[seat] == own)
            if own not in best or total > best[own][0] + 1e-9:
                best[own] = total, came
    return {deal: best[deal[seat]][1][deal] for deal in deals}


@pytest.mark.parametrize("seed", range(8))
def test_the_last_round_is_played_as_well_as_a_plain_search_finds(seed: int) -> None:
    deals, both = tiny(seed), frozenset({0, 1})
    one, other = (np.array(sorted({deal[seat] for deal in deals})) for seat in (0, 1))

    def check(found: Any, expected: Chances) -> None:
        for (i, mine), (j, theirs) in product(enumerate(one), enumerate(other)):
            if not mine & theirs & TILES:
                assert found[i, j] == pytest.approx(expected[mine, theirs])

    pawns = np.zeros((len(one), len(other)))
    for placed, alone in ((kernel.first_pawn, False), (kernel.last_pawn, True)):
        placed(one, other, 0, pawns)
        check(pawns, first(deals, True, 0, frozenset() if alone else frozenset({1}), 0))
    kernel.pawns(one, other, 0, pawns)
    check(pawns, chances(deals, True, both, 0))
    laid = kernel.discs_laid(one, other, 0, len(TARGETS))
    mine = kernel.taken(kernel.answered(one, laid))
    check(mine, first(deals, False, 0, frozenset({1}), 0))
    theirs = kernel.taken(kernel.answered(other, laid.transpose(1, 0, 3, 2).copy()))
    check(theirs.T, first(deals, False, 1, frozenset({0}), 0))
    found = kernel.last_round(one, other, 0, len(TARGETS))
    check(found, chances(deals, False, both, 0))


@pytest.mark.parametrize(("seed", "order"), [(5, "BBAAB"), (14, "BABAB"), (15, "BABBA")])
def test_bots_play_the_last_round_and_the_pawn_before_as_its_values_assume(
    seed: int, order: str
) -> None:
    """In the one deal that is true, what that pawn promised is what the last pawn leaves."""
    names = ("Ana", "Bo")
    tags = (("Game", "adresses-jaunes"), ("Record", "1"), ("Players", " ".join(names)))
    lots = Random(seed)
    bots = dict.fromkeys(names, CoachBot(Budget(iterations=8)))
    record = played(drawn(new_record(tags), lots), bots, lots, _is_just_before)
    whole = played(record, dict.fromkeys(names, CoachBot()), lots)
    acts = [(line, event) for line, event in whole.events if event.verb in ("disc", "pawn")][7:]
    assert "".join(event.actor[0] for _, event in acts) == order
    promised = [_chance(whole.until(line - 1), event) for line, event in acts]
    assert promised == pytest.approx([promised[-1]] * 5)


def _is_just_before(record: Record) -> bool:
    state = record.state
    return state.round == 2 and state.step is Step.PAWNS and len(state.acted) == 1


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


def test_who_had_better_wait_is_told() -> None:
    """Before the discs of the last round of a game where the second player lays first."""
    names, lots = ("Ana", "Bo"), Random(5)
    tags = (("Game", "adresses-jaunes"), ("Record", "1"), ("Players", " ".join(names)))
    bots = dict.fromkeys(names, CoachBot(Budget(iterations=8)))
    record = played(drawn(new_record(tags), lots), bots, lots, _is_just_before)
    record = played(record, bots, lots, lambda each: each.state.round == 3)
    told = {
        name: [str(each.why) for each in advise(view(record, name), Budget(quick=False))]
        for name in names
    }
    assert "let Bo act first: " in told["Ana"][0]
    assert not any("act first" in each for each in (*told["Ana"][1:], *told["Bo"]))


def test_whoever_is_certain_of_nothing_leaves_the_guess_to_who_is() -> None:
    """Somebody is certain of a tile in each of the five deals: Cy of 4R, or Dai of 1R.

    Guessed at once, one of five deals wins; named by who is certain first, two of five.
    """
    record = read_file(TOLD / "adresses-jaunes-certain.rec")
    told = {
        seat: [str(each.why) for each in advise(view(record, seat), Budget(quick=False))]
        for seat in record.setup.players
    }
    waits = "let the others act first: "
    assert all(waits in told[seat][0] for seat in ("Ana", "Bo"))
    assert not any(waits in each for seat in ("Cy", "Dai") for each in told[seat])
    assert Decision(read(view(record, "Ana")), 1).left_to_others == pytest.approx(0.4)


def test_what_is_certain_is_named_before_another_one_guesses() -> None:
    """6P costs Ana nothing; 7T or 8T wins more often once Bo has guessed."""
    own = read_file(TOLD / "adresses-jaunes-after.rec")
    best = next(iter(advise(own, Budget(quick=False))))
    assert best.action.words == ("6P", "Bo") and best.value == pytest.approx(0.5)
    assert Decision(read(own), 1).left_to_others == pytest.approx(0.5), "no more by waiting"
    assert "guess only after Bo: 25 of 100 more are won" in str(best.choice)
