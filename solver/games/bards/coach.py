"""Who plays Battle of the Bards: `greedy`, and the planning `coach` with its advice and nudges."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from ....models.bag import Bag
from ....models.bards import Bards, Box, State, Step
from ....models.bards.cards import Card
from ....models.core import Event, View
from ....models.wording import worded
from ....models.words import Listed, Words, listed, say, say_n
from ...play.coach import Advice, Assumptions, Budget, Choice, GamePlay, choices, seed_of
from ...play.race import deadline
from .judge import JUDGE
from .lines import Plan
from .moves import SAMPLE, Stopped, Valuer
from .plan import best_plan
from .thumb import encore, leaving, staged, taken
from .tries import fact, tried
from .worth import WORTHS, worth

UNIT = say("points, by the table of worths (BB-18)")
OPENING = ("uses", "wins", "hires", "performs")
"""Verbs of actions, first those that may make most others possible."""
LOOKED_AT = 8
"""How many moves advice compares."""
REROLL_SAMPLE = 6
AT_A_TABLE = Budget()
"""No limit: a plan is bounded by its work, so it is the same on every machine."""


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
    """Plays the first line of its best plan; rolls again if that promises more than to pass.

    Its budget of seconds limits the search for a plan, and once more the thought about rolling
    again; moves that get no value in time are left out.
    """

    budget: Budget = AT_A_TABLE

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the move of the viewer of `view`."""
        moves = choices(view)
        state: State = view.state
        if len(moves) == 1:
            return Choice(moves[0])
        if state.step is not Step.SHOW or state.duties:
            return Choice(by_rule(view, state, moves, self.budget.seconds))
        patience = self.budget.seconds
        plan = best_plan(state.box, state, view.viewer, seconds=2.0, patience=patience)
        return Choice(_planned_move(view, moves, plan, patience))


def _planned_move(
    view: View, moves: tuple[Event, ...], plan: Plan, patience: float | None = None
) -> Event:
    """Return the first line of the best plan; if there is none, perhaps a reroll of all dice."""
    state, stop = view.state, moves[-1]
    if plan.events and state.actions:
        return plan.events[0]
    rerolls = [m for m in moves if m.verb == "rerolls" and _all_dice(state, m)]
    if not state.actions or not rerolls or len(state.troupes[view.viewer].dice) < 3:
        return stop
    game: Bards = view.game  # type: ignore[assignment]
    valuer = Valuer(game, state, view.viewer, Random(0), REROLL_SAMPLE, patience)
    valuer.over = deadline(patience)
    cheapest = min(rerolls, key=lambda m: (_price(view, m), m.words))
    with suppress(Stopped):
        if valuer.value(cheapest).mean > valuer.standing():
            return cheapest
    return stop


def _all_dice(state: State, move: Event) -> bool:
    return len(move.words) - 2 == len(state.troupes[move.actor].dice)


def _price(view: View, move: Event) -> int:
    """Return a rank: hand cards are the cheapest means, then melodies, then posters."""
    box: Box = view.state.box
    means = move.words[-1]
    return 2 if means in box.cards.posters else 1 if means == "melody" else 0


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


# what follows from the rules of thumb, the same for both bots


def by_rule(
    view: View, state: State, moves: tuple[Event, ...], patience: float | None = None
) -> Event:
    """Return the move in a step outside the actions, by the table of worths and rules of thumb.

    With `patience` all its plans together take no longer than so many seconds.
    """
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
    each = None if patience is None else patience / len(moves)
    return max(moves, key=lambda m: _planned(view, box, state, m, each))


def _planned(view: View, box: Box, state: State, move: Event, patience: float | None) -> float:
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
    return there + best_plan(box, settled, player, seconds=1.0, patience=patience).value


# advice


