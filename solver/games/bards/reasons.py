"""What a move is for, by the rules: what the rest of the round can make of it.

A turn is a chain of small moves, so the planner is asked for the best line after each of them. What
was measured says how often that comes, where luck and others have a say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, product
from random import Random

from ....models.bards import State, Step
from ....models.bards.abilities import has
from ....models.bards.cards import Card, CardSet, about_icon, about_power
from ....models.bards.dice import COLOURS, PIPS, Colour, Die, faces, pips, sequences
from ....models.bards.show import performed_colours
from ....models.bards.state import Troupe, plus
from ....models.core import Event, View
from ....models.words import Words, in_100, listed, say, say_n, united
from ...play.contrast import Contrast
from ...play.trial import Difference
from .columns import Column, PlanStart
from .effects import UNITS, Deed, Does, Encore, Ends, Has, Having
from .lines import Plan
from .order import Step as PlanStep
from .order import Win
from .plan import best_plan
from .worth import BLANK, in_sight, lacking

WORK = 0.5
"""Most seconds of work on the line after a move."""
OUTRIGHT, SOME = 3, 1600
"""Up to so many dice all rolls are counted; of more, so many rolls are drawn."""
STEPS = 2
"""How many steps to an audience are named; of more, the first."""
FEW = 0.05
"""A chance is told if it differs by so much."""


def reason(view: View[State], move: Event, differs: Contrast) -> Words | None:
    """Return what `move` is for, and how often that comes, or what else tells it from the other."""
    uses = _uses_of(view)
    own, other = uses(move), uses(differs.against)
    figure = next((each for each in differs.differences if own.counts(each, other)), None)
    clause = own.use(figure, other)
    told = own.beside(other, differs) if figure is None else own.often(figure)
    if clause is None or told is None:
        return clause or told
    return say("{clause}; {other}", clause=clause, other=told)


@dataclass(frozen=True)
class Onward:
    """What is sure `after` a move, what is still to be `rolled`, and the best `plan` from there.

    It is for the rest of the round, as far as nothing depends on luck; None where nobody acts.
    """

    view: View[State]
    move: Event
    after: State
    rolled: tuple[Colour, ...]
    plan: Plan | None

    @property
    def steps(self) -> Sequence[PlanStep]:
        """The steps of the plan."""
        return () if self.plan is None else self.plan.steps

    @property
    def _before(self) -> Troupe:
        return self.view.state.troupes[self.view.viewer]

    @property
    def _then(self) -> Troupe:
        return self.after.troupes[self.view.viewer]

    @property
    def _cards(self) -> CardSet:
        return self.after.box.cards

    @property
    def ending(self) -> bool:
        """Whether this is the last round: dice that are left then go back unused. BB-10"""
        goal = self.after.box.numbers.goal
        return any(len(troupe.audiences) >= goal for troupe in self.after.troupes.values())

    # the line

    @property
    def _columns(self) -> Sequence[Column]:
        return [step for step in self.steps if isinstance(step, Column)]

    @cached_property
    def wins(self) -> Sequence[Card]:
        """The audiences that the line wins."""
        return [step.card for step in self.steps if isinstance(step, Win)]

    @cached_property
    def taken(self) -> Sequence[Card]:
        """The audiences and veterans that the move and the line take."""
        own = self.move.words[:1] if self.move.verb in TAKES else ()
        hires = [each.card for each in self._columns if each.verb == "hires"]
        return [*own, *self.wins, *hires]

    @cached_property
    def left(self) -> Mapping[Having, int]:
        """What the viewer makes by move and line, and has left after it."""
        made = len(self._then.performances) - len(self._before.performances)
        if self.move.verb == "wins":
            made += len(self._cards.audiences[self.move.words[0]].asks)
        dice = len((*self._then.dice, *self.rolled, *self._then.locked))
        melodies = self._then.melodies + (0 if self.plan is None else self.plan.cards)
        for step in self.steps:
            made += len(step.way.performances)
            melodies += step.way.melodies
            if isinstance(step, Column):
                made += step.verb == "performs"
                melodies -= step.melodies + step.way.toll
                spent = len(step.dice) if step.verb in ("performs", "hires") else 0
                dice += len(step.way.gained) - spent - len(step.way.discarded)
        found = {Having.PERFORMANCES: made, Having.DICE: dice, Having.MELODIES: melodies}
        return {what: n for what, n in found.items() if what is not Having.DICE or not self.ending}

    def _made_of(self, step: Column) -> Words:
        """Return the dice of a step, and what turns them."""
        dice = listed(_shown(step), " ")
        if step.verb == "uses":
            shown = say("{dice} on {card}", dice=dice, card=step.card)
        else:
            shown = say("{dice} as {colour}", dice=dice, colour=step.colours[0])
        return _for_melodies(step, shown)

    def _steps_to(self, *cards: Card) -> Sequence[Column]:
        """Return the steps that make what audiences still lack that the plan wins."""
        paid = [step.paid for step in self.steps if isinstance(step, Win) and step.card in cards]
        missing = Counter(chain.from_iterable(paid)) - Counter(self._then.performances)
        found = []
        for step in self._columns:
            made = step.colours if step.verb == "performs" else step.way.performances
            if missing & Counter(made):
                missing -= Counter(made)
                found.append(step)
        return found

    def _making(self, *cards: Card) -> Words | None:
        """Return these steps in words; of many the first; None if nothing is lacking."""
        told = [self._made_of(step) for step in self._steps_to(*cards)]
        if len(told) > STEPS:
            n = len(told) - 1
            return say_n("{step} and {n} more step", "{step} and {n} more steps", n, step=told[0])
        return say("{steps}", steps=united(told)) if told else None

    def _points(self, cards: Sequence[Card]) -> int:
        known = self._cards
        return sum((known.audiences.get(card) or known.bards[card]).points for card in cards)

    def _named(self, cards: Sequence[Card]) -> Words:
        n = self._points(cards)
        return say_n("{cards} ({n} point)", "{cards} ({n} points)", n, cards=united(cards))

    @property
    def goal(self) -> Words | None:
        """Return what the line wins, or else hires or makes, and by what."""
        if self.wins:
            making, named = self._making(*self.wins), self._named(self.wins)
            if making is None:
                return say("you can win {cards} next", cards=named)
            return say("with {steps} you can win {cards}", cards=named, steps=making)
        by_verb = {each.verb: each for each in reversed(self._columns)}
        first = (by_verb[verb] for verb in ("hires", "performs", "uses") if verb in by_verb)
        return next(map(self._step, first), None)

    def _step(self, step: Column) -> Words:
        """Return what a step does."""
        if step.verb == "performs":
            return say("you can perform {steps}", steps=self._made_of(step))
        values = {"dice": listed(_shown(step), " "), "card": step.card}
        if step.verb == "hires":
            hired = self._named([step.card])
            return _for_melodies(
                step, say("with {dice} you can hire {cards}", **values, cards=hired)
            )
        icons = self._icons(step.card)
        return _for_melodies(
            step, say("with {dice} on {card} you can {icons}", **values, icons=icons)
        )

    def _icons(self, card: Card) -> Words:
        """Return what a bard does, or the one that a poster copies."""
        bards = self._cards.bards
        icons = bards[self.after.newest if card in self._cards.posters else card].icons
        return say("{icons}", icons=listed(map(about_icon, icons)))

    # what the move is for

    def use(self, figure: Difference | None, other: Onward) -> Words | None:
        """Return what the move is for beside an `other` one; the `figure` is told with it."""
        find = USES.get(self.move.verb)
        if self.view.state.step is Step.MELODIES:
            find = _in_encore
        elif self.view.state.step is Step.LEAVE:
            find = _leaving
        if find is _rolled and figure is not None and (about := _card_of(figure)):
            near = dict(self._nearest(Counter(self._then.performances)))
            if lacks := near.get(about):
                return say("you roll for {lacks}", lacks=listed(lacks, " "))
        if self.move.verb == "stages":
            return _staged(self, other)
        return self.goal if find is None else find(self)

    def _in_reach(self) -> Sequence[Card]:
        """Return the audiences that can still be won: the one on top costs a card of the hand."""
        top = self.after.top_audience
        return [card for card in in_sight(self.after) if card != top or self._then.hand]

    def _nearest(self, has: Counter[Colour]) -> Sequence[tuple[Card, Sequence[str]]]:
        """Return the audiences that the line does not win, with what they lack, the nearest first.

        Of those as near, the ones with most points.
        """
        there = [card for card in self._in_reach() if card not in self.wins]
        lacks = {card: lacking(self.after.box, card, has) for card in there}
        ordered = sorted(there, key=lambda card: (len(lacks[card]), -self._points([card])))
        return [(card, lacks[card]) for card in ordered if lacks[card]]

    def served(self) -> Words | None:
        """Return for which audience the performances serve that the move brings."""
        before, has = Counter(self._before.performances), Counter(self._then.performances)
        brought, found = has - before, []
        if not brought:
            return None
        shown = listed(sorted(brought.elements()), " ")
        for card in self._in_reach():
            had, lacks = (lacking(self.after.box, card, each) for each in (before, has))
            if len(lacks) < len(had):
                found.append(
                    (card not in self.wins, len(lacks), -self._points([card]), card, lacks)
                )
        if not found:
            return say("no audience in reach lacks {colours}", colours=shown)
        *_, card, lacks = min(found)
        values = {"colours": shown, "card": self._named([card]), "lacks": listed(lacks, " ")}
        if not lacks:
            return say("{colours} is all that {card} still lacks", **values)
        if card in self.wins and (making := self._making(card)) is not None:
            return say("{colours} for {card}, then {steps}", **values, steps=making)
        return say("{colours} for {card}, which still lacks {lacks}", **values)

    def luck(self) -> Words | None:
        """Return how often the dice to be rolled make what the nearest audience lacks."""
        near = self._nearest(Counter(self._then.performances))
        if not near or not self.rolled:
            return None
        card, lacks = near[0]
        wanted = frozenset(COLOURS if BLANK in lacks else lacks)
        kept = self._then.dice
        if self._makes(kept) & wanted:
            return None
        exact = len(self.rolled) <= OUTRIGHT
        rolls = list(product(*map(faces, self.rolled))) if exact else self._some_rolls()
        made = [self._makes((*kept, *roll)) & wanted for roll in rolls]
        n, can = in_100(sum(map(bool, made)) / len(rolls)), frozenset[Colour]().union(*made)
        shown = "/".join(c for c in COLOURS if c in can)
        values = {"n": n, "colours": shown, "card": self._named([card])}
        if str(n) == "0":
            return None
        if exact:
            return say("in {n} of 100 rolls the dice then make {colours} for {card}", **values)
        return say("in about {n} of 100 rolls the dice then make {colours} for {card}", **values)

    def works(self) -> Words | None:
        """Return how often a die to be rolled meets the cost of a bard that no other die meets."""
        start = PlanStart(self.after.box, self.after, self.view.viewer)
        slack = has(self.after.box, self.after, self.view.viewer, "lenient")
        for bard in start.unused:
            if bard.cost is None or bard.cost.dice > 1:
                continue
            met = [bard.cost.misses(shown) <= slack for shown in PIPS]
            if not any(met[pips(die) - 1] for die in self._then.dice):
                n = in_100(1 - (met.count(False) / len(met)) ** len(self.rolled))
                return say("in {n} of 100 rolls a die works {card}", n=n, card=bard.id)
        return None

    def _some_rolls(self) -> Sequence[Sequence[Die]]:
        rng = Random(0)
        return [[rng.choice(faces(each)) for each in self.rolled] for _ in range(SOME)]

    def _makes(self, dice: Sequence[Die]) -> set[Colour]:
        """Return the colours of performances that `dice` make."""
        state, viewer = self.after, self.view.viewer
        found = sequences(frozenset(dice), has(state.box, state, viewer, "circle"))
        return {c for three in found for c in performed_colours(state.box, state, viewer, three)}

    def rivals(self, card: Card) -> Sequence[str]:
        """Return who else can pay for an audience already, and has not passed."""
        state = self.view.state
        return [
            player
            for player, troupe in state.troupes.items()
            if player != self.view.viewer and player not in state.done
            if card in self._cards.audiences and (card != state.top_audience or len(troupe.hand))
            if not lacking(state.box, card, Counter(troupe.performances))
        ]

    # beside another move

    def counts(self, found: Difference, other: Onward) -> bool:
        """Tell whether what differs is a chance that carries the reason.

        What is in reach after both moves may be had after both, whatever is played by habit, unless
        somebody else can take it.
        """
        effect = found.effect
        if abs(found.difference) < FEW:
            return False
        if isinstance(effect, Encore | Ends):
            return True
        if not isinstance(effect, Does) or effect.card is None:
            return False
        if not effect.yours:
            return effect.deed is Deed.WINS
        better, worse = (other, self) if found.difference < 0 else (self, other)
        if effect.card in worse.taken:
            return bool(self.rivals(effect.card))
        if effect.card not in better.taken and "rerolls" not in (self.move.verb, other.move.verb):
            return False  # then only habit makes it come more often
        told = effect.card in self.wins and str(in_100(found.sides[0])) == "100"
        return not told

    def often(self, found: Difference) -> Words:
        """Return how often something comes, with what is sure by the rules."""
        effect, card = found.effect, _card_of(found)
        if self.move.verb in TAKES and self.move.words[0] == card:
            n = in_100(found.sides[1])
            return (
                say("else in none of 100 cases")
                if str(n) == "0"
                else say("else in {n} of 100 cases", n=n)
            )
        if card and (rivals := self.rivals(card)):
            told = effect.told(found)
            return say("{clause}, as {players} can pay, too", clause=told, players=united(rivals))
        return effect.told(found)

    def beside(self, other: Onward, differs: Contrast) -> Words | None:
        """Return what the line after this move has less than that after the other one, or more."""
        lost, gained = (
            [card for card in one.taken if card not in two.taken]
            for one, two in ((other, self), (self, other))
        )
        if self._points(lost) > self._points(gained):
            return say("but the best plan then goes without {cards}", cards=self._named(lost))
        if gained or self.plan is None or other.plan is None:
            return None
        measured = [
            each.effect.what for each in differs.differences if isinstance(each.effect, Has)
        ]
        both = [
            what for what in (*measured, *self.left) if what in self.left and what in other.left
        ]
        for what in both:
            if n := self.left[what] - other.left[what]:
                unit = UNITS[what][n < 0]
                much = replace(unit, values=(("n", abs(n)),), n=abs(n))
                return say("the best plan then leaves you {amount}", amount=much)
        return None


def _for_melodies(step: Column, said: Words) -> Words:
    """Return what is said of a step with the melodies that it costs, if any."""
    n = step.melodies + step.way.toll
    if not n:
        return said
    return say_n("{steps} (for {n} melody)", "{steps} (for {n} melodies)", n, steps=said)


TAKES = ("wins", "hires")
"""What takes a card for good."""


def _shown(step: Column) -> Sequence[Die]:
    """Return the dice that a step is done with, without those that it gives or discards."""
    return step.turned[: len(step.turned) - len(step.way.spent)]


def _card_of(found: Difference) -> Card | None:
    """Return the card of which the viewer's chance is told."""
    effect = found.effect
    return effect.card if isinstance(effect, Does) and effect.yours else None


