"""What dice to be rolled are told to make, at Battle of the Bards: counted over the rolls."""

from __future__ import annotations

import itertools
import re
from collections import Counter as Counted
from dataclasses import replace
from itertools import product
from random import Random

from aparte.models.bards import State, Step
from aparte.models.bards.dice import faces
from aparte.models.core import View
from aparte.solver.games.bards.onward import onward
from aparte.solver.games.bards.phrases import chances
from aparte.solver.games.bards.purposes import use
from aparte.solver.games.bards.reasons import wasted
from aparte.solver.games.bards.worth import in_sight
from aparte.solver.play.coach import choices

from .bards_told import dice_make, lacks, moved, placed, plainly, seen, shown_as


def test_of_few_dice_the_chance_of_a_performance_is_counted() -> None:
    """All rolls are gone through by the rulebook alone: as they fall, and with melodies."""
    told = Counted[int]()
    for each in moved("rerolls", "uses"):
        words = re.search(MADE + r"(\S+) for .*?\b(in .*)", str(chances(each)))
        viewer, rolled, kept = each.view.viewer, each.rolling.rolls.rolled, each.rolling.rolls.kept
        if words is None or not 1 <= len(rolled) <= 2:
            continue
        colours = {*words[1].split("/")}
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
        words = re.search(
            MADE + r"(\S+) for (\w+) .*?(?:lacks ([^,]*), )?\b(?:in|by|with)\b", str(chances(each))
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
        if now != missing:
            assert words[3].startswith(f"{shown_as(missing)} once you have won "), words[0]
        else:
            assert words[3] == (None if missing.total() == 1 else shown_as(missing)), words[0]
        told += 1
    assert told > 5


MADE = "the dice make (?:one )?"
TOLD_ODDS = r"in (?:about )?(\d+)(?: of 100 rolls)?(?: with (\d+))?"


def holds_of(told: str, own: View[State], dice: list[str]) -> bool:
    """Tell whether the odds of a performance are told that dice of these colours have, rolled."""
    said = re.search(MADE + r"(.*?)\b((?:in|by) .*)", told)
    rng, n = Random(1), 400
    rolls = [[rng.choice(faces(die)) if die in "BPRO" else die for die in dice] for _ in range(n)]
    tables = [own.state.troupe(own.viewer, dice=tuple(sorted(roll))) for roll in rolls]
    if said is None:
        has = Counted(own.state.troupes[own.viewer].performances)
        lacked = [lacks(own, card, has) for card in in_sight(own.state)]
        near = min(each.total() for each in lacked if each)
        for table in tables[:40] if "nothing" in told else ():
            made = dice_make(replace(own, state=table), own.viewer, 1)
            assert not any(made & {*each} for each in lacked if each.total() == near), told
        return False
    wanted = {*"/".join(re.findall(r"(\S+) for \w", "for " + said[1])).split("/")}
    for often, spent in re.findall(TOLD_ODDS, said[2]):
        melodies = int(spent or 0)
        made = [dice_make(replace(own, state=each), own.viewer, melodies) for each in tables]
        hits = sum(bool(wanted & each) for each in made)
        assert abs(100 * hits / n - int(often)) < 9, told
    return True


def test_a_colour_is_told_by_the_performances_that_dice_make_with_it() -> None:
    """Of all colours that the audience lacks, as long as every colour that is taken makes them."""
    told = Counted[bool]()
    for own in (*seen(), *map(placed, ("only_b", "alike_colours"))):
        colours = [move for move in choices(own) if move.verb == "takes"]
        for move, other in itertools.permutations(colours, 2):
            words = str(use(onward(own, move), onward(own, other)))
            if "the dice make" in words:
                dice = [*own.state.troupes[own.viewer].dice, move.words[0]]
                told[holds_of(words, own, dice)] += 1
    assert told[True] > 2, told
    own = placed("no_colour_better")
    for move, other in itertools.permutations(choices(own), 2):
        words = str(use(onward(own, move), onward(own, other)))
        assert re.match(MADE + r"(B/P for Apprentices|P/R for Fencers|B/O for Pilgrims)", words), (
            words
        )


def test_cards_for_the_stage_are_told_by_the_performances_that_dice_make_with_them() -> None:
    told = 0
    for own in (each for each in seen() if each.state.step is Step.STAGE):
        for move in choices(own)[:3]:
            each = onward(own, move)
            dies = [each.cards.bards[card].die for card in move.words]
            dice = Counted([*own.state.troupes[own.viewer].dice, *filter(None, dies)])
            rolled = Counted(each.rolling.rolls.rolled)
            assert (dice - rolled).total() == (rolled - dice).total() == dice["any"]
            told += "the dice" in str(use(each, each)) and holds_of(
                str(use(each, each)), own, [*rolled.elements()]
            )
    assert told > 2, told


def test_a_poster_in_hand_hires_for_sure_with_seven_dice() -> None:
    own = placed("poster_in_hand")
    hands = {tuple(sorted(move.words)): onward(own, move) for move in choices(own)}
    words = str(use(hands["Nyx", "Singer", "Singer"], hands["Nyx", "Poster", "Singer"]))
    assert words.startswith("Poster in hand can hire Velda (2 points): two of 12 dice always show")


def test_what_is_rolled_again_is_told_beside_what_it_takes_as_it_lies() -> None:
    """The dice make it for so many melodies and no fewer; the odds are with more than the price."""
    told = 0
    for each in moved("rerolls"):
        said = re.search(
            MADE + r"(\S+) for .*; without a roll they make it \((\d+) m", str(chances(each))
        )
        if said is None:
            continue
        n, colours = int(said[2]), {*said[1].split("/")}
        assert colours & dice_make(each.view, each.view.viewer, n), said[0]
        assert not n or not colours & dice_make(each.view, each.view.viewer, n - 1), said[0]
        told += 1
    assert told


def test_what_is_lacking_is_told_with_what_is_won_before() -> None:
    """Dai has O O P: two of them pay for Millers first."""
    own = placed("pays_first")
    (move,) = [m for m in choices(own) if m.words == ("O",)]
    words = plainly(onward(own, move))
    assert "for Miners (6 points), which lacks B O O once you have won Millers (3 points)," in words


def test_nothing_is_rolled_again_for_a_performance_that_lies_there() -> None:
    own = placed("lies_there")
    (roll,) = [m for m in choices(own) if m.words == ("B4", "B5", "P6", "with", "Musician")]
    words = str(use(onward(own, roll), onward(own, roll), worse=True))
    assert "make one B for Beekeepers (5 points), which lacks B O O, in" in words
    assert words.endswith("they make it as they lie")
    assert wasted(own, roll)
