"""What a move is for, verb by verb: what it brings, and what the line after it makes of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from ....models.bards import Step
from ....models.bards.abilities import dice_left, has, performances_left
from ....models.bards.cards import ANY, Card, about_power
from ....models.bards.dice import COLOURS, DICE, PIPS, pips
from ....models.bards.rounds import points
from ....models.words import Words, in_points, listed, say, say_n, united
from ...play.contrast import joined
from . import phrases
from .columns import PlanStart
from .onward import Onward
from .outlook import TAKES, TURNS
from .phrases import FEW, price, together
from .rivals import first_for, safe
from .rolls import Rolls
from .threats import TOO, in_turn_order
from .uses import uses
from .worth import BLANK, lacking


def use(own: Onward, other: Onward, worse: bool = False) -> Words | None:
    """Return what the move is for; of a `worse` one, if it wins the same as the `other`."""
    find = STEPS_USES.get(own.view.state.step) or USES.get(own.move.verb)
    if own.move.verb == "stages":
        return _staged(own, other, worse)
    if own.move.verb == "takes" and own.view.state.step is not Step.MELODIES:
        return _of_colour(own)
    if own.view.state.duties and 0 < len(own.then.dice) + len(own.rolled) <= own.owed:
        return say("you discard that die next, whatever it shows")
    if worse and not own.needless and (told := _same(own, other)) is not None:
        return told
    if own.needless and not worse:
        return phrases.prize(own)
    told = phrases.prize(own) if find is None else find(own)
    if own.move.verb == "wins" and (then := phrases.scored(own)) and not (worse or own.wins):
        told = together(told, then)
    idle = not told if own.move.verb == "done" else own.move.verb == "passes" and not worse
    return _idle(own) or _keeps(own, other) if idle else told


def _keeps(own: Onward, other: Onward) -> Words | None:
    """Return what is kept that the line of another move spends."""
    more = phrases.left(own, own.leaves - other.leaves)
    return more and say("you keep {costs} more", costs=more)


def bill(own: Onward, other: Onward, anyhow: bool = False) -> Words | None:
    """Return what the line of a move does without beside that of another move, or costs more.

    What it leaves more is told beside its price, where it wins no other audience. If it counts
    more, its price is told if it is wanted `anyhow`.
    """
    lost, won = ([e for e in a.taken if e not in b.taken] for a, b in ((other, own), (own, other)))
    if own.cards.points(lost) > own.cards.points(won):
        return say("you do without {cards}", cards=phrases.named(own, lost))
    less = phrases.left(own, other.leaves - own.leaves)
    if less is None or (own.brings >= other.brings and not anyhow) or own.move.verb == "uses":
        return None  # a die on a bard comes back: no price of the move is what else the line does
    more = phrases.left(own, own.leaves - other.leaves)
    if more is None or {*own.wins} - {*other.wins}:
        return say("it leaves you {costs} less", costs=less)
    return say("it leaves you {costs} less, but {saves} more", costs=less, saves=more)


def _same(own: Onward, other: Onward) -> Words | None:
    """Return that the line wins the same as that of another move, and when, if it does."""
    told = _as_well(own, other) if own.alike(other) else None
    if own.move != other.move and own.deeds == other.deeds and own.turns == other.turns:
        told = say("the same plan in another order")
    if told and own.cost and not other.cost and not other.leaves - own.leaves:
        paid = price(own.move.words[-1:])
        told = joined(told, say("you pay {price} before you have to", price=paid))
    return told


def _as_well(own: Onward, other: Onward) -> Words:
    """Return when the line wins what that of another move does."""
    later = 0 if own.alone else own.turns_to_win - other.turns_to_win
    sooner, slower = (own, other) if later < 0 else (other, own)
    as_soon, n = slower.may_take(own.wins, sooner.turns_to_win), abs(later)
    told = phrases.timed(own)
    if later > 0 and (own.to_come or not as_soon):
        told = say_n("{cards}: a turn later", "{cards}: {n} turns later", n, cards=told)
        told = say("{clause}, or as soon if the dice help", clause=told) if as_soon else told
    elif later < 0 and not as_soon:
        told = say_n("{cards}: a turn sooner", "{cards}: {n} turns sooner", n, cards=told)
    else:
        told = say("{cards}, too", cards=phrases.named(own, own.wins) if later > 0 else told)
    if own.move.verb == "uses":
        told = joined(phrases.icons(own, own.move.words[0], own.view.state), told)
    if own.move.verb in TAKES:
        told = joined(in_points(own.cards.points(own.move.words[:1])), told)
    return phrases.or_now(own, told)


def _won(own: Onward) -> Words:
    """Return what a win brings, and who else could take it."""
    card, words = own.move.words[0], own.move.words
    audience = own.after.box.cards.audiences[card]
    paid = listed([word for word in words[2:] if word in COLOURS], " ")
    about = say_n("{n} point for {paid}", "{n} points for {paid}", audience.points, paid=paid)
    m = (len(own.before.performances) - len(own.then.performances)) * own.after.leftovers
    about = say("{clause}, which else count {m}", clause=about, m=m)
    last = own.after.ending or own.ends_game or any(map(own.ends_by, own.after.players))
    encore = own.in_encore(card)
    if audience.powers and (encore or not last):
        power = listed(map(about_power, audience.powers))
        about = joined(about, say("from now on {power}", power=power))
    state, viewer = own.view.state, own.view.viewer
    able = [*first_for(state, own.after, viewer, card)]
    if not (able or own.alone) and safe(state, viewer, card):
        return joined(about, say("nobody else can win {card} before your next turn", card=card))
    return joined(about, in_turn_order(own, card, able, TOO)) if able else about


def _hired(own: Onward) -> Words:
    """Return what a veteran brings."""
    bard = own.after.box.cards.bards[own.move.words[0]]
    told = in_points(bard.points)
    if own.in_encore(bard.id):
        told = say("{points} and a die in your encore", points=told)
    return told if own.ends_game or own.wins else joined(told, bard.about)


def _of_colour(own: Onward) -> Words | None:
    """Return how often the dice make what the nearest audiences lack, with a colour taken."""
    aims = own.nearest()
    near = [each for each in aims if len(each[1]) <= len(aims[0][1])]
    first = {c: next((e[0] for e in near if {*e[1]} in ({BLANK}, {c, *e[1]})), "") for c in COLOURS}
    able = [c for c in COLOURS if first[c] and any(own.rolling.odds_for(first[c], [c]).values())]
    if not able:
        return say("the dice make nothing that the nearest audiences lack") if near else None
    card = first[own.move.words[0] if own.move.words[0] in able else able[0]]
    if len(near[0][1]) > 1 or len({first[c] for c in able[:FEW]}) == 1:
        lacks = dict(near)[card]
        return phrases.chance_of(own, card, [c for c in able if c in lacks] or able)
    named = [phrases.named(own, [first[c]]) for c in able]
    told = [
        say("{colours} for {card}", colours=c, card=e) for c, e in zip(able, named, strict=True)
    ]
    serves = say("{one} or {other}", one=told[0], other=told[1]) if told[1:] else told[0]
    words = phrases.chance_of(own, card, able[:FEW], serves)
    return phrases.unrivalled(own, words, [first[c] for c in able[:FEW]])


def _performed(own: Onward) -> Words | None:
    """Return what a performance is for."""
    colour, prize = own.move.words[-1], phrases.prize(own) if own.wins else None
    paid, before = Counter(e for win in own.plan.wins for e in win.paid), own.before.performances
    needed = colour in paid - Counter(before)
    return (prize if needed else phrases.served(own)) or prize


def _used(own: Onward) -> Words | None:
    """Return what a bard brings, and what for."""
    chances = phrases.chances(own)
    use = None if own.wins else phrases.served(own)
    if own.wins or own.aim:
        aim, apart = own.rolling.rolled_for, {*own.wins} <= {*own.still.wins}
        completes = apart and aim and len(lacking(own.after.box, aim[0], own.holds)) == 1
        use = use or (chances if completes else phrases.prize(own))
    brings = phrases.icons(own, own.move.words[0], own.view.state)
    return together(brings, use or chances or phrases.goal(own))


def _passed(own: Onward) -> Words | None:
    """Return what passing gives up, if only for this round. BB-9, BB-10"""
    wins = own.still.wins
    if (goal := phrases.named(own, wins) if wins else phrases.goal(own.still)) is None:
        return _idle(own)
    if wins and own.goes_on:
        return say("you are out of this round, and cannot win {cards} in it", cards=goal)
    return say("you are out of this round, and give up {clause}", clause=goal)


def _staged(own: Onward, other: Onward, worse: bool) -> Words:
    """Return what a card brings on stage for another one, a poster in hand, and the dice.

    How often these make what the nearest audience lacks is told if it lacks little.
    """
    here = next(iter(Counter(own.move.words) - Counter(other.move.words)), own.move.words[0])
    there = next(iter(Counter(other.move.words) - Counter(own.move.words)), here)
    posters, bards = own.after.box.cards.posters, own.cards.bards
    one, two = (_on_stage(own, card, worse) for card in (here, there))
    told = say("{card} in place of {other}", card=one, other=two)
    special = [e for e in dict.fromkeys(own.move.words) if bards[e].kind != "basic"]
    if not worse and here not in special and there not in special and special:
        cards = united(_on_stage(own, card) for card in special)
        told = joined(say("{cards} on stage", cards=cards), told)
    if there in posters and (hired := _to_hire(own, there)):
        told = joined(hired, told)
    elif worse and here in posters and there not in posters:
        told = joined(told, say("no {card} in hand to hire with", card=here))
    near = own.rolling.rolled_for
    few = near and len(lacking(own.after.box, near[0], own.holds)) <= FEW
    if not few or (odds := phrases.chances(own)) is None:
        return told
    more = Counter(own.rolling.rolls.rolled) - Counter(own.rolled)
    if more and not worse:
        odds = say("{clause}, with a die {colour} of your choice", clause=odds, colour=min(more))
    return joined(told, odds)


def _on_stage(own: Onward, card: Card, briefly: bool = False) -> Words:
    """Return a card with what it brings on stage: a die, and its ability if it is not basic.

    Others can hire before, so that another bard is the newest; a poster lends no power. BB-6
    """
    bard, newest = own.cards.bards[card], own.after.newest
    die = BLANK if bard.die == ANY else bard.die
    brings: list[object] = [die] if briefly or bard.kind == "basic" else [die, bard.about]
    if card in own.cards.posters:
        brings = [say("no die, copies the newest in town")]
        if newest and not (briefly or own.cards.bards[newest].supports):
            about = own.cards.bards[newest].about
            brings = [*brings, say("now {bard}: {about}", bard=newest, about=about)]
    return say("{card} ({about})", card=card, about=listed(brings, "; "))


def _to_hire(own: Onward, poster: Card) -> Words | None:
    """Return what a poster in hand is for: of seven dice two always show the same. BB-6"""
    if not (line := own.after.line):
        return None
    best = max(line[:-1] or line, key=lambda card: own.cards.points([card]))
    told = say("{card} in hand can hire {cards}", card=poster, cards=phrases.named(own, [best]))
    left = min(dice_left(own.after.box, own.after, colour) for colour in COLOURS)
    n = len(own.before.dice) + sum(bool(own.cards.bards[card].die) for card in own.move.words)
    if len(line) < 2 or n <= len(PIPS) or left < len(own.move.words):
        return told
    return say("{clause}: two of {n} dice always show the same", clause=told, n=n)


def _leaving(own: Onward) -> Words:
    """Return what becomes of a card that is left in hand, and how many are drawn. BB-9"""
    hand, (card, *_) = own.then.hand.known, (*own.move.words, "")
    n = own.after.box.numbers.hand - len(hand)
    told = say_n("you draw {n} card", "you draw {n} cards", n)
    if own.move.verb == "keeps":
        shown = united(_on_stage(own, e) if own.cards.points([e]) else e for e in hand)
        return say("you keep {cards}, and {clause}", cards=shown, clause=told)
    if hand:
        told = say("if you keep the rest, {clause}", clause=told)
    if own.move.verb == "trashes":
        return joined(told, _gone(own))
    if n > own.then.left_to_draw:
        return joined(told, say("{card} is shuffled in at once, and may come again", card=card))
    return joined(told, say("{card} comes back when your deck is shuffled", card=card))


def drawn_from(own: Onward) -> Words | None:
    """Return what the next hand is drawn from, beside what is done with the one before. BB-9"""
    troupe, size = own.before, own.after.box.numbers.hand
    if own.move.verb == "keeps":
        size -= len(own.then.hand)
    if not (troupe.deck.whole and troupe.hand.whole):
        return None
    deck = [*filter(None, [troupe.top]), *troupe.deck.known]
    values = {"cards": _counted(deck), "others": _counted(troupe.discard)}
    if len(deck) >= size:
        return say("you draw from your deck: {cards}", **values)
    if deck:
        return say("you draw {cards}, then from your discard pile: {others}", **values)
    return say("you draw from your discard pile, as your deck is empty: {others}", **values)


def _counted(cards: Sequence[Card]) -> object:
    """Return cards in words, each kind once."""
    some = sorted(Counter(cards).items())
    return listed(say("{n} {card}", n=n, card=card) if n > 1 else card for card, n in some)


def _returned(own: Onward) -> Words:
    """Return what stays with a card that was explored."""
    return say("you draw {card} next", card=own.before.top)


def _trashed(own: Onward) -> Words | None:
    """Return what is drawn in place of a card that is gone for good."""
    deck = own.then.deck
    if own.move.words[0] not in own.cards.bards:
        return phrases.prize(own)
    if not (deck.known and deck.whole):
        return _gone(own)
    told = say("you draw one of {cards} next", cards=_counted(deck.known))
    alike = len({*deck.known}) == 1
    told = say("you draw {card} next", card=min(deck.known)) if alike else told
    return joined(_gone(own), told)


def _gone(own: Onward) -> Words:
    """Return that a card never comes back, and what it counts, if it counts anything."""
    (card,) = own.move.words
    told, n = say("{card} never comes back", card=card), own.cards.points([card])
    lost = say_n("you lose its {n} point", "you lose its {n} points", n)
    if own.in_encore(card):
        lost = say("{points} and a die in your encore", points=lost)
    return joined(told, lost) if n else told


def _in_encore(own: Onward) -> Words:
    """Return what the dice show in the encore, and at most, beside those of the strongest rival.

    Who has melodies left and may spend them is sure of a pip for each, or of two with that power,
    and can roll all dice again and so come to sixes. BB-10
    """
    state, move, viewer = own.view.state, own.move, own.view.viewer
    shown = {player: sum(map(pips, state.troupes[player].dice)) for player in state.tops}
    waits = {player: state.troupes[player] for player in state.tops if player in state.waiting}
    most = shown | {player: 6 * len(troupe.dice) for player, troupe in waits.items()}
    surely = {e: _raised(own, e) if e in waits else n for e, n in shown.items()}
    n, up_to, rolled = shown.pop(viewer, 0), most.pop(viewer, 0), 0
    if move.verb in TURNS:
        n += (1 + ("two" in move.words)) * (1 if move.verb == "raises" else -1)
    elif move.verb == "rerolls":
        again = [pips(word) for word in move.words if word in DICE]
        n, rolled = n - sum(again) + len(again), len(again)
    if move.verb == "done" or own.before.melodies < 2:
        up_to = n + 5 * rolled
    k = state.box.numbers.encore_points
    n_own = own.points()  # who leads has to keep the encore from those only whom it brings past
    past = {e: most[e] and points(state.box, state, e) + k >= n_own for e in shown}
    leads = n_own > own.ahead[1]
    player = max(shown, key=lambda e: (leads and past[e], surely[e], most[e]))
    shows = say("at least {n}", n=n) if rolled else n
    if n > (m := max(most.values())):
        return say("the encore is yours: {n} pips, others come to {m} at most", n=shows, m=m)
    values = {"player": player, "m": surely[player], "other": most[player]}
    theirs = say("{player} is sure of {m}, and can come to {other}", **values)
    if surely[player] == most[player]:
        theirs = say("{player} is sure of {m}", **values)
    if up_to < surely[player]:
        lost = say("you come to {n} at most", n=up_to)
        return say("{clause}, {theirs}: the encore is lost", clause=lost, theirs=theirs)
    told = say("you have {n} then", n=n)
    if n < up_to:
        told = say("you have {n} then, and can come to {most}", n=shows, most=up_to)
    return joined(told, theirs)


def _raised(own: Onward, player: str) -> int:
    """Return how many pips a player's dice show in the encore once each melody turns one up."""
    box, state = own.after.box, own.view.state
    step = 1 + has(box, state, player, "swing")
    shown = list(map(pips, state.troupes[player].dice))
    for _ in range(state.troupes[player].melodies if shown else 0):
        lowest = shown.index(min(shown))
        shown[lowest] = min(6, shown[lowest] + step)
    return sum(shown)


