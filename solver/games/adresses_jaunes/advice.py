"""The coach's advice for people: every move with its value and the reason in table words."""

from __future__ import annotations

from collections.abc import Sequence

from ....models.adresses_jaunes.state import State, Step
from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.words import Words, listed, say, say_n, united
from ...play.coach import Advice, Budget, Conventional, seed_of
from ...play.contrast import joined
from ...play.race import Runner, measured
from ...play.trial import NOTHING, Assumptions
from .coach import Decision, Guessed, decision_of, is_certain, own_moves
from .convention import BY_DISCS, SPOKEN, agreed, clue, read, read_by_convention
from .counting import FEW_HANDS
from .sure import proofs

MOST = 20_000
"""Most worlds for which chances by convention are exact; of more, so many are sampled."""
UNIT = say("chance the team wins")


def advise(
    view: View[State], budget: Budget, seed: int = 0, assumed: Assumptions = NOTHING
) -> list[Advice]:
    """Return the moves of the viewer with the chance that the team wins, the best first.

    By convention if that is asked for or if the header says so. Raises Contradiction if no world
    fits.
    """
    reading = read(view, assumed)
    moves = own_moves(view)
    if not moves:
        return []
    decision = Decision(reading, seed_of(view, seed))
    if not budget.quick:
        first = _same(view, decision, moves)
        moves = tuple(move for move in moves if first.get(move, move) == move)
    steps = {holder + tile: n for n, (holder, tile) in enumerate(proofs(view))}
    order = {each: steps.get("".join(each.words[::-1]), len(steps)) for each in moves}
    moves = tuple(sorted(moves, key=order.__getitem__))
    rated = decision.rated(moves, budget)
    choice = None if budget.quick else _choice(view, decision, rated)
    advice = [_advice(view, decision, each, rated[0], choice) for each in rated]
    return sorted(advice, key=lambda each: each.value, reverse=True)


def same(view: View[State], moves: Sequence[Event]) -> dict[Event, Event]:
    """Return for each move of the viewer the first that comes to the same, whatever lies hidden."""
    own = [move for move in moves if move.actor == view.viewer]
    return _same(view, decision_of(view), own) if own else {}


def _same(view: View[State], decision: Decision, moves: Sequence[Event]) -> dict[Event, Event]:
    """Return the same; guesses that are sure share a row if one proof is of both."""
    names, proved = decision.seen.step is Step.CONCLUSION, dict[Event, str]()
    for (holder, tile), why in proofs(view).items() if names else ():
        proved |= {move: str(why) for move in moves if move.words == (tile, holder)}
    first = {proof: move for move, proof in reversed(proved.items())}
    others = [move for move in moves if move not in proved]
    return decision.same(others) | {move: first[proof] for move, proof in proved.items()}


def wasted(view: View[State], move: Event) -> bool:
    """Tell whether a disc or a pawn surely tells nobody anything."""
    return decision_of(view).tells_nothing(move)


def nudge(view: View[State], best: Event) -> Words | None:
    """Return where the viewer of `view` should look for the `best` move, None without a choice."""
    moves = own_moves(view)
    if not moves:
        return None
    word, box = best.words[0], view.state.box
    match best.verb:
        case "disc" if word in box.kinds:
            return say("Your disc: look at what a kind would tell.")
        case "disc":
            return say("Your disc: look at what a street would tell.")
        case "pawn":
            row = next(name for name, tiles in box.targets.items() if word in tiles)
            return say("Your pawn: look along {street}.", street=row)
    if is_certain(decision_of(view).rated(moves, Budget())[0]):
        return say("You can name a tile that is certain.")
    return say("Nothing is certain for you: let the others name what they can first.")


def by_convention(view: View[State]) -> Conventional | None:
    """Return what a table that follows the convention knows, if the header of `view` says so.

    The viewer is a player. None for a literal table, or if somebody did not follow.
    """
    convention = agreed(view)
    if convention is None or view.viewer not in view.setup.players:
        return None
    reading = read_by_convention(view, convention)
    if reading.convention is None:
        return Conventional({}, 0, False, reading.broken)
    worlds, complete = Decision(reading, seed_of(view)).worlds(MOST)
    chances = {}
    for tile in view.game.model.hidden(view).items:
        has = (worlds & reading.seen.code.mask([tile]) != 0).mean(axis=0).tolist()
        places = dict(zip(reading.seen.players, has, strict=True))
        chances[tile] = places | {NOBODY: 1.0 - sum(has)}
    return Conventional(chances, len(worlds), complete)


