"""Moves made and lines drawn, and the way from one to the next, compiled; see `rules_kernel`."""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value,var-annotated"

from __future__ import annotations

from ...play.bits_kernel import Rng, below
from ...play.compiled import kernel
from .encore_kernel import (
    after_melodies,
    after_sudden,
    to_encore,
)
from .rules_kernel import (
    CARD_WORD,
    CHANCE,
    CHOOSES,
    DISCARDS,
    DRAWS,
    EXPLORES,
    GATHERS,
    HIRES,
    IS_DONE,
    KEEPS,
    LOWERS,
    NEWEST,
    NOTHING,
    PASSES,
    PERFORMS,
    RAISES,
    REROLLS,
    RESHUFFLES,
    RETURNS,
    REVEALS,
    ROLLS,
    SHOWN_ICONS,
    STAGES,
    STEALS,
    SUDDEN_DRAWN,
    TAKES,
    TOP_TURNED,
    TRASHES,
    USES,
    WINS,
    after_show,
    begun,
    dice_of,
    moved,
    passed_over,
    player_of,
    rerolled,
    to_choose,
    to_show,
    trashed,
    turn_over,
    turned,
    verb_of,
    waits,
    without,
    x_of,
    y_of,
)
from .table_kernel import (
    ACTIONS,
    ACTOR,
    AUDIENCES,
    BARDS,
    BEGUN,
    COLOURS,
    DECK,
    DICE,
    DISCARD,
    DONE,
    DUE,
    DUTIES,
    DUTY,
    ECHO,
    ENCORES,
    FACE_DOWN,
    FACES,
    FIRST,
    GOING,
    HAND,
    IN_LINE,
    LEAVE,
    LINE,
    MELODIES,
    MELODY_STEP,
    N_HAND,
    ON_STAGE,
    OPEN,
    PAIRS_LEFT,
    PERFORMANCES,
    PIPS,
    POSTER,
    REFILL,
    ROUND,
    SHOW,
    SLOT,
    SLOTS,
    STAGE,
    STAGING,
    STEP,
    SUDDEN,
    SUDDEN_DEATH,
    TABLE,
    TOP,
    TOP_AUDIENCE,
    TOPS,
    VETERANS,
    WON,
    Cards,
    N,
    State,
    ability,
    due,
    empowered,
    in_order,
    times,
    total,
    with_die,
    with_melody,
    with_performance,
)


@kernel
def to_stage(s: State) -> None:
    """Let all choose who goes on stage."""
    s[TABLE, STEP] = STAGING
    s[TABLE, DONE] = s[TABLE, BEGUN] = s[TABLE, ACTOR] = s[TABLE, TOPS] = 0


@kernel
def step_over(c: Cards, s: State) -> None:
    """Go on from a step with nothing to choose."""
    step = s[TABLE, STEP]
    if step == STAGING:
        to_show(s)
    elif step == SHOW:
        if s[TABLE, ACTOR]:
            turn_over(c, s)
        elif s[TABLE, TOPS]:
            begun(c, s)
        else:
            after_show(c, s)
    elif step == LEAVE:
        s[TABLE, STEP], s[TABLE, DONE] = REFILL, 0
        for i in range(s[TABLE, N] - 1, -1, -1):
            p = in_order(s, i)
            size = c.numbers[N_HAND] - total(s, p, HAND)
            if size > 0:
                due(s, DRAWS, p, size, 0, 0)
    elif step == REFILL:
        s[TABLE, ROUND] += 1
        s[TABLE, FIRST] = in_order(s, 1)
        to_stage(s)
    elif step == ENCORES:
        to_encore(c, s)
    elif step == MELODY_STEP:
        after_melodies(c, s)
    elif step == SUDDEN_DEATH:
        after_sudden(c, s)


@kernel
def onward(c: Cards, s: State) -> None:
    """Go on to the next line that somebody chooses or that is drawn."""
    while True:
        if s[TABLE, DUE]:
            if waits(c, s):
                return
            passed_over(c, s)
        elif to_choose(s):
            return
        else:
            step_over(c, s)


@kernel
def coming(s: State) -> int:
    """Return the verb of the duty that waits, -1 for none."""
    return s[TABLE, DUTIES + DUTY * (s[TABLE, DUE] - 1)] if s[TABLE, DUE] else -1


@kernel
def by_chance(s: State) -> bool:
    """Tell whether the next line is one that nobody chooses."""
    return coming(s) >= CHANCE


# lines that nobody chooses


