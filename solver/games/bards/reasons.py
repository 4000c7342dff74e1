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
from ....models.bards.abilities import ability, has
from ....models.bards.cards import Card, CardSet, about_icon, about_power
from ....models.bards.dice import COLOURS, PIPS, Colour, Die, faces, pips, sequences
from ....models.bards.rounds import points
from ....models.bards.show import performed_colours
from ....models.bards.state import Troupe, plus
from ....models.core import Event, View
from ....models.words import Words, in_100, listed, say, say_n, united
from ...play.contrast import Contrast
from .columns import Column, PlanStart
from .effects import UNITS, Does, Having
from .lines import MELODY, Plan
from .order import Step as PlanStep
from .order import Win
from .plan import best_plan
from .worth import BLANK, WORTHS, in_sight, lacking, to_come, worth

WORK = 0.5
"""Most seconds of work on the line after a move."""
OUTRIGHT, SOME = 3, 1600
"""Up to so many dice all rolls are counted; of more, so many rolls are drawn."""
STEPS = 2
"""How many steps to an audience are named; of more, the first."""
FEW = 0.1
"""A chance is told if it differs by so much."""


def reason(view: View[State], move: Event, differs: Contrast) -> Words | None:
    """Return what `move` is for, and the one thing that most tells it from the other."""
    uses = _uses_of(view)
    own, other = uses(move), uses(differs.against)
    more = sure(view, move) - sure(view, differs.against)
    worse = (more, differs.gap) < (0, 0) if differs.either else differs.gap < 0
    clause = own.use(other, worse)
    beside = (
        own.totals(other, worse)
        or (None if worse else own.race(other))
        or own.price(other, worse)
        or own.often(differs)
    )
    if clause is None or beside is None:
        return clause or beside
    return say("{clause}; {other}", clause=clause, other=beside)


