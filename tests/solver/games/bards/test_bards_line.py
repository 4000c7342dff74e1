"""The line after a move at Battle of the Bards: played by the rules, in positions of games."""

from __future__ import annotations

import re
from collections import Counter as Counted
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from aparte.models.bards import State, Step
from aparte.models.bards.rounds import _bare, _to_encore, points
from aparte.models.core import complete
from aparte.solver.engine.count import Counter
from aparte.solver.games.bards.columns import Column
from aparte.solver.games.bards.lines import Plan
from aparte.solver.games.bards.onward import STILL, Onward, onward, settled
from aparte.solver.games.bards.order import Win
from aparte.solver.games.bards.outlook import FREE
from aparte.solver.games.bards.phrases import goal, icons, made_of, price, timed
from aparte.solver.games.bards.purposes import bill, drawn_from, use
from aparte.solver.games.bards.reasons import totals
from aparte.solver.play.coach import choices
from tests.bards_tables import after, show

from .bards_told import lacks, moved, others, placed, plainly, seen, without


def test_no_performance_is_promised_of_which_no_token_is_left() -> None:
    """Neither by the bard who is used, nor by one in the line after it. BB-13"""
    told = Counted[str]()
    for each in moved("uses"):
        for colour in re.findall(
            r"performance ([BPRO])", str(icons(each, each.move.words[0], each.view.state))
        ):
            none_left = without(each.view.state, each.view.viewer, colour)
            assert f"performance {colour}" not in str(icons(each, each.move.words[0], none_left))
            told["uses"] += 1
        for colour in {c for step in each.plan.actions for c in step.way.performances}:
            then = without(each.view.state, each.view.viewer, colour)
            plan = onward(replace(each.view, state=then), STILL).plan
            assert all(colour not in step.way.performances for step in plan.actions)
            told["line"] += 1
    assert min(told["uses"], told["line"]) > 2, told


def test_points_are_those_of_cards_and_performances() -> None:
    """The line is played by the rules, and counted by the rulebook."""

    def counted(state: State, player: str) -> int:
        cards, troupe = state.box.cards, state.troupes[player]
        audiences = sum(cards.audiences[card].points for card in troupe.audiences)
        bards = [*troupe.hand.known, *troupe.face_down, *troupe.discard]
        bards += [each.card for each in troupe.stage]
        owned = Counted(troupe.cards)
        veterans = sum(cards.bards[card].points * n for card, n in owned.items() if card in bards)
        return audiences + veterans + state.leftovers * len(troupe.performances)

    held = Counted[str]()
    for each in moved("performs", "raises", "lowers", "wins", "hires", "passes", "done"):
        plan, viewer = each.plan, each.view.viewer
        if any(step.verb == "uses" for step in plan.actions):
            continue
        won = each.after.troupes[viewer].audiences + each.after.audiences * 2
        last = replace(each, after=each.after.troupe(viewer, audiences=won))
        told = str(totals(last, last))
        found = re.search(
            r"end with( at least)? (\d+) points?(?: \((\d+) if \w+ wins ([^)]*) first\))?", told
        )
        lost = re.split(", | and ", found[4]) if found and found[4] else []
        for gone in ([], lost) if lost else ([],):  # others may win these first
            state = last.after
            for line in plan.events:
                if "?" in line.words:
                    break
                if line.words[0] in gone:
                    continue
                acting = replace(state, actor=viewer, actions=9)
                state, _ = settled(each.view.game.apply(acting, line), viewer)
            else:
                n = counted(state, viewer)
                assert gone or n == last.points()
                least = found and int(found[3] if gone else found[2])
                assert not found or (n >= least if found[1] else n == least), told
                held["without" if gone else "with"] += 1
        best = {player: counted(each.after, player) for player in last.others}
        most = max(n + 4 * (player in last.rollers) for player, n in best.items())
        against = f"against {max(best.values())} of"
        assert against in told or (last.alone and f"more than {most}, the encore" in told)
    assert held["with"] > 9 and held["without"], held


