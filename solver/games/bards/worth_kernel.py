"""What things are worth by habit, compiled.

These worths were learned by self-play (`tools/learn_bards.py`): they are no part of the table of
worths (BB-18), and shown nowhere.
"""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.compiled import kernel
from .table_kernel import (
    ANY,
    AUDIENCES,
    BARDS,
    CIRCLE,
    COLOURS,
    DICE,
    DICE_KINDS,
    FACES,
    HAND,
    I_DIE,
    I_DISCARD,
    I_DRAW,
    I_EXPLORE,
    I_GATHER,
    I_MELODY,
    I_PERFORMANCE,
    I_STEAL,
    I_SUPPORT,
    ICONS,
    IN_LINE,
    LENIENT,
    ON_STAGE,
    OPEN,
    PERFORMANCES,
    PIPS,
    POSTER,
    POWER_KINDS,
    SLOT,
    SLOTS,
    STAGE,
    TABLE,
    TOP_AUDIENCE,
    Cards,
    State,
    ability,
    times,
)

Worths = NDArray[np.float64]

# What is learned: the worth in points of what a player has, or of what lies in the dice.
(H_DIE, H_MELODY, H_CARD, H_KEPT, H_MISSING, H_AUDIENCE, H_VETERAN, H_TRASHED, H_POWER, H_RUN,
 H_NEAR, H_EQUAL, H_FIT, H_EXPLORE, H_GATHER, H_STEAL, H_DRAW, H_SUPPORT, H_POSTER, H_REROLL,
 H_SECOND, H_ROLLED) = range(22)  # fmt: skip
HABITS = 22
BITS = 8

# What a decision needs again and again: what a performance of each colour brings, what they are
# worth as they are, whether equal dice can hire, and what each bard on stage brings.
POSTERS, ABILITIES = COLOURS + 1, COLOURS + 2
BEFORE = ABILITIES + SLOTS


@kernel
def audience_worth(c: Cards, h: Worths, audience: int) -> float:
    """Return what an audience is worth that has been won."""
    n = 0
    for power in range(POWER_KINDS):
        n += c.powers[BARDS + audience, power]
    return c.points[BARDS + audience] + h[H_POWER] * n


@kernel
def prospects(c: Cards, s: State, h: Worths, p: int, extra: int) -> float:
    """Return the worth of a player's performances, with one more of a colour (or -1).

    It is what they score when left over, and for each audience in sight what it is worth, less for
    each performance that is missing; the best audience counts in full.
    """
    worth, best, rest = 0.0, 0.0, 0.0
    for colour in range(COLOURS):
        worth += h[H_KEPT] * (s[p, PERFORMANCES + colour] + (colour == extra))
    for audience in range(AUDIENCES):
        if not s[TABLE, OPEN + audience] and s[TABLE, TOP_AUDIENCE] != audience + 1:
            continue
        missing, spare = 0, 0
        for colour in range(COLOURS):
            there = s[p, PERFORMANCES + colour] + (colour == extra) - c.asks[audience, colour]
            missing += max(0, -there)
            spare += max(0, there)
        missing += max(0, c.asks[audience, ANY] - spare)
        near = audience_worth(c, h, audience) * h[H_AUDIENCE] * h[H_MISSING] ** missing
        rest += near
        best = max(best, near)
    return worth + best + h[H_SECOND] * (rest - best)


@kernel
def brings(c: Cards, h: Worths, b: Worths, source: int) -> float:
    """Return what the icons of a card bring on the average."""
    worth = 0.0
    for i in range(ICONS):
        icon, colour = c.icons[source, i, 0], c.icons[source, i, 1]
        if not icon:
            break
        if icon == I_DIE:
            worth += h[H_DIE] + h[H_ROLLED]
        elif icon == I_MELODY:
            worth += h[H_MELODY]
        elif icon == I_PERFORMANCE:
            worth += b[colour]
        elif icon == I_DISCARD:
            worth -= h[H_DIE]
        elif icon == I_EXPLORE:
            worth += h[H_EXPLORE]
        elif icon == I_GATHER:
            worth += h[H_GATHER]
        elif icon == I_STEAL:
            worth += h[H_STEAL]
        elif icon == I_DRAW:
            worth += h[H_DRAW]
        elif icon == I_SUPPORT:
            worth += h[H_SUPPORT]
    return worth