def sure(view: View[State], move: Event) -> float:
    """Return what the viewer has after `move` and its best line, by the table of worths.

    A reroll of dice for something is taken to bring what it costs.
    """
    price, own = 0, _uses_of(view)(move)
    if move.verb == "rerolls" and "with" in move.words and (own.luck or own.works()):
        price = WORTHS.melody if move.words[-1] == MELODY else WORTHS.hand_card
    return own.worth + price


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
    def worth(self) -> int:
        """What the viewer has after the line, by the table of worths, in hundredths of a point."""
        own = self.view.viewer
        if self.view.state.step is not Step.SHOW:
            return 0
        come = to_come(self.view.game.apply(self.view.state, self.move), own)
        there = worth(self.after.box, self.after, own) + come + WORTHS.die * len(self.rolled)
        return round(there + (self.plan.value if self.plan else 0))

    @cached_property
    def points(self) -> int:
        """The viewer's points after the line."""
        total, each = points(self.after.box, self.after, self.view.viewer), self.after.leftovers
        for step in self.steps:
            paid = step.paid if isinstance(step, Win) else step.way.paid
            made = len(step.way.performances) - len(paid)
            if isinstance(step, Win) or step.verb == "hires":
                total += self._points([step.card])
            total += each * (made + (isinstance(step, Column) and step.verb == "performs"))
        return total

    @cached_property
    def left(self) -> Mapping[str, int]:
        """What is left of what the line spends: melodies, cards in hand and dice."""
        hand, melodies = len(self._then.hand), self._then.melodies
        dice = len((*self._then.dice, *self.rolled, *self._then.locked))
        if self.plan is not None:
            hand, melodies = hand - self.plan.cards, melodies + self.plan.cards
        for step in self.steps:
            melodies += step.way.melodies - step.way.toll
            hand += step.way.cards
            if isinstance(step, Win):
                hand -= step.discards
                continue
            melodies, hand = melodies - step.melodies, hand - (step.verb == "hires")
            spent = len(step.dice) if step.verb in ("performs", "hires") else 0
            dice += len(step.way.gained) - spent - len(step.way.discarded)
        found = {"melodies": melodies, "hand": hand}
        return found if self.ending else {**found, "dice": dice}

    def _made_of(self, step: Column) -> Words:
        """Return the dice of a step, and what turns them."""
        dice = listed(_shown(step), " ")
        if step.verb == "uses":
            return say("{dice} on {card}", dice=dice, card=step.card)
        return say("{dice} as {colour}", dice=dice, colour=step.colours[0])

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
        return self._united(self._steps_to(*cards))

    def _united(self, steps: Sequence[Column]) -> Words | None:
        """Return steps in words with the melodies that they cost; of many the first."""
        told = [self._made_of(step) for step in steps]
        if len(told) > STEPS:
            n = len(told) - 1
            return say_n("{step} and {n} more step", "{step} and {n} more steps", n, step=told[0])
        return _for_melodies(steps, say("{steps}", steps=united(told))) if told else None

    def _points(self, cards: Sequence[Card]) -> int:
        known = self._cards
        return sum((known.audiences.get(card) or known.bards[card]).points for card in cards)

    def _named(self, cards: Sequence[Card]) -> Words:
        n = self._points(cards)
        return say_n("{cards} ({n} point)", "{cards} ({n} points)", n, cards=united(cards))

    @property
    def goal(self) -> Words | None:
        """Return what the line wins, or else which audience it comes nearest to, or its step."""
        if self.wins:
            making, named = self._making(*self.wins), self._named(self.wins)
            if making is None:
                return say("you can win {cards} next", cards=named)
            return say("with {steps} you can win {cards}", cards=named, steps=making)
        if (nearer := self._nearer()) is not None:
            return nearer
        by_verb = {each.verb: each for each in reversed(self._columns)}
        first = (by_verb[verb] for verb in ("hires", "performs", "uses") if verb in by_verb)
        return next(map(self._step, first), None)

    def _nearer(self) -> Words | None:
        """Return which audience lacks least after the line, if its performances serve one."""
        makers = [step for step in self._columns if step.colours or step.way.performances]
        has = before = Counter(self._then.performances)
        for step in makers:
            has = has + Counter(step.colours[:1]) + Counter(step.way.performances)
            has = has - Counter(step.way.paid)
        had = {card: lacks for card, lacks in self._nearest(before)}
        near = [(card, left) for card, left in self._nearest(has) if len(left) < len(had[card])]
        if not near:
            return None
        card, left = near[0]
        values = {"card": self._named([card]), "lacks": _lacks(left), "steps": self._united(makers)}
        return say("after {steps} {card} still lacks {lacks}", **values)

    def _step(self, step: Column) -> Words:
        """Return what a step does."""
        if step.verb == "performs":
            return say("you can perform {steps}", steps=self._united([step]))
        values = {"dice": listed(_shown(step), " "), "card": step.card}
        if step.verb == "hires":
            hired = self._named([step.card])
            return _for_melodies(
                [step], say("with {dice} you can hire {cards}", **values, cards=hired)
            )
        icons = self._icons(step.card)
        return _for_melodies(
            [step], say("with {dice} on {card} you can {icons}", **values, icons=icons)
        )

    def _icons(self, card: Card) -> Words:
        """Return what a bard does, or the one that a poster copies."""
        bards = self._cards.bards
        icons = bards[self.after.newest if card in self._cards.posters else card].icons
        return say("{icons}", icons=listed(map(about_icon, icons)))

    # what the move is for

    def use(self, other: Onward, worse: bool = False) -> Words | None:
        """Return what the move is for beside an `other` one, or what it lacks if it is `worse`."""
        find = USES.get(self.move.verb)
        if self.view.state.step is Step.MELODIES:
            find = _in_encore
        elif self.view.state.step is Step.LEAVE:
            find = _leaving
        if self.move.verb == "stages":
            return _staged(self, other, worse)
        if worse and self.wins and {*self.wins} == {*other.wins}:
            return say("{cards} can be won as well", cards=self._named(self.wins))
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
            return None
        *_, card, lacks = min(found)
        values = {"colours": shown, "card": self._named([card]), "lacks": _lacks(lacks)}
        if not lacks:
            return say("{colours} is all that {card} still lacks", **values)
        if card in self.wins and (making := self._making(card)) is not None:
            return say("{colours} for {card}, then {steps}", **values, steps=making)
        return say("{colours} for {card}, which still lacks {lacks}", **values)

    @cached_property
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
        can = frozenset[Colour]().union(*made)
        n = in_100(sum(map(bool, made)) / len(rolls))
        if not n:
            return None
        shown = "/".join(c for c in COLOURS if c in can)
        values = {"n": n if exact else say("about {n}", n=n), "colours": shown}
        values |= {"card": self._named([card])}
        if self._makes(self._before.dice) & wanted:
            return say("the dice make {colours} for {card} only in {n} of 100 rolls then", **values)
        return say("in {n} of 100 rolls the dice then make {colours} for {card}", **values)

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
        """Return the colours of performances that `dice` of the viewer make."""
        return _makes(self.after, self.view.viewer, dice)

    def rivals(self, card: Card) -> Mapping[str, str]:
        """Return who else can pay for an audience before the viewer's next turn.

        Each with the colour of the performance to be made for it at once, if one is lacking.
        """
        state, found = self.view.state, dict[str, str]()
        at = state.order.index(self.view.viewer)
        for player in (*state.order[at + 1 :], *state.order[:at]):
            troupe = state.troupes[player]
            reached = card != state.top_audience or len(troupe.hand)
            if player in state.done or not reached or card not in self._cards.audiences:
                continue
            lacks = lacking(state.box, card, Counter(troupe.performances))
            if not lacks:
                found[player] = ""
            elif len(lacks) == 1 and (
                able := _makes(state, player, troupe.dice)
                & {*(COLOURS if BLANK in lacks else lacks)}
            ):
                found[player] = min(able)
        return found

    def _at_once(self, card: Card) -> bool | None:
        """Tell whether the line surely wins an audience in this turn; None if that is not clear."""
        steps, win = self._steps_to(card), next(s for s in self.steps if s.card == card)
        acting = self.after.actor == self.view.viewer
        if not acting or len(steps) >= self.after.actions:
            return False
        melodies = sum(step.melodies + step.way.toll for step in steps)
        plain = not any(step.needs or step.turns or step.way.idle_before for step in steps)
        in_hand = isinstance(win, Win) and len(self._then.hand) >= win.discards
        return True if plain and in_hand and melodies <= self._then.melodies else None

    # beside another move

    def totals(self, other: Onward, worse: bool = False) -> Words | None:
        """Return the points that the line comes to if the game ends with this round."""
        goal = self.after.box.numbers.goal
        if not self.ending and len(self._then.audiences) + len(self.wins) < goal:
            return None
        state = self.after
        others = {p: points(state.box, state, p) for p in state.troupes if p != self.view.viewer}
        best = max(others, key=lambda player: others[player])
        if self.points == other.points and worse:
            return None
        values = {"n": self.points, "player": best, "m": others[best], "o": other.points}
        if not self.ending:
            return say("it ends the game with {n} points, {player} has {m} so far", **values)
        if self.points == other.points:
            return say("you come to {n} points, {player} has {m} so far", **values)
        return say("you come to {n} points instead of {o}, {player} has {m} so far", **values)

    def often(self, differs: Contrast) -> Words | None:
        """Return how much more often the viewer takes a card where that makes the gap."""
        if differs.either:
            return None
        for found in differs.differences:
            effect, more = found.effect, found.difference
            if isinstance(effect, Does) and effect.card and effect.yours and abs(more) >= FEW:
                return effect.told(found) if more * differs.gap > 0 else None
        return None

    def race(self, other: Onward) -> Words | None:
        """Return who can come first for an audience that the line wins."""
        for card in self.wins:
            if not (rivals := self.rivals(card)):
                continue
            player, colour = next(iter(rivals.items()))
            values = {"player": player, "card": card, "colour": colour}
            soon = self._at_once(card)
            late = card not in other.wins or other._at_once(card) is False
            if soon and late:
                if colour:
                    return say("{card} is won before {player} can make {colour} for it", **values)
                return say("{card} is won before {player}, who can pay for it", **values)
            if soon is False:
                if colour:
                    return say("{player} may make {colour} and win {card} first", **values)
                return say("{player} can pay, too, and may win {card} first", **values)
        return None

    def price(self, other: Onward, worse: bool) -> Words | None:
        """Return what the line after this move goes without, or has less of."""
        lost, gained = (
            [card for card in one.taken if card not in two.taken]
            for one, two in ((other, self), (self, other))
        )
        if worse and self._points(lost) > self._points(gained):
            return say("but without {cards}", cards=self._named(lost))
        if not worse or lost or gained or self.plan is None or other.plan is None:
            return None
        more = {what: n - other.left.get(what, n) for what, n in self.left.items()}
        found = next((what for what, n in more.items() if n < 0), None)
        if found is None:
            return None
        amount = replace(LEFT[found], values=(("n", abs(more[found])),))
        return say("it leaves you {amount}", amount=replace(amount, n=abs(more[found])))


