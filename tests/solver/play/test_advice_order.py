"""What is advised comes in the order of the values that are shown, in every game."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from math import hypot
from pathlib import Path
from statistics import fmean

import pytest

from aparte.models.core import Event, Record, turn, view
from aparte.models.games import OWN
from aparte.models.record import read
from aparte.models.words import say
from aparte.sessions.worth import worth
from aparte.solver.games.adresses_jaunes import coach
from aparte.solver.games.adresses_jaunes.coach import decision_of, own_moves
from aparte.solver.games.adresses_jaunes.convention import read_literally
from aparte.solver.games.adresses_jaunes.effects import SHOWN
from aparte.solver.games.adresses_jaunes.end import End, Table
from aparte.solver.games.adresses_jaunes.hands import TILES
from aparte.solver.games.bards import judge as bards
from aparte.solver.games.bards.effects import Ends
from aparte.solver.games.onstage.judge import to_end
from aparte.solver.games.overseers.effects import Points, Source
from aparte.solver.play import advising
from aparte.solver.play.advising import _shared, contrast, ranked
from aparte.solver.play.beside import _told_apart
from aparte.solver.play.coach import Advice, Budget, choices, play_of
from aparte.solver.play.contrast import Clause, Contrast
from aparte.solver.play.trial import NOTHING, SURE, Difference, Followed, error_of
from tests.tables import NAMES, random_game

LOOK = Budget(iterations=40, quick=False)
EACH = 5
"""Positions of a game that are looked at, apart from each other."""


def position(name: str) -> Record:
    """Return the view of a player who has something to choose."""
    return read((Path(__file__).parent / "told" / f"{name}.rec").read_text("utf-8"))


def positions(game: str) -> list[Record]:
    """Return views of a game before some of its choices, each with something to choose."""
    whole = random_game(game, 3, 21)
    found = []
    for number, event in whole.events:
        if event.actor in NAMES:
            own = view(whole.until(number - 1), event.actor)
            if isinstance(turn(own), tuple) and len(choices(own)) > 1:
                found.append(own)
    return found[:: max(1, len(found) // EACH)]


@cache
def lists(game: str) -> list[tuple[Record, list[Advice]]]:
    """Return these views with what is advised in each."""
    return [(own, ranked(own, LOOK)) for own in positions(game)]


def test_advice_that_may_be_stopped_is_the_same() -> None:
    own = positions("adresses-jaunes")[1]
    budget = Budget(iterations=24, quick=False)
    assert ranked(own, replace(budget, stop=lambda: False)) == ranked(own, budget)


@pytest.mark.parametrize("game", OWN)
def test_moves_come_in_the_order_of_their_values(game: str) -> None:
    for _, rows in lists(game):
        valued = [each for each in rows if each.valued]
        told = [str(worth(each)).split()[0].replace("−", "-") for each in valued]
        values = [float(each) for each in told if each != "chance"]  # chance unclear
        assert values == sorted(values, reverse=True), [str(worth(each)) for each in valued]
        assert len({str(each.unit) for each in valued}) <= 1
        below = [(-each.figure, each.contrast) for each in valued[1:]]
        signs = [
            (value, held.is_less, -held.said.better if held.said else 0.0)
            for value, held in below
            if held and held.either
        ]
        assert signs == sorted(signs), "≈ before <, and what counts as better first"


def test_a_chance_that_is_estimated_is_never_certain() -> None:
    sure = Advice(positions("onstage")[0].lines[-1].event, 1.0, say("chance"), 0.0, exact=True)
    told = [replace(sure, error=error, exact=False) for error in (0.001, 0.02)]
    assert [str(worth(each)) for each in (sure, *told)] == ["100 %", "99.9 % ± 0.1", "99 % ± 2"]
    assert sure.figure > told[0].figure > told[1].figure
    assert str(worth(replace(told[1], value=0.0))) == "1 % ± 2"


@pytest.mark.parametrize("game", OWN)
def test_each_piece_has_one_row_which_says_how_many_choices_it_stands_for(game: str) -> None:
    """Other kinds of moves, such as to conclude without a guess, are no choice of a piece.

    Nor is another order of the same cards, nor what comes to the same by the rules.
    """
    play = play_of(game)
    for own, found in lists(game):
        first = play.same(own, choices(own)) if play.same is not None else {}
        if len(found) == 1:
            continue  # what is sure, or agreed, is the only one
        verbs = {each.action.verb for each in found}
        told = [(move, first.get(move, move)) for move in choices(own) if move.verb in verbs]
        order = sorted if play.same is None else list
        ways = {(play.piece(row), *order(row.words)) for _, row in told}
        alike = Counter(piece for piece, *_ in ways)
        rows = {play.piece(first.get(each.action, each.action)): each.alike for each in found}
        if len(alike) > 1:  # ways of a single piece have a row each
            left = {piece: n for piece, n in alike.items() if piece in rows}
            gone = [move for move, row in told if play.piece(row) not in rows]
            assert {
                play.piece(move) for move in gone if play.wasted and play.wasted(own, move)
            } == {play.piece(move) for move in gone}
            assert rows == left
            assert len(found) == len(left)


def test_a_single_card_has_a_row_for_each_way_to_play_it() -> None:
    """Who has to follow suit with it chooses what to swap by its ability, and why."""
    found = ranked(position("one_card"), LOOK)
    assert len(found) > 1 and {each.action.words[0] for each in found} == {"B7"}
    assert all(each.contrast is not None for each in found)


def test_the_best_value_of_onstage_is_what_comes_at_the_end_of_the_round() -> None:
    """Played on in deals it was not found in; not what the learned value takes for it."""
    for own in positions("onstage")[:2]:
        best, *_ = ranked(own, LOOK)
        came = to_end(own, 99).followed([best.action], 200)[0]
        assert best.exact or abs(came.value - best.value) < 3 * hypot(came.error, best.error)
        assert best.exact or came.error < 0.5


def test_a_first_move_is_told_before_the_others_are_valued() -> None:
    own, told = positions("adresses-jaunes")[0], list[Advice]()
    found = ranked(own, LOOK, first=told.append)
    assert [each.action in choices(own) for each in told] == [True]
    assert found == ranked(own, LOOK), "the same tries give the same words"


def test_who_takes_a_trick_is_told_before_what_is_kept_of_the_best_and_of_the_second() -> None:
    """Where nothing tells how much each of them makes: Bo's 7 has to claim the 1 that is added."""
    own = position("who_takes_the_trick")
    best, second = (each.contrast for each in ranked(own, Budget())[:2])
    assert best is not None and second is not None and best.gap == -second.gap
    assert best.difference is not None and second.difference == best.difference.turned
    assert best.difference.effect.name.startswith("takes Bo")
    assert "P7 of Bo has to claim P1" in str(best.clause)


