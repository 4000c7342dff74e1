"""What moves are for, at Battle of the Bards: held to the rules, in positions of games played."""

from __future__ import annotations

import itertools
import re
from collections import Counter as Counted
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from aparte.models.bag import Bag
from aparte.models.bards import State, Step
from aparte.models.bards.abilities import has, performances_left
from aparte.models.bards.cards import Cost
from aparte.models.bards.dice import faces
from aparte.models.core import Event, View, complete, view
from aparte.models.record import read
from aparte.models.words import say
from aparte.solver.engine.count import Counter
from aparte.solver.games.bards.coach import _lost, _settled
from aparte.solver.games.bards.columns import Column
from aparte.solver.games.bards.lines import Plan
from aparte.solver.games.bards.onward import STILL, Onward, _onward, onward, settled
from aparte.solver.games.bards.order import Win
from aparte.solver.games.bards.outlook import FREE
from aparte.solver.games.bards.phrases import (
    chances,
    goal,
    icons,
    leaves,
    made_of,
    step_of,
    timed,
)
from aparte.solver.games.bards.reasons import (
    _ending,
    _race,
    outweighed,
    price_of,
    reason,
    sure,
    totals,
    use,
    wasted,
)
from aparte.solver.games.bards.rivals import first_for, first_in_words, safe, thief
from aparte.solver.games.bards.rolls import Rolls
from aparte.solver.games.bards.worth import LAST, WORTHS, in_sight
from aparte.solver.play.advising import contrast
from aparte.solver.play.coach import choices
from aparte.solver.play.contrast import Contrast
from tests.bards_tables import after, show
from tests.reasons import played_positions

