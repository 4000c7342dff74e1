"""What a reason says of cards is what the rules count, for the better and for the worse move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, islice, pairwise, permutations
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest

from aparte.models.bag import HOLE
from aparte.models.core import Event, View, view
from aparte.models.overseers.box import Power
from aparte.models.overseers.scoring import points
from aparte.models.overseers.state import State
from aparte.models.record import read_file
from aparte.models.words import Listed, Words, in_100, say
from aparte.solver.games.overseers.accusing import most_often, odds
from aparte.solver.games.overseers.bounds import has_most, reach
from aparte.solver.games.overseers.effects import Deed, Happens, Points, Source
from aparte.solver.games.overseers.judge import Trial
from aparte.solver.games.overseers.pair import Pair
from aparte.solver.games.overseers.reasons import reason
from aparte.solver.games.overseers.standing import before_the_last
from aparte.solver.play.advising import ranked
from aparte.solver.play.beside import sentence
from aparte.solver.play.coach import Budget, choices
from aparte.solver.play.contrast import Contrast
from aparte.solver.play.trial import Effect
from tests.reasons import positions, values_of
from tests.solver.games.overseers.overseers_counts import (
    CHECKS,
    LATER,
    after,
    top,
    tricky,
    ways,
    with_power,
)


def asked(verb: str, number: int, seed: int = 5) -> list[View[State]]:
    """Return positions in which some moves have this verb, of rounds without such a power."""
    walked = chain.from_iterable(positions("overseers", Random(f"{seed}/{n}")) for n in range(400))
    found = (
        own
        for own in walked
        if any(move.verb == verb for move in choices(own))
        and own.state.power_of(own.viewer) not in LATER
    )
    return list(islice(found, number))


def said(own: View[State], move: Event, against: Event, **measured: Any) -> str:
    """Return what is said of a move beside another one, if so much was measured."""
    differs = Contrast(against, say("other"), 1.0, 0.1, either=False)
    return str(reason(own, move, replace(differs, **measured)))


BY = {
    "VERDICT": ("PAYS", "WRONGLY"),
    "THEFT": ("STEALS", "ROBBED"),
    "DOCKING": ("DOCKED",),
}
"""By which deeds points of a source can come."""


def came(own: View[State], **counts: tuple[float, float]) -> dict[Effect, tuple[float, float]]:
    """Return what came to the viewer after two moves: points of a source, or a deed so often.

    The points come by the first deed that is given.
    """
    deeds = {name: [Deed[x] for x in BY.get(name, ()) if x in counts] for name in counts}
    return {
        Points(own.viewer, Source[name], 1.0, next(iter(deeds[name]), None))
        if name in Source.__members__
        else Happens(own.viewer, True, Deed[name]): each
        for name, each in counts.items()
    }


def parts(*sentences: object) -> Iterator[Words]:
    """Yield sentences and all the sentences within them."""
    for words in sentences:
        if isinstance(words, Words):
            yield words
            yield from parts(*values_of(words).values())
        elif isinstance(words, Listed):
            yield from parts(*words.values)


@pytest.mark.parametrize("games", [range(12), pytest.param(range(12, 80), marks=pytest.mark.slow)])
def test_every_sentence_counts_what_the_rules_count(games: range) -> None:
    found, worse = Counter[str](), Counter[str]()
    for number in games:
        for own in positions("overseers", Random(f"77/{number}")):
            known = [each for each in choices(own) if HOLE not in each.words]
            pairs = list(combinations(known, 2))
            for move, against in Random(number).sample(pairs, min(8, len(pairs))):
                for one, other in ((move, against), (against, move)):
                    for gap in (1.0, -1.0):
                        begin = checked(own, one, other, gap)
                        (found if gap > 0 else worse).update(begin)
    seldom = RARE if len(games) < 50 else BY_LIANG
    assert {*CHECKS} - {*found, *worse} <= seldom, "a sentence that never came is not tested"
    assert {*CHECKS} - {*found} <= seldom | WORSE, "each is said of a better move"


WITHIN = {"in {n}", "in {n}, not {m}", "{player} {n}"}
"""What is held with the sentence that it stands in, or is a chance."""
AMOUNTS = {
    "you gain about {points}",
    "you lose about {points}",
    "your cards count about {points} more",
    "your cards count about {points} less",
}
"""What a part of the gap comes to."""
WORSE = {"{player} has more than your", "{clause}, as {card} does", "{clause} instead of {n}"}
"""What is said of a worse move."""
BY_LIANG = {"then you win the game", "then you lose the game"}
RARE = {
    *BY_LIANG,
    "tilted {card} costs you",
    "{n} if tilted",
    "in the game then",
    "{player} can have at most",
    "nobody can have more than your",
    "{player} has more than your {n} with",
    "you end the game with",
    "you win the game",
    "{n} ahead of",
    "{n} behind",
    "level with",
    "you win only if {player} gives",
}


def checked(own: View[State], move: Event, against: Event, gap: float) -> list[str]:
    """Hold what is said of a move to the rules; return how the sentences begin."""
    viewer, found = own.viewer, list[str]()
    sides: dict[Effect, tuple[float, float]] = {
        Happens(viewer, True, Deed.ROBBED): (0.8, 0.1),
        **{
            Happens(each, each == viewer, Deed.AHEAD): (0.2 * seat, 0.1)
            for seat, each in enumerate(own.setup.players)
        },
        **{
            Happens(viewer, True, deed, kind): (n, 0.2)
            for deed, n in ((Deed.TWO, 0.6), (Deed.THREE, (0.3, 0.03)[len(str(move)) % 2]))
            for kind in own.state.box.series
        },
        Happens(viewer, True, Deed.ONE, "H"): (0.9, 0.9),
    }
    cards, verdict, theft = [(8, 0, -4), (-4, 8, 0), (2, 2, 0)][
        sum(map(ord, str((move, against)))) % 3
    ]
    for source, n in (("CARDS", cards), ("VERDICT", verdict), ("THEFT", theft)):
        sides |= came(own, **{source: (n * gap - 4.0, -4.0)})
    sides |= came(own, STEALS=(0.6, 0.2) if theft * gap > 0 else (0.2, 0.6))
    less = len(str(move) + str(against)) % 2  # as often after the better move, or not
    for n, deed in enumerate(("PAYS", "WRONGLY")):
        often = (0.2, 0.6) if (gap > 0) is (deed == "PAYS") else (0.6, 0.2)
        sides |= came(own, **{deed: often if n == less else (0.4, 0.4)})
    best = gap > 0
    differs = Contrast(against, say("other"), 4 * gap, 0.1, False, sides=sides, best=best)
    told = sentence(own, move, differs)
    setting = told.setting if told else ()
    surely = [x for x in setting if x.template.startswith("nobody can")]
    for words in parts(told.words if told else None, *surely):
        begins = [begin for begin in CHECKS if words.template.startswith(begin)]
        values = values_of(words)
        figures = [each for each in values.values() if isinstance(each, int)]
        within = "cases" in words.template or words.template in WITHIN
        if words.template in AMOUNTS:  # what a source brings after one move, less after the other
            assert set(figures) <= {round(abs(n * gap)) for n in (cards, verdict, theft)}
            within = True
        assert begins or not figures or within, words.template
        for begin in begins[:1]:
            values |= {"n": words.n} if words.plural else {}
            assert CHECKS[begin](own, move, against, values), f"{move}, {against}: {words}"
            found.append(begin)
    return found


def test_a_power_that_has_to_be_used_may_cost_points() -> None:
    """Two Murders beside three Piety are tilted at a loss."""
    own = next(
        own
        for own in positions("overseers", Random("tilt/127"))
        if own.state.power_of(own.viewer) is Power.TILT
    )
    one, other, *_ = choices(own)
    pair = Pair(own, one, _as_good(other))
    assert pair.points(pair.cards.bundle("MMPPP")) == with_power(own, "MMPPP") == 5 + 5 + 21


@pytest.mark.parametrize("better", [True, False])
def test_what_happens_is_told_as_it_was_measured(better: bool) -> None:
    """Of a better pick it is said that it steals more often, of a worse one that it does not.

    What the cards add at once speaks for the other one each time.
    """
    own, thief, other = theft_or_benevolence()
    sides = came(own, STEALS=(0.6, 0.2), THEFT=(2.0, 0.5))
    move, against = (thief, other) if better else (other, thief)
    if not better:
        sides = {effect: (two, one) for effect, (one, two) in sides.items()}
    text = said(own, move, against, gap=1.5 if better else -1.5, sides=sides)
    with_it = ", but you gain about 2 points: you steal a card in 60 of 100 cases"
    less = ", but you get about 2 points less: "
    without = f"{less}you steal a card in 20 of 100 cases"
    assert ((with_it in text), (without in text)) == (better, not better), text


@cache
def theft_or_benevolence() -> tuple[View[State], Event, Event]:
    """Return a position in which one can pick a Theft or a Benevolence, and both moves."""
    for own in asked("picks", 60):
        picks = {each.words: each for each in choices(own) if each.verb == "picks"}
        if not tricky(own) and ("T",) in picks and ("B",) in picks:
            return own, picks["T",], picks["B",]
    raise AssertionError("there is no such position")


def test_who_gets_the_pack_next_is_told_what_it_is_denied() -> None:
    own, thief, other = theft_or_benevolence()
    player, left = own.viewer, len(own.state.packs[own.viewer].known) - 1
    for when in ("this pack", *["this pack later"] * (len(own.state.players) - 2)):
        player, left = own.state.receiver(player), left - 1
        sides = {Happens(player, False, Deed.ONE, "B"): (0.3, 0.8)}
        sides[Points(player, Source.CARDS, -1.0 / (len(own.state.players) - 1))] = (20.0, 22.0)
        text = said(own, other, thief, sides=sides)
        has = "has Benevolence in 30 of 100 cases, not 80"
        assert (f"{player}, who gets {when}, {has}" if left >= 0 else f"{player} {has}") in text


def test_the_best_of_what_may_be_as_good_is_told_with_both_figures() -> None:
    """Whichever they speak for. What a row shows speaks for neither."""
    own, thief, other = theft_or_benevolence()
    assert "adds" in said(own, other, thief, gap=0.1, either=True, best=True)
    both = "Theft adds 2 points, Benevolence would add 4"
    assert str(reason(own, thief, replace(_as_good(other), best=True))) == both
    assert said(own, thief, other, either=True) == "Theft adds 2 points instead of 4"
    row = asked("places", 1)[0]
    rows = {sum(map(ord, top(each))): each for each in choices(row)}
    one, two = list(rows.values())[:2]
    assert "you show" in said(row, one, two) and "you show" in str(reason(row, one, _as_good(two)))


def _as_good(against: Event) -> Contrast:
    return Contrast(against, say("other"), 0.1, 0.1, either=True)


def test_a_card_is_no_reason_for_the_other_one_or_where_the_own_cards_come_to_as_much() -> None:
    own, thief, other = theft_or_benevolence()
    assert said(own, other, thief, gap=-1.0) == "no reason found"
    sides = came(own, CARDS=(20, 20), VERDICT=(0, -2))
    text = said(own, thief, other, gap=2.0, sides=sides)
    begin = "about even in the end: Theft adds 2 points, Benevolence would add 4"
    assert text == f"{begin}, but through the accusation you gain about 2 points"
    mean = Points(own.state.receiver(own.viewer), Source.CARDS, -1.0 / (len(own.state.players) - 1))
    text = said(own, other, thief, gap=-3.0, sides={mean: (9.0, 0.0)})
    n = round(-9.0 * mean.worth)
    assert f"of 2, but the mean of the others is about {n} points higher" in text, text


def test_a_pair_is_told_once_and_no_row_refers_to_one_that_has_no_reason() -> None:
    """The row below tells what is its own, or where it is told."""
    own, thief, other = theft_or_benevolence()
    sides = came(own, CARDS=(20, 18), VERDICT=(-5, 0), PAYS=(0.5, 0.0))
    assert said(own, other, thief, gap=-3.0, sides=sides, again=True) == "see other"
    sides = came(own, CARDS=(20, 20))
    none = Contrast(thief, say("other"), -2.0, 0.1, False, sides=sides, again=True)
    below, above = reason(own, other, none), reason(own, thief, replace(none, against=other))
    assert str(below) == str(above) == "no reason found" and below.unlike != above.unlike
    assert said(own, other, thief, gap=-0.1, sides=sides, again=True, either=True) == "see other"
    assert said(own, other, thief, gap=-0.2, sides=sides) == "hardly any difference"


def test_points_that_speak_against_a_card_are_told_with_what_outweighs_them() -> None:
    own, thief, other = theft_or_benevolence()
    points_: Any = {"CARDS": (20, 20), "VERDICT": (-1, -4), "THEFT": (-2.6, -1.0)}
    deeds: Any = {"PAYS": (0.1, 0.4), "ROBBED": (0.8, 0.1), "AHEAD": (0.2, 0.5)}
    sides = came(own, **points_, **deeds)
    text = said(own, thief, other, gap=1.8, sides=sides, best=True)
    adds = "about even in the end: Theft adds 2 points, Benevolence would add 4, and "
    robbed = "you lose about 2 points: you are robbed in 80 of 100 cases, not 10"
    robbed = f"{robbed} (about 3 points each time, not 10), but "
    costs = "you gain about 3 points: an accusation costs you cards in 10, not 40"
    assert text == f"{adds}{robbed}{costs}, since you have most points or are tied in 20, not 50"
    turned = {effect: (two, one) for effect, (one, two) in sides.items()}
    text = said(own, other, thief, gap=-1.8, sides=turned)
    costs = "an accusation costs you cards in 40, not 10, since"
    assert f"but you lose about 3 points: {costs}" in text
    amount = "but through the accusation you gain about 3 points"
    assert amount in said(own, thief, other, gap=1.8, sides=came(own, **points_))


def test_what_matters_most_is_told_then_further_parts_while_those_told_miss_the_gap() -> None:
    """Of nearly as large ones that with a cause is told first."""
    own, thief, other = theft_or_benevolence()
    player, share = own.state.receiver(own.viewer), 1.0 / (len(own.state.players) - 1)
    points_: Any = {"CARDS": (20, 18), "VERDICT": (-5, -1), "THEFT": (-3, 0)}
    deeds: Any = {"PAYS": (0.6, 0.1), "ROBBED": (0.8, 0.1), "AHEAD": (0.7, 0.2)}
    sides = came(own, **points_, **deeds)
    text = said(own, other, thief, gap=-5.0, sides=sides)
    costs = "an accusation costs you cards in 60 of 100 cases, not 10, since you have most points"
    adds = "Benevolence adds 4 points instead of 2, but you lose about 4 points: "
    assert text == f"{adds}{costs} or are tied in 70, not 20", "no more than two amounts"
    level = sides | came(own, CARDS=(20, 20))
    robbed = "and you lose about 3 points: you are robbed in 80, not 10 (about 4 points each time)"
    text = said(own, other, thief, gap=-7.0, sides=level)
    assert text.endswith(f"70, not 20, {robbed}")
    unknown = came(own, **points_, PAYS=(0.6, 0.1), AHEAD=(0.7, 0.2)) | came(own, CARDS=(20, 20))
    text = said(own, other, thief, gap=-7.0, sides=unknown)
    assert text.endswith("70, not 20, and through the theft you lose about 3 points")
    text = said(own, other, thief, gap=-4.0, sides=level)
    assert text.endswith("70, not 20"), "these make about the gap"
    sides = came(own, CARDS=(20, 20), THEFT=(-1, 0), AHEAD=(0.2, 0.2))
    sides[Points(player, Source.THEFT, -share, Deed.STEALS)] = (7.5, 0.0)
    sides[Happens(player, False, Deed.STEALS)] = (0.9, 0.1)
    has, steals = f"{player}, who gets this pack, has a Theft in", f"{player} steals a card in 90"
    each = "(about 8 points each time)"
    for often, told in (
        (0.95, f"{steals} of 100 cases, not 10 {each}, since {has} 95, not 10"),
        (0.8, f"{has} 80 of 100 cases, not 10, and {steals}, not 10 {each}"),  # without one, too
    ):
        sides[Happens(player, False, Deed.ONE, "T")] = (often, 0.1)
        text = said(own, other, thief, gap=-1.0 - 7.5 * share, sides=sides)
        assert (
            f"but the mean of the others is about {round(7.5 * share)} points higher: {told}"
            in text
        )


def test_a_worse_discard_or_answer_is_told_by_what_speaks_against_it() -> None:
    """What is left is as much or more, but without a Theft nobody steals. OV-8"""

    def has_theft(own: View[State], move: Event) -> bool:
        state, viewer = after(own, move), own.viewer
        return "T" in (*state.hands[viewer].known, *(x.kind for x in state.rows[viewer]))

    for verb in ("discards", "admits"):
        own, theft, other = next(
            (own, *pair)
            for own in asked(verb, 60)
            for pair in permutations([move for move in choices(own) if move.verb == verb], 2)
            if [has_theft(own, each) for each in pair] == [False, True]
            and not own.state.holder(Power.SEIZE)
        )
        sides = came(own, THEFT=(0, 3), STEALS=(0.0, 0.6))
        text = said(own, theft, other, gap=-3.0, sides=sides)
        steal = "you steal a card in 1 of 100 cases, not 60"
        assert f"about 3 points less: {steal}" in text


def test_two_and_three_of_a_series_are_told_apart_where_three_come() -> None:
    own, piety = next(
        (own, move)
        for own in asked("picks", 60)
        for move in choices(own)
        if move.words == ("P",) and "P" not in own.state.hands[own.viewer].known
    )
    other = next(move for move in choices(own) if move != piety)
    sides = came(own, CARDS=(2, 0))
    for deed, often in ((Deed.ONE, 1.0), (Deed.TWO, 0.4)):
        sides[Happens(own.viewer, True, deed, "P")] = (often, 0.0)
    two, three = r"with two, worth \d+, in {}", r"with three, worth \d+, in {} of 100 cases"
    for often, told in (
        (0.04, f"{two.format(36)} of 100 cases"),
        (0.1, f"{three.format(10)}, {two.format(30)}"),
        (0.38, three.format(38)),
    ):
        sides[Happens(own.viewer, True, Deed.THREE, "P")] = (often, 0.0)
        text = said(own, piety, other, sides=sides)
        assert re.search(rf"\(you end {told}\)", text), text


def test_who_is_wrongly_accused_much_more_often_is_told_so() -> None:
    own, thief, other = theft_or_benevolence()
    sides = came(own, VERDICT=(6, 2), WRONGLY=(0.8, 0.4))
    accused = "you are accused wrongly (and take a card) in 80 of 100 cases, not 40"
    assert said(own, thief, other, gap=4.0, sides=sides).endswith(accused)
    text = said(own, thief, other, gap=4.0, sides=sides | came(own, AHEAD=(0.1, 0.6)))
    assert f"{accused}, since you have most points or are tied in 10, not 60" in text


def test_what_happens_is_told_only_where_a_cause_makes_much_of_it_and_of_whom_it_is() -> None:
    """Paying five times as often is no matter of having most a little more often."""
    own, thief, other = theft_or_benevolence()
    sides = came(own, VERDICT=(-1.3, 0), PAYS=(0.10, 0.02))
    for before, is_told in ((0.36, False), (0.09, True)):
        ahead = sides | came(own, AHEAD=(0.45, before))
        text = said(own, thief, other, gap=-1.3, sides=ahead)
        assert ("costs you cards in 10 of 100 cases, not 2, since" in text) is is_told


def test_what_is_kept_is_told_with_what_it_comes_to_once_gan_has_added_a_card() -> None:
    own = next(x for x in asked("discards", 60) if x.state.power_of(x.viewer) is Power.DRAW)
    one, other = sorted(choices(own), key=lambda x: points(after(own, x), own.viewer))[::-1][:2]
    text = said(own, one, other, sides=came(own, CARDS=(29.0, 19.0)))
    assert text.endswith("; your cards come to 29.0 on average, 19.0 after other")


def test_a_theft_in_the_discard_is_told_if_another_takes_it() -> None:
    for own in asked("discards", 60):
        taker = own.state.holder(Power.SEIZE)
        discards = {each.words: each for each in choices(own)}
        if taker not in ("", own.viewer) and ("T",) in discards and len(discards) > 1:
            break
    else:
        raise AssertionError("there is no such position")
    theft = discards.pop(("T",))
    other = next(iter(discards.values()))
    sides: dict[Effect, tuple[float, float]] = {Points(taker, Source.THEFT, -0.5): (4.0, 0.0)}
    takes = f"{taker} (Thief-Taker) takes"
    assert "you seize" not in said(own, theft, other)
    assert takes in said(own, theft, other, gap=-2.0, sides=sides)
    turned = {effect: (two, one) for effect, (one, two) in sides.items()}
    assert f"after other {takes}" in said(own, other, theft, gap=2.0, sides=turned)


def test_a_theft_that_is_not_taken_is_told_if_another_takes_it() -> None:
    """The discard of the accused has the only Theft that still is one."""
    own = view(read_file(VIEWS / "leaves-a-theft.rec"), "Ana")
    first, *others = ranked(own, Budget(iterations=12))
    assert (first.action.words, own.state.holder(Power.SEIZE)) == (("T",), "Cy")
    taken = "Cy (Thief-Taker) takes {} out of the discard"
    assert taken.format("it") in str(first.why)
    for each in others:
        assert taken.format("the Theft") in str(each.why) and "you steal no card" in str(each.why)


def test_a_card_that_is_kept_all_the_same_is_told_where_the_other_one_adds_as_much() -> None:
    own = next(
        own
        for own in asked("picks", 60)
        if {("A",), ("B",)} <= {each.words for each in choices(own)}
        and not {"A", "B"} & {*own.state.hands[own.viewer].known}
    )
    malice, benevolence = (
        next(each for each in choices(own) if each.words == (kind,)) for kind in "AB"
    )
    sides = came(own, CARDS=(20, 20), VERDICT=(2, 0))
    for often, is_told in ((0.9, True), (0.3, False)):
        sides[Happens(own.viewer, True, Deed.ONE, "B")] = (often, 1.0)
        text = said(own, malice, benevolence, gap=2.0, sides=sides)
        back = len(own.state.packs[own.viewer].known) > 1 + len(own.state.players)
        how = "this pack comes back; you keep {}, too," if back else "you keep {} all the same"
        kept = f"would add 4 ({how.format('Benevolence')} in 90 of 100 cases)"
        assert text.startswith("about even in the end: ") and (kept in text) is is_told


def test_what_others_get_is_told_by_an_accusation_that_makes_most_of_it() -> None:
    """It is one with their cards: who has more is accused."""
    own, thief, other = theft_or_benevolence()
    player, share = own.state.receiver(own.viewer), 1.0 / (len(own.state.players) - 1)
    sides = came(own, CARDS=(20, 20))
    sides[Points(player, Source.CARDS, -share)] = (20.0, 21.0)
    sides[Points(player, Source.VERDICT, -share, Deed.PAYS)] = (-4.0, 0.0)
    for deed, often in ((Deed.PAYS, (0.5, 0.1)), (Deed.AHEAD, (0.6, 0.1))):
        sides[Happens(player, False, deed)] = often
    text = said(own, thief, other, gap=5.0 * share, sides=sides)
    costs = f"an accusation costs {player} cards in 50 of 100 cases, not 10"
    ahead = f"since {player} has most points or is tied in 60, not 10"
    n = round(5.0 * share)
    assert f"the mean of the others is about {n} points lower: {costs}, {ahead}" in text, text


def test_the_parts_that_are_told_make_the_gap() -> None:
    """What comes by nothing that was counted is told at the end, or alone."""
    own, thief, other = theft_or_benevolence()
    sides = came(own, CARDS=(20, 18), VERDICT=(-5, 0), THEFT=(0, 1), DOCKING=(-4, -3.9))
    text = said(own, other, thief, gap=-4.1, sides=sides)
    assert text == (
        "Benevolence adds 4 points instead of 2, but through the accusation you lose about 5 points"
    )
    sides |= came(own, DOCKED=(0.4, 0.1), VERDICT=(-9, 0), DOCKING=(-1.2, 0))
    text = said(own, other, thief, gap=-9.2, sides=sides)
    assert text.endswith("through the accusation you lose about 9 points"), "it dwarfs Liang"


def test_a_vote_is_told_with_the_chances_that_stand_below_it() -> None:
    """A tie counts, and what was only drawn is never told as certain."""
    told = 0
    for own in asked("votes", 6):
        one, other = [move for move in choices(own) if move.words[0] != own.viewer][:2]
        most = {str(each.name): each.chances["most"].chance for each in odds(own)}
        sure = has_most(reach(own), one.words[0]) is not None
        n = in_100(most[one.words[0]], sure)
        text = said(own, one, other, gap=-1.0)
        told += "cases" in text
        assert f"tied in {n} of 100 cases" in text or "can have at most" in text
    assert told


def test_a_chance_to_have_most_is_told_with_the_card_it_mostly_comes_by() -> None:
    """Hands with the card come to more in the mean."""
    told = 0
    for own in asked("votes", 12):
        for player, (_, card) in most_often(own, 0.5).items():
            if card and (left := ways(own, player)):
                told += 1
                have = [n for hand, n in left.items() if card in hand]
                assert fmean(have) > fmean(left.values())
    assert told


def test_that_a_player_cannot_have_most_is_no_reason_to_look() -> None:
    found = {
        said(own, *pair)
        for own in asked("looks", 12)
        for pair in pairwise(each for each in choices(own) if each.verb == "looks")
        if "can have at most" in said(own, *pair, gap=-1.0)
    }
    assert found == {"no reason found"}


def test_a_vote_is_told_with_whom_it_gets_accused() -> None:
    own = asked("votes", 1)[0]
    votes = [move for move in choices(own) if move.words[0] != own.viewer][:2]
    for (one, other), gap in ((votes, 1.0), (votes[::-1], -1.0)):
        player = one.words[0]
        sides: dict[Effect, tuple[float, float]] = {Happens(player, False, Deed.PAYS): (0.8, 0.3)}
        sides[Points(player, Source.VERDICT, -0.5, Deed.PAYS)] = (-8.0, -3.0)
        text = said(own, one, other, gap=gap, sides=sides)
        costs = f"an accusation costs {player} cards in 80"
        assert (costs in text and text.endswith("not 30")) is (gap > 0)
    who = "as leader you break" if own.state.leader == own.viewer else "the leader, breaks"
    text = said(own, *votes, sides=came(own, ACCUSED=(0.3, 0.6)))
    assert re.search(rf"you are accused in 30( of 100 cases)?, not 60 \(.*{who} ties\)$", text)


def test_somebody_is_always_accused() -> None:
    """Whether the leader spares who is tied, or not."""
    for own in asked("votes", 4):
        (found,) = Trial(own, 1).followed(choices(own)[:1], 40)
        deeds = {each: n for each, n in found.counts.items() if isinstance(each, Happens)}
        often = [fmean(n) for each, n in deeds.items() if each.deed is Deed.ACCUSED]
        assert sum(often) == pytest.approx(1)


def test_cards_of_a_series_are_kept_though_they_are_tilted() -> None:
    """They count for Yanmei: two Honesty 10 points."""
    walked = chain.from_iterable(positions("overseers", Random(f"5/{n}")) for n in range(400))
    own, move, kind = next(
        (own, move, laid.kind)
        for own in walked
        for move in choices(own)
        for laid in own.state.rows.get(own.viewer, ())
        if move.verb == "tilts" and move.words == (laid.spot,) and laid.kind in own.state.box.series
    )
    (found,) = Trial(own, 1).followed([move], 8)
    assert set(found.counts[Happens(own.viewer, True, Deed.ONE, kind)]) == {1}


def test_before_the_last_round_both_totals_are_told() -> None:
    last = next(own for own in asked("votes", 12) if own.state.round == own.state.box.rounds)
    seats = zip(last.state.players, zip(*last.state.scores, strict=True), strict=True)
    total = {player: sum(rows) for player, rows in seats}
    n = total.pop(last.viewer)
    player = max(total, key=total.__getitem__)
    told = f"before this last round you have {n}, {player} {total[player]}"
    assert str(before_the_last(last)) == told


def test_thieves_are_told_with_whom_they_rob_and_of_which_card() -> None:
    """All by the same habit: who has most is robbed, and gives what it misses least."""
    for own in asked("appoints", 4):
        for one, other in permutations(choices(own), 2):
            (thief,) = one.words
            who = "you rob" if thief == own.viewer else f"{thief} robs"
            text = said(own, one, other, gap=1.0)
            if text.startswith("you"):  # how the game ends
                continue
            told = text.split(f"as thief {who} ")[1].split("; ")[0]
            victims = {each.split()[0] for each in told.split(" / ") if " of " in each}
            spared = (thief, own.state.holder(Power.SEIZE))
            others = {x: points(own.state, x) for x in own.state.players if x not in spared}
            assert victims == {x for x in others if others[x] == max(others.values())}


def test_a_tie_is_told_with_what_its_penalty_takes_and_what_cannot_be_reached_any_more() -> None:
    """Cy has 25 points as Bo, and leads; Ana is ahead in the game whatever is stolen."""
    own = view(read_file(Path(__file__).parent / "views/tied-in-the-last-round.rec"), "Cy")
    spares, punishes = sorted(choices(own), key=lambda each: each.verb, reverse=True)
    text = said(own, spares, punishes, gap=11.75, best=True)
    assert points(own.state, "Cy") == points(own.state, "Bo") == 25
    spots = [laid.spot for laid in own.state.rows["Cy"]]
    lost = 25 - min(points(own.state, "Cy", two) for two in combinations(spots, 2))
    assert f"you are tied with Bo at 25 points: the penalty takes {lost}" in text
    assert "you end the game with at most 47 points, Ana with at least 57" in text


VIEWS = Path(__file__).parent / "views"


def test_where_only_one_can_have_more_the_answer_is_told_with_which_cards() -> None:
    """Ana copied Benevolence for a point: with two Piety it has 29."""
    first = ranked(view(read_file(VIEWS / "one-can-have-more.rec"), "Cy"), Budget(iterations=96))[0]
    assert first.action.verb == "denies" and (why := str(first.why))
    assert "Ana has more than your 26 in" in why and "else it leaves 12" in why
    only = "only with Piety + Piety face down"
    assert (
        f"{only} (at about" in why and "leaves 12; giving up Benevolence + Malice leaves 19" in why
    )


def test_the_last_theft_that_can_still_win_is_told_apart_from_one_that_cannot() -> None:
    """Bo wins if it plays right, after either; after the other theft in any case."""
    own = view(read_file(VIEWS / "last-theft.rec"), "Ana")
    one, other = ranked(own, Budget(iterations=12))
    assert one.action.words == ("Bo",) and one.value == other.value
    assert str(one.clause).endswith("you win only if Bo gives Honesty / Murder, after Cy never")
    assert str(other.why).endswith("you end the game with at most 62 points, Bo with at least 67")
    for spot in (laid.spot for laid in own.state.rows["Bo"]):
        state = after(own, one.action)
        state = own.game.apply(state, Event("gives", "Bo", (spot,)))
        best = []
        for docked in ("Ana", "Cy"):
            ended = own.game.apply(state, Event("docks", "Bo", (docked,)))
            while not isinstance(coming := own.game.turn(ended), tuple):
                ended = own.game.apply(ended, coming.sample(Random(0)))
            outcome = own.game.outcome(ended)
            best.append(outcome is not None and "Ana" in outcome.winners)
        (kind,) = (laid.kind for laid in own.state.rows["Bo"] if laid.spot == spot)
        assert any(best) is (kind in "HM")


def test_the_theft_that_can_still_win_comes_first_though_liang_has_to_help() -> None:
    """After Ana's Benevolence Bo has 85 as Ana, before Cy takes 4 from anybody."""
    own = view(read_file(VIEWS / "liang-decides.rec"), "Bo")
    one, *others = ranked(own, Budget(iterations=12))
    assert one.action.words == ("Ana",) and one.value > 0 == max(each.value for each in others)
    assert str(one.why).endswith("then you win the game if Cy, Liang, takes points from Ana)")
    for each in others:
        whom = "then you lose the game, whomever Cy, Liang, takes points from)"
        assert str(each.why).endswith(whom)
    dai = next(each for each in others if each.action.words == ("Dai",))
    for move, beside in ((one, dai), (dai, one)):
        assert {*checked(own, move.action, beside.action, 1.0)} & BY_LIANG


