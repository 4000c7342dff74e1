"""The best plan of a turn or round by CP-SAT: which dice make what, which melodies turn them.

A plan is deterministic: dice to come, explored cards and the like count with their stated
worths. It is a choice among `columns`, of which every die, bard, card, melody and performance is
used at most once; audiences are paid from what is there and what the plan makes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ....models.bards import Box, State
from ....models.bards.cards import Card
from ....models.bards.dice import COLOURS, Colour, Die, pips
from ....models.core import Event
from .columns import Column, Position, columns
from .worth import WORTHS, audience_worth, kept_worth, wanted

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

WORKERS = 1


@dataclass(frozen=True, slots=True)
class Win:
    """An audience won by a plan; `discards` says that a card of the hand goes with it."""

    card: Card
    paid: tuple[Colour, ...]
    discards: bool


@dataclass(frozen=True)
class Plan:
    """Actions and audiences in a playable order; `value` in hundredths of a point.

    `value` is what the player has more, by the table of BB-18, when the plan is done. `cards`
    of the hand are spent as melodies. `proved` says that no plan has more.
    """

    position: Position
    actions: tuple[Column, ...]
    wins: tuple[Win, ...]
    cards: int
    value: int
    proved: bool

    @property
    def events(self) -> tuple[Event, ...]:
        """The lines of the plan, without what is rolled or drawn in between."""
        from .lines import lines

        return lines(self)

    @property
    def performances(self) -> int:
        """How many performances it makes of dice."""
        return sum(column.verb == "performs" for column in self.actions)


def best_plan(
    box: Box,
    state: State,
    player: str,
    turn_only: bool = False,
    asked: dict[str, int] | None = None,
    seconds: float = 10.0,
) -> Plan:
    """Return the plan of the most value for the rest of the round, or of the turn only.

    `asked` stands in for the performances that the audiences in sight ask for.
    """
    position = Position(box, state, player)
    model = _Model(position, asked or wanted(box, state))
    if turn_only:
        model.within_turn()
    forbidden: list[tuple[int, ...]] = []
    while True:
        plan, chosen = model.solved(seconds)
        if len(forbidden) >= 50 or _affordable(plan):
            return plan
        forbidden.append(chosen)
        model.forbid(chosen)


def _affordable(plan: Plan) -> bool:
    """Tell whether some order has for each action the melodies it takes.

    What gains as much as it takes goes first, the cheapest before, then what gains most.
    """
    troupe = plan.position.state.troupes[plan.position.player]
    purse = troupe.melodies + plan.cards
    for column in in_order(plan.actions):
        if column.melodies > purse:
            return False
        purse += column.melodies_gained - column.melodies
    return True


def in_order(actions: tuple[Column, ...]) -> list[Column]:
    """Return actions as they are best done: bards that lend, what gains melodies, the rest."""

    def key(column: Column) -> tuple[int, int, int, int]:
        gaining = column.melodies_gained >= column.melodies
        order = column.melodies if gaining else -column.melodies_gained
        kinds = ("uses", "performs", "hires")
        lent = 0 if column.lends and not column.needs else 1 if column.lends else 2
        return (lent, not gaining, order, kinds.index(column.verb) + column.second)

    return sorted(actions, key=key)


class _Model:
    """The CP-SAT model of one position."""

    def __init__(self, position: Position, asked: dict[str, int]) -> None:
        from ortools.sat.python import cp_model

        self.position = position
        self.asked = asked
        self.state, self.box = position.state, position.box
        self.troupe = self.state.troupes[position.player]
        self.columns = columns(position)
        self.model: Any = cp_model.CpModel()
        self.take = [self.model.new_bool_var("") for _ in self.columns]
        self.worths: list[Any] = [
            column.worth * taken for column, taken in zip(self.columns, self.take, strict=True)
        ]
        self._dice()
        self._bards()
        self._audiences()
        self._performances()
        self._hands_and_melodies()
        self._lent()
        self.model.maximize(sum(self.worths))

    def _taken(self, told: Any) -> list[Any]:
        pairs = zip(self.columns, self.take, strict=True)
        return [taken for column, taken in pairs if told(column)]

    def _dice(self) -> None:
        for die, there in self.position.dice.items():
            uses = [
                column.dice.count(die) * taken
                for column, taken in zip(self.columns, self.take, strict=True)
                if die in column.dice
            ]
            self.model.add(sum(uses) <= there)

    def _bards(self) -> None:
        unused = Counter(each.card for each in self.troupe.stage if not each.die)
        for card, there in unused.items():
            used = self._taken(lambda c, card=card: c.verb == "uses" and c.card == card)
            self.model.add(sum(used) <= there)
        for card in self.state.line:
            hired = self._taken(lambda c, card=card: c.verb == "hires" and c.card == card)
            self.model.add_at_most_one(hired)
        self.hires = self._taken(lambda c: c.verb == "hires")
        for second in self._taken(lambda c: c.second):
            self.model.add(sum(self.hires) >= 2).only_enforce_if(second)

    def _hands_and_melodies(self) -> None:
        hand = len(self.troupe.hand)
        self.cards = self.model.new_int_var(0, hand, "cards")
        self.model.add(sum(self.hires) <= self.position.posters)
        self.model.add(sum(self.hires) + self.cards + self.with_top <= hand)
        spent = sum(
            column.melodies * taken
            for column, taken in zip(self.columns, self.take, strict=True)
            if column.melodies
        )
        all_gained = sum(
            column.melodies_gained * taken
            for column, taken in zip(self.columns, self.take, strict=True)
            if column.melodies_gained
        )
        left = self.box.numbers.supply["melodies"] - self.state.melodies_out
        gained = self.model.new_int_var(0, max(0, left), "gained")
        self.model.add(gained <= all_gained)
        purse = self.troupe.melodies + self.cards
        self.model.add(spent <= purse + gained)
        for column, taken in zip(self.columns, self.take, strict=True):
            if column.melodies and column.melodies_gained:  # it cannot pay for itself
                others = all_gained - column.melodies_gained
                self.model.add(purse + others >= column.melodies).only_enforce_if(taken)
        self.model.add(self.cards <= spent)
        self.worths.append(WORTHS.melody * (gained - spent + self.cards))
        self.worths.append(-WORTHS.hand_card * (self.cards + self.with_top))

    def _audiences(self) -> None:
        """Performances go to audiences; a win of an open one opens the one on top. BB-14"""
        self.wins: dict[Card, Any] = {}
        self.paid: dict[Card, dict[Colour, Any]] = {}
        top = self.state.top_audience
        for card in [*self.state.audiences, *filter(None, [top])]:
            audience = self.box.cards.audiences[card]
            won = self.wins[card] = self.model.new_bool_var("")
            blanks = {
                colour: self.model.new_int_var(0, audience.blanks, "") if audience.blanks else 0
                for colour in COLOURS
            }
            if audience.blanks:
                self.model.add(sum(blanks.values()) == audience.blanks * won)
            self.paid[card] = {
                colour: audience.asked(colour) * won + blanks[colour] for colour in COLOURS
            }
            self.worths.append((audience_worth(self.box, card) + WORTHS.action) * won)
        self.with_top = self.model.new_bool_var("top")
        if top:
            others = [won for card, won in self.wins.items() if card != top]
            self.model.add(self.with_top >= self.wins[top] - sum(others))
            self.model.add(self.with_top <= self.wins[top])
        else:
            self.model.add(self.with_top == 0)

    def _performances(self) -> None:
        """Each performance made has one of the colours it can have, if there is a token left."""
        self.made: dict[Colour, list[Any]] = {colour: [] for colour in COLOURS}
        self.shares: dict[tuple[Colour, ...], dict[Colour, Any]] = {}
        kinds = dict.fromkeys(c.colours for c in self.columns if c.colours)
        for colours in kinds:
            made = self._taken(lambda c, colours=colours: c.colours == colours)
            if len(colours) == 1:
                self.made[colours[0]] += made
                continue
            share = {each: self.model.new_int_var(0, len(made), "") for each in colours}
            self.model.add(sum(share.values()) == sum(made))
            self.shares[colours] = share
            for each in colours:
                self.made[each].append(share[each])
        for colour in COLOURS:
            self._kept(colour)

    def _kept(self, colour: Colour) -> None:
        there = self.troupe.performances.count(colour)
        supply = self.box.numbers.supply["performances"]
        left = supply - self.state.performances_out(colour)
        given = [
            column.gains.count(colour) * taken
            for column, taken in zip(self.columns, self.take, strict=True)
            if colour in column.gains
        ]
        gained = self.model.new_int_var(0, left, "")
        self.model.add(gained <= sum(given))
        self.model.add(sum(self.made[colour]) + gained <= left)
        kept = self.model.new_int_var(0, there + left, "")
        spent = sum(each[colour] for each in self.paid.values())
        self.model.add(kept == there + sum(self.made[colour]) + gained - spent)
        asked = self.model.new_int_var(0, self.asked[colour], "")
        self.model.add(asked <= kept)
        self.worths.append(WORTHS.point * self.state.leftovers * kept + WORTHS.asked * asked)

    def _lent(self) -> None:
        """A power that is needed is lent, and lasts for this turn only, if that is the rule."""
        powers = {power for column in self.columns for power in column.needs}
        for power in sorted(powers):
            lenders = self._taken(lambda c, power=power: c.lends == power)
            for needing in self._taken(lambda c, power=power: power in c.needs):
                self.model.add_bool_or(lenders).only_enforce_if(needing)
        for column, taken in zip(self.columns, self.take, strict=True):
            if column.lends in column.needs:
                self.model.add(taken == 0)
        if self.state.linger == "turn" and powers:
            needing = self._taken(lambda c: c.needs or c.lends)
            self.model.add(sum(needing) <= self.state.actions + self._extra())

    def _extra(self) -> Any:
        return sum(
            column.extra * taken
            for column, taken in zip(self.columns, self.take, strict=True)
            if column.extra
        )

    def within_turn(self) -> None:
        """Allow no more actions than this turn has."""
        actions = sum(self.take) + sum(self.wins.values())
        self.model.add(actions <= self.state.actions + self._extra())

    def forbid(self, chosen: tuple[int, ...]) -> None:
        """Allow no plan with all these columns."""
        self.model.add(sum(self.take[index] for index in chosen) <= len(chosen) - 1)

    def solved(self, seconds: float) -> tuple[Plan, tuple[int, ...]]:
        """Return the best plan and the numbers of its columns."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = WORKERS
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.random_seed = 0
        solver.parameters.linearization_level = 2
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.cut_level = 0
        solver.parameters.max_presolve_iterations = 1
        status = solver.solve(self.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Plan(self.position, (), (), 0, 0, False), ()
        chosen = tuple(i for i, taken in enumerate(self.take) if solver.value(taken))
        before = {colour: self.troupe.performances.count(colour) for colour in COLOURS}
        value = round(solver.objective_value) - kept_worth(self.state, before, self.asked)
        plan = Plan(
            self.position,
            tuple(in_order(self._coloured(solver, chosen))),
            self._won(solver),
            solver.value(self.cards),
            value,
            status == cp_model.OPTIMAL,
        )
        return plan, chosen

    def _coloured(self, solver: cp_model.CpSolver, chosen: tuple[int, ...]) -> tuple[Column, ...]:
        """The columns chosen, each performance with the one colour it has."""
        left = {
            colours: [c for c, share in shares.items() for _ in range(int(solver.value(share)))]
            for colours, shares in self.shares.items()
        }
        actions = []
        for column in (self.columns[index] for index in chosen):
            if len(column.colours) > 1:
                column = replace(column, colours=(left[column.colours].pop(),))
            actions.append(column)
        return tuple(actions)

    def _won(self, solver: cp_model.CpSolver) -> tuple[Win, ...]:
        """The audiences won, the open ones first."""
        top, with_top = self.state.top_audience, bool(solver.value(self.with_top))
        wins = []
        for card, won in self.wins.items():
            if solver.value(won):
                paid = tuple(
                    colour
                    for colour in sorted(COLOURS)
                    for _ in range(int(solver.value(self.paid[card][colour])))
                )
                wins.append(Win(card, paid, card == top and with_top))
        return tuple(wins)


__all__ = ["Die", "Plan", "Win", "best_plan", "pips"]
