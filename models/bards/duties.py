"""Duties: the lines that must come next, what they can say, and what they do."""

from __future__ import annotations

from dataclasses import replace

from ..bag import HOLE, Bag
from ..chance import Draw, Forced, Roll
from ..core import Turn
from ..errors import IllegalAction
from ..event import Event
from ..words import Words, listed, say
from .abilities import (
    dice_left,
    gets_dice,
    has,
    next_icon,
    robbed,
    with_die,
)
from .box import Box
from .cards import Card
from .dice import COLOURS, Die, colour, faces
from .state import Duty, InPlay, State, Troupe, minus, plus


def automatic(box: Box, state: State) -> State | None:
    """Return the state after the first duty if the rules do it themselves, else None."""
    duty = state.duties[0]
    rest = replace(state, duties=state.duties[1:])
    match duty.verb:
        case "icons":
            return next_icon(box, state)
        case "gets":
            return gets_dice(box, rest, duty.player)
        case "draws" | "explores" | "gathers":
            return _drawable(rest, duty)
        case "takes" if not any(dice_left(box, state, each) > 0 for each in COLOURS):
            return rest
        case "rolls" if not _unrolled(state.troupes[duty.player]):
            return rest
        case "returns" if not state.troupes[duty.player].top:
            return rest
        case "discards" if duty.words == ("card",) and not state.troupes[duty.player].hand:
            return rest
        case "top" if not state.audience_deck:  # BB-14
            return rest
        case "newest" if not state.veterans:
            return rest
        case "sudden" if not state.encores:
            return rest
    return None


def _drawable(rest: State, duty: Duty) -> State | None:
    """The same duty as lines that can be written; None if it is one already. BB-15"""
    troupe = rest.troupes[duty.player]
    there = troupe.left_to_draw
    if there >= duty.size > 0:
        return None
    now = (replace(duty, size=there),) if there else ()
    if duty.size == 0 or not (there or troupe.discard):
        return rest
    if not troupe.discard:
        return rest.due(*now)
    shuffled = Duty("reshuffles", duty.player)
    return rest.due(*now, shuffled, replace(duty, size=duty.size - there))


def offered(box: Box, state: State) -> Turn:
    """Return what the first duty can say; needs a duty that is not done by the rules."""
    duty = state.duties[0]
    player = duty.player
    if duty.verb in _DRAWN:
        return _draw(box, state, duty)
    match duty.verb:
        case "rolls":
            return _roll(state.troupes[player], player)
        case "reshuffles":
            return Forced(Event("reshuffles", player))
        case "takes":
            left = [each for each in COLOURS if dice_left(box, state, each) > 0]
            return tuple(Event("takes", player, (each,)) for each in left)
        case "chooses":
            return tuple(Event("chooses", player, (each,)) for each in ("action", "support"))
        case "discards":
            return tuple(Event("discards", player, (each,)) for each in _disposable(state, duty))
        case "returns":
            trash = Event("trashes", player, (state.troupes[player].top,))
            return (Event("returns", player), trash)
        case "steals":
            return _steals(box, state, player)
        case _:
            return (
                Event("keeps", player, duty.words),
                Event("rerolls", player, duty.words),
            )


def fulfilled(box: Box, state: State, event: Event) -> State:
    """Return the state after `event`, which must do the first duty; raises IllegalAction."""
    duty = state.duties[0]
    rest = replace(state, duties=state.duties[1:])
    if duty.verb in _DRAWN:
        pool = _draw(box, state, duty).rest(event)
        return _drawn(box, rest, duty, event, pool)
    if duty.verb == "rolls":
        _roll(state.troupes[duty.player], duty.player).check(event)
        dice = [die for die in state.troupes[duty.player].dice if len(die) > 1]
        return rest.troupe(duty.player, dice=plus(dice, event.outcome))
    if event.actor != duty.player or event.verb not in _DOES.get(duty.verb, (duty.verb,)):
        raise IllegalAction(_RULING[duty.verb], _expected(duty))
    match event:
        case Event("reshuffles", player):
            troupe = rest.troupes[player]
            # The deck is empty, so whatever lies face down is in the hand.
            known = Bag(minus(troupe.face_down, ()))
            return rest.troupe(player, deck=Bag(troupe.discard), discard=(), hand=known)
        case Event("takes", player, (wanted,)):
            if dice_left(box, state, wanted) <= 0:
                words = say("no die of colour {colour} is left", colour=wanted)
                raise IllegalAction("BB-2", words)
            return with_die(box, rest, player, wanted)
        case Event("chooses", player, (what,)):
            if what == "action":
                return replace(rest, actions=rest.actions + 1)
            return _turned(rest, player, duty.words[0])
        case Event("discards", player, (piece,)):
            return _discarded(rest, duty, player, piece)
        case Event("returns"):
            return rest
        case Event("trashes", player, (card,)):
            return _trashed_top(rest, player, card)
        case Event("steals", player, (other, die, _, given)):
            _check_swap(box, state, player, other, die, given)
            return _swapped(rest, player, other, die, given)
        case Event(verb, player, (die,)) if (die,) == duty.words:
            return rest if verb == "keeps" else rerolled(rest, player, (die,))
    raise IllegalAction(_RULING[duty.verb], _expected(duty))


