"""How players go on by habit, compiled: each line by what it brings and leaves, never further."""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value,var-annotated"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...play.bits_kernel import Rng
from ...play.compiled import kernel
from .encore_kernel import (
    pips_shown,
    scored,
)
from .moves_kernel import (
    FEW,
    Moves,
    add,
    add_hires,
    add_performances,
    add_stagings,
    add_turns,
    add_uses,
    add_wins,
    first_waiting,
    legal,
)
from .round_kernel import (
    apply,
    by_chance,
    coming,
    drawn,
    onward,
)
from .rules_kernel import (
    CHOOSES,
    DISCARDS,
    HIRES,
    IS_DONE,
    KEEPS,
    LOWERS,
    NOTHING,
    PASSES,
    PERFORMS,
    RAISES,
    REROLLS,
    RETURNS,
    STEALS,
    TAKES,
    TRASHES,
    USES,
    WINS,
    dice_of,
    move,
    player_of,
    verb_of,
    x_of,
    y_of,
)
from .table_kernel import (
    ACTIONS,
    ACTOR,
    BARDS,
    BASIC,
    COLOURS,
    DICE,
    DICE_KINDS,
    DONE,
    DUE,
    DUTIES,
    DUTY,
    ECHO,
    FACES,
    HAND,
    MELODIES,
    MELODY_STEP,
    OPEN,
    OVER,
    PERFORMANCES,
    PIPS,
    ROUND,
    SHOW,
    SLOT,
    STAGE,
    STAGING,
    STEP,
    SWING,
    TABLE,
    TOP_AUDIENCE,
    Cards,
    Numbers,
    State,
    ability,
    dice,
    times,
)
from .worth_kernel import (
    H_CARD,
    H_DIE,
    H_MELODY,
    H_POSTER,
    H_REROLL,
    H_TRASHED,
    H_VETERAN,
    Worths,
    audience_worth,
    brings,
    cost_of,
    faces_of,
    in_the_dice,
    in_these,
    less,
    look,
    on_stage,
    one_more,
    prospects,
)

LONG = 40
"""The number of rounds after which the table may end the game (BB-22)."""


@kernel
def gain(c: Cards, s: State, h: Worths, m: int, faces: int, now: float, b: Worths) -> float:
    """Return what a move in a turn brings; what lies in the dice is worth so much `now`."""
    verb, p, x, y, these = verb_of(m), player_of(m), x_of(m), y_of(m), dice_of(m)
    if verb == PERFORMS:
        worth = b[x] - 3 * h[H_DIE]
        worth += times(s, p, ECHO + x) * h[H_MELODY]
        return worth + in_the_dice(c, s, h, p, less(faces, these), -1, b) - now
    if verb == USES:
        bard, at = ability(c, s, x), 0
        while s[p, STAGE + at * SLOT] != x + 1 or s[p, STAGE + at * SLOT + 1]:
            at += 1
        worth = brings(c, h, b, bard) - c.melodies[bard] * h[H_MELODY]
        for colour in range(COLOURS):
            worth -= c.performances[bard, colour]
        return worth + in_the_dice(c, s, h, p, less(faces, these), at, b) - now
    if verb == HIRES:
        n = 2 + (these >> 10 > 0)
        worth = c.points[x] + h[H_VETERAN] - n * h[H_DIE] - h[H_POSTER]
        return worth + in_the_dice(c, s, h, p, less(faces, these), -1, b) - now
    if verb == WINS:
        worth = audience_worth(c, h, x) - (cost_of(c, h, y) if y else 0.0)
        before = b[COLOURS]
        column = TOP_AUDIENCE if y else OPEN + x
        there, s[TABLE, column] = s[TABLE, column], 0
        for colour in range(COLOURS):
            s[p, PERFORMANCES + colour] -= these >> 4 * colour & 15
        after = prospects(c, s, h, p, -1)
        for colour in range(COLOURS):
            s[p, PERFORMANCES + colour] += these >> 4 * colour & 15
        s[TABLE, column] = there
        return worth + after - before + 3.0
    if verb in (RAISES, LOWERS):
        left = less(faces, these)
        left = one_more(left, (these - 1) % FACES + (x if verb == RAISES else -x))
        return in_the_dice(c, s, h, p, left, -1, b) - now - cost_of(c, h, y)
    if verb == REROLLS:
        left = less(faces, these) if these else 0
        rolled = dice(s, p) if not these else in_these(these)
        stays = in_the_dice(c, s, h, p, left, -1, b) - now
        return stays + h[H_REROLL] * rolled - cost_of(c, h, y)
    return 0.0


