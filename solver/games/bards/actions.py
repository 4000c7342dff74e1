"""Every performance and every hire that the present dice allow, with melodies turning them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations

from ....models.bards.dice import COLOURS, Colour, Die, majority, pips
from .columns import FAR, ActionWay, Column, PlanStart, Powers, melodies_for, no_better, sets
from .worth import WORTHS, veteran_worth

# performances


def performances(position: PlanStart) -> Iterator[Column]:
    """Yield every performance of three dice, in each way that melodies and powers allow."""
    for three in sets(position.dice, 3):
        for turns in range(position.most_turns + 1):
            best: dict[Powers, int] = {}
            for needs in position.lent("circle", "swing"):
                having = position.having(needs)
                dice, turned, cost = cheapest(three, "swing" in having, "circle" in having, turns)
                if cost > position.most_melodies or no_better(best, needs, cost):
                    continue
                for column in _coloured(position, dice, turned, cost, needs):
                    yield replace(column, turns=turns)


@cache
def cheapest(
    three: tuple[Die, ...], swing: bool, circle: bool, turns: int
) -> tuple[tuple[Die, ...], tuple[Die, ...], int]:
    """Return three dice in order, the sequence they become and the melodies: the cheapest way."""
    dice, sequence, least = three, tuple(map(pips, three)), FAR
    for start in range(1, 7 if circle else 5):
        shown = tuple((start - 1 + step) % 6 + 1 for step in range(3))
        for order in permutations(three):
            cost = melodies_for(order, shown, swing, turns)
            if cost < least:
                least, dice, sequence = cost, order, shown
    return dice, tuple(f"{die[0]}{to}" for die, to in zip(dice, sequence, strict=True)), least


def _coloured(
    position: PlanStart, dice: tuple[Die, ...], turned: tuple[Die, ...], cost: int, needs: Powers
) -> Iterator[Column]:
    """Yield one performance in each colour it can have, with and without a blend."""
    plain = majority(dice)
    among = tuple(c for c in COLOURS if c in {die[0] for die in dice})
    if "blend" in position.lasting:
        plain = among
    yield from _echoed(position, dice, turned, cost, needs, plain)
    if plain != among and "blend" in position.lendable:
        yield from _echoed(position, dice, turned, cost, needs | {"blend"}, among)


def _echoed(
    position: PlanStart,
    dice: tuple[Die, ...],
    turned: tuple[Die, ...],
    cost: int,
    needs: Powers,
    colours: tuple[Colour, ...],
) -> Iterator[Column]:
    """Yield the performance, and again in a single colour if that gives melodies (echo). BB-4"""
    plain = ActionWay(WORTHS.action - 3 * WORTHS.die)
    yield Column("performs", "", dice, turned, cost, plain, needs, colours)
    for colour in colours:
        echo = f"echo {colour}"
        most = position.most(echo)
        there = min(position.lasting[echo], most)
        for echoes in range(max(1, there), most + 1):
            lent = needs if echoes == there else needs | {echo}
            way = replace(plain, melodies=echoes)
            yield Column("performs", "", dice, turned, cost, way, lent, (colour,))


# veterans


def hires(position: PlanStart) -> Iterator[Column]:
    """Yield every way to hire a veteran."""
    if not position.posters:
        return
    for price in (2, 3):
        for dice in sets(position.dice, price):
            for turns in range(position.most_turns + 1):
                best: dict[Powers, int] = {}
                for needs in position.lent("swing"):
                    swing = "swing" in position.having(needs)
                    turned, cost = _made_equal(dice, swing, turns)
                    if cost <= position.most_melodies and not no_better(best, needs, cost):
                        for column in _hired(position, dice, turned, cost, needs):
                            yield replace(column, turns=turns)


def _made_equal(dice: tuple[Die, ...], swing: bool, turns: int) -> tuple[tuple[Die, ...], int]:
    shown = range(1, 7)
    costs = [(melodies_for(dice, (to,) * len(dice), swing, turns), to) for to in shown]
    cost, to = min(costs)
    return tuple(f"{die[0]}{to}" for die in dice), cost


def _hired(
    position: PlanStart, dice: tuple[Die, ...], turned: tuple[Die, ...], cost: int, needs: Powers
) -> Iterator[Column]:
    """Yield a hire; the newest bard costs a third die unless a newer one comes or a scout helps.

    BB-6
    """
    state = position.state
    scouted = "scout" in position.lasting
    for card in state.line:
        worth = veteran_worth(position.box.cards.bards[card]) - len(dice) * WORTHS.die
        way = ActionWay(worth + WORTHS.action - WORTHS.hand_card)
        newest = card == state.newest and not scouted
        if len(dice) == (3 if newest else 2):
            yield Column("hires", card, dice, turned, cost, way, needs)
        elif newest:
            if "scout" in position.lendable:
                yield Column("hires", card, dice, turned, cost, way, needs | {"scout"})
            if state.veterans:
                yield Column("hires", card, dice, turned, cost, way, needs, second=True)
