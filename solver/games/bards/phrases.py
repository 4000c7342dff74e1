"""The line after a move in words: its steps, what it wins, and how often dice make that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

from ....models.bag import HOLE
from ....models.bards import State
from ....models.bards.abilities import ability, performances_left
from ....models.bards.cards import ANY, Card, about_icon, about_power
from ....models.bards.dice import COLOURS, Colour, Die
from ....models.words import Words, in_100, listed, say, say_n, united
from ...play.contrast import joined
from .columns import Column, PlanStart
from .lines import MELODY, Plan
from .onward import Onward
from .order import Step as PlanStep
from .order import Win
from .outlook import CARDS, DICE, MOST, makes
from .rivals import safe
from .worth import BLANK, lacking

FEW = 2
"""So many performances an audience lacks at most to be named for later, and so many are named."""


def means(own: Onward, step: Column) -> Sequence[str]:
    """Return what is paid for a step of the line after the move, beside its dice."""
    (paid, *_) = (paid for each, paid in own.part([step]).paid if each == step)
    return [*paid, *[MELODY] * step.way.toll]


def price(means: Sequence[str]) -> Words:
    """Return in words what is paid: the cards of the hand, then melodies."""
    cards: list[object] = [each for each in means if each not in (MELODY, HOLE)]
    if n := means.count(HOLE):
        cards = [*cards, say_n("a card that is drawn", "{n} cards that are drawn", n)]
    if n := means.count(MELODY):
        cards = [*cards, say_n("{n} melody", "{n} melodies", n)]
    return say("{means}", means=united(cards))


def paying(means: Sequence[str]) -> Words:
    """Return in words what is paid, with the verb where a card is: that one is discarded."""
    if {*means} == {MELODY}:
        return price(means)
    return say("discarding {means}", means=price(means))


def made_of(own: Onward, step: Column) -> Words:
    """Return the dice of a step, and what it makes of them or brings; or who is hired for them."""
    dice = listed(_shown(step), " ")
    if step.verb == "hires":
        return say("hiring {cards} with {dice}", cards=named(own, [step.card]), dice=dice)
    if step.verb == "uses":
        card: object = step.card
        if step.card in own.cards.posters:
            card = say("{card} as {bard}", card=step.card, bard=own.after.newest)
        told = say("{dice} on {card}", dice=dice, card=card)
        brings = _brought(own, step)
        return say("{told} for {brings}", told=told, brings=united(brings)) if brings else told
    told = say("{dice} as {colour}", dice=dice, colour=step.colours[0])
    needs = {power for power in step.needs if not power.startswith("echo")}
    lent = [each.card for each in own.plan.steps if _lends(own, each) & needs]
    return say("{told} by {cards}", told=told, cards=listed(lent)) if lent else told


def _brought(own: Onward, step: Column) -> Sequence[object]:
    """Return what a bard brings: performances, melodies, dice, a card, an action.

    No more melodies come than are there. BB-13
    """
    way, told = step.way, list[object]()
    if way.performances:
        told.append(listed(way.performances, " "))
    there = own.plan.position.melodies_left + step.melodies + way.toll
    if n := min(way.melodies, there):
        told.append(say_n("a melody", "{n} melodies", n))
    told += [say("a die") if e == ANY else say("a die {colour}", colour=e) for e in way.gained]
    told += [say("a card")] * (way.cards > 0)
    return [*told, *[say("one more action")] * way.extra]


def _lends(own: Onward, step: PlanStep) -> Set[str]:
    """Return the powers that a step lends to others."""
    if isinstance(step, Column):
        return {*step.way.lends}
    return {*PlanStart(own.after.box, own.after, own.view.viewer).powers_of(step.card)}


def scored(own: Onward) -> Words | None:
    """Return all that brings points in the line, unless these are too many steps to be told."""
    few = 0 < len(own.scoring) <= MOST
    return course(own, own.part(own.scoring), own.waits, whole=True) if few else None


def course(own: Onward, part: Plan, turn: int = -1, whole: bool = False) -> Words | None:
    """Return a part of the line by turns, with all that it spends; as a `whole` with its wins.

    Of one turn alone the time is told if it is not `turn`.
    """
    told, prices = dict[int, Words](), iter(part.paid)
    for n, steps in own.by_turn(part.steps).items():
        made, some = list[Words](), list[Words]()
        for step, (_, paid) in zip(steps, prices, strict=False):
            if isinstance(step, Column):
                made.append(step_of(own, step, [*paid, *[MELODY] * step.way.toll]))
                continue
            won = say("{card} with {paid}", card=named(own, [step.card]), paid=_paid(step))
            some += [won] * whole
            some += [paying(paid)] if paid else []
        if some := [*([say("{steps}", steps=united(made))] if made else []), *some]:
            told[n] = say("{steps}", steps=listed(some))
    if {*told} <= {turn}:
        return say("{steps}", steps=united(told.values())) if told else None
    return say("{clauses}", clauses=listed(when(*each) for each in told.items()))


def _paid(win: Win) -> str:
    """Return the performances that pay for an audience."""
    return " ".join(sorted(win.paid, key=COLOURS.index))


def when(turn: int, steps: Words) -> Words:
    """Return steps with the turn in which they are done."""
    if turn > 1:
        return say("{turn} {steps}", turn=_turn(turn), steps=steps)
    return say("next turn {steps}", steps=steps) if turn else say("now {steps}", steps=steps)


def step_of(own: Onward, step: Column, paid: Sequence[str] | None = None) -> Words:
    """Return what is made of the dice of a step, or who is hired with them, and the price.

    What the move has paid is not told again. A performance may bring a melody.
    """
    said, notes = made_of(own, step), list[Words]()
    if paid := means(own, step) if paid is None else paid:
        more = own.cost and own.turned in step.dice
        notes = [say("also {melodies}", melodies=paying(paid)) if more else paying(paid)]
    if step.verb == "performs" and (n := step.way.melodies):
        notes.append(say_n("brings {n} melody", "brings {n} melodies", n))
    return say("{steps} ({notes})", steps=said, notes=listed(notes)) if notes else said


def named(own: Onward, cards: Sequence[Card]) -> Words:
    """Return cards with their points in all."""
    n = own.cards.points(cards)
    return say_n("{cards} ({n} point)", "{cards} ({n} points)", n, cards=united(cards))


def goal(own: Onward) -> Words | None:
    """Return what the line wins, or else which audience its steps are for, or its first steps."""
    if own.wins and own.by_turn(own.course.steps).keys() != {own.turns_to_win}:
        return course(own, own.course, whole=True)
    if own.wins:
        won, by = timed(own), course(own, own.course, own.turns_to_win)
        if by and not own.course.actions:
            return say("{cards}, {steps}", cards=won, steps=by)
        return say("{cards}: {steps}", cards=won, steps=by) if by else won
    if near := nearer(own) or course(own, own.course, own.waits):
        return near
    verbs = ("hires", "uses", "performs")
    steps = [each for each in own.plan.actions if each.verb in verbs]
    steps.sort(key=lambda e: (e.melodies, verbs.index(e.verb)))
    return course(own, own.part(steps[:FEW]), own.waits)


def prize(own: Onward) -> Words | None:
    """Return the `goal` as a sentence, with what can be won now, or that nobody can come first."""
    told = goal(own)
    if not own.wins or told is None:
        return told
    if str(told).startswith(str(timed(own))):
        told = say("you can win {clause}", clause=told)
    now = or_now(own, told)
    return in_time(own, told) if now is told else now


def instead(own: Onward) -> Words | None:
    """Return what the best plan without the move wins, if that is more and nobody can be first."""
    still, won = own.still, [card for card in own.taken if card in own.cards.audiences]
    if still.late or own.cards.points(still.wins) <= own.cards.points(won):
        return None
    return in_time(still, say("another plan for more points: {plan}", plan=goal(still)))


def in_time(own: Onward, told: Words) -> Words:
    """Return what the line wins in the next turn, with that nobody can win it first, if so."""
    late = [card for card, n in own.turns.items() if n]
    return unrivalled(own, told, late) if own.turns_to_win == 1 else told


def unrivalled(own: Onward, told: Words, cards: Sequence[Card]) -> Words:
    """Return what is told of some audiences, with that nobody can win them first, if it is so."""
    if not own.alone and all(safe(own.after, own.view.viewer, card) for card in cards):
        return say("{clause}, and nobody can win that first", clause=told)
    return told


def or_now(own: Onward, told: Words) -> Words:
    """Return what the line wins, with what can be won at once in place of it."""
    soon = [card for card, lacks in own.lacking(own.has) if not lacks]
    if own.actions and soon and min(own.turns.values()):
        return say("{clause}, or {cards} now", clause=told, cards=named(own, soon[:1]))
    return told


def timed(own: Onward) -> Words:
    """Return what can be won with the turn in which it can, if that is sure."""
    by_turn = dict[int, list[Card]]()
    for card, n in own.turns.items():
        by_turn.setdefault(n, []).append(card)
    return say("{clauses}", clauses=united(_in_turns(own, *each) for each in by_turn.items()))


def _in_turns(own: Onward, n: int, cards: Sequence[Card]) -> Words:
    """Return what can be won in so many turns."""
    return say("{cards} {turn}", cards=named(own, cards), turn=_turn(n))


def _turn(n: int) -> Words:
    """Return in words in how many turns something is done. BB-3"""
    if n > 1:
        return say("in {n} turns", n=n)
    return say("in your next turn") if n else say("now")


def nearer(own: Onward) -> Words | None:
    """Return for which audience the performances of the line serve, if for any in sight."""
    if own.aim is None:
        return None
    card, left, makers = own.aim
    values = {"card": named(own, [card]), "steps": course(own, own.part(makers), own.waits)}
    if not left:
        return say("{steps}: all that {card} asks for", **values)
    told = say("{steps}: {card} then still lacks {lacks}", **values, lacks=in_words(left))
    return at_soonest(own, card, told) if own.move.verb else told


def icons(own: Onward, card: Card, state: State) -> Words:
    """Return what a bard does who is used in a state, or the one that a poster copies.

    No melody or performance comes where all are out. BB-13
    """
    bard, copied = ability(state.box, state, card), card in own.cards.posters
    assert bard is not None, "who is used has an ability"
    out = state.melodies_out >= state.box.numbers.supply["melodies"]
    icons = [
        each
        for each in bard.icons
        if each.kind != "melody" or not out
        if each.kind != "performance" or performances_left(state.box, state, each.colour) > 0
    ]
    told = say("{icons}", icons=listed(map(about_icon, icons)))
    if {icon.kind for icon in icons} == {"performance"}:
        told = say("performance {colours}", colours=listed((e.colour for e in icons), " "))
    if copied or not bard.supports:
        return told
    return say("{told} ({power})", told=told, power=listed(map(about_power, bard.supports)))


def served(own: Onward) -> Words | None:
    """Return for which audience the performances serve that the move brings.

    It is one that the line does not win.
    """
    before, has = Counter(own.before.performances), own.has
    for card, lacks in own.lacking(has):
        lacked = lacking(own.after.box, card, before)
        if len(lacks) >= len(lacked) or card in own.wins or (lacks and own.after.ending):
            continue
        serve = [each for each in (has - before).elements() if each in lacked or BLANK in lacked]
        values = {"colours": listed(sorted(serve), " "), "card": named(own, [card])}
        if not lacks:
            return say("{colours} is all that {card} still lacks", **values)
        left = in_words(lacks)
        told = say("{colours} for {card}, which still lacks {lacks}", **values, lacks=left)
        return at_soonest(own, card, told)
    return None


def at_soonest(own: Onward, card: Card, told: Words) -> Words:
    """Return what is told of an audience, with the turn in which it can be won at the soonest."""
    n = own.soonest(card)
    return (
        say("{clause}, and can be won {turn} at the soonest", clause=told, turn=_turn(n))
        if n
        else told
    )


def chances(own: Onward) -> Words | None:
    """Return how often the dice to be rolled make what the nearest audience lacks.

    That is as they fall, with one melody or card, and with all that are left; of dice that are
    rolled again beside what they take as they lie.
    """
    if own.rolling.rolled_for is None:
        return None
    card, can, lying = own.rolling.rolled_for
    told = chance_of(own, card, can)
    if own.move.verb != "rerolls":
        return told
    told = say("{roll}, {odds}", roll=rolled_again(own), odds=told)
    if not lying:
        return joined(told, say("they make it as they lie"))
    if lying > own.purse(card) + bool(own.cost):
        return told
    makers = [step for step in own.still.plan.actions if {*makes(step)} & {*can}]
    now = next((paid for step in makers if len(paid := means(own.still, step)) == lying), None)
    needs = paying(now) if now else melodies(own, lying)
    return joined(told, say("without a roll they make it ({price})", price=needs))


def rolled_again(own: Onward) -> Words:
    """Return that dice are rolled again, with the price."""
    if not own.cost:
        return say("rolled again at no cost")
    return say("rolled again ({price})", price=paying(own.move.words[-1:]))


def chance_of(own: Onward, card: Card, can: Sequence[Colour], serves: Words | None = None) -> Words:
    """Return that for an audience, of some colours that it lacks, or that others lack, too."""
    values = {"performance": serves or lacked(own, card, can)}
    odds = own.rolling.odds_for(card, can)
    if own.rolling.rolls.exact and odds[0] == 1:
        return say("the dice make {performance} by any roll", **values)
    return say("the dice make {performance} {often}", **values, often=often(own, odds))


def lacked(own: Onward, card: Card, can: Sequence[Colour]) -> Words:
    """Return performances that serve an audience, and all that it lacks if that is more."""
    lacks, colours = (
        lacking(own.after.box, card, own.holds),
        say("{colours}", colours=listed(can, "/")),
    )
    if len(lacks) > 1:
        colours = say("one {colours}", colours=colours)
    told = say("{colours} for {card}", colours=colours, card=named(own, [card]))
    values = {"clause": told, "lacks": in_words(lacks)}
    if lacks != lacking(own.after.box, card, own.has):
        first = named(own, [win.card for win in own.payable])
        return say(
            "{clause}, which lacks {lacks} once you have won {cards},", **values, cards=first
        )
    return told if len(lacks) == 1 else say("{clause}, which lacks {lacks},", **values)


def often(own: Onward, odds: Mapping[int, float]) -> Words:
    """Return in how many of 100 rolls something comes, by the melodies or cards spent.

    Of three figures the first two are told.
    """
    shown = dict[int, Words]()
    for spent, chance in odds.items():
        n = in_100(chance) if own.rolling.rolls.exact else min(in_100(chance), 99)
        if n in (0, *shown) or len(shown) == 2:
            continue
        often = n if own.rolling.rolls.exact else say("about {n}", n=n)
        told = say("in {n}", n=often) if shown else say("in {n} of 100 rolls", n=often)
        if spent and own.cost:
            told = say("{often} with {melodies} more", melodies=melodies(own, spent), often=told)
        elif spent:
            told = say("{often} with {melodies}", melodies=melodies(own, spent), often=told)
        shown[n] = told
    return say("{clauses}", clauses=listed(shown.values()))


def melodies(own: Onward, n: int) -> Words:
    """Return so many melodies, or cards of the hand where melodies do not do. BB-8"""
    if n > own.then.melodies and len(own.then.hand):
        return say_n("{n} melody or card", "{n} melodies or cards", n)
    return say_n("{n} melody", "{n} melodies", n)


def in_words(lacks: Sequence[str]) -> object:
    """Return the performances that an audience lacks, as people name them."""
    colours = [each for each in lacks if each != BLANK]
    if not (n := len(lacks) - len(colours)):
        return listed(colours, " ")
    blanks = say("{n} of any colour", n=n)
    return united([listed(colours, " "), blanks]) if colours else blanks


def left(own: Onward, some: Counter[str]) -> Words | None:
    """Return in words what a line leaves, if anything."""
    bards = [card for card in some.elements() if card in own.cards.bards]
    told: list[object] = [named(own, bards)] if bards else []
    if colours := [each for each in COLOURS for _ in range(some[each])]:
        told.append(listed(colours, " "))
    if n := some[DICE]:
        told.append(say_n("{n} die", "{n} dice", n))
    if n := some[MELODY]:
        told.append(say_n("{n} melody", "{n} melodies", n))
    if n := some[CARDS]:
        told.append(say_n("{n} card", "{n} cards", n))
    return say("{means}", means=united(told[:3])) if told else None


def _shown(step: Column) -> Sequence[Die]:
    """Return the dice that a step is done with, without those that it gives or discards."""
    return step.turned[: len(step.turned) - len(step.way.spent)]


def together(clause: Words | None, other: Words | None) -> Words | None:
    """Return two clauses as one, where there are both."""
    return joined(clause, other) if clause and other else clause or other
