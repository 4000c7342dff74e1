"""Who plays Battle of the Bards: `greedy`, and the planning `coach` with its advice and nudges."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random

from ....models.bards import Box, State, Step
from ....models.bards.rounds import points
from ....models.core import Event, View
from ....models.words import Words, say
from ...play.came import Came
from ...play.coach import Advice, Budget, Choice, GamePlay, choices, seed_of
from ...play.race import Runner, deadline
from ...play.trial import SURE, Assumptions, Followed
from .foresight import best_by_habit, foreseen, meant, piece, worth_trying
from .judge import JUDGE, off
from .looking import nudge
from .onward import STILL, onward
from .outlook import FREE
from .plan import best_plan
from .planned import first_of, planned
from .reasons import reason, sure, wasted
from .thumb import encore, leaving, staged, taken
from .worth import WORTHS, to_come, worth

AT_MOST = 48
"""In how many worlds advice foresees moves at most."""
WORLDS = 96
"""In how many worlds moves are tried, if the budget does not say."""
PLANNED = 0.1
"""The bot looks for a plan if it has so many seconds; a plan takes some 0.03."""
LOOKED_AT = 3
"""How many further moves with one piece are looked at for the best by the count."""
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
            if move.verb in FREE:
                return -1.0
            if move.verb in ("passes", "done"):
                return 0.0
            after = view.game.apply(state, move)
            action = WORTHS.action + to_come(after, view.viewer)
            return worth(box, after, view.viewer) - worth(box, state, view.viewer) + action

        return Choice(max(moves, key=gain))


class PlanBot:
    """Follows the best plan for the rest of its round, by the table of worths (BB-18).

    It overlooks chance and what others do; outside its turn it goes by rules of thumb.
    """

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the move of the viewer of `view`."""
        moves, plan = choices(view), planned(view)
        if plan is None:
            return Choice(by_rule(view, view.state, moves))
        return Choice((*first_of(plan, moves), moves[-1])[0])


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


def _foreseen(view: View, moves: Sequence[Event], budget: Budget, seed: int) -> list[Runner]:
    """Return the moves worth trying with their learned values, the best first."""
    until = deadline(budget.seconds, budget.stop)
    hurried = budget.seconds is not None and budget.seconds < PLANNED
    plan = None if hurried else planned(view, _half(budget.seconds))
    most = WORLDS if budget.iterations is None else budget.iterations
    return foreseen(view, worth_trying(view, moves, first_of(plan, moves)), seed, most, until)


def _half(seconds: float | None) -> float | None:
    return None if seconds is None else seconds / 2


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
    best, most = moves[0], -inf
    for move in moves:
        brings = _planned(view, box, state, move, most)
        if brings > most:
            best, most = move, brings
    return best


def _planned(view: View, box: Box, state: State, move: Event, beyond: float) -> float:
    """Return the worth of a choice within an ability, with the plan that follows at once.

    If that is no more than `beyond`, what is returned is no more either.
    """
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
    return there + best_plan(box, settled, player, seconds=1.0, beyond=beyond - there).value


# advice


def advise(view: View, budget: Budget, seed: int, assumed: Assumptions) -> list[Advice]:
    """Return moves of the viewer worth trying by the learned value, the best first.

    There is no convention.
    """
    moves = choices(view)
    if len(moves) < 2:
        return [_advice(Runner(move, [0.0]), valued=False) for move in moves]
    if (ahead := out_of_reach(view)) is not None:
        n, most = ahead
        told = say(
            "nobody can catch up: you end with at least {n} points, others with at most {most}",
            n=n,
            most=most,
        )
        return _settled(view, moves, 1.0, told)
    if (beaten := _beaten(view)) is not None:
        return _settled(view, moves, 0.0, beaten)
    soon = deadline(_half(budget.seconds), budget.stop)
    plan = meant(view)
    most = AT_MOST if budget.iterations is None else budget.iterations
    steps = [line for line in plan.lines if line in moves]
    few = worth_trying(view, moves, steps)
    few += [move for move in _alike_in_dice(moves, few) if move not in few]
    found = foreseen(view, few, seed_of(view, seed), most, soon, plan.planned)
    tried = len(found[0].worths)
    found.sort(key=lambda each: each.move not in steps or len(each.worths) < tried)
    useful = _useful(view, found)
    return [_advice(each) for each in useful]


