"""A plan, and its lines in a record: melodies first, then the action they are for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....models.bag import HOLE
from ....models.bards.abilities import ability
from ....models.bards.cards import Card, Icon
from ....models.bards.dice import Die, in_order, pips
from ....models.core import Event
from .columns import Column, PlanStart
from .order import Purse, Win

MELODY = "melody"


@dataclass(frozen=True)
class Plan:
    """Actions and audiences in a playable order; `value` in hundredths of a point.

    `value` is what the player gains by the plan, by the table of BB-18. `cards` of the hand are
    spent as melodies. `proved` says that no plan has a higher value.
    """

    position: PlanStart
    steps: tuple[Column | Win, ...]
    cards: int
    value: int
    proved: bool

    @property
    def events(self) -> tuple[Event, ...]:
        """The lines of the plan, without the rolls and draws in between."""
        return _lines(self)

    @property
    def paid(self) -> Sequence[tuple[Column | Win, Sequence[str]]]:
        """Each step with what turns its dice, or the card that it discards; `?` is one to come.

        Cards of the hand are spent before melodies, posters last.
        """
        spare, found = _spare(self), list[tuple[Column | Win, Sequence[str]]]()
        purse = Purse.of(self.position, self.steps, self.cards)
        for step in self.steps:
            if isinstance(step, Win):
                found.append((step, _cards(spare, step.discards)))
            else:
                n = purse.cards_for(step)
                found.append((step, [*_cards(spare, n), *[MELODY] * (step.melodies - n)]))
            purse = purse.after(step) or purse
        return found

    @property
    def actions(self) -> tuple[Column, ...]:
        """The steps that are not wins."""
        return tuple(step for step in self.steps if isinstance(step, Column))

    @property
    def wins(self) -> tuple[Win, ...]:
        """The steps that win audiences."""
        return tuple(step for step in self.steps if isinstance(step, Win))

    @property
    def performances(self) -> int:
        """How many performances it makes from dice."""
        return sum(column.verb == "performs" for column in self.actions)


def _lines(plan: Plan) -> tuple[Event, ...]:
    """Return the lines of `plan`."""
    player = plan.position.player
    having = plan.position.lasting
    events: list[Event] = []
    by_icons = [turn for column in plan.actions for turn in _by_icons(plan, column)[0]]
    for step, means in plan.paid:
        if isinstance(step, Win):
            discards = ("discarding", *means) if means else ()
            events.append(Event("wins", player, (step.card, "with", *step.paid, *discards)))
            continue
        swing, left = "swing" in having or "swing" in step.needs, [*means]
        _, dice = _by_icons(plan, step)
        for lying, shown in zip(dice, step.turned, strict=True):
            events += _turned(player, lying, shown, swing, left)
        events += _acted(plan, step, by_icons)
    return tuple(events)


def _by_icons(plan: Plan, column: Column) -> tuple[list[Event], list[Die]]:
    """Return the lines by which icons of earlier bards turn a column's dice, and the dice then."""
    left, events = list(column.dice), list[Event]()
    swing = "swing" in plan.position.having(column.needs)
    for _ in range(column.turns):
        away = [pips(to) - pips(die) for die, to in zip(left, column.turned, strict=True)]
        odd = [i for i, each in enumerate(away) if each % 2] if swing else []
        at = (odd or [i for i, each in enumerate(away) if each])[0]
        verb, by = ("raises", 1) if away[at] > 0 else ("lowers", -1)
        events.append(Event(verb, plan.position.player, (left[at],)))
        left[at] = f"{left[at][0]}{pips(left[at]) + by}"
    return events, left


def _spare(plan: Plan) -> list[Card]:
    """Return the hand without the cards to be trashed, and without the posters for hires."""
    posters = plan.position.box.cards.posters
    gone = Counter(card for column in plan.actions for card in column.way.trashes)
    hand = sorted((Counter(plan.position.troupe.hand.known) - gone).elements())
    there = [card for card in hand if card in posters]
    hires = sum(column.verb == "hires" for column in plan.actions)
    return [*(card for card in hand if card not in posters), *there[hires:]]


def _cards(spare: list[Card], n: int) -> list[str]:
    """Take `n` cards out of `spare`; if they are too few, add `?` for cards still to come."""
    cards = [*spare[:n], *[HOLE] * (n - len(spare))]
    del spare[:n]
    return cards


def _turned(player: str, before: Die, after: Die, swing: bool, means: list[str]) -> Iterator[Event]:
    die = before
    while die != after:
        away = pips(after) - pips(die)
        step = min(abs(away), 2 if swing else 1)
        verb = "raises" if away > 0 else "lowers"
        by = ("two",) * (step - 1)
        yield Event(verb, player, (die, *by, "with", means.pop(0)))
        die = f"{die[0]}{pips(die) + (step if away > 0 else -step)}"


def _acted(plan: Plan, column: Column, by_icons: list[Event]) -> Iterator[Event]:
    player, box = plan.position.player, plan.position.box
    match column.verb:
        case "performs":
            words = (*in_order(column.turned), "as", column.colours[0])
            yield Event("performs", player, words)
        case "uses":
            dice = column.turned[: len(column.turned) - len(column.way.spent)]
            yield Event("uses", player, (column.card, "with", *sorted(dice)))
            bard = ability(box, plan.position.state, column.card)
            assert bard is not None
            copied = column.card in box.cards.posters
            yield from _chosen(player, column, bard.icons, copied, by_icons)
        case "settles":
            yield from (Event("discards", player, (die,)) for die in column.way.discarded)
        case _:
            yield Event("hires", player, (column.card, "with", *sorted(column.turned)))


def _chosen(
    player: str, column: Column, icons: tuple[Icon, ...], copied: bool, by_icons: list[Event]
) -> Iterator[Event]:
    """Yield the player's choices while icons are carried out."""
    way = column.way
    discarded, trashes, turns = list(way.discarded), list(way.trashes), way.turns
    for icon in icons:
        match icon.kind:
            case "support" if (way.lends or way.extra) and not copied:
                yield Event("chooses", player, ("support" if way.lends else "action",))
            case "discard" if discarded:
                yield Event("discards", player, (discarded.pop(0),))
            case "turn" if turns:
                turns -= 1
                yield by_icons.pop(0) if by_icons else Event("keeps", player)
            case "trash" if trashes:
                yield Event("trashes", player, (trashes.pop(0),))
            case "reroll" | "trash":
                yield Event("keeps", player)
