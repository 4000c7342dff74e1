"""What things are worth in Battle of the Bards, in hundredths of a point: the table of BB-18.

docs/bards.md shows the same table; coach, hints and tests all use this one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ....models.bards import Box, State
from ....models.bards.cards import Bard, Card
from ....models.bards.dice import COLOURS


@dataclass(frozen=True, slots=True)
class Worths:
    """The stated worths; a point is 100.

    The last seven are averages of what an icon brings: rules of thumb use them, while plans and
    values of moves use what really follows.
    """

    point: int = 100
    power: int = 40
    veteran: int = 50
    asked: int = 50
    melody: int = 40
    die: int = 30
    hand_card: int = 15
    trashed: int = 20
    action: int = -5
    extra_action: int = 5
    explore: int = 10
    gather: int = 20
    steal: int = 5
    draw: int = 15
    reroll: int = 5
    turn: int = 20
    trash: int = 5


WORTHS = Worths()
LAST = Worths(power=100, asked=0, melody=10, die=0, hand_card=1, trashed=0)
"""What is worth something in the last round: points, and what helps in the encore."""


def in_sight(state: State) -> tuple[Card, ...]:
    """Return the audiences that can be won: the open ones, and the one on top of the deck."""
    return (*state.audiences, *filter(None, [state.top_audience]))


BLANK = "*"
"""How a blank icon of an audience is written: it asks for any performance."""


def lacking(box: Box, card: Card, has: Counter[str]) -> list[str]:
    """Return the performances that an audience asks for beyond what somebody `has`."""
    audience = box.cards.audiences[card]
    colours = Counter({colour: audience.asked(colour) for colour in COLOURS})
    spare = (has - colours).total()
    return [*(colours - has).elements(), *[BLANK] * max(0, audience.blanks - spare)]


def wanted(box: Box, state: State) -> dict[str, int]:
    """Return for each colour the most that one audience in sight asks for."""
    asked = [box.cards.audiences[card] for card in in_sight(state)]
    return {c: max((audience.asked(c) for audience in asked), default=0) for c in COLOURS}


def audience_worth(box: Box, card: Card, to: Worths = WORTHS) -> int:
    """Return what winning an audience is worth; in the last round only applause helps."""
    audience = box.cards.audiences[card]
    powers = [each for each in audience.powers if to is WORTHS or each.kind == "applause"]
    return to.point * audience.points + to.power * len(powers)


def veteran_worth(bard: Bard) -> int:
    """Return what a veteran in the deck is worth."""
    return WORTHS.point * bard.points + WORTHS.veteran


def trashed_worth(bard: Bard) -> int:
    """Return the gain of trashing a bard: positive for a basic one, negative for a veteran."""
    worths = {"basic": WORTHS.trashed, "veteran": -veteran_worth(bard)}
    return worths.get(bard.kind, 0)


def kept_worth(
    state: State, kept: dict[str, int], asked: dict[str, int], to: Worths = WORTHS
) -> int:
    """Return the worth of unspent performances: their score, and more if they are asked for."""
    return sum(
        to.point * state.leftovers * n + to.asked * min(n, asked[colour])
        for colour, n in kept.items()
    )


def worth(box: Box, state: State, player: str) -> int:
    """Return the worth of everything `player` has."""
    return sum(worths(box, state, player).values())


def worths(box: Box, state: State, player: str) -> dict[str, int]:
    """Return what everything that `player` has is worth, by what it is."""
    troupe = state.troupes[player]
    bards = (box.cards.bards[card] for card in troupe.cards)
    kept = {colour: troupe.performances.count(colour) for colour in COLOURS}
    basic = sum(box.cards.bards[card].kind == "basic" for card in troupe.trashed)
    return {
        "audiences": sum(audience_worth(box, card) for card in troupe.audiences),
        "veterans": sum(veteran_worth(bard) for bard in bards if bard.kind == "veteran"),
        "performances": kept_worth(state, kept, wanted(box, state)),
        "melodies": WORTHS.melody * troupe.melodies,
        "dice": WORTHS.die * (len(troupe.dice) + len(troupe.locked)),
        "hand": WORTHS.hand_card * len(troupe.hand),
        "trashed": WORTHS.trashed * basic,
    }


def to_come(after: State, player: str) -> float:
    """Return the stated worth of what the coming lines bring."""
    icons = ("explore", "gather", "steal", "draw", "reroll", "turn")
    brings: dict[str, int] = {f"{icon}s": getattr(WORTHS, icon) for icon in icons}
    brings |= {"takes": WORTHS.die, "chooses": WORTHS.extra_action, "trashes": WORTHS.trash}
    return sum(brings.get(duty.verb, 0) for duty in after.duties if duty.player == player)
