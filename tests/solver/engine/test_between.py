"""What places use up between them is what looking at every world finds, no more and no less."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from random import Random

import pytest

from aparte.models.hidden import Because, Claim, Count, Hidden, Only
from aparte.models.words import say
from aparte.solver.engine.between import Found, filled, used_up
from aparte.solver.engine.bounds import Bounds
from aparte.solver.engine.rows import Grid, Row, bits
from aparte.solver.engine.work import Work
from tests.solver.engine.small import all_worlds

ITEMS = ("1T", "2T", "3T", "4T", "5T")
PLACES = ("Ana", "Bo", "Cy", "nobody")
SEEDS = range(60)


def drawn(rng: Random, least: bool) -> Hidden:
    """Return one bound at each of two or three places, and if upper ones, where pieces can be."""
    facts: list[Count | Only] = []
    bounded = rng.sample(PLACES[:3], rng.choice((2, 3)))
    for line, place in enumerate(bounded, start=2):
        kinds = frozenset(rng.sample(ITEMS, rng.randint(2, 4) if least else 4))
        n = rng.randint(1, len(kinds) - 1) if least else 1
        lo, hi = (n, len(kinds)) if least else (0, n)
        facts.append(Count(kinds, frozenset({place}), lo, hi, Because(line, say("counted"))))
    if not least:
        for line, item in enumerate(rng.sample(ITEMS, 3), start=10):
            there = frozenset(rng.sample(bounded if rng.random() < 0.8 else PLACES, 2))
            facts.append(Only(item, there, Because(line, say("seen"))))
    return Hidden(dict.fromkeys(ITEMS, 1), PLACES, tuple(facts))


def barred(hidden: Hidden) -> set[Claim] | None:
    """Return where no world has a piece, None if there is no world."""
    worlds = all_worlds(hidden)
    cells = {Claim(item, place, holds=False) for item in ITEMS for place in PLACES}
    there = {Claim(item, *world[item], holds=False) for world in worlds for item in ITEMS}
    return cells - there if worlds else None


def found_in(grid: Grid, least: bool) -> Iterator[Found]:
    """Yield what is found from the bounds of `grid`."""
    bounds, rows = Bounds(grid), list[Row]()
    for row in grid.rows():
        if row.blocks != grid.everywhere and row.facts and isinstance(row.facts[0], Only):
            if not row.least:
                bounds.none(row)
        elif row.blocks != grid.everywhere and row.least == least:
            rows.append(row)
    return (used_up if least else filled)(bounds, rows, Work(inf))


def concluded(hidden: Hidden, least: bool) -> set[Claim] | None:
    """Return what is found from the bounds, None if that they contradict each other."""
    grid = Grid(hidden, hidden.facts)
    return _claims(grid, found_in(grid, least))


def _claims(grid: Grid, found: Iterable[Found]) -> set[Claim] | None:
    claims = set[Claim]()
    for kinds, blocks, n, rows in found:
        assert len(rows) > 1
        if n < 0:
            return None
        if n == 0:
            claims |= {
                Claim(item, place, holds=False)
                for k in bits(kinds)
                for item in grid.kinds[k]
                for b in bits(blocks)
                for place in grid.blocks[b]
            }
    return claims


@pytest.mark.parametrize("least", [True, False], ids=["used up", "filled"])
def test_it_is_what_every_world_says(least: bool) -> None:
    followed = 0
    for seed in SEEDS:
        hidden = drawn(Random(f"{least} {seed}"), least)
        whole = barred(hidden)
        alone = set[Claim]()
        for fact in hidden.facts:
            others = [each for each in hidden.facts if isinstance(each, Only) or each is fact]
            alone |= barred(Hidden(hidden.items, PLACES, tuple(others))) or set()
        told = {
            Claim(fact.item, place, holds=False)
            for fact in hidden.facts
            if isinstance(fact, Only)
            for place in PLACES
            if place not in fact.places
        }
        found = concluded(hidden, least)
        if found is None or whole is None:
            assert found == whole, seed
            followed += 1
            continue
        assert found <= whole, seed
        if alone == told:
            assert whole - told == found - told, seed
            followed += bool(found - told)
    assert followed > len(SEEDS) / 10


@pytest.mark.parametrize("least", [True, False], ids=["used up", "filled"])
def test_its_reasons_alone_say_every_bound_it_gives(least: bool) -> None:
    given = 0
    for seed in SEEDS:
        rng = Random(f"bounds {seed}")
        hidden = drawn(rng, least)
        for line, item in enumerate(rng.sample(ITEMS, 2), start=20):
            there = frozenset(PLACES) - {rng.choice(PLACES)}
            hidden = hidden.assuming(Only(item, there, Because(line, say("not there"))))
        grid = Grid(hidden, hidden.facts)
        for kinds, blocks, n, why in found_in(grid, least):
            items = {item for k in bits(kinds) for item in grid.kinds[k]}
            there = {place for b in bits(blocks) for place in grid.blocks[b]}
            facts = dict.fromkeys(fact for row in why for fact in row.facts)
            for world in all_worlds(Hidden(hidden.items, PLACES, tuple(facts))):
                assert sum(world[item][0] in there for item in items) <= n, seed
            given += 1
    assert given > len(SEEDS)
