"""What is said of a disc or a pawn is what counting every way to combine hands comes to."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, count, islice
from math import log2
from statistics import fmean

import pytest

from aparte.models.adresses_jaunes.state import Step
from aparte.models.core import view
from aparte.models.record import read
from aparte.solver.games.adresses_jaunes.coach import own_moves
from aparte.solver.games.adresses_jaunes.effects import ANSWER, DEALS, SHOWN, THEN
from aparte.solver.games.adresses_jaunes.judge import LISTED, Trial
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Advice, Budget
from tests.reasons import played_positions
from tests.solver.games.adresses_jaunes.adresses_jaunes_counts import Counting
from tests.tables import random_game


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 0), (3, 2)])
def test_what_a_disc_or_a_pawn_tells_all_is_what_every_deal_says(players: int, seed: int) -> None:
    whole = random_game("adresses-jaunes", players, seed)
    late = [(n, event.actor) for n, event in whole.events if event.verb in ("disc", "pawn")][-5:]
    discs = 0
    for number, actor in late:
        own = view(whole.until(number - 1), actor)
        trial, counting = Trial(own, 1), Counting(own)
        free = {*own.state.box.tiles} - counting.own - counting.open.keys()
        for move in trial.moves[:3]:
            told = trial._decision.tells(move)
            deals = move.verb == "pawn" and players > 2
            things, told_as = ("deals", DEALS) if deals else ("hands", SHOWN)
            last = move.verb == "disc" and own.state.round == own.state.box.rounds
            discs += last
            assert (ANSWER in told) is (move.verb == "pawn")
            if ANSWER in told:
                share = counting.share(move.words[0])
                assert told[ANSWER] == pytest.approx(0.3 * log2(share))
            pawns = free if last else [None]
            left = min(fmean(counting.left(move, each, things).values()) for each in pawns)
            if last:  # a little of what the disc leaves alone
                left *= fmean(counting.left(move, None, things).values()) ** 0.01
            assert 2 ** told[told_as] == pytest.approx(left)
    assert discs


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
            if own.state.step is not Step.CONCLUSION:
                one, other = map(trial._decision.tells, (move, first[move]))
                assert one == pytest.approx(other)
            solved = trial._decision.solved([move, first[move]], worlds)
            if solved is not None:
                assert fmean(solved[0]) == pytest.approx(fmean(solved[1]))
    assert {*joined} == {Step.DISCS, Step.PAWNS, Step.CONCLUSION}


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
        assert "worth as much" in str(told[tile, "Bo"].clause)
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
    assert str(rows["6T"].clause) == (
        "Bo has 6T in 4 of 8 cases; if right, Bo can have 8T, 9P, 9R or 9T,"
        " and Bo must guess yours, 6P or 6R"
    )


def test_of_a_guess_that_is_never_right_it_is_not_told_what_comes_then() -> None:
    own = view(read(CANDIDATES + "Ana name 8T Bo = yes\n"), "Ana")
    trial = Trial(own, 1)
    moves = [move for move in own_moves(own) if move.words in (("9T", "Bo"), ("8R", "Bo"))]
    for tried in trial.followed(moves, 40):
        assert tried.counts[THEN][0] == pytest.approx(0.1), "as after the certain one"


PROVED = """\
[Players "Ana Bo Cy Dai"]
revealed 3T 6P 7R; deal Ana 2R 4T 9P; deal Bo ???; deal Cy ???; deal Dai ???; Ana disc v2 = 1
Bo disc v2 = 2; Cy disc v3 = 2; Dai disc T = 3; Ana pawn 3P = Cy; Bo pawn 5T = Dai
Cy pawn 1T = nobody; Dai pawn 2P = nobody; Ana disc h1 = 1; Bo disc h3 = 1; Cy disc h3 = 2
Dai disc h3 = 2; Ana pawn 7P = nobody; Bo pawn 9P = Ana; Cy pawn 5P = nobody
Dai pawn 9R = nobody; Ana disc T = 1; Bo disc v1 = 0; Cy disc R = 1; Dai disc v3 = 0
Ana pawn 2T = Bo; Bo pawn 4T = Ana; Cy pawn 3R = nobody; Dai pawn 6R = Bo
Ana name 7T Dai = yes; Ana name 8P Bo = yes"""
ALL_FOUND = """\
[Players "Ana Bo Cy Dai"]
revealed 5R 8T 9R; deal Ana ???; deal Bo ???; deal Cy ???; deal Dai 2P 5T 7R; Ana disc h3 = 2
Bo disc v1 = 2; Cy disc h1 = 2; Dai disc v2 = 2; Ana pawn 1P = Cy; Bo pawn 5T = Dai
Cy pawn 9P = Ana; Dai pawn 7P = Bo; Ana disc R = 0; Bo disc R = 0; Cy disc h2 = 0
Dai disc h3 = 1; Ana pawn 1T = Bo; Bo pawn 7R = Dai; Cy pawn 2P = Dai; Dai pawn 7T = nobody
Ana disc v1 = 1; Bo disc h2 = 1; Cy disc P = 1"""


@pytest.mark.parametrize(
    ("lines", "seat", "told"),
    [
        (PROVED, "Ana", "you know all tiles of Bo, Cy and Dai; all know your 2R"),
        (ALL_FOUND, "Dai", "all your tiles are found, so your disc counts 0 everywhere"),
    ],
)
def test_what_all_know_of_the_own_hand_stands_above_the_rows(
    lines: str, seat: str, told: str
) -> None:
    assert str(_ranked(lines, seat)[0].choice) == told


def _ranked(lines: str, seat: str) -> list[Advice]:
    """What `seat` is advised after `lines`, of which several stand in one."""
    head = f'[Game "adresses-jaunes"]\n[Record "1"]\n[Seat "{seat}"]\n'
    return ranked(read(head + lines.replace("; ", "\n")), Budget())


SHARED = """\
[Players "Ana Bo Cy"]
revealed 2P 5T 7T 8R 8T 9R; deal Ana ????; deal Bo 4P 4R 6P 9P; deal Cy ????; Ana disc P = 0
Bo disc h1 = 0; Cy disc v3 = 0; Ana pawn 1P = Cy; Bo pawn 1R = nobody; Cy pawn 1T = Ana
Ana disc v2 = 0; Bo disc P = 3; Cy disc T = 2; Ana pawn 6P = Bo; Bo pawn 3R = Ana
Cy pawn 4R = Bo; Ana disc h3 = 1; Bo disc v2 = 0; Cy disc h2 = 2; Ana pawn 5P = nobody"""


def test_a_row_tells_what_is_left_and_by_what() -> None:
    told = {str(row.action.words[0]): row for row in _ranked(SHARED, "Bo")}
    assert {each.words[0] for each in told["3T"].same} == {"6R", "6T"}
    assert str(told["3T"].clause) == (
        "it tells less (7 deals): all know that you lack 3T, but you learn more (3.3 of 6 possible"
        " deals): Ana has 3T in 2, nobody in 4"
    )
    assert str(told["5R"].clause).endswith(": Cy has 5R, which is news to Ana"), "not in vain"
    assert "7P (your disc at P counts 2 of 4P 7P 9P): the others" in str(told["7P"].clause)
    assert "), all with your 4P 9P, but the answer tells you nothing: nobody" in str(
        told["7P"].clause
    )


LAST_DISC = """\
[Players "Ana Bo Cy"]
revealed 2T 3T 4T 5P 8R 8T; deal Ana 2P 3R 6P 7T; deal Bo ????; deal Cy ????; Ana disc h1 = 2
Bo disc v1 = 3; Cy disc v1 = 3; Ana pawn 2R = nobody; Bo pawn 2P = Ana; Cy pawn 3P = nobody
Ana disc v3 = 2; Bo disc h1 = 2; Cy disc P = 3; Ana pawn 8P = nobody; Bo pawn 4R = Cy
Cy pawn 7P = Bo"""
BETWEEN_TWO = """\
[Players "Ana Bo"]
revealed 2P 2R 3P 3T 4P 5R 6P 7R 9T; deal Ana ?????; deal Bo 1P 4R 6R 7P 8T; Ana disc T = 4
Bo disc v1 = 3; Ana pawn 1P = Bo; Bo pawn 1T = nobody; Ana disc v2 = 3; Bo disc h2 = 2
Ana pawn 1R = nobody"""


def test_the_figures_of_discs_stand_in_the_order_of_the_rows() -> None:
    rows = [str(row.clause) for row in _ranked(LAST_DISC, "Ana")]
    left = [float(found[1]) for row in rows if (found := re.search(r"([\d.]+) hands", row))]
    assert len(left) == len(rows) > 3 and left == sorted(left)


def test_what_others_and_the_viewer_can_think_of_is_told_of_the_best() -> None:
    best = _ranked(BETWEEN_TWO, "Bo")[0]
    assert "; if Ana lacks 4T, it shows that you lack it, too (your disc" in str(best.why)
    assert " hands for you on average (now 20); " in str(best.clause)
    assert "; the answer leaves you 5 of 9 hands for Ana on average: Ana has 4T in" in str(
        best.clause
    )
    assert str(best.choice).endswith("; a pawn on 2T, 5T tells nobody anything"), "Ana has them"


ALL_WASTED = """\
[Players "Ana Bo"]
revealed 1R 2P 4R 5R 6P 6T 7T 8R 9R; deal Ana 3R 4T 6R 8P 9P; deal Bo ?????; Ana disc v3 = 3
Bo disc v1 = 4; Ana pawn 1P = Bo; Bo pawn 3P = nobody; Ana disc T = 1; Bo disc T = 0
Ana pawn 2R = Bo; Bo pawn 5P = nobody; Ana disc h2 = 2; Bo disc h1 = 0"""


def test_the_best_has_its_reason_beside_moves_that_are_all_wasted() -> None:
    best, *_ = _ranked(ALL_WASTED, "Ana")
    assert str(best.why).endswith(
        "; just as good as 1T; it shows that you lack 5T (your disc at T counts 1 of 4T 5T): your"
        " hand is then known to Bo (now 2 hands for you), since 4T must be yours; nobody has 5T"
        " (Bo's disc at T counts 0)"
    )


GUESSES = """\
[Players "Ana Bo Cy Dai"]
revealed 1R 2R 5T; deal Ana 1P 4R 8T; deal Bo ???; deal Cy ???; deal Dai ???; Ana disc v1 = 2
Bo disc h1 = 2; Cy disc v1 = 2; Dai disc h3 = 2; Ana pawn 4P = nobody; Bo pawn 8P = nobody
Cy pawn 8R = Dai; Dai pawn 2P = nobody; Ana disc v2 = 1; Bo disc v1 = 0; Cy disc h3 = 2
Dai disc P = 2; Ana pawn 5P = nobody; Bo pawn 3P = nobody; Cy pawn 5R = nobody; Dai pawn 9P = Cy
Ana disc T = 1; Bo disc h2 = 1; Cy disc T = 2; Dai disc h1 = 0; Ana pawn 1T = nobody
Bo pawn 1P = Ana; Cy pawn 4R = Ana; Dai pawn 6R = Bo; Ana name 4T Cy = yes; Ana name 6P Dai = yes"""
BOTH_GUESS = """\
[Players "Ana Bo"]
revealed 1P 1R 2R 3T 4P 4T 6R 7R 8R; deal Ana ?????; deal Bo 3P 5T 6P 8P 9P; Ana disc P = 0
Bo disc P = 4; Ana pawn 2P = nobody; Bo pawn 1T = nobody; Ana disc v1 = 2; Bo disc v1 = 0
Ana pawn 3P = Bo; Bo pawn 2T = Ana; Ana disc v2 = 0; Bo disc h2 = 2; Ana pawn 8P = Bo
Bo pawn 3R = nobody"""


def test_of_equal_guesses_the_one_that_shows_the_own_hand_comes_first() -> None:
    rows = {row.action.words[0]: row for row in _ranked(GUESSES, "Ana") if row.value}
    assert [*rows] == ["7T", "7P", "2T", "3R"] and len({row.value for row in rows.values()}) == 1
    assert "; if right, Bo can have 3R or 3T, and all then know your 8T" in str(rows["2T"].clause)
    assert "know" not in str(rows["3R"].clause)


def test_of_two_only_the_product_of_what_is_open_is_told() -> None:
    """Which hand lies there counts, too: Ana names it a little less often than one in six."""
    rows = {row.action.words[0]: str(row.clause) for row in _ranked(BOTH_GUESS, "Bo")}
    assert rows["6T"].endswith(
        "if right, Ana can have 9R or 9T, and Ana must guess yours among 6 hands"
    )


def test_tiles_that_others_surely_have_are_not_counted_as_open() -> None:
    lines = """\
[Players "Ana Bo Cy"]
revealed 1R 1T 4P 5R 7P 7R; deal Ana ????; deal Bo ????; deal Cy 2P 3T 4R 8P; Ana disc P = 0
Bo disc v3 = 4"""
    told = {row.action.words[0]: str(row.clause) for row in _ranked(lines, "Cy")}
    assert told["v3"] == (
        "it tells less (about 900 hands): v3 counts 1 of 9 possible tiles, of which Bo has 4,"
        " which leaves 5"
    )