def _idle(own: Onward) -> Words | None:
    """Return that nothing fits as it lies; None if a performance or a use of a bard can be paid."""
    passes = own.move.verb == "passes"
    state, troupe = (own.view.state, own.before) if passes else (own.after, own.then)
    if not troupe.dice:
        return say("nothing more can be done in this round")
    costs = Rolls(state, own.view.viewer, troupe.dice, ()).costs(troupe.dice)
    most = troupe.melodies + len(troupe.hand)
    if any(n <= most and performances_left(state.box, state, c) for c, n in costs.items()):
        return None
    start = PlanStart(state.box, state, own.view.viewer)
    if any(e.melodies <= most and not (e.needs or e.turns) for e in uses(start)):
        return None
    cards = [bard.id for bard in start.unused]
    values = {"dice": listed(troupe.dice, " "), "cards": listed(cards)}
    told = say("nothing more can be made of {dice} as they lie", **values)
    if cards:
        told = say("{dice} as they lie: no performance, and nothing for {cards}", **values)
    return joined(told, say("all dice are rolled anew in the next round")) if own.goes_on else told


def no_cheaper(own: Onward) -> bool:
    """Tell whether by no roll what is paid for takes fewer melodies or cards than it does now."""
    aim = own.rolling.rolled_for
    if aim is None or not own.cost or not 0 < aim[2] <= own.purse(aim[0]) + 1:
        return False
    return aim[2] > 1 and not own.rolling.rolls.odds(aim[1], aim[2] - 2)


