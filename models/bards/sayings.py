"""How people say the lines of Battle of the Bards."""

from __future__ import annotations

from collections.abc import Mapping

from ..saying import NUMBERS, Sayings
from ..words import Words, say
from .cards import CardSet
from .dice import DICE

_WORDS: Mapping[str, Words] = {
    "audiences": say("audiences, audience, open, crowds, in the middle, the open ones"),
    "top": say("top, on top, on the pile, on the deck, top audience, turned up"),
    "line": say(
        "line, veterans, in town, the line of veterans, row, newest in town last, newest last, "
        "oldest first, newest at the end, from oldest to newest"
    ),
    "newest": say("newest, latest in town, last bard in town, new in town, new bard, new veteran"),
    "leader": say("leader, leads with, gets, has, plays, receives, is led by"),
    "encore": say("encore, encore card, gets, has, receives"),
    "first": say("first, begins, starts, first player, goes first, opens"),
    "sudden": say("sudden, sudden death"),
    "counted": say("counted, count the points, count points, end it, points count"),
    "draws": say("draws, drew, draw, gets, picks up, hand, hand is, has, takes, pulls"),
    "reshuffles": say(
        "reshuffles, shuffles, shuffled, shuffles the discard, new deck, shuffles the discard "
        "pile, makes a new deck, shuffles the discards, is shuffled back in, shuffled back "
        "in, runs dry, mixes up, mixes, shuffles in, deck is empty, empty deck, shuffles "
        "again"
    ),
    "stages": say(
        "stages, sends, chooses, chose, picks, selects, puts on stage, sends on stage, goes "
        "on stage with, goes with, takes, face down, puts, for the stage, plays, brings "
        "out, fields, picks for the stage"
    ),
    "reveals": say(
        "reveals, shows, goes on stage with, on stage, puts on stage, sends on stage, takes "
        "the stage with, turns up, steps on stage with, plays, brings, has, turned over"
    ),
    "takes": say(
        "takes, took, taking, chooses, chose, wants, picks, gets, grabs, gets another, picked"
    ),
    "rolls": say(
        "rolls, rolled, rolling, throws, threw, gets, got, has, dice, roll, roll is, "
        "rerolls, casts, has rolled, roll of, result, result is, and rolls, and gets, shows "
        "a, die shows"
    ),
    "performs": say(
        "performs, performed, performing, performance, makes a performance, plays a "
        "performance, creates a performance, creates, sequence, straight, run, does, makes, "
        "puts on, discards, strings together, sings, plays a run"
    ),
    "with": say(
        "with, discarding, by discarding, discards, and discards, throwing away, paying, paying "
        "with, for"
    ),
    "as": say("as, for a, counted as, as a"),
    "uses": say(
        "uses, using, used, activates, activating, assigns, puts, places, lays, triggers, pays, "
        "ability of, power of, feeds, gives, onto, on, makes use of, employs, places on, spends "
        "on, activated, puts a die on"
    ),
    "chooses": say("chooses, chose, takes, wants, prefers, goes for, opts for, picks"),
    "action": say("action, extra action, another action, one more action, more actions"),
    "support": say("support, turns, turns the bard, turned, sideways, turns it, supports"),
    "hires": say(
        "hires, hiring, hired, buys, buying, bought, recruits, engages, pays for, gets, takes, "
        "takes on, acquires, has hired, pays to hire, signs, takes into service"
    ),
    "wins": say(
        "wins, winning, won, seduces, charms, woos, impresses, gets, takes, claims, captures, "
        "attracts, wins over, persuades, won over, has won, wins the, satisfies, pleases"
    ),
    "discarding": say("discarding, and discards, throwing away, discards, dropping, throws away"),
    "raises": say(
        "raises, raising, raised, up, turns up, increases, bumps up, bumps, plus one, adds one, "
        "up one, up by one, higher, turns, increments, went up, goes up, goes up to, becomes, "
        "turned up, ups"
    ),
    "lowers": say(
        "lowers, turns, lowering, lowered, down, turns down, decreases, reduces, minus one, down "
        "one, down by one, lower, drops, brings down, goes down, goes down to, becomes, turned "
        "down, lowered to"
    ),
    "two": say("by two, two pips, twice, 2, two, up two, down two, plus two, minus two, two up"),
    "melody": say(
        "melody, melodies, melody token, token, a tune, spends a melody, uses a melody, spending "
        "a melody, with a melody, pays a melody, uses a melody token, for a melody"
    ),
    "rerolls": say(
        "rerolls, rerolling, rerolled, rolls again, roll again, throws again, re-rolls, again, "
        "rolls anew, throws anew, gets a reroll of"
    ),
    "keeps": say(
        "keeps, kept, leaves, holds, leaves it, keeps it, stays, unchanged, no change, nothing, "
        "keeps everything, as it is, keeps all, leaves everything"
    ),
    "steals": say("steals, stole, stealing, swaps, exchanges, takes, robs, trades"),
    "for": say("for, giving, gives, against, in exchange for, in return for"),
    "discards": say(
        "discards, discarding, throws away, throws, drops, puts away, gets rid of, loses, dumps"
    ),
    "explores": say(
        "explores, looks at the top card, looks, explore, top card, peeks, sees, explored, finds, "
        "and finds, discovers, reveals, turns up"
    ),
    "returns": say(
        "returns, returned, puts back, puts it back, back, back on the deck, leaves it on top, "
        "keeps it on top, back on top, returned it, puts it on top again"
    ),
    "trashes": say(
        "trashes, throws, trashed, trashing, removes, takes out, out of the deck, for good, "
        "culls, removes from the deck, out for good, throws out"
    ),
    "gathers": say("gathers, gathered, gather, puts in play, brings into play, into play"),
    "done": say(
        "done, ends, ended, concludes, ends the turn, ends turn, finished, finishes, end of turn, "
        "is done, is finished, that's it, that's all, stops, end turn, turn has come to an end, "
        "turn is over, turn ends, end of her turn, end of his turn, turn over, actions done, "
        "close, closes, wraps up"
    ),
    "passes": say(
        "passes, passed, pass, is out, sits out, drops out, no more, I'm out, has passed, is "
        "done for the round, stops here, folds"
    ),
    "shows": say("shows, reveals, turns up, encore card, encore, showed, has"),
}
_COLOURS: Mapping[str, Words] = {
    "B": say("blue, blues, illusion, illusions"),
    "P": say("purple, purples, violet, dance, dances"),
    "R": say("red, reds, song, songs"),
    "O": say("orange, oranges, music"),
}
_IDLE = say(
    "die, dice, card, bard, veteran, audience, performance, performances, token, "
    "poster's, deck, hand, stage, colour, color, pips, pip, ability, power, turn, "
    "leader, coloured, new, new die, another, its, cards, tokens, numbered, pile, "
    "value, coins, draw pile, bards, from the hand, hand cards, worth, for herself, for "
    "himself, as a reward, with it, deck runs dry, runs dry, shuffled back in"
)

_POSTER = say("poster, posters")


def sayings(cards: CardSet) -> Sayings:
    """Return how the words of games with `cards` are said."""
    numbers = {str(n): say("{n}, {words}", n=n, words=NUMBERS[str(n)]) for n in range(1, 7)}
    parts: dict[str, tuple[Words, ...]] = {die: (_COLOURS[die[0]], numbers[die[1]]) for die in DICE}
    parts |= {colour: (words,) for colour, words in _COLOURS.items()}
    parts |= {pair: (_COLOURS[pair[0]], _COLOURS[pair[1]]) for pair in cards.encores}
    asides = frozenset({*cards.printed})
    words = {**_WORDS, **cards.printed}
    words |= {
        poster: say("{name}, {others}", name=words[poster], others=_POSTER)
        for poster in cards.posters
    }
    takes = {"uses": say("on, onto, with, to")}
    meets = {"steals": say("from, off")}
    return Sayings(words=words, parts=parts, idle=_IDLE, asides=asides, takes=takes, meets=meets)
