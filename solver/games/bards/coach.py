"""Who plays Battle of the Bards: `greedy`, and the planning `coach` with its advice and nudges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from random import Random

from ....models.bag import Bag
from ....models.bards import Box, State, Step
from ....models.bards.cards import Card
from ....models.core import Event, View
from ....models.wording import worded
from ....models.words import Listed, Words, in_100, listed, say, say_n
from ...play.coach import Advice, Budget, Choice, GamePlay, choices, seed_of
from ...play.race import Runner, deadline
from ...play.trial import Assumptions
from .foresight import LOOKED_AT, by_habit, foreseen
from .judge import JUDGE, Trial
from .lines import Plan
from .plan import best_plan
from .thumb import encore, leaving, staged, taken
from .worth import WORTHS, worth

OPENING = ("uses", "wins", "hires", "performs")
"""Verbs of actions, first those that may make most others possible."""
AT_MOST = 48
"""In how many worlds advice foresees moves at most."""
STEPS = 3
"""How many further steps of a plan are told."""
WORLDS = 96
"""In how many worlds moves are tried, if the budget does not say."""
PLANNED = 0.1
"""The bot looks for a plan if it has so many seconds; a plan takes some 0.03."""
AT_A_TABLE = Budget(iterations=WORLDS)
"""The bot's default budget: the same on every machine."""


class GreedyBot:
    """Takes the move after which it has most, by the table of worths; never looks further.

    It spends melodies only in the encore.
    """

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the move of the viewer of `view`."""
        moves = choices(view)
        state: State = view.state
        if state.step is not Step.SHOW or state.duties:
            return Choice(by_rule(view, state, moves))
        box = view.state.box

        def gain(move: Event) -> float:
            if move.verb in ("raises", "lowers", "rerolls"):
                return -1.0
            if move.verb in ("passes", "done"):
                return 0.0
            after = view.game.apply(state, move)
            action = WORTHS.action + _to_come(after, view.viewer)
            return worth(box, after, view.viewer) - worth(box, state, view.viewer) + action

        return Choice(max(moves, key=gain))


@dataclass(frozen=True, slots=True)
class CoachBot:
    """Takes the move with the best learned value: the chance to win after it (see `foresight`).

    In its turn it tries the first line of its best plan, too, if there is time for one. Its budget
    limits the worlds in which moves are tried (`iterations`), or the seconds for all of this.
    """

    budget: Budget = AT_A_TABLE

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the move of the viewer of `view`."""
        moves = choices(view)
        if len(moves) == 1:
            return Choice(moves[0])
        return Choice(_foreseen(view, moves, self.budget, seed_of(view))[0].move)


def _foreseen(
    view: View, moves: Sequence[Event], budget: Budget, seed: int, keep: int = 1
) -> list[Runner]:
    """Return the moves worth trying with their learned values, the best first."""
    until = deadline(budget.seconds, budget.stop)
    planning = _in_turn(view) and (budget.seconds is None or budget.seconds >= PLANNED)
    planned = _plan(view, budget.seconds).events[:1] if planning else ()
    first = [move for move in planned if move in set(moves)]
    looked_at = list(dict.fromkeys([*first, *by_habit(view, moves)[:LOOKED_AT], moves[-1]]))
    most = WORLDS if budget.iterations is None else budget.iterations
    return foreseen(view, looked_at, seed, most, until, keep)


def _in_turn(view: View) -> bool:
    """Tell whether the viewer may act now, so that there may be a plan."""
    state: State = view.state
    own = state.step is Step.SHOW and state.actor == view.viewer
    return bool(own and state.actions and not state.duties)


def _plan(view: View, patience: float | None) -> Plan:
    state: State = view.state
    half = None if patience is None else patience / 2
    return best_plan(state.box, state, view.viewer, seconds=2.0, patience=half)


def _all_dice(state: State, move: Event) -> bool:
    return len(move.words) - 2 == len(state.troupes[move.actor].dice)


