"""What most tells a move from another: what it is for, at what price, and who can come first.

A turn is a chain of small moves, so moves are held against each other with the best line after
each of them.
"""

from __future__ import annotations

from ....models.bards import State, Step
from ....models.bards.dice import DICE
from ....models.bards.rounds import points
from ....models.core import Event, View
from ....models.words import Words, in_points, say, united
from ...play.coach import choices
from ...play.contrast import Clause, Contrast
from . import phrases
from .effects import Deed, Does
from .lines import MELODY
from .onward import Onward, onward
from .outlook import CARDS, FREE, TURNS
from .phrases import together
from .purposes import bill, drawn_from, no_cheaper, use
from .rivals import thief
from .threats import OF_DECKS, nearer_to, race_for, threat_to
from .worth import in_sight

LITTLE = 0.01
"""By so much of the chance to win at most moves differ where the game is lost by a count."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` is for, and the one thing that most tells it from the other."""
    own, other = onward(view, move), onward(view, differs.against)
    own, other = (_played(own, differs), other) if differs.best else (own, _played(other, differs))
    more = own.brings - other.brings
    worse = differs.gap < 0 or (differs.either and (more < 0 or not differs.gap))
    lesser = worse and not differs.best
    shown = own.as_after(other) if lesser and differs.either else own
    told, setting = _reason(shown, other, differs, lesser)
    as_good = own.alike(other) and own.turns_to_win <= other.turns_to_win
    as_good &= bill(own, other) is None
    if told is None or (as_good and lesser and not differs.either):  # what was measured tells more
        return None
    topic = _topic(own, str(told))
    good = None
    if differs.either and outweighed(*((other, own) if more > 0 else (own, other))):
        good = True if more > 0 else None if differs.best else False
    counted = good is not None
    leaves = view.state.step is Step.LEAVE  # there a card is in the words of the move and the hand
    pays = str(told) if leaves else "discarding" in move.words
    return Clause(
        told, good, counted=counted, topic=topic, unlike=pays, setting=setting, aside=True
    )


def _played(best: Onward, differs: Contrast) -> Onward:
    """Return the same by a plan for what was mostly won after the best move, if there is one."""
    came = {e: sides[not differs.best] for e, sides in differs.sides.items() if isinstance(e, Does)}
    won = {e.card for e, n in came.items() if e.yours and e.deed is Deed.WINS and n > 0.5}
    if best.after.ending or not (best.acts and best.wins) or {*best.wins} & won:
        return best
    found = best.without(*(card for card in in_sight(best.after) if card not in won))
    return found if found.wins else best


def _topic(own: Onward, told: str) -> Words:
    """Return what there is to weigh where that is told of a move."""
    if own.view.state.step is Step.MELODIES:
        return say("who wins the encore")
    if own.move.verb in OF_DECKS and not {*own.move.words} & {*DICE}:
        return say("what you draw next")
    if own.move.verb == "stages":
        return say("what each card brings on stage, and in hand")
    if own.move.verb == "hires":
        return say("what a veteran is worth to you")
    if any(card in told for card in in_sight(own.view.state)):
        return say("which audience you can win next, and who else can")
    return say("what your dice can still make")


def outweighed(own: Onward, other: Onward) -> bool:
    """Tell whether a move of the show surely costs more than it brings beside another one.

    It may pay for a free action that changes nothing, or pass though something can be had for
    nothing. What is only paid earlier costs no more, and of dice that are rolled nothing is sure.
    """
    if own.brings >= other.brings or not (own.acts or own.move.verb == "passes"):
        return False
    if own.move.verb == "passes":
        return other.acts and bool(own.still.wins or own.still.free)
    if own.move.verb == "rerolls":
        aim = own.rolling.rolled_for  # what one melody is sure to make is rolled for by one
        if own.cost and aim and aim[2] <= 1:
            return own.rolling.rolls.odds(aim[1], 0) < 1
        return no_cheaper(own) or not (aim or own.plan.position.unused)
    if own.move.verb not in TURNS:
        return own.alike(other) and own.at_risk > other.at_risk
    if own.alike(other):
        less = other.leaves - own.leaves
        return bool(less[MELODY] or less[CARDS]) and own.at_risk >= other.at_risk
    return own.needless


