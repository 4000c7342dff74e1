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
    by whose power they do something that is told without it.
    """

    words: Mapping[str, Words] = field(default_factory=dict)
    parts: Mapping[str, tuple[Words, ...]] = field(default_factory=dict)
    idle: Words | None = None
    asides: frozenset[str] = frozenset()


NUMBERS: Mapping[str, Words] = {
    "0": say(
        "zero, none, no, nothing, not any, not one, nil, without, without any, "
        "without a single, not a single, not even one"
    ),
    "1": say("one, first, once, single, just one, only one"),
    "2": say("two, second, twice, pair"),
    "3": say("three, third"),
    "4": say("four, fourth"),
    "5": say("five, fifth"),
    "6": say("six, sixth"),
    "7": say("seven, seventh"),
    "8": say("eight, eighth"),
    "9": say("nine, ninth"),
}
"""How numbers are said, also those on pieces."""

COUNTS: Mapping[int, Words] = {2: say("both, both of, both the, the pair of")}
"""How many pieces there are, in words that are no number on a piece."""

COMMON: Mapping[str, Words] = {
    "yes": say(
        "yeah, yep, yup, right, correct, true, indeed, exactly, sure, has it, he does, bingo, "
        "spot on, he has it, she has it, they have it, yes it is, yes he does, yes she does, yes "
        "he has, yes she has, it is, that is right, that's right, is right, and that is right, "
        "confirmed, she does, they do, he has, she has, well guessed, good guess, found, found "
        "it, hit, got it, so it is, which is true, which is right, and rightly so, indeed it is, "
        "success, not wrong, shows it, turns it over, he did, she did, they did, so he did, so "
        "she did"
    ),
    "no": say(
        "nope, nah, wrong, false, doesn't, hasn't, does not have it, hasn't got it, no it is "
        "not, no it isn't, it isn't, it is not, no he doesn't, no she doesn't, he doesn't, she "
        "doesn't, doesn't have it, hasn't it, incorrect, that's wrong, that is wrong, is wrong, "
        "mistaken guess, missed, miss, no luck, negative, bad guess, alas no, afraid not, not so, "
        "not true, untrue"
    ),
    "nobody": say(
        "no one, none, no, nope, not anyone, neutral, no takers, nobody has it, missed, no "
        "answer, no one has it, nobody at all, nobody does, nobody did, no one does, no one did, "
        "nobody answers, no one answers, nobody had it, no one had it, not a soul, silence, "
        "nobody raises a hand, nobody shows it, nobody has that, no reaction, nobody owns it, no "
        "hands, in no hand, in nobody's hand, nobody"
    ),
    "nothing": say("none, no one, nobody, not anyone, not anything"),
}
"""How answers are said in any game whose notation has them."""

ARTICLES = say(
    "the, a, an, of, number, my, his, her, their, its, this, that, 's, our, those, these, only"
)
"""Words that may stand within the name of a piece."""
IDLE = say(
    "right, but, next to, beside, belongs to, because, of course, really, very, actually, "
    "definitely, simply, quickly, little, small, nice, token, then, to, with, by, for, on, "
    "in, at, from, into, onto, as, it, is, are, was, has, have, had, having, do, does, did, "
    "be, been, there, who, which, so, ok, okay, well, now, just, also, too, go, goes, going, "
    "let, lets, him, them, oh, ah, hey, hmm, um, uh, alright, here, first, one, ones, "
    "everybody, everyone, each, next, while, whose, turn, time, it's, that's, he's, she's, "
    "got, get, gets, 've, 're, finally, again, own, up, out, down, off, you, our, we, all, "
    "only, using, use, come, comes, make, makes, made, doing, decides, decided, back, "
    "yes, yeah, yep, so then, then again, after that, this time, this one, once more, as "
    "usual, as always, as expected, of all things, you know, you see, I see, folks, guys, "
    "friends, mum, mom, dad, grandma, grandpa, player, players, lucky, unlucky, poor, poor "
    "thing, poor guy, what luck, luck, lucky him, lucky her, surprise, what a surprise, no "
    "surprise, surprisingly, unfortunately, fortunately, sadly, happily, luckily, wisely, "
    "bravely, boldly, calmly, slowly, carefully, gently, proudly, quietly, silently, "
    "secretly, gladly, eagerly, reluctantly, cleverly, smartly, nicely, politely, shyly, "
    "loudly, firmly, heroically, splendidly, immediately, straight away, right away, "
    "eventually, suddenly, obviously, clearly, naturally, certainly, surely, exactly, "
    "basically, totally, completely, hence, thus, therefore, meanwhile, anyway, still, "
    "already, even, quite, rather, pretty, big, bigger, good, great, fine, lovely, super, "
    "excellent, wonderful, cool, bravo, wow, whoa, oops, ouch, aha, haha, hm, er, erm, uhm, "
    "umm, uhh, eh, yay, alas, gosh, hurrah, hooray, cheers, thanks, thank you, like, kind of, "
    "sort of, a bit, without hesitation, without hesitating, with a smile, smiling, smiles, "
    "grinning, laughing, sighing, sighs, for once, at last, at once, in the end, for the "
    "moment, game, round, table, at the table, to the table, face, both of them, together, "
    "who knows, no less, nothing special, nothing else, nothing more, as well, indeed, "
    "tonight, today, again and again, in hand, in her hand, in his hand, from her hand, from "
    "his hand, from hand, in front of her, in front of him, in front of them, of his, of "
    "hers, ready, there we go, there you go, here we go, here you go, off we go, boom, bam, "
    "bingo, voilà, et voilà, decided to, chose to, managed to, happens to, proceeds to, "
    "elects to, opts to, wants it known that, tells everybody, tells us, is telling us, time "
    "to, result, end, answer, question, new, in order, in seating order, in that order, "
    "order, in turn, around the table, clockwise, turn order, takes a turn, it's on, here is, "
    "here are, there is, there are, we have, we turned up, turned, turn up, shown, were, "
    "over, first of all, first up, one more time, no doubt, here goes nothing, nothing fancy, "
    "not bad, why not, no problem, no worries, oh no, last but not least, not to be outdone, "
    "what else, who else, guess what, wait for it, without a word, no fuss, no big deal, in "
    "no time, must follow, let me, let me see, let me think, let us see, let's see, "
    "where is it, that'll be, that will be, is what, should do it, that should do it, follow, "
    "has to follow, have to follow, had to follow, I think that's, I think that is it, dear, "
    "lot, mighty, lowly, humble, tough, honest, upon, toward, towards, across, around, "
    "inside, outside, within, along, behind, above, among, between, during, since, "
    "through, throughout, until now, such, same, other, others, another, both, few, many, "
    "much, some, several, every, such a, lot of, bit of, us, ours, theirs, hers, mine, "
    "though, although, however, moreover, besides, otherwise said, namely, ie, i.e., aye, "
    "aka, person, guy, fellow, lad, lass, chap, lady, gentleman, thingy, thing, stuff, "
    "bonbon, tough choice, choice, fitting, sensible, surprise surprise, what a shame, shame, "
    "pity, what a pity, nice one, woman, man, boy, girl, lies in, lie in, lies with, first "
    "try"
)
"""Words that tell nothing about which line is meant."""
AGAINST = say(
    "everyone but, everybody but, anyone but, nobody but, right now, back in his hand, back in "
    "her hand, back in their hand, back in hand, face "
    "down, by mistake, your, please, if you please, in my opinion, if you ask me, in the "
    "first round, if, or, I'm sure, am sure, should, could, would, might, may, maybe, "
    "perhaps, unless, instead, except, either, neither, nor, never, suppose, not, cannot, "
    "can't, don't, doesn't, didn't, isn't, won't, wasn't, why, how, when, wait, sorry, "
    "mistake, probably, before, after, almost, pretends, hopes, forgets, refuses, hesitates, "
    "imagines, dreams, considers, plans, intends, wishes, regrets, fears, thinks about, "
    "thinking, wonders, wanted, tried, tries to, about to, going to, nearly, unable, "
    "impossible, illegal, forbidden, hypothetically, yesterday, wants to, want to, would like "
    "to, last round, last turn, last time, earlier, previously, anything, something, "
    "everything, anyone, someone, somebody, whatever, all but, nothing but, takes back, "
    "kidding, just kidding, joking, a joke, joke, correction, not yet, no wait, scratch that, "
    "never mind, forget it, undo, redo, start over, mistaken, wrongly, by accident, my bad, "
    "my mistake, next time, tomorrow, later, soon, next round, next turn, will probably, is "
    "going to, ought, supposed, had better, rumour, rumor, allegedly, supposedly, possibly, "
    "perchance, likely, unlikely, hopefully, theoretically, falsely, hardly, barely, "
    "scarcely, seldom, rarely, usually, generally, normally, always, often, sometimes, is "
    "thinking, bluff, bluffs, lies, lied, jokes, pretending, offers to, suggests, threatens, "
    "promises, expects, reminds, remembers, explains, rules, rule, allowed, can I, may I, "
    "shall, will you, whether, otherwise, instead of, rather than, apart from, but not, any, "
    "counts on, dares, complains, asks if, asks whether, reconsiders, changes his mind, "
    "changes her mind, changes their mind, takes it back, corrects, corrected, will, can, has "
    "to, 'll, up to, at most, at least, less than, more than, apparently, it seems, I think, "
    "I guess, I believe, I mean, I heard, heard that, "
    "they say, people say, refrains, refrain, avoids, avoid, tempted, wish, want, hope, "
    "hoped, supposed to, if only, as if, thought, thought about, considered, considering, "
    "wondering, pondering, ponders, ponder, hesitating, hesitated, refused, declined to, "
    "forgot, forgets to, fails to, failed to, than, highest, lowest, weakest, strongest, no "
    "longer, needs, need, needs to, needed, cancel, cancels, cancelled, rewind, make that, "
    "oops, should've, could've, would've, must've, might've, were to, asking, tempted to, "
    "ready to, planning, planned, dreaming, imagining, imagine, who knows, not sure, unsure, "
    "doubt, doubts, doubtful, guessing, debating, debates, threatening, promised, offered, "
    "offering, suggesting, suggested, expecting, hoping to, wishing, wished, pretended, "
    "bluffing, lying, teasing, teases, unless he, stop, stops, prevented, prevents, advised, "
    "advises, orders, told to, begs, begged, convinced, swears, puts back, put back, "
    "withdraws, withdrew, un-plays, unplays, tries, try, wants, let, lets, rumoured, "
    "believed, claims to, dare, dared, decides not, decides against, resists, resist, "
    "studies, stares at, eyes, fancies, dislikes, hates, mentions, describes, compares, "
    "recommends, what if, what about, what would, what does, what did, what is, what's, where "
    "is, where does, where did, where's, bet, bets, I bet, wager, prefers to, likes to, come "
    "on, take that back, takes that back, take it back, took it back, scrap that, scrap it"
)
"""Words with which nobody says that something happens."""
DENIES = say(
    "not, cannot, can't, don't, doesn't, didn't, isn't, won't, wasn't, never, nor, neither, "
    "no longer, wait, hang on, hold on, sorry, any, how, nothing but, face down, can, "
    "refuses, anyone, anybody, anything, or, try, what was it"
)
"""Those of these words that say it of a part of a sentence only."""
HEDGES = say(
    "has to, have to, I think, I guess, I believe, I mean, after, apparently, it seems, up to, at "
    "most, at least, less than, more than"
)
"""Those that leave a doubt, so that people are asked."""
TAKES = say(
    "no wait, scratch that, take that back, takes that back, take it back, took it back, takes it "
    "back, undo, never mind, forget it, kidding, just kidding, joking, joke, a joke, scrap that, "
    "scrap it, start over, redo, correction, dream on, before, earlier, previously, yesterday, "
    "tomorrow, last round, last turn, last time, next round, next turn, next time, later, told me, "
    "back in his hand, back in her hand, back in their hand, back in hand, puts back, put back"
)
"""Those that say it of all that was told."""
INSTEAD = say(
    "no no, oh no, ah no, no wait, wait no, sorry, no sorry, I mean, or rather, make that, "
    "correction, scratch that, pardon, pardon me, my mistake, oops"
)
"""Words between a piece that was named by mistake and the one that is meant."""
AND = say("and, as well as, plus")
"""Words between the parts of a list."""
JOINS = say("but, so, because, since, who")
"""Words between the parts of a sentence."""
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
SAYS = say("says, said, tells us, claims that, announces, declares")
"""Words before or behind the name of whoever acts."""
TO = say(
    "against, to, from, with, on, for, shown by, revealed by, turned over by, held by, "
    "owned by, belonging to"
)
"""Words before the name of somebody who does not act."""
WITHIN = say("in, at")
"""Those that also stand within the name of a piece."""
HAS = say(
    "has, have, holds, had, has got, says yes, says he does, says she does, raises a hand, "
    "raises his hand, raises her hand, puts up a hand, does, did, owns, owns it, shows it, "
    "has that, had it, had that, holds it, held it, has that one, turns it over, reveals it, "
    "says me, says I do, answers yes, nods, shows, reveals, showed, revealed"
)
"""Words behind the name of somebody who does not act."""
ENDINGS = say("ing, ed, e")
"""What may be added to a word or left out."""
DEEDS = say(
    "keeps, kept, shows, showed, shown, shows off, reveals, steals, stole, stolen, loses, "
    "lost, hides, hid, hidden, returns, returned, gives, gave, given, passes, passed, swaps, "
    "swapped, trades, takes, took, taken, counts, looks, looks at, sees, saw, finds, drops, "
    "removes, removed, claims, claimed, wins, won, draws, drew, drawn, shuffles, buys, "
    "bought, sells, plays, played, names, named, asks, asked, lays, laid, turns, turned, "
    "folds, folded, protects, blocks, covers, sorts, destroys, destroyed, burns, eats, ate, "
    "tears, tore, throws, threw, picks up, leaves, left, likes, loves, prefers, adores, "
    "favourite, favorite, liked, preferred, attributes"
)
"""What people do with pieces in one game or another: where no line that can come is of such a deed,
nobody may take it for another one."""
WHO = say("who, whose")
"""Words that ask, if they begin a sentence."""
ASKS = say("did, does, do, is, has, have, was, are, had, were")
"""Words that ask, if they begin a sentence and a name follows at once."""