def _to_come(after: State, player: str) -> float:
    """Return the stated worth of what the coming lines bring."""
    brings = {
        "explores": WORTHS.explore,
        "gathers": WORTHS.gather,
        "steals": WORTHS.steal,
        "draws": WORTHS.draw,
        "takes": WORTHS.die,
        "chooses": WORTHS.extra_action,
        "rerolls": WORTHS.reroll,
        "turns": WORTHS.turn,
        "trashes": WORTHS.trash,
    }
    return sum(brings.get(duty.verb, 0) for duty in after.duties if duty.player == player)


# what follows from the rules of thumb


def by_rule(view: View, state: State, moves: tuple[Event, ...]) -> Event:
    """Return the move in a step outside the actions, by the table of worths and rules of thumb."""
    box: Box = view.state.box
    player = view.viewer
    match moves[0].verb:
        case "stages":
            return max(moves, key=lambda m: (staged(box, state, player, m), m.words))
        case "takes":
            return max(moves, key=lambda m: taken(box, state, player, m.words[0]))
        case "keeps" if state.step is Step.LEAVE:
            return max(moves, key=lambda m: leaving(box, m))
        case "discards" if state.step is Step.LEAVE or moves[0].words[0] in box.cards.bards:
            return max(moves, key=lambda m: leaving(box, m))
        case "returns":
            explored = moves[-1].words[0]
            return moves[-1] if box.cards.bards[explored].kind == "basic" else moves[0]
        case "raises" | "lowers" | "rerolls" | "done" if state.step is Step.MELODIES:
            return encore(moves)
    return max(moves, key=lambda m: _planned(view, box, state, m))


def _planned(view: View, box: Box, state: State, move: Event) -> float:
    """Return the worth of a choice within an ability, with the plan that follows at once."""
    after: State = view.game.apply(state, move)
    player = view.viewer
    if move.verb == "rerolls":  # like any die
        return worth(box, after, player)
    settled = replace(after, duties=())
    if any(len(die) == 1 for die in after.troupes[player].dice):
        return worth(box, after, player)
    there = worth(box, after, player)
    if state.actor != player:
        return there
    return there + best_plan(box, settled, player, seconds=1.0).value


# advice


def advise(view: View, budget: Budget, seed: int, assumed: Assumptions) -> list[Advice]:
    """Return moves of the viewer worth trying, each with the chance to win that is foreseen.

    They are told apart by being tried (see `judge`), so they have no values here. There is no
    convention.
    """
    moves = choices(view)
    if len(moves) < 2:
        return [_advice(move, None, valued=False) for move in moves]
    until = deadline(budget.seconds, budget.stop)
    told = _worth_trying(view, moves, budget, seed)
    most = AT_MOST if budget.iterations is None else budget.iterations
    found = foreseen(view, list(told), seed_of(view, seed), most, until, keep=len(told))
    chances = {each.move: each for each in found if each.worths}
    return [_advice(move, _remark(chances.get(move), then)) for move, then in told.items()]


def _worth_trying(
    view: View, moves: tuple[Event, ...], budget: Budget, seed: int
) -> dict[Event, Words | None]:
    """Return the moves to compare, with the steps of the plan that follow the first of them."""
    state: State = view.state
    within = state.duties and state.actor == view.viewer and len(moves) <= LOOKED_AT
    if state.step is not Step.SHOW or (state.duties and not within):
        return dict.fromkeys(Trial(view, seed_of(view, seed)).moves)
    if state.duties:
        return dict.fromkeys(moves)
    plan = _plan(view, budget.seconds)
    few = dict.fromkeys([*_looked_at(state, plan, moves), *by_habit(view, moves)[:2]])
    return {each: _planned_steps(view, plan, each) for each in few}


def _remark(found: Runner | None, then: Words | None) -> Words | None:
    """Return what is said of a move beside its value: the learned one, and the plan behind it."""
    if found is None:
        return then
    chance = say("learned value: {n} % to win", n=in_100(found.value))
    return chance if then is None else say("{chance}; {then}", chance=chance, then=then)


def _advice(move: Event, remark: Words | None, valued: bool = True) -> Advice:
    return Advice(move, 0.0, JUDGE.unit, 0.0, False, remark, chance=False, valued=valued)


