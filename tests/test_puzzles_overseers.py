"""What seems right in a puzzle of Overseers, and how many points somebody surely has."""

import re
from collections import Counter
from functools import cache
from itertools import combinations, islice, permutations, product
from random import Random

import pytest

from aparte.models.core import View
from aparte.models.record import read
from aparte.puzzles.kinds import Engine, answer_of
from aparte.puzzles.make import rated
from aparte.puzzles.overseers.ahead import tempting
from aparte.puzzles.overseers.bounded import LEAST, Bound, surely, too_few, too_many
from aparte.puzzles.overseers.drafted import Drafted
from aparte.puzzles.overseers.hands import certain, counted, points, points_with
from aparte.puzzles.overseers.kinds import ADMITS, DENIES, Plea
from aparte.puzzles.overseers.maker import PUZZLES
from aparte.puzzles.overseers.reckoned import bounds, left, left_hands, reckoned
from aparte.puzzles.room import Puzzle
from aparte.solver.games.overseers.reading import reader
from aparte.solver.games.overseers.reckoning import Reckoning
from aparte.solver.games.overseers.sampling import Sampler
from tests.bundled import puzzles_of

HEAD = """\
[Game "overseers"]
[Record "1"]
[Players "Ana Bo Cy"]
[From "clues"]
[Seat "Cy"]
[Kind "answer"]
"""

TABLE = f"""{HEAD}characters Gan Two-Above Meixiu
top Ana A H A
bottom Ana ??
discarded Ana ?
top Bo T T
bottom Bo ???
discarded Bo ?
top Cy P A B
bottom Cy P P
discarded Cy H
round 2 leader Ana
Ana draws ??
Ana adds ?
Cy looks Ana b2 b3 = T H
Ana votes ?
Bo votes ?
Cy votes Ana
voted Bo Cy Ana
Ana accuses Cy
"""


def test_a_card_out_of_sight_counts_what_one_card_left_adds_in_the_mean() -> None:
    view = read(TABLE)
    there = left(view)
    assert there == Counter("MMMBBBAAHHHPP")  # the added Honesty may be the one discarded
    n = there.total()
    # Ana has A H A T H: 18 points, a third Honesty adds 8; Bo has two Thefts, a single one adds 2
    ana = (3 * 6 + 3 * 4 + 2 * 3 + 3 * 8 + 2 * 0) / n
    bo = (3 * 6 + 3 * 4 + 2 * 3 + 3 * 2 + 2 * 0) / n
    found = reckoned(view)
    assert found["Ana"] == pytest.approx(18 + ana) and found["Bo"] == pytest.approx(4 + 3 * bo)
    assert found["Cy"] == 21 + 3 + 4 + 3  # three Pieties, and the points of Meixiu
    assert bounds(view, "Bo") == (4 + 3 + 2 + 0, 4 + 2 + 8 + 8)
    assert Plea().seeming(view) == ADMITS


def test_nothing_seems_right_where_two_are_nearly_equal() -> None:
    def seeming(table: str) -> str | None:
        return Plea().seeming(read(table))

    assert seeming(TABLE.replace("Cy P P", "Cy M M")) is None  # 22 points, Ana seems to have 21.7
    assert seeming(TABLE.replace("Cy P P", "Cy T M")) == DENIES  # 18, and 21.9


def test_points_at_least_and_at_most_are_those_of_both_engines_and_of_no_world_beyond() -> None:
    kind, held = Bound(), 0
    for view in islice(PUZZLES.views(Random(3), kind.name), 30):
        for asked in islice(kind.asked(view), 2):
            player, end = asked.split(":")
            answer = answer_of(kind.left(view, asked, Engine.COUNT))
            assert answer == answer_of(kind.left(view, asked, Engine.PROOF))
            assert answer[0] in kind.rows(view, asked)[0].options
            low, high = points(view, player, Engine.COUNT)
            around = bounds(view, player)
            assert around[0] < low if end == LEAST else high < around[1]
            sampler = Sampler(reader(view)._counted, Random(1))  # type: ignore[arg-type]
            for _ in range(30):
                rows, _pile = sampler.rows(view.state)
                assert low <= Reckoning(view.state).points(player, rows[player]) <= high
            held += 1
        if held > 4:
            return
    raise AssertionError(held)