@kernel
def look(c: Cards, s: State, h: Worths, p: int) -> Worths:
    """Return what the choices of a player have in common."""
    b = np.zeros(BEFORE)
    b[COLOURS] = prospects(c, s, h, p, -1)
    for colour in range(COLOURS):
        b[colour] = prospects(c, s, h, p, colour) - b[COLOURS]
    if s[TABLE, IN_LINE] > 1:
        for card in range(BARDS):
            b[POSTERS] += c.kind[card] == POSTER and s[p, HAND + card] > 0
    for i in range(s[p, ON_STAGE]):
        bard = ability(c, s, s[p, STAGE + i * SLOT] - 1)
        if bard >= 0 and c.dice[bard] and not s[p, STAGE + i * SLOT + 1]:
            b[ABILITIES + i] = brings(c, h, b, bard)
    return b


@kernel
def shown_by(faces: int, least: int) -> int:
    """Return a bit for each number that so many of the dice show at least, and bit 0."""
    found = 1
    for face in range(1, FACES):
        found |= (faces >> BITS * face & 255 >= least) << face
    return found


@kernel
def fits(c: Cards, bard: int, slack: int, once: int, twice: int) -> bool:
    """Tell whether dice that show numbers `once` and `twice` meet the cost of a bard."""
    for one in range(1, FACES):
        bit = 1 << one
        if once & bit and c.met[bard, slack, one] & (once & ~bit | twice & bit):
            return True
    return False


@kernel
def in_the_dice(c: Cards, s: State, h: Worths, p: int, faces: int, spent: int, b: Worths) -> float:
    """Return the worth of what unlocked dice may become, beside being dice.

    The bard that is number `spent` on stage does not count (-1: all do).
    """
    worth, circle, left = 0.0, times(s, p, CIRCLE) > 0, faces
    for low in range(1, 7 if circle else 5):
        one, two, three = BITS * low, BITS * (low % PIPS + 1), BITS * ((low + 1) % PIPS + 1)
        n = min(left >> one & 255, left >> two & 255, left >> three & 255)
        left -= n << one
        left -= n << two
        left -= n << three
        worth += h[H_RUN] * n
    for low in range(1, 7 if circle else 6):
        one, two = BITS * low, BITS * (low % PIPS + 1)
        n = min(left >> one & 255, left >> two & 255)
        left -= n << one
        left -= n << two
        worth += h[H_NEAR] * n
    once, twice, slack = shown_by(faces, 1), shown_by(faces, 2), int(times(s, p, LENIENT) > 0)
    if b[POSTERS] and twice > 1:
        worth += h[H_EQUAL]
    for i in range(s[p, ON_STAGE]):
        at = STAGE + i * SLOT
        if i == spent or s[p, at + 1] or b[ABILITIES + i] <= 0.0:
            continue
        if fits(c, ability(c, s, s[p, at] - 1), slack, once, twice):
            worth += h[H_FIT] * b[ABILITIES + i]
    return worth


@kernel
def faces_of(s: State, p: int) -> int:
    """Return how many unlocked dice of a player show each number, `BITS` bits each."""
    faces = 0
    for die in range(DICE_KINDS):
        faces += s[p, DICE + die] << BITS * (die % FACES)
    return faces


@kernel
def less(faces: int, these: int) -> int:
    """Return the faces without some dice."""
    while these:
        faces -= 1 << BITS * (((these & 31) - 1) % FACES)
        these >>= 5
    return faces


@kernel
def one_more(faces: int, face: int) -> int:
    """Return the faces with one more die."""
    return faces + (1 << BITS * face)


@kernel
def cost_of(c: Cards, h: Worths, means: int) -> float:
    """Return what a free action costs: a melody, or a card (+ 1) of the hand."""
    if not means:
        return h[H_MELODY]
    return h[H_POSTER] if c.kind[means - 1] == POSTER else h[H_CARD]


@kernel
def in_these(these: int) -> int:
    """Return how many dice there are."""
    n = 0
    while these:
        n += 1
        these >>= 5
    return n


@kernel
def on_stage(c: Cards, s: State, h: Worths, card: int, b: Worths) -> float:
    """Return what a card is worth on stage: its die, and a part of what its ability brings."""
    bard = ability(c, s, card)
    worth = h[H_DIE] + h[H_ROLLED] if c.die[card] >= 0 else -h[H_POSTER]
    return worth + (h[H_FIT] * brings(c, h, b, bard) if bard >= 0 else 0.0)