def _planned_steps(view: View, plan: Plan, move: Event) -> Words | None:
    """Return what follows `move` in the best plan, if the plan begins with it and goes on."""
    first, *then = plan.events or (None,)
    if first != move or not then:
        return None
    if len(then) > STEPS:
        return say("then: {steps} …", steps=told_steps(view, then[:STEPS]))
    return say("then: {steps}", steps=told_steps(view, then))


def _looked_at(state: State, plan: Plan, moves: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the moves to compare: the plan's first step, a reroll, other actions, and to stop.

    An action can beat the plan by what it makes possible: a bard by its cards and dice, a win or a
    hire by the card that comes next. Each bard is tried with the die that the plan needs least.
    """
    legal = set(moves)
    planned = [event for event in plan.events if event in legal]
    rerolls = [m for m in moves if m.verb == "rerolls" and _all_dice(state, m)]
    tried: Counter[Card] = Counter()
    ranks: dict[Event, tuple[int, int]] = {}
    actions = [move for move in moves if move.verb in OPENING]
    for move in sorted(actions, key=lambda m: _missed(plan, m)):
        ranks[move] = (tried[move.words[0]], OPENING.index(move.verb))
        tried[move.words[0]] += move.verb != "performs"
    others = sorted(ranks, key=lambda m: ranks[m])
    few = dict.fromkeys([*planned[:1], *rerolls[:1], *others])
    return (*list(few)[:LOOKED_AT], moves[-1])


def _missed(plan: Plan, move: Event) -> int:
    """Return how many other actions of the plan need the dice of `move`."""
    others = [step for step in plan.actions if step.card != move.words[0]]
    return sum(die in step.dice for step in others for die in move.words[1:])


def told_steps(view: View, events: Sequence[Event]) -> Listed:
    """Return lines of a plan, each in words that the reader's language translates."""
    verbs = view.notation.verbs
    lines = (verbs[event.verb].write(event) for event in events)
    return listed((worded(view, line) for line in lines), "; ")


def piece(move: Event) -> Hashable:
    """Return what a move is made with: a card, a colour of performances, or all of its words."""
    match move.verb:
        case "uses" | "wins" | "hires":
            return move.verb, move.words[0]
        case "performs":
            return move.verb, move.words[-1]
    return move


@dataclass(frozen=True, slots=True)
class Dice:
    """How many performances the dice hold: as they lie, and with each further melody."""

    by_melodies: tuple[int, ...]


def performances_in(view: View) -> Dice:
    """Return how many performances the dice of the viewer make at most, by melodies spent."""
    state: State = view.state
    box: Box = view.state.box
    most = []
    for melodies in range(state.troupes[view.viewer].melodies + 1):
        alone = _dice_alone(state, view.viewer, melodies)
        most.append(best_plan(box, alone, view.viewer).performances)
    return Dice(tuple(most))


def _dice_alone(state: State, player: str, melodies: int) -> State:
    """Return the state with the same dice and no other use or price for them."""
    alone = state.troupe(player, stage=(), hand=Bag(), melodies=melodies, performances=())
    return replace(alone, audiences=(), top_audience="", leftovers=9)


def nudge(view: View, best: Event) -> Words | None:
    """Return a hint at what is in the dice; None in another player's turn.

    It does not depend on which move is the `best` one.
    """
    state: State = view.state
    if state.step is not Step.SHOW or state.duties or state.actor != view.viewer:
        return None
    found = performances_in(view).by_melodies
    n = found[0]
    further = next((melodies for melodies, more in enumerate(found) if more > n), None)
    told = say_n(
        "There is {n} performance in these dice", "There are {n} performances in these dice", n
    )
    if n == 0:
        told = say("There is no performance in these dice as they lie")
    if further is None:
        return say("{told}.", told=told)
    if n == 0:
        return say_n(
            "{told}, but {n} melody makes one.",
            "{told}, but {n} melodies make one.",
            further,
            told=told,
        )
    return say_n(
        "{told}, and {n} melody makes one more.",
        "{told}, and {n} melodies make one more.",
        further,
        told=told,
    )


PLAY = GamePlay(
    {"greedy": GreedyBot, "coach": CoachBot},
    advise=advise,
    piece=piece,
    nudge=nudge,
    compiled=True,
    judge=JUDGE,
)