def test_that_the_game_is_lost_is_told_before_all_moves() -> None:
    """Cy ends with at most 47 points, Ana with 57, Bo with more than Cy."""
    first = ranked(view(read_file(VIEWS / "tied-in-the-last-round.rec"), "Cy"), Budget())[0]
    assert str(first.choice) == "whatever follows, you end the game in place 3 of 3"


def test_what_rows_show_is_not_told_before_nuyings_copy() -> None:
    """All see which open card a card copies that lies under it: what shows is not known yet."""
    own = view(read_file(VIEWS / "rows-before-a-copy.rec"), "Bo")
    rows = {top(each): each for each in choices(own)}
    for other in (("A", "A", "T"), ("A", "A", "M")):
        assert "you show" not in said(own, rows["A", "A", "B"], rows[other])


def test_the_points_of_meixiu_count_where_others_may_have_more() -> None:
    """At the reveal they do, though no card shows them."""
    places = asked("places", 60)
    own = next(own for own in places if own.state.power_of(own.viewer) is Power.LOOK)
    move, other = choices(own)[:2]
    differs = replace(_as_good(other), sides=came(own, AHEAD=(0.1, 0.1)))
    (setting,) = reason(own, move, differs).setting
    n = points(after(own, move), own.viewer)
    assert str(setting) == f"somebody has more than your {n} points in 90 of 100 cases"


