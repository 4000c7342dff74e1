"""What moves are for, at Battle of the Bards: held to the rules, in positions of games played."""

from __future__ import annotations

import itertools
import re
from collections import Counter as Counted
from dataclasses import replace
from itertools import product
from operator import ge
from random import Random

from aparte.models.bag import Bag
from aparte.models.bards import State, Step
from aparte.models.bards.rounds import points
from aparte.models.core import Event, View, complete, view
from aparte.models.words import say
from aparte.solver.engine.count import Counter
from aparte.solver.games.bards.coach import _settled
from aparte.solver.games.bards.columns import Column
from aparte.solver.games.bards.effects import Deed, Does
from aparte.solver.games.bards.onward import STILL, onward
from aparte.solver.games.bards.outlook import FREE
from aparte.solver.games.bards.phrases import chances, goal, made_of, scored, step_of
from aparte.solver.games.bards.phrases import means as paid_for
from aparte.solver.games.bards.phrases import price as price_in_words
from aparte.solver.games.bards.purposes import use
from aparte.solver.games.bards.reasons import outweighed, reason, sure, totals, wasted
from aparte.solver.games.bards.rivals import first_for
from aparte.solver.games.bards.worth import LAST, WORTHS, in_sight
from aparte.solver.play.advising import contrast
from aparte.solver.play.coach import choices
from aparte.solver.play.contrast import Contrast

from .bards_told import dice_make, lacks, moved, others, placed, plainly, seen, shown_as


def test_a_performance_is_told_by_what_it_leaves_to_an_audience() -> None:
    said = Counted[str]()
    for each in moved("performs"):
        has = Counted(each.view.state.troupes[each.view.viewer].performances)
        made = each.move.words[-1:]
        told = plainly(each)
        if told.startswith("no audience in reach lacks"):
            hand = len(each.after.troupes[each.view.viewer].hand)
            cards = [*each.view.state.audiences, *[each.view.state.top_audience] * (hand > 0)]
            assert all(made[0] not in lacks(each.view, card, has) for card in cards if card), told
        part = re.match(rf"{made[0]} (?:is all that|for) (\w+)", told)
        said["part" if part else "other"] += 1
        if part is None:
            continue
        left = lacks(each.view, part[1], has + Counted(made))
        assert left.total() < lacks(each.view, part[1], has).total(), told
        if "is all that" in told:
            assert not left
        elif "still lacks" in told:
            assert shown_as(left) == told.split("still lacks ")[1].split(", and can")[0], told
        else:
            assert left and "then" in told
    assert min(said.values()) > 3, said


def test_nothing_is_spent_where_the_encore_changes_nothing() -> None:
    """Nor is anything said of it there, whoever is ahead. BB-10"""
    found, told = [own for own in seen() if own.state.step is Step.MELODIES], Counted[bool]()
    for own in found:
        one, *_, other = choices(own)
        assert _settled(own, choices(own), 0.0, say("lost"))[0].action.verb == "done"
        for player, n in itertools.product(own.state.players, (0, 9)):
            more = own.state.troupe(player, performances=("R",) * n)
            then, k = replace(own, state=more), own.state.box.numbers.encore_points
            has = {each: points(own.state.box, more, each) for each in more.players}
            gap = abs(has.pop(own.viewer) - max(has.values()))
            words = reason(then, one, Contrast(other, say("done"), 0.0, 0.0, True))
            assert (words is None) == (gap > k), words
            told[gap > k] += 1
    assert min(told[True], told[False]) > 0, told


def test_reasons_are_told_without_averages_and_leak_nothing() -> None:
    """A seat is told the same if what it does not see lies in another way."""
    rng, told = Random(2), 0
    for own in rng.sample(seen(), 8):
        counter = Counter(own.game.model.hidden(own))
        twin = view(complete(own, counter.world(rng.randrange(counter.worlds))), own.viewer)
        one, *_, other = choices(own)
        differs = contrast(own, one, other, worlds=24)
        assert differs is not None
        words = str(reason(own, one, differs))
        assert "on average" not in words and "{" not in words
        assert words == str(reason(twin, one, differs))
        told += words != "None"
    assert told > 5