FOUND = cache(_onward.__wrapped__)


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find what can be made of a move of these positions once for all tests."""
    monkeypatch.setattr("aparte.solver.games.bards.onward._onward", FOUND)


@cache
def seen() -> tuple[View[State], ...]:
    some = (itertools.islice(played_positions("bards", 41, number), 20) for number in range(3))
    return tuple(own for each in some for own in each)


def placed(name: str) -> View[State]:
    """Return a position where reasons were judged by people."""
    return read((Path(__file__).parent / "told" / f"{name}.rec").read_text("utf-8"))


def moved(*verbs: str) -> Iterator[Onward]:
    """Yield some moves of these verbs, with what the rest of the round makes of them."""
    rng = Random(1)
    for own in seen():
        moves = [move for move in choices(own) if move.verb in verbs]
        if own.state.step is Step.SHOW and not own.state.duties:
            yield from (onward(own, move) for move in rng.sample(moves, min(2, len(moves))))


def plainly(own: Onward) -> str:
    """Return what the move is for, when nothing that was measured stands beside it."""
    return str(use(own, own))


def lacks(own: View[State], card: str, has: Counted[str]) -> Counted[str]:
    """Return what an audience asks for beyond these performances, by the rulebook alone."""
    asks = Counted(own.state.box.cards.audiences[card].asks)
    over = sum((has - asks).values())
    left = Counted({colour: n for colour, n in (asks - has).items() if colour != "any"})
    left["*"] = max(0, asks["any"] - over)
    return +left


def shown_as(left: Counted[str]) -> str:
    """Return performances that lack as people are told them."""
    colours = " ".join(sorted((left - Counted({"*": left["*"]})).elements(), key="BPRO".index))
    return " and ".join(filter(None, [colours, f"{left['*']} of any colour" if left["*"] else ""]))


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
            assert shown_as(left) == told.split("still lacks ")[1], told
        else:
            assert left and "then" in told
    assert min(said.values()) > 3, said


def dice_make(own: View[State], player: str, melodies: int = 0) -> set[str]:
    """Return the colours that three dice of a player make, by the rulebook alone.

    Each of the `melodies` turns a die by one.
    """
    troupe, cards = own.state.troupes[player], own.state.box.cards
    powers = {str(power) for card in troupe.audiences for power in cards.audiences[card].powers}
    turned = (each.card for each in troupe.stage if each.turned)
    powers |= {str(power) for card in turned for power in cards.bards[card].supports}
    rows = [(1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 6)]
    rows += [(5, 6, 1), (6, 1, 2)] if "circle" in powers else []
    found = set[str]()
    for three in itertools.permutations((die for die in troupe.dice if len(die) > 1), 3):
        for row in rows:
            away = [abs(int(die[1]) - n) for die, n in zip(three, row, strict=True)]
            cost = sum((n + 1) // 2 if "swing" in powers else n for n in away)
            if cost <= melodies:
                colours = Counted(die[0] for die in three)
                most = max(colours.values())
                found |= {c for c, n in colours.items() if n == most or "blend" in powers}
    return found


def bards_make(own: View[State], player: str) -> set[str]:
    """Return what performances an unused bard of a player gives first, melodies turning a die."""
    state, troupe, found = own.state, own.state.troupes[player], set[str]()
    bards = state.box.cards.bards
    for each in troupe.stage:
        bard = bards[state.newest if each.card in state.box.cards.posters else each.card]
        first = bard.icons[0]
        if each.die or first.kind != "performance":
            continue
        sign, pips = re.match(r"(\D*)(\d)", str(bard.cost)).groups()  # type: ignore[union-attr]
        meets = {">=": int.__ge__, "<=": int.__le__, "=": int.__eq__}[
            sign.replace("≥", ">=").replace("≤", "<=")
        ]
        for die in (int(die[1]) for die in troupe.dice if len(die) > 1):
            near = [n for n in range(1, 7) if abs(n - die) <= troupe.melodies]
            if any(meets(n, int(pips)) for n in near):
                gains = itertools.takewhile(lambda icon: icon.kind == "performance", bard.icons)
                found.add(" ".join(icon.colour for icon in gains))
    return found


def test_who_may_come_first_can_by_the_rulebook() -> None:
    """They have not passed; they have all performances, or all but one that their dice make."""
    told = Counted[str]()
    for each in moved("performs", "uses", "raises", "lowers", "wins", "done"):
        for card in each.taken:
            if card not in each.after.box.cards.audiences:
                continue
            for player, made in first_for(each.view.state, each.after, each.view.viewer, card):
                told_so = str(first_in_words(player, card, made))
                if made:
                    assert told_so == f"{player} can make {' '.join(made)} and win {card} first"
                else:
                    assert told_so == f"{player} can pay for {card} first"
                troupe = each.view.state.troupes[player]
                assert player not in each.view.state.done and player != each.view.viewer
                missing = lacks(each.view, card, Counted(troupe.performances))
                if made:
                    has = Counted([*troupe.performances, *made])
                    assert missing and not lacks(each.view, card, has)
                    by_dice = dice_make(each.view, player, troupe.melodies)
                    assert " ".join(made) in by_dice | bards_make(each.view, player)
                else:
                    assert not missing
                assert card != each.view.state.top_audience or len(troupe.hand)
                told["makes" if made else "pays"] += 1
    assert min(told["makes"], told["pays"]) > 3, told


def test_several_performances_are_made_of_dice_that_are_used_once() -> None:
    """In two turns three actions make what is lacking: tried over all pairs of three dice. BB-4"""
    rng, own, told = Random(3), seen()[0], Counted[bool]()

    def cost(three: tuple[str, ...]) -> int:
        shown = sorted(int(die[1]) for die in three)
        return min(sum(abs(n - low - i) for i, n in enumerate(shown)) for low in range(1, 5))

    for _ in range(60):
        dice = tuple(f"{rng.choice('BP')}{rng.randint(1, 6)}" for _ in range(6))
        lacked, melodies = ["P", rng.choice(["P", "B", "*"])], rng.choice([0, 1, 2])
        state = own.state.troupe(own.viewer, audiences=(), dice=dice)
        made = Rolls(state, own.viewer, dice, ()).all_of(dice, lacked, melodies)
        pairs = [
            (three, tuple(dice[i] for i in range(6) if i not in at))
            for at in itertools.combinations(range(6), 3)
            for three in [tuple(dice[i] for i in at)]
        ]
        able = any(
            cost(one) + cost(two) <= melodies
            and all(
                each == "*" or sum(die[0] == each for die in three) >= 2
                for each, three in zip(lacked, (one, two), strict=True)
            )
            for one, two in pairs
        )
        assert (made is not None) == able, (dice, lacked, melodies)
        told[able] += 1
    assert min(told[True], told[False]) > 5, told


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


def test_nobody_can_make_a_performance_of_which_no_token_is_left() -> None:
    """Neither others, whether the move is made or not, nor the viewer by a roll. BB-4, BB-13"""
    told = Counted[str]()
    for each in moved("performs", "uses", "raises", "lowers", "wins", "done", "rerolls"):
        viewer = each.view.viewer
        for card in each.wins:
            for player, made in first_for(each.view.state, each.after, viewer, card):
                if made:
                    none_left = without(each.view.state, viewer, made[0])
                    after = without(each.after, viewer, made[0])
                    assert (player, made) not in [
                        *first_for(none_left, each.after, viewer, card),
                        *first_for(each.view.state, after, viewer, card),
                    ]
                    told["rival"] += 1
        for colour in re.findall(r"^(?:one )?(\w) for .* comes", str(chances(each))):
            then = replace(each, after=without(each.after, viewer, colour))
            assert not str(chances(then)).startswith((f"{colour} for", f"one {colour} for"))
            told["rolls"] += 1
    assert min(told["rival"], told["rolls"]) > 3, told


def without(state: State, player: str, colour: str) -> State:
    """Return the state in which a player has all tokens of a colour that are left."""
    more = (colour,) * performances_left(state.box, state, colour)
    return state.troupe(player, performances=(*state.troupes[player].performances, *more))


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

    held = 0
    for each in moved("performs", "raises", "lowers", "wins", "hires", "passes"):
        plan, viewer = each.plan, each.view.viewer
        if any(step.verb == "uses" for step in plan.actions):
            continue
        state = each.after
        for line in plan.events:
            if "?" in line.words:
                break
            acting = replace(state, actor=viewer, actions=9)
            state, _ = settled(each.view.game.apply(acting, line), viewer)
        else:
            assert counted(state, viewer) == each.points()
            held += 1
        others = [player for player in state.players if player != viewer]
        last = replace(each, after=each.after.troupe(viewer, audiences=(*state.audiences,) * 2))
        best = max(counted(each.after, player) for player in others)
        told = str(totals(last, last))
        assert f" {best} so far" in told or (last.alone and f" {best + 4} with the" in told)
    assert held > 9


def test_what_can_be_won_is_won_by_the_lines_of_the_plan() -> None:
    """They are played by the rules: with what is sure after the move, and nothing else."""
    won = 0
    for each in moved("performs", "raises", "lowers", "wins"):
        plan, viewer = each.plan, each.view.viewer
        if not plan.wins or any(step.verb == "uses" for step in plan.actions):
            continue
        state = each.after
        for line in plan.events:
            acting = replace(state, actor=viewer, actions=9)
            state, _ = settled(each.view.game.apply(acting, line), viewer)
        assert {*each.wins} <= {*state.troupes[viewer].audiences}
        won += 1
    assert won > 5


def carried_out(each: Onward, plan: Plan, rng: Random) -> tuple[int, int]:
    """Return in how many turns the referee accepts a plan after a move, and how many are paid.

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
    return turns, paid


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
        if when is None:
            continue
        steps = each.steps_to(*each.wins)
        paying = sum(step.melodies for step in steps)
        plan = replace(
            each.plan,
            steps=tuple(s for s in each.plan.steps if isinstance(s, Win) or s in steps),
            cards=max(0, paying - each.then.melodies),
        )
        turns, paid = carried_out(each, plan, rng)
        assert turns <= {"now": 0, "in your next turn": 1}.get(when[1], int(when[2] or 0))
        for soon in {*each.turns.values()} - {each.turns_to_win}:  # some are won before the others
            cards = [card for card, n in each.turns.items() if n <= soon]
            needs = each.steps_to(*cards)
            wins = [win for win in each.plan.wins if win.card in cards]
            first = tuple(s for s in each.plan.steps if s in wins or s in needs)
            spent = max(0, sum(step.melodies for step in needs) - each.then.melodies)
            assert carried_out(each, replace(plan, steps=first, cards=spent), rng)[0] <= soon
        price = re.search(r"\((?:(\w+) and )?(\d+) melod", str(goal(each)).split("; also")[0])
        by_move = any(each.turned in step.dice for step in steps) and "melody" in each.move.words
        if len(steps) < 4:
            assert int(price[2] if price else 0) == paid + by_move, str(goal(each))
        told[when[1]] += 1
    assert min(told[when] for when in ("now", "in your next turn", "in 2 turns")) > 2, told


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