def test_a_gap_is_told_beyond_two_of_its_errors() -> None:
    """That a learned value is off is part of the error: such a gap is not surely one."""
    told = 0
    for each in ranked(position("who_takes_the_trick"), LOOK):
        differs = each.contrast
        if differs is not None and not differs.either:
            told += 1
            assert abs(differs.gap) > SURE * differs.error
    assert told


def test_a_game_that_says_what_moves_are_for_tells_no_further_worse_one() -> None:
    """Six moves win Sailors in this round, in one order or another; to pass does not."""
    best, second, *_, last = ranked(position("in_any_order"), Budget(iterations=96))
    assert best.contrast is not None and best.contrast.either and best.contrast.said
    assert second.contrast is not None and second.contrast.against == best.action
    assert last.action.verb == "passes" and re.search("cannot win Sailors", str(last.clause))


def test_moves_that_came_to_the_same_in_all_worlds_stand_in_one_row() -> None:
    """Of as many worlds as all are tried in; what is remarked of one is not said of another."""
    one, two, three, four = (
        Advice(Event("moves", "Ana", (word,)), 0.0, say("points"), 0.1, False)
        for word in ("one", "two", "three", "four")
    )
    said = replace(four, remark=say("worth 2 in a plan"))
    alike, other = Followed([1.0, 2.0] * 24, {}), Followed([1.0, 2.0] * 24, {Ends(): [1.0] * 48})
    tries = {one.action: alike, two.action: other, three.action: alike, four.action: alike}
    first, *rest = advising._in_one_row([one, two, three, said], tries)
    assert (first.action, first.same, first.alike) == (one.action, (three.action,), 2)
    assert rest == [two, said]
    longer = tries | {three.action: Followed([1.0, 2.0] * 40, {})}
    assert len(advising._in_one_row([one, two, three], longer)) == 2, "of the worlds of both"
    few = {move: Followed([1.0, 2.0], {}) for move in tries}
    assert advising._in_one_row([one, two], few) == [one, two]
    assert advising._in_one_row([one, three], tries) == [one, three], "one row tells nothing"


