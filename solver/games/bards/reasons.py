"""What a move is for, by the rules: what the rest of the round can make of it.

A turn is a chain of small moves, so the planner is asked for the best line after each of them. What
was measured says how often that comes, where luck and others have a say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from ....models.bards import State, Step, show
from ....models.bards.abilities import ability
from ....models.bards.cards import Card, CardSet, about_icon, about_power
from ....models.bards.dice import COLOURS, DICE, Colour, Die, pips
from ....models.bards.rounds import points
from ....models.bards.state import Troupe, plus
from ....models.core import Event, View
from ....models.words import Words, in_100, listed, say, say_n, united
from ...play.contrast import Contrast
from .columns import Column, PlanStart
from .effects import Does
from .lines import MELODY, Plan
from .order import Step as PlanStep
from .order import Win
from .plan import best_plan
from .rivals import first_for, thief, wanted_by
from .rolls import Rolls, least
from .worth import BLANK, WORTHS, in_sight, lacking, to_come, worth

WORK = 0.5
"""Most seconds of work on the line after a move."""
STEPS = 2
"""How many steps to an audience are named; of more, the first."""
FEW = 0.1
"""A chance is told if it differs by so much."""


def reason(view: View[State], move: Event, differs: Contrast) -> Words | None:
    """Return what `move` is for, and the one thing that most tells it from the other."""
    own, other = onward(view, move), onward(view, differs.against)
    more = own.brings - other.brings
    worse = differs.gap < 0 or (differs.either and (more < 0 or not differs.gap))
    worse = worse and not differs.best
    clause = own.use(other, worse)
    if worse and move.verb == "stages":
        return clause
    if clause and own.wins and not worse and not any(card in str(clause) for card in own.wins):
        clause = _joined(clause, own.goal)
    price = own.price(other, worse, differs.either)
    beside = (
        (price if move.verb in FREE else None)
        or own.totals(other, worse, str(clause))
        or (None if worse else own.race(str(clause)) or own.payable())
        or price
        or own.often(differs)
    )
    return _joined(clause, beside)


def _joined(clause: Words | None, other: Words | None) -> Words | None:
    """Return two clauses as one, where there are both."""
    if clause is None or other is None:
        return clause or other
    return say("{clause}; {other}", clause=clause, other=other)


def sure(view: View[State], move: Event) -> float:
    """Return what the viewer has after `move` and its best line, by the table of worths."""
    return onward(view, move).brings


@dataclass(frozen=True)
class Onward:
    """What is sure `after` a move, what is still to be `rolled`, and the best `plan` from there.

    It is for the rest of the round, as far as nothing depends on luck; without steps where the
    viewer does not act. What is still `to_come` is stated in hundredths of a point.
    """

    view: View[State]
    move: Event
    to_come: float
    after: State
    rolled: tuple[Colour, ...]
    plan: Plan

    @cached_property
    def still(self) -> Onward:
        """What the rest of the round can make without the move."""
        return onward(self.view, STILL)

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
    def _has(self) -> Counter[Colour]:
        return Counter(self._then.performances)

    @property
    def acts(self) -> bool:
        """Whether the viewer goes on after the move, in the show."""
        return self.view.state.step is Step.SHOW and self.move.verb != "passes"

    @property
    def turned(self) -> Die:
        """What the die shows that the move turns; empty if it turns none."""
        come = Counter(self._then.dice) - Counter(self._before.dice)
        return next(iter(come), "") if self.move.verb in TURNS else ""

    @property
    def fruitless(self) -> bool:
        """Whether the move brings its player nothing at all, at once or later. BB-5"""
        own, then = self._before, self._then
        gains = len(then.dice) + len(self.rolled) >= len(own.dice) or then.melodies > own.melodies
        gains |= then.performances != own.performances or bool(self.to_come)
        return not gains and then.cards == own.cards

    @property
    def ends_game(self) -> bool:
        """Whether this is the last round, or the line makes it the last. BB-10"""
        won = len(self._then.audiences) + len(self.wins)
        last = self.after.ending or won >= self.after.box.numbers.goal
        return last and self.view.state.step is Step.SHOW

    # the line

    @cached_property
    def wins(self) -> Sequence[Card]:
        """The audiences that the line wins."""
        return [win.card for win in self.plan.wins]

    @property
    def _takes(self) -> Sequence[Card]:
        """The audiences and veterans that the line takes."""
        return [*self.wins, *(step.card for step in self.plan.actions if step.verb == "hires")]

    @property
    def taken(self) -> Sequence[Card]:
        """The audiences and veterans that the move and the line take."""
        own = self.move.words[:1] if self.move.verb in TAKES else ()
        return [*own, *self._takes]

    @cached_property
    def brings(self) -> float:
        """What the viewer has after the line, by the table of worths, in hundredths of a point.

        A reroll of dice for something is taken to bring what it costs.
        """
        if self.view.state.step is not Step.SHOW:
            return 0.0
        total = worth(self.after.box, self.after, self.view.viewer) + self.to_come
        total += self.move.verb == "done"  # what can wait, waits
        total += WORTHS.die * len(self.rolled) + self.plan.value
        if self.move.verb in show.ACTIONS:  # as it is part of the worth of a plan
            total += WORTHS.action
        spends = self.move.verb == "rerolls" and "with" in self.move.words
        if spends and (self.luck or self.works):
            total += WORTHS.melody if self.move.words[-1] == MELODY else WORTHS.hand_card
        return total

    @cached_property
    def points(self) -> int:
        """The viewer's points after the line."""
        made = self.plan.performances - sum(len(win.paid) for win in self.plan.wins)
        made += sum(len(step.way.performances) - len(step.way.paid) for step in self.plan.steps)
        total = points(self.after.box, self.after, self.view.viewer)
        return total + self._cards.points(self._takes) + made * self.after.leftovers

    def _made_of(self, step: Column) -> Words:
        """Return the dice of a step, and what turns them."""
        dice = listed(_shown(step), " ")
        if step.verb == "uses":
            return say("{dice} on {card}", dice=dice, card=step.card)
        return say("{dice} as {colour}", dice=dice, colour=step.colours[0])

    def _steps_to(self, *cards: Card) -> Sequence[Column]:
        """Return the steps that make what audiences still lack that the plan wins."""
        paid = chain.from_iterable(win.paid for win in self.plan.wins if win.card in cards)
        missing = Counter(paid) - self._has
        found = []
        for step in self.plan.actions:
            made = step.colours if step.verb == "performs" else step.way.performances
            if missing & Counter(made):
                missing -= Counter(made)
                found.append(step)
        return found

    def _united(self, steps: Sequence[Column]) -> Words | None:
        """Return steps in words with the melodies that they cost; of many the first."""
        told = [self._made_of(step) for step in steps]
        if len(told) > STEPS:
            n = len(told) - 1
            return say_n("{step} and {n} more step", "{step} and {n} more steps", n, step=told[0])
        return self._for_melodies(steps, say("{steps}", steps=united(told))) if told else None

    def _for_melodies(self, steps: Sequence[Column], said: Words) -> Words:
        """Return what is said of some steps with all that turns dice for them, by the move too."""
        n = sum(step.melodies + step.way.toll for step in steps)
        n += any(self.turned in step.dice for step in steps)
        return self._paid(said, n)

    def _paid(self, said: Words, n: int) -> Words:
        """Return what is said of some dice with the melodies that turn them, if any do."""
        draws = sum(step.way.cards for step in self.plan.steps)
        melodies = _melodies(n, bool(len(self._before.hand) + draws))
        return say("{steps} (for {melodies})", steps=said, melodies=melodies) if n else said

    def _named(self, cards: Sequence[Card]) -> Words:
        n = self._cards.points(cards)
        return say_n("{cards} ({n} point)", "{cards} ({n} points)", n, cards=united(cards))

    @property
    def goal(self) -> Words | None:
        """Return what the line wins, or else which audience it comes nearest to, or its step."""
        if self.wins:
            making, named = self._united(self._steps_to(*self.wins)), self._named(self.wins)
            if making is None:
                return say("you can win {cards} next", cards=named)
            return say("with {steps} you can win {cards}", cards=named, steps=making)
        if (nearer := self._nearer()) is not None:
            return nearer
        by_verb = {each.verb: each for each in reversed(self.plan.actions)}
        first = (by_verb[verb] for verb in ("hires", "performs", "uses") if verb in by_verb)
        return next(map(self._step, first), None)

    def _nearer(self) -> Words | None:
        """Return which audience lacks least after the line, if its performances serve one.

        Of the last round nothing is left for it.
        """
        if self.after.ending:
            return None
        makers = [step for step in self.plan.actions if step.colours or step.way.performances]
        has = self._has
        for step in makers:
            has = has + Counter((*step.colours[:1], *step.way.performances))
            has = has - Counter(step.way.paid)
        had = dict(self._nearest(self._has))
        for card, left in self._nearest(has):
            if len(left) < len(had[card]):
                values = {"card": self._named([card]), "lacks": _lacks(left)}
                making = self._united(makers)
                return say("after {steps} {card} still lacks {lacks}", **values, steps=making)
        return None

    def _step(self, step: Column) -> Words:
        """Return what a step does."""
        values = {"dice": listed(_shown(step), " "), "card": step.card}
        if step.verb == "performs":
            told = say("you can perform {steps}", steps=self._made_of(step))
        elif step.verb == "hires":
            told = say("with {dice} you can hire {cards}", **values, cards=self._named([step.card]))
        else:
            icons = self._icons(step.card)
            told = say("with {dice} on {card} you can {icons}", **values, icons=icons)
        return self._for_melodies([step], told)

    def _icons(self, card: Card) -> Words:
        """Return what a bard does, or the one that a poster copies."""
        bard, copied = ability(self.after.box, self.after, card), card in self._cards.posters
        assert bard is not None, "who is used has an ability"
        told = say("{icons}", icons=listed(map(about_icon, bard.icons)))
        if copied or not bard.supports:
            return told
        return say("{told} ({power})", told=told, power=listed(map(about_power, bard.supports)))

    # what the move is for

    def use(self, other: Onward, worse: bool = False) -> Words | None:
        """Return what the move is for; of a `worse` one, if it wins the same as the `other`."""
        find = STEPS_USES.get(self.view.state.step) or USES.get(self.move.verb)
        if self.move.verb == "stages":
            return _staged(self, other, worse)
        same = self.wins and {*self.wins} == {*other.wins} and self.move.verb != "rerolls"
        if worse and same and not self._needless:
            return self._as_well(other)
        if self._needless and not worse:
            return None
        return self.goal if find is None else find(self)

    @property
    def _needless(self) -> bool:
        """Whether a die is turned of which the best plan has less."""
        return self.move.verb in TURNS and self.acts and self.brings < self.still.brings

    def _as_well(self, other: Onward) -> Words:
        """Return that the line wins the same as that of another move, when, and for how much."""
        cards, later = self._named(self.wins), self._turns_to_win - other._turns_to_win
        if self.move in other.plan.events and other.move in self.plan.events:
            return say("{cards} can be won by the same steps in another order", cards=cards)
        told = say("{cards} can be won in the same turn", cards=cards)
        if later:
            told = say("{cards} can be won, but a turn later", cards=cards)
        if later < 0:
            told = say("{cards} can be won, and a turn sooner", cards=cards)
        return self._for_melodies(self._steps_to(*self.wins), told)

    @property
    def _turns_to_win(self) -> int:
        """In how many turns the line can have won its audiences: 0 is this one. BB-3"""
        steps = len(self._steps_to(*self.wins)) + len(self.wins)
        left = self.after.actions if self.after.actor == self.view.viewer else 0
        return -(-max(0, steps - left) // self.after.box.numbers.actions)

    def _lacking(self, has: Counter[Colour]) -> Sequence[tuple[Card, Sequence[str]]]:
        """Return the audiences in reach, with what they lack, the nearest first, then by points.

        The one on top costs a card of the hand.
        """
        top = self.after.top_audience
        there = [card for card in in_sight(self.after) if card != top or self._then.hand]
        found = [(card, lacking(self.after.box, card, has)) for card in there]
        return sorted(found, key=lambda each: (len(each[1]), -self._cards.points(each[:1])))

    def _nearest(self, has: Counter[Colour]) -> Sequence[tuple[Card, Sequence[str]]]:
        """Return those that lack something, and that the line does not win."""
        found = self._lacking(has)
        return [(card, lacks) for card, lacks in found if lacks and card not in self.wins]

    def served(self) -> Words | None:
        """Return for which audience the performances serve that the move brings."""
        before, has = Counter(self._before.performances), self._has
        brought = has - before
        for card, lacks in sorted(self._lacking(has), key=lambda each: each[0] not in self.wins):
            helps = len(lacks) < len(lacking(self.after.box, card, before))
            if not helps or (lacks and self.after.ending and card not in self.wins):
                continue
            values = {"colours": listed(sorted(brought.elements()), " "), "lacks": _lacks(lacks)}
            values |= {"card": self._named([card])}
            if not lacks:
                return say("{colours} is all that {card} still lacks", **values)
            if card in self.wins and (making := self._united(self._steps_to(card))) is not None:
                return say("{colours} for {card}, then {steps}", **values, steps=making)
            return say("{colours} for {card}, which still lacks {lacks}", **values)
        return None

    @cached_property
    def _rolls(self) -> Rolls:
        return Rolls(self.after, self.view.viewer, self._then.dice, self.rolled)

    @cached_property
    def _rolled_for(self) -> tuple[Card, Sequence[Colour], int] | None:
        """The nearest audience that the dice to be rolled may serve, the colours, and a price.

        That is what the dice as they lay took to make one of these; none is told that the dice
        which are kept make for no more. A card of the hand that it costs is no melody.
        """
        rolls = self._rolls
        before, kept = map(rolls.costs, (self._before.dice, rolls.kept))
        for card, lacks in self._nearest(self._has) if self.rolled else ():
            wanted = wanted_by(self.after, lacks)
            most, lying = self._purse(card), least(before, wanted)
            can = [colour for colour in COLOURS if colour in wanted and rolls.odds(colour, most)]
            late = self.after.ending and len(lacks) > 1
            if can and not late and least(kept, wanted) > min(most, lying):
                return card, can, lying
        return None

    def _purse(self, card: Card) -> int:
        """Return how many times dice can be turned after the move, on the way to an audience."""
        return self._then.melodies + len(self._then.hand) - (card == self.after.top_audience)

    @property
    def luck(self) -> Words | None:
        """Return how often the dice to be rolled make what the nearest audience lacks.

        That is as they fall, with one melody or card, and with all that are left.
        """
        if self._rolled_for is None:
            return None
        card, can, _ = self._rolled_for
        most = self._purse(card)
        odds = {n: self._rolls.odds(can, n) for n in sorted({0, min(1, most), most})}
        any_of_them = len(can) == len(COLOURS)
        values: dict[str, object] = {"card": self._named([card]), "often": self._often(odds)}
        values["colours"] = say("any performance") if any_of_them else "/".join(can)
        lacks = lacking(self.after.box, card, self._has)
        if len(lacks) == 1:
            return say("{colours} for {card} comes {often}", **values)
        return say(
            "{colours} for {card}, which lacks {lacks}, comes {often}",
            **values,
            lacks=_lacks(lacks),
        )

    def _often(self, odds: Mapping[int, float]) -> Words:
        """Return in how many of 100 rolls something comes, by the melodies or cards spent."""
        shown, cards = dict[int, Words](), max(odds) > self._then.melodies
        for spent, chance in odds.items():
            n = in_100(chance) if self._rolls.exact else min(in_100(chance), 99)
            if n in (0, *shown):
                continue
            often = n if self._rolls.exact else say("about {n}", n=n)
            told = say("in {n}", n=often) if shown else say("in {n} of 100 rolls", n=often)
            if spent:
                told = say("with {melodies} {often}", melodies=_melodies(spent, cards), often=told)
            shown[n] = told
        return say("{clauses}", clauses=listed(shown.values()))

    @cached_property
    def works(self) -> Words | None:
        """Return how often the dice to be rolled work one bard more than those that are kept do.

        Of dice that are rolled again, more than they did.
        """
        rolls, again = self._rolls, self.move.verb == "rerolls"
        if not self.rolled or not rolls.idle:
            return None
        before = rolls.worked(self._before.dice if again else rolls.kept)
        if not (n := in_100(rolls.more(before))):
            return None
        values = {
            "n": n if rolls.exact else say("about {n}", n=n),
            "cards": listed(bard.id for bard in rolls.idle),
        }
        if len(rolls.idle) == 1:
            return say("in {n} of 100 rolls a die works {cards}", **values)
        return say("in {n} of 100 rolls the dice work one more of {cards}", **values)

    # beside another move

    def totals(self, other: Onward, worse: bool = False, clause: str | None = None) -> Words | None:
        """Return the points of the line if it ends the game, and the `clause` names all of them."""
        named = clause is None or all(self._told(step, clause) for step in self.plan.steps)
        if not self.ends_game or not named:
            return None
        state = self.after
        others = {p: points(state.box, state, p) for p in state.troupes if p != self.view.viewer}
        best = max(others, key=lambda player: others[player])
        if self.points == other.points and worse:
            return None
        values = {"n": self.points, "player": best, "m": others[best]}
        told = say("you come to {n} points, {player} has {m} so far", **values)
        if self.after.ending:
            return told
        return say("the game ends with this round: {clause}", clause=told)

    def _told(self, step: PlanStep, clause: str) -> bool:
        """Return whether a `clause` names a step, as far as it brings points."""
        if isinstance(step, Win) or step.verb == "hires":
            return step.card in clause
        makes = step.verb == "performs" or step.way.performances
        return not makes or step in self._steps_to(*self.wins) or str(self._made_of(step)) in clause

    def often(self, differs: Contrast) -> Words | None:
        """Return how much more often the viewer hires, where that makes the gap."""
        for found in differs.differences[: self.move.verb == "stages" and not differs.either]:
            effect, more = found.effect, found.difference * differs.gap
            if isinstance(effect, Does) and effect.yours and abs(found.difference) >= FEW:
                return effect.told(found) if more > 0 else None
        return None

    def race(self, clause: str) -> Words | None:
        """Return who may come first for an audience of the `clause`, won in a later turn."""
        actions = self.after.actions if self.after.actor == self.view.viewer else 0
        for card in self.wins:
            if card in clause and len(self._steps_to(card)) >= actions:
                for player, can in first_for(self.view.state, self.after, self.view.viewer, card):
                    values = {"player": player, "can": can, "card": card}
                    return say("{player} {can} and may win {card} first", **values)
        return None

    def payable(self) -> Words | None:
        """Return the dearest audience that can be paid for by now, if the line wins another one."""
        paid = [card for card, lacks in self._lacking(self._has) if not lacks]
        beside = [card for card in paid if card not in self.wins][:1]
        if not beside or not self.wins:
            return None
        return say("or you can pay for {cards}", cards=self._named(beside))

    def price(self, other: Onward, worse: bool, either: bool) -> Words | None:
        """Return what the move costs, or what the line after it lacks that no roll may bring."""
        lost, gained = (
            [card for card in one.taken if card not in two.taken]
            for one, two in ((other, self), (self, other))
        )
        fewer_points = either and self._cards.points(lost) < self._cards.points(gained)
        free, again = self.move.verb in FREE, self.move in other.plan.events
        if not worse or not self.acts:
            return None
        less: Words | None = None
        if lost and not self.rolled and not fewer_points:
            less = say("but without luck not {cards}", cards=self._named(lost))
        if not free or "with" not in self.move.words:
            return less
        if again:
            waits = other.move.verb == "done" and thief(self.after, self.view.viewer) is None
            return say("it can wait till your next turn") if waits else None
        if self.move.verb == "rerolls" and self._rolled_for is not None:
            card, _, lying = self._rolled_for
            if lying <= self._purse(card) + 1:
                less = self._paid(say("the dice make it as they lie"), lying)
        means = self.move.words[-1]
        cost = say("it costs {cost}", cost=say("a melody") if means == MELODY else means)
        return _joined(less, cost)


def _melodies(n: int, cards: bool) -> Words:
    """Return so many melodies, or cards of the hand where these do as well. BB-8"""
    if cards:
        return say_n("{n} melody or card", "{n} melodies or cards", n)
    return say_n("{n} melody", "{n} melodies", n)


def _lacks(lacks: Sequence[str]) -> object:
    """Return the performances that an audience lacks, as people name them."""
    return listed([say("any") if each == BLANK else each for each in lacks], " ")


TURNS = ("raises", "lowers")
FREE = (*TURNS, "rerolls")
"""Free actions: a melody or a card of the hand is what they cost."""
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
    if not own.ends_game and audience.powers:
        power = listed(map(about_power, audience.powers))
        about = say("{clause}; {other}", clause=about, other=power)
    for player, can in first_for(own.view.state, own.after, own.view.viewer, card):
        return say("{about}; {player} {can}, too", about=about, player=player, can=can)
    return about


def _hired(own: Onward) -> Words:
    """Return what a veteran brings."""
    bard = own.after.box.cards.bards[own.move.words[0]]
    pair = next(iter(own.view.state.troupes[own.view.viewer].encore.known), "")
    told = say_n("{n} point", "{n} points", bard.points)
    if bard.colour in pair:
        told = say("{points} and a die in your encore", points=told)
    return told if own.ends_game else say("{clause}; {other}", clause=told, other=bard.about)


def _scores(own: Onward) -> Words:
    """Return what a performance counts that is left at the end. BB-11"""
    n = own.after.leftovers
    return say_n("it counts {n} point", "it counts {n} points", n)


def _used(own: Onward) -> Words | None:
    """Return what a bard brings, and what for."""
    card = own.move.words[0]
    if own.fruitless:
        return say("its ability brings nothing: what it takes is not there")
    return _joined(own._icons(card), own.served() or own.goal or own.luck or own.works)


def _passed(own: Onward) -> Words:
    """Return what passing gives up, and what it keeps. BB-9, BB-10"""
    if (goal := own.still.goal) is None:
        return _idle(own)
    told = say("it gives up: {clause}", clause=goal)
    n = 0 if own.after.ending else len(own._before.dice) + len(own._before.locked)
    kept = say_n("{n} die stays for the next round", "{n} dice stay for the next round", n)
    return say("{about}, but {clause}", about=kept, clause=told) if n else told


def _staged(own: Onward, other: Onward, worse: bool) -> Words:
    """Return what the two cards are for that are on stage after the one move alone."""
    here = next(iter(Counter(own.move.words) - Counter(other.move.words)), own.move.words[0])
    there = next(iter(Counter(other.move.words) - Counter(own.move.words)), here)
    posters, told = own.after.box.cards.posters, _on_stage(own, there if worse else here)
    if not worse and there in posters:
        return say("{card} in hand can hire a veteran; {clause}", card=there, clause=told)
    if not worse:
        return say("{clause}; {card} stays in hand", clause=told, card=there)
    if here in posters and there not in posters:
        return say("without {clause}; no {card} in hand to hire with", clause=told, card=here)
    return say("without {clause}", clause=told)


def _on_stage(own: Onward, card: Card) -> Words:
    """Return what a card brings on stage, and for which audience its performance serves."""
    state, cards = own.view.state, own.after.box.cards
    bard, copied = ability(state.box, state, card), card in cards.posters
    if bard is None:
        return say("{card}, which copies nobody", card=card)
    shown: object = say("{card} as {bard}", card=card, bard=bard.id) if copied else card
    makes = {icon.colour for icon in bard.icons if icon.kind == "performance"}
    about = bard.about
    if bard.kind == "basic":
        makes, about = {bard.die}, say("a die ({die})", die=bard.die)
    elif makes:
        about = say("performance {colours}", colours=listed(sorted(makes), " "))
    for audience, lacks in own._nearest(own._has):
        if makes & {*lacks}:
            return say(
                "{card} ({about}, for {audience} lacking {lacks})",
                card=shown,
                about=about,
                audience=own._named([audience]),
                lacks=_lacks(lacks),
            )
    return say("{card} ({about})", card=shown, about=about)


def _leaving(own: Onward) -> Words | None:
    """Return what becomes of a card of the hand. BB-9"""
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
    if (card := own.move.words[0]) not in bards:
        return own.goal
    if n := bards[card].points:
        return say_n("you lose its {n} point", "you lose its {n} points", n)
    deck = own._then.cards
    m = sum(bards[card].kind == "basic" for card in deck)
    return say("you draw others sooner: {m} of {n} are basic bards then", m=m, n=len(deck))


def _in_encore(own: Onward) -> Words:
    """Return what the dice show in the encore, and at most, beside those of the strongest rival.

    Who has a melody left and may spend it can roll all dice again, and so come to sixes. BB-10
    """
    state, move, viewer = own.view.state, own.move, own.view.viewer
    shown = {player: sum(map(pips, state.troupes[player].dice)) for player in state.tops}
    most = {
        player: 6 * len(state.troupes[player].dice) if player in state.waiting else shown[player]
        for player in state.tops
    }
    n, up_to, rolled = shown.pop(viewer, 0), most.pop(viewer, 0), 0
    if move.verb in TURNS:
        n += (1 + ("two" in move.words)) * (1 if move.verb == "raises" else -1)
    elif move.verb == "rerolls":
        again = [pips(word) for word in move.words if word in DICE]
        n, rolled = n - sum(again), len(again)
    if move.verb == "done" or own._before.melodies < 2:
        up_to = n + 6 * rolled
    player = max(shown, key=lambda each: (most[each], shown[each]))
    if n > most[player]:
        return say("the encore is yours: nobody can come to {n} any more", n=n)
    if up_to < max(shown.values()):
        first = max(shown, key=lambda each: shown[each])
        values = {"n": up_to, "player": first, "m": shown[first]}
        return say("you come to {n} at most, {player} has {m}: the encore is lost", **values)
    values = {"n": n, "most": up_to, "player": player, "m": shown[player], "other": most[player]}
    if rolled:
        return say(
            "you keep {n} and come to {most} at most, {player} from {m} to {other} at most",
            **values,
        )
    return say(
        "you have {n} then and come to {most} at most, {player} from {m} to {other} at most",
        **values,
    )


def _idle(own: Onward) -> Words:
    """Return that nothing is sure to come; or that nothing can, of so few dice without a bard."""
    start = PlanStart(own.after.box, own.after, own.view.viewer)
    dice = own._before.dice
    if own.wins:
        return say("{cards} can be won all the same", cards=own._named(own.wins))
    if start.unused or start.posters or len(dice) > 2:
        return say("nothing is sure to come of the dice")
    told = say("nothing more can be made of {dice} in this round", dice=listed(dice, " "))
    stays = own.move.verb not in FREE and not own.after.ending
    return say("{about}: what you have stays", about=told) if stays else told


def _done(own: Onward) -> Words:
    """Return what the next turn is for, and what may become of the dice till then."""
    if own.goal is None:
        return _idle(own)
    told = say("in your next turn: {clause}", clause=own.goal)
    if (found := thief(own.after, own.view.viewer)) is not None:
        values = {"clause": told, "player": found[0], "card": found[1]}
        return say("{clause}, unless {player} steals a die by {card}", **values)
    if any(step.melodies for step in own.plan.actions):
        return say("{clause}; till then nobody can steal a die", clause=told)
    return told


def _turned(own: Onward) -> Words | None:
    """Return what a die is turned for, if the rest of the round needs that."""
    if own._needless and own.wins and {*own.wins} <= {*own.still.wins}:
        return say("{cards} can be won without it", cards=own._named(own.wins))
    by_it = next((step for step in own.plan.actions if own.turned in step.dice), None)
    if own._needless or by_it is None:
        return say("the best plan without luck does not need it")
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
    return _joined(told, own.goal)


USES: Mapping[str, Callable[[Onward], Words | None]] = {
    "wins": _won,
    "hires": _hired,
    "performs": lambda own: (
        own.served()
        or own.goal
        or (_scores(own) if own.after.ending else None)
        or say("no audience in reach lacks {colours}", colours=own.move.words[-1])
    ),
    "uses": _used,
    "rerolls": lambda own: own.luck or own.works or _idle(own),
    "passes": _passed,
    "takes": lambda own: (
        own.luck or own.goal or own.works or say("a die ({die})", die=own.move.words[0])
    ),
    "trashes": _trashed,
    "returns": lambda own: say("you draw {card} next", card=own._before.top),
    "chooses": _chosen,
    "raises": _turned,
    "lowers": _turned,
    "done": _done,
}
"""What moves are for, by verb; of others, what the line is for."""
STEPS_USES = {Step.MELODIES: _in_encore, Step.LEAVE: _leaving}
"""The same in steps where verbs mean something else."""


_latest: list[tuple[View[State], dict[Event, Onward]]] = []


STILL = Event("", "")
"""No move."""


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
    """Return what the rest of the round can make of a move of the viewer; found once."""
    if not _latest or _latest[0][0] is not view:
        _latest[:] = [(view, {})]
    known = _latest[0][1]
    if move not in known:
        after = view.game.apply(view.state, move) if move.verb else view.state
        sure, rolled = settled(after, view.viewer)
        nothing = Plan(PlanStart(sure.box, sure, view.viewer), (), 0, 0, False)
        own = Onward(view, move, to_come(after, view.viewer), sure, rolled, nothing)
        if own.acts:
            own = replace(own, plan=best_plan(sure.box, sure, view.viewer, seconds=WORK))
        known[move] = own
    return known[move]
