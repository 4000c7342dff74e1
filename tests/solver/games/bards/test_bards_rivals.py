"""Who can come first at Battle of the Bards, by the rulebook, in positions of games played."""

from __future__ import annotations

import itertools
import re
from collections import Counter as Counted
from dataclasses import replace
from random import Random

from aparte.models.bards import State
from aparte.models.bards.abilities import performances_left
from aparte.models.core import View
from aparte.solver.games.bards.onward import Onward, onward
from aparte.solver.games.bards.phrases import chances, goal
from aparte.solver.games.bards.rivals import able_in_words, first_for, safe, thief
from aparte.solver.games.bards.rolls import Rolls
from aparte.solver.games.bards.threats import _ending, nearer_to, race_for
from aparte.solver.games.bards.worth import in_sight
from aparte.solver.play.coach import choices

from .bards_told import dice_make, lacks, moved, placed, plainly, seen, shown_as, without

ABLE = re.compile(
    r"(?P<who>\w+) can (?:make (?P<made>[BPRO ]+) and win|pay for) (?P<card>\w+)"
    r"(?P<how> first|, too)?(?P<ends>, which makes that round the last)?"
)


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
                told_so = str(able_in_words(player, card, made))
                if made:
                    assert told_so == f"{player} can make {' '.join(made)} and win {card}"
                else:
                    assert told_so == f"{player} can pay for {card}"
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


def able(each: Onward, card: str) -> list[str]:
    """Return who can win an audience before the viewer's next turn, in turn order, by the rulebook.

    They have not passed. Of two actions one is the win, the other one makes what is missing.
    """
    own, state, found = each.view, each.view.state, list[str]()
    left = {colour for colour in "BPRO" if performances_left(state.box, each.after, colour)}
    at = state.order.index(own.viewer)
    for player in (*state.order[at + 1 :], *state.order[:at]):
        troupe = state.troupes[player]
        if player not in state.done and (card != state.top_audience or len(troupe.hand)):
            made = {*dice_make(own, player, troupe.melodies), *bards_make(own, player), ""}
            there = [some.split() for some in made if {*some.split()} <= left]
            has = (Counted([*troupe.performances, *some]) for some in there)
            found += [player] * any(not lacks(own, card, some) for some in has)
    return found


def test_all_who_can_come_first_are_told_and_first_the_next_in_turn_order() -> None:
    """With what each makes, and the first by whom the round becomes the last. BB-3, BB-10"""
    told = Counted[str]()
    for each in moved("performs", "uses", "raises", "lowers", "wins", "done"):
        state, goal = each.after, each.view.state.box.numbers.goal
        if each.view.state.actor != each.view.viewer or state.ending:
            continue
        troupes = each.view.state.troupes
        ending = {who for who in state.players if len(state.troupes[who].audiences) >= goal - 1}
        cards = {*in_sight(state)} & {*each.view.state.audiences}
        near = [card for card in cards if each.turns.get(card, 1) == 1]
        said = [(card, str(race_for(each, each, card) or "")) for card in near]
        if each.move.verb == "wins":
            said.append((each.move.words[0], plainly(each)))
        for card, words in said:
            found = [*ABLE.finditer(words)]
            assert [one["who"] for one in found] == able(each, card), words
            for one in found:  # each can make just what that player is said to make
                has, made = troupes[one["who"]].performances, one["made"] or ""
                assert one["card"] == card and not lacks(
                    each.view, card, Counted([*has, *made.split()])
                ), words
                by_dice = dice_make(each.view, one["who"], troupes[one["who"]].melodies)
                assert made in {"", *by_dice, *bards_make(each.view, one["who"])}, words
            first = next((one["who"] for one in found if one["who"] in ending), None)
            assert [one["who"] for one in found if one["ends"]] == [first] * bool(first), words
            if found:
                told["one" if len(found) == 1 else "several"] += 1
                told["ends"] += bool(first)
    assert min(told["one"], told["several"], told["ends"]) > 1, told


