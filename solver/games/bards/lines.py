"""A plan as the lines of a record: melodies first, then the action they are for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....models.bards.cards import Card
from ....models.bards.dice import Die, in_order, pips
from ....models.core import Event
from .columns import Column

if TYPE_CHECKING:
    from .plan import Plan

MELODY = "melody"


def lines(plan: Plan) -> tuple[Event, ...]:
    """Return the lines of `plan`; hand cards are spent before melodies, posters last."""
    player = plan.position.player
    posters = plan.position.box.cards.posters
    spare = _spare(plan)
    means = [spare.pop(0) for _ in range(plan.cards)]
    having = plan.position.lasting
    events: list[Event] = []
    for column in plan.actions:
        swing = "swing" in having or "swing" in column.needs
        for before, after in zip(column.dice, column.turned, strict=True):
            events += _turned(player, before, after, swing, means)
        events += _acted(player, column, column.card in posters)
    for win in plan.wins:
        words = (win.card, "with", *win.paid)
        if win.discards:
            words = (*words, "discarding", spare.pop(0))
        events.append(Event("wins", player, words))
    return tuple(events)


def _spare(plan: Plan) -> list[Card]:
    """The hand, the posters last."""
    posters = plan.position.box.cards.posters
    hand = plan.position.state.troupes[plan.position.player].hand.known
    return sorted(hand, key=lambda card: (card in posters, card))


def _turned(
    player: str, before: Die, after: Die, swing: bool, means: list[Card]
) -> Iterator[Event]:
    die = before
    while die != after:
        away = pips(after) - pips(die)
        step = min(abs(away), 2 if swing else 1)
        verb = "raises" if away > 0 else "lowers"
        by = ("two",) * (step - 1)
        yield Event(verb, player, (die, *by, "with", means.pop(0) if means else MELODY))
        die = f"{die[0]}{pips(die) + (step if away > 0 else -step)}"


def _acted(player: str, column: Column, copied: bool) -> Iterator[Event]:
    match column.verb:
        case "performs":
            words = (*in_order(column.turned), "as", column.colours[0])
            yield Event("performs", player, words)
        case "uses":
            yield Event("uses", player, (column.card, "with", column.turned[0]))
            if (column.lends or column.extra) and not copied:
                what = "support" if column.lends else "action"
                yield Event("chooses", player, (what,))
            for die in column.dice[1:]:
                yield Event("discards", player, (die,))
        case _:
            yield Event("hires", player, (column.card, "with", *sorted(column.turned)))