def test_who_can_end_the_game_next_has_three_audiences_and_makes_a_fourth() -> None:
    told = 0
    for each in moved("performs", "uses", "raises", "done", "wins"):
        rivals = {player for player in each.after.players if player != each.view.viewer}
        state = each.after
        for player in rivals:
            state = state.troupe(player, audiences=("Millers", "Taverners", "Weavers"))
        said = re.match(r"(\w+) can win (\w+) next", str(_ending(replace(each, after=state))))
        if said is not None:
            assert said[1] in rivals and each.turns.get(said[2]) != 0
            assert said[1] in {
                who for who, _ in first_for(each.view.state, state, each.view.viewer, said[2])
            }
            told += 1
        if not {len(t.audiences) for t in each.after.troupes.values()} & {3, 4}:
            assert _ending(each) is None
    assert told > 9


def test_nothing_is_spent_where_the_encore_changes_nothing() -> None:
    found = [own for own in seen() if own.state.step is Step.MELODIES]
    assert found
    for own in found:
        assert _settled(own, choices(own), 0.0, say("lost"))[0].action.verb == "done"


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


def test_of_few_dice_the_chance_of_a_performance_is_counted() -> None:
    """All rolls are gone through by the rulebook alone: as they fall, and with melodies."""
    told = Counted[int]()
    for each in moved("rerolls", "uses"):
        words = re.match(r"(?:one )?(\S+|any performance) for .* comes (.*)", str(chances(each)))
        viewer, rolled, kept = each.view.viewer, each.rolling.rolls.rolled, each.rolling.rolls.kept
        if words is None or not 1 <= len(rolled) <= 2:
            continue
        colours = {*"BPRO"} if words[1] == "any performance" else {*words[1].split("/")}
        rolls = [*product(*map(faces, rolled))]
        for n, melodies in re.findall(TOLD_ODDS, words[2]):
            spent = int(melodies or 0)
            hits = 0
            for roll in rolls:
                state = each.after.troupe(viewer, dice=tuple(sorted((*kept, *roll))))
                own = replace(each.view, state=state)
                hits += bool(dice_make(own, viewer, spent) & colours)
            assert abs(100 * hits / len(rolls) - int(n)) <= 1, (each.move, words[0])
            told[spent] += 1
    assert told[0] > 5 and told[1] > 5, told


def test_a_performance_is_rolled_for_that_an_audience_lacks() -> None:
    told = 0
    for each in moved("rerolls"):
        words = re.match(
            r"(?:one )?(\S+) for (\w+) .*?(?:lacks ([^,]*), )?(?:comes|takes)", str(chances(each))
        )
        if words is None or "/" in words[1]:
            continue
        has = Counted(each.view.state.troupes[each.view.viewer].performances)
        left = Counted(has)
        for win in each.plan.wins:
            if not lacks(each.view, win.card, left):
                left -= Counted(win.paid)
        now, missing = (lacks(each.view, words[2], some) for some in (has, left))
        assert now and (words[1] in missing or "*" in missing), words[0]
        one = missing.total() == 1  # what is paid for another audience lacks only then
        assert words[3] == (None if one or now != missing else shown_as(missing)), words[0]
        told += 1
    assert told > 5


