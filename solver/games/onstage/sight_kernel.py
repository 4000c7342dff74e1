"""What a seat sees of a round of Onstage, as features for the learned value, compiled.

Every suit has the same columns, so that what is learned about one suit holds for all four; what
belongs to no suit stands apart. The features hold only what the seat may know: its own hand, the
table, who could not follow, and the set of unseen cards, never who holds which.

They are written as marks: a row is the bits of one number, so that what a move changes is found at
once. Amounts are whole numbers, a mark for each of their binary digits. `OF_SUITS_MARKS` and
`OF_TABLES_MARKS` tell how much each mark adds to each of the columns that are learned.
"""

# mypy: disable-error-code="assignment,call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import bits
from ...play.compiled import kernel
from .rules_kernel import (
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

Sets = NDArray[np.int64]

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

# The rows of marks: the suits, what is yes or no on the table, its amounts, and the totals.
TABLE, TABLE_AMOUNTS, TABLE_TOTALS, ROWS = SUITS, SUITS + 1, SUITS + 2, SUITS + 3
MARKS = 64
"""Room for marks in a row."""
# Where the marks of a suit begin that are not at the number of their column.
HAS_TRICK_AT, IT_IS_MINE_AT, AHEAD_AT, OVER_OWN_AT = 39, 40, 41, 45
VALUE_AT, UNSEEN_AT, OWN_AT = 49, 53, 57
# Of the amounts on the table; there is a mark for each number of cards that a hand can have.
YET_AT, PRIZE_AT, PRIZE_MINE_AT, POINTS_AT, STAGE_AT, LINE_AT = 0, 3, 5, 7, 12, 16
COLLECTS_AT, OTHER_COLLECTS_AT, CARDS_AT, MOST_CARDS = 20, 25, 30, 12
# Of the totals, one after the other from the seat's own to the left.
TOTAL_DIGITS, TOTALS_AHEAD_AT = 9, 45

Meaning = NDArray[np.float32]


def _digits(meaning: Meaning, at: int, digits: int, column: int, unit: int) -> None:
    """Let so many marks from `at` on be the digits of a number that `unit` makes 1 in `column`."""
    for i in range(digits):
        meaning[at + i, column] = (1 << i) / unit


def _signed(meaning: Meaning, at: int, digits: int, column: int, unit: int) -> None:
    """Do as `_digits` with a number that can be negative, in two's complement."""
    _digits(meaning, at, digits, column, unit)
    meaning[at + digits - 1, column] *= -1


def _of_suits_marks() -> Meaning:
    meaning = np.zeros((MARKS, OF_SUIT), np.float32)
    for i in range(STAGE_TOTAL):
        meaning[i, i] = 1
    for i in range(VALUES):
        meaning[OWN + i, OWN_LENGTH], meaning[UNSEEN + i, UNSEEN_LENGTH] = 1 / 4, 1 / 9
    for i in range(STARS):
        meaning[ON_STAGE + i, STAGE_TOTAL] = (i + 1) / 6
    meaning[HAS_TRICK_AT, HAS_TRICK] = meaning[IT_IS_MINE_AT, IT_IS_MINE] = 1
    _signed(meaning, AHEAD_AT, 4, STAGE_AHEAD, 3)
    _digits(meaning, OVER_OWN_AT, 4, OVER_OWN, 4)
    _digits(meaning, VALUE_AT, 4, ITS_VALUE, 9)
    _digits(meaning, UNSEEN_AT, 4, OVER_IT_UNSEEN, 4)
    _digits(meaning, OWN_AT, 4, OVER_IT_OWN, 2)
    return meaning


def _of_tables_marks() -> Meaning:
    meaning = np.zeros((ROWS - TABLE, MARKS, OF_TABLE), np.float32)
    plain, amounts, totals = meaning
    for i in range(OF_TABLE):
        plain[i, i] = 1
    _digits(amounts, YET_AT, 3, YET_TO_PLAY, 4)
    _digits(amounts, PRIZE_AT, 2, PRIZE, 3)
    _digits(amounts, PRIZE_MINE_AT, 2, PRIZE_MINE, 3)
    _digits(amounts, POINTS_AT, 5, ON_STAGE_IN_ALL, 12)
    _digits(amounts, STAGE_AT, 4, STAGE_SIZE, 6)
    _digits(amounts, LINE_AT, 4, LINE_LENGTH, 12)
    _digits(amounts, COLLECTS_AT, 5, COLLECTS, 6)
    _digits(amounts, OTHER_COLLECTS_AT, 5, ANOTHER_COLLECTS, 6)
    for cards in range(MOST_CARDS + 1):
        amounts[CARDS_AT + cards, CARDS_LEFT] = cards / 8
        amounts[CARDS_AT + cards, NEAR_END] = 1 / (cards + 1)
    _digits(totals, 0, TOTAL_DIGITS, MY_TOTAL, 6)
    for i in range(1, 5):
        _digits(totals, TOTAL_DIGITS * i, TOTAL_DIGITS, THEIR_TOTAL + i, 6)
    _signed(totals, TOTALS_AHEAD_AT, 11, AHEAD, 6)
    return meaning.reshape(-1, OF_TABLE)


OF_SUITS_MARKS = _of_suits_marks()
OF_TABLES_MARKS = _of_tables_marks()


def _totals() -> NDArray[np.int64]:
    masks = np.arange(1 << PERFORMERS)
    stars = [
        sum((masks >> (STARS * suit + star) & 1) * (star + 1) for star in range(STARS))
        for suit in range(SUITS)
    ]
    return np.stack(stars, axis=1)


TOTALS = _totals()
"""The golden blossoms of each suit in each set of performers."""
UP_TO = np.array([(1 << cards.bit_length()) - 1 for cards in range(1 << VALUES)], np.int64)
"""For each set of cards of a suit, all cards up to its highest one."""


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
def look(s: State, seat: int, marks: Sets) -> None:
    """Write what `seat` sees of `s`, between two moves, to `marks`."""
    best, holder = best_so_far(s)
    _look_at_suits(s, seat, best, holder, marks)
    _look_at_trick(s, seat, best, holder, marks)
    _look_at_totals(s, seat, marks)


@kernel
def _look_at_suits(s: State, seat: int, best: int, holder: int, marks: Sets) -> None:
    n, hand, unseen, voids = players(s), s[seat], unseen_by(s, seat), s[VOIDS]
    stage, line, mine = s[STAGE], in_line(s), claimed_by(s, seat)
    for suit in range(SUITS):
        own, out, at = (
            (hand >> (VALUES * suit)) & 511,
            (unseen >> (VALUES * suit)) & 511,
            STARS * suit,
        )
        rival = 0
        for other in range(SUITS):
            if other != suit:
                rival = max(rival, TOTALS[stage, other])
        seen = own << OWN | out << UNSEEN | ((stage >> at) & 7) << ON_STAGE
        seen |= ((line >> at) & 7) << IN_LINE | ((mine >> at) & 7) << MINE
        seen |= ((TOTALS[stage, suit] - rival) & 15) << AHEAD_AT
        seen |= np.int64(s[TRUMP] == suit) << IS_TRUMP
        if own:
            seen |= bits(out & ~UP_TO[own]) << OVER_OWN_AT
        for i in range(1, n):
            other = seat + i if seat + i < n else seat + i - n
            seen |= ((voids >> (SUITS * other + suit)) & 1) << (VOID + i)
        marks[suit] = seen
    if s[LENGTH]:
        marks[(s[LINE] & 15) // STARS] |= 1 << (FRONT + (s[LINE] & 15) % STARS)
    if s[LENGTH] > 1:
        second = (s[LINE] >> 4) & 15
        marks[second // STARS] |= 1 << (SECOND + second % STARS)
    if s[PHASE] == PLAY and s[PLAYED]:
        marks[(s[TRICK] & 63) // VALUES] |= 1 << IS_LED
    if best >= 0:
        suit, value = best // VALUES, best % VALUES + 1
        seen = 1 << HAS_TRICK_AT | value << VALUE_AT
        seen |= np.int64(holder == seat) << IT_IS_MINE_AT
        seen |= bits(((unseen >> (VALUES * suit)) & 511) >> value) << UNSEEN_AT
        seen |= bits(((hand >> (VALUES * suit)) & 511) >> value) << OWN_AT
        marks[suit] |= seen


@kernel
def _look_at_trick(s: State, seat: int, best: int, holder: int, marks: Sets) -> None:
    n, played, stage = players(s), s[PLAYED], s[STAGE]
    away = (actor(s) - seat) % n
    seen = 1 << ALWAYS | 1 << (NEXT_TO_ACT + away)
    much = POINTS[stage] << POINTS_AT | bits(stage) << STAGE_AT | s[LENGTH] << LINE_AT
    much |= 1 << (CARDS_AT + bits(s[seat]))
    if s[PHASE] == PLAY:
        seen |= 1 << (AMID if played else OPENING)
        seen |= np.int64(away > 0 and n - away <= played) << HAVE_PLAYED
        much |= (n - played) << YET_AT
    else:
        seen |= np.int64(s[PHASE] == CLAIM) << CLAIMING
    if best >= 0:
        brought = prize(s, best, stage)
        seen |= 1 << (TRICK_WITH + (holder - seat) % n)
        much |= brought << PRIZE_AT | (brought if holder == seat else 0) << PRIZE_MINE_AT
    if s[TRUMP] == NO_TRUMP:
        seen |= 1 << TRUMPLESS
    bare = alone(s)
    if bare == seat:
        seen |= 1 << ALONE_BARE
        much |= POINTS[stage] << COLLECTS_AT
    elif bare >= 0:
        seen |= 1 << ANOTHER_ALONE
        much |= POINTS[stage] << OTHER_COLLECTS_AT
    marks[TABLE], marks[TABLE_AMOUNTS] = seen, much


@kernel
def _look_at_totals(s: State, seat: int, marks: Sets) -> None:
    n, teams = players(s), (s[RULES] >> TEAMS) & 1
    least, ours, theirs, all_of_them = 1000, 0, 0, 0
    for i in range(n):
        least = min(least, (s[BEFORE] >> (8 * i)) & 255)
    seen = 1 << (PLAYERS + n - 3) | teams << IN_TEAMS | ((s[RULES] >> FRENCH) & 1) << FRENCH_EDITION
    seen |= np.int64(s[BEFORE] > 0) << LAST_ROUND
    for i in range(n):
        other = seat + i if seat + i < n else seat + i - n
        claimed = claimed_by(s, other)
        total = ((s[BEFORE] >> (8 * other)) & 255) - least + POINTS[claimed]
        all_of_them |= total << (TOTAL_DIGITS * i)
        if i == 0:
            seen |= np.int64(claimed == 0) << I_AM_BARE
        else:
            seen |= 1 << (PRESENT + i) | np.int64(claimed == 0) << (THEY_ARE_BARE + i)
        if i == 0 or (teams and i == 2):
            ours += total
        elif teams:
            theirs += total
        else:
            theirs = max(theirs, total)
    marks[TABLE] |= seen
    marks[TABLE_TOTALS] = all_of_them | ((ours - theirs) & 2047) << TOTALS_AHEAD_AT
