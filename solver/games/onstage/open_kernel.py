"""The end of a round of Onstage with open hands, compiled: what one side can be sure of.

When all hands are known the round is a game of two: the viewer's side maximises its margin, and all
others together minimise it (paranoid search, Sturtevant and Korf 2000). The result holds whatever
the others do. Alpha-beta (Knuth and Moore 1975) searches whole moves, with a transposition table;
its rows hold all that matters for the rest of the round, so two tables are never confused.
"""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import GOLDEN, MIX, bits
from ...play.compiled import kernel
from .rules_kernel import (
    ADD,
    ALL_PERFORMERS,
    CARDS,
    CLAIM,
    FRENCH,
    LEADER,
    LENGTH,
    LINE,
    MOST_MOVES,
    OVER,
    PHASE,
    PLAY,
    PLAYED,
    POINTS,
    RULES,
    SIZE,
    STAGE,
    STARS,
    TEAMS,
    TRICK,
    VALUES,
    State,
    ability_of,
    actor,
    claimable,
    claimed_by,
    in_line,
    margin,
    moves,
    players,
    side_totals,
    winning,
)
from .sight_kernel import prize

Numbers = NDArray[np.int64]

DEPTH = 24
"""More moves than three tricks and their claims can have."""

UNKNOWN = -1000
"""The result if the work does not suffice; no margin is as low."""

TRIED = UNKNOWN
"""The promise of a move that has been tried."""

WORDS = 7
"""Numbers in a table's key: all that matters for the rest of a round."""

KNOWN = WORDS
"""The column of a result: two bounds of 10 bits each, and the best move in the bits above."""

_BITS, _MASK, _ZERO = 10, (1 << 10) - 1, 512
_ROOM = 19
_PROBES = 4
_BEATEN, _LED = CARDS, CARDS + 1
_EACH_SUIT = 1 | 1 << VALUES | 1 << 2 * VALUES | 1 << 3 * VALUES
_THREES = 0b100100100100
_ALL_POINTS = int(POINTS[ALL_PERFORMERS])
_S29, _SHIFT = np.uint64(29), np.uint64(64 - _ROOM)


def new_table() -> Numbers:
    """Return an empty transposition table for one viewer, at one position and its followers."""
    return np.zeros((1 << _ROOM, WORDS + 1), np.int64)


@kernel
def on_side(s: State, seat: int, viewer: int) -> bool:
    """Tell whether `seat` is the viewer or its partner. ON-15"""
    return seat == viewer or ((s[RULES] >> TEAMS) & 1 == 1 and (seat - viewer) % 2 == 0)


@kernel
def worthwhile(s: State) -> int:
    """Return the trick without cards that cannot win it because of a higher one of their suit."""
    trick, n, kept = s[TRICK], s[PLAYED], 0
    for i in range(n):
        card = (trick >> (6 * i)) & 63
        for j in range(n):
            other = (trick >> (6 * j)) & 63
            if other > card and other // VALUES == card // VALUES:
                card = _BEATEN if i else _LED + card // VALUES
                break
        kept |= card << (6 * i)
    return kept


@kernel
def tricks_left(s: State) -> int:
    """Return how many tricks are left; the present one counts until it is claimed."""
    if s[PHASE] == CLAIM:
        return bits(s[0]) - 1
    seat = s[LEADER] + players(s) - 1  # whoever plays last has not played
    return bits(s[seat % players(s)]) - 1


@kernel
def order_that_counts(s: State, opened: int) -> int:
    """Return how many at the front of the line may come first in the `opened` tricks left.

    Each trick takes the first, and each card with the ability to add can take one out of order.
    """
    if not opened:
        return 0
    adding = 0
    for value in range(VALUES):
        if ability_of(s, value) == ADD:
            adding |= _EACH_SUIT << value
    for seat in range(players(s)):
        opened += bits(s[seat] & adding)
    return min(opened, s[LENGTH])


