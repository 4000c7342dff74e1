"""The show: the actions and free actions of the player whose turn it is. BB-3 to BB-8, BB-16"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from ..errors import IllegalAction
from ..event import Event
from ..replacing import changed
from ..words import listed, say, say_n
from .abilities import (
    ability,
    can_pay,
    has,
    meets,
    performances_left,
    times,
    used,
    with_melody,
    with_performance,
)
from .box import Box
from .cards import ANY, Audience, Card, about_price
from .dice import COLOURS, Colour, Die, is_sequence, majority, pips, sequences
from .duties import discarded_card, rerolled
from .state import Duty, InPlay, State, minus, plus

ACTIONS = ("performs", "uses", "hires", "wins")
MELODY = "melody"
FEW = 6
"""Up to this many dice, all sets of dice to reroll are listed; of more, only the small and
whole."""


def choices(state: State) -> tuple[Event, ...]:
    """Return the legal choices of the player whose turn it is."""
    return tuple(_choices(state.box, state, state.actor))


def _choices(box: Box, state: State, player: str) -> Iterator[Event]:
    if state.actions:
        yield from performances(box, state, player)
        yield from uses(box, state, player)
        yield from hires(box, state, player)
        yield from wins(box, state, player)
    yield from free_actions(box, state, player, (MELODY, *state.troupes[player].may_hold))
    yield Event("passes" if state.actions else "done", player)


def acted(state: State, event: Event) -> State:
    """Return the state after an action, a free action or a pass; raises IllegalAction."""
    box = state.box
    _check_turn(state, event)
    match event:
        case Event("passes", player):
            return _over(changed(state, done=state.done | {player}))
        case Event("done", player):
            if state.actions:
                words = say("{player} still has an action: act or pass", player=player)
                raise IllegalAction("BB-3", words)
            return _over(state)
        case Event("performs", player, (*dice, _, colour)):
            state = _performs(box, state, player, tuple(dice), colour)
        case Event("uses", player, (card, _, *dice)):
            state = _used(box, state, player, card, tuple(dice))
        case Event("hires", player, (card, _, *dice)):
            state = _hired(box, state, player, card, tuple(dice))
        case Event("wins", player, (audience, _, *paid)):
            state = _won(box, state, player, audience, tuple(paid))
        case _:
            return freely(box, state, event)
    return changed(state, actions=state.actions - 1)


def may_go_on(state: State, player: str) -> bool:
    """Tell whether `player` can still take a free action when no actions are left."""
    troupe = state.troupes[player]
    return bool(troupe.dice) and bool(troupe.melodies or troupe.hand)


def _over(state: State) -> State:
    """Return the state after a turn; cards turned for support may go back, by a setting."""
    player = state.actor
    if state.linger == "turn":
        stage = tuple(changed(each, turned=False) for each in state.troupes[player].stage)
        state = state.troupe(player, stage=stage)
    return next_turn(changed(state, actions=0), after=player)


def next_turn(state: State, after: str = "") -> State:
    """Return the state in which the next player who has not passed will begin a turn."""
    order = state.order
    at = order.index(after) + 1 if after else 0
    following = [each for each in order[at:] + order[:at] if each not in state.done]
    return changed(state, actor="", tops=tuple(following[:1]))


def begun(box: Box, state: State) -> State:
    """Return the state at the beginning of the next player's turn. BB-3"""
    (player,) = state.tops
    extra = 0 if player in state.begun else times(box, state, player, "action")
    return changed(
        state,
        actor=player,
        tops=(),
        actions=box.numbers.actions + extra,
        begun=state.begun | {player},
    )


def _check_turn(state: State, event: Event) -> None:
    if event.actor != state.actor:
        raise IllegalAction("BB-3", say("it is the turn of {player}", player=state.actor))
    if event.verb in (*ACTIONS, "passes") and not state.actions:
        words = say("{player} has no action left in this turn", player=event.actor)
        raise IllegalAction("BB-3", words)