def test_of_moves_worth_the_same_the_one_that_tells_more_comes_first() -> None:
    """Whatever Cy does, all can be named in the end: the order is that of what all know then."""
    own = position("adresses-jaunes-all-alike")
    first, *_, last = ranked(own, Budget())
    assert first.value == last.value
    assert last.contrast is not None and last.contrast.either
    told = {move for each in (first, *_, last) for move in (each.action, *each.same)}
    vain = {move for move in own_moves(own) if decision_of(own).tells_nothing(move)}
    assert vain and told.isdisjoint(vain), "what tells nothing has no row beside what tells"
    left, before = last.contrast.sides[SHOWN]
    assert left > before, "more hands are left after the last"


def solved_pawns(own: Record) -> dict[str, float]:
    """The exact chance after each last pawn of a player whose turn is the first of three."""
    told = read_literally(own).seen
    table = Table.of([(hands & TILES).tolist() for hands in told.sets], (0, 1, 2))
    end = End(table.deals)
    deals = [deal for deal in table.deals if deal[told.seat] == told.hand & TILES]
    return {
        tile: fmean(end.after_pawn(table, told.seat, 1 << number, deals))
        for number, tile in enumerate(own.state.box.tiles)
    }


def test_last_pawns_are_worth_what_all_that_follows_is() -> None:
    """Ana's last pawn leaves six deals for her and 262 for all."""
    own = position("adresses-jaunes-rough")
    worths = solved_pawns(own)
    rows = ranked(own, Budget())
    assert rows[0].action.words == ("9P",) and rows[0].value == pytest.approx(0.5)
    assert all(each.exact for each in rows)
    for each in rows:
        assert each.value == pytest.approx(worths[each.action.words[0]])


def test_where_the_end_takes_too_long_the_error_covers_its_solution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = position("adresses-jaunes-rough")
    worths = solved_pawns(own)
    monkeypatch.setattr(coach, "solved", lambda tables: None)
    coach.firsts.cache_clear()
    for each in ranked(own, Budget()):
        assert not each.exact
        assert abs(each.value - worths[each.action.words[0]]) <= SURE * each.error
    moves = {move.words[0]: move for move in choices(own)}
    found = contrast(own, moves["8R"], moves["9P"])
    assert found is not None and found.error > 0.1


def test_a_disc_of_the_last_round_is_told_with_its_pawn() -> None:
    """Of the best and h2, and of h3, whose own pawn is another one."""
    best, *others = ranked(position("adresses-jaunes-fewer"), Budget())
    by_target = {each.action.words[0]: str(each.clause) for each in others}
    assert best.action.words == ("v1",)
    assert "with pawn 7R, the others can then think of 2.2 hands for you on average" in str(
        best.why
    )
    for target, pawn in (("h3", "5T"), ("h2", "7R")):
        assert re.search(rf"\(with pawn {pawn}, \d", by_target[target])


def test_what_play_outs_of_what_can_be_solved_later_make_is_no_cause() -> None:
    """They find v1 0.05 better and T 0.13 worse than h1, which leaves others the fewest deals.

    Coaches that play on in all 42 deals win 39 of each of the three.
    """
    best, *others = ranked(position("adresses-jaunes-discs"), Budget())
    assert best.action.words == ("h1",) and best.value + SURE * best.error > 39 / 42
    assert all(each.contrast and each.contrast.either for each in others)


def test_what_wins_in_every_deal_of_the_solved_round_is_sure() -> None:
    first, *others = ranked(position("adresses-jaunes-sure"), Budget())
    assert (first.value, first.error, first.exact) == (1.0, 0.0, True)
    assert not others[-1].exact and others[-1].value < 0.9