@kernel
def tell(s: State, key: Numbers) -> int:
    """Write to `key` all of `s` that matters for the rest of the round; return its slot.

    A card that will be kept does not matter, nor the order of those in the line who cannot come
    first. Of claimed performers only the blossoms count, unless they can be recalled.
    """
    n, left = players(s), tricks_left(s)
    last = left == 0 or (left == 1 and s[PHASE] == PLAY)
    seat = s[LEADER]
    for i in range(n):
        claimed = claimed_by(s, seat)
        if not (s[RULES] >> FRENCH) & 1:
            claimed = POINTS[claimed]
        over = last and (s[PHASE] == CLAIM or i < s[PLAYED])
        key[seat] = (0 if over else s[seat]) | claimed << CARDS
        seat = seat + 1 if seat + 1 < n else 0
    for seat in range(n, 5):
        key[seat] = 0
    front = order_that_counts(s, left - (s[PHASE] == PLAY))
    key[5] = s[LINE] & ((1 << 4 * front) - 1) | in_line(s) << 48
    key[6] = s[STAGE] | s[PHASE] << 12 | s[LEADER] << 15 | s[PLAYED] << 18 | worthwhile(s) << 21
    mixed = np.uint64(0)
    for i in range(WORDS):
        mixed = (mixed ^ np.uint64(key[i])) * GOLDEN
        mixed = (mixed ^ (mixed >> _S29)) * MIX
    return np.int64(mixed >> _SHIFT)


@kernel
def same(row: Numbers, key: Numbers) -> bool:
    """Tell whether a row of the table has this key."""
    differ = 0
    for i in range(WORDS):
        differ |= row[i] ^ key[i]
    return differ == 0


@kernel
def find(table: Numbers, key: Numbers, place: int) -> int:
    """Return the row of `key`, or the first empty row, where it belongs."""
    for i in range(_PROBES):
        row = (place + i) & (len(table) - 1)
        if not table[row, KNOWN] or same(table[row], key):
            return row
    return place


@kernel
def highest(performers: int) -> int:
    """Return the most blossoms on one of the `performers`."""
    if performers & _THREES:
        return 3
    return 2 if performers & _THREES >> 1 else min(performers, 1)