def test_points_of_an_encore_that_is_decided_are_not_added_again() -> None:
    own = seen()[0]
    viewer, rest = own.viewer, [player for player in own.state.players if player != own.viewer]
    state = replace(own.state, step=Step.MELODIES, duties=(), tops=(viewer, rest[0]), actor="")
    for player, dice in ((viewer, ("B6",)), (rest[0], ("B1",))):
        state = state.troupe(player, dice=dice, melodies=player == viewer)
    then = replace(own, state=replace(state, done=frozenset(rest)))
    (done,) = (move for move in choices(then) if move.verb == "done")
    line = onward(then, done)
    assert line.after.encore_won == viewer
    close = ("R",) * max(0, line.points() - line.ahead[1])
    then = replace(then, state=then.state.troupe(rest[0], performances=close))
    line, clause = (
        onward(then, done),
        reason(then, done, Contrast(done, say("done"), 0.0, 0.0, True)),
    )
    assert clause is not None
    (told,) = map(str, clause.setting)
    assert told == f"you end with {line.points()} points, against {line.ahead[1]} of {rest[0]} now"


def test_the_last_round_is_played_for_points() -> None:
    """Dice count no more there: two performances win the audience of most points. BB-10, BB-11"""
    own = placed("last_round")
    (best,) = [move for move in choices(own) if move.words == ("R4", "O5", "P6", "as", "P")]
    line = onward(own, best)
    assert line.wins == ["Cartographers"]
    told = totals(line, line)
    assert str(told) == (
        "last round: you end with 23 points, against 26 of Bo and Cy now, "
        "and then the encore adds 4 for its winner"
    )
    no_die = replace(own, state=own.state.troupe(own.viewer, encore=Bag().put(("PR",))))
    line = onward(no_die, best)
    told = totals(line, line)
    assert str(told).endswith("against 26 of Bo and Cy now; you have no die in the encore")
    far = replace(no_die, state=no_die.state.troupe("Bo", performances=("R",) * 8))
    assert "you have no die" not in str(totals(onward(far, best), line))
    own = placed("last_point")
    (passes,) = [move for move in choices(own) if move.verb == "passes"]
    line = onward(own, passes)
    assert "give up P1 R2 R3 as R (1 melody)" in str(use(line, line, True))
    for each in moved("performs", "passes"):
        if each.after.ending:
            gain = each.points() - onward(each.view, STILL).points()
            assert abs(each.brings - each.still.brings - 100 * gain) < 90, each.move


def test_who_passes_gives_an_audience_up_only_where_the_game_may_end() -> None:
    """Else it can still be there in the next round. BB-9, BB-10"""
    told = Counted[bool]()
    for own in (*seen()[::3], placed("last_round")):
        for move in (move for move in choices(own) if move.verb == "passes"):
            each = onward(own, move)
            if each.still.wins and own.state.step is Step.SHOW:
                most = max(len(troupe.audiences) for troupe in own.state.troupes.values())
                ends = own.state.ending or most >= own.state.box.numbers.goal - 1
                assert ("give up" if ends else "cannot win") in str(use(each, each, worse=True))
                told[ends] += 1
    assert min(told[True], told[False]) > 0, told


def test_a_free_action_is_told_with_all_that_is_paid() -> None:
    """The price of the move is in its name: what is paid after it comes from what is then left.

    What is rolled may make what was to be won.
    """
    told = Counted[str]()
    for each in moved("rerolls", "raises", "lowers"):
        words, means = str(use(each, each)), each.move.words[-1]
        if "with" not in each.move.words:
            continue
        price = "1 melody" if means == "melody" else f"discarding {means}"
        if each.move.verb == "rerolls":
            rolled = words.startswith("rolled again")
            assert not rolled or words.startswith(f"rolled again ({price}), ")
            told["rolled"] += rolled
        for step in each.plan.actions if each.move.verb != "rerolls" else ():
            paid, hand = paid_for(each, step), each.after.troupes[each.view.viewer].hand.known
            said, turned = str(step_of(each, step)), each.turned in step.dice
            assert len(paid) == step.melodies + step.way.toll
            assert not {*paid} - {"melody", "?", *hand}
            assert not paid or str(price_in_words(paid)) in said
            assert ("(also " in said) == (bool(paid) and turned), said
            told["turned" if turned else "other"] += 1
        for other in others(each):
            if each.move.verb == "rerolls":
                assert totals(each, other) is None
    assert min(told["rolled"], told["turned"], told["other"]) > 2, told


def test_a_line_that_wins_the_same_is_told_by_when() -> None:
    """In a turn are two actions; those for what an audience lacks and for the audience count."""
    told = Counted[str]()
    for each in moved("performs", "uses", "raises", "lowers"):
        for other in others(each):
            if not each.alike(other):
                continue
            words = str(use(each, other, worse=True))
            turns = []
            for one in (each, other):
                left = one.after.actions if one.after.actor == one.view.viewer else 0
                steps, turn = len(one.steps_to(*one.wins)) + len(one.wins), 0
                while steps > left:
                    left, turn = left + 2, turn + 1
                turns.append(turn)
            said = "later" if turns[0] > turns[1] else "sooner" if turns[0] < turns[1] else "too"
            if {*each.view.state.done, each.view.viewer} == {*each.view.state.players}:
                said = "too"  # nobody else acts any more
            assert said in words, words
            told[said] += 1
    assert told["too"] > 2 and told["later"] + told["sooner"], told