def test_reasons_are_told_without_averages_and_leak_nothing() -> None:
    """A seat is told the same if what it does not see lies in another way."""
    rng, told = Random(2), 0
    for own in rng.sample(seen(), 8):
        counter = Counter(own.game.model.hidden(own))
        twin = view(complete(own, counter.world(rng.randrange(counter.worlds))), own.viewer)
        one, *_, other = choices(own)
        differs = contrast(own, one, other, worlds=24, proving=False)
        assert differs is not None
        words = str(reason(own, one, differs))
        assert "on average" not in words and "{" not in words
        assert words == str(reason(twin, one, differs))
        told += words != "None"
    assert told > 5


def test_dice_that_melodies_turn_are_told_with_these() -> None:
    told = 0
    for each in moved("uses", "performs", "raises", "lowers", "rerolls"):
        troupe = each.after.troupes[each.view.viewer]
        for step in each.plan.steps:
            if isinstance(step, Column) and step.melodies:
                words = str(step_of(each, step))
                assert re.search(r"\((?:\w+ and )?\d+ melod", words), words
                told += step.verb == "uses"
            elif isinstance(step, Column) and not step.turns and set(step.turned) - {*troupe.dice}:
                assert step.way.toll or "lenient" in step.powers, str(step_of(each, step))
    assert told


def test_the_last_round_is_played_for_points() -> None:
    """Dice count no more there: two performances win the audience of most points. BB-10, BB-11"""
    own = placed("last_round")
    (best,) = [move for move in choices(own) if move.words == ("R4", "O5", "P6", "as", "P")]
    line = onward(own, best)
    assert line.wins == ["Cartographers"]
    told = totals(line, line, clause=plainly(line))
    assert str(told) == (
        "last round: 23 points, Bo has 26 so far, and the encore brings its winner 4"
    )
    no_die = replace(own, state=own.state.troupe(own.viewer, encore=Bag().put(("PR",))))
    line = onward(no_die, best)
    told = totals(line, line, clause=plainly(line))
    assert str(told) == (
        "last round: 23 points, Bo has 26 so far; no die of yours is in the encore"
    )
    ahead = replace(own, state=own.state.troupe("Bo", performances=("R",) * 8))  # too far by it
    assert "no die of yours" not in str(totals(onward(ahead, best), line, clause=plainly(line)))
    for each, most in ((own, 27), (no_die, 23)):
        assert str(_lost(each, 0.0)).endswith(f"you come to 23, {most} with the encore")
    own = placed("last_point")
    (passes,) = [move for move in choices(own) if move.verb == "passes"]
    assert "give up P1 R2 R3 as R (1 melody)" in str(
        use(onward(own, passes), onward(own, passes), True)
    )
    for each in moved("performs", "passes"):
        if each.after.ending:
            gain = each.points() - onward(each.view, STILL).points()
            assert abs(each.brings - each.still.brings - 100 * gain) < 90, each.move


def others(each: Onward) -> Iterator[Onward]:
    """Yield moves to hold one against, with what the rest of the round makes of them."""
    moves = [move for move in choices(each.view) if move != each.move]
    yield from (onward(each.view, move) for move in Random(3).sample(moves, min(3, len(moves))))


def test_a_free_action_is_told_with_all_that_is_paid() -> None:
    """The price of the move is one with what is paid after it, from what is then left.

    What is rolled may make what was to be won.
    """
    told = Counted[str]()
    for each in moved("rerolls", "raises", "lowers"):
        words, means = str(use(each, each)), each.move.words[-1]
        if "with" not in each.move.words:
            continue
        price = "a melody" if means == "melody" else means
        if each.move.verb == "rerolls":
            assert "rolled again" not in words or f"rolled again for {price}, " in words
            told["rolled"] += "rolled again" in words
        for step in each.plan.actions if each.move.verb != "rerolls" else ():
            n, paid = step.melodies + step.way.toll, f"({means} and "
            paid = f"({n + 1} melod" if means == "melody" else paid if n else f"({means})"
            turned = each.turned in step.dice
            assert (paid in str(step_of(each, step))) == turned
            told["turned" if turned else "other"] += 1
        for other in others(each):
            assert each.move.verb != "rerolls" or price_of(each, other, True, False) is None
    assert min(told["rolled"], told["turned"], told["other"]) > 2, told
    for each in moved("uses", "takes"):
        if each.rolled:
            assert all(price_of(each, other, True, False) is None for other in others(each))


def test_a_line_that_wins_the_same_is_told_by_when_and_for_how_much() -> None:
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
            paid = [
                ("with" in one.move.words and one.move.verb in FREE)
                + sum(step.melodies for step in one.steps_to(*one.wins))
                for one in (each, other)
            ]
            n = paid[0] - paid[1]
            found = re.search(rf"for {abs(n)} melod.*{'more' if n > 0 else 'less'}", words)
            assert bool(found) == bool(n), words
            assert n or "turned later" not in words or "with" in each.move.words
    assert told["too"] > 2 and told["later"] + told["sooner"], told


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