def advise(view: View, budget: Budget, seed: int, assumed: Assumptions) -> list[Advice]:
    """Return the best moves of the viewer, ranked; the first step of the plan is one of them.

    `budget.iterations` is how many outcomes are sampled if there are too many to list; when its
    seconds are over, no further move is valued. If no move of the show has a value by then, or if
    the budget is quick, the bot's own move is named without a value. There is no convention.
    """
    moves = choices(view)
    state: State = view.state
    if not moves:
        return []
    within = state.duties and state.actor == view.viewer and len(moves) <= LOOKED_AT
    if len(moves) == 1:
        return [_only(state, moves[0])]
    if state.step is not Step.SHOW or (state.duties and not within):
        return tried(view, moves, budget, seed)
    game: Bards = view.game  # type: ignore[assignment]
    rng, over = Random(seed_of(view, seed)), deadline(budget.seconds, budget.stop)
    sample = budget.iterations or SAMPLE
    valuer = Valuer(game, state, view.viewer, rng, sample, budget.seconds)
    plan = None if state.duties else valuer.plan()
    valuer.over = over
    ranked = [] if budget.quick else _valued(view, valuer, plan, moves)
    if ranked:
        return sorted(ranked, key=lambda advice: -advice.value)
    valuer.over = lambda: False
    move = by_rule(view, state, moves) if plan is None else _planned_move(view, moves, plan)
    return [_unvalued(move, _why(view, valuer, plan, move))]


def _valued(
    view: View, valuer: Valuer, plan: Plan | None, moves: tuple[Event, ...]
) -> list[Advice]:
    """Return the moves with their values, as far as there was time."""
    ranked: list[Advice] = []
    standing = valuer.standing()
    for move in moves if plan is None else _looked_at(view.state, plan, moves):
        try:
            value = valuer.value(move)
            why = _why(view, valuer, plan, move)
        except Stopped:
            break
        mean = round((value.mean - standing) / WORTHS.point, 4)
        error = value.error / WORTHS.point
        ranked.append(Advice(move, mean, UNIT, error, value.exact, why, chance=False))
    return ranked


def _only(state: State, move: Event) -> Advice:
    """Return the only possible move, without a value: there is nothing to compare it with."""
    return _unvalued(move, say("nothing else can be done; {fact}", fact=fact(state, move)))


def _unvalued(move: Event, why: Words) -> Advice:
    return Advice(move, 0.0, UNIT, 0.0, False, why, chance=False, valued=False)


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


def _why(view: View, valuer: Valuer, plan: Plan | None, move: Event) -> Words:
    if plan is not None and plan.events == (move,):
        return say("the best plan has no other step")
    if plan is not None and plan.events[:1] == (move,):
        return say_n(
            "the first of {n} step of the best plan: {steps}",
            "the first of {n} steps of the best plan: {steps}",
            len(plan.events),
            steps=told_plan(view, plan),
        )
    troupe = view.state.troupes[view.viewer]
    if move.verb in ("passes", "done"):
        return say(
            "you stay with {performances}, {melodies} and {dice}",
            performances=_performances(len(troupe.performances)),
            melodies=say_n("{n} melody", "{n} melodies", troupe.melodies),
            dice=say_n("{n} free die", "{n} free dice", len(troupe.dice)),
        )
    if plan is None:
        return fact(view.state, move)
    following = valuer.following(move)
    if following is None:
        return say("an average over its rolls or draws, then the best plan")
    return say(
        "the best plan behind it makes {performances} and wins {audiences}",
        performances=_performances(following.performances),
        audiences=say_n("{n} audience", "{n} audiences", len(following.wins)),
    )


def _performances(n: int) -> Words:
    return say_n("{n} performance", "{n} performances", n)


def told_plan(view: View, plan: Plan) -> Listed:
    """Return the lines of a plan, each in words that the reader's language translates."""
    verbs = view.notation.verbs
    lines = (verbs[event.verb].write(event) for event in plan.events)
    return listed((worded(view, line) for line in lines), "; ")


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
    told = say_n(
        "There is {n} performance in these dice", "There are {n} performances in these dice", n
    )
    if n == 0:
        told = say("There is no performance in these dice as they lie")
    for melodies, with_melodies in enumerate(found):
        if with_melodies > n:
            return say_n(
                "{told}, and {n} melody makes one more.",
                "{told}, and {n} melodies make one more.",
                melodies,
                told=told,
            )
    return say("{told}.", told=told)


PLAY = GamePlay({"greedy": GreedyBot, "coach": CoachBot}, advise=advise, nudge=nudge, judge=JUDGE)