def likelier(own: View[State], move: Event) -> bool:
    """Tell whether some other roll of no more dice serves its audience better, at each price."""
    rolled_for = onward(own, move).rolling.rolled_for
    assert rolled_for is not None
    card, can, _ = rolled_for
    found = list[tuple[float, ...]]()
    for each in (move, *(e for e in choices(own) if e.verb == "rerolls")):
        if len(each.words) <= len(move.words) and each.words[-1] == move.words[-1]:
            rolls, most = onward(own, each).rolling.rolls, onward(own, each).purse(card)
            found.append(tuple(rolls.odds(can, n) for n in range(most + 1)))
    return any(all(map(ge, odds, found[0])) and odds != found[0] for odds in found[1:])


def test_a_free_action_is_left_out_only_where_all_that_it_costs_is_lost() -> None:
    """What the best line takes is kept, and what is rolled for something."""
    told = Counted[str]()
    for own in seen():
        free = [move for move in choices(own) if move.verb in ("raises", "lowers", "rerolls")]
        if own.state.step is not Step.SHOW or own.state.duties:
            assert not any(wasted(own, move) for move in free)
            continue
        for move in Random(5).sample(free, min(4, len(free))):
            each, vain = onward(own, move), wasted(own, move)
            if vain and move in (later := each.still.plan.events):  # it can be done as well then
                assert not own.state.actions or later[0].verb in (
                    "performs",
                    "uses",
                    "hires",
                    "wins",
                )
                told["later"] += 1
                continue
            if move.verb == "rerolls":
                wanted = {*each.rolling.rolled_for[1]} if each.rolling.rolled_for else set()
                lies = bool(wanted & dice_make(own, own.viewer))
                idle = lies or chances(each) is None
                assert vain == idle or (vain and likelier(own, move)), move
                told["outdone"] += vain and not idle
            elif vain:
                to = LAST if own.state.ending else WORTHS
                spent = to.melody if move.words[-1] == "melody" else to.hand_card
                assert each.brings + spent <= each.still.brings
            told[f"{move.verb == 'rerolls'} {vain}"] += 1
    kinds = "True True", "True False", "False True", "outdone"
    assert min(told[kind] for kind in kinds) > 2, told


def test_of_two_bards_the_first_may_need_a_die_that_is_turned_before() -> None:
    own = placed("turned_to_use")
    uses = [move for move in choices(own) if move.verb == "uses"]
    assert not all(wasted(own, move) for move in uses)


def test_what_pays_for_a_free_action_surely_brings_less_than_what_pays_nothing() -> None:
    """A roll brings nothing for sure; a die that the best line turns anyhow can be turned later."""
    told = Counted[str]()
    for own in seen():
        moves = choices(own)
        if own.state.step is not Step.SHOW or own.state.duties or own.state.actor != own.viewer:
            continue
        rolls = [move for move in moves if move.verb == "rerolls" and "with" in move.words]
        few = [move for move in rolls if len(move.words) <= 4]  # one or two dice: they lose least
        for move in Random(1).sample(few, min(5, len(few))):
            assert sure(own, move) < onward(own, move).still.brings
            told["rolled"] += 1
        first = [move for move in onward(own, moves[0]).still.plan.events if move in moves]
        turned = [sure(own, move) for move in first if move.verb in ("raises", "lowers")]
        acts = [line for line in onward(own, moves[0]).still.plan.events if line.verb not in FREE]
        performed = [sure(own, move) for move in acts[:1] if move.verb == "performs"]
        if turned and performed:
            assert max(turned) < performed[0], first
            told["turned"] += 1
    assert told["rolled"] > 29 and told["turned"], told


def test_nothing_more_can_be_made_where_no_melody_makes_a_performance() -> None:
    """No dice, and no audience or bard is left that they could be used for."""
    told = Counted[bool]()
    for own in seen():
        moves = [move for move in choices(own) if move.verb == "passes"]
        if own.state.step is not Step.SHOW or own.state.duties or not moves:
            continue
        troupe = own.state.troupes[own.viewer]
        stage = tuple(replace(each, die=each.die or "B1") for each in troupe.stage)
        bare = own.state.troupe(own.viewer, stage=stage, hand=Bag())
        without = replace(own, state=replace(bare, audiences=(), top_audience=""))
        made = bool(dice_make(without, own.viewer, troupe.melodies))
        words = str(use(onward(without, moves[0]), onward(without, moves[0])))
        assert words.startswith("nothing more can be") != made, words
        told[made] += 1
    assert min(told[True], told[False]) > 0, told


