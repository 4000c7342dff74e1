"""How a player of Onstage who looks no further chooses, compiled: a weighted sum of what is seen.

The weights stand in policy.toml, each with its meaning. A policy looks at what its seat
may know: its own hand, the table, and the set of cards that others hold, never who holds which.
"""

# mypy: disable-error-code="arg-type,assignment,call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .rules_kernel import (
    ADD,
    ALL_PERFORMERS,
    CARDS,
    CLAIM,
    FROM_STAGE,
    LEADER,
    LENGTH,
    LINE,
    NO_TRUMP,
    NOTHING,
    OVER,
    PHASE,
    PLAY,
    PLAYED,
    POINTS,
    RECALL,
    REMOVE,
    REMOVED,
    RULES,
    STAGE,
    STARS,
    SWAP,
    SWAPPED,
    TEAMS,
    TRICK,
    TRUMP,
    TRUMP_OF,
    VALUES,
    Rng,
    State,
    ability_of,
    actor,
    any_of,
    apply,
    below,
    bits,
    blossom_of,
    claimed_by,
    in_line,
    last_card,
    legal,
    lowest,
    players,
)

Weights = NDArray[np.float64]

# The weights, in the order of the file.
(
    WIN,
    LOSE,
    TEMPO,
    BEATERS,
    SPEND,
    SPEND_LOSING,
    TRUMP_CARD,
    ABILITY,
    TRUMPS,
    LENGTH_OF_SUIT,
    LEAD_VALUE,
    LEAD_TRUMP,
    ALONE_WINS,
    ALONE_RIVAL,
    CLAIM_POINTS,
    CLAIM_TRUMPS,
    DECLINE,
    RECALL_TRUMPS,
    UNCLAIM,
    PARTNER,
) = range(20)
WEIGHTS = 20
GREEDY = -1.0
"""In place of the first weight: the choices of the bot `greedy`, up to the order of equals."""


@njit(cache=True)
def beats(card: int, other: int, trump: int) -> bool:
    """Tell whether `card` takes the trick from `other`, which has it so far. ON-10"""
    suit, best = card // VALUES, other // VALUES
    if suit == best:
        return card > other
    return suit == trump