def test_who_is_on_turn_wins_first_only_with_the_actions_that_are_left() -> None:
    """Whose die was stolen decides in the turn of another one, who may have none left. BB-3"""
    told = Counted[str]()
    for own in (each for each in seen() if each.state.actor == each.viewer):
        for player in {*own.state.players} - {own.viewer, *own.state.done}:
            for card in own.state.audiences:
                left = (replace(own.state, actor=player, actions=n) for n in range(3))
                made = [dict(first_for(each, each, own.viewer, card)).get(player) for each in left]
                assert made[0] is None and made[1] in (None, ()), made
                assert made[1] is None or made[2] == (), made
                told["pays"] += made[1] == ()
                told["makes"] += bool(made[2])
    assert min(told["pays"], told["makes"]) > 3, told


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
        for colour in re.findall(r"the dice make (?:one )?(\w) for", str(chances(each))):
            then = replace(each, after=without(each.after, viewer, colour))
            assert not re.search(f"the dice make (?:one )?{colour} for", str(chances(then)))
            told["rolls"] += 1
    assert min(told["rival"], told["rolls"]) > 3, told


def test_who_may_end_the_game_has_all_audiences_but_one() -> None:
    """And can win another one before the viewer's next turn, whatever the line is for. BB-10"""
    told = Counted[bool]()
    for each in moved("performs", "uses", "raises", "done", "wins"):
        state, viewer = each.after, each.view.viewer
        rivals, goal = {*state.players} - {viewer}, state.box.numbers.goal
        for audiences in (state.troupes[viewer].audiences[:1], (*in_sight(state), "x")[: goal - 1]):
            for player in rivals:
                state = state.troupe(player, audiences=audiences)
            then, sight = replace(each, after=state), in_sight(state)
            able = {
                (who, card)
                for card in sight
                if each.turns.get(card) != 0
                for who, _ in first_for(each.view.state, state, viewer, card)
            }
            ends = bool(able) and len(audiences) == goal - 1 and not state.ending
            for words in (str(_ending(then)), str(race_for(then, each, " ".join(sight)))):
                said = next((one for one in ABLE.finditer(words) if one["ends"]), None)
                if "makes that round the last" in words:
                    assert said and (said["who"], said["card"]) in able and ends, words
            assert ends == ("makes that round the last" in words), words
            told[ends] += 1
    assert min(told[True], told[False]) > 9, told


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


def test_who_is_as_near_lacks_no_more_by_the_rulebook() -> None:
    told = 0
    for each in moved("performs", "uses", "done"):
        words, state = str(nearer_to(each, plainly(each))), each.view.state
        if (said := re.fullmatch(r"(\w+) lacks (.*) for (\w+)", words)) is None:
            continue
        player, card = said[1], said[3]
        left = lacks(each.view, card, Counted(state.troupes[player].performances))
        assert shown_as(left) == said[2] and player not in {each.view.viewer, *state.done}, words
        own = lacks(each.view, card, Counted(each.then.performances))
        assert 0 < left.total() <= own.total() and card in plainly(each), words
        told += 1
    assert told > 5


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
                for kinds in ({icon.kind for icon in bard.icons} for bard in news):
                    able |= "support" in kinds and bool(kinds & {"performance", "gather"})
                able |= missing.total() <= 1
                for bard in news:
                    made = [icon.colour for icon in bard.icons if icon.kind == "performance"]
                    able |= not lacks(own, card, Counted((*troupe.performances, *made)))
            assert not (said and able), (card, each.move)
            told[said] += 1
    assert min(told.values()) > 2 and len(told) == 2, told


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
        said = re.search(r": (\w+) \(\d+ points?\) then still lacks", str(goal(each)))
        assert said is None or each.wins or said[1] not in gone & {*each.gone}
        assert said is None or each.wins or not each.rivals[said[1]]
        told += said is not None
    assert told > 1, told


def test_the_audience_is_named_that_is_won_next_turn_and_by_nobody_first() -> None:
    """Not the one of more points that somebody else can pay for already."""
    own = placed("won_next_turn")
    (done,) = [move for move in choices(own) if move.verb == "done"]
    words = plainly(onward(own, done))
    assert words.startswith("you can win Acrobats (5 points) in your next turn: R3 O4 P5 as P")
    assert words.endswith("and nobody can win that first")