@kernel
def every_die(s: State, p: int) -> int:
    """Return all unlocked dice of a player, as a move names them."""
    these, at = 0, 0
    if dice(s, p) <= FEW:
        for die in range(DICE_KINDS):
            for _ in range(s[p, DICE + die]):
                these |= (die + 1) << at
                at += 5
    return these


@kernel
def best_in_turn(c: Cards, s: State, h: Worths, out: Moves) -> int:
    """Return what is done by habit in a turn of the show."""
    p = s[TABLE, ACTOR] - 1
    if not s[TABLE, ACTIONS]:
        return move(IS_DONE, p, 0, 0, 0)
    out[0] = 0
    add_wins(c, s, p, out)
    add_performances(c, s, p, out)
    add_uses(c, s, p, out)
    add_hires(c, s, p, out)
    means = -1
    for card in range(BARDS):
        if s[p, HAND + card] and (means < 1 or cost_of(c, h, card + 1) < cost_of(c, h, means)):
            means = card + 1
    if s[p, MELODIES] and (means < 0 or h[H_MELODY] < cost_of(c, h, means)):
        means = 0
    if means >= 0:
        add_turns(s, p, 2 if times(s, p, SWING) else 1, means, out)
        if dice(s, p) > 2:
            add(out, move(REROLLS, p, 0, means, every_die(s, p)))
    faces, b = faces_of(s, p), look(c, s, h, p)
    now = in_the_dice(c, s, h, p, faces, -1, b)
    best, most = move(PASSES, p, 0, 0, 0), 0.0
    for i in range(1, out[0] + 1):
        worth = gain(c, s, h, out[i], faces, now, b)
        if worth > most:
            best, most = out[i], worth
    return best


@kernel
def stage_gain(c: Cards, h: Worths, s: State, m: int, b: Worths) -> float:
    """Return what a choice for the stage brings by habit."""
    worth = 0.0
    for card in (x_of(m), y_of(m), dice_of(m)):
        if card != NOTHING:
            worth += on_stage(c, s, h, card, b)
    return worth


@kernel
def duty_gain(c: Cards, s: State, h: Worths, m: int, faces: int, b: Worths) -> float:
    """Return what a choice that a duty leaves brings by habit."""
    verb, p, x, these = verb_of(m), player_of(m), x_of(m), dice_of(m)
    if verb == TAKES:
        worth = b[x]
        for face in range(FACES):
            worth -= 0.01 * s[p, DICE + x * FACES + face]
        return worth
    if verb == CHOOSES:
        return x
    if verb == RETURNS:
        return 0.0
    if verb == TRASHES:
        return h[H_TRASHED] if c.kind[x] == BASIC else -h[H_VETERAN]
    if verb == DISCARDS and not these:
        return -on_stage(c, s, h, x, b)
    if verb == KEEPS:
        return in_the_dice(c, s, h, p, faces, -1, b) if coming(s) != TRASHES else 0.0
    left = less(faces, these >> 5 if verb == STEALS else these)
    if verb == STEALS:
        left = one_more(left, ((these & 31) - 1) % FACES)
    elif verb in (RAISES, LOWERS):
        left = one_more(left, (these - 1) % FACES + (1 if verb == RAISES else -1))
    return in_the_dice(c, s, h, p, left, -1, b)


@kernel
def encore_gain(s: State, m: int) -> float:
    """Return what a melody spent in the encore brings on the average, in pips."""
    verb, p, these, worth = verb_of(m), player_of(m), dice_of(m), 0.0
    if verb == RAISES:
        return x_of(m)
    if verb == LOWERS:
        return -x_of(m)
    if verb != REROLLS:
        return 0.0
    if not these:
        return 3.5 * dice(s, p) - pips_shown(s, p)
    while these:
        worth += 3.5 - ((these & 31) - 1) % FACES
        these >>= 5
    return worth


