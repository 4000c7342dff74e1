"""How people say what a record writes: the words for its verbs and pieces, in each language.

Each text is a list of phrases with commas between; every language has its own, in any number. A
game declares those of its notation; what is said in every game stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .words import Words, say


@dataclass(frozen=True, kw_only=True)
class Sayings:
    """How the words of a game's notation are said beside how they are written.

    `words` are other phrases for a verb or a small word. A piece has `parts`, each with its
    phrases: whoever says some of them means one of the pieces that have them all. `idle` are words
    for things that tell nothing about which line is meant, such as "card". Of `asides` people tell
    by whose power they do something that is told without it. The small words that are `deeds` of
    their own are never left out.

    `takes` are the little words that may stand before a piece in a line of a verb, `meets` those
    before somebody who does not act; others turn the line into another, or into none.
    """

    words: Mapping[str, Words] = field(default_factory=dict)
    parts: Mapping[str, tuple[Words, ...]] = field(default_factory=dict)
    idle: Words | None = None
    asides: frozenset[str] = frozenset()
    deeds: frozenset[str] = frozenset()
    takes: Mapping[str, Words] = field(default_factory=dict)
    meets: Mapping[str, Words] = field(default_factory=dict)


NUMBERS: Mapping[str, Words] = {
    "0": say(
        "zero, none, no, nothing, not any, not one, nil, without, without any, "
        "without a single, not a single, not a, nowt, devoid of, empty"
    ),
    "1": say("one, a single, just one, only one, the only"),
    "2": say("two"),
    "3": say("three"),
    "4": say("four"),
    "5": say("five"),
    "6": say("six"),
    "7": say("seven"),
    "8": say("eight"),
    "9": say("nine"),
}
"""How numbers are said, also those on pieces."""

ORDINALS: Mapping[str, Words] = {
    "1": say("first, 1st"),
    "2": say("second, 2nd"),
    "3": say("third, 3rd"),
    "4": say("fourth, 4th"),
    "5": say("fifth, 5th"),
    "6": say("sixth, 6th"),
    "7": say("seventh, 7th"),
    "8": say("eighth, 8th"),
    "9": say("ninth, 9th"),
}
"""How places are numbered: nobody counts so."""

COUNTS: Mapping[int, Words] = {2: say("both, both of, both the, a pair of, a couple of")}
"""How many pieces there are, in words that are no number on a piece."""

TIMES: Mapping[int, Words] = {2: say("twice, two times"), 3: say("three times, thrice")}
"""How many there are of a piece, in words that may stand behind it."""

COMMON: Mapping[str, Words] = {
    "yes": say(
        "yeah, yep, yup, right, correct, true, indeed, exactly, sure, has it, he does, she does, "
        "they do, bingo, he has, she has, spot on, confirmed, well guessed, good guess, found it, "
        "got it, so it is, success, shows it, turns it over, he did, she did, they did"
    ),
    "no": say(
        "nope, nah, wrong, false, doesn't, hasn't, does not have it, doesn't have it, hasn't got "
        "it, it isn't, it is not, he doesn't, she doesn't, hasn't it, incorrect, missed, no luck, "
        "negative, bad guess, not so, not true, untrue"
    ),
    "nobody": say(
        "no one, none, no, nope, not anyone, neutral, no takers, nobody has it, no answer, no one "
        "has it, nobody at all, nobody does, nobody did, no one does, no one did, nobody answers, "
        "no one answers, nobody had it, no one had it, not a soul, silence, nobody raises a hand, "
        "nobody shows it, nobody has that, no hands, nobody"
    ),
    "nothing": say("none, no one, nobody, not anyone, not anything"),
}
"""How answers are said in any game whose notation has them."""

ARTICLES = say("the, a, an, my, his, her, their, its, this, that, our, those, these, of them")
"""Words that may stand within the name of a piece."""
OF = say("of, 's, of the")
"""Those that also tell whose something is."""
LITTLE = say(
    "to, by, with, for, on, in, at, from, into, onto, as, it, is, are, has, have, had, "
    "'ve, 're, do, does, did, there, who, which, that, him, them, one, ones, so, then, now, "
    "but, yes, yeah, ok, we, you, us, very, well, too, also, just, still, rather, quite, only, "
    "what, when, all, be, been, was, were, am, oh, got, here, here is, next, of course, "
    "thank you, thanks, if you please, if you would, if I may"
)
"""Words that tell nothing of their own: prepositions, auxiliaries, pronouns, courtesies."""
DENIES = say("not, never, nor, neither, no longer, cannot, doesn't, didn't, don't, hasn't, isn't")
"""Words that tell of what is not so, each in its part of a sentence."""
PLANS = say(
    "if, or, unless, whether, either, maybe, perhaps, might, may, could, would, should, will, "
    "'ll, shall, can, has to, have to, had to, is to, wants, want, wishes, hopes, going to, about "
    "to, supposed to, almost, nearly, instead, except, imagine, refuses, your, before, back in "
    "hand, takes back, takes it back, no wait, bet, gonna, please, told me, yesterday, tomorrow, "
    "later, next round, last round, undo, joking, kidding, joke"
)
"""Words that tell of what has not happened now: what may come, or was before, or is asked for."""
WISHES = say(
    "let's hope, hopefully, hoping, I hope, we hope, pray, let's pray, I wish, if only, "
    "fingers crossed"
)
"""How a wish begins, which tells nothing that happened."""
AND = say("and, as well as, plus")
"""Words between the parts of a list."""
THEN = say("and, then")
"""Words between two lines that are told in one sentence."""
PRONOUNS = say("he, she, they")
"""Words for whoever was just named, or the only one who can act."""
SELF = say("himself, herself, themselves, myself, themself")
"""Words for the player who was named before."""
ME = say("I, me, myself, I'm, I'll, I've")
"""How the player calls themselves whose seat it is."""
BY = say("by, according to")
"""Words before the name of whoever acts."""
TO = say(
    "against, to, from, with, on, for, shown by, revealed by, turned over by, held by, "
    "owned by, belonging to, like, than, as"
)
"""Words before the name of somebody who does not act."""
WITHIN = say("in, at")
"""Those that also stand within the name of a piece."""
HAS = say(
    "has, have, holds, had, has got, says yes, says he does, says she does, raises a hand, does, "
    "did, owns, owns it, shows it, has that, had it, holds it, held it, turns it over, reveals it, "
    "answers yes, shows, reveals, showed, revealed"
)
"""Words behind the name of somebody who does not act."""
ENDINGS = say("ing, ed, e")
"""What may be added to a word or left out."""
IS = say("is, are, has, have, with, there are, it is, that is")
"""Little words that may stand before what was drawn, rolled, or follows from a rule."""