def test_a_bound_needs_its_packs_and_tells_who_took_what() -> None:
    kind = PUZZLES.kinds["points"]
    views = (each for seed in range(9) for each in PUZZLES.views(Random(seed), kind.name))
    view = next(each for each in views if any(kind.asked(each)))
    asked = next(iter(kind.asked(view)))
    answer = answer_of(kind.left(view, asked, Engine.COUNT)) or ()
    *packs, last = kind.way(view, asked, answer).thoughts
    assert packs and all("took" in str(each.words) for each in packs)
    assert answer[0] in str(last.words)
    bare = view
    while clues := PUZZLES.clues(bare):
        bare = PUZZLES.without(bare, clues[0])
    assert kind.holds(view, asked, answer) and not kind.holds(bare, asked, answer)


def test_the_heart_of_a_bound_leaves_no_hand_beyond_it() -> None:
    """What is told of the player's picks holds in all hands that fit, and rules others out."""
    told = 0
    for puzzle in puzzles_of("overseers", "points"):
        view, (player, end) = puzzle.question, puzzle.asked.split(":")
        fitting = counted(view, player)
        left = {*left_hands(view, player)}
        better = {
            hand
            for hand in left
            if (points_with(view, player, hand) < int(puzzle.answer[0])) == (end == LEAST)
            and points_with(view, player, hand) != int(puzzle.answer[0])
        }
        assert better and better.isdisjoint(fitting)
        *_, heart, _last = (str(each.words) for each in puzzle.way.thoughts)
        assert any(each in heart for each in ("at least", "at most", "cannot have taken"))
        told += "at least" in heart
    assert told > 5


FIVE = """
[Game "overseers"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "Ana"]
[From "clues"]
[Kind "points"]
[Asked "Bo:most"]
round 1 leader Cy
characters Steadfast Liang Thief-Taker
deal Ana A B B B H M
deal Bo ??????
deal Cy ??????
Ana picks B
Bo picks ?
Cy picks ?
gets Ana A A M P T
gets Bo ?????
gets Cy ?????
Ana picks A
Bo picks ?
Cy picks ?
gets Ana H P P T
gets Bo ????
gets Cy ????
Ana picks T
Bo picks ?
Cy picks ?
gets Ana B B H
gets Bo ???
gets Cy ???
Ana picks H
Bo picks ?
Cy picks ?
gets Ana P T
gets Bo ??
gets Cy ??
Ana picks P
Bo picks ?
Cy picks ?
gets Ana P
gets Bo ?
gets Cy ?
Ana discards P
Bo discards ?
Cy discards ?
Ana places A B T / P H
Bo places ??? / ??
Cy places ??? / ??
shows Ana A B T
shows Bo B M B
shows Cy H B A
"""


def test_a_card_that_a_pack_makes_sure_is_not_held_in_mind() -> None:
    """Of five packs, one left Bo a B and one a T: three are open, and no step joins all three."""
    puzzle = Puzzle("five", read(FIVE.strip() + "\n"))
    assert puzzle.answer == ("22",)
    assert puzzle.grade.level == "medium"


def test_the_steps_of_a_bound_are_those_that_are_told() -> None:
    for puzzle in puzzles_of("overseers", "points"):
        assert puzzle.way.grade.steps == len(puzzle.way.thoughts)


def _most_apart(view: View, player: str, other: str) -> int:
    """Return how many points more than `other` a player can have, by all ways to share packs out.

    It is told of a round of three of which the first player has seen all packs.
    """
    packs = [event.outcome for _, event in view.events if event.words == ("Ana",) and event.outcome]
    seen = [Counter(pack) for pack in packs[:6]]
    picks = [event.words[0] for _, event in view.events if event.verb == "picks"][::3]
    left = [pack - Counter([pick]) for pack, pick in zip(seen, picks, strict=False)]
    gone = [(*(left[n] - seen[n + 3]).elements(),) for n in range(3)]
    gone.append((*left[3].elements(),))
    (last,) = left[4].elements()
    aside = (Counter(view.state.box.deck[3]) - seen[0] - seen[1] - seen[2]).elements()
    begun = {*permutations(sorted(aside), 3)}

    @cache
    def points_of(who: str, took: tuple[str, ...]) -> list[int]:
        there = Counter(laid.kind for laid in view.state.rows[who] if laid.kind != "?")
        rest = Counter(took) - there
        hands = {*combinations(sorted(rest.elements()), 2)} if rest.total() == 3 else ()
        return [points_with(view, who, hand) for hand in hands]

    apart = set[int]()
    for pairs in product(*map(permutations, gone)):
        bo, cy = zip(*pairs, strict=True)  # Bo takes first of each of these packs
        for one, two, three in begun:
            has = {
                "Bo": points_of("Bo", tuple(sorted((*bo, last, one)))),
                "Cy": points_of("Cy", tuple(sorted((*cy, two, three)))),
            }
            if all(has.values()):
                apart.add(max(has[player]) - min(has[other]))
    return max(apart)


