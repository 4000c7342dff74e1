"""How people say the lines of Onstage."""

from __future__ import annotations

from collections.abc import Mapping

from ..saying import NUMBERS, Sayings
from ..words import Words, say
from .state import Box

_WORDS: Mapping[str, Words] = {
    "line": say("line, lineup, row, queue, front to back, from the front"),
    "leader": say("leader, leads, begins, starts, goes first, first player, opens, first lead"),
    "removed": say("removed, out of the game, set aside, put aside, not used"),
    "deal": say("dealt, deal, draws, gets, receives, hand, holds, has, picks up"),
    "plays": say(
        "plays, playing, lays, laid, lays down, puts down, puts, drops, throws, threw, throws in, "
        "follows, follows suit, follows with, trumps, trumps with, ruffs, cuts, leads, led, "
        "leads with, opens, opens with, begins with, starts with, discards, sheds, tosses, "
        "answers, answers with, slaps, goes with, comes with, dumps, responds with, off suit"
    ),
    "claims": say(
        "claims, claiming, takes, took, taking, wins, won, picks, picks up, chooses, chose, grabs, "
        "collects, gets, recruits, casts, picked, keeps, kept, scores"
    ),
    "nothing": say("declines, passes, skips, leaves it, leaves them, nobody at all"),
    "keeps": say("keeps, kept, shows, the kept card, left over, last card, holds back, reveals"),
    "front": say(
        "front, to the front, in front, ahead, up front, head of the line, front of the line, "
        "moves, moved, brings forward, brings, forward, first in line, pulls, pushes"
    ),
    "add": say(
        "adds, adding, brings on, brings, brought, onto the stage, on stage, onstage, invites, "
        "sends on, calls on, enters, joins, brings in, steps on, moves on stage, puts on stage"
    ),
    "remove": say(
        "removes, removing, takes off, takes away, sends back, sends away, sends off, sends, sent, "
        "kicks, kicks out, kicks off, throws out, throws off, off stage, off the stage, out, "
        "back of the line, to the back, to the back of the line, leaves, leaves the stage, "
        "off, pulls off, drops, gets rid of, moves off, away, exits"
    ),
    "swap": say(
        "swaps, swapping, exchanges, exchanging, switches, switching, trades, trading, replaces, "
        "replacing, for, with, against"
    ),
}
_SUITS: Mapping[str, Words] = {
    "K": say("black, spades, spade, blacks"),
    "P": say("pink, hearts, heart, pinks, red, reds"),
    "B": say("blue, diamonds, diamond, blues"),
    "G": say("green, clubs, club, greens"),
}
_IDLE = say(
    "card, performer, actor, actress, artist, trick, stage, line, suit, trump, lead, blossom, "
    "star, singer, hand, spotlight, golden"
)


def sayings(box: Box) -> Sayings:
    """Return how the words of games with `box` are said."""
    pieces = dict.fromkeys((*box.cards, *box.performers))
    parts: dict[str, tuple[Words, ...]] = {
        piece: (_SUITS[piece[0]], _number(piece[1])) for piece in pieces if piece[0] in _SUITS
    }
    parts |= {suit: (_SUITS[suit],) for suit in box.suits if suit in _SUITS}
    return Sayings(words=_WORDS, parts=parts, idle=_IDLE)


def _number(digit: str) -> Words:
    words = say("{n}, {words}", n=digit, words=NUMBERS[digit])
    return say("{words}, ace", words=words) if digit == "1" else words