def _settled(view: View[State], moves: Sequence[Event], value: float, told: Words) -> list[Advice]:
    """Return the moves where a count settles who wins, the best first by what they surely bring."""
    by_piece = {piece(move): move for move in best_by_habit(view, moves)[::-1]}
    spares = view.state.step is Step.MELODIES  # there nothing is won by what is spent
    surest = max(
        [*by_piece.values()][::-1], key=lambda e: (spares and e.verb == "done", sure(view, e))
    )
    ordered = dict.fromkeys((surest, *best_by_habit(view, moves)))
    found = [_advice(Runner(move, [value]), exact=True) for move in ordered]
    return [replace(found[0], remark=told), *found[1:]]


def _alike_in_dice(moves: Sequence[Event], some: Sequence[Event]) -> Iterator[Event]:
    """Yield the other ways to use the bards, and to make the performances, of some moves."""
    for shown in {piece(move): None for move in some if move.verb in ("uses", "performs")}:
        yield from [move for move in moves if piece(move) == shown][:LOOKED_AT]


def _useful(view: View[State], found: Sequence[Runner]) -> list[Runner]:
    """Return moves, those first that stand for their piece: the one that is best by the count.

    Only moves that may be as good as the first of the piece change places, and uses of a bard: with
    which die is better shows in what the others make.
    """
    came = Came({each.move: Followed(each.worths, {}) for each in found}, True, off(view))
    by_piece = dict[Hashable, list[Runner]]()
    for each in found:
        by_piece.setdefault(piece(each.move), []).append(each)
    heads = list[Runner]()
    for first, *others in by_piece.values():
        near = [first]
        for each in others[:LOOKED_AT]:
            gap, error = came.gap(first.move, each.move)
            if gap <= SURE * error or first.move.verb == "uses":
                near.append(each)
        if first.move.verb in FREE:
            heads.append(next((each for each in near if not wasted(view, each.move)), first))
        else:
            heads.append(max(near, key=lambda each: sure(view, each.move)) if near[1:] else first)
    return sorted(found, key=lambda each: each not in heads)


def out_of_reach(view: View[State]) -> tuple[int, int] | None:
    """Return the viewer's points at least, and those of others at most, if that wins the game.

    None where it may not. All others have passed in the last round, or the encore has come, which
    is all that they can still win (BB-10). Performances may be spent, and veterans be trashed by
    who explores or trashes, but no audience is lost.
    """
    state, viewer = view.state, view.viewer
    box, others = state.box, {player for player in state.players if player != viewer}
    acting = state.step is Step.SHOW and not others <= state.done
    if acting or not state.ending or state.step not in (Step.SHOW, Step.ENCORE, Step.MELODIES):
        return None
    own, least = state.troupes[viewer], points(box, state, viewer)
    if state.step is Step.SHOW:
        free = {each.card for each in own.stage if not each.die and not each.turned}
        kinds = {icon.kind for card in free for icon in box.cards.bards[card].icons}
        trashes = bool(state.duties or kinds & {"explore", "trash"} or free & {*box.cards.posters})
        trashed = own.face_down if trashes and (state.actions or state.duties) else own.hand.known
        least -= state.leftovers * len(own.performances) + box.cards.points(trashed)
    encore = 0 if state.encore_won else box.numbers.encore_points
    most = max(points(box, state, player) for player in others) + encore
    return (least, most) if least > most else None


def _advice(found: Runner, valued: bool = True, exact: bool = False) -> Advice:
    value, error = found.value, 0.0 if exact else found.error
    return Advice(found.move, value, JUDGE.unit, error, exact, valued=valued)


def _beaten(view: View[State]) -> Words | None:
    """Return that the viewer has lost, where the encore is all that is left and is not enough."""
    state, (players, m) = view.state, onward(view, STILL).ahead
    encore = 0 if state.encore_won else state.box.numbers.encore_points
    n = points(state.box, state, view.viewer) + encore
    if state.step not in (Step.ENCORE, Step.MELODIES) or n >= m:
        return None
    values: dict[str, object] = {"n": n, "players": players, "m": m}
    return say("lost: you end with at most {n} points, and {players} with at least {m}", **values)


def _alike(view: View[State], moves: Sequence[Event]) -> dict[Event, Event]:
    """Return no moves that come to the same: each spends something else."""
    return {}


PLAY = GamePlay(
    {"coach": CoachBot, "regular": PlanBot, "beginner": GreedyBot, "greedy": GreedyBot},
    advise=advise,
    piece=piece,
    nudge=nudge,
    reason=reason,
    sure=sure,
    levelled=True,
    wasted=wasted,
    same=_alike,
    compiled=True,
    judge=JUDGE,
)
