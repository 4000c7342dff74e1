"""What the rest of a round can make of a move, by the rules, as far as nothing depends on luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations

from ....models.bards import State, Step
from ....models.bards.abilities import has
from ....models.bards.cards import Card, CardSet
from ....models.bards.dice import Colour, Die
from ....models.bards.rounds import points
from ....models.bards.state import Troupe
from ....models.core import Event, View
from ....models.words import united
from .columns import Column
from .lines import MELODY, Plan
from .order import Purse, Win, playable
from .order import Step as PlanStep
from .rivals import Made, first_for
from .worth import LAST, WORTHS, Worths, in_sight, lacking

Able = Sequence[tuple[str, Made]]
"""Who can win an audience, and what each makes for it."""
TURNS = ("raises", "lowers")
FREE = (*TURNS, "rerolls")
"""Free actions: a melody or a card of the hand is what they cost."""
THREE = 3
"""How many dice make a performance. BB-4"""
MOST = 3
"""How many steps are told that score in the end."""
DICE, CARDS = "dice", "cards"
"""What a line leaves beside melodies, and what is called by its own name."""
TAKES = ("wins", "hires")
"""What takes a card for good."""


@dataclass(frozen=True)
class Outlook:
    """What is sure `after` a move, what is still to be `rolled`, and the best `plan` from there.

    It is for the rest of the round, as far as nothing depends on luck; without steps where the
    viewer does not act. What is still `to_come` is stated in hundredths of a point. So many dice
    are `owed`: an ability goes on, and they are discarded.
    """

    view: View[State]
    move: Event
    to_come: float
    after: State
    rolled: tuple[Colour, ...]
    plan: Plan
    owed: int = 0

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
    def spare(self) -> Counter[Colour]:
        """The performances that are left once the line has won."""
        has = self.has + Counter(chain.from_iterable(map(makes, self.steps_to(*self.wins))))
        return has - Counter(chain.from_iterable(win.paid for win in self.plan.wins))

    @property
    def holds(self) -> Counter[Colour]:
        """Those that others are added to: none that pays for what the line can win as it is."""
        return self.has - Counter(chain.from_iterable(win.paid for win in self.payable))

    @property
    def payable(self) -> Sequence[Win]:
        """What the line can win as it is."""
        return [win for win in self.plan.wins if not self.steps_to(win.card)]

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
    def turned(self) -> Die:
        """What the die shows that the move turns; empty if it turns none."""
        come = Counter(self.then.dice) - Counter(self.before.dice)
        return next(iter(come), "") if self.move.verb in TURNS else ""

    @property
    def to_end(self) -> int:
        """With how many audiences a player ends the game by the next one. BB-10"""
        return self.after.box.numbers.goal - 1

    def ends_by(self, player: str) -> bool:
        """Tell whether the game ends by the next audience of a player, and does not so already."""
        won = len(self.after.troupes[player].audiences)
        return not self.after.ending and won >= self.to_end

    def in_encore(self, card: Card) -> bool:
        """Tell whether a card or an audience gives the viewer a die in the encore. BB-10"""
        bard, audience = self.cards.bards.get(card), self.cards.audiences.get(card)
        if audience is not None:
            return "applause" in map(str, audience.powers)
        pair = next(iter(self.before.encore.known), "")
        return bard is not None and bard.kind == "veteran" and bard.colour in pair

    @property
    def encore(self) -> int:
        """The points that the encore can bring the viewer: none to who has no die in it. BB-10"""
        owned = (*self.then.cards, *self.then.audiences, *self.taken)
        rolls = not self.after.encore_won and any(map(self.in_encore, owned))
        return rolls * self.after.box.numbers.encore_points

    @property
    def rollers(self) -> Sequence[str]:
        """Others who can have a die in the encore by what they have, whatever their card. BB-10"""
        state, cards = self.after, self.cards
        return [
            player
            for player in self.others
            if has(state.box, state, player, "applause")
            or any(cards.bards[e].kind == "veteran" for e in state.troupes[player].cards)
        ]

    @property
    def ends_game(self) -> bool:
        """Whether this is the last round, or the line makes it the last. BB-10"""
        won = len(self.then.audiences) + len(self.wins)
        last = self.after.ending or won > self.to_end
        return last and self.view.state.step is Step.SHOW

    @property
    def goes_on(self) -> bool:
        """Whether a further round is sure: nobody can win the last audience in this one. BB-10"""
        won = (len(troupe.audiences) for troupe in self.after.troupes.values())
        return not self.after.ending and max(won) + len(self.wins) < self.to_end

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
    def late(self) -> Sequence[Card]:
        """What the line wins too late to be sure, as somebody else can come first. BB-3

        Of the last round nothing is left for something else.
        """
        if self.after.ending or self.alone:
            return []
        return [card for card, n in self.turns.items() if n > 1 or (n and self.rivals[card])]

    @property
    def others(self) -> Sequence[str]:
        """All players but the viewer."""
        return [player for player in self.after.players if player != self.view.viewer]

    @property
    def ahead(self) -> tuple[object, int]:
        """All who have the most points beside the viewer after the move, and how many."""
        has = {player: points(self.after.box, self.after, player) for player in self.others}
        most = max(has.values())
        return united(player for player, n in has.items() if n == most), most

    @property
    def alone(self) -> bool:
        """Whether all others have passed."""
        return {*self.view.state.players} == {*self.view.state.done, self.view.viewer}

    def points(self, steps: Sequence[Column] | None = None) -> int:
        """Return the viewer's points after the line, or after some of its `steps` and its wins."""
        done = self.plan.actions if steps is None else steps
        taken = [*self.wins, *(step.card for step in done if step.verb == "hires")]
        made = sum(len(makes(step)) - len(step.way.paid) for step in done)
        made -= sum(len(win.paid) - len(win.way.performances) for win in self.plan.wins)
        total = points(self.after.box, self.after, self.view.viewer)
        return total + self.cards.points(taken) + made * self.after.leftovers

    def steps_to(self, *cards: Card) -> Sequence[Column]:
        """Return the steps that make what audiences still lack that the plan wins."""
        paid = chain.from_iterable(win.paid for win in self.plan.wins if win.card in cards)
        missing = Counter(paid) - self.has
        found = []
        for step in sorted(self.plan.actions, key=lambda e: self.turned not in e.dice):
            if missing & Counter(makes(step)):
                missing -= Counter(makes(step))
                found.append(step)
        return found

    @cached_property
    def course(self) -> Plan:
        """What is told of the line: it until it has won, or the first that scores in the end."""
        if self.wins or not self.after.ending:
            return self.part((*self.steps_to(*self.wins), *self.plan.wins))
        return self.part(self.scoring[:MOST])

    @property
    def scoring(self) -> Sequence[PlanStep]:
        """The steps of the line that bring points."""
        return [e for e in self.plan.steps if isinstance(e, Win) or e.verb == "hires" or makes(e)]

    def part(self, some: Sequence[PlanStep]) -> Plan:
        """Return some steps of the line in a playable order, with the others that they need.

        The last card of the hand is kept for the audience on top of the deck, where melodies do.
        """
        plan, keeps = self.plan, bool(self.asks_card)
        first: list[PlanStep] = [*plan.wins, *self.steps_to(*self.wins)]
        rest = [step for step in plan.steps if step not in some]
        for more in chain.from_iterable(combinations(rest, n) for n in range(len(rest) + 1)):
            steps = tuple(step for step in plan.steps if step in some or step in more)
            most = min(plan.cards, sum(e.melodies for e in steps if isinstance(e, Column)))
            for cards in (0, most) if keeps and most == len(self.then.hand) else (most,):
                ordered, stuck = playable(plan.position, steps, cards, 0, first=first)
                if not stuck:
                    return replace(plan, steps=ordered, cards=cards)
        return plan

    def by_turn(self, steps: Sequence[PlanStep]) -> Mapping[int, Sequence[PlanStep]]:
        """Return steps of the line by the turn in which each is done: 0 is this one. BB-3"""
        turn, most = int(self.move.verb == "done"), self.after.box.numbers.actions
        actions, found = self.actions or turn * most, dict[int, list[PlanStep]]()
        for step in steps:
            acts = isinstance(step, Win) or step.verb != "settles"
            if acts and not actions:
                turn, actions = turn + 1, most
            found.setdefault(turn, []).append(step)
            actions += step.way.extra - acts
        return found

    @property
    def free(self) -> bool:
        """Whether the line uses a bard for something that takes no die, melody or card away."""
        uses = [step for step in self.plan.actions if step.verb == "uses" and not step.melodies]
        return any(not (step.way.spent or step.way.toll or step.way.paid) for step in uses)

    @property
    def aim(self) -> tuple[Card, Sequence[str], Sequence[Column]] | None:
        """An audience that performances of the line serve, what it then lacks, and who makes them.

        One that others can win first is none as long as it lacks something. Of the last round
        nothing is left for it.
        """
        if self.after.ending:
            return None
        to_win = self.steps_to(*self.wins)
        makers = [step for step in self.plan.actions if makes(step) and step not in to_win]
        start = has = self.spare
        for step in makers:
            has = has + Counter(makes(step))
            has = has - Counter(step.way.paid)
        had = dict(self.lacking(start))
        near = [
            (card, left, makers)
            for card, left in self.lacking(has)
            if card not in self.wins and len(left) < len(had[card])
            if not (left and self.rivals[card])
        ]
        return min(near, key=lambda each: bool(self.rivals[each[0]]), default=None)

    @property
    def turns_to_win(self) -> int:
        """In how many turns the line can have won its audiences: 0 is this one. BB-3"""
        return max(self.turns.values(), default=0)

    @property
    def deeds(self) -> Counter[Event]:
        """The actions of the move and the line, in no order."""
        lines = (self.move, *self.plan.events)
        return Counter(line for line in lines if line.verb not in ("done", *FREE))

    @cached_property
    def leaves(self) -> Counter[str]:
        """What the viewer has once the line is done, beside audiences; dice on bards count. BB-9"""
        plan, then = self.plan, self.then
        purse = Purse.of(plan.position, plan.steps, plan.cards)
        dice = len(then.dice) + len(self.rolled) - self.owed + sum(len(e.dice) for e in then.stage)
        has = Counter(then.performances)
        for step in plan.steps:
            purse, way = purse.after(step) or purse, step.way
            dice += way.idle - len(way.spent)
            if isinstance(step, Column):
                dice -= len(step.dice) * (step.verb != "uses")
                has += Counter(step.colours[:1])
            has += Counter(way.performances)
            has -= Counter(step.paid if isinstance(step, Win) else way.paid)
        hired = (card for card in self.taken if card in self.cards.bards)
        counts = {DICE: dice, MELODY: purse.melodies, CARDS: purse.hand}
        return has + Counter(hired) + Counter(counts)

    @property
    def waits(self) -> int:
        """In how many turns the viewer acts at the soonest: in the show that may be this one."""
        return self.view.state.step is not Step.SHOW

    @property
    def actions(self) -> int:
        """How many actions are left in this turn after the move."""
        return self.after.actions if self.after.actor == self.view.viewer else 0

    @cached_property
    def turns(self) -> Mapping[Card, int]:
        """In how many turns the line can have won each of its audiences, the soonest first."""
        turns = self.by_turn(self.course.steps).items()
        return {step.card: n for n, steps in turns for step in steps if isinstance(step, Win)}

    def lacking(self, has: Counter[Colour]) -> Sequence[tuple[Card, Sequence[str]]]:
        """Return the audiences in reach, with what they lack, the nearest first, then by points.

        The one on top costs a card of the hand, and comes later if that is the last one. One that
        somebody else can win first is a performance farther; last come those that somebody can pay
        for already.
        """
        top = self.after.top_audience
        there = [card for card in in_sight(self.after) if card != top or self.then.hand]
        found = [(card, lacking(self.after.box, card, has)) for card in there]
        return sorted(
            found,
            key=lambda e: (
                e[0] in self.gone,
                len(e[1]) + bool(self.rivals[e[0]]),
                e[0] == top and len(self.then.hand) == 1,
                -self.cards.points(e[:1]),
            ),
        )

    @cached_property
    def rivals(self) -> Mapping[Card, Able]:
        """Who can win each audience before the viewer's next turn, and what they make for it."""
        state, viewer = self.view.state, self.view.viewer
        return {
            card: [*first_for(state, self.after, viewer, card)] for card in in_sight(self.after)
        }

    @cached_property
    def threats(self) -> Mapping[Card, Able]:
        """The same before the turn in which the line wins them."""
        state, viewer, turns = self.view.state, self.view.viewer, self.turns
        return {
            card: [*first_for(state, self.after, viewer, card, turns[card])]
            if turns.get(card, 0) > 1
            else some
            for card, some in self.rivals.items()
        }

    @property
    def gone(self) -> Sequence[Card]:
        """The audiences for which somebody who comes before the viewer's next turn can pay. BB-3"""
        return [card for card, some in self.rivals.items() if any(not made for _, made in some)]

    @property
    def asks_card(self) -> Card:
        """The audience on top of the deck, which costs a card, if dice may still win it. BB-7"""
        card = self.after.top_audience
        takes = THREE * len(lacking(self.after.box, card, self.has)) if card else 0
        return card if takes <= len(self.then.dice) + len(self.rolled) else ""

    def nearest(self) -> Sequence[tuple[Card, Sequence[str]]]:
        """Return those that lack something even now, and that the line does not win."""
        payable = [card for card, lacks in self.lacking(self.has) if not lacks]
        found = self.lacking(self.holds)
        return [e for e in found if e[1] and e[0] not in (*self.wins, *payable)]

    def purse(self, card: Card) -> int:
        """Return how many times dice can be turned after the move, on the way to an audience."""
        return self.then.melodies + max(0, len(self.then.hand) - (card == self.after.top_audience))


def makes(step: Column) -> Sequence[Colour]:
    """Return the performances that a step makes."""
    return (*step.colours[:1], *step.way.performances)
