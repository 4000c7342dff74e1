"""How people say the lines of Onstage."""

from __future__ import annotations

from collections.abc import Mapping

from ..saying import NUMBERS, Sayings
from ..words import Words, say
from .state import Box

_WORDS: Mapping[str, Words] = {
    "line": say(
        "line, lineup, row, queue, front to back, from the front, from front to back, starting "
        "from the front, from left to right, new line, order, the performers"
    ),
    "leader": say(
        "leader, leads, begins, starts, goes first, first player, opens, first lead, will lead, "
        "leading, starts off, kicks off, opens the play, first to play"
    ),
    "removed": say("removed, out of the game, set aside, put aside, not used"),
    "deal": say("dealt, deal, draws, gets, receives, hand, holds, has, picks up"),
    "plays": say(
        "plays, playing, lays, laid, lays down, puts down, puts, drops, throws, threw, throws "
        "in, follows, follows suit, follows with, trumps, trumps with, ruffs, cuts, leads, "
        "led, leads with, opens, opens with, begins with, starts with, discards, sheds, "
        "tosses, answers, answers with, slaps, goes with, comes with, dumps, responds with, "
        "off suit, led with, followed with, followed, answered, tossed, dropped, discarded, "
        "put down, put, slams, slams down, chucks, flings, offers, contributes, gives, "
        "sacrifices, parts with, burns, hits with, beats it with, tops it with, shows up "
        "with, comes up with, serves, offloads, sneaks in, throws away, puts out, gets rid "
        "of, lets go of, did"
    ),
    "claims": say(
        "claims, claiming, takes, took, taking, wins, won, picks, picks up, chooses, chose, "
        "grabs, collects, gets, recruits, casts, picked, keeps, kept, scores, takes home, "
        "recruited, claimed, walks off with, leaves with, goes home with, adds to the troupe, "
        "choosing, goes for, signs, wins over, picks out, selects, sweeps the trick, welcomes "
        "into, welcomes, takes into his troupe, sweeps, wins with, ends up with, walks away "
        "with, gets to keep, home"
    ),
    "nothing": say(
        "declines, passes, skips, leaves it, leaves them, nobody at all, claims nobody, "
        "takes nobody, doesn't want one, doesn't want any, does not want one, wants none, "
        "takes none, takes nothing, no claim, does not claim, wants nobody, picks nobody, "
        "leaves everybody, recalls nobody, no recall"
    ),
    "keeps": say("keeps, kept, shows, the kept card, left over, last card, holds back, reveals"),
    "front": say(
        "front, to the front, in front, ahead, up front, head of the line, front of the line, "
        "moves, moved, brings forward, brings, forward, first in line, pulls, pushes, to the "
        "head, to the head of the line, heads the line, jumps the queue, goes to the front, sends "
        "to the front, steps forward, moves up, moves to the front, puts in front"
    ),
    "add": say(
        "adds, adding, brings on, brings, brought, onto the stage, on stage, onstage, invites, "
        "sends on, calls on, enters, joins, brings in, steps on, moves on stage, puts on stage, "
        "comes on, comes on stage, joins the stage, added, assigns, puts up, sends up, goes on "
        "stage, goes up, brings out, introduces, steps up, gets on stage, to the stage, calls up, "
        "invited, welcomes"
    ),
    "remove": say(
        "removes, removing, takes off, takes away, sends back, sends away, sends off, sends, "
        "sent, kicks, kicks out, kicks off, throws out, throws off, off stage, off the stage, "
        "out, back of the line, to the back, to the back of the line, leaves, leaves the stage, "
        "off, pulls off, drops, gets rid of, moves off, away, exits, removed, takes out, goes "
        "home, goes away, gone, retires, withdraws, eliminates, evicts, dismisses, sacks, fires, "
        "gets kicked out, chucks out"
    ),
    "swap": say(
        "swaps, swapping, exchanges, exchanging, switches, switching, trades, trading, "
        "replaces, replacing, for, with, against, swapped, swap of, exchange of, takes the "
        "place of, takes its place, takes his place, takes her place, leaves the stage, "
        "leaves, comes on, comes in, comes in for, goes in, makes way for, gives way to, "
        "subs, substitutes, in place of, instead of, exchanged, switched, replaced, and in "
        "comes, bows out, takes the boards, flips the scene"
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
    "star, singer, hand, spotlight, golden, blacks first, off suit, offsuit, out of suit, "
    "can't follow, cannot follow, can't follow suit, cannot follow suit, couldn't follow, "
    "could not follow, couldn't follow suit, doesn't follow, does not follow, didn't follow, "
    "doesn't follow suit, has no more, no more of the suit, has none of it, void, following, "
    "petal, petals, blossoms, cards, ability, power, effect, deal, flower, flowers, bloom, "
    "blooms, troupe, lead suit, value, performers, person, golden blossom, golden blossoms, "
    "blossom of gold, offstage, onstage performer"
)


def sayings(box: Box) -> Sayings:
    """Return how the words of games with `box` are said."""
    pieces = dict.fromkeys((*box.cards, *box.performers))
    parts: dict[str, tuple[Words, ...]] = {
        piece: (_SUITS[piece[0]], _number(piece[1])) for piece in pieces if piece[0] in _SUITS
    }
    parts |= {suit: (_SUITS[suit],) for suit in box.suits if suit in _SUITS}
    deeds = frozenset({"front", "add", "remove", "swap"})
    takes = {"plays": say("with"), "swap": say("for, with, against")}
    return Sayings(words=_WORDS, parts=parts, idle=_IDLE, deeds=deeds, takes=takes)


def _number(digit: str) -> Words:
    words = say("{n}, {words}", n=digit, words=NUMBERS[digit])
    return say("{words}, ace", words=words) if digit == "1" else words