def _won(own: Onward) -> Words:
    """Return what a win brings, and who else could take it."""
    card = own.move.words[0]
    about = say("{about}", about=own.after.box.cards.audiences[card].about)
    if rivals := own.rivals(card):
        return say("{about}; {players} can pay for it, too", about=about, players=united(rivals))
    return about


def _hired(own: Onward) -> Words:
    """Return what a veteran brings."""
    bard = own.after.box.cards.bards[own.move.words[0]]
    pair = next(iter(own.view.state.troupes[own.view.viewer].encore.known), "")
    n, about = bard.points, bard.about
    if bard.colour in pair:
        return say_n(
            "{n} point and a die in your encore; {about}",
            "{n} points and a die in your encore; {about}",
            n,
            about=about,
        )
    return say_n("{n} point; {about}", "{n} points; {about}", n, about=about)


def _used(own: Onward) -> Words:
    """Return what a bard brings, and what for."""
    brings, then = own._icons(own.move.words[0]), own.served() or own.goal or own.luck()
    return brings if then is None else say("{icons}: {clause}", icons=brings, clause=then)


def _rolled(own: Onward) -> Words | None:
    """Return what the dice are rolled for."""
    return own.luck() or own.works() or own.goal or say("nothing is sure to come of it")


def _coloured(own: Onward) -> Words:
    """Return for which audience a die of a colour serves."""
    (shown,) = own.move.words
    near = own._nearest(Counter(own._then.performances))
    for card, lacks in near:
        if {shown, BLANK} & {*lacks}:
            told = {"colour": shown, "card": own._named([card]), "lacks": listed(lacks, " ")}
            if len(lacks) == 1:
                return say("{colour} is all that {card} still lacks", **told)
            return say("{colour} is one of {lacks}, which {card} still lacks", **told)
    return say("no audience in reach lacks {colours}", colours=shown)


