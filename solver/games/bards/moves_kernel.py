"""All legal moves of Battle of the Bards, compiled; see `rules_kernel`."""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value,var-annotated"

from __future__ import annotations

import numpy as np

from ...play.compiled import kernel
from .rules_kernel import (
    CARD_WORD,
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
    STAGES,
    STEALS,
    TAKES,
    TRASHES,
    TURNS,
    USES,
    WINS,
    move,
    robbed,
)
from .table_kernel import (
    ACTIONS,
    ACTOR,
    ANY,
    AUDIENCES,
    BARDS,
    BLEND,
    CIRCLE,
    COLOURS,
    DICE,
    DICE_KINDS,
    DONE,
    DUE,
    DUTIES,
    DUTY,
    FACES,
    HAND,
    IN_LINE,
    LEAVE,
    LENIENT,
    LINE,
    MAY_KEEP,
    MELODIES,
    MELODY_STEP,
    N_STAGE,
    ON_STAGE,
    OPEN,
    PERFORMANCES,
    PIPS,
    POSTER,
    SCOUT,
    SHOW,
    SLOT,
    STAGE,
    STAGING,
    STEP,
    SWING,
    TABLE,
    TOP,
    TOP_AUDIENCE,
    Cards,
    N,
    Numbers,
    State,
    ability,
    dice,
    dice_left,
    in_order,
    performances_left,
    times,
    total,
)

MOST_MOVES = 4096
"""More moves than there ever are: most of them roll dice again."""
FEW = 6
"""Up to this many dice, all sets of dice to reroll are moves; of more, the small and the whole."""

Moves = Numbers
"""A list of moves: how many, then the moves."""


@kernel
def new_moves() -> Moves:
    """Return a list for moves."""
    return np.zeros(MOST_MOVES + 1, np.int64)


@kernel
def add(out: Moves, m: int) -> None:
    """Add a move, if there is room for more."""
    if out[0] < MOST_MOVES:
        out[0] += 1
        out[out[0]] = m


@kernel
def shown(s: State, p: int, colour: int, face: int) -> int:
    """Return a die (+ 1) of this colour and face if a player has one, else 0."""
    die = colour * FACES + face
    return die + 1 if s[p, DICE + die] else 0


@kernel
def showing(s: State, p: int, face: int) -> int:
    """Return how many dice of a player show a number."""
    n = 0
    for colour in range(COLOURS):
        n += s[p, DICE + colour * FACES + face]
    return n


# actions


@kernel
def add_performances(c: Cards, s: State, p: int, out: Moves) -> None:
    """Add the performances that a player can make of the dice. BB-4"""
    blend = times(s, p, BLEND) > 0
    for low in range(1, 7 if times(s, p, CIRCLE) else 5):
        two_up, three_up = low % PIPS + 1, (low + 1) % PIPS + 1
        if not showing(s, p, low) or not showing(s, p, two_up) or not showing(s, p, three_up):
            continue
        for i in range(COLOURS**3):
            one, two, three = i % 4, i // 4 % 4, i // 16
            these, second = shown(s, p, one, low), shown(s, p, two, two_up)
            third = shown(s, p, three, three_up)
            if not these or not second or not third:
                continue
            these |= second << 5 | third << 10
            for colour in range(COLOURS):
                n = (one == colour) + (two == colour) + (three == colour)
                mixed = one != two and two != three and one != three
                if n and (n > 1 or mixed or blend) and performances_left(c, s, colour) > 0:
                    add(out, move(PERFORMS, p, colour, 0, these))


@kernel
def can_pay(c: Cards, s: State, p: int, bard: int) -> bool:
    """Tell whether a player can pay what a bard costs beside dice."""
    enough = s[p, MELODIES] >= c.melodies[bard]
    for colour in range(COLOURS):
        enough &= s[p, PERFORMANCES + colour] >= c.performances[bard, colour]
    return enough


@kernel
def add_uses(c: Cards, s: State, p: int, out: Moves) -> None:
    """Add the uses of bards in play whose cost the dice meet. BB-5"""
    slack = int(times(s, p, LENIENT) > 0)
    for i in range(s[p, ON_STAGE]):
        card, seen = s[p, STAGE + i * SLOT] - 1, s[p, STAGE + i * SLOT + 1] > 0
        for j in range(i):
            at = STAGE + j * SLOT
            seen |= s[p, at] == card + 1 and not s[p, at + 1]
        bard = ability(c, s, card)
        if seen or bard < 0 or not c.dice[bard] or not can_pay(c, s, p, bard):
            continue
        for one in range(DICE_KINDS):
            if not s[p, DICE + one] or not one % FACES:
                continue
            met = c.met[bard, slack, one % FACES]
            if met & 1:
                add(out, move(USES, p, card, 0, one + 1))
            if met < 2:
                continue
            for two in range(one, DICE_KINDS):
                if s[p, DICE + two] > (one == two) and two % FACES and met >> two % FACES & 1:
                    add(out, move(USES, p, card, 0, one + 1 | (two + 1) << 5))