@kernel
def frame(s: State, viewer: int, totals: Numbers) -> tuple[int, int]:
    """Return bounds of the guaranteed margin: one side claims in all tricks it can still win.

    The totals stay as they are, since nobody has to recall a performer of their own. The only
    player without performers may get all that are left. ON-12
    """
    n, left = players(s), tricks_left(s)
    here, french = s[STAGE] | in_line(s), (s[RULES] >> FRENCH) & 1
    most, gain, loss = highest(here), 0, 0
    if french and left:
        most = 3
    if s[PHASE] == CLAIM:
        if on_side(s, s[LEADER], viewer):
            gain = highest(claimable(s, s[TRICK]) & ALL_PERFORMERS)
        else:
            loss = highest(claimable(s, s[TRICK]) & ALL_PERFORMERS)
    else:
        left -= 1
        trick, seat = worthwhile(s), s[LEADER]
        for i in range(n):
            card, reach = (trick >> (6 * i)) & 63, most
            if i < s[PLAYED]:
                reach = 0
                if card < CARDS:
                    of_suit = 7 << (STARS * (card // VALUES))
                    reach = highest((ALL_PERFORMERS if french else here) & of_suit)
            if on_side(s, seat, viewer):
                gain = max(gain, reach)
            else:
                loss = max(loss, reach)
            seat = seat + 1 if seat + 1 < n else 0
    gain, loss = gain + left * most, loss + left * most
    bare, ours, theirs = 0, False, False
    for seat in range(n):
        claimed = claimed_by(s, seat)
        bare += claimed == 0
        if bits(claimed) <= (left + 1 if french else 0):
            if on_side(s, seat, viewer):
                ours = True
            else:
                theirs = True
    if bare - left - 1 < 2:
        if ours:
            gain += _ALL_POINTS
        if theirs:
            loss += _ALL_POINTS
    side_totals(s, totals)
    now = margin(s, totals, viewer)
    return now - loss, now + gain


@kernel
def promise(s: State, viewer: int, totals: Numbers) -> int:
    """Return a guess of the margin for move ordering: the trick ends as it stands."""
    side_totals(s, totals)
    guess = margin(s, totals, viewer)
    if s[PHASE] == OVER or not s[PLAYED]:
        return guess
    place = winning(s)
    winner = (s[LEADER] + place) % players(s)
    brought = prize(s, (s[TRICK] >> (6 * place)) & 63, s[STAGE])
    return guess + (brought if on_side(s, winner, viewer) else -brought)


@kernel
def next_move(promised: Numbers) -> int:
    """Return the untried move that promises most and mark it tried; -1 if all are tried."""
    best = -1
    for i in range(len(promised)):
        if promised[i] > TRIED and (best < 0 or promised[i] > promised[best]):
            best = i
    if best >= 0:
        promised[best] = TRIED
    return best


@kernel
def guaranteed(after: State, viewer: int, table: Numbers, work: Numbers) -> int:
    """Return the margin that the side of `viewer` can be sure of from `after`.

    `table` is from `new_table`. `work` is one number, the tables that may still be searched; it
    goes down, and at 0 the result is UNKNOWN. The stack is explicit, since a cached function must
    not call itself (numba issue 6061).
    """
    states = np.empty((DEPTH, MOST_MOVES, SIZE), np.int64)
    codes, promised = np.empty((2, DEPTH, MOST_MOVES), np.int64)
    keys, totals = np.zeros((DEPTH, WORDS), np.int64), np.zeros(5, np.int64)
    low, high, alpha, beta, least, most = np.zeros((6, DEPTH), np.int64)
    best, move, trying, sign, many, places = np.zeros((6, DEPTH), np.int64)
    s, depth = after, 0
    least[0], most[0] = -_ZERO, _ZERO - 1
    while True:
        if not work[0]:
            return UNKNOWN
        work[0] -= 1
        value = UNKNOWN
        if s[PHASE] == OVER:
            side_totals(s, totals)
            value = margin(s, totals, viewer)
        else:
            low[depth], high[depth] = frame(s, viewer, totals)
            move[depth] = 0
            places[depth] = tell(s, keys[depth])
            row = table[find(table, keys[depth], places[depth])]
            if row[KNOWN] and same(row, keys[depth]):
                low[depth] = (row[KNOWN] & _MASK) - _ZERO
                high[depth] = ((row[KNOWN] >> _BITS) & _MASK) - _ZERO
                move[depth] = row[KNOWN] >> (2 * _BITS)
            if low[depth] >= most[depth] or low[depth] == high[depth]:
                value = low[depth]
            elif high[depth] <= least[depth]:
                value = high[depth]
            else:
                least[depth] = max(least[depth], low[depth])
                most[depth] = min(most[depth], high[depth])
                alpha[depth], beta[depth] = least[depth], most[depth]
                n = moves(s, states[depth], codes[depth])
                sign[depth] = 1 if on_side(s, actor(s), viewer) else -1
                for i in range(n):
                    promised[depth, i] = sign[depth] * promise(states[depth, i], viewer, totals)
                    if codes[depth, i] == move[depth]:
                        promised[depth, i] = _ZERO
                many[depth], best[depth] = n, sign[depth] * UNKNOWN
        while True:
            if value == UNKNOWN:
                which = -1
                if alpha[depth] < beta[depth]:
                    which = next_move(promised[depth, : many[depth]])
                if which >= 0:
                    trying[depth] = which
                    s = states[depth, which]
                    least[depth + 1], most[depth + 1] = alpha[depth], beta[depth]
                    depth += 1
                    break
                value = best[depth]
                if value < most[depth]:
                    high[depth] = min(high[depth], value)
                if value > least[depth]:
                    low[depth] = max(low[depth], value)
                row = table[find(table, keys[depth], places[depth])]
                row[:WORDS] = keys[depth]
                bounds = (low[depth] + _ZERO) | (high[depth] + _ZERO) << _BITS
                row[KNOWN] = bounds | move[depth] << (2 * _BITS)
            if not depth:
                return value
            depth -= 1
            if sign[depth] * value > sign[depth] * best[depth]:
                best[depth], move[depth] = value, codes[depth, trying[depth]]
            if sign[depth] > 0:
                alpha[depth] = max(alpha[depth], value)
            else:
                beta[depth] = min(beta[depth], value)
            value = UNKNOWN