def test_what_is_told_to_come_late_or_never_cannot_be_had_by_any_action() -> None:
    """Tried in all ways by the rules, with dice as they lie. BB-3, BB-4"""
    told = Counted[str]()
    for each in moved("performs", "uses", "wins", "raises", "lowers"):
        asks, numbers = each.after.box.cards.audiences, each.after.box.numbers
        for other in (each.still, *others(each)):
            claims = list[tuple[str, list[str], int]]()
            if each.alike(other) and "a turn later" in str(use(each, other, worse=True)):
                claims.append(("late", [*each.wins], other.turns_to_win))
            lost = re.search(r"without (.*) \(", str(price_of(each, other, True, False)))
            names = re.findall(r"\w+", lost[1]) if lost else []
            claims += [("lost", [card], 1) for card in names if card in asks]
            for claim, cards, turns in claims:
                left = each.actions + turns * numbers.actions - len(cards)
                asked = Counted(icon for card in cards for icon in asks[card].asks)
                blanks = asked.pop("any", 0)
                unpaid = each.after.top_audience in cards and not len(each.then.hand)  # BB-7
                for had in tried(each, -1 if unpaid else left):
                    assert asked - had or had.total() < asked.total() + blanks, each.move
                told[claim] += 1
    assert told["late"] and told["lost"], told


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
                assert vain == (lies or chances(each) is None)
            elif vain:
                to = LAST if own.state.ending else WORTHS
                spent = to.melody if move.words[-1] == "melody" else to.hand_card
                assert each.brings + spent <= each.still.brings
            told[f"{move.verb == 'rerolls'} {vain}"] += 1
    assert min(told["True True"], told["True False"], told["False True"]) > 2, told


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


def test_what_the_dice_could_make_without_a_bard_is_told_with_its_price() -> None:
    """No melody fewer does it; where none does it, nothing more can be made."""
    told = Counted[str]()
    for own in seen():
        moves = [move for move in choices(own) if move.verb == "passes"]
        if own.state.step is not Step.SHOW or own.state.duties or not moves:
            continue
        troupe = own.state.troupes[own.viewer]
        stage = tuple(replace(each, die=each.die or "B1") for each in troupe.stage)
        bare = own.state.troupe(own.viewer, stage=stage, hand=type(troupe.hand)())
        without = replace(own, state=replace(bare, audiences=(), top_audience=""))
        words = str(use(onward(without, moves[0]), onward(without, moves[0])))
        said = re.match(r"(\S+) would take 3 dice(?: and (\d+) melod)?", words)
        if said is not None:
            n = int(said[2] or 0)
            assert {*said[1].split("/")} <= dice_make(without, own.viewer, n)
            assert not (n and dice_make(without, own.viewer, n - 1)) and n <= troupe.melodies
            told["price"] += 1
        elif words.startswith("nothing more can be made"):
            assert not dice_make(without, own.viewer, troupe.melodies)
            told["nothing"] += 1
    assert min(told["price"], told["nothing"]) > 0, told


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


def test_who_may_end_the_game_has_all_audiences_but_one() -> None:
    told = 0
    for each in moved("performs", "uses", "wins", "done"):
        words = str(_race(each, each, " ".join(in_sight(each.after))))
        state, viewer = each.after, each.view.viewer
        goal = state.box.numbers.goal
        if "end the game" in words:
            player, card = words.split()[0], words.split(" for ")[1].split()[0]
            assert len(state.troupes[player].audiences) == goal - 1 and not state.ending
            assert player in [who for who, _ in first_for(each.view.state, state, viewer, card)]
            told += 1
        for player in set(state.players) - {viewer}:  # with one audience fewer nobody does
            most = len(state.troupes[player].audiences)
            ends = "end the game" in words and words.startswith(f"{player} ")
            assert most == goal - 1 or not ends
    won = tuple(each.after.box.cards.audiences)
    for each in moved("performs", "done"):
        after = each.after
        for player in set(after.players) - {each.view.viewer}:
            after = after.troupe(player, audiences=won[: after.box.numbers.goal - 1])
        if after.ending:
            continue
        cards = (*after.audiences, after.top_audience)
        able = [
            who
            for card in cards
            if card and (card not in each.wins or each.turns_to_win)
            for who, _ in first_for(each.view.state, after, each.view.viewer, card)
        ]
        assert (
            "end the game" in str(_race(replace(each, after=after), each, " ".join(cards)))
        ) == bool(able)
        told += bool(able)
    assert told > 2


def test_who_can_steal_a_die_has_a_bard_for_it_by_the_rulebook() -> None:
    """It is in play and unused, or copied by a poster; who has passed steals nothing."""
    told = Counted[bool]()
    for own in seen():
        state, bards = own.state, own.state.box.cards.bards
        able = set()
        for player, troupe in state.troupes.items():
            for each in troupe.stage:
                card = state.newest if each.card in state.box.cards.posters else each.card
                if not each.die and card and "steal" in map(str, bards[card].icons):
                    able |= {player} - {own.viewer, *state.done}
        guarded = any(
            "guard" in map(str, state.box.cards.audiences[card].powers)
            for card in state.troupes[own.viewer].audiences
        )
        if not state.troupes[own.viewer].dice or guarded:
            able = set()
        found = thief(state, own.viewer)
        assert (found is not None) == bool(able) and (found is None or found[0] in able)
        told[found is not None] += 1
    assert min(told[True], told[False]) > 1, told


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
        done = {player for player in state.players if not melodies.get(player)}
        state = replace(state, done=frozenset(done), actor="")
        then = replace(own, state=state)
        moves = [move for move in choices(then) if move.verb in ("raises", "lowers", "done")]
        for move in rng.sample(moves, min(2, len(moves))):
            mine = [int(die[1]) for die in state.troupes[viewer].dice]
            if move.verb != "done":
                at = mine.index(int(move.words[0][1]))
                mine[at] += (1 + ("two" in move.words)) * (1 if move.verb == "raises" else -1)
            left = melodies[viewer] - 1 if move.verb != "done" else 0
            theirs = tuple(int(die[1]) for die in state.troupes[rest[0]].dice)
            ours = reach(tuple(mine), left)
            others = reach(theirs, melodies[rest[0]])
            words = str(use(onward(then, move), onward(then, move)))
            assert ("is yours" in words) == (sum(mine) > max(others)), words
            theirs_surely = min(6 * len(theirs), sum(theirs) + melodies[rest[0]])
            lost = sum(mine) <= max(others) and max(ours) < theirs_surely
            assert ("is lost" in words) == lost, words
            assert str(max(ours)) in words or "is yours" in words
            told[words.split()[-1] if "encore" in words else "open"] += 1
    assert min(told["lost"], told["open"], told["more"]) > 3, told


