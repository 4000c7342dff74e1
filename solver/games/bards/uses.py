"""Every use of a bard in play: its dice, its powers, and each way its icons can go. BB-5

A use does not react to chance: dice to come lie idle, a card drawn or gathered is an unknown card.
Only an explored card is trashed or put back after a look at it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod

from ....models.bards.abilities import ability, dice_left, pays, performances_left, robbed
from ....models.bards.cards import ANY, Card, Cost, Icon
from ....models.bards.dice import COLOURS, Die
from .columns import ActionWay, Column, PlanStart, Powers, melodies_for, no_better, sets
from .worth import WORTHS, trashed_worth

DRAWN = {"explore": 1, "gather": 1, "draw": 2}
"""How many cards an icon takes from the deck at most."""


def uses(position: PlanStart) -> Iterator[Column]:
    """Yield every use of a bard in play, with melodies turning dice if need be."""
    for card in dict.fromkeys(each.card for each in position.troupe.stage if not each.die):
        bard = ability(position.box, position.state, card)
        if bard is None or bard.cost is None:
            continue
        toll, paid = pays(bard)
        price = ActionWay(WORTHS.action, toll=toll, paid=paid)
        for own in sets(position.dice, bard.cost.dice):
            ways = _ways(position, card, bard.icons, price, position.dice - Counter(own))
            for turns in range(position.most_turns + 1):
                best: dict[Powers, int] = {}
                for needs in position.lent("lenient", "swing"):
                    having = position.having(needs)
                    lenient, swing = "lenient" in having, "swing" in having
                    shown, cost = _met(bard.cost, own, lenient, swing, turns)
                    if cost > position.most_melodies or no_better(best, needs, cost):
                        continue
                    for way in ways:
                        dice, turned = (*own, *way.spent), (*shown, *way.spent)
                        yield Column("uses", card, dice, turned, cost, way, needs, turns=turns)


def settles(position: PlanStart) -> list[Column]:
    """Return the ways to finish the ability that is due; none if none is due."""
    if not position.state.duties:
        return []
    _, *following = position.state.duties
    card, *icons = following[0].words if following else ("",)
    rest = (Icon("discard"), *map(_icon, icons))
    every = _ways(position, card, rest, ActionWay(), position.dice)
    ways = [way for way in every if not way.idle_before]
    return [Column("settles", card, way.spent, way.spent, 0, way) for way in ways]


def _icon(word: str) -> Icon:
    kind, _, colour = word.partition(" ")
    return Icon(kind, colour)


@cache
def _met(
    cost: Cost, dice: tuple[Die, ...], lenient: bool, swing: bool, turns: int
) -> tuple[tuple[Die, ...], int]:
    """Return what dice are turned to so that they meet the cost, and the melodies for that."""
    met = (to for to in product(range(1, 7), repeat=cost.dice) if cost.misses(*to) <= lenient)
    melodies, shown = min((melodies_for(dice, to, swing, turns), to) for to in met)
    return tuple(f"{die[0]}{to}" for die, to in zip(dice, shown, strict=True)), melodies


def _ways(
    position: PlanStart, card: Card, icons: tuple[Icon, ...], price: ActionWay, rest: Counter[Die]
) -> list[ActionWay]:
    """Return the ways in which `icons` can go; `rest` are the dice.

    They stop at an impossible icon.
    """
    stopped: list[ActionWay] = []
    going = [price]
    for icon in icons:
        stopped += [end for way in going if (end := _end(position, icon, rest, way))]
        going = [
            after
            for way in going
            if not (end := _end(position, icon, rest, way)) or end.bare
            for after in _done(position, card, icon, rest, way)
        ]
    return [*dict.fromkeys([*going, *stopped])]


def _end(position: PlanStart, icon: Icon, rest: Counter[Die], way: ActionWay) -> ActionWay | None:
    """Return the way that ends before `icon`, None if it cannot end there."""
    if icon.kind in DRAWN and not position.deck:
        return way
    if icon.kind == "steal" and not robbed(position.box, position.state, position.player):
        return way
    if (
        icon.kind in ("steal", "discard")
        and not way.idle + way.idle_before
        and not rest - Counter(way.spent)
    ):
        return replace(way, bare=True)
    return None


def _done(
    position: PlanStart, card: Card, icon: Icon, rest: Counter[Die], way: ActionWay
) -> Iterator[ActionWay]:
    """Yield `way` with what `icon` adds, for each way the icon can go."""
    match icon.kind:
        case "die":
            yield _gained(position, icon, way)
        case "melody":
            yield replace(way, melodies=way.melodies + 1)
        case "performance":  # none comes where all are out: BB-13
            there = performances_left(position.box, position.state, icon.colour) > 0
            yield replace(way, performances=(*way.performances, *(icon.colour,) * there))
        case "discard":
            for given in _given(rest, way):
                known = given.spent[len(way.spent) :]
                worth, discarded = given.worth - WORTHS.die, (*way.discarded, *known)
                yield replace(given, worth=worth, discarded=discarded)
        case "steal":  # the die that comes for it may be rolled again
            for given in _given(rest, way):
                yield replace(given, idle=given.idle + 1)
        case "explore":
            yield replace(way, worth=way.worth + explored_worth(position), drawn=way.drawn + 1)
        case "gather":
            yield replace(way, drawn=way.drawn + 1)
        case "draw":
            n = min(2, position.deck)
            worth = way.worth + (n - 1) * WORTHS.hand_card
            yield replace(way, worth=worth, drawn=way.drawn + n, cards=way.cards + n - 1)
        case "support":
            yield replace(way, worth=way.worth + WORTHS.extra_action, extra=way.extra + 1)
            if card not in position.box.cards.posters:  # BB-6
                supports = position.box.cards.bards[card].supports
                yield replace(way, lends=tuple(map(str, supports)))
        case "reroll":  # whatever comes of it is not looked at
            yield way
        case "turn":
            yield replace(way, turns=way.turns + 1)
        case "trash":
            yield way
            for each in dict.fromkeys(position.troupe.hand.known):
                if (gain := trashed_worth(position.box.cards.bards[each])) > 0:
                    worth = way.worth + gain - WORTHS.hand_card
                    trashes = (*way.trashes, each)
                    yield replace(way, worth=worth, trashes=trashes, cards=way.cards - 1)


def gained(position: PlanStart, audience: Card) -> ActionWay | None:
    """Return what winning an audience brings beside points and powers, None if nothing."""
    icons = position.gains_of(audience)
    return _ways(position, "", icons, ActionWay(), Counter())[0] if icons else None


def _gained(position: PlanStart, icon: Icon, way: ActionWay) -> ActionWay:
    """Return `way` with a die to come, unless the supply is empty. BB-13"""
    colours = COLOURS if icon.colour == ANY else (icon.colour,)
    if not any(dice_left(position.box, position.state, colour) > 0 for colour in colours):
        return way
    gained = (*way.gained, icon.colour)
    return replace(way, worth=way.worth + WORTHS.die, gained=gained, idle=way.idle + 1)


def _given(rest: Counter[Die], way: ActionWay) -> Iterator[ActionWay]:
    """Yield the ways to give up a die: an idle one first, else any die, or one still to come."""
    if way.idle + way.idle_before > 0:
        yield replace(way, idle=way.idle - 1)
        return
    for die in sorted(rest - Counter(way.spent)):
        yield replace(way, spent=(*way.spent, die))
    yield replace(way, idle=way.idle - 1, idle_before=way.idle_before + 1)


def explored_worth(position: PlanStart) -> int:
    """Return the least that exploring brings: the next card is trashed if that is good.

    If several icons explore, it is the gain of the last, which is the smallest; rounded down.
    """
    troupe = position.troupe
    looks = [icon.kind for bard in position.unused for icon in bard.icons]
    taken, times = sum(DRAWN.get(kind, 0) for kind in looks), looks.count("explore")
    pool = troupe.deck.known if troupe.left_to_draw >= taken else ()
    if not troupe.left_to_draw and len(troupe.discard) >= taken:
        pool = troupe.discard
    if troupe.top:
        pool = (troupe.top,) if troupe.top in position.box.cards.bards and taken == 1 else ()
    gains = [trashed_worth(position.box.cards.bards[card]) for card in pool]
    good, n = [gain for gain in gains if gain > 0], len(gains)
    if len(good) < times or n < times:
        return 0
    if times == 1:
        return int(sum(good) / n)
    return int(min(good) * prod((len(good) - i) / (n - i) for i in range(times)))