def check_dice(state: State, player: str, dice: tuple[Die, ...], ruling: str) -> None:
    """Raise IllegalAction unless `player` has all `dice`, unlocked."""
    troupe = state.troupes[player]
    for die, n in Counter(dice).items():
        if n > troupe.dice.count(die):
            where = say("locked on a card") if die in troupe.locked else say("not there")
            words = say("{player} cannot use {die}: {where}", player=player, die=die, where=where)
            raise IllegalAction(ruling, words)


# performances, BB-4


def performances(box: Box, state: State, player: str) -> Iterator[Event]:
    """Yield the performances that `player` can make of the dice."""
    there = frozenset(state.troupes[player].dice)
    for dice in sequences(there, has(box, state, player, "circle")):
        for colour in performed_colours(box, state, player, dice):
            if performances_left(box, state, colour) > 0:
                yield Event("performs", player, (*dice, "as", colour))


def performed_colours(
    box: Box, state: State, player: str, dice: tuple[Die, ...]
) -> tuple[Colour, ...]:
    """Return the colours that a performance of `dice` can have."""
    if has(box, state, player, "blend"):
        return tuple(each for each in COLOURS if each in {die[0] for die in dice})
    return majority(dice)


def _performs(box: Box, state: State, player: str, dice: tuple[Die, ...], colour: Colour) -> State:
    check_dice(state, player, dice, "BB-4")
    if not is_sequence(dice, has(box, state, player, "circle")):
        words = say("{dice} are no sequence, such as 1 2 3", dice=listed(dice, " "))
        raise IllegalAction("BB-4", words)
    allowed = performed_colours(box, state, player, dice)
    if colour not in allowed:
        words = say("these dice make a performance of {colours}", colours=listed(allowed, "/"))
        raise IllegalAction("BB-4", words)
    if performances_left(box, state, colour) <= 0:
        words = say("no performance of {colour} is left in the supply", colour=colour)
        raise IllegalAction("BB-4", words)
    state = state.troupe(player, dice=minus(state.troupes[player].dice, dice))
    state = with_performance(box, state, player, colour)
    for _ in range(times(box, state, player, "echo", colour)):
        state = with_melody(box, state, player)
    return state


# bards, BB-5 and BB-6


def uses(box: Box, state: State, player: str) -> Iterator[Event]:
    """Yield the uses of bards in play whose cost the dice of `player` meet."""
    troupe = state.troupes[player]
    for card in dict.fromkeys(each.card for each in troupe.stage if not each.die):
        bard = ability(box, state, card)
        if bard is None or bard.cost is None or not can_pay(state, player, bard):
            continue
        for dice in dict.fromkeys(combinations(troupe.dice, bard.cost.dice)):
            if meets(box, state, player, bard, dice):
                yield Event("uses", player, (card, "with", *dice))


def _used(box: Box, state: State, player: str, card: Card, dice: tuple[Die, ...]) -> State:
    stage = state.troupes[player].stage
    if InPlay(card) not in stage:
        if any(each.card == card for each in stage):
            words = say("{card} has been used in this round", card=card)
        else:
            words = say("{player} has no {card} in play", player=player, card=card)
        raise IllegalAction("BB-5", words)
    check_dice(state, player, dice, "BB-5")
    bard = ability(box, state, card)
    if bard is None:
        raise IllegalAction("BB-6", say("no bard is in town whose ability the poster could copy"))
    if not meets(box, state, player, bard, dice):
        words = say(
            "{die} does not meet the cost {cost}", die=listed(dice, " "), cost=str(bard.cost)
        )
        raise IllegalAction("BB-5", words)
    if not can_pay(state, player, bard):
        price = listed(map(about_price, bard.pays))
        words = say("{player} cannot {price} for {card}", player=player, price=price, card=card)
        raise IllegalAction("BB-5", words)
    state = state.troupe(player, dice=minus(state.troupes[player].dice, dice))
    return used(box, state, player, card, dice)


def _price(box: Box, state: State, player: str, card: Card) -> int:
    """Return how many equal dice a veteran of the line costs."""
    return 3 if card == state.newest and not has(box, state, player, "scout") else 2