@kernel
def add_hires(c: Cards, s: State, p: int, out: Moves) -> None:
    """Add the veterans that a player can hire. BB-6"""
    posters = 0
    for card in range(BARDS):
        posters += c.kind[card] == POSTER and s[p, HAND + card] > 0
    if not posters:
        return
    for i in range(s[TABLE, IN_LINE]):
        card = s[TABLE, LINE + i] - 1
        three = i == s[TABLE, IN_LINE] - 1 and not times(s, p, SCOUT)
        for face in range(1, FACES):
            if showing(s, p, face) < 2 + three:
                continue
            for n in range(COLOURS**3 if three else COLOURS**2):
                one, two, third = n % 4, n // 4 % 4, n // 16
                if one > two or (three and two > third):
                    continue
                these = shown(s, p, one, face)
                again = shown(s, p, two, face)
                last = shown(s, p, third, face) if three else 0
                if not these or not again or (three and not last):
                    continue
                most = s[p, DICE + these - 1]
                if one == two and most < 2 + (three and third == two):
                    continue
                if three and third == two and s[p, DICE + again - 1] < 2:
                    continue
                add(out, move(HIRES, p, card, 0, these | again << 5 | last << 10))


@kernel
def add_wins(c: Cards, s: State, p: int, out: Moves) -> None:
    """Add the ways to win an audience: which one, and how it is paid. BB-7"""
    for audience in range(AUDIENCES):
        on_top = s[TABLE, TOP_AUDIENCE] == audience + 1
        if not on_top and not s[TABLE, OPEN + audience]:
            continue
        can, named = True, 0
        for colour in range(COLOURS):
            can &= s[p, PERFORMANCES + colour] >= c.asks[audience, colour]
            named |= c.asks[audience, colour] << 4 * colour
        blanks = c.asks[audience, ANY]
        if not can:
            continue
        for blue in range(blanks + 1):
            for purple in range(blanks + 1 - blue):
                for red in range(blanks + 1 - blue - purple):
                    orange = blanks - blue - purple - red
                    paid = named + (blue | purple << 4 | red << 8 | orange << 12)
                    there = True
                    for colour in range(COLOURS):
                        there &= s[p, PERFORMANCES + colour] >= paid >> 4 * colour & 15
                    if not there:
                        continue
                    if not on_top:
                        add(out, move(WINS, p, audience, 0, paid))
                        continue
                    for card in range(BARDS):
                        if s[p, HAND + card]:
                            add(out, move(WINS, p, audience, card + 1, paid))


# free actions, BB-8


@kernel
def add_turns(s: State, p: int, steps: int, means: int, out: Moves) -> None:
    """Add the ways to turn a die by up to so many steps, paid by `means`."""
    for die in range(DICE_KINDS):
        if s[p, DICE + die]:
            for step in range(1, steps + 1):
                if die % FACES + step <= PIPS:
                    add(out, move(RAISES, p, step, means, die + 1))
                if die % FACES - step >= 1:
                    add(out, move(LOWERS, p, step, means, die + 1))


@kernel
def add_rerolls(s: State, p: int, means: int, out: Moves) -> None:
    """Add the sets of dice that may be rolled again, paid by `means`."""
    n = dice(s, p)
    if n > FEW:
        add(out, move(REROLLS, p, 0, means, 0))
    most = n if n <= FEW else 2
    taken = np.zeros(DICE_KINDS, np.int64)
    size = 0
    while True:  # the next multiset, counted up like a number
        k = 0
        while k < DICE_KINDS:
            if taken[k] < s[p, DICE + k] and size < most:
                taken[k] += 1
                size += 1
                break
            size -= taken[k]
            taken[k] = 0
            k += 1
        if k == DICE_KINDS:
            return
        these, at = 0, 0
        for kind in range(DICE_KINDS):
            for _ in range(taken[kind]):
                these |= (kind + 1) << at
                at += 5
        add(out, move(REROLLS, p, 0, means, these))


@kernel
def add_free(s: State, p: int, with_cards: bool, out: Moves) -> None:
    """Add the free actions of a player, paid by a melody or a card."""
    steps = 2 if times(s, p, SWING) else 1
    if s[p, MELODIES]:
        add_turns(s, p, steps, 0, out)
        add_rerolls(s, p, 0, out)
    for card in range(BARDS):
        if with_cards and s[p, HAND + card]:
            add_turns(s, p, steps, card + 1, out)
            add_rerolls(s, p, card + 1, out)


# choices