def test_of_equal_amounts_the_lead_in_the_game_is_told() -> None:
    """Liang takes four points from anybody: Cy has more of them than the others."""
    first, second, *others = ranked(position("overseers-docks"), Budget())
    assert (first.action.words, first.value) == (("Cy",), second.value)
    both = "you are then 13 behind Fay, with Fay instead 15 behind Cy"
    both = f"whatever follows, you end the game in place 6 of 6; {both}"
    for each, told in (
        (first, f"{both}; in the game then: Fay 77, Ana 76, Cy 75"),
        (second, "you are then 15 behind Cy; in the game then: Cy 79, Ana 76, Bo 73"),
    ):
        assert str(each.why).startswith(told)
    assert [each.action.words for each in others] == [("Ana",), ("Bo",), ("Dai",)], "by places"


def test_of_equal_amounts_what_makes_them_equal_is_told() -> None:
    """With the Murder Bo has most points and is robbed; with a Theft it may steal itself."""
    first, second, *_ = ranked(position("overseers-takes"), Budget())
    assert (first.action.words, second.action.words) == (("T",), ("M",))
    assert first.value == pytest.approx(second.value)
    robbed = "you are robbed in 33 of 100 cases, not 100"
    adds = "Theft adds 2 points, Murder would add 6"
    assert str(first.why).startswith(
        f"just as good as M; {adds}, but you save about 2 points: {robbed}"
    )
    steals = "and you gain about half a point: you steal a card in 33, not 0"
    others = "and the mean of the others is about 1 point lower: Cy is robbed in 67, not 0"
    assert steals in str(first.why) and others in str(first.why), "these make it even"
    assert "Murder adds 6 points" in str(second.why) and "Theft adds" not in str(second.why)


def test_where_the_second_is_hardly_worse_the_best_is_held_against_the_habit() -> None:
    """Who keeps both Murders is often accused rightly."""
    first, second, *_ = ranked(position("overseers-discards"), Budget())
    assert first.contrast is not None and second.contrast is not None
    assert (first.action.words, first.contrast.against.words) == (("M",), ("P",))
    assert "an accusation costs you cards in 6 of 100 cases, not 42" in str(first.clause)
    assert second.contrast.against == first.action


def test_the_best_is_held_against_the_real_alternative() -> None:
    """After R as few hands are left; P, which leaves more than twice as many, nobody considers."""
    first, second, *_ = ranked(position("adresses-jaunes-counted"), Budget())
    assert first.contrast is not None and second.contrast is not None
    assert first.contrast.against == second.action
    assert "with pawn 1P, your hand is then known to Bo (now 7.6 hands for you)" in str(
        first.clause
    )
    assert str(second.clause) == (
        "it tells less (with pawn 1P, 1.8 hands, all with your 1R 2R, and either 1T, 2T or 2P):"
        " R counts 1R 2R"
    )


@pytest.mark.parametrize("tries", [1, 3, 8])
def test_a_chance_is_not_known_better_by_fewer_trials(tries: int) -> None:
    """Of 12 all may be won by luck."""
    path = Path(__file__).parents[2] / "examples" / "adresses-jaunes-3p-ana.rec"
    rows = ranked(read(path.read_text("utf-8")), Budget(iterations=tries))
    assert {str(worth(each)) for each in rows} == {"chance unclear"}


def test_one_value_is_that_of_the_moves_that_tell_most() -> None:
    """The disc that tells most wins in all 16 deals; three that tell much less may be as good."""
    rows = ranked(position("adresses-jaunes-tells-most"), Budget())
    assert {each.value for each in rows} == {1.0}
    assert [each.contrast and each.contrast.is_less for each in rows] == [False, *[True] * 3]


def test_equal_cards_have_one_row() -> None:
    rows = ranked(position("overseers-tilts"), Budget())
    (row,) = (
        each for each in rows if ("t1",) in [move.words for move in (each.action, *each.same)]
    )
    assert {move.words for move in (row.action, *row.same)} >= {("t1",), ("t2",)}