def _gained_by_waiting(decision: Decision, best: Runner) -> float:
    """Return how much likelier the team wins if another player acts before the viewer.

    What is certain costs nothing to name: then it is told of the guess that follows.
    """
    left = decision.left_to_others
    if left is None or is_certain(best):
        return -(decision.urgency or 0.0)
    return left - measured(best, best)[0]


def _advice(
    view: View[State], decision: Decision, rated: Runner, best: Runner, choice: Words | None
) -> Advice:
    value, error = measured(rated, best)
    chance = min(max(value, 0.0), 1.0)
    remark = _remark(view, decision, rated)
    told = choice if rated is best else None
    return Advice(rated.move, chance, UNIT, error, rated.exact, remark, told)


def _choice(view: View[State], decision: Decision, rated: Sequence[Runner]) -> Words | None:
    """Return what is known already, and whether another player had better act first."""
    best = rated[0]
    told, names = list[Words](), best.move.verb == "name"
    known = not names and decision.is_known
    if decision.is_won:
        pass
    elif not names and decision.knows_all:
        told.append(say("you know all tiles already: only what others know of yours counts"))
    elif known:
        found = say("all your tiles are found")
        if best.move.verb == "disc":
            found = say("all your tiles are found, so your disc counts 0 everywhere")
        told.append(say("all can know your tiles already") if decision.mine else found)
    settled = best.exact or known or decision.knows_all or decision.is_won
    if best.move.verb == "pawn" and not (settled or decision.reading.convention):
        rule = say(
            "as a rule, what a pawn tells {players} counts for more than what it tells you",
            players=decision.mates,
        )
        told.append(rule)
    laid = () if decision.is_won or (known and best.move.verb == "disc") else own_moves(view)
    if vain := [each.words[0] for each in laid if decision.tells_nothing(each)]:
        where = listed(vain)
        discs = say(
            "a disc at {targets} tells nobody anything: all know what it counts", targets=where
        )
        pawns = say("a pawn on {tiles} tells nobody anything", tiles=where)
        told.append(discs if best.move.verb == "disc" else pawns)
    few = decision.is_complete and decision.deals <= FEW_HANDS and not (names or decision.is_won)
    if few and (still := decision.can_have()):
        told.insert(0, still)
    if is_certain(best) or (names and decision.is_complete and not decision.is_won):
        told.append(_left(decision))
    if decision.is_won and not (names and decision.knows_all):
        told.append(say("it is won if nobody guesses: all tiles can be named, one after the other"))
    elif (gained := int(100 * _gained_by_waiting(decision, best))) > 1:
        values = {"players": decision.mates, "n": gained}
        waits = say("let {players} act first: {n} of 100 more are won", **values)
        guess = say("guess only after {players}: {n} of 100 more are won", **values)
        told.append(guess if is_certain(best) else waits)
    return say("{reasons}", reasons=listed(told, "; ")) if told else None


def _surely(view: View[State], decision: Decision, tile: str, holder: str) -> Words:
    """Return that somebody surely holds a tile, and why: by a step, or by all hands that fit."""
    if read(view).convention is not None:
        return say("surely right")
    n = len(decision.hands_of(holder))
    hands = say_n(
        "{player} can have only one hand",
        "all {n} possible hands of {player} have it",
        n,
        player=holder,
    )
    return say("surely right: {why}", why=proofs(view).get((holder, tile), hands))


def _left(decision: Decision) -> Words:
    """Return what stays open once all that is certain is named, or else what others must guess."""
    players, yours = united(decision.seen.others), decision.yours()
    if (still := decision.can_have()) is not None:
        hands = joined(still, yours, alike=True) if yours else still
        if len(decision.seen.others) == 1:
            return say("you must guess sooner or later: {hands}", hands=hands)
        return say("somebody must guess: {hands}", hands=hands) if decision.must_guess else hands
    known = say("you know all tiles of {players}; {yours}", players=players, yours=yours)
    return known if yours else say("you know all that is left")


def _remark(view: View[State], decision: Decision, rated: Runner) -> Words | None:
    """Return what is sure of a move or told by it, and whether somebody did not follow."""
    told, broken = list[Words](), decision.reading.broken
    if isinstance(rated, Guessed) and rated.certain:
        tile, holder = rated.move.words
        told.append(_surely(view, decision, tile, holder))
    if rated.move.verb == "disc" and decision.reading.convention == BY_DISCS:
        told.append(say("the convention's disc"))
    if rated.move.verb == "pawn" and decision.reading.convention == SPOKEN:
        own = clue(view.state, view.viewer, rated.move.words[0])
        if own is not None:
            told.append(say("tells your {tile}", tile=own))
    if broken is not None:
        told.append(
            say(
                "line {line} does not follow the convention: read literally from there on",
                line=broken,
            )
        )
    return say("{reasons}", reasons=listed(told, "; ")) if told else None