def _passed(own: Onward) -> Words:
    """Return what passing gives up, and what it keeps."""
    if own.ending:
        return say("it is the last round: dice that are left bring nothing")
    n = len(own._before.dice) + len(own._before.locked)
    return say_n("{n} die stays for the next round", "{n} dice stay for the next round", n)


def _staged(own: Onward, other: Onward) -> Words:
    """Return what is left in hand, or the dice that come on stage and what a poster copies."""
    state, cards = own.view.state, own.after.box.cards
    left = Counter(own._before.hand.known) - Counter(own.move.words)
    dice = listed(filter(None, (cards.bards[card].die for card in own.move.words)), " ")
    brings = say("new dice: {dice}", dice=dice)
    if (
        state.newest
        and cards.posters & {*own.move.words}
        and not cards.posters & {*other.move.words}
    ):
        about = cards.bards[state.newest].about
        values = {"clause": brings, "card": state.newest, "about": about}
        brings = say("{clause}; the poster copies {card} ({about})", **values)
    if not left:
        return brings
    (card,) = left
    if card in cards.posters:
        return say("{card} stays in hand to hire with; {clause}", card=card, clause=brings)
    about = cards.bards[card].about
    return say("you do without {card} ({about}); {clause}", card=card, about=about, clause=brings)


