"""The bot `greedy` of Onstage, compiled; greedy.py defines it, but for the order of equals.

So are others taken to play who seem to do so, and to have played so far, see behaviour.py.
"""

# mypy: disable-error-code="assignment,call-arg,misc,no-any-return,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import bits, lowest
from ...play.compiled import kernel
from .rules_kernel import (
    ADD,
    BETWEEN,
    CLAIM,
    FROM_STAGE,
    NO_TRUMP,
    NOTHING,
    PHASE,
    PLAY,
    PLAYED,
    RECALL,
    REMOVE,
    REMOVED,
    SIZE,
    STAGE,
    STARS,
    SWAP,
    SWAPPED,
    TRICK,
    TRUMP_OF,
    VALUES,
    State,
    ability_of,
    actor,
    apply,
    in_line,
    last_card,
    legal,
    make,
    players,
)
from .sight_kernel import beats, prize, unseen_by

Hands = NDArray[np.int64]


@kernel
def worth(s: State, unseen: int, card: int, stage: int) -> float:
    """Return minus what `greedy` reckons if the trick ends with `card` and `stage` on stage."""
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
    over = bits(unseen & (511 << (VALUES * suit)) & ~((1 << (card + 1)) - 1))
    if trump not in (NO_TRUMP, suit):
        over += bits(unseen & (511 << (VALUES * trump)))
    return -1000.0 * over + 10 * brought - value


@kernel
def best_coming(s: State, unseen: int, card: int, left: int, ability: int, line: int) -> float:
    """Return the best worth with `left` on stage, and for a swap the best of the line."""
    if ability != SWAP:
        return worth(s, unseen, card, left)
    best = -1e9
    while line:
        best = max(best, worth(s, unseen, card, left | (line & -line)))
        line &= line - 1
    return best


@kernel
def best_use(s: State, unseen: int, card: int) -> float:
    """Return the worth of `card` with the best use of its ability."""
    stage, ability, line = s[STAGE], ability_of(s, card), in_line(s)
    if ability == 0 or (ability != REMOVE and not line) or (ability != ADD and not stage):
        return worth(s, unseen, card, stage)
    best = -1e9
    if ability == ADD:
        while line:
            best = max(best, worth(s, unseen, card, stage | (line & -line)))
            line &= line - 1
        return best
    going = stage
    while going:
        left = stage ^ (going & -going)
        best = max(best, best_coming(s, unseen, card, left, ability, line))
        going &= going - 1
    return best


@kernel
def greedily(s: State) -> int:
    """Return a choice as `greedy` makes it."""
    mask = legal(s)
    if mask & (mask - 1) == 0:
        return lowest(mask)
    unseen, best, most = unseen_by(s, actor(s)), -1, -1e12
    while mask:
        choice = lowest(mask)
        mask &= mask - 1
        value = reckoned(s, unseen, choice)
        if value > most:
            best, most = choice, value
    return best


@kernel
def reckoned(s: State, unseen: int, choice: int) -> float:
    """Return what `greedy` takes `choice` to be worth."""
    phase = s[PHASE]
    if phase == PLAY:
        return best_use(s, unseen, choice)
    if phase == CLAIM:
        return -1.0 if choice == NOTHING else 1.0 * (choice % STARS)
    if phase == RECALL:
        return 0.0 if choice == NOTHING else -1.0
    return used(s, unseen, choice)


@kernel
def used(s: State, unseen: int, choice: int) -> float:
    """Return the worth of `choice` for the ability of the card just played."""
    card = last_card(s)
    if choice == NOTHING:
        return worth(s, unseen, card, s[STAGE])
    if s[PHASE] == FROM_STAGE:
        left = s[STAGE] ^ (1 << choice)
        return best_coming(s, unseen, card, left, ability_of(s, card), in_line(s))
    stage = s[STAGE] | 1 << choice
    if s[SWAPPED] != NOTHING:
        stage ^= 1 << s[SWAPPED]
    return worth(s, unseen, card, stage)


@kernel
def greedy_move(s: State, after: State) -> int:
    """Make a whole move as `greedy` does, from `s` to `after`; return its code."""
    after[:] = s
    code, shift = 0, 0
    while not code or after[PHASE] not in BETWEEN:
        choice = greedily(after)
        code |= (choice + 1) << shift
        shift += 6
        apply(after, choice)
    return code


@kernel
def made_greedily(s: State, code: int) -> bool:
    """Make the move `code` in place; tell whether `greedy` could have made it.

    Equals count as one: their order tells nothing of a hand.
    """
    could = True
    while code:
        choice = (code & 63) - 1
        code >>= 6
        mask = legal(s) & ~(1 << choice)
        if could and mask:
            unseen = unseen_by(s, actor(s))
            own = reckoned(s, unseen, choice)
            while could and mask:
                could = reckoned(s, unseen, lowest(mask)) <= own
                mask &= mask - 1
        apply(s, choice)
    return could


@kernel
def oddities(start: State, seat: int, made: Hands, hands: Hands, hidden: int) -> Hands:
    """Return for each of the `hands` that `seat` may hold now how many of its moves are not greedy.

    `made` are all moves since `start`, where the hands of others than the viewer hold only what
    they have played since; `hidden` are the cards that the viewer does not see.
    """
    s, tried, found = start.copy(), np.empty(SIZE, np.int64), np.zeros(len(hands), np.int64)
    for code in made:
        if actor(s) == seat:
            out = hidden
            for other in range(players(s)):
                out |= s[other]
            for i in range(len(hands)):
                tried[:] = s
                for other in range(players(s)):
                    tried[other] = 0
                tried[seat] = s[seat] | hands[i]
                tried[REMOVED] = out & ~tried[seat]
                found[i] += not made_greedily(tried, code)
        make(s, code)
    return found