def rerolled(state: State, player: str, dice: tuple[Die, ...]) -> State:
    """Return the state in which `dice` of `player` are to be rolled."""
    kept = minus(state.troupes[player].dice, dice)
    state = state.troupe(player, dice=plus(kept, map(colour, dice)))
    return state.due(Duty("rolls", player))


def from_hand(state: State, player: str, card: Card, ruling: str) -> State:
    """Return the state in which `card` has left the hand of `player`; raises IllegalAction."""
    troupe = state.troupes[player]
    if card not in troupe.face_down or not troupe.hand.may_hold(card):
        words = say("{player} has no {card} in hand", player=player, card=card)
        raise IllegalAction(ruling, words)
    return state.troupe(player, hand=troupe.hand.take([card]))


def discarded_card(state: State, player: str, card: Card, ruling: str) -> State:
    """Return the state in which `card` went from the hand to the discard pile."""
    state = from_hand(state, player, card, ruling)
    return state.troupe(player, discard=plus(state.troupes[player].discard, [card]))


def trashed_card(state: State, player: str, card: Card, ruling: str) -> State:
    """Return the state in which `card` went from the hand out of the deck for good."""
    return _out_of_deck(from_hand(state, player, card, ruling), player, card)


# draws

_OF_DECK = ("draws", "explores", "gathers")
_OF_TABLE = ("audiences", "top", "line", "newest", "leader", "encore", "first", "sudden")
_DRAWN = frozenset([*_OF_DECK, *_OF_TABLE, "reveals", "shows"])
_RULING = {
    "draws": "BB-9",
    "explores": "BB-5",
    "gathers": "BB-5",
    "reveals": "BB-2",
    "shows": "BB-10",
    "sudden": "BB-12",
    "newest": "BB-6",
    "top": "BB-14",
    "takes": "BB-2",
    "reshuffles": "BB-15",
    "chooses": "BB-5",
    "discards": "BB-5",
    "returns": "BB-5",
    "steals": "BB-5",
    "keeps": "BB-5",
}
_DOES = {"returns": ("returns", "trashes"), "keeps": ("keeps", "rerolls")}
"""The verbs that do a duty, where it is not its own alone."""


def _draw(box: Box, state: State, duty: Duty) -> Draw:
    first, pool = (), Bag()
    event = Event(duty.verb, duty.player)
    match duty.verb:
        case "audiences" | "top":
            pool = state.audience_deck
        case "line" | "newest":
            pool = state.veterans
        case "leader":
            event, pool = Event("leader", words=(duty.player,)), state.leaders
        case "encore":
            event, pool = Event("encore", words=(duty.player,)), state.encores
        case "first":
            pool = Bag(tuple(sorted(state.players)))
        case "sudden":
            pool = state.encores
        case "reveals":
            pool = state.troupes[duty.player].going
        case "shows":
            pool = state.troupes[duty.player].encore
        case _:
            return _draw_of_deck(state.troupes[duty.player], duty, event)
    ordered = duty.verb == "line"
    return Draw(event, pool, duty.size, _RULING.get(duty.verb, "BB-1"), ordered, first)


def _draw_of_deck(troupe: Troupe, duty: Duty, event: Event) -> Draw:
    """The card put back after exploring comes first, where the viewer knows it."""
    ruling = _RULING[duty.verb]
    if troupe.top in ("", HOLE):
        return Draw(event, troupe.deck.put(troupe.top and [HOLE]), duty.size, ruling)
    return Draw(event, troupe.deck, duty.size - 1, ruling, first=(troupe.top,))


def _drawn(box: Box, state: State, duty: Duty, event: Event, pool: Bag) -> State:
    player, drawn = duty.player, event.outcome
    if duty.verb in _OF_DECK:
        return _from_deck(state, duty, drawn, pool)
    match duty.verb:
        case "audiences":
            return replace(state, audiences=drawn, audience_deck=pool)
        case "top":
            return replace(state, top_audience=drawn[0], audience_deck=pool)
        case "line":
            return replace(state, line=drawn, veterans=pool)
        case "newest":
            return replace(state, line=(*state.line, *drawn), veterans=pool)
        case "leader":
            return _led(box, replace(state, leaders=pool), player, drawn[0])
        case "encore":
            return replace(state, encores=pool).troupe(player, encore=Bag().put(drawn))
        case "first":
            return replace(state, first=drawn[0])
        case "sudden":
            return replace(state, sudden=drawn[0], encores=pool)
        case "reveals":
            return _revealed(state, player, drawn, pool)
        case _:
            pairs = {**(state.pairs or {}), player: drawn[0]}
            return replace(state, pairs=pairs).troupe(player, encore=pool)


