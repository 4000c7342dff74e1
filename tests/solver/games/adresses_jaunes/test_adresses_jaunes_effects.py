"""What all know after a disc is what counting every way to combine hands comes to."""

from __future__ import annotations

from itertools import chain, count, islice, permutations, product
from math import log2

import pytest

from aparte.models.adresses_jaunes.state import Step
from aparte.models.core import view
from aparte.solver.games.adresses_jaunes.effects import Certain, Left, Settling, bearing
from aparte.solver.games.adresses_jaunes.hands import TARGETS_FROM, TILES
from aparte.solver.games.adresses_jaunes.judge import LISTED, Trial
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget, choices
from aparte.solver.play.trial import Difference
from tests.reasons import played_positions
from tests.tables import random_game


@pytest.mark.parametrize("seed", range(3))
def test_deals_left_after_a_disc_are_those_that_can_be_combined(seed: int) -> None:
    whole = random_game("adresses-jaunes", 3, seed)
    discs = [number for number, event in whole.events if event.verb == "disc"]
    before = whole.until(discs[-2] - 1)
    own = view(before, next(e.actor for n, e in whole.events if n == discs[-2]))
    trial = Trial(own, 1)
    decision, seen = trial._decision, trial._decision.seen
    worlds, _ = decision.worlds(4)
    for move in trial.moves[:3]:
        x = list(seen.code.box.targets).index(move.words[0])
        learnt = decision.learnt(move, worlds)
        sets = [[int(hand) for hand in hands] for hands in seen.sets]
        shown = [
            hand for hand in sets[seen.seat] if not (hand ^ seen.hand) >> TARGETS_FROM + 3 * x & 7
        ]
        sets[seen.seat] = shown
        for j, player in enumerate(seen.players):
            others = [hands for k, hands in enumerate(sets) if k != j]
            for world, left in zip(worlds, learnt[Left(player, j == seen.seat)], strict=True):
                deals = sum(
                    not one & two & TILES and not (one | two) & int(world[j]) & TILES
                    for one, two in product(*others)
                )
                assert left == pytest.approx(log2(max(deals, 1)), abs=0.5)


def test_no_tile_that_lies_open_is_deduced() -> None:
    whole = random_game("adresses-jaunes", 3, 1)
    for number, event in whole.events:
        own = view(whole.until(number - 1), event.actor) if event.verb == "disc" else None
        found = own.state.found(own.viewer) if own else ()
        if own and found:
            for one, other in permutations(choices(own), 2):
                effect = Difference(Left(own.viewer, True), 0.5, 0.1, 1.0)
                told = {claim.item for claim in bearing(own, one, other, effect)}
                assert told.isdisjoint(found)
            return
    pytest.fail("nobody had found anything before a disc")


def test_few_deals_are_all_tried_and_told_as_what_they_are() -> None:
    """A move in a round that goes on is exact where no lot was drawn, else it has a small error."""
    few = {True: 0, False: 0}
    for own in played_positions("adresses-jaunes", 77, 19):
        trial = Trial(own, 1)
        assert not trial.worths(trial.moves[:1], -4)[0], "fewer than none are none"
        (tried,) = trial.followed(trial.moves[:1], 4)
        if trial.exact and not trial._decision.last:
            assert tried.deals == len(tried.worths) <= LISTED
            assert not trial.worths(trial.moves[:1], 4)[0], "nothing is left to try"
            assert all(row.error == 0 for row in ranked(own, Budget(iterations=24)))
        few[trial.exact] += 1
    assert all(few.values())


def test_the_team_wins_for_sure_where_all_hands_are_settled_in_the_end() -> None:
    """And only there: elsewhere somebody has to guess."""
    seen = set[bool]()
    for own in islice(
        chain.from_iterable(played_positions("adresses-jaunes", 78, n) for n in range(9)), 8
    ):
        trial = Trial(own, 1)
        moves = trial.moves[:2]
        for tried in trial.followed(moves, 30):
            hands = [row for each, row in tried.counts.items() if isinstance(each, Settling)]
            for worth, *settled in zip(tried.worths, *hands, strict=True) if hands else ():
                assert (worth == 1.0) == all(settled)
                seen.add(worth == 1.0)
    assert seen == {True, False}


def test_a_guess_that_leaves_nothing_to_guess_wins_for_sure() -> None:
    found = set[float]()
    walked = chain.from_iterable(played_positions("adresses-jaunes", 79, n) for n in count())
    guesses = (own for own in walked if own.state.step is Step.CONCLUSION)
    while found != {0.0, 1.0}:
        trial = Trial(next(guesses), 1)
        for tried in trial.followed(trial.moves, 20):
            for worth, certain in zip(tried.worths, tried.counts[Certain()], strict=True):
                assert worth == 1.0 or not certain
                found.add(certain)


def test_a_part_of_the_deals_is_told_in_percent_and_only_much_more_in_times() -> None:
    left, other = Left("Ana", True), Left("Bo", False)
    said = [
        str(each.told(Difference(each, log2(part), 0.1, 1.0)))
        for each, part in ((left, 0.53), (other, 1.2), (other, 0.997), (left, 3.0))
    ]
    assert said == [
        "it leaves you 47 % fewer possible deals",
        "it leaves Bo 20 % more possible deals",
        "it leaves Bo 0.3 % fewer possible deals",
        "it leaves you 3.0 times as many possible deals",
    ]
