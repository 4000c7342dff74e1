"""The rules of one round of Onstage, compiled; `models/onstage` defines what they mean.

A state is 20 integers, so that copying one costs nothing. Cards are numbered suit by suit, 0 to 35,
performers likewise, 0 to 11; sets of them are bit masks. A move is split: a card, then whom it
recalls (ON-9), then what its ability does on stage and in the line (ON-7), then the claim (ON-11).
A choice is the number of a card or of a performer, or NOTHING. `moves` lists whole moves, each from
one line of a record to the next.
"""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import lowest
from ...play.compiled import kernel

State = NDArray[np.int64]

# Where things stand in a state; the hands come first, a mask each.
STAGE, LINE, LENGTH, CLAIMED = 5, 6, 7, 8  # line: nibbles, front lowest; claimed: 12 bits a seat
TRICK, PLAYED, LEADER, PHASE = 9, 10, 11, 12  # trick: 6 bits a card, the lead lowest
SWAPPED, TRUMP, RULES, REMOVED = 13, 14, 15, 16  # who is swapped on stage; no trump is 4
VOIDS, BEFORE = 17, 18  # voids: 4 bits a seat; before: what each side had, 8 bits a seat
KINDS = 19  # as what kind of player each seat is taken to play, 2 bits a seat: no part of the rules
SIZE = 20

# The phases of a move.
PLAY, RECALL, FROM_STAGE, FROM_LINE, CLAIM, OVER = range(6)
BETWEEN = (PLAY, CLAIM, OVER)
"""The phases between two lines of a record."""

NOTHING = 12
NO_TRUMP = 4
CARDS, PERFORMERS, SUITS, VALUES, STARS = 36, 12, 4, 9, 3
ALL_PERFORMERS = (1 << PERFORMERS) - 1
ADD, REMOVE, SWAP = 1, 2, 3
MOST_MOVES = 512
"""More moves than there ever are: a swap with a recall has about 370."""

# RULES packs the number of players, three settings, and two bits a card value each for blossoms
# and abilities, so that printed facts and settings come from models/onstage.
FRENCH, MUST_USE, TEAMS, BLOSSOMS, ABILITIES = 3, 4, 5, 6, 24


def _totals(mask: int) -> list[int]:
    """Return the golden blossoms of each suit in a set of performers."""
    return [
        sum(star + 1 for star in range(STARS) if mask >> (STARS * suit + star) & 1)
        for suit in range(SUITS)
    ]


def _trump(mask: int) -> int:
    """Return the trump for a set of performers on stage. ON-8"""
    totals = _totals(mask)
    best = max(totals)
    return totals.index(best) if best and totals.count(best) == 1 else NO_TRUMP


TRUMP_OF = np.array([_trump(mask) for mask in range(1 << PERFORMERS)], np.int64)
POINTS = np.array([sum(_totals(mask)) for mask in range(1 << PERFORMERS)], np.int64)


@kernel
def players(s: State) -> int:
    """Return the number of players."""
    return s[RULES] & 7


@kernel
def actor(s: State) -> int:
    """Return who makes the next choice."""
    phase = s[PHASE]
    if phase in (CLAIM, OVER):
        return s[LEADER]
    turn = s[LEADER] + s[PLAYED] - (phase != PLAY)
    n = players(s)
    return turn - n if turn >= n else turn


@kernel
def ability_of(s: State, card: int) -> int:
    """Return what `card` does when it is played, 0 for nothing."""
    return (s[RULES] >> (ABILITIES + 2 * (card % VALUES))) & 3


@kernel
def blossom_of(s: State, card: int) -> int:
    """Return the blossoms that a trick won with `card` may bring. ON-3"""
    return (s[RULES] >> (BLOSSOMS + 2 * (card % VALUES))) & 3


@kernel
def last_card(s: State) -> int:
    """Return the card that was played last."""
    return (s[TRICK] >> (6 * (s[PLAYED] - 1))) & 63


@kernel
def claimed_by(s: State, seat: int) -> int:
    """Return the performers that `seat` has claimed, as a mask."""
    return (s[CLAIMED] >> (PERFORMERS * seat)) & ALL_PERFORMERS


@kernel
def in_line(s: State) -> int:
    """Return the performers in the line, as a mask."""
    line, mask = s[LINE], 0
    for _ in range(s[LENGTH]):
        mask |= 1 << (line & 15)
        line >>= 4
    return mask


@kernel
def winning(s: State) -> int:
    """Return the place in the trick of the card that wins it with the present trump. ON-10"""
    trick, trump = s[TRICK], s[TRUMP]
    best = trick & 63
    place, suit = 0, best // VALUES
    for i in range(1, s[PLAYED]):
        card = (trick >> (6 * i)) & 63
        of = card // VALUES
        if (of == suit and card > best) or (of == trump and suit != trump):
            best, place, suit = card, i, of
    return place


@kernel
def recallable(s: State) -> int:
    """Return whom the card just played may move to the front of the line. ON-9"""
    card = last_card(s)
    suit = card // VALUES
    if s[PLAYED] == 1 or suit == (s[TRICK] & 63) // VALUES or suit == s[TRUMP]:
        return 0
    pool = in_line(s)
    if (s[RULES] >> FRENCH) & 1:
        pool |= claimed_by(s, actor(s))
    return pool & (7 << (STARS * suit))


