"""A plan as the lines of a record: melodies first, then the action they are for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....models.bag import HOLE
from ....models.bards.cards import Card
from ....models.bards.dice import Die, in_order, pips
from ....models.core import Event
from .columns import Column
from .order import Win

if TYPE_CHECKING:
    from .plan import Plan

MELODY = "melody"


def lines(plan: Plan) -> tuple[Event, ...]:
    """Return the lines of `plan`; hand cards are spent before melodies, posters last."""
    player = plan.position.player
    posters = plan.position.box.cards.posters
    spare = _spare(plan)
    means = _means(plan, spare)
    having = plan.position.lasting
    events: list[Event] = []
    for step in plan.steps:
        if isinstance(step, Win):
            discards = ("discarding", spare.pop(0) if spare else HOLE) if step.discards else ()
            events.append(Event("wins", player, (step.card, "with", *step.paid, *discards)))
            continue
        swing = "swing" in having or "swing" in step.needs
        for before, after in zip(step.dice, step.turned, strict=True):
            events += _turned(player, before, after, swing, means)
        events += _acted(player, step, step.card in posters)
    return tuple(events)


def _spare(plan: Plan) -> list[Card]:
    """The hand, the posters last."""
    posters = plan.position.box.cards.posters
    return sorted(plan.position.troupe.hand.known, key=lambda card: (card in posters, card))


def _means(plan: Plan, spare: list[Card]) -> list[str]:
    """What turns the dice: cards of the hand, melodies, and last a card that is yet to come."""
    cards = [spare.pop(0) for _ in range(min(plan.cards, len(spare)))]
    turns = sum(column.melodies for column in plan.actions)
    return [*cards, *[MELODY] * (turns - plan.cards), *[HOLE] * (plan.cards - len(cards))]


def _turned(player: str, before: Die, after: Die, swing: bool, means: list[str]) -> Iterator[Event]:
    die = before
    while die != after:
        away = pips(after) - pips(die)
        step = min(abs(away), 2 if swing else 1)
        verb = "raises" if away > 0 else "lowers"
        by = ("two",) * (step - 1)
        yield Event(verb, player, (die, *by, "with", means.pop(0)))
        die = f"{die[0]}{pips(die) + (step if away > 0 else -step)}"


def _acted(player: str, column: Column, copied: bool) -> Iterator[Event]:
    match column.verb:
        case "performs":
            words = (*in_order(column.turned), "as", column.colours[0])
            yield Event("performs", player, words)
        case "uses":
            yield Event("uses", player, (column.card, "with", column.turned[0]))
            if (column.way.lends or column.way.extra) and not copied:
                what = "support" if column.way.lends else "action"
                yield Event("chooses", player, (what,))
            yield from (Event("discards", player, (die,)) for die in column.way.discarded)
        case "settles":
            yield from (Event("discards", player, (die,)) for die in column.way.discarded)
        case _:
            yield Event("hires", player, (column.card, "with", *sorted(column.turned)))