def _kept(own: Onward) -> Words | None:
    """Return what a die that may be rolled again is kept for, or that nothing needs it."""
    die = next((word for word in own.move.words if word in DICE), None)
    if die and not any(die in step.dice for step in own.plan.actions):
        return say("nothing that is sure needs {die}", die=die)
    return phrases.prize(own)


def _turned(own: Onward) -> Words | None:
    """Return what a die is turned for, if the rest of the round needs that."""
    by_it = next((step for step in own.plan.actions if own.turned in step.dice), None)
    if own.needless:
        paid = price(own.move.words[-1:])
        values = {"die": own.turned, "other": own.move.words[0], "price": paid}
        return say("you spend {price} for nothing: {die} makes no more than {other}", **values)
    if by_it is None:
        return say("nothing that is sure needs it")
    if not own.wins:
        return phrases.nearer(own) or phrases.step_of(own, by_it)
    if by_it in own.course.steps:
        return phrases.prize(own)
    return phrases.course(own, own.part((by_it, *own.course.steps)), whole=True)


def _chosen(own: Onward) -> Words | None:
    """Return what a bard with support gives: an action or its powers."""
    told, needed = say("one more action in this turn"), True
    if own.move.words != ("action",):
        powers = own.cards.bards[own.view.state.duties[0].words[0]].supports
        told = say("{about}", about=listed(map(about_power, powers)))
        needed = any({*map(str, powers)} & {*step.needs} for step in own.plan.actions)
    use = phrases.prize(own) if needed else None
    return joined(told, use or say("nothing that is sure needs it"))


USES: Mapping[str, Callable[[Onward], Words | None]] = {
    "wins": _won,
    "hires": _hired,
    "performs": _performed,
    "uses": _used,
    "rerolls": phrases.chances,
    "passes": _passed,
    "trashes": _trashed,
    "returns": _returned,
    "chooses": _chosen,
    "raises": _turned,
    "lowers": _turned,
    "keeps": _kept,
}
"""What moves are for, by verb; of others, what the line is for."""
STEPS_USES = {Step.MELODIES: _in_encore, Step.LEAVE: _leaving}
"""The same in steps where verbs mean something else."""
