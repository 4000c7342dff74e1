"""What the planner finds in a turn: what dice are for, the audiences won, the fewest dice.

And in the rest of a round, when all others have passed: what is taken for most points.

CP-SAT chooses; its witness is a search by the rules alone, see `turn`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

from ...models.bards import Box, State
from ...models.bards.cards import Card
from ...models.bards.dice import Die
from ...solver.engine.sweep import TooManyStates
from ...solver.games.bards.columns import Column
from ...solver.games.bards.lines import Plan
from ...solver.games.bards.plan import Rule, plan_with
from ...solver.games.bards.worth import in_sight
from .turn import PERFORMS, Role, Taken

SEVERAL = 3
"""The search for equally good turns stops at this many."""
TURN_SECONDS, ROUND_SECONDS = 60.0, 2.0
"""Most seconds of work on a plan of a turn, and of the rest of a round."""
Deeds = tuple[Mapping[Die, Role], frozenset[Card]]
"""What every die is for (those not in it are kept), and which audiences are won."""


def role(column: Column) -> Role:
    """Return what the dice of `column` are for."""
    return PERFORMS if column.verb == PERFORMS else column.card


def deeds(plan: Plan) -> Deeds:
    """Return what `plan` does."""
    roles = {die: role(column) for column in plan.actions for die in column.dice}
    return roles, frozenset(win.card for win in plan.wins)


@dataclass(frozen=True, slots=True)
class Turns:
    """The turn of the acting player in `state`, as the planner sees it.

    All searches raise TooManyStates.
    """

    box: Box
    state: State

    @property
    def player(self) -> str:
        """Who acts."""
        return self.state.actor

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice to play with, no two of which are alike."""
        return self.state.troupes[self.player].dice

    def best(self) -> list[Plan]:
        """Return the turns of the highest worth that do different things, SEVERAL at most."""
        found: list[Plan] = []
        while len(found) < SEVERAL:
            plan = self._with(self._other_than(found))
            if plan is None or (found and plan.value < found[0].value):
                break
            found.append(plan)
        return found

    def winning(self, card: Card, dice: int | None = None, least: int = 0) -> Plan | None:
        """Return the best turn that wins `card` with at most `dice` and at least `least` dice."""

        def rule(model: Any, columns: Sequence[tuple[Column, Any]], wins: Any) -> None:
            model.add(wins[card] == 1)
            used = sum(len(column.dice) * taken for column, taken in columns)
            if dice is not None:
                model.add(used <= dice)
            if least:
                model.add(used >= least)

        return self._with(rule)

    def winnable(self) -> tuple[Card, ...]:
        """Return the audiences that can be won."""
        return tuple(card for card in in_sight(self.state) if self.winning(card) is not None)

    def fewest(self, card: Card) -> int | None:
        """Return the fewest dice with which `card` can be won; None if it cannot."""
        if self.winning(card) is None:
            return None
        return next(n for n in range(len(self.dice) + 1) if self.winning(card, n) is not None)

    def most(self) -> tuple[Taken, ...]:
        """Return what can be taken in the rest of the round for most points, SEVERAL at most."""
        found = [Taken()]
        while also := self._taking(self.box.cards.points(found[0]) + 1):
            found = [also]
        while len(found) < SEVERAL and (
            also := self._taking(self.box.cards.points(found[0]), found)
        ):
            found.append(also)
        return tuple(found)

    def can_take(self, cards: Taken) -> bool:
        """Tell whether just these audiences and veterans can be taken in the rest of the round."""

        def rule(
            model: Any, columns: Sequence[tuple[Column, Any]], wins: Mapping[Card, Any]
        ) -> None:
            for card, taken in self._takes(columns, wins).items():
                model.add(taken >= 1 if card in cards else taken <= 0)

        return self._rest(rule) is not None

    def _taking(self, least: int, others: Sequence[Taken] = ()) -> Taken | None:
        """Return what brings so many points at `least` in this round, and is none of the others."""

        def rule(
            model: Any, columns: Sequence[tuple[Column, Any]], wins: Mapping[Card, Any]
        ) -> None:
            takes = self._takes(columns, wins)
            each = [self.box.cards.points([card]) * taken for card, taken in takes.items()]
            model.add(sum(each) >= least)
            for other in others:
                same = [taken if card in other else 1 - taken for card, taken in takes.items()]
                model.add(sum(same) <= len(same) - 1)

        plan = self._rest(rule)
        if plan is None:
            return None
        hired = (column.card for column in plan.actions if column.verb == "hires")
        return Taken((*hired, *(win.card for win in plan.wins)))

    def _takes(
        self, columns: Sequence[tuple[Column, Any]], wins: Mapping[Card, Any]
    ) -> Mapping[Card, Any]:
        """Return for each audience and veteran what is 1 if it is taken."""
        takes = dict(wins)
        for card in self.state.line:
            hires = [(each.verb, each.card) == ("hires", card) for each, _ in columns]
            takes[card] = sum(taken for _, taken in compress(columns, hires))
        return takes

    def _rest(self, rule: Rule) -> Plan | None:
        return self._with(rule, turn_only=False, seconds=ROUND_SECONDS)

    def _with(
        self, rule: Rule, turn_only: bool = True, seconds: float = TURN_SECONDS
    ) -> Plan | None:
        plan = plan_with(self.box, self.state, self.player, rule, turn_only, seconds)
        if plan is not None and not plan.proved:
            raise TooManyStates
        return plan

    def _other_than(self, found: Sequence[Plan]) -> Rule:
        """Return a rule that forbids the turns found."""

        def rule(model: Any, columns: Sequence[tuple[Column, Any]], wins: Any) -> None:
            for plan in found:
                literals = self._literals(deeds(plan), columns, wins)
                model.add(sum(literals) <= len(literals) - 1)

        return rule

    def _literals(
        self, wanted: Deeds, columns: Sequence[tuple[Column, Any]], wins: Mapping[Card, Any]
    ) -> list[Any]:
        """Return the variables that are 1 if a die is for what is `wanted`, or an audience won."""
        roles, won = wanted
        found: list[Any] = []
        for die in self.dice:
            there = [(role(column), taken) for column, taken in columns if die in column.dice]
            if die in roles:
                found.append(sum(taken for each, taken in there if each == roles[die]))
            else:
                found.append(1 - sum(taken for _, taken in there))
        return found + [win if card in won else 1 - win for card, win in wins.items()]