@kernel
def picked(s: State, row: int, pile: int, kinds: int, rng: Rng) -> int:
    """Take a card from a pile at random, and return it."""
    n = 0
    for k in range(pile, pile + kinds):
        n += s[row, k]
    i = below(rng, n)
    for k in range(kinds):
        i -= s[row, pile + k]
        if i < 0:
            s[row, pile + k] -= 1
            return k
    return -1


@kernel
def next_card(s: State, p: int, rng: Rng) -> int:
    """Take the next card from the deck of a player, and return it."""
    card = s[p, TOP] - 1
    if card >= 0:
        s[p, TOP] = 0
        return card
    return picked(s, p, DECK, BARDS, rng)


@kernel
def staged(s: State, p: int, card: int) -> None:
    """Put a card in play; where there is no room for more, it is discarded."""
    if s[p, ON_STAGE] == SLOTS:
        s[p, DISCARD + card] += 1
        return
    s[p, STAGE + s[p, ON_STAGE] * SLOT] = card + 1
    s[p, ON_STAGE] += 1


@kernel
def drawn(c: Cards, s: State, rng: Rng) -> None:
    """Add the line that nobody chooses; the luck of each player, and of the table, is apart."""
    s[TABLE, DUE] -= 1
    at = DUTIES + DUTY * s[TABLE, DUE]
    verb, p, size = s[TABLE, at], s[TABLE, at + 1], s[TABLE, at + 2]
    own, table = rng[p : p + 1], rng[TABLE : TABLE + 1]
    if verb == ROLLS:
        for colour in range(COLOURS):
            first = DICE + colour * FACES
            for _ in range(s[p, first]):
                s[p, first + 1 + below(own, PIPS)] += 1
            s[p, first] = 0
    elif verb == DRAWS:
        for _ in range(size):
            s[p, HAND + next_card(s, p, own)] += 1
    elif verb == EXPLORES:
        s[p, TOP] = next_card(s, p, own) + 1
    elif verb == GATHERS:
        staged(s, p, next_card(s, p, own))
    elif verb == RESHUFFLES:
        for card in range(BARDS):
            s[p, DECK + card] = s[p, DISCARD + card]
            s[p, DISCARD + card] = 0
    elif verb == REVEALS:
        s[p, ON_STAGE] = 0
        for card in range(BARDS):
            for _ in range(s[p, GOING + card]):
                staged(s, p, card)
            s[p, GOING + card] = 0
    elif verb == TOP_TURNED:
        s[TABLE, TOP_AUDIENCE] = picked(s, TABLE, FACE_DOWN, AUDIENCES, table) + 1
    elif verb == NEWEST:
        s[TABLE, LINE + s[TABLE, IN_LINE]] = picked(s, TABLE, VETERANS, BARDS, table) + 1
        s[TABLE, IN_LINE] += 1
    elif verb == SUDDEN_DRAWN:
        while True:
            pair = below(table, 6)
            if s[TABLE, PAIRS_LEFT] >> pair & 1:
                break
        s[TABLE, SUDDEN] = pair + 1
        s[TABLE, PAIRS_LEFT] &= ~(1 << pair)
    onward(c, s)


# moves


@kernel
def from_hand(c: Cards, s: State, p: int, card: int, trash: bool) -> None:
    """Discard or trash a card of the hand."""
    s[p, HAND + card] -= 1
    if trash:
        trashed(c, s, p, card)
    else:
        s[p, DISCARD + card] += 1


@kernel
def used(c: Cards, s: State, p: int, card: int, these: int) -> None:
    """Put dice on a bard, pay its price, and let its icons be done."""
    at = STAGE
    while s[p, at] != card + 1 or s[p, at + 1]:
        at += SLOT
    s[p, at + 1], s[p, at + 2] = these & 31, these >> 5
    without(s, p, these)
    source = ability(c, s, card)
    s[p, MELODIES] -= c.melodies[source]
    for colour in range(COLOURS):
        s[p, PERFORMANCES + colour] -= c.performances[source, colour]
    due(s, SHOWN_ICONS, p, 0, card, source)


@kernel
def hired(c: Cards, s: State, p: int, card: int, these: int) -> None:
    """Hire a veteran with dice and a wanted poster. BB-6"""
    without(s, p, these)
    poster = 0
    while c.kind[poster] != POSTER or not s[p, HAND + poster]:
        poster += 1
    from_hand(c, s, p, poster, False)
    s[p, DISCARD + card] += 1
    n = 0
    for i in range(s[TABLE, IN_LINE]):
        there = s[TABLE, LINE + i]
        s[TABLE, LINE + i] = 0
        if there != card + 1:
            s[TABLE, LINE + n] = there
            n += 1
    s[TABLE, IN_LINE] = n
    due(s, NEWEST, 0, 1, 0, 0)


