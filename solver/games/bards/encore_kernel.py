"""The encore, the score and sudden death of Battle of the Bards, compiled; see `rules_kernel`."""

# mypy: disable-error-code="call-arg,misc,no-any-return,return-value,var-annotated"

from __future__ import annotations

from ...play.compiled import kernel
from .rules_kernel import ROLLS, SUDDEN_DRAWN, bare, one_of
from .table_kernel import (
    APPLAUSE,
    BARDS,
    COLOURS,
    DICE,
    DICE_KINDS,
    DONE,
    ENCORE,
    ENCORE_WON,
    FACES,
    MELODIES,
    MELODY_STEP,
    OLD,
    OVER,
    STEP,
    SUDDEN,
    SUDDEN_DEATH,
    TABLE,
    TOPS,
    VETERAN,
    WINNER,
    Cards,
    N,
    State,
    dice,
    due,
    in_order,
    owned,
    points,
    times,
    with_die,
)


@kernel
def encore_dice(c: Cards, s: State, p: int, pair: int) -> None:
    """Give a player a die for each veteran in the colours of an encore card."""
    for card in range(BARDS):
        colour = c.colour[card]
        if c.kind[card] == VETERAN and (colour == c.pairs[pair, 0] or colour == c.pairs[pair, 1]):
            for _ in range(owned(s, p, card)):
                with_die(c, s, p, colour)


@kernel
def rolling(s: State) -> None:
    """Let the top players roll; those who have melodies and dice may spend them then."""
    able = 0
    for p in range(s[TABLE, N]):
        if s[TABLE, TOPS] >> p & 1 and s[p, MELODIES] and dice(s, p):
            able |= 1 << p
    s[TABLE, DONE] = ((1 << s[TABLE, N]) - 1) & ~able
    roll_all(s)


@kernel
def roll_all(s: State) -> None:
    """Let the top players roll."""
    for i in range(s[TABLE, N] - 1, -1, -1):
        p = in_order(s, i)
        if s[TABLE, TOPS] >> p & 1:
            due(s, ROLLS, p, 0, 0, 0)


@kernel
def pips_shown(s: State, p: int) -> int:
    """Return what all dice of a player show."""
    n = 0
    for k in range(DICE_KINDS):
        n += s[p, DICE + k] * (k % FACES)
    return n


@kernel
def highest(s: State) -> int:
    """Return the top players who show most."""
    most, found = -1, 0
    for p in range(s[TABLE, N]):
        if s[TABLE, TOPS] >> p & 1:
            shown = pips_shown(s, p)
            if shown > most:
                most, found = shown, 0
            if shown == most:
                found |= 1 << p
    return found


@kernel
def again(s: State, tied: int) -> None:
    """Let those who are tied roll all their dice again."""
    s[TABLE, TOPS] = tied
    for p in range(s[TABLE, N]):
        if tied >> p & 1:
            for colour in range(COLOURS):
                at = DICE + colour * FACES
                for face in range(1, FACES):
                    s[p, at] += s[p, at + face]
                    s[p, at + face] = 0


@kernel
def to_encore(c: Cards, s: State) -> None:
    """Hand out the dice of the encore."""
    for i in range(s[TABLE, N]):
        p = in_order(s, i)
        pair = s[p, ENCORE] - 1
        encore_dice(c, s, p, pair)
        for _ in range(times(s, p, APPLAUSE)):
            with_die(c, s, p, c.pairs[pair, 0])
    s[TABLE, STEP], s[TABLE, TOPS] = MELODY_STEP, (1 << s[TABLE, N]) - 1
    rolling(s)


@kernel
def after_melodies(c: Cards, s: State) -> None:
    """Find who has won the encore; those who are tied roll again."""
    tied = highest(s)
    first = one_of(tied)
    if tied != 1 << first and pips_shown(s, first):
        again(s, tied)
        rolling(s)
        return
    if tied == 1 << first:
        s[TABLE, ENCORE_WON] = first + 1
    scored(c, s)


@kernel
def scored(c: Cards, s: State) -> None:
    """Count the points; a tie leads to sudden death."""
    most, best = -1000, 0
    for p in range(s[TABLE, N]):
        n = points(c, s, p)
        if n > most:
            most, best = n, 0
        if n == most:
            best |= 1 << p
    first = one_of(best)
    if best == 1 << first:
        s[TABLE, STEP], s[TABLE, WINNER] = OVER, first + 1
        return
    if not s[TABLE, OLD]:
        bare(s)  # BB-21
    s[TABLE, STEP], s[TABLE, TOPS] = SUDDEN_DEATH, best
    due(s, SUDDEN_DRAWN, 0, 1, 0, 0)


@kernel
def after_sudden(c: Cards, s: State) -> None:
    """Hand dice out for sudden death, and let them be rolled until one roll wins."""
    rolled = 0
    for p in range(s[TABLE, N]):
        if s[TABLE, TOPS] >> p & 1:
            rolled += pips_shown(s, p)
    if rolled:
        tied = highest(s)
        first = one_of(tied)
        if tied == 1 << first:
            s[TABLE, STEP], s[TABLE, WINNER] = OVER, first + 1
            return
        again(s, tied)
    else:
        bare(s)
        pair = s[TABLE, SUDDEN] - 1
        for p in range(s[TABLE, N]):
            if s[TABLE, TOPS] >> p & 1:
                if pair >= 0:
                    encore_dice(c, s, p, pair)
                with_die(c, s, p, c.pairs[pair, 0] if pair >= 0 else 0)
    roll_all(s)