def test_of_thefts_that_bring_as_much_the_lead_in_the_game_is_told() -> None:
    """Both victims give an Honesty: Ana has 28 and 22 then, Cy 26 and 21, Bo 23 and 9, or less."""
    own = view(read_file(VIEWS / "two-thefts.rec"), "Ana")
    one, other = ranked(own, Budget(iterations=12))
    assert (one.action.words, other.action.words) == (("Cy",), ("Bo",))
    cy = "Cy misses Honesty least: Cy loses 2, you gain 2 (over all you are then 5 ahead of Cy)"
    bo = "Bo misses Honesty least: Bo loses 2, you gain 2 (over all you are then 3 ahead of Cy)"
    assert (str(one.why), str(other.why)) == (cy, bo)
    for each, lead in ((one, 5), (other, 3)):
        state = after(own, each.action)
        (victim,) = each.action.words
        (spot,) = (laid.spot for laid in state.rows[victim] if laid.kind == "H")
        state = own.game.apply(state, Event("gives", victim, (spot,)))
        total = {
            player: sum(row[seat] for row in state.scores[:1]) + points(state, player)
            for seat, player in enumerate(state.players)
        }
        assert total.pop("Ana") - max(total.values()) == lead


def test_where_all_cards_lie_open_it_is_told_that_one_steals_by_a_theft() -> None:
    """With the Theft Bo has two to Dai's one; else each has one, and Dai leads."""
    own = view(read_file(VIEWS / "takes-a-theft.rec"), "Bo")
    first, other = ranked(own, Budget(iterations=12))
    adds = "Theft adds 2 points, Piety would add 0"
    assert f"{adds}, and you gain about 3 points: you steal a card" in str(first.why)
    assert "you get about 3 points less: you steal no card" in str(other.why)
    assert first.value - other.value == 2 + 3 + 1
