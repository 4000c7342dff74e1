"""What the rest of a round can make of a move, by the rules, as far as nothing depends on luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain

from ....models.bards import State, Step, show
from ....models.bards.abilities import ability, gets_dice, with_melody, with_performance
from ....models.bards.cards import ANY, Card, CardSet, about_icon, about_power
from ....models.bards.dice import COLOURS, Colour, Die, majority
from ....models.bards.rounds import points
from ....models.bards.state import InPlay, Troupe
from ....models.core import Event, View
from ....models.words import Words, in_100, listed, say, say_n, united
from ...play.itself import Itself
from .columns import FAR, Column, PlanStart
from .lines import MELODY, Plan
from .order import Step as PlanStep
from .plan import best_plan
from .rivals import Made, both_for, first_for, wanted_by
from .rolls import Rolls, least
from .worth import (
    BLANK,
    LAST,
    WORTHS,
    Worths,
    audience_worth,
    in_sight,
    lacking,
    to_come,
    worth,
)

WORK = 0.5
"""Most seconds of work on the line after a move."""
FEW = 2
"""So many performances an audience lacks at most to be named for later, and so many are named."""
STEPS = 3
"""How many steps to an audience are named; of more, the first."""
TURNS = ("raises", "lowers")
FREE = (*TURNS, "rerolls")
"""Free actions: a melody or a card of the hand is what they cost."""
TAKES = ("wins", "hires")
"""What takes a card for good."""
STILL = Event("", "")
"""No move."""


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
    def before(self) -> Troupe:
        """What the viewer has now."""
        return self.view.state.troupes[self.view.viewer]

    @property
    def then(self) -> Troupe:
        """What the viewer has after the move."""
        return self.after.troupes[self.view.viewer]

    @property
    def cards(self) -> CardSet:
        """All cards of the box."""
        return self.after.box.cards

    @property
    def has(self) -> Counter[Colour]:
        """The performances that the viewer has after the move."""
        return Counter(self.then.performances)

    @property
    def acts(self) -> bool:
        """Whether the viewer goes on after the move, in the show."""
        goes_on = self.move.verb != "passes" and self.view.viewer not in self.view.state.done
        return self.view.state.step is Step.SHOW and goes_on

    @property
    def to(self) -> Worths:
        """What things are worth: in the last round hardly any but points."""
        return LAST if self.after.ending else WORTHS

    @property
    def cost(self) -> int:
        """What is paid for a free action, by the table of worths; 0 for any other move. BB-8"""
        if self.move.verb not in FREE or "with" not in self.move.words:
            return 0
        return self.to.melody if self.move.words[-1] == MELODY else self.to.hand_card

    @property
    def price(self) -> Words | None:
        """What is paid for a free action, in words; None if nothing is."""
        if not self.cost:
            return None
        card = self.move.words[-1]
        return say("a melody") if card == MELODY else say("{card}", card=card)

    def spent_for(self, steps: Sequence[Column]) -> int:
        """Return how many melodies and cards the move takes, and some steps after it."""
        return bool(self.cost) + sum(step.melodies + step.way.toll for step in steps)

    @property
    def turned(self) -> Die:
        """What the die shows that the move turns; empty if it turns none."""
        come = Counter(self.then.dice) - Counter(self.before.dice)
        return next(iter(come), "") if self.move.verb in TURNS else ""

    @property
    def apart(self) -> bool:
        """Whether the line wins no more than it does without the move."""
        return {*self.wins} <= {*self.still.wins}

    @property
    def completes(self) -> bool:
        """Whether what is rolled may make all that an audience lacks."""
        card = self.rolled_for[0] if self.rolled_for else ""
        return any(each == card and len(lacks) == 1 for each, lacks in self.nearest(self.has))

    @property
    def fruitless(self) -> bool:
        """Whether the move brings its player nothing at all, at once or later. BB-5"""
        own, then = self.before, self.then
        gains = len(then.dice) + len(self.rolled) >= len(own.dice) or then.melodies > own.melodies
        gains |= then.performances != own.performances or bool(self.to_come)
        return not gains and then.cards == own.cards

    @property
    def ends_game(self) -> bool:
        """Whether this is the last round, or the line makes it the last. BB-10"""
        won = len(self.then.audiences) + len(self.wins)
        last = self.after.ending or won >= self.after.box.numbers.goal
        return last and self.view.state.step is Step.SHOW

    @cached_property
    def left(self) -> State:
        """What is sure after the move, without audiences that others can pay for first."""
        return without(self.after, () if self.after.ending else self.gone)

    # the line

    @cached_property
    def wins(self) -> Sequence[Card]:
        """The audiences that the line wins."""
        return [win.card for win in self.plan.wins]

    @property
    def taken(self) -> Sequence[Card]:
        """The audiences and veterans that the move and the line take."""
        own = self.move.words[:1] if self.move.verb in TAKES else ()
        hired = (step.card for step in self.plan.actions if step.verb == "hires")
        return [*own, *self.wins, *hired]

    @cached_property
    def brings(self) -> float:
        """What the viewer has after the line, by the table of worths, in hundredths of a point."""
        if self.view.state.step is not Step.SHOW:
            return 0.0
        total = worth(self.after.box, self.left, self.view.viewer) + self.to_come
        if self.after.ending:
            total = WORTHS.point * points(self.after.box, self.after, self.view.viewer)
            total += self.to.melody * self.then.melodies + self.to.hand_card * len(self.then.hand)
        total += (self.move.verb == "done") - bool(self.cost)  # what can wait, waits
        total += self.to.die * len(self.rolled) + self.plan.value
        if not self.after.ending:  # what pays for an audience is no loss while more can be won
            paid = sum(len(win.paid) for win in self.plan.wins)
            paid += sum(
                word in COLOURS for word in self.move.words[2:] * (self.move.verb == "wins")
            )
            total += WORTHS.point * self.after.leftovers * paid
        if self.move.verb in show.ACTIONS:  # as it is part of the worth of a plan
            total += WORTHS.action
        total -= self.at_risk
        if self.ends_game and self.alone and self.points() <= self.ahead[1]:  # by the encore alone
            total -= WORTHS.point * self.after.box.numbers.encore_points
        if self.rolled_for is not None:  # the more often, the sooner of two that are alike
            total += sum(self._rolls.odds([colour], 0) for colour in self.rolled_for[1])
        if self.move.verb == "takes":  # the nearer to an audience, the better
            colour, found = self.move.words[0], self.lacking(self.has)
            total += max((9 / len(lacks) for _, lacks in found if colour in lacks), default=0)
        if self.move.verb == "rerolls" and self.cost:  # fewer dice are left for sure
            return min(total, self.still.brings - self.cost)
        return total

    @cached_property
    def late(self) -> Sequence[Card]:
        """What the line wins too late to be sure, as somebody else can come first. BB-3

        Of the last round nothing is left for something else.
        """
        if self.after.ending or self.alone:
            return []
        return [card for card, n in self.turns.items() if n > 1 or (n and self.rivals[card])]

    @property
    def ahead(self) -> tuple[str, int]:
        """Who has the most points beside the viewer after the move, and how many."""
        others = (player for player in self.after.players if player != self.view.viewer)
        most = {player: points(self.after.box, self.after, player) for player in others}
        return max(most.items(), key=lambda each: each[1])

    @property
    def alone(self) -> bool:
        """Whether all others have passed."""
        return {*self.view.state.players} == {*self.view.state.done, self.view.viewer}

    @cached_property
    def instead(self) -> tuple[Card, str] | None:
        """An audience that the same steps pay for as the only one won late, and who takes either.

        That is the one player who can come first for either of them, but cannot take both.
        """
        if len(self.wins) != 1 or not self.late or self.turns_to_win != 1:
            return None
        (card,) = self.wins
        has = self.has + Counter(chain.from_iterable(map(_makes, self.steps_to(card))))
        for other, lacks in self.lacking(has):
            if lacks or other == card:
                continue
            able = {player for player, _ in (*self.rivals[card], *self.rivals[other])}
            if len(able) == 1 and not both_for(self.after, *able, card, other):
                return other, able.pop()
        return None

    @property
    def at_risk(self) -> int:
        """How much of what is won `late` counts as lost, by the table of worths.

        That is half of it, and all where somebody has all that it asks for; where one of two
        audiences is left, what the better one brings more.
        """
        box = self.after.box
        if self.instead is not None:
            one, other = (audience_worth(box, card) for card in (*self.wins, self.instead[0]))
            return max(0, one - other)
        return sum(
            audience_worth(box, card) // (1 if card in self.gone else 2) for card in self.late
        )

    @cached_property
    def hopes(self) -> float:
        """What the line brings, with what the dice to be rolled make of it on average.

        That is one performance for the nearest audience, less the melodies that turn dice for it.
        """
        nearest = self.nearest(self.has)[:1]
        wanted = {*chain(*(lacks for _, lacks in nearest))}
        if not self.rolled or not nearest:
            return self.brings + sum(die[0] in wanted for die in self.then.dice)
        (card, lacks), rolls = nearest[0], self._rolls
        gain = audience_worth(self.after.box, card) if len(lacks) == 1 else WORTHS.asked

        def brought(costs: Mapping[Colour, int]) -> int:
            cost = least(costs, wanted_by(self.after, lacks))
            return max(0, gain - WORTHS.melody * cost) if cost <= self.purse(card) else 0

        mean = sum(brought(costs) * n for costs, n in rolls.made) / sum(rolls.shown.values())
        rolls_again = self.move.verb == "rerolls"  # dice that lie there are not worth that
        works = WORTHS.die if not (mean or rolls_again) and self.works else 0
        return self.brings + mean - brought(rolls.costs(rolls.kept)) + works

    def points(self, steps: Sequence[Column] | None = None) -> int:
        """Return the viewer's points after the line, or after some of its `steps` and its wins."""
        done = self.plan.actions if steps is None else steps
        taken = [*self.wins, *(step.card for step in done if step.verb == "hires")]
        made = sum(len(_makes(step)) - len(step.way.paid) for step in done)
        made -= sum(len(win.paid) - len(win.way.performances) for win in self.plan.wins)
        total = points(self.after.box, self.after, self.view.viewer)
        return total + self.cards.points(taken) + made * self.after.leftovers

    def made_of(self, step: Column) -> Words:
        """Return the dice of a step, and what turns them."""
        dice = listed(_shown(step), " ")
        if step.verb == "uses":
            card: object = step.card
            if step.card in self.cards.posters:
                card = say("{card} as {bard}", card=step.card, bard=self.after.newest)
            told = say("{dice} on {card}", dice=dice, card=card)
            made = listed(step.way.performances, " ")
            return say("{told} ({power})", told=told, power=made) if step.way.performances else told
        told = say("{dice} as {colour}", dice=dice, colour=step.colours[0])
        lent = [each.card for each in self.plan.steps if self._lends(each) & step.needs]
        return say("{told} by {cards}", told=told, cards=listed(lent)) if lent else told

    def _lends(self, step: PlanStep) -> Set[str]:
        """Return the powers that a step lends to others."""
        if isinstance(step, Column):
            return {*step.way.lends}
        return {*PlanStart(self.after.box, self.after, self.view.viewer).powers_of(step.card)}

    def steps_to(self, *cards: Card) -> Sequence[Column]:
        """Return the steps that make what audiences still lack that the plan wins."""
        paid = chain.from_iterable(win.paid for win in self.plan.wins if win.card in cards)
        missing = Counter(paid) - self.has
        found = []
        for step in self.plan.actions:
            if missing & Counter(_makes(step)):
                missing -= Counter(_makes(step))
                found.append(step)
        return found

    def _united(self, steps: Sequence[Column]) -> Words | None:
        """Return steps in words with the melodies that they cost; of many the first."""
        told = [self.made_of(step) for step in steps]
        if len(told) > STEPS:
            n = len(told) - 1
            return say_n("{step} and {n} more step", "{step} and {n} more steps", n, step=told[0])
        return self.for_melodies(steps, say("{steps}", steps=united(told))) if told else None

    def for_melodies(self, steps: Sequence[Column], said: Words) -> Words:
        """Return what is said of some steps with all that turns dice for them after the move."""
        return self.paid(said, sum(step.melodies + step.way.toll for step in steps))

    def paid(self, said: Words, n: int) -> Words:
        """Return what is said of some dice with all that turns them, by the move or after it."""
        draws = sum(step.way.cards for step in self.plan.steps)
        card = self.move.words[-1] if self.turned and self.cost else MELODY
        n += card == MELODY and bool(self.turned and self.cost)
        price: object = melodies(n, bool(len(self.then.hand) + draws)) if n else None
        if card != MELODY:
            price = united([card, price]) if n else card
        return say("{steps} ({melodies})", steps=said, melodies=price) if price else said

    def named(self, cards: Sequence[Card]) -> Words:
        """Return cards with their points in all."""
        n = self.cards.points(cards)
        return say_n("{cards} ({n} point)", "{cards} ({n} points)", n, cards=united(cards))

    @property
    def goal(self) -> Words | None:
        """Return what the line wins, or else which audience its steps are for, or its step."""
        if self.wins:
            named = self.timed
            making = [
                told for told in (self._united(self.steps_to(*self.wins)), self.given) if told
            ]
            return say("{cards}: {steps}", cards=named, steps=listed(making)) if making else named
        made = self.after.ending
        verbs = ("hires", "performs", "uses") if made else ("hires", "uses", "performs")
        steps = [each for each in self.plan.actions if each.verb in verbs]
        steps.sort(key=lambda e: (made and not _makes(e), e.melodies, verbs.index(e.verb)))
        if (nearer := self.nearer()) is not None:
            return self.also(nearer)
        if len(steps) == 2 and "hires" not in {step.verb for step in steps}:
            return self._united(steps)
        return next(map(self.step, steps), None)

    def also(self, told: Words) -> Words:
        """Return what is told of the line, with the bards that it uses for something else."""
        others = [step for step in self.plan.actions if step.verb == "uses" and not _makes(step)]
        more = self._united([step for step in others if str(self.made_of(step)) not in str(told)])
        return say("{clause}; also {steps}", clause=told, steps=more) if more else told

    @property
    def given(self) -> Words | None:
        """The card of the hand that an audience on top of the deck costs. BB-7"""
        hand, top, wins = self.then.hand, self.after.top_audience, self.plan.wins
        given = any(win.discards for win in wins)
        given |= self.instead is not None and self.instead[0] == top
        if not given or len(hand) != 1 or not hand.known:
            return None
        if self.instead is None and len(wins) == 1:
            return say("{card} from your hand", card=hand.known[0])
        return say("{card} from your hand for {audience}", card=hand.known[0], audience=top)

    @property
    def prize(self) -> Words | None:
        """The `goal` as a sentence, or why no audience can be won."""
        if self.wins:
            return say("you can win {clause}", clause=self.goal)
        return self.nearer() or self.unmade or self.goal

    @property
    def free(self) -> bool:
        """Whether the line uses a bard for something that takes no die, melody or card away."""
        uses = [step for step in self.plan.actions if step.verb == "uses" and not step.melodies]
        return any(not (step.way.spent or step.way.toll or step.way.paid) for step in uses)

    @property
    def timed(self) -> Words:
        """Return what can be won with the turn in which it can, if that is sure."""
        told = self.named(self.wins)
        if self.instead is not None:
            other = self.named(self.instead[:1])
            return say("{cards} or {other} in your next turn", cards=told, other=other)
        steps = self.steps_to(*self.wins)
        spent = sum(step.melodies + step.way.toll for step in steps)
        if any(step.needs for step in steps) or spent > self.then.melodies + len(self.then.hand):
            return told
        n = self.turns_to_win
        if n > 1:
            return say("{cards} in {n} turns", cards=told, n=n)
        return say("{cards} in your next turn", cards=told) if n else say("{cards} now", cards=told)

    def aimed(self) -> Onward:
        """Return the same with the best colour for a performance that wins nothing yet.

        Of those that its dice can have it is one that the nearest audience lacks.
        """
        paying = self.steps_to(*self.wins)
        free = [each for each in self.plan.actions if each.colours and each not in paying]
        if len(free) != 1 or self.wins or self.after.ending:
            return self
        (step,) = free
        able = [*majority(step.turned)] if not step.needs else []
        for card, lacks in self.nearest(self.has):
            wanted = wanted_by(self.after, [each for each in lacks if each != BLANK])
            if card in self.gone or not wanted & {*able}:
                continue
            colour = step.colours[0] if step.colours[0] in wanted else min(wanted & {*able})
            steps = tuple(
                replace(each, colours=(colour,)) if each is step else each
                for each in self.plan.steps
            )
            return replace(self, plan=replace(self.plan, steps=steps))
        return self

    @property
    def leaves(self) -> Words | None:
        """Return what audiences lack that are nearest once the line has won its own."""
        has = self.has + Counter(chain.from_iterable(map(_makes, self.plan.actions)))
        has -= Counter(chain.from_iterable(win.paid for win in self.plan.wins))
        asks = self.cards.audiences
        found = [
            say("{card} lacks {lacks}", card=card, lacks=in_words(lacks))
            for card, lacks in self.lacking(has)
            if card not in self.wins and lacks and len(lacks) < min(FEW + 1, len(asks[card].asks))
        ]
        return say("then {clauses}", clauses=listed(found[:FEW])) if found else None

    @property
    def aim(self) -> tuple[Card, Sequence[str], Sequence[Column]] | None:
        """An audience that performances of the line serve, what it then lacks, and who makes them.

        Of the last round nothing is left for it.
        """
        if self.after.ending:
            return None
        to_win = self.steps_to(*self.wins)
        paid = Counter(chain.from_iterable(win.paid for win in self.plan.wins))
        has = self.has + Counter(chain.from_iterable(map(_makes, to_win))) - paid
        makers = [step for step in self.plan.actions if _makes(step) and step not in to_win]
        start = has
        for step in makers:
            has = has + Counter(_makes(step))
            has = has - Counter(step.way.paid)
        had = dict(self.lacking(start))
        for card, left in self.lacking(has):
            if len(left) > 1 or card in self.gone:
                continue
            if len(left) < len(had[card]) and card not in self.wins:
                return card, left, makers
        return None

    def nearer(self) -> Words | None:
        """Return for which audience the performances of the line serve, if for any in sight."""
        if self.aim is None:
            return None
        card, left, makers = self.aim
        values = {"card": self.named([card]), "steps": self._united(makers)}
        if not left and card == self.after.top_audience:
            return say("{steps}: all that {card} asks for, with a card kept", **values)
        if not left:
            return say("{steps}: all that {card} asks for", **values)
        lacks = in_words(left)
        return say("{steps} for {card}, which then lacks {lacks}", **values, lacks=lacks)

    def step(self, step: Column) -> Words:
        """Return what a step does."""
        values = {"dice": listed(_shown(step), " "), "card": step.card}
        if step.verb == "performs":
            told = self.made_of(step)
        elif step.verb == "hires":
            told = say("{cards} for {dice}", **values, cards=self.named([step.card]))
        else:
            icons = self.icons(step.card, self.after, step.melodies)
            told = say("{dice} on {card}: {icons}", **values, icons=icons)
        return self.for_melodies([step], told)

    def _comes(self, colour: Colour) -> bool:
        """Tell whether a die or performance of a colour may still come to the viewer this round."""
        start, posters = PlanStart(self.after.box, self.after, self.view.viewer), self.cards.posters
        icons = [icon for bard in start.unused for icon in bard.icons]
        icons += [icon for card in in_sight(self.after) for icon in start.gains_of(card)]
        copies = any(each.card in posters and not each.die for each in self.then.stage)
        return copies or any(
            icon.kind == "steal"
            or (icon.kind in ("die", "performance") and icon.colour in (colour, ANY))
            for icon in icons
        )

    def icons(self, card: Card, state: State, spent: int = 0) -> Words:
        """Return what a bard does who is used in a state, or the one that a poster copies.

        No melody comes where all are out, and none is `spent` before. BB-13
        """
        bard, copied = ability(state.box, state, card), card in self.cards.posters
        assert bard is not None, "who is used has an ability"
        out = state.melodies_out - spent >= state.box.numbers.supply["melodies"]
        icons = [each for each in bard.icons if each.kind != "melody" or not out]
        told = say("{icons}", icons=listed(map(about_icon, icons)))
        if {icon.kind for icon in icons} == {"performance"}:
            told = say("performance {colours}", colours=listed((e.colour for e in icons), " "))
        if copied or not bard.supports:
            return told
        return say("{told} ({power})", told=told, power=listed(map(about_power, bard.supports)))

    @property
    def needless(self) -> bool:
        """Whether a die is turned and the best plan has no more: all that it costs is lost."""
        turns = self.move.verb in TURNS and self.acts
        return turns and 0 < self.cost <= self.still.brings - self.brings

    def alike(self, other: Onward) -> bool:
        """Tell whether the line wins what that of another move does, and needs all of the move."""
        others = ("rerolls", "returns", "trashes", "takes")
        needed = self.move.verb not in others and not self.needless
        return needed and bool(self.wins) and {*self.wins} == {*other.wins}

    @property
    def turns_to_win(self) -> int:
        """In how many turns the line can have won its audiences: 0 is this one. BB-3"""
        return max(self.turns.values(), default=0)

    @cached_property
    def turns(self) -> Mapping[Card, int]:
        """In how many turns the line can have won each of its audiences, the soonest first. BB-3"""
        left = self.after.actions if self.after.actor == self.view.viewer else 0
        found = dict[Card, int]()
        best = sorted(self.wins, key=lambda each: -audience_worth(self.after.box, each))
        for card in sorted(best, key=lambda each: len(self.steps_to(each))):
            steps = len(self.steps_to(*found, card)) + len(found) + 1
            found[card] = -(-max(0, steps - left) // self.after.box.numbers.actions)
        return found

    def lacking(self, has: Counter[Colour]) -> Sequence[tuple[Card, Sequence[str]]]:
        """Return the audiences in reach, with what they lack, the nearest first, then by points.

        The one on top costs a card of the hand. Last come those that somebody can pay for first.
        """
        top = self.after.top_audience
        there = [card for card in in_sight(self.after) if card != top or self.then.hand]
        found = [(card, lacking(self.after.box, card, has)) for card in there]
        return sorted(
            found,
            key=lambda e: (e[0] in self.gone, len(e[1]), -self.cards.points(e[:1])),
        )

    @cached_property
    def rivals(self) -> Mapping[Card, Sequence[tuple[str, Made]]]:
        """Who can win each audience before the viewer's next turn, and what they make for it."""
        state, viewer = self.view.state, self.view.viewer
        return {
            card: [*first_for(state, self.after, viewer, card)] for card in in_sight(self.after)
        }

    @property
    def gone(self) -> Sequence[Card]:
        """The audiences for which somebody who comes before the viewer's next turn can pay. BB-3"""
        return [card for card, some in self.rivals.items() if any(not made for _, made in some)]

    def nearest(self, has: Counter[Colour]) -> Sequence[tuple[Card, Sequence[str]]]:
        """Return those that lack something, and that the line does not win."""
        found = self.lacking(has)
        return [(card, lacks) for card, lacks in found if lacks and card not in self.wins]

    def served(self) -> Words | None:
        """Return for which audience the performances serve that the move brings.

        It is one that the line does not win.
        """
        before, has = Counter(self.before.performances), self.has
        brought = has - before
        for card, lacks in self.lacking(has):
            helps = len(lacks) < len(lacking(self.after.box, card, before))
            if not helps or card in self.wins or (lacks and self.after.ending):
                continue
            values: dict[str, object] = {"colours": listed(sorted(brought.elements()), " ")}
            values |= {"card": self.named([card])}
            values |= {"lacks": in_words(lacks)}
            if not lacks:
                return say("{colours} is all that {card} still lacks", **values)
            return say("{colours} for {card}, which still lacks {lacks}", **values)
        return None

    @cached_property
    def _rolls(self) -> Rolls:
        """The dice of the move; with those that the line gets by other bards if that is better."""
        uses = [step for step in self.plan.actions if step.verb == "uses" and not step.melodies]
        more = [step for step in uses if step.way.gained] if self.move.verb == "uses" else []
        aims, rolls = self.nearest(self.has)[:1], self._own_rolls
        if not (more and self.rolled and aims) or "any" in chain(*(e.way.gained for e in more)):
            return rolls
        kept = Counter(self.then.dice) - Counter(chain.from_iterable(step.dice for step in more))
        gained = chain.from_iterable(step.way.gained for step in more)
        all_of = replace(rolls, kept=(*kept.elements(),), rolled=(*self.rolled, *gained))
        ((card, lacks),) = aims
        wanted, most = wanted_by(self.after, lacks), self.purse(card)
        return max(rolls, all_of, key=lambda each: each.odds(wanted, most))

    @property
    def gathers(self) -> bool:
        """Whether other dice that the line gets make what is lacking more often."""
        return len(self._rolls.rolled) > len(self.rolled)

    @property
    def _own_rolls(self) -> Rolls:
        return Rolls(self.after, self.view.viewer, self.then.dice, self.rolled)

    @cached_property
    def rolled_for(self) -> tuple[Card, Sequence[Colour], int] | None:
        """The nearest audience that the dice to be rolled may serve, the colours, and a price.

        That is what the dice as they lay took to make one of these; none is told that the dice
        which are kept make for no more. A card of the hand that it costs is no melody.
        """
        rolls = self._rolls
        before, kept = map(rolls.costs, (self.before.dice, rolls.kept))
        for card, lacks in self.nearest(self.has) if self.rolled else ():
            most, wanted = self.purse(card), wanted_by(self.after, lacks)
            can = [colour for colour in COLOURS if colour in wanted and rolls.odds(colour, most)]
            can = [colour for colour in can if colour in lacks] or can
            wanted, lying = {*can}, least(before, can)
            far = len(lacks) > (1 if self.after.ending else 2 if self.wins else len(lacks))
            if can and not far and least(kept, wanted) > min(most, lying):
                return card, can, lying
        return None

    @property
    def lies_there(self) -> bool:
        """Whether dice are rolled for a performance that they make as they lie."""
        return self.rolled_for is not None and not self.rolled_for[2]

    @property
    def unmade(self) -> Words | None:
        """Return what some audiences lack that nothing brings any more in this round."""
        if not self.acts or self.wins:
            return None
        dice = {die[0] for die in (*self.then.dice, *self.rolled)}
        lacked = {card: lacks[0] for card, lacks in self.nearest(self.has) if len(lacks) == 1}
        for colour in sorted({*COLOURS} & {*lacked.values()} - dice):
            cards = [card for card, each in lacked.items() if each == colour]
            if not self._comes(colour):
                return say_n(
                    "no die is {colour}, all that {cards} still lacks",
                    "no die is {colour}, all that {cards} still lack",
                    len(cards),
                    colour=colour,
                    cards=united(cards),
                )
        return None

    def purse(self, card: Card) -> int:
        """Return how many times dice can be turned after the move, on the way to an audience."""
        return self.then.melodies + len(self.then.hand) - (card == self.after.top_audience)

    @property
    def luck(self) -> Words | None:
        """Return how often the dice to be rolled make what the nearest audience lacks.

        That is as they fall, with one melody or card, and with all that are left; of dice that are
        rolled again beside what they take as they lie.
        """
        if self.rolled_for is None:
            return None
        card, can, lying = self.rolled_for
        if self.move.verb != "rerolls" or lying > self.purse(card) + bool(self.cost):
            return self.luck_for(card, can)
        cards = bool(len(self.before.hand) - (card == self.after.top_audience))
        values = {
            "performance": self.lacked(card, can),
            "melodies": melodies(lying, cards) if lying else say("no melody"),
            "price": self.price or say("nothing"),
            "often": self.often(self.odds_for(card, can)),
        }
        return say(
            "{performance} takes {melodies} now; rolled again for {price}, it comes {often}",
            **values,
        )

    def luck_for(self, card: Card, can: Sequence[Colour]) -> Words:
        """Return that for an audience, of some colours that serve it."""
        often = self.often(self.odds_for(card, can))
        performance = self.lacked(card, can)
        return say("{performance} comes {often}", performance=performance, often=often)

    def lacked(self, card: Card, can: Sequence[Colour]) -> Words:
        """Return performances that serve an audience, and all that it lacks if that is more."""
        values: dict[str, object] = {"card": self.named([card])}
        values["colours"] = listed(can, "/")
        if len(can) == len(COLOURS):
            values["colours"] = say("any performance")
        lacks = lacking(self.after.box, card, self.has)
        if len(lacks) == 1:
            return say("{colours} for {card}", **values)
        return say("{colours} for {card}, which lacks {lacks},", **values, lacks=in_words(lacks))

    @cached_property
    def scarce(self) -> tuple[Card, Colour] | None:
        """The nearest audience, and what it lacks of which fewest dice are rolled or kept.

        Of some that lack as few, one whose performance the dice can make, and for which a colour
        serves that is taken.
        """
        found = [(card, lacks) for card, lacks in self.nearest(self.has) if {*lacks} != {BLANK}]
        dice = (*self.then.dice, *self.rolled)
        aims = [
            (card, scarcest(dice, lacks))
            for card, lacks in found
            if len(lacks) == min(len(lacks) for _, lacks in found)
        ]
        taken = self.move.words[:1]
        return min(aims, key=lambda e: (not self.can_make(e[1]), e[1] not in taken), default=None)

    def can_make(self, colour: Colour) -> bool:
        """Tell whether the dice can make a performance of a colour, by some roll or turned."""
        return self.odds([colour], FAR - 1) > 0

    def odds_for(self, card: Card, colours: Sequence[Colour]) -> Mapping[int, float]:
        """Return how often the dice make one of some colours, by the melodies spent at most."""
        most = self.purse(card)
        return {n: self.odds(colours, n) for n in sorted({0, min(1, most), most})}

    def odds(self, colours: Sequence[Colour], melodies: int) -> float:
        """Return how often the dice make one of some colours, with so many melodies at most."""
        return self._rolls.odds(colours, melodies)

    def often(self, odds: Mapping[int, float]) -> Words:
        """Return in how many of 100 rolls something comes, by the melodies or cards spent.

        Of three figures the first two are told.
        """
        shown, cards = dict[int, Words](), max(odds) > self.then.melodies
        for spent, chance in odds.items():
            n = in_100(chance) if self._rolls.exact else min(in_100(chance), 99)
            if n in (0, *shown) or len(shown) == 2:
                continue
            often = n if self._rolls.exact else say("about {n}", n=n)
            told = say("in {n}", n=often) if shown else say("in {n} of 100 rolls", n=often)
            if spent and self.cost:
                more = melodies(spent, cards)
                told = say("with {melodies} more {often}", melodies=more, often=told)
            elif spent:
                told = say("with {melodies} {often}", melodies=melodies(spent, cards), often=told)
            shown[n] = told
        return say("{clauses}", clauses=listed(shown.values()))

    @cached_property
    def works(self) -> Words | None:
        """Return how often dice to be rolled work one bard more than those before the move do."""
        rolls = self._own_rolls
        if not self.rolled or not rolls.idle:
            return None
        lying = self.before.dice if self.move.verb == "rerolls" else rolls.kept
        if not (more := in_100(rolls.works(rolls.worked(lying)))):
            return None
        values = {
            "n": more if rolls.exact else say("about {n}", n=more),
            "cards": listed(dict.fromkeys(bard.id for bard in rolls.idle)),
        }
        told = say("in {n} of 100 rolls the dice fit one bard more ({cards})", **values)
        if not (lenders := self.lenders("lenient")):
            return told
        return say("{clause} (by {cards})", clause=told, cards=listed(lenders))

    def lenders(self, power: str) -> Sequence[Card]:
        """Return the audiences and bards that lend the viewer a power."""
        cards, troupe = self.cards, self.then
        turned = [each.card for each in troupe.stage if each.turned]
        supports = {card: cards.bards[card].supports for card in turned}
        powers = {card: cards.audiences[card].powers for card in troupe.audiences} | supports
        return [card for card, lent in powers.items() if power in map(str, lent)]


def without(state: State, cards: Collection[Card]) -> State:
    """Return a state without some audiences that can be won there."""
    top = state.top_audience if state.top_audience not in cards else ""
    open_ones = tuple(card for card in state.audiences if card not in cards)
    return replace(state, audiences=open_ones, top_audience=top)


def melodies(n: int, cards: bool) -> Words:
    """Return so many melodies, or cards of the hand where these do as well. BB-8"""
    if cards:
        return say_n("{n} melody or card", "{n} melodies or cards", n)
    return say_n("{n} melody", "{n} melodies", n)


def in_words(lacks: Sequence[str]) -> object:
    """Return the performances that an audience lacks, as people name them."""
    colours = [each for each in lacks if each != BLANK]
    if not (n := len(lacks) - len(colours)):
        return listed(colours, " ")
    blanks = say("{n} of any colour", n=n)
    return united([listed(colours, " "), blanks]) if colours else blanks


def _makes(step: Column) -> Sequence[Colour]:
    """Return the performances that a step makes."""
    return (*step.colours[:1], *step.way.performances)


def _shown(step: Column) -> Sequence[Die]:
    """Return the dice that a step is done with, without those that it gives or discards."""
    return step.turned[: len(step.turned) - len(step.way.spent)]


def settled(state: State, player: str) -> tuple[State, tuple[Colour, ...]]:
    """Return the state with what is sure to come to `player` at once, and the dice to be rolled."""
    troupe = state.troupes[player]
    due = [
        word.split()
        for duty in state.duties
        if (duty.verb, duty.player) == ("icons", player)
        for word in duty.words[1:]
    ]
    sure = state.troupe(player, dice=tuple(die for die in troupe.dice if len(die) > 1))
    for kind, *colours in due:
        if kind == "performance":
            sure = with_performance(state.box, sure, player, *colours)
        elif kind == "melody":
            sure = with_melody(state.box, sure, player)
    return replace(sure, duties=()), tuple(die for die in troupe.dice if len(die) == 1)


def scarcest(dice: Sequence[Die], lacks: Sequence[str]) -> Colour:
    """Return the colour of what an audience lacks of which fewest `dice` are."""
    shown = Counter(die[0] for die in dice)
    return min((each for each in lacks if each != BLANK), key=lambda colour: shown[colour])


def on_stage(own: Onward) -> Onward:
    """Return the same of a move that stages cards, with the dice to be rolled then. BB-2

    White ones have the colour that the nearest audience lacks of which fewest others are.
    """
    state, viewer = own.after, own.view.viewer
    stage = tuple(map(InPlay, own.then.going.known))
    shown = gets_dice(state.box, state.troupe(viewer, stage=stage), viewer)
    dice, aims = (*own.rolled, *shown.troupes[viewer].dice), own.nearest(own.has)
    for _ in range(len(shown.duties) - len(state.duties)):
        lacks = next((lacks for _, lacks in aims if {*lacks} != {BLANK}), COLOURS)
        dice = (*dice, scarcest(dice, lacks))
    return replace(own, after=replace(shown.troupe(viewer, dice=()), duties=()), rolled=dice)


def onward(view: View[State], move: Event) -> Onward:
    """Return what the rest of the round can make of a move of the viewer; found once."""
    return _onward(Itself(view), move)


@lru_cache(maxsize=256)
def _onward(key: Itself[View[State]], move: Event) -> Onward:
    view = key.it
    after = view.game.apply(view.state, move) if move.verb else view.state
    sure, rolled = settled(after, view.viewer)
    nothing = Plan(PlanStart(sure.box, sure, view.viewer), (), 0, 0, False)
    own = Onward(view, move, to_come(after, view.viewer), sure, rolled, nothing)
    own = _with_plan(own) if own.acts else own
    return on_stage(own) if move.verb == "stages" else own


def _with_plan(own: Onward) -> Onward:
    """Return the same with the best plan; if it may come late, or one of another aim is better.

    Of the audiences that others can win first such a plan wins one at most.
    """
    viewer, eager = own.view.viewer, not own.after.ending

    def best(*cards: Card) -> Onward:
        state = without(own.after, cards)
        plan = best_plan(state.box, state, viewer, seconds=WORK, eager=eager, last=not eager)
        return replace(own, plan=plan).aimed()

    first = best()
    if not (first.late or own.gone) or own.after.ending:
        return first
    contested = {card for card, some in own.rivals.items() if some}
    found = [first, *(best(*contested - {card}) for card in ("", *sorted(contested)))]
    return max(found, key=lambda each: each.brings)