def _leaving(own: Onward) -> Words | None:
    """Return what becomes of a card of the hand."""
    verb = own.move.verb
    if verb == "keeps":
        return say("it is in your next hand, and you draw one card fewer")
    card = own.move.words[0]
    if verb == "discards":
        return say("{card} comes back when your deck is shuffled", card=card)
    return _trashed(own)


def _trashed(own: Onward) -> Words | None:
    """Return what is left of the deck once a card is gone for good."""
    bards = own.after.box.cards.bards
    if own.move.words and own.move.words[0] not in bards:
        return own.goal
    deck = own._then.cards
    m = sum(bards[card].kind == "basic" for card in deck)
    return say("you draw others sooner: {m} of {n} are basic bards then", m=m, n=len(deck))


def _in_encore(own: Onward) -> Words:
    """Return what the dice show in the encore, or what is rolled for."""
    state, viewer, move = own.view.state, own.view.viewer, own.move
    shown = {
        player: sum(map(pips, troupe.dice))
        for player, troupe in state.troupes.items()
        if player in state.tops and all(len(die) > 1 for die in troupe.dice)
    }
    n = shown.pop(viewer, 0)
    if move.verb in ("raises", "lowers"):
        n += (1 + ("two" in move.words)) * (1 if move.verb == "raises" else -1)
    if not shown:
        return say("your dice show {n} then", n=n)
    best = max(shown, key=lambda player: shown[player])
    values = {"n": n, "player": best, "m": shown[best]}
    if move.verb == "rerolls":
        return say("you roll for more than {m}, which the dice of {player} show", **values)
    return say("your dice show {n} then, those of {player} {m}", **values)