def test_a_roll_that_works_one_bard_more_is_counted() -> None:
    """Which dice work which bards at once is tried in all ways, by the rulebook."""
    told = 0
    for each in moved("uses", "rerolls"):
        if not each.rolling.fits or len(each.rolled) > 3:
            continue
        bards, troupe = each.after.box.cards.bards, each.after.troupes[each.view.viewer]
        news = [
            bards[each.after.newest if card.card in each.after.box.cards.posters else card.card]
            for card in troupe.stage
            if not card.die
        ]
        costs = [bard.cost for bard in news if bard.cost is not None and bard.cost.dice == 1]
        if has(each.after.box, each.after, each.view.viewer, "lenient"):
            continue

        def most(dice: tuple[str, ...], costs: list[Cost] = costs) -> int:
            shown = [int(die[1]) for die in dice] + [0] * len(costs)
            ways = itertools.permutations(shown, len(costs))
            return max(
                sum(bool(n) and not cost.misses(n) for n, cost in zip(way, costs, strict=True))
                for way in ways
            )

        rolls = [*product(*map(faces, each.rolled))]
        lying = each.before.dice if each.move.verb == "rerolls" else troupe.dice
        hits = sum(most((*troupe.dice, *roll)) > most(lying) for roll in rolls)
        assert abs(100 * hits / len(rolls) - each.rolling.fits) <= 1
        if each.move.verb == "rerolls":
            assert chances(each) or f"in {each.rolling.fits} of 100" in plainly(each)
        told += 1
    assert told > 2


def test_turning_dice_costs_melodies_where_no_card_is_in_hand() -> None:
    told = Counted[str]()
    for each in moved("performs", "uses", "raises", "lowers"):
        troupe = each.after.troupes[each.view.viewer]
        bare = replace(troupe, hand=type(troupe.hand)())
        before = replace(
            each.view.state, troupes={**each.view.state.troupes, each.view.viewer: bare}
        )
        after_it = each.after.troupe(each.view.viewer, hand=bare.hand)
        own = replace(each, view=replace(each.view, state=before), after=after_it)
        for step in own.plan.steps:
            if isinstance(step, Column) and (
                said := re.search(r"\(\d.*\)", str(step_of(own, step)))
            ):
                draws = any(each.way.cards for each in own.plan.steps)
                assert draws or "card" not in said[0]
                told["draws" if draws else "melodies"] += 1
    assert told["melodies"]


def test_points_are_told_where_all_that_makes_them_is_named() -> None:
    """A line is told to end the game; what it performs beside its wins has to stand there."""
    told = Counted[bool]()
    for each in moved("performs", "uses", "raises", "lowers", "done"):
        state, viewer = each.after, each.view.viewer
        last = replace(each, after=each.after.troupe(viewer, audiences=(*state.audiences,) * 2))
        columns = [step for step in last.plan.steps if isinstance(step, Column)]
        more = [step for step in columns if step.verb == "performs"]
        beside = [step for step in more if step not in last.steps_to(*last.wins)]
        words = " ".join(last.wins)
        if not any(step.verb == "hires" for step in columns):
            gives = any(step.way.performances for step in last.plan.steps)
            said = str(totals(last, last, clause=words))
            assert gives or ("at least" in said or said == "None") == bool(beside or last.rolled)
            told[bool(beside)] += 1
            named = [str(made_of(last, step)) for step in beside]
            assert gives or last.rolled or totals(last, last, clause=" ".join([words, *named]))
            contested = [
                card
                for card, turns in last.turns.items()
                if turns and [*first_for(last.view.state, last.after, viewer, card, turns)]
            ]
            assert said == "None" or all(card in said for card in contested)
    assert min(told[True], told[False]) > 0, told


