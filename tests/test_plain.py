"""The plain solver that measures puzzles: what it takes for granted, and that it is never wrong."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aparte.models.hidden import Because, Claim, Count, Fact, Hidden, Only, holds
from aparte.models.words import say
from bench._plain import Plain, backtracks

ITEMS = ("1R", "2R", "3R", "1B", "2B")
REDS = ITEMS[:3]
PLACES = ("Ana", "Bo")


def because(line: int) -> Because:
    """Return the reason of a fact of this line; of the set-up if that is 0."""
    return Because(line, say("it is so"), setup=line == 0)


def count(items: tuple[str, ...], place: str, lo: int, hi: int, line: int) -> Count:
    """Return the fact that so many of `items` are there."""
    return Count(frozenset(items), frozenset({place}), lo, hi, because(line))


def board(*facts: Fact) -> Hidden:
    """Return a model of five tiles in two hands."""
    return Hidden(dict.fromkeys(ITEMS, 1), PLACES, facts)


@pytest.mark.parametrize(("line", "guesses"), [(0, 0), (3, 1)])
def test_the_size_of_a_hand_lies_open_but_two_told_facts_are_not_joined(
    line: int, guesses: int
) -> None:
    # Of Ana's three tiles two are red, so one is blue; she has not 1B: it is 2B.
    hidden = board(
        count(REDS, "Ana", 2, 2, 1),
        Only("1B", frozenset({"Bo"}), because(2)),
        count(ITEMS, "Ana", 3, 3, line),
    )
    assert backtracks(hidden, [Claim("2B", "Ana")], 10) == guesses


@st.composite
def positions(draw: st.DrawFn) -> Hidden:
    """Draw facts that hold in some world, of the set-up about all tiles, told about a few."""
    anas = draw(st.sets(st.sampled_from(ITEMS)))

    def fact(items: tuple[str, ...], line: int) -> Count:
        there = len(anas.intersection(items))
        lo = draw(st.integers(0, there))
        return count(items, "Ana", lo, draw(st.integers(there, len(items))), line)

    told = draw(st.lists(st.sets(st.sampled_from(ITEMS), min_size=1), max_size=4))
    return board(fact(ITEMS, 0), *(fact(tuple(items), n) for n, items in enumerate(told, 1)))


@given(positions(), st.sampled_from(ITEMS), st.sampled_from(PLACES))
def test_it_finds_that_a_claim_follows_where_it_holds_in_every_world(
    hidden: Hidden, item: str, place: str
) -> None:
    claim = Claim(item, place)
    lots = (
        {each: (there,) for each, there in zip(ITEMS, lot, strict=True)}
        for lot in product(PLACES, repeat=len(ITEMS))
    )
    worlds = (world for world in lots if not hidden.broken(world))
    follows = all(holds(claim.fact(hidden), world) for world in worlds)
    assert Plain(hidden, [claim], 1_000).run() == follows