@kernel
def won(c: Cards, s: State, p: int, audience: int, discards: int, paid: int) -> None:
    """Win an audience for performances, four bits a colour; the one on top for a card, too."""
    for colour in range(COLOURS):
        s[p, PERFORMANCES + colour] -= paid >> 4 * colour & 15
    if discards:
        from_hand(c, s, p, discards - 1, False)
    s[p, WON + audience] += 1
    empowered(c, s, p)
    top = s[TABLE, TOP_AUDIENCE] - 1
    if top != audience:
        s[TABLE, OPEN + audience] = 0
        if top >= 0:
            s[TABLE, OPEN + top] = 1
    s[TABLE, TOP_AUDIENCE] = 0
    due(s, TOP_TURNED, 0, 1, 0, 0)
    if c.icons[BARDS + audience, 0, 0]:
        due(s, SHOWN_ICONS, p, 0, audience, BARDS + audience)


@kernel
def acted(c: Cards, s: State, m: int) -> None:
    """Take an action, a free action, or end a turn."""
    verb, p, x, y, these = verb_of(m), player_of(m), x_of(m), y_of(m), dice_of(m)
    if verb in (PASSES, IS_DONE):
        if verb == PASSES:
            s[TABLE, DONE] |= 1 << p
        s[TABLE, ACTIONS] = 0
        turn_over(c, s)
        return
    if verb in (RAISES, LOWERS, REROLLS):
        if y:
            from_hand(c, s, p, y - 1, False)
        else:
            s[p, MELODIES] -= 1
        if verb == REROLLS:
            rerolled(s, p, these)
        else:
            turned(s, p, these, x if verb == RAISES else -x)
        return
    s[TABLE, ACTIONS] -= 1
    if verb == PERFORMS:
        without(s, p, these)
        with_performance(c, s, p, x)
        for _ in range(times(s, p, ECHO + x)):
            with_melody(c, s, p)
    elif verb == USES:
        used(c, s, p, x, these)
    elif verb == HIRES:
        hired(c, s, p, x, these)
    elif verb == WINS:
        won(c, s, p, x, y, these)


@kernel
def dutiful(c: Cards, s: State, m: int) -> None:
    """Do what a duty asks for."""
    verb, p, x, these = verb_of(m), player_of(m), x_of(m), dice_of(m)
    s[TABLE, DUE] -= 1
    at = DUTIES + DUTY * s[TABLE, DUE]
    duty, word = s[TABLE, at], s[TABLE, at + 3]
    if verb == TAKES:
        with_die(c, s, p, x)
    elif verb == CHOOSES:
        if x:
            at = STAGE
            while s[p, at] != word + 1 or not s[p, at + 1] or s[p, at + 3]:
                at += SLOT
            s[p, at + 3] = 1
            empowered(c, s, p)
        else:
            s[TABLE, ACTIONS] += 1
    elif verb == DISCARDS:
        if word == CARD_WORD:
            from_hand(c, s, p, x, False)
        else:
            without(s, p, these)
    elif verb == TRASHES:
        if duty == RETURNS:
            s[p, TOP] = 0
            trashed(c, s, p, x)
        else:
            from_hand(c, s, p, x, True)
    elif verb == STEALS:
        die, given = these & 31, these >> 5
        s[p, DICE + die - 1] += 1
        s[x, DICE + die - 1] -= 1
        s[p, DICE + given - 1] -= 1
        s[x, DICE + given - 1] += 1
        due(s, KEEPS, x, 0, given, 0)
        due(s, KEEPS, p, 0, die, 0)
    elif verb == REROLLS:
        rerolled(s, p, these)
    elif verb == RAISES:
        turned(s, p, these, 1)
    elif verb == LOWERS:
        turned(s, p, these, -1)


@kernel
def apply(c: Cards, s: State, m: int) -> None:
    """Make a move, and go on to the next line."""
    verb, p, x = verb_of(m), player_of(m), x_of(m)
    if s[TABLE, DUE]:
        dutiful(c, s, m)
    elif verb == STAGES:
        for card in (x, y_of(m), dice_of(m)):
            if card != NOTHING:
                moved(s, p, HAND, GOING, card)
        s[TABLE, DONE] |= 1 << p
    elif s[TABLE, STEP] == LEAVE:
        if verb == KEEPS:
            s[TABLE, DONE] |= 1 << p
        else:
            from_hand(c, s, p, x, verb == TRASHES)
    elif s[TABLE, STEP] == MELODY_STEP:
        if verb != IS_DONE:
            acted(c, s, m)
        if verb == IS_DONE or not s[p, MELODIES]:
            s[TABLE, DONE] |= 1 << p
    else:
        acted(c, s, m)
    onward(c, s)
