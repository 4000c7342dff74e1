"""The odds of a performance: counted as the rules would make them, and never known too well."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from aparte.models.bards import Step
from aparte.models.bards.abilities import has
from aparte.models.bards.dice import faces
from aparte.models.bards.odds import _staged, odds
from aparte.models.bards.show import performances
from aparte.models.core import view
from aparte.models.replacing import changed
from tests.tables import random_game


def by_rules(state, player, dice):
    """Return the odds of `dice`, by the moves that the rules list after each roll."""
    hits, rolls = Counter(), [die if len(die) > 1 else faces(die) for die in dice]
    thrown = list(product(*([die] if isinstance(die, str) else die for die in rolls)))
    for roll in thrown:
        after = state.troupe(player, dice=tuple(sorted(roll)))
        colours = {event.words[-1] for event in performances(state.box, after, player)}
        hits.update(colours | ({"any"} if colours else set()))
    return {each: Fraction(hits[each], len(thrown)) for each in ("B", "P", "R", "O", "any")}


def shows(seed):
    """Yield views of Ana in the show of a random game, with the name of her odds."""
    record = random_game("bards", 3, seed)
    for until in range(20, record.last, 17):
        own = view(record.until(until), "Ana")
        if own.state.step is Step.SHOW and not own.state.duties and "Ana" not in own.state.done:
            yield own


@pytest.mark.parametrize("seed", [1, 2])
def test_the_odds_of_dice_are_those_of_the_moves_that_the_rules_list(seed: int) -> None:
    compared = 0
    for own in shows(seed):
        troupe = own.state.troupes["Ana"]
        bare = own.state.troupe("Ana", dice=tuple(die[0] for die in troupe.dice[:4]))
        for state, case in ((own.state, "as the dice lie"), (bare, "when the dice are rolled")):
            if not state.troupes["Ana"].dice:
                continue
            found = odds(changed(own, state=state))[0]
            assert str(found.name) == case
            expected = by_rules(state, "Ana", state.troupes["Ana"].dice)
            assert {word: odd.chance for word, odd in found.chances.items()} == expected
            compared += 1
    assert compared > 5


def test_an_estimate_of_many_dice_says_its_error_and_holds_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("aparte.models.bards.odds.COUNTED", 10)
    own = next(shows(1))
    dice = ("B", "B", "P", "P", "R")
    state = own.state.troupe("Ana", dice=dice)
    assert not has(state.box, state, "Ana", "circle")
    found = odds(changed(own, state=state))[0].chances
    true = by_rules(state, "Ana", dice)
    assert found["O"].chance == found["O"].error == 0  # no die of that colour is there
    for word in ("B", "P", "R", "any"):
        assert 0 < found[word].error < 0.01
        assert abs(found[word].chance - true[word]) < 4 * found[word].error


def test_odds_of_the_stage_are_by_what_can_be_chosen_and_unknown_where_dice_may_run_out() -> None:
    record = random_game("bards", 3, 1)
    own = next(
        own
        for until in range(record.last)
        for own in [view(record.until(until), "Bo")]
        if own.state.step is Step.STAGE and own.state.troupes["Bo"].hand.known
    )
    found = odds(own)
    stagings = {e.words for e in own.game.turn(own.state) if e.actor == "Bo"}
    assert len(found) == len(stagings)
    for each in found:
        assert any(odd and 0 < odd.chance < 1 for odd in each.chances.values())
    scarce = own.state.troupe("Ana", dice=("B", "P", "R", "O") * 14)
    for each in odds(changed(own, state=scarce)):
        assert set(each.chances.values()) == {None}


def test_nobody_who_looks_on_and_no_seat_whose_hand_is_not_known_has_odds() -> None:
    record = random_game("bards", 3, 1)
    untold = 0
    for until in range(0, record.last, 11):
        assert not odds(view(record.until(until), "table"))
        other = view(record.until(until), "Bo")
        if other.state.step is Step.STAGE and other.state.troupes["Ana"].hand.unknown:
            assert not list(_staged(other.state, "Ana"))
            untold += 1
    assert untold
