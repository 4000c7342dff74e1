"""The deals that the coach of Onstage draws: all that fit, each as likely as the others."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from functools import cache
from math import sqrt
from random import Random

import pytest

from aparte.models.core import Record, View, turn, view
from aparte.models.hidden import Because, Hidden, Only
from aparte.models.words import say
from aparte.solver.engine.count import Counter, count
from aparte.solver.games.onstage.deals import Deals
from tests.models.onstage.positions import game
from tests.tables import prefixes

ASSUMED = Because(0, say("it is assumed"), setup=True)


@cache
def views(players: int, seed: int) -> tuple[View, ...]:
    """Views of whoever is to play, at six points of a random game, later rounds among them."""
    record: Record = game(players, seed)
    lines = [number for number, event in record.events if event.verb in ("plays", "deal")]
    found = []
    some = {*Random(seed).sample(lines, 12)}
    for cut in prefixes(record):
        if cut.last not in some:
            continue
        coming = turn(cut)
        if isinstance(coming, tuple) and coming:
            found.append(view(cut, coming[0].actor))
    return tuple(found[:6])


VIEWS = [(players, i) for players in (3, 4, 5) for i in range(3)]


def with_hands(hidden: Hidden, hands: Mapping[str, frozenset[str]]) -> Hidden:
    """Return `hidden` with every card of `hands` where it lies."""
    return hidden.assuming(
        *(
            Only(card, hidden.places_of(holder), ASSUMED)
            for holder, cards in hands.items()
            for card in cards
        )
    )


@pytest.mark.parametrize(("players", "seed"), VIEWS)
def test_as_many_as_the_general_engine_counts(players: int, seed: int) -> None:
    for each in views(players, seed):
        worlds = Counter(each.game.model.hidden(each)).worlds
        assert Deals.of(each).number == pytest.approx(worlds, rel=1e-9)


@pytest.mark.parametrize(("players", "seed"), VIEWS)
def test_what_is_drawn_fits_every_fact(players: int, seed: int) -> None:
    for each in views(players, seed):
        hidden = each.game.model.hidden(each)
        for hands in Deals.of(each).sample(5, seed):
            assert Counter(with_hands(hidden, hands)).worlds > 0


@pytest.mark.parametrize(("players", "seed"), VIEWS)
def test_every_card_lies_where_it_is_as_often_as_it_should(players: int, seed: int) -> None:
    n = 2500
    for each in views(players, seed)[::3]:
        hidden = each.game.model.hidden(each)
        exact = count(hidden).by_name(hidden)
        seen: Tally[tuple[str, str]] = Tally()
        for hands in Deals.of(each).sample(n, 7):
            seen.update((card, holder) for holder, cards in hands.items() for card in cards)
        for (card, holder), times in seen.items():
            expected = n * float(exact.chance(card, holder))
            assert abs(times - expected) <= 5 * sqrt(n) / 2
        for card in {card for card, _ in seen}:
            chances = [(h, float(exact.chance(card, h))) for h in hidden.names]
            chi = sum(
                (seen[card, h] - n * chance) ** 2 / (n * chance) for h, chance in chances if chance
            )
            assert chi < 30  # of at most 5 degrees of freedom: once in 50,000


def test_every_deal_is_as_likely_as_its_worlds_say() -> None:
    checked = 0
    for players, seed in VIEWS:
        for each in views(players, seed):
            deals = Deals.of(each)
            if not 2 <= deals.number <= 60:
                continue
            hidden, n = each.game.model.hidden(each), 4000
            worlds = Counter(hidden).worlds
            drawn = Tally(tuple(sorted(hands.items())) for hands in deals.sample(n, 3))
            chances = {
                hands: Counter(with_hands(hidden, dict(hands))).worlds / worlds for hands in drawn
            }
            assert sum(chances.values()) == pytest.approx(1)
            chi = sum((drawn[h] - n * p) ** 2 / (n * p) for h, p in chances.items())
            free = len(drawn) - 1
            assert chi < free + 5 * sqrt(2 * free) + 10
            checked += 1
    assert checked > 3


def test_the_same_seed_draws_the_same_deals() -> None:
    deals = Deals.of(views(4, 1)[0])
    assert deals.sample(5, 1) == deals.sample(5, 1) != deals.sample(5, 2)