def played(each: Onward, plan: Plan, rng: Random) -> tuple[State, int, int]:
    """Return the state after a plan that the referee accepts, the turns it took, and those paid.

    Of dice that come nothing is kept; those that are given away are none that the plan needs.
    """
    game, viewer, state, turns, paid = each.view.game, each.view.viewer, each.after, 0, 0
    lines = [*plan.events]
    while lines:
        line, goes_on = lines.pop(0), bool(state.duties)
        if state.actor != viewer or not (state.actions or goes_on or line.verb in FREE):
            state, turns = replace(state, actor=viewer, actions=2), turns + 1
        state = game.apply(state, line)
        paid += line.verb in ("raises", "lowers") and "with" in line.words
        while state.duties and not (lines and lines[0].verb == state.duties[0].verb):
            coming = game.turn(state)
            if isinstance(coming, tuple):
                needed = {word for each in lines for word in each.words}
                spare = [line for line in coming if not needed & {*line.words}]
                state = game.apply(state, (spare or coming)[0])
            else:
                state = game.apply(state, coming.sample(rng))
    return state, turns, paid


def carried_out(each: Onward, plan: Plan, rng: Random) -> tuple[int, int]:
    """Return in how many turns the referee accepts a plan after a move, and how many are paid."""
    return played(each, plan, rng)[1:]


def test_what_a_line_leaves_is_there_when_it_has_been_played() -> None:
    """Dice on bards come back, and dice that come are counted, whatever they show. BB-9"""
    told, rng = Counted[str](), Random(4)
    for each in moved("performs", "uses", "raises", "lowers", "done", "wins", "hires"):
        if each.owed or each.rolled or any("?" in line.words for line in each.plan.events):
            continue
        troupe = played(each, each.plan, rng)[0].troupes[each.view.viewer]
        dice = len((*troupe.dice, *(die for one in troupe.stage for die in one.dice)))
        assert each.leaves["dice"] == dice, each.plan.steps
        assert each.leaves["melody"] == troupe.melodies, each.plan.steps
        for colour in "BPRO":
            assert each.leaves[colour] == troupe.performances.count(colour), each.plan.steps
        for other in others(each):
            words = str(bill(each, other))
            gone = re.match(r"you do without (.*) \((\d+) points?\)", words)
            if gone is not None:
                names = {*re.split(", | and ", gone[1])}
                assert names == {*other.taken} - {*each.taken}
                assert int(gone[2]) > each.cards.points({*each.taken} - {*other.taken})
                told["gone"] += 1
            less = other.leaves["dice"] - each.leaves["dice"]
            told["dice"] += (
                m := re.search(r"leaves you (?:[^,]*?)(\d+) di[ce]", words)
            ) is not None
            assert not m or int(m[1]) == less, words
    assert told["dice"] > 2 and told["gone"] > 2, told


def test_what_is_told_of_a_turn_the_referee_accepts_in_it_for_that_price() -> None:
    """The steps that are told, and no others of the line: by the rules, two actions a turn."""
    told, rng = Counted[str](), Random(4)
    own = placed("three_actions")
    turned = [move for move in choices(own) if move.words == ("R2", "with", "melody")]
    for each in (
        *(onward(own, move) for move in turned),
        *moved("performs", "uses", "raises", "lowers", "done", "wins"),
    ):
        said = str(timed(each)) if each.wins else ""
        when = re.search(r"(now|in your next turn|in (\d) turns)$", said)
        if when is None or any("?" in line.words for line in each.course.events):
            continue
        paid = carried_out(each, each.course, rng)[1]
        by_turn, words = each.by_turn(each.course.steps), str(goal(each))
        assert max(by_turn) == {"now": 0, "in your next turn": 1}.get(when[1], int(when[2] or 0))
        done: tuple[Column | Win, ...] = ()
        for turn, steps in by_turn.items():  # some are won before the others
            done += (*steps,)
            assert carried_out(each, replace(each.course, steps=done), rng)[0] <= turn
        acts = each.course.actions
        assert all(str(made_of(each, step)) in words for step in acts)
        soon = [step for step in by_turn.get(1, ()) if isinstance(step, Column)]
        told["split"] += bool(soon) and f"next turn {made_of(each, soon[0])}" in words
        spent = [some for step, some in each.course.paid if isinstance(step, Column)]
        assert sum(map(len, spent)) + sum(step.way.toll for step in acts) == paid, words
        assert all(str(price(some)) in words for some in spent if some), words
        told[when[1]] += 1
    shown = ("now", "in your next turn", "in 2 turns", "split")
    assert min(told[each] for each in shown) > 2, told