def hires(box: Box, state: State, player: str) -> Iterator[Event]:
    """Yield the veterans that `player` can hire, or may be able to if the hand is unknown."""
    troupe = state.troupes[player]
    if not box.cards.posters.intersection(troupe.may_hold):
        return
    for card in state.line:
        price = _price(box, state, player, card)
        for dice in dict.fromkeys(combinations(troupe.dice, price)):
            if len({pips(die) for die in dice}) == 1:
                yield Event("hires", player, (card, "with", *dice))


def _hired(box: Box, state: State, player: str, card: Card, dice: tuple[Die, ...]) -> State:
    if card not in state.line:
        words = say("{card} is not in the line: {line}", card=card, line=listed(state.line))
        raise IllegalAction("BB-6", words)
    check_dice(state, player, dice, "BB-6")
    price = _price(box, state, player, card)
    if len(dice) != price:
        words = say_n("{card} costs {n} die", "{card} costs {n} equal dice", price, card=card)
        raise IllegalAction("BB-6", words)
    if len({pips(die) for die in dice}) > 1:
        raise IllegalAction("BB-6", say("the dice for a veteran show one value"))
    state = discarded_card(state, player, _poster(box, state, player), "BB-6")
    troupe = state.troupes[player]
    state = state.troupe(
        player,
        dice=minus(troupe.dice, dice),
        cards=plus(troupe.cards, [card]),
        discard=plus(troupe.discard, [card]),
    )
    line = tuple(each for each in state.line if each != card)
    return changed(state, line=line).due(Duty("newest", size=1))


def _poster(box: Box, state: State, player: str) -> Card:
    """Return the wanted poster that would be discarded from the hand."""
    troupe = state.troupes[player]
    for card in sorted(box.cards.posters.intersection(troupe.may_hold)):
        return card
    raise IllegalAction("BB-6", say("{player} has no wanted poster in hand", player=player))


# audiences, BB-7 and BB-14


def wins(box: Box, state: State, player: str) -> Iterator[Event]:
    """Yield the ways in which `player` can win an audience: which one, and how it is paid."""
    troupe = state.troupes[player]
    for audience in state.audiences:
        for paid in _payments(box.cards.audiences[audience], troupe.performances):
            yield Event("wins", player, (audience, "with", *paid))
    if state.top_audience:
        payments = _payments(box.cards.audiences[state.top_audience], troupe.performances)
        for paid, card in product(payments, troupe.may_hold):
            words = (state.top_audience, "with", *paid, "discarding", card)
            yield Event("wins", player, words)


def _payments(audience: Audience, owned: tuple[Colour, ...]) -> list[tuple[Colour, ...]]:
    """Return the ways to pay for an audience with the performances owned."""
    named = [colour for colour in audience.asks if colour != ANY]
    if any(owned.count(colour) < named.count(colour) for colour in named):
        return []
    blanks = dict.fromkeys(combinations(minus(owned, named), audience.blanks))
    return [plus(named, blank) for blank in blanks]


def _won(box: Box, state: State, player: str, card: Card, words: tuple[str, ...]) -> State:
    discards = words[-1] if "discarding" in words else ""
    paid = words[:-2] if discards else words
    on_top = card == state.top_audience
    if card not in state.audiences and not on_top:
        raise IllegalAction("BB-7", say("{card} is not there to be won", card=card))
    if on_top != bool(discards):
        words_ = (
            say("{card} is on top of the deck: discard a card of the hand as well", card=card)
            if on_top
            else say("{card} is open to all: no card of the hand is discarded", card=card)
        )
        raise IllegalAction("BB-7", words_)
    _check_paid(box, state, player, card, paid)
    if discards:
        state = discarded_card(state, player, discards, "BB-7")
    troupe = state.troupes[player]
    state = state.troupe(
        player,
        performances=minus(troupe.performances, paid),
        audiences=(*troupe.audiences, card),
    )
    state = _turned_up(state, card)
    gains = box.cards.audiences[card].gains
    return state.due(Duty("icons", player, words=(card, *map(str, gains)))) if gains else state


