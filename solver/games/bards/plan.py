"""The best plan of a turn or round, by CP-SAT: what each die is for, and which melodies turn it.

A plan does not react to chance: dice to come lie idle, cards to come are unknown cards. It is a
choice of columns that use every die, bard, card, melody and performance at most once; audiences are
paid from what is there and what the plan makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from ....models.bards import Box, State
from ....models.bards.abilities import dice_left
from ....models.bards.cards import Card
from ....models.bards.dice import COLOURS, Colour
from .actions import hires, performances
from .columns import NOTHING, Column, PlanStart
from .lines import Plan
from .order import Win, helps, playable
from .uses import gained, settles, uses
from .worth import LAST, WORTHS, audience_worth, in_sight, kept_worth, veteran_worth, wanted

if TYPE_CHECKING:
    from ...engine import sat

Rule = Callable[[Any, Sequence[tuple[Column, Any]], Mapping[Card, Any]], None]
"""Adds a rule for plans to a CP-SAT model; it gets the columns and the wins, each with the variable
that says whether it is taken."""
WORKERS = 1
WORK = 0.1
"""CP-SAT's own measure of the work of about one second."""
TRIED = 20
"""How many choices of the solver are tried for a playable order."""


def best_plan(
    box: Box,
    state: State,
    player: str,
    turn_only: bool = False,
    seconds: float = 10.0,
    patience: float | None = None,
    beyond: float = -inf,
    eager: bool = False,
    last: bool = False,
) -> Plan:
    """Return the plan of the highest value for the rest of the round, or of the turn only.

    An `eager` one is sought as if what pays for audiences were kept beside them, and turns no die
    for nothing; one of the `last` round is sought by points.

    Nobody looks for a plan worth no more than `beyond`: then it is empty, and its value a bound.

    The solver chooses steps; they become a plan only in a playable order. If `TRIED` choices have
    none, the plan consists of steps that need no other. `seconds` are of work: the plan is the same
    however busy the machine is. With `patience`, the search also ends after so many seconds by the
    clock: for people who wait, and take any good plan.
    """
    position = PlanStart(box, state, player)
    found = _solved(_Model(position, eager, last), turn_only, seconds, patience, beyond)
    return found or Plan(position, (), 0, 0, False)


def plan_with(
    box: Box,
    state: State,
    player: str,
    rule: Rule,
    turn_only: bool = True,
    seconds: float = 60.0,
) -> Plan | None:
    """Return the best plan of the turn, or round, that keeps to `rule`; None if there is none.

    If none was found within so many `seconds` of work, an empty plan is returned that is not
    `proved`.
    """
    model = _Model(PlanStart(box, state, player))
    model.keep_to(rule)
    plan = _solved(model, turn_only, seconds)
    if plan is None and not model.impossible:
        return Plan(model.position, (), 0, 0, False)
    return plan


def _solved(
    model: _Model,
    turn_only: bool,
    seconds: float,
    patience: float | None = None,
    beyond: float = -inf,
) -> Plan | None:
    """Return the best choice of `model` that has a playable order, if worth more than `beyond`."""
    position = model.position
    end = None if patience is None else monotonic() + patience
    if turn_only:
        model.within_turn()
    for tried in range(TRIED + 1):
        if tried == TRIED:
            model.plainly()
        chosen = model.solved(seconds, end)
        if chosen is None:
            model.impossible &= tried < TRIED
            return None
        if chosen.proved and chosen.value <= beyond:
            return Plan(position, (), 0, chosen.value, False)
        steps, stuck = playable(position, chosen.steps, chosen.cards, chosen.gained, turn_only)
        if not stuck:
            proved = chosen.proved and tried < TRIED
            return Plan(position, steps, chosen.cards, chosen.value, proved)
        model.forbid(chosen, stuck)
    return None


@dataclass(frozen=True)
class _Chosen:
    """What the solver chose: the numbers of its columns, and the steps."""

    columns: frozenset[int]
    steps: tuple[Column | Win, ...]
    cards: int
    gained: int
    value: int
    proved: bool


