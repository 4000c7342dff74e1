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
    for things that tell nothing about which line is meant, such as "card".
    """

    words: Mapping[str, Words] = field(default_factory=dict)
    parts: Mapping[str, tuple[Words, ...]] = field(default_factory=dict)
    idle: Words | None = None


NUMBERS: Mapping[str, Words] = {
    "0": say("zero, none, no, nothing, not any, not one, nil, without, without any"),
    "1": say("one, first, once, single, just one, only one"),
    "2": say("two, second, both, twice, pair"),
    "3": say("three, third"),
    "4": say("four, fourth"),
    "5": say("five, fifth"),
    "6": say("six, sixth"),
    "7": say("seven, seventh"),
    "8": say("eight, eighth"),
    "9": say("nine, ninth"),
}
"""How numbers are said, also those on pieces."""

COMMON: Mapping[str, Words] = {
    "yes": say("yeah, yep, yup, right, correct, true, indeed, exactly, sure, has it, he does"),
    "no": say("nope, nah, wrong, false, not, doesn't, hasn't, does not have it, hasn't got it"),
    "nobody": say("no one, none, no, nope, not anyone, neutral, no takers, nobody has it, missed"),
    "nothing": say("none, no one, nobody, not anyone, not anything"),
}
"""How answers are said in any game whose notation has them."""

ARTICLES = say("the, a, an, of, number, my, his, her, their, its, this, that, 's")
"""Words that may stand within the name of a piece."""
IDLE = say(
    "right, but, next to, beside, belongs to, because, of course, really, very, actually, "
    "definitely, simply, quickly, little, small, nice, token, and, then, to, with, by, for, "
    "on, in, at, from, into, onto, as, it, is, are, was, has, have, had, having, do, does, "
    "did, be, been, there, he, she, they, who, which, so, ok, okay, well, please, now, just, "
    "also, too, go, goes, going, gone, let, lets, him, them, will, can, oh, ah, hey, "
    "hmm, um, uh, alright, yes, here, first, one, ones, everybody, everyone, each, next, "
    "while, whose, turn, time, it's, that's, he's, she's, must, has to, got, get, gets, 'll, "
    "'ve, 're, finally, again, own, up, out, down, off, over, your, you, our, we, all, only, "
    "using, use, come, comes, make, makes, made, doing, decides, decided, up to, back"
)
"""Words that tell nothing about which line is meant."""
AGAINST = say(
    "if, or, should, could, would, might, may, maybe, perhaps, unless, instead, except, either, "
    "neither, nor, never, suppose, not, cannot, can't, don't, doesn't, didn't, isn't, won't, "
    "wasn't, why, how, when, what, where, wait, sorry, mistake, probably, before, after, almost, "
    "pretends, hopes, forgets, refuses, hesitates, imagines, dreams, considers, plans, intends, "
    "wishes, regrets, fears, thinks about, thinking, wonders, wanted, tried, tries to, about to, "
    "going to, nearly, unable, impossible, illegal, forbidden, hypothetically, yesterday, "
    "wants to, want to, would like to, last round, last turn, last time, earlier, "
    "previously, anything, something, everything, anyone, someone, somebody, whatever, all but, "
    "nothing but, takes back"
)
"""Words with which nobody says that something happens."""
SELF = say("himself, herself, themselves, myself, themself")
"""Words for the player who was named before."""
ME = say("I, me, myself, I'm, I'll, I've")
"""How the player calls themselves whose seat it is."""
BY = say("by, according to")
"""Words before the name of whoever acts."""
SAYS = say("says, said, thinks, tells us, claims that, reckons")
"""Words before or behind the name of whoever acts."""
TO = say("against, to, at, from, with, on, for, in")
"""Words before the name of somebody who does not act."""
HAS = say("has, have, holds, had, has got")
"""Words behind the name of somebody who does not act."""
ENDINGS = say("ing, ed, e")
"""What may be added to a word or left out."""