def test_how_far_one_can_be_ahead_is_what_all_ways_to_share_the_packs_out_allow() -> None:
    kind, tempted = PUZZLES.kinds["ahead"], 0
    for seed in range(40):
        view = Drafted.drawn(("Ana", "Bo", "Cy"), Random(seed)).view
        for asked in kind.asked(view):
            player, other = asked.split(":")
            (found,) = kind.left(view, asked, Engine.COUNT)
            assert found == (str(_most_apart(view, player, other)),)
            if tempted < 3:
                assert kind.left(view, asked, Engine.PROOF) == (found,)
            tempted += 1
    assert tempted > 5


def test_what_two_cannot_have_at_once_is_told_by_the_hands_that_tempt() -> None:
    puzzle = puzzles_of("overseers", "ahead")[0]
    player, other = puzzle.asked.split(":")
    tempts = tempting(puzzle.question, player, other)
    *_, joined, last = (str(each.words) for each in puzzle.way.thoughts)
    assert tempts and joined.count("then") + last.count("then") == len(tempts)
    assert puzzle.answer[0] in last and puzzle.grade.refutes


def test_hands_that_come_as_far_apart_as_the_answer_are_told_with_it() -> None:
    ties = 0
    for seed in range(40):
        view = Drafted.drawn(("Ana", "Bo", "Cy"), Random(seed)).view
        kind = PUZZLES.kinds["ahead"]
        for asked in kind.asked(view):
            (answer,) = kind.left(view, asked, Engine.COUNT)
            *_, joined, last = (str(each.words) for each in kind.way(view, asked, answer).thoughts)
            assert f": {answer[0]} apart" not in joined
            ties += f": {answer[0]} apart" in last
    assert ties


ACCUSED = f"""{HEAD}characters Steadfast Liang Two-Above
top Ana T A B
bottom Ana ??
discarded Ana ?
top Bo T H A
bottom Bo ??
discarded Bo ?
top Cy H H
bottom Cy A A H
discarded Cy A
round 2 leader Cy
Ana votes ?
Bo votes ?
Cy votes Bo
voted Cy Cy Bo
"""


def test_what_it_costs_to_deny_and_to_admit_stands_at_the_end() -> None:
    """Without H H, 18 + 6 become 2 + 6; without A A they become 18. OV-5, OV-6"""
    puzzle = Puzzle("accused", read(ACCUSED))
    _, others, end = map(str, (each.words for each in puzzle.way.thoughts))
    assert puzzle.answer == (ADMITS,) and "Murder, Murder face down" in others
    assert "To deny costs Honesty, Honesty: 16 points." in end
    assert "To admit costs two cards of choice: 6 points with Malice, Malice." in end


def test_hints_look_first_at_the_points_of_whoever_votes_or_answers_and_conclude_last() -> None:
    own = puzzles_of("overseers", "answer", "vote")
    for puzzle in own:
        (first, *_), *_ = puzzle.way.hints
        assert str(first) == f"Look at the points of {puzzle.question.viewer}."
        *before, last = (str(each.words) for each in puzzle.way.thoughts)
        assert " So " in last and not any("So " in each for each in before)
    assert {each.answer[0] for each in own} > {ADMITS, DENIES}