class _Model:
    """The CP-SAT model of one position."""

    def __init__(self, position: PlanStart, eager: bool = False, last: bool = False) -> None:
        from ...engine import sat

        self.position, self.eager, self.last = position, eager, last
        self.to = LAST if last else WORTHS
        self.state, self.box = position.state, position.box
        self.troupe = position.troupe
        self.columns = [*performances(position), *uses(position), *hires(position)]
        settling = settles(position)
        self.columns += settling
        self.model: Any = sat.Model()
        self.impossible, self.presolve = False, True
        self.take = [self.model.new_bool_var() for _ in self.columns]
        self.wins = {card: self.model.new_bool_var() for card in in_sight(self.state)}
        for card, won in self.wins.items():
            if way := gained(self.position, card):
                self.columns.append(Column("wins", card, (), (), 0, way))
                self.take.append(won)
        self.worths: list[Any] = [
            self._worth(column) * taken
            for column, taken in zip(self.columns, self.take, strict=True)
        ]
        if settling:
            self.model.add_exactly_one(self._taken(lambda c: c.verb == "settles"))
        self._dice()
        self._bards()
        self._audiences()
        self._performances()
        self._paid_in_turn()
        self._hands_and_melodies()
        self._lent()
        self.model.maximize(sum(self.worths))

    def _worth(self, column: Column) -> int:
        """Return what a column is worth; in the last round that is a veteran's points."""
        if not self.last:
            return column.way.worth
        if column.verb != "hires":
            return WORTHS.action
        return WORTHS.action + veteran_worth(self.box.cards.bards[column.card])

    def _sum(self, amount: Any) -> Any:
        """Return the total of `amount` over the columns taken."""
        return self.model.weighted_sum(self.take, map(amount, self.columns))

    def _var(self, amount: Any) -> Any:
        """Return that total as a variable (not negative), for totals that many constraints use."""
        found = self.model.new_int_var(0, sum(map(amount, self.columns)))
        self.model.add(found == self._sum(amount))
        return found

    def _taken(self, told: Any) -> list[Any]:
        pairs = zip(self.columns, self.take, strict=True)
        return [taken for column, taken in pairs if told(column)]

    def _dice(self) -> None:
        for die, there in self.position.dice.items():
            self.model.add(self._sum(lambda c, die=die: c.dice.count(die)) <= there)
        left = {c: max(0, dice_left(self.box, self.state, c)) for c in COLOURS}
        for colour, n in left.items():
            self.model.add(self._sum(lambda c, colour=colour: c.way.gained.count(colour)) <= n)
        self.model.add(self._sum(lambda c: len(c.way.gained)) <= sum(left.values()))
        self.model.add(self._sum(lambda c: c.way.idle) >= 0)
        for column, taken in zip(self.columns, self.take, strict=True):
            if column.way.idle_before:
                idle = self._sum(lambda c, own=column: max(0, c.way.idle) * (c is not own))
                self.model.add(idle >= column.way.idle_before).only_enforce_if(taken)
        self.model.add(self._sum(lambda c: c.way.drawn) <= self.position.deck)
        self.model.add(self._sum(lambda c: c.turns) <= self._sum(lambda c: c.way.turns))
        for column, taken in zip(self.columns, self.take, strict=True):
            if column.turns and column.way.turns:  # it cannot turn its own dice
                turns = self._sum(lambda c, own=column: c.way.turns * (c is not own))
                self.model.add(turns >= column.turns).only_enforce_if(taken)

    def _bards(self) -> None:
        unused = Counter(each.card for each in self.troupe.stage if not each.die)
        for card, there in unused.items():
            used = self._taken(lambda c, card=card: c.verb == "uses" and c.card == card)
            self.model.add(sum(used) <= there)
        for card in self.state.line:
            hired = self._taken(lambda c, card=card: c.verb == "hires" and c.card == card)
            self.model.add_at_most_one(hired)
        self.hires = self._taken(lambda c: c.verb == "hires")
        if seconds := self._taken(lambda c: c.second):
            several = self.model.new_bool_var()
            self.model.add(sum(self.hires) >= 2).only_enforce_if(several)
            for second in seconds:
                self.model.add_implication(second, several)

    def _hands_and_melodies(self) -> None:
        hand = len(self.troupe.hand) + self._sum(lambda c: c.way.cards)
        most = len(self.troupe.hand) + sum(max(0, column.way.cards) for column in self.columns)
        self.cards = self.model.new_int_var(0, most)
        self.model.add(sum(self.hires) <= self.position.posters)
        self.model.add(sum(self.hires) + self.cards + self.with_top <= hand)
        for card, there in Counter(self.troupe.hand.known).items():
            trashed = self._sum(lambda c, card=card: c.way.trashes.count(card))
            self.model.add(trashed <= there)
        self.turning = turning = self._var(lambda c: c.melodies)
        spent = turning + self._sum(lambda c: c.way.toll)
        all_gained = self._var(lambda c: c.way.melodies)
        self.gained = self.model.new_int_var(0, sum(c.way.melodies for c in self.columns))
        self.model.add(self.gained <= all_gained)
        self.model.add(self.gained <= self.position.melodies_left + spent - self.cards)  # BB-13
        purse = self.troupe.melodies + self.cards
        self.model.add(spent <= purse + self.gained)
        for column, taken in zip(self.columns, self.take, strict=True):
            needed = column.melodies + column.way.toll
            if needed and column.way.melodies:  # it cannot pay for itself
                others = all_gained - column.way.melodies
                self.model.add(purse + others >= needed).only_enforce_if(taken)
        self.model.add(self.cards <= turning)
        spare = hand - sum(self.hires) - self.with_top
        for column, taken in zip(self.columns, self.take, strict=True):
            if column.melodies and column.way.cards > 0:  # nor with the cards that it brings
                others = turning - column.melodies + spare - column.way.cards
                self.model.add(self.cards <= others).only_enforce_if(taken)
        self.worths.append(self.to.melody * (self.gained - spent + self.cards))
        self.worths.append(-self.to.hand_card * (self.cards + self.with_top))
        if self.eager:  # of two plans that are alike the one that turns less
            self.worths.append(-turning)

    def _audiences(self) -> None:
        """Pay audiences with performances; a win of an open one opens the one on top. BB-14"""
        self.paid: dict[Card, dict[Colour, Any]] = {}
        top = self.state.top_audience
        for card in in_sight(self.state):
            audience = self.box.cards.audiences[card]
            won = self.wins[card]
            blanks = {
                colour: self.model.new_int_var(0, audience.blanks) if audience.blanks else 0
                for colour in COLOURS
            }
            if audience.blanks:
                self.model.add(sum(blanks.values()) == audience.blanks * won)
            self.paid[card] = {
                colour: audience.asked(colour) * won + blanks[colour] for colour in COLOURS
            }
            worth = audience_worth(self.box, card, self.to) + WORTHS.action
            self.worths.append(worth * won)
        self.with_top = self.model.new_bool_var()
        if top:
            others = [won for card, won in self.wins.items() if card != top]
            self.model.add(self.with_top >= self.wins[top] - sum(others))
            self.model.add(self.with_top <= self.wins[top])
        else:
            self.model.add(self.with_top == 0)

    def _performances(self) -> None:
        """Give each performance one of its possible colours, if a token is left."""
        self.made: dict[Colour, list[Any]] = {colour: [] for colour in COLOURS}
        self.shares: dict[tuple[Colour, ...], dict[Colour, Any]] = {}
        kinds = dict.fromkeys(c.colours for c in self.columns if c.colours)
        for colours in kinds:
            made = self._taken(lambda c, colours=colours: c.colours == colours)
            if len(colours) == 1:
                self.made[colours[0]] += made
                continue
            share = {each: self.model.new_int_var(0, len(made)) for each in colours}
            self.model.add(sum(share.values()) == sum(made))
            self.shares[colours] = share
            for each in colours:
                self.made[each].append(share[each])
        self.had: dict[Colour, Any] = {}
        self.awaited: list[Any] = []
        for colour in COLOURS:
            self._kept(colour)
        self.worths += [-n for n in self.awaited]

    def _kept(self, colour: Colour) -> None:
        there = self.troupe.performances.count(colour)
        supply = self.box.numbers.supply["performances"]
        left = supply - self.state.performances_out(colour)
        gained = self.model.new_int_var(0, max(0, left))
        self.model.add(gained <= self._sum(lambda c: c.way.performances.count(colour)))
        self.model.add(sum(self.made[colour]) + gained <= max(0, left))
        kept = self.model.new_int_var(0, there + max(0, left))
        spent = sum(each[colour] for each in self.paid.values())
        self.had[colour] = there + sum(self.made[colour]) + gained
        tolls = self._sum(lambda c: c.way.paid.count(colour))
        self.model.add(kept == self.had[colour] - spent - tolls)
        asked = self._asked(colour)
        self.model.add(asked <= kept)
        if self.eager:  # of two plans that are alike the one that waits for less of what pays
            awaited = self.model.new_int_var(0, max(0, left))
            self.model.add(awaited >= spent - there)
            self.awaited.append(awaited)
        counted = kept + spent if self.eager else kept
        self.worths.append(WORTHS.point * self.state.leftovers * counted + self.to.asked * asked)

    def _paid_in_turn(self) -> None:
        """Pay whatever takes and brings performances from what came before it."""
        both: dict[tuple[str, Card], list[tuple[Column, Any]]] = {}
        for column, taken in zip(self.columns, self.take, strict=True):
            if column.way.performances and (column.way.paid or column.verb == "wins"):
                both.setdefault((column.verb, column.card), []).append((column, taken))
        ranks = {key: self.model.new_int_var(0, len(both)) for key in both}
        came: dict[tuple[str, Card], dict[Colour, list[Any]]] = {key: {} for key in both}
        for first, then in permutations(both, 2):
            before = self.model.new_bool_var()
            self.model.add(before <= sum(taken for _, taken in both[first]))
            self.model.add(ranks[first] < ranks[then]).only_enforce_if(before)
            for colour in COLOURS:
                most = max(column.way.performances.count(colour) for column, _ in both[first])
                came[then].setdefault(colour, []).append(most * before)
        for (verb, card), columns in both.items():
            for colour in COLOURS:
                there = self.troupe.performances.count(colour) + sum(self.made[colour])
                there += self._sum(
                    lambda c, colour=colour: (
                        c.way.performances.count(colour) * ((c.verb, c.card) not in both)
                    )
                )
                there += sum(came[verb, card].get(colour, []))
                if verb == "wins":
                    self.model.add(there >= self.paid[card][colour])
                elif self._copies(card) == 1:
                    for column, taken in columns:
                        n = column.way.paid.count(colour)
                        self.model.add(there >= n).only_enforce_if(taken)

    def _copies(self, card: Card) -> int:
        return sum(each.card == card for each in self.troupe.stage)

    def _asked(self, colour: Colour) -> Any:
        """Return how many of a colour are asked for: at most by one audience still in sight."""
        asks = {card: self.box.cards.audiences[card].asked(colour) for card in self.wins}
        staying = {card: self.model.new_bool_var() for card, n in asks.items() if n}
        for card, stays in staying.items():
            self.model.add_implication(stays, ~self.wins[card])
        self.model.add_at_most_one(staying.values())
        asked = self.model.new_int_var(0, max(asks.values(), default=0))
        self.model.add(asked <= sum(asks[card] * stays for card, stays in staying.items()))
        return asked

    def _lent(self) -> None:
        """Require that needed powers are lent, and in this turn if they do not last longer."""
        needed = {(power, c.times(power)) for c in self.columns for power in c.needs}
        for power, times in sorted(needed):
            there = self.position.lasting[power] + self.position.on_loan[power]
            if times > there:
                self._lent_so_often(power, times, times - there)
        if self.state.linger == "turn" and needed:
            here = self._taken(lambda c: c.needs or c.way.lends or c.way.extra)
            self.model.add(sum(here) <= self.position.actions + self._sum(lambda c: c.way.extra))

    def _lent_so_often(self, power: str, times: int, missing: int) -> None:
        """Require that a column using a power `times` finds the `missing` ones in others."""
        powers = {card: self.position.powers_of(card).count(power) for card in self.wins}
        won = sum(n * self._won_before(card, power, times) for card, n in powers.items() if n)
        lenders = self._var(lambda c: c.way.lends.count(power))
        for column, taken in zip(self.columns, self.take, strict=True):
            if power in column.needs and column.times(power) == times:
                own = column.way.lends.count(power)
                self.model.add(lenders + won >= missing + own).only_enforce_if(taken)

    def _won_before(self, card: Card, power: str, times: int) -> Any:
        """Return a variable: `card` is won before certain columns, and paid without them.

        These are the columns that need `power` at least `times` times.
        """

        def after(column: Column) -> bool:
            return power in column.needs and column.times(power) >= times

        before = self.model.new_bool_var()
        self.model.add_implication(before, self.wins[card])
        paid = self.paid[card]
        needing = self._sum(lambda c: c.verb == "performs" and after(c))
        there = len(self.troupe.performances) + self._sum(lambda c: len(c.way.performances))
        made = self._sum(lambda c: c.verb == "performs")
        self.model.add(there + made - needing >= sum(paid.values())).only_enforce_if(before)
        for colour in COLOURS:
            own = self._sum(lambda c, colour=colour: c.colours == (colour,) and after(c))
            self.model.add(self.had[colour] - own >= paid[colour]).only_enforce_if(before)
        return before

    def keep_to(self, rule: Rule) -> None:
        """Allow only what keeps to `rule`.

        CP-SAT then does without its presolve: with rules that settle variables it has aborted in
        undoing that.
        """
        self.presolve = False
        rule(self.model, tuple(zip(self.columns, self.take, strict=True)), self.wins)

    def within_turn(self) -> None:
        """Allow no more actions than this turn has."""
        done = self._sum(lambda c: c.verb not in ("settles", "wins")) + sum(self.wins.values())
        self.model.add(done <= self.position.actions + self._sum(lambda c: c.way.extra))

    def plainly(self) -> None:
        """Allow no column that may depend on another: nothing lent, no die or melody to come."""
        for column, taken in zip(self.columns, self.take, strict=True):
            waits = column.needs or column.second or column.turns or column.way.paid
            if waits or column.way.idle_before or column.way.bare:
                self.model.add(taken == 0)
        spent = self._sum(lambda c: c.melodies + c.way.toll)
        self.model.add(spent <= self.troupe.melodies + self.cards)
        self.model.add(self.gained <= self.position.melodies_left)
        trashed = self._sum(lambda c: len(c.way.trashes))
        kept = len(self.troupe.hand) - sum(self.hires) - self.with_top - trashed
        self.model.add(self.cards <= kept)

    def forbid(self, chosen: _Chosen, stuck: tuple[Column | Win, ...]) -> None:
        """Forbid all plans with these columns, unless something in them helps the `stuck` ones."""
        helped, fewer = self.model.new_bool_var(), self.model.new_bool_var()
        self.model.add(self.cards > chosen.cards).only_enforce_if(helped)
        self.model.add(self.cards < chosen.cards).only_enforce_if(fewer)
        others = [
            taken
            for i, (column, taken) in enumerate(zip(self.columns, self.take, strict=True))
            if i not in chosen.columns and helps(column, stuck)
        ]
        if any(isinstance(step, Column) and step.melodies for step in stuck):
            others.append(fewer)  # cards that come too late: what they pay, melodies may
        if any(step.way.melodies for step in stuck):  # they come while the supply is empty
            lost = self.model.new_bool_var()
            self.model.add(self.gained < chosen.gained).only_enforce_if(lost)
            others += [lost, fewer]
        won = {step.card for step in chosen.steps if isinstance(step, Win)}
        others += [win for card, win in self.wins.items() if card not in won]
        there = [self.take[i] for i in chosen.columns] + [self.wins[card] for card in sorted(won)]
        self.model.add(sum(there) <= len(there) - 1 + sum(others) + helped)

    def solved(self, seconds: float, end: float | None = None) -> _Chosen | None:
        """Return the best choice found until `end`, by the clock; None if none is found."""
        from ...engine import sat

        solver = sat.Solver()
        solver.parameters.num_workers = WORKERS
        solver.parameters.max_deterministic_time = WORK * seconds
        if end is not None:
            solver.parameters.max_time_in_seconds = max(0.0, end - monotonic())
        solver.parameters.random_seed = 0
        solver.parameters.linearization_level = 2
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.cut_level = 0
        solver.parameters.max_presolve_iterations = 1
        solver.parameters.cp_model_presolve = self.presolve
        status = solver.solve(self.model)
        self.impossible = status == sat.INFEASIBLE
        if status not in (sat.OPTIMAL, sat.FEASIBLE):
            return None
        taken = frozenset(i for i, taken in enumerate(self.take) if solver.value(taken))
        before = {colour: self.troupe.performances.count(colour) for colour in COLOURS}
        wins = self._won(solver)
        beside = kept_worth(self.state, before, wanted(self.box, self.state), self.to)
        if self.eager:
            beside += WORTHS.point * self.state.leftovers * sum(len(win.paid) for win in wins)
            beside -= sum(map(solver.value, (self.turning, *self.awaited)))
        return _Chosen(
            taken,
            (*self._coloured(solver, taken), *wins),
            solver.value(self.cards),
            solver.value(self.gained),
            round(solver.objective_value) - beside,
            status == sat.OPTIMAL,
        )

    def _coloured(self, solver: sat.Solver, chosen: frozenset[int]) -> tuple[Column, ...]:
        """Return the columns chosen, each performance with the one colour it got."""
        left = {
            colours: [c for c, share in shares.items() for _ in range(int(solver.value(share)))]
            for colours, shares in self.shares.items()
        }
        actions = []
        for column in (self.columns[index] for index in sorted(chosen)):
            if column.verb == "wins":
                continue
            if len(column.colours) > 1:
                column = replace(column, colours=(left[column.colours].pop(),))
            actions.append(column)
        return tuple(actions)

    def _won(self, solver: sat.Solver) -> tuple[Win, ...]:
        """Return the audiences won, the open ones first."""
        top, with_top = self.state.top_audience, bool(solver.value(self.with_top))
        wins = []
        for card, won in self.wins.items():
            if solver.value(won):
                paid = tuple(
                    colour
                    for colour in sorted(COLOURS)
                    for _ in range(int(solver.value(self.paid[card][colour])))
                )
                way = gained(self.position, card) or NOTHING
                wins.append(Win(card, paid, card == top and with_top, way))
        return tuple(wins)


__all__ = ["Plan", "Win", "best_plan"]