def reach(dice: tuple[int, ...], melodies: int) -> set[int]:
    """Return what dice can come to in the encore with so many melodies, whatever is rolled."""
    found = {sum(dice)}
    if melodies:
        for at, n in enumerate(dice):
            for to in {*range(1, 7)}:  # a roll may show anything, and does what a turn does
                found |= (
                    reach((*dice[:at], to, *dice[at + 1 :]), melodies - 1) if to != n else set()
                )
        found |= {sum(roll) for roll in product(range(1, 7), repeat=len(dice))}
    return found


def test_the_encore_is_told_as_far_as_melodies_reach() -> None:
    """It is yours, or lost, only where no melody of anybody can change that. BB-10"""
    rng, told = Random(8), Counted[str]()
    own = seen()[0]
    viewer, rest = own.viewer, [player for player in own.state.players if player != own.viewer]
    for _ in range(60):
        state = replace(own.state, step=Step.MELODIES, duties=(), tops=(viewer, rest[0]))
        melodies = {viewer: rng.choice([1, 2]), rest[0]: rng.choice([0, 1])}
        for player in (viewer, rest[0]):
            dice = tuple(sorted(f"B{rng.choice('123456')}" for _ in range(rng.choice([1, 2]))))
            state = state.troupe(player, dice=dice, melodies=melodies[player])
        two = rng.random() < 0.5
        state = state.troupe(rest[0], audiences=("Clockmakers",) if two else ())
        done = {player for player in state.players if not melodies.get(player)}
        state = replace(state, done=frozenset(done), actor="")
        then = replace(own, state=state)
        moves = choices(then)
        for move in rng.sample(moves, min(2, len(moves))):
            mine = [int(die[1]) for die in state.troupes[viewer].dice]
            rolled = [int(word[1]) for word in move.words if word[1:].isdigit()]
            if move.verb == "rerolls":  # at least, and at most
                for n in rolled:
                    mine[mine.index(n)] = 1
            elif move.verb != "done":
                at = mine.index(int(move.words[0][1]))
                mine[at] += (1 + ("two" in move.words)) * (1 if move.verb == "raises" else -1)
            left = melodies[viewer] - 1 if move.verb != "done" else 0
            theirs = tuple(int(die[1]) for die in state.troupes[rest[0]].dice)
            ours = reach(tuple(mine), left)
            if move.verb == "rerolls":
                ours |= {sum(mine) + 5 * len(rolled)}
            others = reach(theirs, melodies[rest[0]])
            words = str(use(onward(then, move), onward(then, move)))
            assert ("is yours" in words) == (sum(mine) > max(others)), words
            raised = min(6, min(theirs) + (1 + two) * melodies[rest[0]])
            theirs_surely = sum(theirs) - min(theirs) + raised
            lost = sum(mine) <= max(others) and max(ours) < theirs_surely
            assert ("is lost" in words) == lost, words
            assert str(max(ours)) in words or "is yours" in words
            told[words.split()[-1] if "encore" in words else "open"] += 1
    assert min(told["lost"], told["open"], told["most"]) > 3, told


def test_points_are_told_where_all_that_makes_them_is_named() -> None:
    """A line is told to end the game; what it performs beside its wins has to stand there."""
    told = Counted[bool]()
    for each in moved("performs", "uses", "raises", "lowers", "done"):
        state, viewer = each.after, each.view.viewer
        last = replace(each, after=each.after.troupe(viewer, audiences=(*state.audiences,) * 2))
        columns = [step for step in last.plan.steps if isinstance(step, Column)]
        more = [step for step in columns if step.verb == "performs"]
        beside = [step for step in more if step not in last.course.steps]
        if not any(step.verb == "hires" for step in columns):
            gives = any(step.way.performances for step in last.plan.steps)
            said = str(totals(last, last))
            assert gives or ("at least" in said or said == "None") == bool(beside or last.rolled)
            assert all(str(made_of(last, e)) in str(goal(last)) for e in last.course.actions)
            told[bool(beside)] += 1
            contested = [
                card
                for card, turns in last.turns.items()
                if turns and [*first_for(last.view.state, last.after, viewer, card, turns)]
            ]
            assert said == "None" or all(card in said for card in contested)
    assert min(told[True], told[False]) > 0, told