def test_nobody_can_win_first_where_that_is_said() -> None:
    """Whatever is rolled: one action, a performance or a bard, leaves something to be made."""
    told = Counted[bool]()
    for each in moved("done", "performs", "uses", "wins", "raises"):
        own, bards = each.view, each.view.state.box.cards.bards
        for card in each.wins:
            said = safe(own.state, own.viewer, card)
            able = False
            for player in set(own.state.players) - {own.viewer, *own.state.done}:
                troupe = own.state.troupes[player]
                missing = lacks(own, card, Counted(troupe.performances))
                news = [
                    bards[own.state.newest if one.card in own.state.box.cards.posters else one.card]
                    for one in troupe.stage
                    if not one.die and (own.state.newest or one.card in bards)
                ]
                icons = [[icon.kind for icon in bard.icons] for bard in news]
                able |= any("support" in some for some in icons)
                able |= missing.total() <= max(1, *(some.count("performance") for some in icons), 1)
            assert not (said and able), (card, each.move)
            told[said] += 1
    assert min(told.values()) > 2 and len(told) == 2, told


def passed(each: Onward) -> Onward:
    """Return a move as it is where all others have passed."""
    state = each.view.state
    done = frozenset({*state.players} - {each.view.viewer})
    return replace(each, view=replace(each.view, state=replace(state, done=done)))


def test_what_a_win_leaves_and_who_is_near_is_counted_by_the_rulebook() -> None:
    told = Counted[str]()
    for each in itertools.chain.from_iterable((each, passed(each)) for each in moved("wins")):
        own, (card, *_) = each.view, each.move.words
        words = str(use(each, each))
        for other, shown in re.findall(r"(\w+) \(\d+ points?\) then lacks ([^;,]+)", words):
            has = {who: Counted(t.performances) for who, t in own.state.troupes.items()}
            after = Counted(each.after.troupes[own.viewer].performances)
            assert shown == shown_as(lacks(own, other, after)), words
            assert lacks(own, other, has[own.viewer]).total() < lacks(own, other, after).total()
            told["left"] += 1
        for player in re.findall(r"; (\w+) can pay for it in the next round", words):
            assert player in own.state.done and not own.state.ending
            assert not lacks(own, card, Counted(own.state.troupes[player].performances))
            told["next"] += 1
    assert told["left"] and told["next"], told


TOLD_ODDS = r"in (?:about )?(\d+)(?: of 100 rolls)?(?: with (\d+))?"


def holds_of(told: str, own: View[State], dice: list[str]) -> bool:
    """Tell whether the odds of a performance are told that dice of these colours have, rolled."""
    said = re.match(r"(?:one )?(\w(?:/\w)*) for (\w+) .* comes (.*)", told)
    none = re.match(r"the dice make no (\w) then", told)
    if said is None:
        assert none is not None and none[1] not in dice, told
        return False
    rng, n = Random(1), 400
    rolls = [[rng.choice(faces(die)) if die in "BPRO" else die for die in dice] for _ in range(n)]
    tables = [own.state.troupe(own.viewer, dice=tuple(sorted(roll))) for roll in rolls]
    for often, spent in re.findall(TOLD_ODDS, said[3]):
        melodies = int(spent or 0)
        made = (dice_make(replace(own, state=each), own.viewer, melodies) for each in tables)
        hits = sum(any(colour in each for colour in said[1].split("/")) for each in made)
        assert abs(100 * hits / n - int(often)) < 9, told
    return True


def test_a_colour_is_told_by_the_performance_that_it_makes_more_often() -> None:
    told = Counted[bool]()
    for own in (*seen(), *map(placed, ("only_b", "alike_colours"))):
        colours = [move for move in choices(own) if move.verb == "takes"]
        for move, other in itertools.permutations(colours, 2):
            words = str(use(onward(own, move), onward(own, other)))
            if " comes in " in words or "the dice make no" in words:
                dice = [*own.state.troupes[own.viewer].dice, move.words[0]]
                told[holds_of(words, own, dice)] += 1
    assert told[True] > 2, told


def test_what_goes_on_stage_is_told_by_the_performance_that_its_dice_make() -> None:
    told, own = 0, placed("what_to_stage")
    for one, other in itertools.permutations(choices(own), 2):
        words = str(use(onward(own, one), onward(own, other))).split("; ")[-1]
        if " comes in " not in words:
            continue
        bards, troupe = own.state.box.cards.bards, own.state.troupes[own.viewer]
        dice = [*troupe.dice, *(bards[card].die for card in one.words)]
        told += holds_of(words, own, [words[0] if die == "any" else die for die in dice])
    assert told > 1


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
        told += "gain a melody" in str(icons(each, card, out, spent=1))
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


def test_one_of_two_audiences_is_left_where_that_is_said() -> None:
    """The line pays for either; who can come first for one of them can win no other one. BB-3"""
    told, judged = 0, placed("one_of_two")
    sure_one = (onward(judged, move) for move in choices(judged) if move.verb == "done")
    for each in (*sure_one, *moved("done", "performs", "uses", "raises")):
        if each.instead is None:
            continue
        (card,), (other, player) = each.wins, each.instead
        own, cards = each.view, each.view.state.box.cards.audiences
        has_now = Counted(own.state.troupes[player].performances)
        made = Counted(each.after.troupes[own.viewer].performances)
        shown = str(goal(each))
        for step in each.plan.steps:
            if isinstance(step, Column) and str(made_of(each, step)) in shown:
                made += Counted([*step.colours[:1], *step.way.performances])
        firsts = Counted[str]()
        for audience in (card, other):
            assert not lacks(own, audience, made)
            named = first_for(own.state, each.after, own.viewer, audience)
            firsts.update({who for who, _ in named})
        asks = Counted([*cards[card].asks, *cards[other].asks])
        blanks = asks.pop("any", 0)
        assert {*firsts} == {player}
        assert asks - has_now or has_now.total() < asks.total() + blanks
        assert f"{card} (" in str(goal(each)) and f" or {other} (" in str(goal(each))
        told += 1
    assert told, "some line pays for either of two"