LEFT: Mapping[str, Words] = {
    "melodies": UNITS[Having.MELODIES][1],
    "hand": say_n("{n} fewer card in hand", "{n} fewer cards in hand", 1),
    "dice": UNITS[Having.DICE][1],
}
"""What a line may leave less of, what is worth most first."""


def _for_melodies(steps: Sequence[Column], said: Words) -> Words:
    """Return what is said of some steps with the melodies that they cost, if any."""
    n = sum(step.melodies + step.way.toll for step in steps)
    if not n:
        return said
    return say_n("{steps} (for {n} melody)", "{steps} (for {n} melodies)", n, steps=said)


def _makes(state: State, player: str, dice: Sequence[Die]) -> set[Colour]:
    """Return the colours of performances that `dice` of a player make, once they are rolled."""
    rolled = frozenset(die for die in dice if len(die) > 1)
    found = sequences(rolled, has(state.box, state, player, "circle"))
    return {c for three in found for c in performed_colours(state.box, state, player, three)}


def _lacks(lacks: Sequence[str]) -> object:
    """Return the performances that an audience lacks, as people name them."""
    return listed([say("any") if each == BLANK else each for each in lacks], " ")


TAKES = ("wins", "hires")
"""What takes a card for good."""


def _shown(step: Column) -> Sequence[Die]:
    """Return the dice that a step is done with, without those that it gives or discards."""
    return step.turned[: len(step.turned) - len(step.way.spent)]


