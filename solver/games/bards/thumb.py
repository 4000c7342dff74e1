"""Rules of thumb for what no plan covers: who goes on stage, which die, which cards to keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from ....models.bards import Box, State
from ....models.bards.cards import Bard, Card
from ....models.bards.dice import pips
from ....models.core import Event
from .worth import WORTHS, wanted


def _card(box: Box, state: State, card: Card) -> float:
    """Return what a card brings on stage: its die, and half the worth of its ability."""
    bard = box.cards.bards[card]
    if bard.kind == "poster":
        newest = box.cards.bards.get(state.newest)
        return 0.0 if newest is None else icons(newest) / 2
    return WORTHS.die + icons(bard) / 2


def icons(bard: Bard) -> float:
    """Return what the ability of `bard` brings on average, minus its price."""
    worths = asdict(WORTHS) | {
        "performance": WORTHS.point + WORTHS.asked,
        "discard": -WORTHS.die,
        "support": WORTHS.extra_action,
    }
    price = sum(worths[each.kind] for each in bard.pays)
    return float(sum(worths[icon.kind] for icon in bard.icons) - price)


def staged(box: Box, state: State, player: str, move: Event) -> float:
    """Return what a choice for the stage brings; a poster left in hand can hire, if dice allow."""
    left = Counter(state.troupes[player].hand.known) - Counter(move.words)
    dice = len(state.troupes[player].dice) + len(move.words)
    hires = WORTHS.point if dice >= 4 else 0
    posters = sum(n for card, n in left.items() if card in box.cards.posters)
    return sum(_card(box, state, card) for card in move.words) + hires * min(1, posters)


def taken(box: Box, state: State, player: str, colour: str) -> tuple[int, int]:
    """Return a rank of a colour: how much more is asked for than there is, then rare dice first."""
    troupe = state.troupes[player]
    asked = wanted(box, state)[colour] - troupe.performances.count(colour)
    return asked, -sum(die[0] == colour for die in troupe.dice)


def leaving(box: Box, move: Event) -> float:
    """Return the worth of what happens to a hand card: keep good ones, trash basic bards."""
    if move.verb == "keeps":
        return WORTHS.hand_card
    bard = box.cards.bards[move.words[0]]
    if move.verb == "trashes":
        return WORTHS.trashed if bard.kind == "basic" else -WORTHS.veteran
    return 0.0 if bard.kind == "basic" else -icons(bard)


def encore(moves: Sequence[Event]) -> Event:
    """Return how melodies are spent: reroll low dice, or turn one; they are worthless later."""

    def gain(move: Event) -> float:
        match move.verb:
            case "raises":
                return 1.0 + ("two" in move.words)
            case "rerolls":
                return sum(3.5 - pips(die) for die in move.words[:-2])
        return 0.0 if move.verb == "done" else -1.0

    return max(moves, key=gain)