@kernel
def claimable(s: State, card: int) -> int:
    """Return whom a winning `card` may claim; the match of its blossoms must be taken. ON-11"""
    suit = card // VALUES
    match = 1 << (STARS * suit + blossom_of(s, card) - 1)
    if s[STAGE] & match:
        return match
    of_suit = s[STAGE] & (7 << (STARS * suit))
    if of_suit and not (s[RULES] >> FRENCH) & 1:
        return of_suit | 1 << NOTHING
    return of_suit


@kernel
def legal(s: State) -> int:
    """Return the choices that the rules allow now, as a mask."""
    phase = s[PHASE]
    if phase == PLAY:
        seat = s[LEADER] + s[PLAYED]
        n = s[RULES] & 7
        hand = s[seat - n if seat >= n else seat]
        if s[PLAYED]:
            following = hand & (511 << (VALUES * ((s[TRICK] & 63) // VALUES)))
            if following:
                return following
        return hand
    if phase == CLAIM:
        return claimable(s, (s[TRICK] >> (6 * winning(s))) & 63)
    nothing = 0 if (s[RULES] >> MUST_USE) & 1 else 1 << NOTHING
    if phase == FROM_STAGE:
        return s[STAGE] | nothing
    if phase == FROM_LINE:
        return in_line(s) | (nothing if s[SWAPPED] == NOTHING else 0)
    if phase == RECALL:
        return recallable(s) | 1 << NOTHING
    return 0


@kernel
def replace_in_line(s: State, old: int, new: int) -> None:
    """Put `new` where `old` stands in the line."""
    line = s[LINE]
    for i in range(s[LENGTH]):
        if (line >> (4 * i)) & 15 == old:
            s[LINE] = line ^ ((old ^ new) << (4 * i))
            return


@kernel
def leave_line(s: State, performer: int) -> None:
    """Take `performer` out of the line, if it stands there."""
    line = s[LINE]
    for i in range(s[LENGTH]):
        if (line >> (4 * i)) & 15 == performer:
            front = line & ((1 << (4 * i)) - 1)
            s[LINE] = front | (line >> (4 * i + 4)) << (4 * i)
            s[LENGTH] -= 1
            return


@kernel
def open_trick(s: State) -> None:
    """Put the front performer on stage. ON-6"""
    s[PHASE], s[TRICK], s[PLAYED] = PLAY, 0, 0
    if s[LENGTH]:
        s[STAGE] |= 1 << (s[LINE] & 15)
        s[LINE] >>= 4
        s[LENGTH] -= 1
        s[TRUMP] = TRUMP_OF[s[STAGE]]


@kernel
def end_trick(s: State) -> None:
    """Open the next trick, or end the round: one card is kept. ON-5, ON-12

    All hands have the same size then; unknown hands are empty.
    """
    for seat in range(players(s)):
        if s[seat] & (s[seat] - 1):
            open_trick(s)
            return
    s[PHASE] = OVER
    bare, without = -1, 0
    for seat in range(players(s)):
        if not claimed_by(s, seat):
            bare = seat
            without += 1
    if without == 1:
        given = s[STAGE]
        if given:
            s[STAGE] = 0
        else:
            given = in_line(s)
            s[LINE], s[LENGTH] = 0, 0
        s[CLAIMED] |= given << (PERFORMERS * bare)


@kernel
def end_play(s: State) -> None:
    """Go on to the next player, or to the winner's claim."""
    s[PHASE] = PLAY
    n = players(s)
    if s[PLAYED] < n:
        return
    place = winning(s)
    s[LEADER] = (s[LEADER] + place) % n
    # The trick starts with its winner from now on, so that `winning` still finds the card.
    card = (s[TRICK] >> (6 * place)) & 63
    s[TRICK], s[PLAYED] = card, 1
    if claimable(s, card):
        s[PHASE] = CLAIM
    else:
        end_trick(s)


@kernel
def start_ability(s: State) -> None:
    """Ask for the choices of the card's ability, if it can be used. ON-7"""
    ability = ability_of(s, last_card(s))
    s[SWAPPED] = NOTHING
    if ability == ADD and s[LENGTH]:
        s[PHASE] = FROM_LINE
    elif (ability == REMOVE and s[STAGE]) or (ability == SWAP and s[STAGE] and s[LENGTH]):
        s[PHASE] = FROM_STAGE
    else:
        end_play(s)


@kernel
def apply(s: State, choice: int) -> None:
    """Make a legal `choice`, in place."""
    phase = s[PHASE]
    if phase == PLAY:
        seat = actor(s)
        s[seat] ^= 1 << choice
        if s[PLAYED]:
            led = (s[TRICK] & 63) // VALUES
            if choice // VALUES != led:
                s[VOIDS] |= 1 << (SUITS * seat + led)
        s[TRICK] |= choice << (6 * s[PLAYED])
        s[PLAYED] += 1
        s[PHASE] = RECALL
        if not recallable(s):
            start_ability(s)
    elif phase == RECALL:
        if choice != NOTHING:
            leave_line(s, choice)
            s[CLAIMED] &= ~(1 << (PERFORMERS * actor(s) + choice))
            s[LINE] = s[LINE] << 4 | choice
            s[LENGTH] += 1
        start_ability(s)
    elif phase == FROM_STAGE:
        if choice != NOTHING and ability_of(s, last_card(s)) == SWAP:
            s[SWAPPED], s[PHASE] = choice, FROM_LINE
            return
        if choice != NOTHING:
            s[STAGE] ^= 1 << choice
            s[LINE] |= choice << (4 * s[LENGTH])
            s[LENGTH] += 1
            s[TRUMP] = TRUMP_OF[s[STAGE]]
        end_play(s)
    elif phase == FROM_LINE:
        if choice != NOTHING:
            if s[SWAPPED] == NOTHING:
                leave_line(s, choice)
            else:
                replace_in_line(s, choice, s[SWAPPED])
                s[STAGE] ^= 1 << s[SWAPPED]
            s[STAGE] |= 1 << choice
            s[TRUMP] = TRUMP_OF[s[STAGE]]
        end_play(s)
    elif phase == CLAIM:
        if choice != NOTHING:
            s[STAGE] ^= 1 << choice
            s[CLAIMED] |= 1 << (PERFORMERS * s[LEADER] + choice)
            s[TRUMP] = TRUMP_OF[s[STAGE]]
        end_trick(s)


@kernel
def make(s: State, code: int) -> None:
    """Make the whole move `code` in place."""
    while code:
        apply(s, (code & 63) - 1)
        code >>= 6


@kernel
def moves(s: State, afters: NDArray[np.int64], codes: NDArray[np.int64]) -> int:
    """Write all whole moves of `s` to `codes`, the states after them to `afters`; return how many.

    A code has 6 bits per choice, the first lowest, each the choice plus one. A recall of the
    performer already in front is left out, since it changes nothing (ON-21).
    """
    waiting, made = np.empty((160, SIZE), np.int64), np.zeros(160, np.int64)
    depth, found, left = np.zeros(160, np.int64), 0, 1
    waiting[0] = s
    now = np.empty(SIZE, np.int64)
    while left:
        left -= 1
        now[:] = waiting[left]
        code, shift, mask = made[left], depth[left], legal(now)
        if now[PHASE] == RECALL and now[LENGTH]:
            mask &= ~(1 << (now[LINE] & 15))
        while mask:
            choice = lowest(mask)
            mask &= mask - 1
            after = afters[found]
            after[:] = now
            apply(after, choice)
            longer = code | (choice + 1) << shift
            if after[PHASE] in BETWEEN:
                codes[found] = longer
                found += 1
            else:
                waiting[left], made[left], depth[left] = after, longer, shift + 6
                left += 1
    return found


@kernel
def side_totals(s: State, totals: NDArray[np.int64]) -> None:
    """Write to `totals` what each seat's side has, with earlier rounds. ON-15"""
    n = players(s)
    for seat in range(n):
        totals[seat] = ((s[BEFORE] >> (8 * seat)) & 255) + POINTS[claimed_by(s, seat)]
    if (s[RULES] >> TEAMS) & 1:
        for seat in range(2):
            totals[seat] = totals[seat + 2] = totals[seat] + totals[seat + 2]


@kernel
def share(s: State, totals: NDArray[np.int64], seat: int) -> float:
    """Return the share of `seat` in the win: 1, less if tied, or 0.

    In the last round of the edition en the highest kept card decides among the tied (ON-14), a
    team's better one (ON-23), where all of theirs are known.
    """
    n, teams = players(s), (s[RULES] >> TEAMS) & 1
    tied, alike, own, known = 0, 0, 0, s[BEFORE] > 0 and not (s[RULES] >> FRENCH) & 1
    for other in range(n):
        if totals[other] > totals[seat]:
            return 0.0
        tied += totals[other] == totals[seat]
        known &= totals[other] < totals[seat] or s[other] > 0
        if other == seat or (teams and (other - seat) % 2 == 0):
            own = max(own, kept_value(s, other))
    if known:
        for other in range(n):
            if totals[other] == totals[seat]:
                best = kept_value(s, other)
                if teams:
                    best = max(best, kept_value(s, (other + 2) % n))
                if best > own:
                    return 0.0
                alike += best == own
        tied = alike
    return (1.0 + teams) / tied


@kernel
def kept_value(s: State, seat: int) -> int:
    """Return the value, from 0, of the card that `seat` keeps; 0 if that is not known. ON-5"""
    return lowest(s[seat]) % VALUES if s[seat] else 0


@kernel
def margin(s: State, totals: NDArray[np.int64], seat: int) -> int:
    """Return how far the side of `seat` is ahead of the best other side; negative if behind."""
    best, n, teams = -1000, players(s), (s[RULES] >> TEAMS) & 1
    for other in range(n):
        if (not teams and other != seat) or (teams and (other - seat) % 2):
            best = max(best, totals[other])
    return totals[seat] - best
