"""What a seat sees of a round of Onstage, as features for the learned value, compiled.

Every suit has the same columns, so that what is learned about one suit holds for all four; what
belongs to no suit stands apart. The features hold only what the seat may know: its own hand, the
table, who could not follow, and the set of unseen cards, never who holds which.
"""

# mypy: disable-error-code="assignment,call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import bits
from ...play.compiled import kernel
from .rules_kernel import (
    ALL_PERFORMERS,
    BEFORE,
    CLAIM,
    FRENCH,
    LEADER,
    LENGTH,
    LINE,
    NO_TRUMP,
    PERFORMERS,
    PHASE,
    PLAY,
    PLAYED,
    POINTS,
    REMOVED,
    RULES,
    STAGE,
    STARS,
    SUITS,
    TEAMS,
    TRICK,
    TRUMP,
    VALUES,
    VOIDS,
    State,
    actor,
    blossom_of,
    claimed_by,
    in_line,
    players,
)

Numbers = NDArray[np.float32]

# The columns of a suit: cards by value, then performers by star.
OWN, UNSEEN, ON_STAGE, IN_LINE, MINE, FRONT, SECOND = 0, 9, 18, 21, 24, 27, 30
IS_TRUMP, IS_LED, VOID = 33, 34, 34  # the void of the n-th player to the left is n columns on
STAGE_TOTAL, STAGE_AHEAD, OWN_LENGTH, UNSEEN_LENGTH, OVER_OWN = 39, 40, 41, 42, 43
# Of the suit of the card that has the trick so far.
HAS_TRICK, ITS_VALUE, IT_IS_MINE, OVER_IT_UNSEEN, OVER_IT_OWN = 44, 45, 46, 47, 48
OF_SUIT = 49

# The columns of the table. Seats are counted from the one who looks, to the left.
ALWAYS, OPENING, AMID, CLAIMING, NEXT_TO_ACT = 0, 1, 2, 3, 4
YET_TO_PLAY, HAVE_PLAYED, TRICK_WITH, PRIZE, PRIZE_MINE = 9, 10, 11, 16, 17
TRUMPLESS, CARDS_LEFT, NEAR_END, MY_TOTAL, I_AM_BARE = 18, 19, 20, 21, 22
PRESENT, THEIR_TOTAL, THEY_ARE_BARE = 22, 26, 30  # the n-th player to the left is n columns on
AHEAD, ALONE_BARE, ANOTHER_ALONE, ON_STAGE_IN_ALL, LINE_LENGTH = 35, 36, 37, 38, 39
PLAYERS, IN_TEAMS, FRENCH_EDITION, COLLECTS, ANOTHER_COLLECTS, STAGE_SIZE = 40, 43, 44, 45, 46, 47
LAST_ROUND = 48
OF_TABLE = 49


def _totals() -> NDArray[np.int64]:
    masks = np.arange(1 << PERFORMERS)
    stars = [
        sum((masks >> (STARS * suit + star) & 1) * (star + 1) for star in range(STARS))
        for suit in range(SUITS)
    ]
    return np.stack(stars, axis=1)


TOTALS = _totals()
"""The golden blossoms of each suit in each set of performers."""


@kernel
def beats(card: int, other: int, trump: int) -> bool:
    """Tell whether `card` takes the trick from `other`, which is winning it so far. ON-10"""
    suit, best = card // VALUES, other // VALUES
    if suit == best:
        return card > other
    return suit == trump


@kernel
def best_so_far(s: State) -> tuple[int, int]:
    """Return the card that is winning the trick, and its seat; -1 and -1 before the lead."""
    trick, best, place = s[TRICK], s[TRICK] & 63, 0
    if s[PHASE] != CLAIM:
        if not s[PLAYED]:
            return -1, -1
        for i in range(1, s[PLAYED]):
            card = (trick >> (6 * i)) & 63
            if beats(card, best, s[TRUMP]):
                best, place = card, i
    return best, (s[LEADER] + place) % players(s)