def test_what_others_can_pay_for_first_is_no_aim() -> None:
    """Unless it is won in this turn, or nothing else is: what serves it serves nobody else."""
    told = 0
    for each in moved("done", "performs", "uses", "raises"):
        state, viewer = each.view.state, each.view.viewer
        gone = {
            card
            for card in in_sight(each.after)
            for player in set(state.players) - {viewer, *state.done}
            if not lacks(each.view, card, Counted(state.troupes[player].performances))
            if (card != state.top_audience or len(state.troupes[player].hand))
        }
        said = re.search(r"for (\w+) \(\d+ points?\), which then lacks", str(goal(each)))
        assert said is None or each.wins or said[1] not in gone & {*each.gone}
        assert said is None or each.wins or not each.rivals[said[1]]
        told += said is not None
    assert told > 1, told


def test_what_audiences_then_lack_counts_no_untold_performance() -> None:
    """Only what the wins of the line need is made, and what they take is gone."""
    told = 0
    for each in moved("performs", "raises", "done", "uses"):
        made = Counted(each.after.troupes[each.view.viewer].performances)
        for step in each.steps_to(*each.wins):
            made += Counted((*step.colours, *step.way.performances))
        made -= Counted(icon for win in each.plan.wins for icon in win.paid)
        for card, shown in re.findall(r"(\w+) lacks ([^,]+)", str(leaves(each))):
            assert shown == shown_as(lacks(each.view, card, made))
            told += 1
    assert told > 2, told


def test_a_turn_is_told_with_the_actions_that_it_has() -> None:
    """What is told of the next turn, or up to that of the win, is no more than can be done. BB-3"""
    told = 0
    for each in moved("done", "raises", "performs", "uses"):
        state, said = each.after, str(goal(each))
        steps = sum(str(made_of(each, step)) in said for step in each.plan.actions)
        left = state.actions if state.actor == each.view.viewer else 0
        turns = each.turns_to_win or (0 if left else 1)
        if each.wins or "; also" in said:
            assert steps + len(each.wins) <= left + turns * state.box.numbers.actions, said
            told += "; also" in said
    assert told, told


def test_what_is_rolled_again_is_told_beside_what_it_takes_as_it_lies() -> None:
    """The dice make it for so many melodies and no fewer; the odds are with more than the price."""
    told = 0
    for each in moved("rerolls"):
        said = re.search(
            r"^(?:one )?(\S+) for .* takes (\d+) melod.* now; rolled again", str(chances(each))
        )
        if said is None:
            continue
        n, colours = int(said[2]), {*said[1].split("/")}
        assert colours & dice_make(each.view, each.view.viewer, n), said[0]
        assert not n or not colours & dice_make(each.view, each.view.viewer, n - 1), said[0]
        told += 1
    assert told


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


def test_the_audience_is_named_that_is_won_next_turn_and_by_nobody_first() -> None:
    """Not the one of more points that somebody else can pay for already."""
    own = placed("won_next_turn")
    (done,) = [move for move in choices(own) if move.verb == "done"]
    words = plainly(onward(own, done))
    assert words.startswith("you can win Acrobats (5 points) in your next turn: R3 O4 P5 as P")
    assert words.endswith("and nobody can win it first")


def test_nothing_is_rolled_again_for_a_performance_that_lies_there() -> None:
    own = placed("lies_there")
    (roll,) = [m for m in choices(own) if m.words == ("B4", "B5", "P6", "with", "Musician")]
    words = str(use(onward(own, roll), onward(own, roll), worse=True))
    assert words.startswith("one B for Beekeepers (5 points), which lacks B O O, takes no")
    assert wasted(own, roll)


def test_no_total_is_told_of_a_roll_and_the_end_of_who_pays_next_round() -> None:
    own, lost = placed("four_melodies"), placed("lost_game")
    rolls = [m for m in choices(own) if m.words == ("O6", "P6", "R2", "R6", "with", "melody")]
    assert totals(onward(own, *rolls), onward(own, *rolls), clause="P for Courtiers") is None
    ends = [m for m in choices(own) if m.words[:1] == ("Choirboys",)]
    assert all(sure(own, move) < onward(own, *rolls).brings for move in ends)
    wins = [m for m in choices(lost) if m.words[:1] == ("Pilgrims",)]
    assert plainly(onward(lost, wins[0])).endswith(
        "Cy can pay for it in the next round, and end the game"
    )


def test_a_die_is_told_by_what_it_may_make_where_a_win_needs_none() -> None:
    own = placed("die_for_another")
    uses = [move for move in choices(own) if move.words == ("Musician", "with", "R1")]
    words = str(reason(own, *uses, differs_from(own, *uses)))
    assert "O for Miners (6 points) comes in 17 of 100 rolls, in 50 with 1 melody" in words
    assert words.endswith("you can win Taverners (3 points) in your next turn")


def differs_from(own: View[State], move: Event) -> Contrast:
    """Return how a move differs from the last one, tried in a few worlds."""
    differs = contrast(own, move, choices(own)[-1], worlds=24, proving=False)
    assert differs is not None
    return differs
