"""Every sentence of a reason is held to plain counting, from the record alone."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain, count, islice
from pathlib import Path
from random import Random

from aparte.contract.twins import twins
from aparte.models.adresses_jaunes.state import Step
from aparte.models.core import view
from aparte.models.record import blank, read, write
from aparte.models.words import say
from aparte.solver.games.adresses_jaunes.coach import CoachBot, own_moves
from aparte.solver.games.adresses_jaunes.reasons import reason
from aparte.solver.games.adresses_jaunes.sure import proofs
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget
from aparte.solver.play.contrast import Contrast
from aparte.solver.play.driver import drawn, played
from aparte.solver.play.trial import Assumptions
from tests.reasons import played_positions
from tests.solver.games.adresses_jaunes.adresses_jaunes_counts import NAME, TARGET, Counting
from tests.solver.games.adresses_jaunes.adresses_jaunes_sentence import PARTS, Sentence
from tests.tables import random_game

SIDES = (0.1, False, True), (-0.1, False, False), (0.0, True, True), (0.0, True, False)
"""The gap to the other move, whether it may be nothing, and whether the move is the best."""
OF_GUESSES = ("wrong", "left_open", "right")
SELDOM = ("decide", "free_guess")
"""What few positions tell."""


def test_every_part_of_every_sentence_is_what_counting_says() -> None:
    """Of pairs of moves at positions of greedy games, whichever of them is the better one."""
    rng, kinds = Random(7), Counter[str]()
    for own in islice(
        chain.from_iterable(played_positions("adresses-jaunes", 77_390, n) for n in count()), 30
    ):
        moves, counting = own_moves(own), Counting(own)
        if moves[0].verb == "name":
            continue
        for _ in range(4):
            one, other = rng.sample(moves, 2)
            for gap, either, best in SIDES:
                below = not best and (either or own.last % 2 == 1)
                differs = Contrast(
                    other, say("other"), gap, 0.01, either, (), best=best, below=below
                )
                sentence = Sentence(own, counting, one, differs)
                said = reason(own, one, differs)
                if said is not None:
                    sentence.holds(str(said))
                    sentence.speaks(said)
                kinds.update(sentence.kinds)
    assert {*PARTS} - {*kinds} <= {*SELDOM, *OF_GUESSES}, kinds


def test_last_pawns_that_tell_nothing_are_named_above_the_rows() -> None:
    told = 0
    for own in chain.from_iterable(
        played_positions("adresses-jaunes", 77_611, n) for n in range(20, 44)
    ):
        if own.state.step is not Step.PAWNS or own.state.round < own.state.box.rounds:
            continue
        best = ranked(own, Budget())[0]
        assert not (best.exact and "as a rule" in str(best.choice)), "solved, not weighed"
        if found := re.search(r"a pawn on ([\w, ]+) tells nobody anything", str(best.choice)):
            told += 1
            counting, pawns = Counting(own), {each.words[0]: each for each in own_moves(own)}
            kind = "hands" if len(counting.players) == 2 else "deals"
            for tile in found[1].split(", "):
                hands = zip(*counting.worlds, strict=True)
                assert all(len({tile in hand for hand in each}) == 1 for each in hands)
                left, now = (counting.left(each, None, kind) for each in (pawns[tile], None))
                assert left == now
    assert told


def test_what_is_told_of_guesses_is_what_counting_says() -> None:
    """In the conclusion, where guesses are held against each other by what came of them."""
    kinds = Counter[str]()
    guesses = (
        own
        for own in chain.from_iterable(
            played_positions("adresses-jaunes", 77_611, n) for n in (4, 6, 8, 23)
        )
        if own.state.step is Step.CONCLUSION
    )
    for own in guesses:
        counting, proved = Counting(own), proofs(own)
        for each in ranked(own, Budget()):
            differs = each.contrast
            for tile, holder in (move.words for move in (each.action, *each.same)):
                why = str(proved.get((holder, tile), ""))
                assert why in str(each.remark or ""), "the proof is of all that share the row"
            if each.choice and "surely right" in str(each.remark):
                above = Sentence(own, counting, each.action, differs)
                above.left_open("then", str(each.choice))
                kinds.update(["what is left", *above.kinds])
            if found := re.search(rf"all (\d+) possible hands of ({NAME})", str(each.remark)):
                seat = counting.players.index(found[2])
                assert int(found[1]) == len({deal[seat] for deal in counting.worlds})
                kinds["all hands"] += 1
            if differs is not None and differs.said is not None:
                turned = differs.mirrored(each.action, say("other"))
                turned = replace(turned, best=False, below=False)
                for move, held in ((each.action, differs), (differs.against, turned)):
                    sentence = Sentence(own, counting, move, held)
                    sentence.holds(str(reason(own, move, held) or ""))
                    kinds.update(sentence.kinds)
    assert {*OF_GUESSES, "can have", "must guess", "what is left", "all hands"} <= {*kinds}, kinds


def test_discs_that_tell_nothing_are_named_above_the_rows() -> None:
    told = Path(__file__).parents[2] / "play" / "told" / "adresses-jaunes-counted.rec"
    own = read(told.read_text("utf-8"))
    counting, choice = Counting(own), str(ranked(own, Budget(iterations=1))[0].choice)
    vain = {
        x.words[0] for x in own_moves(own) if counting.after(counting.public, x) == counting.public
    }
    found = re.search(rf"a disc at ((?:{TARGET}(?:, )?)+) tells nobody", choice)
    assert found and {*found[1].split(", ")} == vain


def test_a_reason_is_the_same_whatever_lies_hidden() -> None:
    """For twins of a game, which look alike from the seat of who chooses."""
    rng, told = Random(9), 0
    whole = random_game("adresses-jaunes", 3, 5)
    chosen = [each for each in whole.events if each[1].verb in ("disc", "pawn")]
    for number, event in chosen[::2]:
        before = whole.until(number - 1)
        own = view(before, event.actor)
        one, other = rng.sample(own_moves(own), 2)
        differs = Contrast(other, say("other"), 0.1, 0.01, False)
        for twin in islice(twins(before, event.actor, rng), 2):
            assert reason(view(twin, event.actor), one, differs) == reason(own, one, differs)
            told += reason(own, one, differs) is not None
    assert told


def test_a_convention_that_is_assumed_is_read_as_one_that_is_agreed() -> None:
    """Of a table that follows it, though the header does not say so."""
    rng, apart = Random(5), 0
    start = drawn(blank("adresses-jaunes", 2, Convention="1"), rng)
    whole = played(start, dict.fromkeys(start.setup.players, CoachBot()), rng)
    for number, event in whole.events:
        if event.verb not in ("disc", "pawn"):
            continue
        agreed = view(whole.until(number - 1), event.actor)
        silent = read(write(agreed).replace('[Convention "1"]\n', ""))
        one, other = rng.sample(own_moves(agreed), 2)
        differs = Contrast(other, say("other"), 0.1, 0.01, False)
        assumed = replace(differs, assumed=Assumptions(convention=True))
        assert reason(silent, one, assumed) == reason(agreed, one, differs)
        apart += reason(silent, one, differs) != reason(agreed, one, differs)
    assert apart