def test_a_die_that_is_turned_for_a_hire_is_told_beside_what_the_line_wins() -> None:
    own = placed("turned_to_hire")
    turned = [onward(own, move) for move in choices(own) if move.verb == "raises"]
    told = (
        "now B4 R5 P6 as B, Beekeepers (5 points) with B O O, "
        "next turn hiring Lutrin (1 point) with O3 R3"
    )
    assert any(plainly(each).startswith(told) for each in turned)


def test_an_action_that_a_bard_gives_counts_in_the_turn() -> None:
    """With no card in hand it waits for another win, or for a card that is drawn. BB-7, BB-14"""
    own = placed("top_without_hand")
    (bourree,) = [move for move in choices(own) if move.words == ("Bourree", "with", "P4")]
    assert str(timed(onward(own, bourree))) == "Beekeepers (5 points) now"  # by the action it gives


@pytest.mark.parametrize("left", [0, 1])
def test_what_is_sure_to_come_is_in_the_supply(left: int) -> None:
    """BB-13: Roadie looks at a card, then brings a melody if one is left."""
    state = show({"dice": "B3", "stage": "Roadie", "deck": "Dancer"}, {"melodies": 16 - left})
    sure, _ = settled(after(state, "Ana uses Roadie with B3"), "Ana")
    assert sure.troupes["Ana"].melodies == left


def test_no_die_is_planned_with_that_is_still_to_be_given() -> None:
    """BB-5: who keeps the only die that came by stealing has to discard it next."""
    own = placed("die_to_give")
    kept = onward(own, next(move for move in choices(own) if move.verb == "keeps"))
    state = kept.view.game.apply(own.state, kept.move)
    while state.actor == own.viewer and state.duties[0].verb != "discards":
        state = own.game.apply(state, own.game.turn(state)[0])
    assert [*state.troupes[own.viewer].dice] == ["P3"] and not kept.plan.steps


def test_a_bard_is_named_with_the_dice_that_it_costs() -> None:
    """Not with those that it gives away or discards."""
    named = 0
    for each in moved("performs", "uses", "raises"):
        for dice, card in re.findall(r"((?:[BPRO]\d )+)on (\w+)", plainly(each)):
            cards = each.after.box.cards
            bard = cards.bards[each.after.newest if card in cards.posters else card]
            assert bard.cost is not None and len(dice.split()) == bard.cost.dice
            named += 1
    assert named > 5


def tried(each: Onward, actions: int) -> Iterator[Counted[str]]:
    """Yield what a player has after so many actions or fewer: three dice as they lie for each."""
    found, viewer = [each.after], each.view.viewer
    for _ in range(actions + 1):
        yield from (Counted(state.troupes[viewer].performances) for state in found)
        more = dict[str, State]()
        for state in found:
            acting = replace(state, actor=viewer, actions=9, duties=())
            for line in each.view.game.turn(acting):
                if line.verb == "performs":
                    made = each.view.game.apply(acting, line)
                    more[repr(made.troupes[viewer])] = made
        found = [*more.values()]