def test_whoever_surely_does_not_have_most_is_told_what_to_admit_would_cost() -> None:
    told = ACCUSED.replace("Cy A A H", "Cy A A T").replace("top Ana T A B", "top Ana M M B")
    puzzle = Puzzle("accused", read(told))
    *_, end = map(str, (each.words for each in puzzle.way.thoughts))
    assert puzzle.answer == (DENIES,)
    assert "costs two cards of choice: 5 points with Malice, Theft." in end
    assert "costs nothing" in end


def test_every_player_but_the_first_of_a_vote_comes_after_by_the_points_told() -> None:
    """The points of the last step are those that decide: all others can have no more."""
    for puzzle in puzzles_of("overseers", "vote"):
        view = puzzle.question
        found = {each: points(view, each, Engine.COUNT) for each in view.setup.players}
        least = found[puzzle.answer[0]][0]
        most = max(found[each][1] for each in found if each != puzzle.answer[0])
        end = str(puzzle.way.thoughts[-1].words)
        assert least > most and f"{least} or more" in end and f"{most} or fewer" in end


def test_every_hand_that_tempts_is_ruled_out_by_a_step_that_names_it() -> None:
    """Of the hands with more points, or fewer, the one that goes furthest is told with them."""
    for puzzle in puzzles_of("overseers", "points"):
        view, (player, end) = puzzle.question, puzzle.asked.split(":")
        there = {points_with(view, player, hand) for hand in left_hands(view, player)}
        furthest = min(there) if end == LEAST else max(there)
        *told, last = (str(each.words) for each in puzzle.way.thoughts)
        assert any(f"({furthest})" in each for each in told) and f"({furthest})" not in last


def test_what_others_have_never_rules_out_a_hand_that_fits() -> None:
    """And it does rule out hands that do not, in rounds that nobody played."""
    ruled_out = Counter[str]()
    for seed in range(12):
        view = Drafted.drawn(("Ana", "Bo", "Cy", "Dai")[: 3 + seed % 2], Random(seed)).view
        for player in view.setup.players[1:]:
            fitting = {*counted(view, player)}
            for hand in left_hands(view, player):
                found = (too_many(view, player, hand), too_few(view, player, hand))
                assert hand not in fitting or found == (None, None)
                ruled_out["many"] += found[0] is not None
                ruled_out["few"] += found[1] is not None
    assert ruled_out["many"] > 10 and ruled_out["few"] > 10


def test_a_card_that_must_be_there_is_told_by_the_picks_that_are_sure() -> None:
    """So many were taken at least, and no more of them than told can lie elsewhere."""
    for puzzle in puzzles_of("overseers", "which"):
        end = str(puzzle.way.thoughts[-1].words)
        found = re.search(r"took at least (\d)[^.:]*?(?:at most (\d) lie elsewhere)?\.$", end)
        assert found is not None and int(found[1]) > int(found[2] or 0)


OPEN_ROUND = """\
[Game "overseers"]
[Record "1"]
[Players "Ana Bo Cy"]
[From "clues"]
[Seat "Ana"]
round 3 leader Ana
characters Steadfast Wuming Meixiu
deal Ana H H H P P T
deal Bo ??????
deal Cy ??????
Bo picks ?
Ana picks H
Cy picks ?
gets Ana ?????
gets Bo ?????
gets Cy ?????
Bo doubles
Bo picks ??
Ana picks H T
Cy picks ??
gets Ana ???
gets Bo ???
gets Cy ???
Ana picks B
Bo picks ?
Cy picks ?
gets Ana P T
gets Bo ??
gets Cy ??
"""


def test_no_puzzle_is_made_of_a_card_that_must_be_there_without_a_step() -> None:
    view, kind, asked = read(OPEN_ROUND), PUZZLES.kinds["which"], "Bo:hand"
    assert kind.left(view, asked, Engine.PROOF) == (("H",),)
    assert list(rated(PUZZLES, kind, view, asked)) == []


def test_picks_are_called_sure_only_where_every_world_has_such_a_card() -> None:
    sure = 0
    for puzzle in puzzles_of("overseers", "which"):
        view = puzzle.question
        for player in view.setup.players:
            there = f"{player}:{'bottom' if view.state.rows[player] else 'hand'}"
            for kind in view.state.box.kinds if player != view.viewer else ():
                if surely(view, player, kind) is not None:
                    sure += 1
                    assert certain(view, there, kind)
    assert sure > 10