def test_gaps_come_true_where_the_learned_value_is_off() -> None:
    """It takes a pass for 5 points better than to perform, where either nearly surely wins."""
    own = position("pass_or_perform")
    best, *others = ranked(own, Budget())
    moves = [best.action, *(each.action for each in others)]
    top, *rows = bards.to_end(own, 5).worths(moves, 200)
    astray = []
    for each, row in zip(others, rows, strict=True):
        came = [one - other for one, other in zip(row, top, strict=True)]
        apart = abs(fmean(came) - each.contrast.gap)
        if apart > 2 * hypot(each.contrast.error, error_of(came)):
            astray.append((each.action, apart))
    assert len(astray) <= 1 and all(apart < 0.02 for _, apart in astray), astray


def test_the_best_move_is_best_when_played_on_too() -> None:
    """A learned value takes 0.9 blossoms too much for what blue 6 leaves."""
    own = position("which_lead")
    best, *_ = ranked(own, Budget())
    (liked,) = (each for each in choices(own) if each.words == ("B6",))
    row, other = to_end(own, 5).worths([best.action, liked], 200)
    gaps = [one - less for one, less in zip(row, other, strict=True)]
    assert fmean(gaps) > 2 * error_of(gaps)


def test_what_was_said_of_another_move_is_said_as_of_that_one() -> None:
    """And whether it is surely worse all the same."""
    own, against = position("one_card"), Event("plays", "Ana", ("K8",))
    same = Difference(Points("Ana", Source.CARDS, 1.0), -3.0, 0.1, 1.0)
    rows = [
        Advice(
            Event("plays", "Ana", (word,)),
            0.0,
            say("points"),
            0.1,
            False,
            contrast=Contrast(against, say("best"), gap, 0.1, False, same),
        )
        for word, gap in (("P2", -2.0), ("P4", -2.1), ("P5", -4.0))
    ]
    first, *others = (str(each.clause) for each in _told_apart(own, rows))
    assert first == "what your cards count in the end"
    assert others == ["as with P2", "as with P2, yet worse"]


def test_what_is_surely_worse_is_not_called_as_the_move_that_it_is_held_against() -> None:
    own, best = position("one_card"), Event("plays", "Ana", ("K8",))
    said = Clause(say("nothing that can be named tells them apart"))
    other = Event("plays", "Ana", ("P2",))
    first = Contrast(other, say("other"), 1.3, 0.0, False, said=said, best=True)
    second = Contrast(best, say("best"), -1.3, 0.0, False, said=said)
    rows = [
        Advice(move, 0.0, say("points"), 0.0, True, contrast=differs)
        for move, differs in ((best, first), (other, second))
    ]
    assert [str(each.clause) for each in _told_apart(own, rows)][1] == "as with K8, yet worse"


def test_what_is_said_of_the_choice_stands_with_the_best_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Though the search liked another one best."""
    own = position("adresses-jaunes-fewer")
    found = play_of("adresses-jaunes").advise(own, Budget(quick=False), 0, NOTHING)
    first = ranked(own, Budget())[0].action
    waits = say("better to let another player act first")
    told = [replace(each, choice=None if each.action == first else waits) for each in found]
    play = replace(play_of("adresses-jaunes"), advise=lambda *_: told)
    monkeypatch.setattr("aparte.solver.play.advising.play_of", lambda _: play)
    best, *others = ranked(own, Budget())
    assert best.action == first
    assert "better to let another player act first" in str(best.why)
    assert not any("better to let" in str(each.why) for each in others)


def test_what_holds_after_each_move_is_said_of_the_choice() -> None:
    """What holds after the best and its rival stands before that: neither is a reason of a move."""
    every, some = say("K9 takes K2"), say("B2 stays")
    rows = []
    for n, (word, setting) in enumerate(
        (("K8", (every, some)), ("P2", (every, some)), ("P4", (every,)))
    ):
        said = Clause(say("you keep P4"), setting=setting)
        differs = Contrast(Event("plays", "Ana", ("P2",)), say("P2"), 1.0, 0.1, False, said=said)
        move = Event("plays", "Ana", (word,))
        differs = replace(differs, best=not n)
        rows.append(Advice(move, 0.0, say("points"), 0.1, False, contrast=differs))
    best, second, _ = _shared(rows)
    assert str(best.choice) == "with each of these moves, K9 takes K2"
    assert str(replace(best, choice=None).why) == "B2 stays; rather than P2: you keep P4"
    assert str(second.clause) == "you keep P4"
    assert _shared([rows[0], replace(rows[1], contrast=None)])[0].choice is None