def test_nothing_is_called_as_good_that_costs_more_for_nothing() -> None:
    """It pays for a free action or passes, and the other one does not; never both are so.

    What can be turned later may be as good.
    """
    told = Counted[str]()
    free = moved("raises", "lowers", "rerolls", "uses", "performs")
    for each in (*moved("passes"), *free):
        firsts = (line for line in each.still.plan.events[:1] if line in choices(each.view))
        for other in (*others(each), *(onward(each.view, line) for line in firsts)):
            if each.move.verb in ("raises", "lowers") and each.move in other.plan.events:
                assert not outweighed(each, other) or each.wins
            if not outweighed(each, other):
                continue
            assert not outweighed(other, each) and each.brings < other.brings
            if each.move.verb in ("raises", "lowers", "rerolls"):
                assert "with" in each.move.words
                lies = each.rolling.rolled_for and each.rolling.rolled_for[2] <= 1
                assert each.needless or each.alike(other) or lies or chances(each) is None
            elif each.move.verb == "passes":
                assert each.still.plan.steps and other.move.verb != "passes"
            told[each.move.verb] += 1
    assert told["passes"] and told["rerolls"], told


def test_an_audience_that_lets_others_win_the_game_brings_less_than_a_roll() -> None:
    own = placed("four_melodies")
    (roll,) = [m for m in choices(own) if m.words == ("O6", "P6", "R2", "R6", "with", "melody")]
    ends = [m for m in choices(own) if m.words[:1] == ("Choirboys",)]
    assert ends and all(sure(own, move) < onward(own, roll).brings for move in ends)


def test_of_moves_that_change_nothing_in_a_lost_game_points_are_told() -> None:
    own = placed("lost_by_points")
    other, *_, best = choices(own)
    assert best.verb == "done"
    differs = Contrast(best, say("done"), 0.0, 0.1, True)
    told = re.fullmatch(
        r"even by the best plan, .*, you end with 14 points: 6 short of Cy now",
        str(reason(own, other, differs)),
    )
    assert told and str(scored(onward(own, other))) in told[0]
    shown = reason(own, best, replace(differs, against=other, best=True))
    assert shown and [*map(str, shown.setting)] == ["now you have 11 points, against 20 of Cy"]


def test_what_can_wait_is_told_for_the_next_turn() -> None:
    own = placed("whole_line")
    done = next(move for move in choices(own) if move.verb == "done")
    turned = [move for move in choices(own) if move.words == ("O3", "with", "Illusionist")]
    lowers = next(move for move in turned if move.verb == "lowers")
    words = str(use(onward(own, done), onward(own, lowers)))
    assert words == "next turn R1 on Singer for a die R"


def test_what_a_bard_brings_is_told_once() -> None:
    for each in moved("passes", "performs", "done"):
        for step in each.plan.actions:
            if step.verb == "uses" and step.way.melodies:
                assert str(step_of(each, step)).count("a melody") == step.way.melodies


def test_a_die_is_told_by_what_it_may_make_where_a_win_needs_none() -> None:
    own = placed("die_for_another")
    uses = [move for move in choices(own) if move.words == ("Musician", "with", "R1")]
    words = str(reason(own, *uses, differs_from(own, *uses)))
    assert "the dice make O for Miners (6 points) in 17 of 100 rolls, in 50 with 1 melody" in words
    assert "you can win Taverners (3 points) in your next turn" in words


def differs_from(own: View[State], move: Event) -> Contrast:
    """Return how a move differs from the last one, tried in a few worlds."""
    differs = contrast(own, move, choices(own)[-1], worlds=24)
    assert differs is not None
    return differs


def test_the_best_move_is_told_by_what_is_won_after_it() -> None:
    """The losing rows lose that; a plan for something else would not tell what they lose."""
    told = 0
    for each in moved("performs", "uses"):
        state, viewer = each.after, each.view.viewer
        others = [card for card in in_sight(state) if card not in each.wins]
        for card in others if each.wins and not state.ending else ():
            won = Does(viewer, True, Deed.WINS, card)
            sides = {won: (1.0, 0.0)}
            other = next(move for move in choices(each.view) if move != each.move)
            against = Contrast(other, say(""), 0.1, 0.0, False, (), sides=sides, best=True)
            words = str(reason(each.view, each.move, against))
            able = {*each.without(*(one for one in in_sight(state) if one != card)).wins}
            if able and re.match(r"you can win", words):
                assert words.startswith(f"you can win {card} "), words
                told += 1
    assert told > 2
