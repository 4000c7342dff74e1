"""A table of Battle of the Bards in numbers, compiled: where things lie, and what is counted.

A state has a row for each player and one for the table; the constants name the columns. Bards are
numbered in the order of their ids, audiences likewise; what holds of both is asked for by one
number, audiences behind the bards. Piles count their cards by number. `models/bards` defines what
all of it means; rulings as `BB-5` are explained there.
"""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value,var-annotated"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...play.compiled import kernel

State = NDArray[np.int16]
Numbers = NDArray[np.int64]

BARDS, AUDIENCES, COLOURS, PIPS = 72, 26, 4, 6
"""How many there can be: of bards with different ids, of audiences in a box; colours; a die."""
ANY = COLOURS
FACES = PIPS + 1  # a die shows 0 until it is rolled
DICE_KINDS = COLOURS * FACES
PLAYERS = 4
ICONS = 12
"""Room for the icons of a card."""

# The row of a player. A card on stage takes four columns: itself + 1, two dice (+ 1), turned.
DICE = 0  # by colour and face
STAGE, SLOTS, SLOT = DICE + DICE_KINDS, 24, 4
ON_STAGE = STAGE + SLOTS * SLOT  # how many cards
PERFORMANCES = ON_STAGE + 1  # by colour
MELODIES, TOP, TRASHED, ENCORE = (PERFORMANCES + COLOURS + i for i in range(4))  # cards + 1
WON = ENCORE + 1  # by audience
HAND = WON + AUDIENCES  # by bard, as all piles
GOING, DECK, DISCARD = (HAND + BARDS * i for i in range(1, 4))
POWERS = DISCARD + BARDS  # by power

# The row of the table; players and cards + 1 where there may be none, sets of players as bits.
TABLE = PLAYERS
(N, STEP, ROUND, FIRST, ACTOR, ACTIONS, BEGUN, DONE, TOPS, IN_LINE, TOP_AUDIENCE, PAIRS_LEFT,
 ENCORE_WON, SUDDEN, WINNER, LINGERS, MAY_KEEP, LEFTOVER, OLD, DUE) = range(20)  # fmt: skip
LINE = 20  # the oldest bard first
VETERANS = LINE + 28
OPEN = VETERANS + BARDS  # by audience
FACE_DOWN = OPEN + AUDIENCES
DUTIES, DUTY, MOST_DUTIES = FACE_DOWN + AUDIENCES, 5, 60  # verb, player, size, two words; a stack
WIDTH = max(DUTIES + DUTY * MOST_DUTIES, POWERS + 20)

STAGING, SHOW, LEAVE, REFILL, ENCORES, MELODY_STEP, SUDDEN_DEATH, OVER = range(8)
"""The steps."""

# Icons and powers; those with a colour are followed by those of the other colours.
(I_DIE, I_MELODY, I_PERFORMANCE, I_DISCARD, I_EXPLORE, I_STEAL, I_GATHER, I_DRAW, I_SUPPORT,
 I_REROLL, I_TURN, I_TRASH) = range(1, 13)  # fmt: skip
BLEND, CIRCLE, LENIENT, SWING, SCOUT, MELODY, ACTION, GUARD, APPLAUSE, ECHO, DIE = (
    *range(9),
    9,
    9 + COLOURS,
)
POWER_KINDS = DIE + COLOURS + 1

BASIC, LEADER, ROADIE, POSTER, VETERAN = range(5)


class Cards(NamedTuple):
    """What is printed: by bard, and by bard and audience for `icons`, `powers` and `points`.

    `icons` are a kind and a colour each, 0 behind the last. `dice` are how many a cost asks for, 0
    for a bard without one; `met` has a bit for each face of the second die that meets it, bit 0 if
    there need be none: by bard, by pips that may be missed (0 or 1), by face of the first die.
    `pairs` are the colours of encore cards.
    """

    kind: Numbers
    colour: Numbers
    die: Numbers
    dice: Numbers
    met: Numbers
    melodies: Numbers
    performances: Numbers
    icons: Numbers
    powers: Numbers
    points: Numbers
    asks: Numbers
    pairs: Numbers
    numbers: Numbers


# The numbers of the rulebook, in `Cards.numbers`.
(N_HAND, N_STAGE, N_ACTIONS, N_GOAL, N_ENCORE, N_DICE, N_PERFORMANCES, N_MELODIES) = range(8)


@kernel
def total(s: State, row: int, pile: int) -> int:
    """Return how many cards lie in a pile."""
    n = 0
    for k in range(pile, pile + BARDS):
        n += s[row, k]
    return n


@kernel
def dice(s: State, p: int) -> int:
    """Return how many unlocked dice a player has."""
    n = 0
    for k in range(DICE_KINDS):
        n += s[p, DICE + k]
    return n