def _won(own: Onward) -> Words:
    """Return what a win brings, and who else could take it."""
    card = own.move.words[0]
    audience = own.after.box.cards.audiences[card]
    paid = listed([word for word in own.move.words[2:] if word in COLOURS], " ")
    about = say_n("{n} point for {paid}", "{n} points for {paid}", audience.points, paid=paid)
    if own.totals(own) is None and audience.powers:
        power = listed(map(about_power, audience.powers))
        about = say("{clause}; {other}", clause=about, other=power)
    rivals = own.rivals(card)
    for player, colour in rivals.items():
        values = {"about": about, "player": player, "colour": colour}
        if colour:
            return say("{about}; {player} can make {colour} for it now", **values)
        return say("{about}; {player} can pay for it, too", **values)
    return about


def _hired(own: Onward) -> Words:
    """Return what a veteran brings."""
    bard = own.after.box.cards.bards[own.move.words[0]]
    pair = next(iter(own.view.state.troupes[own.view.viewer].encore.known), "")
    told = say_n("{n} point", "{n} points", bard.points)
    if bard.colour in pair:
        told = say("{points} and a die in your encore", points=told)
    if own.totals(own) is not None:
        return told
    return say("{clause}; {other}", clause=told, other=bard.about)


def _performed(own: Onward) -> Words:
    """Return for which audience a performance serves, or what else can be done."""
    if told := own.served() or own.goal:
        return told
    return say("no audience in reach lacks {colours}", colours=own.move.words[-1])