def _check_paid(box: Box, state: State, player: str, card: Card, paid: tuple[Colour, ...]) -> None:
    audience = box.cards.audiences[card]
    if paid not in _payments(audience, paid):
        words = say("{card} asks for {asks}", card=card, asks=listed(audience.asks, " "))
        raise IllegalAction("BB-7", words)
    try:
        minus(state.troupes[player].performances, paid)
    except KeyError as missing:
        words = say(
            "{player} has no more performances of {colour}", player=player, colour=missing.args[0]
        )
        raise IllegalAction("BB-7", words) from None


def _turned_up(state: State, won: Card) -> State:
    """Return the state after `won` left the audiences, with the next one to be turned up. BB-14

    The one on top becomes an open one, unless it was won itself.
    """
    audiences = tuple(each for each in state.audiences if each != won)
    if won != state.top_audience and state.top_audience:
        audiences = plus(audiences, [state.top_audience])
    return changed(state, audiences=audiences, top_audience="").due(Duty("top", size=1))


# free actions, BB-8 and BB-16


def free_actions(box: Box, state: State, player: str, means: tuple[str, ...]) -> Iterator[Event]:
    """Yield the free actions of `player` that are paid by a melody or card among `means`."""
    troupe = state.troupes[player]
    steps = (1, 2) if has(box, state, player, "swing") else (1,)
    for means_ in dict.fromkeys(means):
        if means_ == MELODY and not troupe.melodies:
            continue
        for die, step in product(dict.fromkeys(troupe.dice), steps):
            by = ("two",) * (step - 1)
            if pips(die) + step <= 6:
                yield Event("raises", player, (die, *by, "with", means_))
            if pips(die) - step >= 1:
                yield Event("lowers", player, (die, *by, "with", means_))
        for dice in _sets(troupe.dice):
            yield Event("rerolls", player, (*dice, "with", means_))


def _sets(dice: tuple[Die, ...]) -> Iterator[tuple[Die, ...]]:
    sizes = range(1, len(dice) + 1)
    if len(dice) > FEW:
        sizes = range(1, 3)
        yield dice
    for size in sizes:
        yield from dict.fromkeys(combinations(dice, size))


def freely(box: Box, state: State, event: Event) -> State:
    """Return the state after a free action; raises IllegalAction."""
    player = event.actor
    match event:
        case Event("rerolls", _, (*dice, "with", means)) if dice:
            check_dice(state, player, tuple(dice), "BB-8")
            return rerolled(_paid(state, player, means), player, tuple(dice))
        case Event("raises" | "lowers", _, (die, *two, "with", means)):
            check_dice(state, player, (die,), "BB-8")
            if two and not has(box, state, player, "swing"):
                raise IllegalAction("BB-8", say("a melody changes a die by one"))
            now = pips(die) + (1 + len(two)) * (1 if event.verb == "raises" else -1)
            if not 1 <= now <= 6:
                raise IllegalAction("BB-8", say("a die goes from 1 to 6, and not round"))
            state = _paid(state, player, means)
            dice = [*minus(state.troupes[player].dice, [die]), f"{die[0]}{now}"]
            return state.troupe(player, dice=tuple(sorted(dice)))
        case Event("rerolls", _, dice):
            check_dice(state, player, dice, "BB-8")
            words = say(
                "{player} rolls {dice} again for a melody or a card of the hand: say for which",
                player=player,
                dice=listed(dice, " "),
            )
            raise IllegalAction("BB-8", words)
        case Event("raises" | "lowers", _, (die, *_)):
            check_dice(state, player, (die,), "BB-8")
            words = say(
                "{player} turns {die} for a melody or a card of the hand: say for which",
                player=player,
                die=die,
            )
            raise IllegalAction("BB-8", words)
    words = say(
        "'{verb}' has no place here: {player} is in the show", verb=event.verb, player=player
    )
    raise IllegalAction("BB-3", words)


def _paid(state: State, player: str, means: str) -> State:
    troupe = state.troupes[player]
    if means != MELODY:
        return discarded_card(state, player, means, "BB-8")
    if not troupe.melodies:
        raise IllegalAction("BB-8", say("{player} has no melody", player=player))
    return state.troupe(player, melodies=troupe.melodies - 1)
