"""The rules of Battle of the Bards from the first stage on, compiled; see `table_kernel`.

A move is one number: its verb, who makes it, and what it is about. `apply` makes it; `drawn` is the
line that nobody chooses. Both go on to the next line, as the rules in `models/bards` do, whose
names are used here: duties first, then the steps.
"""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value,var-annotated"

from __future__ import annotations

from ...play.compiled import kernel
from .table_kernel import (
    ACTION,
    ACTIONS,
    ACTOR,
    ANY,
    AUDIENCES,
    BASIC,
    BEGUN,
    COLOURS,
    DECK,
    DICE,
    DICE_KINDS,
    DIE,
    DISCARD,
    DONE,
    DUE,
    DUTIES,
    DUTY,
    ENCORES,
    FACE_DOWN,
    FACES,
    FIRST,
    GOING,
    GUARD,
    HAND,
    I_DIE,
    I_DISCARD,
    I_DRAW,
    I_EXPLORE,
    I_GATHER,
    I_MELODY,
    I_PERFORMANCE,
    I_REROLL,
    I_STEAL,
    I_SUPPORT,
    I_TRASH,
    I_TURN,
    ICONS,
    LEAVE,
    LINGERS,
    MELODIES,
    MELODY,
    MELODY_STEP,
    N_ACTIONS,
    N_GOAL,
    ON_STAGE,
    OVER,
    PAIRS_LEFT,
    POSTER,
    POWERS,
    SHOW,
    SLOT,
    STAGE,
    STAGING,
    STEP,
    TABLE,
    TOP,
    TOPS,
    TRASHED,
    VETERANS,
    Cards,
    N,
    State,
    audiences,
    dice,
    dice_left,
    due,
    empowered,
    in_order,
    times,
    total,
    unrolled,
    with_die,
    with_melody,
    with_performance,
)

# The verbs of moves, and of duties: those of nobody's choice come last.
(STAGES, PERFORMS, USES, HIRES, WINS, RAISES, LOWERS, REROLLS, PASSES, IS_DONE, KEEPS, DISCARDS,
 TRASHES, TAKES, CHOOSES, RETURNS, STEALS, TURNS, TOP_TURNED, NEWEST, DRAWS, EXPLORES, GATHERS,
 REVEALS, SHOWS, ROLLS, RESHUFFLES, SUDDEN_DRAWN, GETS, SHOWN_ICONS) = range(30)  # fmt: skip
CHANCE = TOP_TURNED
"""The first verb that nobody chooses."""

DIE_WORD, CARD_WORD = 0, 1
"""What is to be discarded."""
NOTHING = 255


@kernel
def move(verb: int, p: int, x: int, y: int, these: int) -> int:
    """Return a move; `these` are up to six dice (+ 1), five bits each."""
    return verb | p << 5 | x << 8 | y << 16 | these << 24


@kernel
def verb_of(m: int) -> int:
    """Return the verb of a move."""
    return m & 31


@kernel
def player_of(m: int) -> int:
    """Return who makes a move."""
    return m >> 5 & 7


@kernel
def x_of(m: int) -> int:
    """Return what a move is about first: a card, an audience, a colour, another player."""
    return m >> 8 & 255


@kernel
def y_of(m: int) -> int:
    """Return what a move is about, too: a card, or what pays for it (card + 1, 0 a melody)."""
    return m >> 16 & 255


@kernel
def dice_of(m: int) -> int:
    """Return the dice of a move."""
    return m >> 24


@kernel
def moved(s: State, row: int, from_: int, to: int, card: int) -> None:
    """Move a card from a pile of a player to another one."""
    s[row, from_ + card] -= 1
    s[row, to + card] += 1


@kernel
def without(s: State, p: int, these: int) -> None:
    """Take unlocked dice from a player."""
    while these:
        s[p, DICE + (these & 31) - 1] -= 1
        these >>= 5


@kernel
def trashed(c: Cards, s: State, p: int, card: int) -> None:
    """Count a card that has left its pile for good."""
    s[p, TRASHED] += c.kind[card] == BASIC


@kernel
def rerolled(s: State, p: int, these: int) -> None:
    """Let a player roll dice again; none are all."""
    if not these:
        for colour in range(COLOURS):
            at = DICE + colour * FACES
            for face in range(1, FACES):
                s[p, at] += s[p, at + face]
                s[p, at + face] = 0
    while these:
        die = (these & 31) - 1
        s[p, DICE + die] -= 1
        s[p, DICE + die - die % FACES] += 1
        these >>= 5
    due(s, ROLLS, p, 0, 0, 0)


@kernel
def turned(s: State, p: int, these: int, by: int) -> None:
    """Turn a die of a player by so much."""
    s[p, DICE + these - 1] -= 1
    s[p, DICE + these - 1 + by] += 1


@kernel
def left_to_draw(s: State, p: int) -> int:
    """Return how many cards are in the deck of a player."""
    return total(s, p, DECK) + (s[p, TOP] > 0)


# icons, BB-5