@kernel
def leaving_gain(c: Cards, s: State, h: Worths, m: int, b: Worths) -> float:
    """Return what becomes of a card left in hand is worth by habit."""
    verb, card = verb_of(m), x_of(m)
    if verb == KEEPS:
        return h[H_CARD]
    if verb == TRASHES:
        return h[H_TRASHED] if c.kind[card] == BASIC else -h[H_VETERAN]
    return -0.01 * on_stage(c, s, h, card, b)


@kernel
def gains(c: Cards, s: State, h: Worths, p: int, these: Numbers) -> Worths:
    """Return what each of some moves of a player brings by habit."""
    b, faces, step = look(c, s, h, p), faces_of(s, p), s[TABLE, STEP]
    now, found = in_the_dice(c, s, h, p, faces, -1, b), np.zeros(len(these))
    for i in range(len(these)):
        if s[TABLE, DUE]:
            found[i] = duty_gain(c, s, h, these[i], faces, b)
        elif step == STAGING:
            found[i] = stage_gain(c, h, s, these[i], b)
        elif step == SHOW:
            found[i] = gain(c, s, h, these[i], faces, now, b)
        elif step == MELODY_STEP:
            found[i] = encore_gain(s, these[i])
        else:
            found[i] = leaving_gain(c, s, h, these[i], b)
    return found


@kernel
def best_encore(s: State) -> int:
    """Return how melodies are spent in the encore: low dice are rolled again, or one is turned."""
    p = first_waiting(s, False)
    these, at, hopes, lowest = 0, 0, 0.0, 0
    for die in range(DICE_KINDS):
        for _ in range(s[p, DICE + die]):
            if die % FACES <= 3 and at < 30:
                these |= (die + 1) << at
                at += 5
                hopes += 3.5 - die % FACES
        if s[p, DICE + die] and die % FACES < PIPS:
            lowest = die + 1
    if hopes > 1.0:
        return move(REROLLS, p, 0, 0, these)
    if lowest:
        return move(RAISES, p, 1, 0, lowest)
    return move(IS_DONE, p, 0, 0, 0)


@kernel
def chooser(s: State) -> int:
    """Return who makes the next choice; for the stage, the first who has not made it."""
    if s[TABLE, DUE]:
        return s[TABLE, DUTIES + DUTY * (s[TABLE, DUE] - 1) + 1]
    if s[TABLE, STEP] == SHOW:
        return s[TABLE, ACTOR] - 1
    return first_waiting(s, s[TABLE, STEP] != MELODY_STEP)


@kernel
def habit(c: Cards, s: State, h: Worths, out: Moves) -> int:
    """Return what is done by habit where a choice is to be made."""
    p, step = chooser(s), s[TABLE, STEP]
    if not s[TABLE, DUE]:
        if step == SHOW:
            return best_in_turn(c, s, h, out)
        if step == MELODY_STEP:
            return best_encore(s)
    out[0] = 0
    if not s[TABLE, DUE] and step == STAGING:
        add_stagings(c, s, p, out)
    else:
        legal(c, s, out)
    return out[1 + np.argmax(gains(c, s, h, p, out[1 : out[0] + 1]))]


@kernel
def played_out(
    c: Cards, s: State, habits: NDArray[np.float64], rng: Rng, out: Moves, rounds: int
) -> None:
    """Play on by the habits of each player, for so many rounds more or to the end.

    A game ends as the table may end it, when a round after the 40th begins (BB-22).
    """
    last = s[TABLE, ROUND] + rounds
    while s[TABLE, STEP] != OVER:
        if by_chance(s):
            drawn(c, s, rng)
            continue
        if s[TABLE, STEP] == STAGING and not s[TABLE, DONE]:
            if s[TABLE, ROUND] >= last:
                return
            if s[TABLE, ROUND] > LONG:
                scored(c, s)
                onward(c, s)
                continue
        apply(c, s, habit(c, s, habits[chooser(s)], out))