def _done(own: Onward) -> Words:
    """Return what the next turn is for."""
    if own.goal is None:
        return say("nothing is sure to come in your next turn")
    return say("in your next turn: {clause}", clause=own.goal)


def _turned(own: Onward) -> Words:
    """Return what a die is turned for."""
    (die,) = Counter(own._then.dice) - Counter(own._before.dice)
    by_it = next((step for step in own._columns if die in step.dice), None)
    if by_it is None:
        return say("the best plan does not need {die}", die=die)
    goal = own.goal if by_it in own._steps_to(*own.wins) else None
    return goal or own._step(by_it)


def _chosen(own: Onward) -> Words | None:
    """Return what a bard with support gives: an action or its powers."""
    if own.move.words == ("action",):
        told = say("one more action in this turn")
    else:
        card = own.view.state.duties[0].words[0]
        powers = own.after.box.cards.bards[card].supports
        told = say("{about}", about=listed(map(about_power, powers)))
    return told if own.goal is None else say("{icons}: {clause}", icons=told, clause=own.goal)


def _returned(own: Onward) -> Words:
    """Return what is drawn next."""
    return say("you draw {card} next", card=own._before.top)


USES: Mapping[str, Callable[[Onward], Words | None]] = {
    "wins": _won,
    "hires": _hired,
    "performs": Onward.served,
    "uses": _used,
    "rerolls": _rolled,
    "passes": _passed,
    "takes": _coloured,
    "trashes": _trashed,
    "returns": _returned,
    "chooses": _chosen,
    "raises": _turned,
    "lowers": _turned,
    "done": _done,
}
"""What moves are for, by verb; of others, what the line is for."""