@kernel
def robbed(s: State, p: int, other: int) -> bool:
    """Tell whether a player can steal a die from another one."""
    return other != p and dice(s, other) > 0 and not times(s, other, GUARD)


@kernel
def can_do(s: State, p: int, icon: int) -> bool:
    """Tell whether an icon can be done."""
    if icon == I_DISCARD:
        return dice(s, p) > 0
    if icon in (I_EXPLORE, I_GATHER, I_DRAW):
        return left_to_draw(s, p) > 0 or total(s, p, DISCARD) > 0
    if icon == I_STEAL:
        if dice(s, p) > 0:
            for other in range(s[TABLE, N]):
                if robbed(s, p, other):
                    return True
        return False
    return True


@kernel
def next_icon(c: Cards, s: State) -> None:
    """Do the next icon of the ability in use, whose duty is first."""
    s[TABLE, DUE] -= 1
    at = DUTIES + DUTY * s[TABLE, DUE]
    p, n, card, source = s[TABLE, at + 1], s[TABLE, at + 2], s[TABLE, at + 3], s[TABLE, at + 4]
    icon, colour = c.icons[source, n, 0], c.icons[source, n, 1]
    if not icon or not can_do(s, p, icon):
        return
    if n + 1 < ICONS and c.icons[source, n + 1, 0]:
        due(s, SHOWN_ICONS, p, n + 1, card, source)
    if icon == I_DIE:
        due(s, ROLLS, p, 0, 0, 0)
        if colour == ANY:
            due(s, TAKES, p, 0, 0, 0)
        else:
            with_die(c, s, p, colour)
    elif icon == I_MELODY:
        with_melody(c, s, p)
    elif icon == I_PERFORMANCE:
        with_performance(c, s, p, colour)
    elif icon == I_DISCARD:
        due(s, DISCARDS, p, 0, DIE_WORD, 0)
    elif icon == I_EXPLORE:
        due(s, RETURNS, p, 0, 0, 0)
        due(s, EXPLORES, p, 1, 0, 0)
    elif icon == I_STEAL:
        due(s, STEALS, p, 0, 0, 0)
    elif icon == I_REROLL:
        due(s, REROLLS, p, 0, 0, 0)
    elif icon == I_TURN:
        due(s, TURNS, p, 0, 0, 0)
    elif icon == I_TRASH:
        due(s, TRASHES, p, 0, 0, 0)
    elif icon == I_GATHER:
        due(s, GATHERS, p, 1, 0, 0)
    elif icon == I_DRAW:
        due(s, DISCARDS, p, 0, CARD_WORD, 0)
        due(s, DRAWS, p, 2, 0, 0)
    elif icon == I_SUPPORT:
        if c.kind[card] == POSTER:
            s[TABLE, ACTIONS] += 1  # BB-6
        else:
            due(s, CHOOSES, p, 0, card, 0)


@kernel
def gets_dice(c: Cards, s: State, p: int) -> None:
    """Give a player the dice of the stage, white ones to choose. BB-2"""
    for _ in range(s[p, POWERS + MELODY]):
        with_melody(c, s, p)
    for die in range(COLOURS + 1):
        n = s[p, POWERS + DIE + die]
        for i in range(s[p, ON_STAGE]):
            n += c.die[s[p, STAGE + i * SLOT] - 1] == die
        for _ in range(n):
            if die == ANY:
                due(s, TAKES, p, 0, 0, 0)
            else:
                with_die(c, s, p, die)


# what comes next


@kernel
def waits(c: Cards, s: State) -> bool:
    """Tell whether the first duty has something to do."""
    at = DUTIES + DUTY * (s[TABLE, DUE] - 1)
    verb, p, size, word = s[TABLE, at], s[TABLE, at + 1], s[TABLE, at + 2], s[TABLE, at + 3]
    if verb == TOP_TURNED:
        n = 0
        for audience in range(AUDIENCES):
            n += s[TABLE, FACE_DOWN + audience]
        return n > 0
    if verb == NEWEST:
        return total(s, TABLE, VETERANS) > 0
    if verb in (DRAWS, EXPLORES, GATHERS):
        return left_to_draw(s, p) >= size > 0
    if verb in (GETS, SHOWN_ICONS):
        return False
    if verb == ROLLS:
        return unrolled(s, p) > 0
    if verb == REVEALS:
        return total(s, p, GOING) > 0
    if verb == SUDDEN_DRAWN:
        return s[TABLE, PAIRS_LEFT] > 0
    if verb == TAKES:
        n = 0
        for colour in range(COLOURS):
            n += dice_left(c, s, colour) > 0
        return n > 0
    if verb == DISCARDS:
        return word == DIE_WORD or total(s, p, HAND) > 0
    if verb == TRASHES:
        return total(s, p, HAND) > 0
    if verb == RETURNS:
        return s[p, TOP] > 0
    if verb in (REROLLS, TURNS):
        return dice(s, p) > 0
    return True