def _used(own: Onward) -> Words:
    """Return what a bard brings, and what for."""
    brings, then = own._icons(own.move.words[0]), own.served() or own.goal or own.luck
    return brings if then is None else say("{clause}; {other}", clause=brings, other=then)


def _rolled(own: Onward) -> Words | None:
    """Return what the dice are rolled for."""
    return own.luck or own.works() or own.goal or say("nothing is sure to come of it")


def _coloured(own: Onward) -> Words:
    """Return for which audience a die of a colour serves."""
    (shown,) = own.move.words
    near = own._nearest(Counter(own._then.performances))
    for card, lacks in near:
        if {shown, BLANK} & {*lacks}:
            told = {"colour": shown, "card": own._named([card]), "lacks": _lacks(lacks)}
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


def _staged(own: Onward, other: Onward, worse: bool) -> Words:
    """Return what the two cards are for that are on stage after the one move alone."""
    state, bards = own.view.state, own.after.box.cards.bards
    here = next(iter(Counter(own.move.words) - Counter(other.move.words)), own.move.words[0])
    there = next(iter(Counter(other.move.words) - Counter(own.move.words)), here)
    posters = own.after.box.cards.posters
    if worse:
        without = say("without {clause}", clause=_on_stage(own, there))
        if here not in posters or there in posters:
            return without
        return say("{clause}; no {card} in hand to hire with", clause=without, card=here)
    told = _on_stage(own, here)
    if there not in posters:
        return say("{clause}; {card} stays in hand", clause=told, card=there)
    pair = next(iter(own._before.encore.known), "")
    points = {card: bards[card].points + (bards[card].colour in pair) for card in state.line[:-1]}
    best = max(points, key=lambda card: points[card], default=None)
    if best is None:
        return say("{clause}; {card} stays in hand to hire with", clause=told, card=there)
    values = {"clause": told, "card": there, "hired": own._named([best])}
    return say("{card} stays in hand to hire {hired} for a pair; {clause}", **values)


def _on_stage(own: Onward, card: Card) -> Words:
    """Return what a card brings on stage, and for which audience its performance serves."""
    state, cards = own.view.state, own.after.box.cards
    bard, copied = ability(state.box, state, card), card in cards.posters
    if bard is None:
        return say("{card}, which copies nobody", card=card)
    shown: object = say("{card} as {bard}", card=card, bard=bard.id) if copied else card
    makes = {icon.colour for icon in bard.icons if icon.kind == "performance"}
    for audience, lacks in own._nearest(Counter(own._before.performances)):
        if serves := makes & {*lacks}:
            values = {"card": shown, "audience": own._named([audience])}
            values |= {"colours": listed(sorted(serves), " "), "lacks": _lacks(lacks)}
            return say("{card}, who can make {colours} for {audience}, lacking {lacks}", **values)
    if bard.kind == "basic":
        for audience, lacks in own._nearest(Counter(own._before.performances)):
            if bard.die in lacks:
                values = {"card": shown, "die": bard.die, "audience": own._named([audience])}
                return say("{card}, who brings a die ({die}), which {audience} lacks", **values)
        return say("{card}, who brings a die ({die})", card=shown, die=bard.die)
    return say("{card} ({about})", card=shown, about=bard.about)


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
        return say("the best plan has no use for {die}", die=die)
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
    return told if own.goal is None else say("{clause}; {other}", clause=told, other=own.goal)


def _returned(own: Onward) -> Words:
    """Return what is drawn next."""
    return say("you draw {card} next", card=own._before.top)


USES: Mapping[str, Callable[[Onward], Words | None]] = {
    "wins": _won,
    "hires": _hired,
    "performs": _performed,
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