@kernel
def unrolled(s: State, p: int) -> int:
    """Return how many dice of a player wait to be rolled."""
    n = 0
    for colour in range(COLOURS):
        n += s[p, DICE + colour * FACES]
    return n


@kernel
def times(s: State, p: int, power: int) -> int:
    """Return how often a player has a power. BB-20"""
    n = s[p, POWERS + power]
    return min(1, n) if s[TABLE, OLD] else n


@kernel
def empowered(c: Cards, s: State, p: int) -> None:
    """Count the powers of a player anew: of audiences won and bards turned. BB-5, BB-7"""
    for power in range(POWER_KINDS):
        n = 0
        for audience in range(AUDIENCES):
            n += s[p, WON + audience] * c.powers[BARDS + audience, power]
        for i in range(s[p, ON_STAGE]):
            at = STAGE + i * SLOT
            n += s[p, at + 3] * c.powers[s[p, at] - 1, power]
        s[p, POWERS + power] = n


@kernel
def audiences(s: State, p: int) -> int:
    """Return how many audiences a player has won."""
    n = 0
    for audience in range(AUDIENCES):
        n += s[p, WON + audience]
    return n


@kernel
def owned(s: State, p: int, card: int) -> int:
    """Return how often a card is in the deck of a player, wherever it lies."""
    n = s[p, HAND + card] + s[p, GOING + card] + s[p, DECK + card] + s[p, DISCARD + card]
    n += s[p, TOP] == card + 1
    for i in range(s[p, ON_STAGE]):
        n += s[p, STAGE + i * SLOT] == card + 1
    return n


@kernel
def points(c: Cards, s: State, p: int) -> int:
    """Return the present points of a player. BB-11"""
    n = c.numbers[N_ENCORE] if s[TABLE, ENCORE_WON] == p + 1 else 0
    for audience in range(AUDIENCES):
        n += s[p, WON + audience] * c.points[BARDS + audience]
    for card in range(BARDS):
        if c.points[card]:
            n += owned(s, p, card) * c.points[card]
    for colour in range(COLOURS):
        n += s[TABLE, LEFTOVER] * s[p, PERFORMANCES + colour]
    return n


# supplies, BB-13


@kernel
def dice_left(c: Cards, s: State, colour: int) -> int:
    """Return how many dice of a colour the supply still holds."""
    n = c.numbers[N_DICE]
    for p in range(s[TABLE, N]):
        for face in range(FACES):
            n -= s[p, DICE + colour * FACES + face]
        for i in range(s[p, ON_STAGE]):
            for die in (s[p, STAGE + i * SLOT + 1], s[p, STAGE + i * SLOT + 2]):
                n -= die > 0 and (die - 1) // FACES == colour
    return n


@kernel
def with_die(c: Cards, s: State, p: int, colour: int) -> None:
    """Give a player a die to be rolled, if the supply has one."""
    if dice_left(c, s, colour) > 0:
        s[p, DICE + colour * FACES] += 1


@kernel
def performances_left(c: Cards, s: State, colour: int) -> int:
    """Return how many performances of a colour the supply still holds."""
    n = c.numbers[N_PERFORMANCES]
    for p in range(s[TABLE, N]):
        n -= s[p, PERFORMANCES + colour]
    return n


@kernel
def with_performance(c: Cards, s: State, p: int, colour: int) -> None:
    """Give a player a performance, if the supply has one."""
    if performances_left(c, s, colour) > 0:
        s[p, PERFORMANCES + colour] += 1


@kernel
def with_melody(c: Cards, s: State, p: int) -> None:
    """Give a player a melody, if the supply has one."""
    n = c.numbers[N_MELODIES]
    for other in range(s[TABLE, N]):
        n -= s[other, MELODIES]
    if n > 0:
        s[p, MELODIES] += 1


@kernel
def due(s: State, verb: int, p: int, size: int, word: int, more: int) -> None:
    """Put a duty before the present ones."""
    at = DUTIES + DUTY * s[TABLE, DUE]
    s[TABLE, at] = verb
    s[TABLE, at + 1] = p
    s[TABLE, at + 2] = size
    s[TABLE, at + 3] = word
    s[TABLE, at + 4] = more
    s[TABLE, DUE] += 1


@kernel
def in_order(s: State, i: int) -> int:
    """Return the player who is number `i` in turn order, from 0."""
    return (s[TABLE, FIRST] + i) % s[TABLE, N]


@kernel
def newest(s: State) -> int:
    """Return the newest bard in town, -1 if the line is empty."""
    n = s[TABLE, IN_LINE]
    return s[TABLE, LINE + n - 1] - 1 if n else -1


@kernel
def ability(c: Cards, s: State, card: int) -> int:
    """Return the bard whose ability a card has, -1 for none: a poster copies the newest. BB-6"""
    return newest(s) if c.kind[card] == POSTER else card
