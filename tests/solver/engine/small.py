"""Small random models, and everything about them found by looking at every world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, product
from random import Random

from aparte.models.hidden import (
    Because,
    Claim,
    Count,
    Fact,
    Hidden,
    Item,
    Only,
    World,
    holds,
)
from aparte.models.words import say

PLACES = ("Ana", "Bo", "Cy:1", "Cy:2", "nobody")
KNOWN_AS = {"Cy:1": "Cy", "Cy:2": "Cy"}


def small_model(rng: Random) -> Hidden:
    """Return a model of at most eight pieces; most facts are true of one world, a few are not."""
    places = PLACES[: rng.randint(2, 5)]
    items = {f"{number}T": rng.choice([1, 1, 1, 2]) for number in range(rng.randint(2, 4))}
    truth = {
        item: tuple(sorted(rng.choices(places, k=copies), key=places.index))
        for item, copies in items.items()
    }
    facts = tuple(_fact(rng, truth, places) for _ in range(rng.randint(2, 9)))
    return Hidden(items, places, facts, KNOWN_AS)


def _fact(rng: Random, truth: World, places: tuple[str, ...]) -> Fact:
    because = Because(rng.randint(1, 6), say("so it was told"), setup=rng.random() < 0.15)
    inside = frozenset(rng.sample(places, rng.randint(1, len(places) - 1)))
    if rng.random() < 0.2:
        item = rng.choice(list(truth))
        mistaken = rng.random() < 0.15
        return Only(item, inside if mistaken else inside | {*truth[item]}, because)
    items = frozenset(rng.sample(list(truth), rng.randint(1, len(truth))))
    count = sum(place in inside for item in items for place in truth[item])
    count += rng.choice([0] * 12 + [-1, 1])
    slack = rng.choice([0, 0, 0, 1])
    return Count(items, inside, count - slack, count + slack, because)


def like_a_game(rng: Random) -> Hidden:
    """Return a consistent model with hand sizes and true counts of rows, as games have them."""
    places = ("Ana", "Bo", "nobody")
    items = [f"{row}{kind}" for row in "12" for kind in "TRP"]
    rng.shuffle(items)
    truth = {item: (places[index // 2],) for index, item in enumerate(items)}
    setup = Because(1, say("each holds two"), setup=True)
    facts: list[Fact] = [
        Count(frozenset(items), frozenset({player}), 2, 2, setup) for player in places[:2]
    ]
    for line in range(2, rng.randint(5, 9)):
        target, player = rng.choice("12TRP"), rng.choice(places[:2])
        row = frozenset(item for item in items if target in item)
        count = sum(truth[item] == (player,) for item in row)
        because = Because(line, say("{target} counted {count}", target=target, count=count))
        facts.append(Count(row, frozenset({player}), count, count, because))
    return Hidden(dict.fromkeys(sorted(items), 1), places, tuple(facts))


def every_way(hidden: Hidden) -> Iterator[World]:
    """Yield every way to lay out the items, facts not heeded and copies not told apart."""
    ways = [
        combinations_with_replacement(hidden.places, copies) for copies in hidden.items.values()
    ]
    return (dict(zip(hidden.items, places, strict=True)) for places in product(*ways))


def all_worlds(hidden: Hidden) -> list[World]:
    """Return every world of `hidden`, copies not told apart."""
    return [
        world for world in every_way(hidden) if all(holds(fact, world) for fact in hidden.facts)
    ]


def claims(hidden: Hidden, items: Iterable[Item]) -> list[Claim]:
    """Return all that can be claimed about `items`, pieces or traits."""
    return [
        Claim(item, name, holds)
        for item in items
        for name in hidden.names
        for holds in (True, False)
    ]


class Brute:
    """Every way to lay out the items that the set-up allows, with the lines it breaks."""

    def __init__(self, hidden: Hidden) -> None:
        self._hidden = hidden
        background = hidden.told_by(())
        self._broken = [
            (world, frozenset(fact.because.line for fact in hidden.broken(world)))
            for world in all_worlds(background)
        ]

    def smallest(self, *facts: Fact) -> tuple[int, ...] | None:
        """Return the fewest, among equals the earliest lines that leave no world with `facts`."""
        broken = {
            lines for world, lines in self._broken if all(holds(fact, world) for fact in facts)
        }
        lines = _by_size(self._hidden.lines)
        return next(
            (kept for kept in lines if not any(each.isdisjoint(kept) for each in broken)), None
        )


def _by_size(lines: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for size in range(len(lines) + 1):
        yield from combinations(lines, size)