@njit(cache=True)
def prize(s: State, card: int, stage: int) -> int:
    """Return the blossoms that winning with `card` brings at once, the best claim taken."""
    group = (stage >> (STARS * (card // VALUES))) & 7
    match = blossom_of(s, card)
    if (group >> (match - 1)) & 1:
        return match
    return 3 if group & 4 else (2 if group & 2 else group & 1)


@njit(cache=True)
def alone(s: State) -> int:
    """Return the only seat without performers, which would collect the stage (ON-12), or -1."""
    found = -1
    for seat in range(players(s)):
        if not claimed_by(s, seat):
            if found >= 0:
                return -1
            found = seat
    return found


@njit(cache=True)
def trumps(hand: int, others: int, trump: int) -> float:
    """Return how much of `hand` is trump, beside how much of the others' cards is."""
    if trump == NO_TRUMP or not hand or not others:
        return 0.0
    suit = 511 << (VALUES * trump)
    return bits(hand & suit) / bits(hand) - bits(others & suit) / bits(others)


@njit(cache=True)
def greedy_worth(s: State, seat: int, others: int, card: int, stage: int) -> float:
    """Return minus what the bot `greedy` reckons, which greedy.py defines."""
    trump, n, value = TRUMP_OF[stage], players(s), card % VALUES
    trick, before = s[TRICK], s[PLAYED] if s[PHASE] == PLAY else s[PLAYED] - 1
    best = trick & 63 if before else card
    for i in range(1, before + 1):
        other = (trick >> (6 * i)) & 63 if i < before else card
        if beats(other, best, trump):
            best = other
    brought = prize(s, best, stage)
    if best != card or brought == 0:
        return -100000.0 - (10 * brought if best != card else 0) - value
    if before == n - 1:
        return 1.0 * brought - 10 * value
    suit = card // VALUES
    beaters = bits(others & (511 << (VALUES * suit)) & ~((1 << (card + 1)) - 1))
    if trump not in (NO_TRUMP, suit):
        beaters += bits(others & (511 << (VALUES * trump)))
    return -1000.0 * beaters + 10 * brought - value


@njit(cache=True)
def worth(s: State, w: Weights, seat: int, hand: int, others: int, card: int, stage: int) -> float:
    """Return what it is worth to `seat` that `card` lies last in the trick and `stage` stands.

    `hand` is what it keeps, `others` what all others hold.
    """
    if w[WIN] == GREEDY:
        return greedy_worth(s, seat, others, card, stage)
    trump, n = TRUMP_OF[stage], players(s)
    trick, before = s[TRICK], s[PLAYED] if s[PHASE] == PLAY else s[PLAYED] - 1
    after = n - 1 - before
    total = w[TRUMPS] * trumps(hand, others, trump)
    best, place = -1, 0
    for i in range(before):
        other = (trick >> (6 * i)) & 63
        if best < 0 or beats(other, best, trump):
            best, place = other, i
    if best < 0 or beats(card, best, trump):
        suit = card // VALUES
        above = (511 << (VALUES * suit)) & ~((1 << (card + 1)) - 1)
        beaters = 1.0 * bits(others & above)
        if trump != NO_TRUMP and suit != trump:
            beaters += 0.5 * bits(others & (511 << (VALUES * trump)))
        hold = 1.0 / (1.0 + w[BEATERS] * beaters * after / (n - 1))
        brought = prize(s, card, stage)
        total += hold * (w[WIN] * brought + w[TEMPO])
        total -= w[SPEND] * (card % VALUES)
        if brought and alone(s) == seat:
            total -= hold * w[ALONE_WINS] * POINTS[stage]
        if before == 0:
            total -= w[LEAD_VALUE] * (card % VALUES)
            if suit == trump:
                total -= w[LEAD_TRUMP]
    else:
        winner = s[LEADER] + place
        winner = winner - n if winner >= n else winner
        brought = prize(s, best, stage)
        if (s[RULES] >> TEAMS) & 1 and (winner - seat) % 2 == 0:
            total += w[PARTNER] * brought
        else:
            total -= w[LOSE] * brought
            if brought and alone(s) == winner:
                total += w[ALONE_RIVAL] * POINTS[stage]
        total -= w[SPEND_LOSING] * (card % VALUES)
    if card // VALUES == trump:
        total -= w[TRUMP_CARD]
    return total


@njit(cache=True)
def best_use(s: State, w: Weights, seat: int, hand: int, others: int, card: int) -> float:
    """Return what `card` is worth with the best use of its ability."""
    stage, ability = s[STAGE], ability_of(s, card)
    line = ALL_PERFORMERS & in_line(s)
    if ability == 0 or (ability != REMOVE and not line) or (ability != ADD and not stage):
        return worth(s, w, seat, hand, others, card, stage)
    best = -1e9
    if ability == ADD:
        while line:
            best = max(best, worth(s, w, seat, hand, others, card, stage | (line & -line)))
            line &= line - 1
    else:
        going = stage
        while going:
            left = stage ^ (going & -going)
            best = max(best, best_coming(s, w, seat, hand, others, card, left, ability, line))
            going &= going - 1
    return best - w[ABILITY]


@njit(cache=True)
def best_coming(
    s: State,
    w: Weights,
    seat: int,
    hand: int,
    others: int,
    card: int,
    left: int,
    ability: int,
    line: int,
) -> float:
    """Return what it is worth that `left` stands on stage, and for a swap the best of the line."""
    if ability != SWAP:
        return worth(s, w, seat, hand, others, card, left)
    best = -1e9
    while line:
        best = max(best, worth(s, w, seat, hand, others, card, left | (line & -line)))
        line &= line - 1
    return best


@njit(cache=True)
def others_hold(s: State, seat: int) -> int:
    """Return the cards that `seat` does not see, the removed one too."""
    held = s[REMOVED]
    for other in range(players(s)):
        if other != seat:
            held |= s[other]
    return held


@njit(cache=True)
def scores(s: State, w: Weights, out: Weights) -> int:
    """Write to `out` what each legal choice is worth, return the choices as a mask."""
    phase, seat, mask = s[PHASE], actor(s), legal(s)
    hand, others = s[seat], others_hold(s, seat)
    left = mask
    if phase == PLAY:
        while left:
            card = lowest(left)
            left &= left - 1
            kept = hand ^ (1 << card)
            of_suit = bits(kept & (511 << (VALUES * (card // VALUES))))
            out[card] = best_use(s, w, seat, kept, others, card) - w[LENGTH_OF_SUIT] * of_suit
        return mask
    if phase == CLAIM:
        bare = alone(s) == seat
        while left:
            choice = lowest(left)
            left &= left - 1
            if choice == NOTHING:
                out[choice] = w[CLAIM_TRUMPS] * trumps(hand, others, s[TRUMP])
                if bare:
                    out[choice] += w[DECLINE] * POINTS[s[STAGE]]
            else:
                out[choice] = w[CLAIM_POINTS] * (choice % STARS + 1)
                trump = TRUMP_OF[s[STAGE] ^ (1 << choice)]
                out[choice] += w[CLAIM_TRUMPS] * trumps(hand, others, trump)
        return mask
    if phase == RECALL:
        own = claimed_by(s, seat)
        while left:
            choice = lowest(left)
            left &= left - 1
            front = s[LINE] & 15 if choice == NOTHING else choice
            stage = s[STAGE]
            if choice != NOTHING or s[LENGTH]:
                stage |= 1 << front
            out[choice] = w[RECALL_TRUMPS] * trumps(hand, others, TRUMP_OF[stage])
            if choice != NOTHING:
                out[choice] -= 0.001  # rather leave the line alone
                if (own >> choice) & 1:
                    out[choice] -= w[UNCLAIM] * (choice % STARS + 1)
        return mask
    card, line = last_card(s), in_line(s)
    ability = ability_of(s, card)
    while left:
        choice = lowest(left)
        left &= left - 1
        if choice == NOTHING:
            out[choice] = worth(s, w, seat, hand, others, card, s[STAGE])
        elif phase == FROM_STAGE:
            stage = s[STAGE] ^ (1 << choice)
            out[choice] = best_coming(s, w, seat, hand, others, card, stage, ability, line)
        else:
            stage = s[STAGE] | 1 << choice
            if s[SWAPPED] != NOTHING:
                stage ^= 1 << s[SWAPPED]
            out[choice] = worth(s, w, seat, hand, others, card, stage)
    return mask


@njit(cache=True)
def best_of(mask: int, out: Weights) -> int:
    """Return the choice of `mask` with the highest score, the first among equals."""
    best = lowest(mask)
    mask &= mask - 1
    while mask:
        choice = lowest(mask)
        mask &= mask - 1
        if out[choice] > out[best]:
            best = choice
    return best


@njit(cache=True)
def chosen(s: State, w: Weights, slip: int, out: Weights, rng: Rng) -> int:
    """Return the choice by the weights `w`, or a random one `slip` times in 1,000."""
    mask = legal(s)
    if mask & (mask - 1) == 0:
        return lowest(mask)
    if slip and below(rng, 1000) < slip:
        return any_of(mask, rng)
    scores(s, w, out)
    return best_of(mask, out)


@njit(cache=True)
def playout(s: State, w: Weights, slip: int, out: Weights, rng: Rng) -> None:
    """Play a round to its end, everybody by the weights `w`."""
    while s[PHASE] != OVER:
        apply(s, chosen(s, w, slip, out, rng))


@njit(cache=True)
def playouts(start: State, w: Weights, n: int, slip: int, seed: int) -> int:
    """Play `n` rounds from `start` by the weights; return the points of the first seat in all."""
    rng, out = np.array([seed], np.uint64), np.empty(CARDS, np.float64)
    s, total = start.copy(), 0
    for _ in range(n):
        s[:] = start
        playout(s, w, slip, out, rng)
        total += POINTS[claimed_by(s, 0)]
    return total