def _reason(
    own: Onward, other: Onward, differs: Contrast, worse: bool
) -> tuple[Words | None, tuple[Words, ...]]:
    """Return what the move is for, and apart from it who may come first after both moves."""
    most = max(one.points() + one.encore for one in (own, other))
    lost = own.after.ending and most < own.ahead[1] and differs.either and abs(differs.gap) < LITTLE
    if lost and own.view.state.step is Step.SHOW and not own.rolled:
        (players, m), n, line = own.ahead, own.points() + own.encore, phrases.scored(own)
        plan = say("even by the best plan")
        plan = say("{plan}, {line},", plan=plan, line=line) if line else plan
        if own.encore:
            plan = say("{plan} and with the encore", plan=plan)
        told = say("{plan} you end with {points}", plan=plan, points=in_points(n))
        k = points(own.after.box, own.view.state, own.view.viewer)
        now = say("now you have {n} points, against {m} of {players}", n=k, m=m, players=players)
        told = say("{clause}: {n} short of {players} now", clause=told, n=m - n, players=players)
        return told, (now,)
    clause = use(own, other, worse)
    if worse and own.move.verb == "stages":
        return clause, ()
    if own.view.state.step is Step.LEAVE:
        return clause, tuple(filter(None, [drawn_from(own)]))
    if own.view.state.step is Step.MELODIES:
        (players, m), n, k = own.ahead, own.points(), own.after.box.numbers.encore_points
        values: dict[str, object] = {"n": n, "m": m, "players": players, "k": k}
        told = say("you have {n} points, {players} {m}, and the encore adds {k}", **values)
        if own.after.encore_won:  # the points of it are among those
            told = say("you end with {points}", points=in_points(n))
            told = say("{clause}, against {m} of {players} now", clause=told, m=m, players=players)
        return (clause, (told,)) if abs(n - m) <= k else (None, ())
    named = any(card in str(clause) for card in own.wins)
    wins = own.move.verb == "wins"
    news = wins or not worse or {*own.wins} - {*other.taken}
    untold = own.move.verb not in (*OF_DECKS, *TURNS, "takes", "rerolls") and not named
    if clause and own.wins and news and untold:
        clause = together(clause, phrases.prize(own))
    costs = totals(own, other, worse)
    settled = differs.either and own.alike(other) and own.deeds != other.deeds
    if not (costs or differs.best or settled or own.after.ending) and own.acts:
        free = own.move.verb in FREE and own.deeds != other.deeds and not own.alike(other)
        costs = None if free else bill(own, other, anyhow=clause is None)
    race = threat_to(own, other, str(clause))
    race = race or (nearer_to(own, str(clause)) if differs.best else None)
    theirs = race and threat_to(other, own, str(use(other, own, not worse)))
    instead = phrases.instead(own) if differs.best and own.acts else None
    setting = [race] if race and str(race) == str(theirs) and not instead else []
    setting += [say("all others have passed")] * (own.alone and bool(own.wins) and not race)
    same = [] if instead else [theirs] if own.wins else [theirs, race_for(other, own, str(clause))]
    race = None if str(race) in map(str, same) else race
    if not worse and own.wins and not own.turns_to_win and own.move.verb != "wins":
        late = race_for(other, own, "")  # what is won now can be lost
        race = say("else {clause}", clause=late) if late else race
    return together(together(clause, costs), together(race, instead)), tuple(setting)


def sure(view: View[State], move: Event) -> float:
    """Return what the viewer has after `move` and its best line, by the table of worths."""
    return onward(view, move).brings


def wasted(view: View[State], move: Event) -> bool:
    """Tell whether a move of the show spends a die, melody or card for nothing, as is counted.

    Or too early: a die that the best plan turns later, or can as well in the next turn; dice that
    are rolled again for a performance which they make as they lie; the second of two bards that the
    plan uses in either order.
    """
    state = view.state
    if move.verb not in (*FREE, "uses") or state.step is not Step.SHOW:
        return False
    own = onward(view, move)
    planned = own.still.plan.events
    if move.verb == "uses":
        moves = choices(view)
        first = next((line for line in planned if line.verb == "uses" and line in moves), move)
        steps = {move, *own.plan.events}
        return move != first and steps == {*planned} == {first, *onward(view, first).plan.events}
    if move.verb in TURNS and move in planned and not state.duties:
        waits = not state.actions and thief(state, view.viewer) is None
        hurries = not own.turns_to_win and any(own.rivals[card] for card in own.wins)
        return waits or (planned[0].verb not in FREE and not hurries)
    if move.verb != "rerolls":
        return own.needless
    aim = own.rolling.rolled_for
    return not (aim and aim[2]) or own.rolling.outdone


def totals(own: Onward, other: Onward, worse: bool = False) -> Words | None:
    """Return the points of the line if it ends the game, as far as it is told.

    Nothing is told of what a roll may come to.
    """
    rolls = own.move.verb == "rerolls"
    if rolls or not own.ends_game or (worse and own.points() == other.points()):
        return None
    contested = [card for card in own.wins if own.turns[card] and own.threats[card]]
    n = own.points(own.course.actions)
    paid = sum(len(win.paid) for win in own.plan.wins if win.card in contested)
    sure = n - own.cards.points(contested) + paid * own.after.leftovers
    told = say("you end with {points}", points=in_points(n))
    if n < own.points() or own.rolled:
        told = say("you end with at least {points}", points=in_points(n))
    if contested:
        able = {player for card in contested for player, _ in own.threats[card]}
        rival: object = say("somebody") if len(able) > 1 else next(iter(able))
        values: dict[str, object] = {"n": sure, "cards": united(contested), "rival": rival}
        told = say("{clause} ({n} if {rival} wins {cards} first)", clause=told, **values)
    (players, m), k = own.ahead, own.after.box.numbers.encore_points
    told = say("{clause}, against {m} of {players} now", clause=told, m=m, players=players)
    if abs(sure - m) <= k and own.rollers and (own.encore or sure >= m):
        told = say("{clause}, and then the encore adds {n} for its winner", clause=told, n=k)
    if abs(sure - m) <= k and own.rollers and not own.encore and own.before.encore.known:
        told = say("{clause}; you have no die in the encore", clause=told)
    if own.after.ending:
        return say("last round: {clause}", clause=told)
    return say("the last round then: {clause}", clause=told)
