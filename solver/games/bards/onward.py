"""What a move is worth by the rules: the best line after it, and what dice may bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain
from math import ceil
from typing import Any

from ....models.bag import HOLE
from ....models.bards import State, Step, show
from ....models.bards.abilities import with_melody, with_performance
from ....models.bards.cards import Card
from ....models.bards.dice import COLOURS, Colour, majority
from ....models.bards.rounds import points
from ....models.core import Event, View
from ...play.itself import Itself
from .columns import PlanStart
from .lines import Plan
from .outlook import TURNS, Outlook
from .plan import best_plan, plan_with
from .rivals import goes_on, wanted_by
from .rolling import Rolling
from .worth import BLANK, WORTHS, audience_worth, in_sight, lacking, to_come, worth

WORK = 0.5
"""Most seconds of work on the line after a move."""
STILL = Event("", "")
"""No move."""


class Onward(Outlook):
    """An outlook with what it is worth."""

    @cached_property
    def still(self) -> Onward:
        """What the rest of the round can make without the move."""
        return onward(self.view, STILL)

    @cached_property
    def rolling(self) -> Rolling:
        """The dice to be rolled, and what they may make."""
        return Rolling(self)

    @cached_property
    def brings(self) -> float:
        """What the viewer has after the line, by the table of worths, in hundredths of a point."""
        if self.view.state.step is not Step.SHOW:
            return 0.0
        left = without(self.after, () if self.after.ending else self.gone)
        total = worth(self.after.box, left, self.view.viewer) + self.to_come
        if self.after.ending:
            total = WORTHS.point * points(self.after.box, self.after, self.view.viewer)
            total += self.to.melody * self.then.melodies + self.to.hand_card * len(self.then.hand)
        total += (self.move.verb == "done") - bool(self.cost)  # what can wait, waits
        total -= (self.move.verb == "chooses") * self.turns_to_win
        total += self.to.die * len(self.rolled) + self.plan.value
        if not self.after.ending:  # what pays for an audience is no loss while more can be won
            paid = sum(len(win.paid) for win in self.plan.wins)
            if self.move.verb == "wins":
                paid += sum(word in COLOURS for word in self.move.words[2:])
            total += WORTHS.point * self.after.leftovers * paid
        if self.move.verb in show.ACTIONS:  # as it is part of the worth of a plan
            total += WORTHS.action
        total -= self.at_risk
        for card in () if self.ends_game else self.gone:  # what is left to who ends the game by it
            if self.turns.get(card) != 0 and any(self.ends_by(who) for who, _ in self.rivals[card]):
                total -= audience_worth(self.after.box, card)
        if self.ends_game and self.alone and self.points() <= self.ahead[1]:  # by the encore alone
            total -= WORTHS.point * self.after.box.numbers.encore_points
        if (aim := self.rolling.rolled_for) is not None:  # of two that are alike the likelier
            total += sum(self.rolling.rolls.odds([colour], 0) for colour in aim[1])
        if self.move.verb == "takes":  # the nearer to an audience, the better
            colour, found = self.move.words[0], self.lacking(self.holds)
            total += max((9 / len(lacks) for _, lacks in found if colour in lacks), default=0)
        if self.move.verb == "rerolls" and self.cost:  # fewer dice are left for sure
            return min(total, self.still.brings - self.cost)
        return total

    def nearest(self) -> Sequence[tuple[Card, Sequence[str]]]:
        """Return the same, of dice rolled again first what the line wins without a roll alone."""
        aims, gone = super().nearest(), list[Card]()
        if self.move.verb == "rerolls":
            gone = [card for card in self.still.wins if card not in self.wins]
        first = ((card, lacking(self.after.box, card, self.holds)) for card in gone)
        return [*(e for e in first if e[1]), *(each for each in aims if each[0] not in gone)]

    @property
    def at_risk(self) -> int:
        """How much of what is won `late` counts as lost: half of it, or all if others can pay."""
        worths = {card: audience_worth(self.after.box, card) for card in self.late}
        return sum(n // (1 if card in self.gone else 2) for card, n in worths.items())

    def without(self, *cards: Card) -> Onward:
        """Return the same with the best plan that does not win some audiences."""
        state, eager = without(self.after, cards), not self.after.ending
        viewer = self.view.viewer
        plan = best_plan(state.box, state, viewer, seconds=WORK, eager=eager, last=not eager)
        return replace(self, plan=plan).aimed()

    def soonest(self, *cards: Card) -> int:
        """Return in how many turns some audiences can be won at the soonest, by any roll. BB-3

        An action makes as many performances as a bard or an audience gives at most. What a poster
        copies may be another bard by then. Of a turn that may go on nothing is known: it is 0.
        """
        state, cards_of = self.after, self.cards
        if goes_on(state, self.view.viewer):
            return 0
        bards = [*PlanStart(state.box, state, self.view.viewer).unused]
        if any(each.card in cards_of.posters and not each.die for each in self.then.stage):
            bards = [*cards_of.bards.values()]
        icons = [bard.icons for bard in bards]
        icons += [cards_of.audiences[card].gains for card in in_sight(state)]
        most = max([1, *(sum(e.kind == "performance" for e in some) for some in icons)])
        missing = sum(len(lacking(state.box, card, self.has)) for card in cards)
        needed = len(cards) + ceil(missing / most) - self.actions
        begun = self.move.verb == "done" and self.actions > 0  # the next turn, if nobody else acts
        return begun + max(0, ceil(needed / state.box.numbers.actions))

    def may_take(self, cards: Sequence[Card], turns: int) -> bool:
        """Tell whether the viewer may win some audiences in so many turns after this one.

        What is not found out, and what is still to be rolled, drawn or chosen, may do it.
        """
        viewer, state, soonest = self.view.viewer, self.after, self.soonest(*cards)
        if turns < soonest or self.to_come:
            return turns >= soonest
        actions = self.actions + turns * state.box.numbers.actions

        def takes_all(model: Any, _: Any, wins: Any) -> None:
            for card in cards:
                model.add(wins[card] >= 1)

        state = replace(state, actor=viewer, actions=actions)
        return plan_with(state.box, state, viewer, takes_all, seconds=WORK) is not None

    def as_after(self, other: Onward) -> Onward:
        """Return the same with a plan that wins what another one wins, if there is one.

        One that wins more points as soon stays, or as many sooner.
        """
        more = self.cards.points(self.wins) - self.cards.points(other.wins)
        later = self.turns_to_win - other.turns_to_win
        if not self.acts or other.move.verb == "wins" or {*self.wins} >= {*other.wins}:
            return self
        if more >= 0 >= later and (more or later):
            return self
        found = self.without(*{*in_sight(self.after)} - {*other.wins})
        return found if found.alike(other) else self

    def aimed(self) -> Onward:
        """Return the same with the colour for its only free performance that is lacked nearest."""
        paying = self.steps_to(*self.wins)
        free = [each for each in self.plan.actions if each.colours and each not in paying]
        if len(free) != 1 or self.wins or self.after.ending:
            return self
        if free[0].needs or free[0].way.melodies:  # its colour may give these
            return self
        for card, lacks in self.nearest():
            wanted = wanted_by(self.after, [each for each in lacks if each != BLANK])
            if not self.rivals[card] and (able := wanted & {*majority(free[0].turned)}):
                colour = free[0].colours[0] if free[0].colours[0] in able else min(able)
                step = replace(free[0], colours=(colour,))
                steps = tuple(step if each is free[0] else each for each in self.plan.steps)
                return replace(self, plan=replace(self.plan, steps=steps))
        return self

    @property
    def needless(self) -> bool:
        """Whether a die is turned and the best plan has no more: all that it costs is lost."""
        turns = self.move.verb in TURNS and self.acts
        return turns and 0 < self.cost < self.still.brings - self.brings

    def alike(self, other: Onward) -> bool:
        """Tell whether the line wins what that of another move does, and needs all of the move."""
        others = ("rerolls", "returns", "trashes", "takes")
        needed = self.move.verb not in others and not self.needless
        if self.turned:
            needed &= any(self.turned in step.dice for step in self.steps_to(*self.wins))
        return needed and bool(self.wins) and {*self.wins} == {*other.wins}


def without(state: State, cards: Collection[Card]) -> State:
    """Return a state without some audiences that can be won there."""
    top = state.top_audience if state.top_audience not in cards else ""
    open_ones = tuple(card for card in state.audiences if card not in cards)
    return replace(state, audiences=open_ones, top_audience=top)


def settled(state: State, player: str) -> tuple[State, tuple[Colour, ...]]:
    """Return the state with what is sure to come to `player` at once, and the dice to be rolled.

    Support is worth an action, and of two cards that are drawn one stays in hand. BB-5
    """
    troupe = state.troupes[player]
    own = [duty for duty in state.duties if duty.player == player]
    due = [word.split() for duty in own if duty.verb == "icons" for word in duty.words[1:]]
    verbs = [duty.verb for duty in own]
    more = verbs.count("chooses") + due.count(["support"])
    sure = state.troupe(player, dice=tuple(die for die in troupe.dice if len(die) > 1))
    for kind, *colours in due:
        if kind == "performance":
            sure = with_performance(state.box, sure, player, *colours)
        elif kind == "melody":
            sure = with_melody(state.box, sure, player)
    if "draws" in verbs and len(troupe.deck) + len(troupe.discard) > 1:
        sure = sure.troupe(player, hand=troupe.hand.put((HOLE,)))
    sure = replace(sure, duties=(), actions=sure.actions + more)
    return sure, tuple(die for die in troupe.dice if len(die) == 1)


def onward(view: View[State], move: Event) -> Onward:
    """Return what the rest of the round can make of a move of the viewer; found once."""
    return _onward(Itself(view), move)


@lru_cache(maxsize=256)
def _onward(key: Itself[View[State]], move: Event) -> Onward:
    view = key.it
    after = view.game.apply(view.state, move) if move.verb else view.state
    sure, rolled = settled(after, view.viewer)
    nothing = Plan(PlanStart(sure.box, sure, view.viewer), (), 0, 0, False)
    due = [e.words for e in after.duties if e.player == view.viewer]
    owed = sum(words[1:].count("discard") + (words == ("die",)) for words in due)
    if move.verb == "stages":
        rolled += tuple(filter(None, (after.box.cards.bards[card].die for card in move.words)))
    own = Onward(view, move, to_come(after, view.viewer), sure, rolled, nothing, owed)
    own = _with_plan(own) if own.acts else own
    dice = Counter(chain.from_iterable(step.dice for step in own.plan.actions))
    if owed and dice.total() == len(own.then.dice):
        own = replace(own, plan=nothing)  # one of the dice that it needs is still to be discarded
    return own


def _with_plan(own: Onward) -> Onward:
    """Return the same with the best plan; if it may come late, or one of another aim is better.

    Of the audiences that others can win first such a plan wins one at most.
    """
    first = own.without()
    if not (first.late or own.gone) or own.after.ending:
        return first
    contested = {card for card, some in own.rivals.items() if some}
    found = [first, *(own.without(*contested - {card}) for card in ("", *sorted(contested)))]
    return max(found, key=lambda each: each.brings)