class _Uses:
    """The uses of the moves of one view, each found once."""

    def __init__(self, view: View[State]) -> None:
        self.view, self._found = view, dict[Event, Onward]()

    def __call__(self, move: Event) -> Onward:
        if move not in self._found:
            self._found[move] = onward(self.view, move)
        return self._found[move]


_latest: list[_Uses] = []


def _uses_of(view: View[State]) -> _Uses:
    found = next((each for each in _latest if each.view is view), None)
    if found is None:
        found = _Uses(view)
        _latest[:] = [found]
    return found


def settled(state: State, player: str) -> tuple[State, tuple[Colour, ...]]:
    """Return the state with what is sure to come to `player` at once, and the dice to be rolled."""
    troupe = state.troupes[player]
    due = [
        word.split()
        for duty in state.duties
        if (duty.verb, duty.player) == ("icons", player)
        for word in duty.words[1:]
    ]
    gained = [word[1] for word in due if word[0] == "performance"]
    sure = state.troupe(
        player,
        dice=tuple(die for die in troupe.dice if len(die) > 1),
        performances=plus(troupe.performances, gained),
        melodies=troupe.melodies + due.count(["melody"]),
    )
    return replace(sure, duties=()), tuple(die for die in troupe.dice if len(die) == 1)


def onward(view: View[State], move: Event) -> Onward:
    """Return what the rest of the round can make of a move of the viewer."""
    sure, rolled = settled(view.game.apply(view.state, move), view.viewer)
    acts = view.state.step is Step.SHOW and move.verb != "passes"
    plan = best_plan(sure.box, sure, view.viewer, seconds=WORK) if acts else None
    return Onward(view, move, sure, rolled, plan)
