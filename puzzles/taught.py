"""What is said of each skill to whoever does not know it yet: before a puzzle, and in hints."""

from __future__ import annotations

from collections.abc import Mapping

from ..models.words import Words, say
from ..solver.engine.patterns import Pattern, Skill
from .readers import Trait

TAUGHT: Mapping[Skill, Words] = {
    Pattern.EMPTY: say("A clue that counts none rules out all its pieces at once."),
    Pattern.FULL: say("A clue that counts as many as there are left puts all of them there."),
    Pattern.PLACED: say("Once as many are found as a clue counts, the rest of it is elsewhere."),
    Pattern.ALL_SEEN: say("When all copies of a kind are in sight, nobody has one more."),
    Pattern.LAST_HOLDER: say("When all other places are ruled out for a piece, the last has it."),
    Pattern.FULL_HAND: say("A hand of which every card is known holds nothing else."),
    Pattern.VOID: say("When no more pieces are left for a hand than it has, it holds all of them."),
    Pattern.KEPT: say("A card that was laid aside is one of few: see which of them lie elsewhere."),
    Pattern.PACK: say("A pack comes back with less in it: what is missing was picked on the way."),
    Pattern.TALLY: say("Count the copies of a kind: those that are nowhere else are here."),
    Pattern.COUNT: say("Take off a count what is known of it: the rest is a clue of its own."),
    Pattern.DIFFERENCE: say("Where one clue lies within another, the difference counts the rest."),
    Pattern.OVERLAP: say("Two clues that are too much for one hand overlap: they share pieces."),
    Pattern.APART: say("Two clues about different pieces can use a hand up between them."),
    Pattern.BETWEEN: say("Two players who need the same two pieces leave none of them to others."),
    Pattern.SUM: say("Add up what several lines tell: together they leave room for nothing else."),
    Pattern.CONTRADICTION: say("Suppose the opposite, and follow it until something cannot be."),
    Trait.OPEN: say("All that is needed lies in sight: look at every choice once."),
    Trait.JOINED: say("Take several things together: none of them settles it by itself."),
    Trait.AHEAD: say("What is good now depends on what comes next: choose both together."),
    Trait.SUPPOSED: say("Who holds what makes a difference: go through it case by case."),
    Trait.CHANGED: say("A piece can be changed before it is used: look at what it can become."),
    Trait.WEIGHED: say("You cannot have everything: weigh one thing against another."),
    Trait.ANSWERED: say("You cannot know what the others have: find what holds whatever they do."),
    Trait.LENT: say("Another card can lend its power: look at what that makes possible."),
    Trait.LEFT: say("What looks best at once may be a trap: see what speaks against it."),
}
