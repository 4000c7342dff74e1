"""What is said of a disc or a pawn is what counting every way to combine hands comes to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import reduce
from itertools import chain, combinations, count, islice, permutations, product
from operator import and_
from statistics import fmean

import pytest

from aparte.models.adresses_jaunes.state import Step
from aparte.models.core import Event, view
from aparte.models.event import NOBODY
from aparte.models.record import read
from aparte.models.words import say
from aparte.solver.games.adresses_jaunes.coach import own_moves
from aparte.solver.games.adresses_jaunes.effects import (
    FEW,
    Answer,
    Certain,
    Further,
    Right,
    Shown,
    Then,
    bearing,
)
from aparte.solver.games.adresses_jaunes.hands import TILES
from aparte.solver.games.adresses_jaunes.judge import LISTED, Trial
from aparte.solver.games.adresses_jaunes.reasons import reason
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget, choices
from aparte.solver.play.contrast import Contrast
from aparte.solver.play.trial import Difference
from tests.reasons import played_positions
from tests.tables import random_game


@pytest.mark.parametrize("seed", range(3))
def test_what_a_disc_or_a_pawn_tells_all_is_what_every_deal_says(seed: int) -> None:
    """The hands are counted from all ways to combine those of all players."""
    whole = random_game("adresses-jaunes", 3, seed)
    late = [number for number, event in whole.events if event.verb in ("disc", "pawn")][-5:]
    for number in late:
        actor = next(event.actor for line, event in whole.events if line == number)
        trial = Trial(view(whole.until(number - 1), actor), 1)
        decision, seen = trial._decision, trial._decision.seen
        sets = [[int(hand) & TILES for hand in hands] for hands in seen.sets]
        deals = [
            deal for deal in product(*sets) if not any(a & b for a, b in combinations(deal, 2))
        ]
        own, mine = seen.hand & TILES, {deal[seen.seat] for deal in deals}
        for move in trial.moves[:3]:
            shown = next(each for each, _ in decision._tells(move) if isinstance(each, Shown))
            if move.verb == "pawn":
                tile = seen.code.mask(move.words)
                left = {hand for hand in mine if not hand & tile}
            else:
                tiles = seen.code.mask(seen.code.box.targets[move.words[0]])
                left = {
                    hand for hand in mine if (hand & tiles).bit_count() == (own & tiles).bit_count()
                }
            assert shown.hands == len(left)
            fresh = reduce(and_, left) & ~reduce(and_, mine)
            assert shown.shown == seen.code.tiles(fresh)
            assert own & fresh == fresh, "what is shown is so"


def test_the_next_disc_that_is_named_leaves_as_few_hands_as_is_told() -> None:
    whole = random_game("adresses-jaunes", 2, 4)
    number = next(number for number, event in whole.events if event.verb == "disc")
    actor = next(event.actor for line, event in whole.events if line == number)
    decision = Trial(view(whole.until(number - 1), actor), 1)._decision
    seen, targets = decision.seen, decision.seen.code.box.targets
    for move in choices(view(whole.until(number - 1), actor)):
        further = next(each for each, _ in decision._tells(move) if isinstance(each, Further))

        def counts(hand: int, *names: str) -> tuple[int, ...]:
            return tuple((hand & seen.code.mask(targets[name])).bit_count() for name in names)

        left = [
            sum(
                counts(int(hand), move.words[0], then) == counts(seen.hand, move.words[0], then)
                for hand in decision._thinkable
            )
            for then in targets
        ]
        assert further.hands == min(left) == left[list(targets).index(further.then)]


def test_moves_that_come_to_the_same_are_worth_the_same() -> None:
    """Last pawns and guesses where the end is solved, and discs by the hands that they leave."""
    joined = Counter[Step]()
    for own in islice(
        chain.from_iterable(played_positions("adresses-jaunes", 81, n) for n in count()), 40
    ):
        trial = Trial(own, 1)
        moves = own_moves(own)
        first = trial._decision.same(moves)
        apart = [move for move in moves if first.get(move, move) != move]
        worlds, complete = trial._decision.worlds(4_000)
        for move in apart if complete else ():
            joined[own.state.step] += 1
            if own.state.step is Step.DISCS:
                one, other = (dict(trial._decision._tells(each)) for each in (move, first[move]))
                assert one == other
                continue
            solved = trial._decision.solved([move, first[move]], worlds)
            if solved is not None:
                assert fmean(solved[0]) == pytest.approx(fmean(solved[1]))
    assert {*joined} == {Step.DISCS, Step.PAWNS, Step.CONCLUSION}


def test_an_answer_is_as_likely_as_in_all_deals() -> None:
    found = 0
    for own in islice(
        chain.from_iterable(played_positions("adresses-jaunes", 80, n) for n in count()), 60
    ):
        if own.state.step is not Step.PAWNS or not Trial(own, 1)._decision.worlds(1_500)[1]:
            continue
        decision = Trial(own, 1)._decision
        worlds, complete = decision.worlds(2_000)
        assert complete
        for move in choices(own)[:4]:
            answer = next(each for each, _ in decision._tells(move) if isinstance(each, Answer))
            tile = decision.seen.code.mask(move.words)
            names = [name for name in own.setup.players if name != own.viewer]
            seats = [own.setup.players.index(name) for name in names]
            holders = [
                next(
                    (
                        name
                        for name, seat in zip(names, seats, strict=True)
                        if int(world[seat]) & tile
                    ),
                    NOBODY,
                )
                for world in worlds
            ]
            most = max(Counter(holders).values())
            assert answer.chance == pytest.approx(most / len(worlds))
            assert holders.count(answer.holder) == most
            found += 1
    assert found


def test_no_tile_that_lies_open_is_deduced() -> None:
    whole = random_game("adresses-jaunes", 3, 1)
    for number, event in whole.events:
        own = view(whole.until(number - 1), event.actor) if event.verb == "disc" else None
        found = own.state.found(own.viewer) if own else ()
        if own and found:
            for one, other in permutations(choices(own), 2):
                effect = Difference(Shown(), 0.5, 0.1, 1.0)
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


CANDIDATES = """\
[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo"]
revealed 1P 2T 3P 3R 3T 4T 6R 7T 9R
deal Ana 1R 4R 5R 7R 9P
deal Bo 1T 4P 5P 8T 9T
Ana disc R = 4
Bo disc T = 3
Ana pawn 1T = Bo
Bo pawn 1R = Ana
Ana disc v2 = 1
Bo disc R = 0
Ana pawn 5T = nobody
Bo pawn 2R = nobody
Ana disc h2 = 2
Bo disc v3 = 1
Ana pawn 6T = nobody
Bo pawn 5R = Ana
"""


def test_a_hand_is_named_in_any_order() -> None:
    """Ana thinks of ten hands and can name one of them; what Bo learns on the way is no help."""
    own = view(read(CANDIDATES + "Ana name 8T Bo = yes\nAna name 9T Bo = yes\n"), "Ana")
    told = {each.action.words: each for each in ranked(own, Budget())}
    for tile in ("2P", "7P"):
        assert told[tile, "Bo"].value == pytest.approx(0.1) and told[tile, "Bo"].exact
        assert "either" in str(told[tile, "Bo"].clause)
    assert {each.words[0] for each in told["2P", "Bo"].same} == {"4P", "5P", "8P"}


AS_LIKELY = """\
[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo"]
revealed 1P 2R 3P 3R 4R 5T 7T 8P 8R
deal Ana 1R 2T 4T 5R 6P
deal Bo 1T 2P 5P 6T 9R
Ana disc h3 = 0
Bo disc h1 = 2
Ana pawn 1T = Bo
Bo pawn 1R = Ana
Ana disc v3 = 1
Bo disc v1 = 0
Ana pawn 2P = Bo
Bo pawn 3T = nobody
Ana disc T = 2
Bo disc h2 = 2
Ana pawn 5P = Bo
Bo pawn 5R = Ana
Bo name 2T Ana = yes
Bo name 4T Ana = yes
"""


def test_of_guesses_as_likely_the_one_that_tells_the_other_player_more_is_the_better_one() -> None:
    """Bo still thinks that Ana may have 6R; so if she names it, Bo knows her hand."""
    rows = {row.action.words[0]: row for row in ranked(view(read(AS_LIKELY), "Ana"), Budget())}
    assert rows["6R"].value == max(row.value for row in rows.values()) > rows["6T"].value
    told = str(rows["6T"].clause)
    assert told.startswith(
        "right in 50 of 100 cases; it leaves 2 possible hands for you instead of 1"
    )


LIKELIER = """\
[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo"]
[Seat "Ana"]
revealed 1P 4P 5P 5T 6R 7P 8R 8T 9T
deal Ana 4R 6P 6T 7R 9R
deal Bo ?????
Ana disc h1 = 0
Bo disc h1 = 4
Ana pawn 1R = nobody
Bo pawn 4R = Ana
Ana disc v3 = 3
Bo disc T = 3
Ana pawn 2P = nobody
Bo pawn 5R = nobody
Ana disc R = 2
Bo disc v2 = 2
Ana pawn 3P = Bo
Bo pawn 6P = Ana
Ana name 2T Bo = yes
Bo name 7R Ana = yes
Bo name 9R Ana = yes
"""


def test_a_guess_that_is_right_less_often_may_leave_less_to_guess() -> None:
    rows = {row.action.words[0]: row for row in ranked(view(read(LIKELIER), "Ana"), Budget())}
    assert str(rows["2R"].clause) == (
        "right in 80 of 100 cases; if it is right, the rest can be won in 25 of 100 cases,"
        " not in 47"
    )
    assert rows["2R"].value < rows["1T"].value
    assert rows["3R"].value == 0 and "if it is right" not in str(rows["3R"].clause)


def test_of_a_guess_that_is_never_right_it_is_not_told_what_comes_then() -> None:
    own = view(read(CANDIDATES + "Ana name 8T Bo = yes\n"), "Ana")
    trial = Trial(own, 1)
    moves = [move for move in own_moves(own) if move.words in (("9T", "Bo"), ("8R", "Bo"))]
    for tried in trial.followed(moves, 40):
        (then,) = (each for each in tried.counts if isinstance(each, Then))
        assert then.chance == pytest.approx(0.1), "as after the certain one"


def test_naming_what_is_certain_costs_nothing_and_tells_what_is_left() -> None:
    own = view(read(CANDIDATES), "Ana")
    values = {row.action.words: row.value for row in ranked(own, Budget())}
    certain = ranked(own, Budget())[0]
    assert values["8T", "Bo"] == values["9T", "Bo"] == max(values.values())
    assert str(certain.remark) == "Bo surely holds 8T; you have 10 deals left"


def test_a_disc_counts_only_what_all_discs_that_leave_the_same_count() -> None:
    seen = set[bool]()
    for own in islice(
        chain.from_iterable(played_positions("adresses-jaunes", 82, n) for n in count()), 60
    ):
        if own.state.step is not Step.DISCS:
            continue
        decision = Trial(own, 1)._decision
        moves = own_moves(own)
        hand = {*decision.seen.code.tiles(decision.seen.hand & TILES & ~decision.seen.shut)}
        rows = decision.same(moves)
        for first in set(rows.values()):
            shown = next(each for each, _ in decision._tells(first) if isinstance(each, Shown))
            alike = [move.words[0] for move in moves if rows[move] == first]
            counts = {len(hand & own.state.box.targets[target]) for target in alike}
            assert shown.count == (counts.pop() if len(counts) == 1 else None)
            seen.add(shown.count is None)
    assert seen == {True, False}


def test_an_answer_is_told_with_that_of_the_other_pawn() -> None:
    def told(one: Answer, other: Answer) -> str:
        return str(one.told(Difference(one, other.chance - one.chance, 0.0, 0.5, other=other)))

    half, sure = Answer(holder="Bo", chance=0.5, tile="3P"), Answer(chance=1.0, tile="4R")
    less = Answer(chance=0.75, tile="5T")
    assert told(half, less) == "its answer is more open (50 % Bo; at 5T 75 % nobody)"
    assert told(less, half) == "its answer is less open (75 % nobody; at 3P 50 % Bo)"
    assert told(sure, half) == "its answer tells you nothing (surely nobody; at 3P 50 % Bo)"
    half, less = replace(half, rules_out=0.6), replace(less, rules_out=0.4)
    rules_out = "its answer rules out {} of 100 deals on average, that at {} {}"
    assert told(half, less) == rules_out.format(60, "5T", 40)
    assert told(less, half) == rules_out.format(40, "3P", 60)


def test_the_answer_to_a_pawn_rules_out_the_deals_in_which_it_is_another() -> None:
    """On average over the answers: of the worlds, those that do not fit the one that comes."""
    told = 0
    for own in islice(
        chain.from_iterable(played_positions("adresses-jaunes", 83, n) for n in count()), 40
    ):
        if own.state.step is not Step.PAWNS:
            continue
        decision = Trial(own, 1)._decision
        worlds, seen = decision._believed, decision.seen
        others = [seat for seat in range(len(seen.players)) if seat != seen.seat]
        for move in own_moves(own)[:4]:
            (answer,) = (each for each, _ in decision._tells(move) if isinstance(each, Answer))
            bit = seen.code.mask([move.words[0]])
            holders = [
                next((seat for seat in others if world[seat] & bit), None) for world in worlds
            ]
            left = fmean(holders.count(each) / len(holders) for each in holders)
            assert answer.rules_out == pytest.approx(1 - left)
            told += 1
    assert told


def test_few_hands_are_told_by_the_tiles_in_which_they_differ() -> None:
    told = 0
    for own in islice(
        chain.from_iterable(played_positions("adresses-jaunes", 84, n) for n in count()), 60
    ):
        decision = Trial(own, 1)._decision
        for shown in (
            each
            for move in own_moves(own)
            for each, _ in decision._tells(move)
            if isinstance(each, Shown)
        ):
            assert bool(shown.few) is (1 < shown.hands <= FEW)
            if shown.few:
                told += 1
                apart = [{*each} for each in shown.few]
                assert len(apart) == shown.hands
                assert not set.intersection(*apart)
                assert len({frozenset(each) for each in apart}) == shown.hands
                assert len({len(each) for each in apart}) == 1, "as many tiles in each"
    assert told


def test_of_a_guess_it_is_told_how_likely_it_is_and_that_it_cannot_be() -> None:
    guess, other = Event("name", "Ana", ("5T", "Cy")), Event("name", "Ana", ("8R", "Bo"))
    own = next(played_positions("adresses-jaunes", 85, 0))

    def told(one: float, two: float, error: float, sure: bool = False) -> str:
        found = Difference(Right(), one - two, error, 1.0, sure, came=one)
        differs = Contrast(other, say("8R"), one - two, error, either=False, differences=(found,))
        return str(reason(own, guess, differs))

    assert told(0.25, 0.5, 0.1) == "Cy has 5T in 25 of 100 cases, Bo 8R in 50"
    assert told(0.75, 0.5, 0.0) == "Cy has 5T in 75 of 100 cases, Bo 8R in 50"
    assert told(0.0, 0.5, 0.0) == "Cy cannot have 5T; Bo has 8R in 50 of 100 cases"
    assert told(0.0, 0.5, 0.1) == "Cy has 5T in 0 of 100 cases, Bo 8R in 50"
    assert told(0.0, 1.0, 0.0) == "Cy has 5T in 0 of 100 cases, Bo 8R in 100", "if sampled"
    assert told(0.0, 1.0, 0.0, sure=True).startswith("Cy cannot have 5T")


def test_hands_are_counted_if_there_are_few_and_else_told_in_percent() -> None:
    def told(one: Shown | Further, other: Shown | Further, difference: float) -> str:
        return str(one.told(Difference(one, difference, 0.0, 0.5, other=other)))

    few, more = Shown(hands=2, beside=2.0, shown=("2P", "2T")), Shown(hands=8, beside=8.0)
    assert told(few, more, -2.0) == (
        "it leaves 2 possible hands for you instead of 8; all can know then that 2P, 2T are yours"
    )
    assert told(replace(more, count=1), few, 2.0) == (
        "it counts 1 and leaves 8 possible hands for you instead of 2"
    )
    assert told(more, few, 2.0) == "it leaves 8 possible hands for you instead of 2"
    lacking = Shown(hands=4, beside=2.0, lacked=True)
    assert told(lacking, Shown(hands=4, beside=3.5), -0.75) == (
        "it shows that you lack the tile; it leaves another player, who sees own tiles,"
        " 2.0 possible hands for you on average instead of 3.5"
    )
    assert told(lacking, more, -2.0) == (
        "it shows that you lack the tile and leaves 4 possible hands for you instead of 8"
    )
    assert told(lacking, few, 1.0) == "it leaves 4 possible hands for you instead of 2"
    many, most = Further(hands=500, then="T"), Further(hands=1_000, then="v1")
    assert told(many, most, -1.0) == (
        "with your next disc at T it leaves 50 % fewer possible hands for you"
    )
    assert told(most, many, 1.0) == (
        "with your next disc at v1 it leaves 2.0 times as many possible hands for you"
    )


def test_what_is_surely_left_to_guess_is_said_without_a_double_negation() -> None:
    worse = Difference(Certain(), -1.0, 0.0, 1.0, sure=True)
    assert str(Certain().told(worse)) == "in the end something is surely left to guess"
    assert "nothing is left to guess" in str(Certain().told(replace(worse, difference=1.0)))