@kernel
def add_stagings(c: Cards, s: State, p: int, out: Moves) -> None:
    """Add the choices for the stage. BB-2, BB-17"""
    size = min(c.numbers[N_STAGE], total(s, p, HAND))
    for one in range(BARDS):
        if not s[p, HAND + one]:
            continue
        if size == 1:
            add(out, move(STAGES, p, one, NOTHING, NOTHING))
            continue
        for two in range(one, BARDS):
            if s[p, HAND + two] <= (one == two):
                continue
            if size == 2:
                add(out, move(STAGES, p, one, two, NOTHING))
                continue
            for three in range(two, BARDS):
                if s[p, HAND + three] > (three == one) + (three == two):
                    add(out, move(STAGES, p, one, two, three))


@kernel
def add_cards(s: State, verb: int, p: int, out: Moves) -> None:
    """Add the discards of a card of the hand, or what else is done with one."""
    for card in range(BARDS):
        if s[p, HAND + card]:
            add(out, move(verb, p, card, 0, 0))


@kernel
def add_dice(s: State, verb: int, p: int, out: Moves) -> None:
    """Add the discards of a die, or what else is done with one."""
    for die in range(DICE_KINDS):
        if s[p, DICE + die]:
            add(out, move(verb, p, 0, 0, die + 1))


@kernel
def add_duties(c: Cards, s: State, out: Moves) -> None:
    """Add what the first duty leaves to choose."""
    at = DUTIES + DUTY * (s[TABLE, DUE] - 1)
    duty, p, word = s[TABLE, at], s[TABLE, at + 1], s[TABLE, at + 3]
    if duty == TAKES:
        for colour in range(COLOURS):
            if dice_left(c, s, colour) > 0:
                add(out, move(TAKES, p, colour, 0, 0))
    elif duty == CHOOSES:
        add(out, move(CHOOSES, p, 0, 0, 0))
        add(out, move(CHOOSES, p, 1, 0, 0))
    elif duty == DISCARDS:
        if word == CARD_WORD:
            add_cards(s, DISCARDS, p, out)
        else:
            add_dice(s, DISCARDS, p, out)
    elif duty == RETURNS:
        add(out, move(RETURNS, p, 0, 0, 0))
        add(out, move(TRASHES, p, s[p, TOP] - 1, 0, 0))
    elif duty == STEALS:
        for other in range(s[TABLE, N]):
            if robbed(s, p, other):
                for die in range(DICE_KINDS):
                    for given in range(DICE_KINDS):
                        if s[other, DICE + die] and s[p, DICE + given]:
                            add(out, move(STEALS, p, other, 0, die + 1 | (given + 1) << 5))
    elif duty == KEEPS:
        add(out, move(KEEPS, p, 0, 0, word))
        add(out, move(REROLLS, p, 0, 0, word))
    else:
        if duty == REROLLS:
            add_dice(s, REROLLS, p, out)
        elif duty == TURNS:
            add_turns(s, p, 1, 0, out)
        elif duty == TRASHES:
            add_cards(s, TRASHES, p, out)
        add(out, move(KEEPS, p, 0, 0, 0))


@kernel
def first_waiting(s: State, with_hand: bool) -> int:
    """Return the first player in turn order who is not done with this step."""
    for i in range(s[TABLE, N]):
        p = in_order(s, i)
        if not s[TABLE, DONE] >> p & 1 and (not with_hand or total(s, p, HAND)):
            return p
    return -1


@kernel
def legal(c: Cards, s: State, out: Moves) -> None:
    """List the legal moves where a choice is to be made; all players choose for the stage."""
    out[0] = 0
    step = s[TABLE, STEP]
    if s[TABLE, DUE]:
        add_duties(c, s, out)
    elif step == STAGING:
        for p in range(s[TABLE, N]):
            if not s[TABLE, DONE] >> p & 1:
                add_stagings(c, s, p, out)
    elif step == LEAVE:
        p = first_waiting(s, True)
        if s[TABLE, MAY_KEEP]:
            add(out, move(KEEPS, p, 0, 0, 0))
        add_cards(s, DISCARDS, p, out)
        add_cards(s, TRASHES, p, out)
    elif step == MELODY_STEP:
        p = first_waiting(s, False)
        add_free(s, p, False, out)
        add(out, move(IS_DONE, p, 0, 0, 0))
    elif step == SHOW:
        p = s[TABLE, ACTOR] - 1
        if s[TABLE, ACTIONS]:
            add_performances(c, s, p, out)
            add_uses(c, s, p, out)
            add_hires(c, s, p, out)
            add_wins(c, s, p, out)
        add_free(s, p, True, out)
        add(out, move(PASSES if s[TABLE, ACTIONS] else IS_DONE, p, 0, 0, 0))