def test_what_is_told_to_come_late_cannot_be_had_by_any_action() -> None:
    """Tried in all ways by the rules, with dice as they lie. BB-3, BB-4"""
    told = Counted[str]()
    for each in moved("performs", "uses", "wins", "raises", "lowers"):
        asks, numbers = each.after.box.cards.audiences, each.after.box.numbers
        for other in (each.still, *others(each)):
            claims = list[tuple[str, list[str], int]]()
            if each.alike(other) and "a turn later" in str(use(each, other, worse=True)):
                claims.append(("late", [*each.wins], other.turns_to_win))
            for claim, cards, turns in claims:
                left = each.actions + turns * numbers.actions - len(cards)
                asked = Counted(icon for card in cards for icon in asks[card].asks)
                blanks = asked.pop("any", 0)
                unpaid = each.after.top_audience in cards and not len(each.then.hand)  # BB-7
                for had in tried(each, -1 if unpaid else left):
                    assert asked - had or had.total() < asked.total() + blanks, each.move
                told[claim] += 1
    assert told["late"], told


def test_no_audience_can_be_won_sooner_than_at_the_soonest() -> None:
    """Tried in all ways by the rules, with dice as they lie; else each action makes one. BB-3"""
    of, told = r"(\w+) \(\d+ points?\), which still lacks .*, and can be won in ", Counted[int]()
    soon = re.compile(of + r"(?:(this)|(your next)|(\d)) turns? at the soonest")
    for each in moved("performs", "uses"):
        if (said := soon.match(plainly(each).split("; ")[-1].partition(" for ")[2])) is None:
            continue
        turns, card = int(said[4] or not said[2]), said[1]
        left = each.actions + (turns - 1) * each.after.box.numbers.actions - 1
        for had in tried(each, left) if left >= 0 else ():
            assert lacks(each.view, card, had), said[0]
        most = lacks(each.view, card, Counted(each.then.performances)).total() + 1
        assert turns <= -(-(most - each.actions) // 2), said[0]
        told[turns] += 1
    assert told[1] > 2 and told[2], told


def test_the_next_turn_is_the_soonest_also_where_nobody_else_acts() -> None:
    told = 0
    for some in moved("done"):
        passed = replace(some.view.state, done=frozenset(some.others))
        each = onward(replace(some.view, state=passed), some.move)
        for card in each.after.audiences if each.actions else ():
            needs = lacks(each.view, card, Counted(each.then.performances)).total() + 1
            assert each.soonest(card) <= -(-needs // 2)
            assert "action" in {*map(str, each.plan.position.lasting)} or each.soonest(card) > 0
            told += 1
    assert told


def test_when_an_audience_can_be_won_is_told_by_the_actions_that_it_takes() -> None:
    """The line is played turn by turn, with two actions in each: what makes it, and the win."""
    told = Counted[str]()
    for each in moved("performs", "uses", "raises", "lowers", "done"):
        said = re.search(r"(now|in your next turn|in (\d) turns)(?:: |$)", str(goal(each)))
        if said is None or not each.wins:
            continue
        steps = len(each.steps_to(*each.wins)) + len(each.wins)
        acting = each.after.actor == each.view.viewer
        turns, left = 0, each.after.actions if acting else 0
        while left < steps:
            turns, left = turns + 1, left + each.after.box.numbers.actions
        assert turns == {"now": 0, "in your next turn": 1}.get(said[1], int(said[2] or 0))
        told[said[1]] += 1
    assert told["now"] and told["in your next turn"], told


def test_no_melody_is_promised_where_all_are_out() -> None:
    """BB-13"""
    told = 0
    for each in moved("uses"):
        state, viewer, card = each.view.state, each.view.viewer, each.move.words[0]
        missing = state.box.numbers.supply["melodies"] - state.melodies_out
        own = state.troupes[viewer]
        troupe = replace(own, melodies=own.melodies + missing)
        out = replace(state, troupes={**state.troupes, viewer: troupe})
        assert "gain a melody" not in str(icons(each, card, out))
        told += "gain a melody" in str(icons(each, card, state))
    assert told


def test_no_die_is_turned_to_what_another_one_shows() -> None:
    """Not even where all melodies are out, so that one that is spent comes back. BB-13"""
    told = 0
    for own in seen():
        state, other = own.state, min({*own.state.players} - {own.viewer})
        if state.step is not Step.SHOW or state.duties or state.actor != own.viewer:
            continue
        out = state.troupes[other].melodies + state.box.numbers.supply["melodies"]
        full = state.troupe(other, melodies=out - state.melodies_out)
        each = onward(replace(own, state=full), STILL)
        used = Counted(die for step in each.plan.actions for die in step.dice)
        free = Counted(each.then.dice) - used
        for step in each.plan.actions:
            assert not (Counted(step.turned) - Counted(step.dice)) & free, each.plan.steps
            told += bool(step.melodies and step.verb == "uses")
    assert told > 2, told


def test_a_turn_is_told_with_the_actions_that_it_has() -> None:
    """What is told of the next turn, or up to that of the win, is no more than can be done. BB-3"""
    told = 0
    for each in moved("done", "raises", "performs", "uses"):
        state, said = each.after, str(goal(each))
        steps = sum(str(made_of(each, step)) in said for step in each.plan.actions)
        left = state.actions if state.actor == each.view.viewer else 0
        turns = each.turns_to_win or (0 if left else 1)
        if each.wins:
            assert steps + len(each.wins) <= left + turns * state.box.numbers.actions, said
            told += 1
    assert told, told


def test_a_performance_by_a_lent_power_names_who_lends_it() -> None:
    told = 0
    for each in moved("uses", "done", "performs"):
        for step in each.plan.steps:
            if isinstance(step, Column) and step.verb == "performs" and step.needs:
                words = str(made_of(each, step))
                by = words.split(" by ")[1].split(", ") if " by " in words else []
                cards = each.after.box.cards
                lent = {
                    str(power)
                    for card in by
                    for power in (
                        cards.audiences[card].powers
                        if card in cards.audiences
                        else cards.bards[card].supports
                    )
                }
                lasting = each.plan.position.lasting
                needs = {power for power in step.needs if not power.startswith("echo")}
                assert needs <= lent | {*lasting}, words  # an echo makes no performance possible
                told += 1
    assert told


def test_the_next_hand_is_what_is_drawn() -> None:
    """What is kept is in it, and so many cards of what is told; a card comes back or not. BB-9"""
    told, rng = Counted[str](), Random(6)
    for own in (each for each in seen() if each.state.step is Step.LEAVE):
        world = Counter(own.game.model.hidden(own)).world(0)
        for move in choices(own):
            each = onward(own, move)
            words, pool = plainly(each), str(drawn_from(each)).split(": ")[-1]
            known = Counted({e: int(k or 1) for k, e in re.findall(r"(\d )?(\w+)", pool)})
            state = own.game.apply(complete(own, world).state, move)
            kept = Counted(state.troupes[own.viewer].hand.known)
            while own.viewer in state.troupes and state.step is not Step.STAGE:
                coming = own.game.turn(state)
                event = coming[0] if isinstance(coming, tuple) else coming.sample(rng)
                state = own.game.apply(state, event)
            troupe = state.troupes[own.viewer]
            hand = Counted(troupe.hand.known)
            n = int(re.search(r"you draw (\d) card", words)[1])  # type: ignore[index]
            assert not hand or (hand.total() - kept.total() == n and not kept - hand), words
            again = Counted(move.words) if "may come again" in words else Counted[str]()
            if str(drawn_from(each)).startswith("you draw from your deck"):
                assert hand - kept <= known + again, words
            never = "never comes back" in words
            assert never == (move.verb == "trashes"), words
            if hand and "comes back when" in words:
                assert move.words[0] in troupe.discard, words
            told[move.verb] += 1
    assert len(told) == 3, told


def test_a_card_is_told_by_what_it_is_hired_for_or_leaves_to_be_drawn() -> None:
    """Of a deck all is known to its own seat but the order. BB-5, BB-6, BB-9"""
    told = Counted[str]()
    for own in (each for each in seen() if each.state.step is Step.SHOW):
        troupe, bards = own.state.troupes[own.viewer], own.state.box.cards.bards
        for move in choices(own):
            if move.verb not in ("hires", "returns", "trashes"):
                continue
            words, card = plainly(onward(own, move)), (*move.words, troupe.top)[0]
            if move.verb == "hires":
                dies = "a die in your encore" in words
                assert words.startswith(f"{bards[card].points} point")
                assert dies == (bards[card].colour in troupe.encore.known[0])
            elif move.verb == "returns":
                assert words.startswith(f"you draw {card} next")
            else:
                deck = Counted(troupe.face_down) - Counted([*troupe.hand.known, card])
                shown = (f"{n} {e}" if n > 1 else e for e, n in sorted(deck.items()))
                drawn = f"one of {', '.join(shown)}" if len(deck) > 1 else min(deck)
                assert f"you draw {drawn} next" in words
            told[move.verb] += 1
    assert len(told) == 3, told


def test_nothing_is_told_to_fit_only_where_no_bard_can_be_used_and_nothing_be_made() -> None:
    told = 0
    for own in seen():
        moves = choices(own) if own.state.step is Step.SHOW and not own.state.duties else ()
        for move in (each for each in moves if each.verb in ("passes", "done")):
            words = plainly(onward(own, move))
            if "nothing more can be made" in words or "no performance, and nothing for" in words:
                assert not {each.verb for each in moves} & {"performs", "uses"}, words
                told += 1
    assert told


def test_who_can_have_a_die_in_the_encore_is_told_by_what_all_see() -> None:
    """Only who owns a veteran or has that power rolls, whatever the cards say. BB-10"""
    told, rng = Counted[str](), Random(6)
    for each in moved("performs", "done", "wins", "uses"):
        pairs = {player: rng.choice(each.cards.encores) for player in each.after.players}
        rolled = _to_encore(replace(_bare(each.after), pairs=pairs))
        assert {e for e in each.others if rolled.troupes[e].dice} <= {*each.rollers}
        miners = tuple(card for card in each.cards.audiences if each.in_encore(card))
        ends = each.after.troupe(each.view.viewer, audiences=miners * 4)
        n = points(ends.box, ends, each.view.viewer)
        for player, die in product(each.others, ((), miners)):
            state = ends.troupe(player, audiences=die, performances=("R",) * n)
            last = replace(each, after=state)
            words = str(totals(last, last))
            assert not die or player in last.rollers
            assert last.rollers or not ("winner" in words or "you have no die" in words), words
            told["open" if "winner" in words else "other"] += 1
    assert told["open"] and told["other"], told


def test_what_another_line_pays_is_told_with_what_it_keeps() -> None:
    own = placed("spent_early")
    best, early = (
        onward(own, next(move for move in choices(own) if move.words == tuple(words.split())))
        for words in ("O1 R2 P3 as O", "R6 with melody")
    )
    assert str(use(early, best, worse=True)) == "Cartographers (6 points) in your next turn, too"
    assert str(bill(early, best)) == "it leaves you 1 melody less, but 1 die more"
    assert bill(best, early) is None


def test_moves_of_one_plan_come_to_the_same_in_any_order() -> None:
    """Played by the rules, each with its own line after it."""
    own, rng, told = placed("any_order"), Random(5), 0
    every = [onward(own, move) for move in choices(own) if move.verb not in ("rerolls", "passes")]
    for lines in product(every, every):
        if str(use(*lines, worse=True)).startswith("the same plan in another order"):
            assert lines[0].points() == lines[1].points()
            paid = {carried_out(e, e.plan, rng)[1] + bool(e.cost) for e in lines}
            assert len(paid) == 1 or "melod" in f"{bill(*lines)} {bill(*lines[::-1])}"
            used = [{die for step in e.plan.actions for die in step.dice} for e in lines]
            assert all(e.turned in {"", *dice} for e, dice in zip(lines, used, strict=True))
            told += 1
    assert told