@kernel
def passed_over(c: Cards, s: State) -> None:
    """Go on from a duty with nothing to do."""
    at = DUTIES + DUTY * (s[TABLE, DUE] - 1)
    verb, p, size = s[TABLE, at], s[TABLE, at + 1], s[TABLE, at + 2]
    if verb == SHOWN_ICONS:
        next_icon(c, s)
        return
    s[TABLE, DUE] -= 1
    if verb == GETS:
        gets_dice(c, s, p)
    elif verb in (DRAWS, EXPLORES, GATHERS) and size > 0:  # BB-15
        there, again = left_to_draw(s, p), total(s, p, DISCARD) > 0
        if again:
            due(s, verb, p, size - there, 0, 0)
            due(s, RESHUFFLES, p, 0, 0, 0)
        if there:
            due(s, verb, p, there, 0, 0)


@kernel
def may_go_on(s: State, p: int) -> bool:
    """Tell whether a player can still take a free action when no actions are left."""
    return dice(s, p) > 0 and (s[p, MELODIES] > 0 or total(s, p, HAND) > 0)


@kernel
def to_choose(s: State) -> bool:
    """Tell whether the step waits for a choice."""
    step = s[TABLE, STEP]
    if step in (STAGING, LEAVE):
        for p in range(s[TABLE, N]):
            if not s[TABLE, DONE] >> p & 1 and total(s, p, HAND):
                return True
    if step == SHOW:
        p = s[TABLE, ACTOR] - 1
        return p >= 0 and (s[TABLE, ACTIONS] > 0 or may_go_on(s, p))
    if step == MELODY_STEP:
        return s[TABLE, DONE] != (1 << s[TABLE, N]) - 1
    return step == OVER


@kernel
def next_turn(s: State, after: int) -> None:
    """Let the next player behind `after` who has not passed be the one to begin a turn."""
    n, first = s[TABLE, N], s[TABLE, FIRST]
    at = (after - first) % n + 1 if after >= 0 else 0
    s[TABLE, ACTOR] = s[TABLE, TOPS] = 0
    for i in range(n):
        p = in_order(s, (at + i) % n)
        if not s[TABLE, DONE] >> p & 1:
            s[TABLE, TOPS] = 1 << p
            return


@kernel
def turn_over(c: Cards, s: State) -> None:
    """End a turn; cards turned for support may go back, by a setting."""
    p = s[TABLE, ACTOR] - 1
    if not s[TABLE, LINGERS]:
        for i in range(s[p, ON_STAGE]):
            s[p, STAGE + i * SLOT + 3] = 0
        empowered(c, s, p)
    next_turn(s, p)


@kernel
def one_of(players: int) -> int:
    """Return the only player of a set."""
    p = 0
    while not players >> p & 1:
        p += 1
    return p


@kernel
def to_show(s: State) -> None:
    """All show cards, take dice and roll; the first player begins."""
    s[TABLE, STEP], s[TABLE, DONE] = SHOW, 0
    next_turn(s, -1)
    n = s[TABLE, N]
    for verb in (ROLLS, GETS, REVEALS):
        for i in range(n - 1, -1, -1):
            p = in_order(s, i)
            if verb != REVEALS or total(s, p, GOING):
                due(s, verb, p, total(s, p, GOING) if verb == REVEALS else 0, 0, 0)


@kernel
def begun(c: Cards, s: State) -> None:
    """Begin the next player's turn. BB-3"""
    p = one_of(s[TABLE, TOPS])
    first = not s[TABLE, BEGUN] >> p & 1
    s[TABLE, ACTOR], s[TABLE, TOPS] = p + 1, 0
    s[TABLE, ACTIONS] = c.numbers[N_ACTIONS] + (times(s, p, ACTION) if first else 0)
    s[TABLE, BEGUN] |= 1 << p


@kernel
def bare(s: State) -> None:
    """Put all dice back into the supply."""
    for p in range(s[TABLE, N]):
        s[p, DICE : DICE + DICE_KINDS] = 0


@kernel
def after_show(c: Cards, s: State) -> None:
    """End the show: the stage is cleared, dice come back; four audiences end the game. BB-9"""
    ends = False
    for p in range(s[TABLE, N]):
        for i in range(s[p, ON_STAGE]):
            at = STAGE + i * SLOT
            s[p, DISCARD + s[p, at] - 1] += 1
            for die in (s[p, at + 1], s[p, at + 2]):
                if die:
                    s[p, DICE + (die - 1) // FACES * FACES] += 1
            s[p, at : at + SLOT] = 0
        s[p, ON_STAGE] = 0
        empowered(c, s, p)
        for colour in range(COLOURS):
            at = DICE + colour * FACES
            for face in range(1, FACES):
                s[p, at] += s[p, at + face]
                s[p, at + face] = 0
        ends |= audiences(s, p) >= c.numbers[N_GOAL]
    s[TABLE, DONE] = s[TABLE, ACTOR] = s[TABLE, TOPS] = 0
    s[TABLE, STEP] = ENCORES if ends else LEAVE
    if ends:
        bare(s)
        for i in range(s[TABLE, N] - 1, -1, -1):
            due(s, SHOWS, in_order(s, i), 1, 0, 0)