def _from_deck(state: State, duty: Duty, drawn: tuple[Card, ...], pool: Bag) -> State:
    troupe = state.troupes[duty.player]
    for card in set(drawn) - {HOLE}:
        if drawn.count(card) > troupe.face_down.count(card):
            words = say("{player}'s deck has no {card} left", player=duty.player, card=card)
            raise IllegalAction(_RULING[duty.verb], words)
    match duty.verb:
        case "draws":
            return state.troupe(duty.player, deck=pool, top="", hand=troupe.hand.put(drawn))
        case "explores":
            return state.troupe(duty.player, deck=pool, top=drawn[0])
        case _:
            stage = (*troupe.stage, InPlay(drawn[0]))
            return state.troupe(duty.player, deck=pool, top="", stage=stage)


def _led(box: Box, state: State, player: str, leader: Card) -> State:
    """The leader completes the deck and brings a performance and dice. BB-1"""
    bard = box.cards.bards[leader]
    cards = plus(box.cards.starting, [leader])
    return state.troupe(
        player,
        cards=cards,
        deck=Bag(cards),
        dice=(bard.colour,) * box.numbers.leader_dice,
        performances=(bard.colour,),
    )


def _revealed(state: State, player: str, cards: tuple[Card, ...], pool: Bag) -> State:
    face_down = state.troupes[player].face_down
    for card in set(cards):
        if cards.count(card) > face_down.count(card):
            words = say("{player} has no {card} in hand", player=player, card=card)
            raise IllegalAction("BB-2", words)
    return state.troupe(player, stage=tuple(map(InPlay, cards)), going=pool)


# rolls and choices


def _unrolled(troupe: Troupe) -> tuple[Die, ...]:
    return tuple(die for die in troupe.dice if len(die) == 1)


def _roll(troupe: Troupe, player: str) -> Roll:
    dice = tuple(faces(die) for die in sorted(_unrolled(troupe)))
    return Roll(Event("rolls", player), dice, "BB-2")


def _disposable(state: State, duty: Duty) -> tuple[str, ...]:
    troupe = state.troupes[duty.player]
    if duty.words == ("die",):
        return tuple(dict.fromkeys(troupe.dice))
    return tuple(dict.fromkeys(troupe.hand.known)) or (HOLE,)


def _discarded(state: State, duty: Duty, player: str, piece: str) -> State:
    if duty.words == ("card",):
        return discarded_card(state, player, piece, "BB-5")
    dice = state.troupes[player].dice
    if piece not in dice:
        words = say("{player} has no unassigned die {die}", player=player, die=piece)
        raise IllegalAction("BB-5", words)
    return state.troupe(player, dice=minus(dice, [piece]))


def _turned(state: State, player: str, card: Card) -> State:
    """One copy of `card` with a die on it, and not yet turned, is turned."""
    stage = state.troupes[player].stage
    at = next(i for i, e in enumerate(stage) if e.card == card and e.die and not e.turned)
    turned = replace(stage[at], turned=True)
    return state.troupe(player, stage=(*stage[:at], turned, *stage[at + 1 :]))


def _trashed_top(state: State, player: str, card: Card) -> State:
    troupe = state.troupes[player]
    if card not in troupe.face_down or troupe.top not in (card, HOLE):
        words = say("{player} did not explore {card}", player=player, card=card)
        raise IllegalAction("BB-5", words)
    return _out_of_deck(state.troupe(player, top=""), player, card)


def _out_of_deck(state: State, player: str, card: Card) -> State:
    troupe = state.troupes[player]
    cards, trashed = minus(troupe.cards, [card]), plus(troupe.trashed, [card])
    return state.troupe(player, cards=cards, trashed=trashed)


def _steals(box: Box, state: State, player: str) -> tuple[Event, ...]:
    own = dict.fromkeys(state.troupes[player].dice)
    return tuple(
        Event("steals", player, (other, die, "for", given))
        for other in robbed(box, state, player)
        for die in dict.fromkeys(state.troupes[other].dice)
        for given in own
    )


def _check_swap(box: Box, state: State, player: str, other: str, die: Die, given: Die) -> None:
    if other == player:
        raise IllegalAction("BB-5", say("a die is stolen from another player"))
    if has(box, state, other, "guard"):
        words = say("an audience guards the dice of {player}", player=other)
        raise IllegalAction("BB-7", words)
    for owner, wanted in ((other, die), (player, given)):
        if wanted not in state.troupes[owner].dice:
            words = say("{player} has no unassigned die {die}", player=owner, die=wanted)
            raise IllegalAction("BB-5", words)


def _swapped(state: State, player: str, other: str, die: Die, given: Die) -> State:
    own, theirs = state.troupes[player].dice, state.troupes[other].dice
    state = state.troupe(player, dice=plus(minus(own, [given]), [die]))
    state = state.troupe(other, dice=plus(minus(theirs, [die]), [given]))
    return state.due(Duty("keeps", player, words=(die,)), Duty("keeps", other, words=(given,)))


def _expected(duty: Duty) -> Words:
    verbs = _DOES.get(duty.verb, (duty.verb,))
    if not duty.words:
        return say("{player} {verbs} now", player=duty.player, verbs=listed(verbs, "/"))
    return say(
        "{player} {verbs} now ({what})",
        player=duty.player,
        verbs=listed(verbs, "/"),
        what=listed(duty.words),
    )