@kernel
def prize(s: State, card: int, stage: int) -> int:
    """Return the most blossoms that `card` brings at once if it wins with `stage` on stage."""
    group = (stage >> (STARS * (card // VALUES))) & 7
    match = blossom_of(s, card)
    if (group >> (match - 1)) & 1:
        return match
    return 3 if group & 4 else (2 if group & 2 else group & 1)


@kernel
def alone(s: State) -> int:
    """Return the only seat without performers, which would collect the stage (ON-12), or -1."""
    found = -1
    for seat in range(players(s)):
        if not claimed_by(s, seat):
            if found >= 0:
                return -1
            found = seat
    return found


@kernel
def unseen_by(s: State, seat: int) -> int:
    """Return the cards that `seat` does not see, the removed one too."""
    held = s[REMOVED]
    for other in range(players(s)):
        if other != seat:
            held |= s[other]
    return held


@kernel
def look(s: State, seat: int, suits: Numbers, table: Numbers) -> None:
    """Write what `seat` sees of `s`, between two moves, to `suits` and `table`."""
    suits[:] = 0.0
    table[:] = 0.0
    best, holder = best_so_far(s)
    _look_at_suits(s, seat, best, holder, suits)
    _look_at_trick(s, seat, best, holder, table)
    _look_at_totals(s, seat, table)


@kernel
def _look_at_suits(s: State, seat: int, best: int, holder: int, suits: Numbers) -> None:
    n, hand, unseen = players(s), s[seat], unseen_by(s, seat)
    stage, line, mine = s[STAGE], in_line(s), claimed_by(s, seat)
    for suit in range(SUITS):
        row = suits[suit]
        own, out = (hand >> (VALUES * suit)) & 511, (unseen >> (VALUES * suit)) & 511
        for i in range(VALUES):
            row[OWN + i] = (own >> i) & 1
            row[UNSEEN + i] = (out >> i) & 1
        for i in range(STARS):
            at = STARS * suit + i
            row[ON_STAGE + i] = (stage >> at) & 1
            row[IN_LINE + i] = (line >> at) & 1
            row[MINE + i] = (mine >> at) & 1
        total, rival = TOTALS[stage, suit], 0
        for other in range(SUITS):
            if other != suit:
                rival = max(rival, TOTALS[stage, other])
        row[IS_TRUMP] = s[TRUMP] == suit
        row[STAGE_TOTAL], row[STAGE_AHEAD] = total / 6, (total - rival) / 3
        row[OWN_LENGTH], row[UNSEEN_LENGTH] = bits(own) / 4, bits(out) / 9
        if own:
            top = own
            while top & (top - 1):
                top &= top - 1
            row[OVER_OWN] = bits(out & ~(2 * top - 1)) / 4
        for i in range(1, n):
            row[VOID + i] = (s[VOIDS] >> (SUITS * ((seat + i) % n) + suit)) & 1
    if s[LENGTH]:
        suits[(s[LINE] & 15) // STARS, FRONT + (s[LINE] & 15) % STARS] = 1
    if s[LENGTH] > 1:
        second = (s[LINE] >> 4) & 15
        suits[second // STARS, SECOND + second % STARS] = 1
    if s[PHASE] == PLAY and s[PLAYED]:
        suits[(s[TRICK] & 63) // VALUES, IS_LED] = 1
    if best >= 0:
        suit, value = best // VALUES, best % VALUES + 1
        row = suits[suit]
        row[HAS_TRICK], row[ITS_VALUE], row[IT_IS_MINE] = 1, value / 9, holder == seat
        row[OVER_IT_UNSEEN] = bits(((unseen >> (VALUES * suit)) & 511) >> value) / 4
        row[OVER_IT_OWN] = bits(((hand >> (VALUES * suit)) & 511) >> value) / 2


@kernel
def _look_at_trick(s: State, seat: int, best: int, holder: int, table: Numbers) -> None:
    n, playing, played = players(s), s[PHASE] == PLAY, s[PLAYED]
    away = (actor(s) - seat) % n
    table[ALWAYS] = 1
    table[OPENING], table[AMID] = playing and not played, playing and played > 0
    table[CLAIMING] = s[PHASE] == CLAIM
    table[NEXT_TO_ACT + away] = 1
    if playing:
        table[YET_TO_PLAY] = (n - played) / 4
        table[HAVE_PLAYED] = away > 0 and n - away <= played
    if best >= 0:
        brought = prize(s, best, s[STAGE]) / 3
        table[TRICK_WITH + (holder - seat) % n] = 1
        table[PRIZE], table[PRIZE_MINE] = brought, brought if holder == seat else 0
    cards = bits(s[seat])
    table[TRUMPLESS] = s[TRUMP] == NO_TRUMP
    table[CARDS_LEFT], table[NEAR_END] = cards / 8, 1 / (cards + 1)
    table[ON_STAGE_IN_ALL], table[STAGE_SIZE] = POINTS[s[STAGE]] / 12, bits(s[STAGE]) / 6
    table[LINE_LENGTH] = s[LENGTH] / 12


@kernel
def _look_at_totals(s: State, seat: int, table: Numbers) -> None:
    n, teams = players(s), (s[RULES] >> TEAMS) & 1
    least, ours, theirs = 1000, 0, 0
    for i in range(n):
        least = min(least, (s[BEFORE] >> (8 * i)) & 255)
    for i in range(n):
        other = (seat + i) % n
        claimed = claimed_by(s, other) & ALL_PERFORMERS
        total = ((s[BEFORE] >> (8 * other)) & 255) - least + POINTS[claimed]
        if i == 0:
            table[MY_TOTAL], table[I_AM_BARE] = total / 6, claimed == 0
        else:
            table[PRESENT + i], table[THEIR_TOTAL + i] = 1, total / 6
            table[THEY_ARE_BARE + i] = claimed == 0
        if i == 0 or (teams and i == 2):
            ours += total
        elif teams:
            theirs += total
        else:
            theirs = max(theirs, total)
    table[AHEAD] = (ours - theirs) / 6
    bare = alone(s)
    table[ALONE_BARE], table[ANOTHER_ALONE] = bare == seat, bare >= 0 and bare != seat
    table[COLLECTS] = POINTS[s[STAGE]] / 6 if bare == seat else 0
    table[ANOTHER_COLLECTS] = POINTS[s[STAGE]] / 6 if bare >= 0 and bare != seat else 0
    table[PLAYERS + n - 3] = 1
    table[IN_TEAMS], table[FRENCH_EDITION] = teams, (s[RULES] >> FRENCH) & 1
    table[LAST_ROUND] = s[BEFORE] > 0
