"""Duties: lines that must come next, with their legal forms and effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..bag import HOLE, Bag
from ..chance import Draw, Forced, Roll
from ..core import Turn
from ..errors import IllegalAction
from ..event import Event
from ..phase import Phase, always
from ..replacing import changed
from ..words import Words, listed, say
from .abilities import (
    dice_left,
    gets_dice,
    has,
    next_icon,
    robbed,
    with_die,
)
from .calls import due as called
from .cards import Card
from .dice import COLOURS, Die, colour, faces, pips
from .state import Duty, InPlay, State, Troupe, minus, plus


def rerolled(state: State, player: str, dice: tuple[Die, ...]) -> State:
    """Return the state in which `player` must roll `dice` again."""
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
    """Return the state after `card` moved from the hand to the discard pile."""
    state = from_hand(state, player, card, ruling)
    return state.troupe(player, discard=plus(state.troupes[player].discard, [card]))


def trashed_card(state: State, player: str, card: Card, ruling: str) -> State:
    """Return the state after `card` left the hand and the deck for good."""
    return _out_of_deck(from_hand(state, player, card, ruling), player, card)


def _skipped(state: State) -> State:
    return state.rest


# draws

Put = Callable[[State, str, tuple[str, ...], Bag], State]
"""What a draw does: (state without the duty, player, pieces drawn, rest of the pile) -> state."""


def _drawing(
    draw: Callable[[State, Duty], Draw],
    put: Put,
    due: Callable[[State], bool],
    then: Callable[[State], State] = _skipped,
) -> Phase[State]:
    def turn(state: State) -> Draw:
        return draw(state, state.duties[0])

    def apply(state: State, event: Event) -> State:
        left = turn(state).rest(event)
        return put(state.rest, state.duties[0].player, event.outcome, left)

    return Phase(due=due, turn=turn, apply=apply, then=then)


def _from(
    pile: Callable[[State, str], Bag], put: Put, ruling: str = "BB-1", ordered: bool = False
) -> Phase[State]:
    """Return the phase of a draw from a pile, if any is left; the table's line names the player."""

    def draw(state: State, duty: Duty) -> Draw:
        event = Event(duty.verb, duty.player)
        if duty.verb in ("leader", "encore"):
            event = Event(duty.verb, words=(duty.player,))
        return Draw(event, pile(state, duty.player), duty.size, ruling, ordered)

    def due(state: State) -> bool:
        return bool(pile(state, state.duties[0].player))

    return _drawing(draw, put, due)


def _led(state: State, player: str, leaders: tuple[Card, ...], pool: Bag) -> State:
    """The leader completes the deck and brings a performance and dice. BB-1"""
    bard = state.box.cards.bards[leaders[0]]
    cards = plus(state.box.cards.starting, leaders)
    return changed(state, leaders=pool).troupe(
        player,
        cards=cards,
        deck=Bag(cards),
        dice=(bard.colour,) * state.box.numbers.leader_dice,
        performances=(bard.colour,),
    )


def _revealed(state: State, player: str, cards: tuple[Card, ...], pool: Bag) -> State:
    face_down = state.troupes[player].face_down
    for card in dict.fromkeys(cards):
        if cards.count(card) > face_down.count(card):
            words = say("{player} has no {card} in hand", player=player, card=card)
            raise IllegalAction("BB-2", words)
    return state.troupe(player, stage=tuple(map(InPlay, cards)), going=pool)


def _showed(state: State, player: str, pairs: tuple[str, ...], pool: Bag) -> State:
    pairs_ = {**(state.pairs or {}), player: pairs[0]}
    return changed(state, pairs=pairs_).troupe(player, encore=pool)


def _of_deck(put: Put, ruling: str) -> Phase[State]:
    """Return the phase of a draw from the own deck; a card put back on top comes first."""

    def draw(state: State, duty: Duty) -> Draw:
        troupe, event = state.troupes[duty.player], Event(duty.verb, duty.player)
        if troupe.top in ("", HOLE):
            return Draw(event, troupe.deck.put(troupe.top and [HOLE]), duty.size, ruling)
        return Draw(event, troupe.deck, duty.size - 1, ruling, first=(troupe.top,))

    def checked(state: State, player: str, drawn: tuple[Card, ...], pool: Bag) -> State:
        face_down = state.troupes[player].face_down
        for card in dict.fromkeys(drawn):
            if card != HOLE and drawn.count(card) > face_down.count(card):
                words = say("{player}'s deck has no {card} left", player=player, card=card)
                raise IllegalAction(ruling, words)
        return put(state, player, drawn, pool)

    return _drawing(draw, checked, _can_draw, _drawable)


def _can_draw(state: State) -> bool:
    duty = state.duties[0]
    return state.troupes[duty.player].left_to_draw >= duty.size > 0


def _drawable(state: State) -> State:
    """Return the state with a shuffle before the rest of the draw, if the deck is too short.

    BB-15
    """
    duty, rest = state.duties[0], state.rest
    troupe = rest.troupes[duty.player]
    there = troupe.left_to_draw
    if duty.size == 0 or not (there or troupe.discard):
        return rest
    now = (changed(duty, size=there),) if there else ()
    if not troupe.discard:
        return rest.due(*now)
    shuffled = Duty("reshuffles", duty.player)
    return rest.due(*now, shuffled, changed(duty, size=duty.size - there))


def _into_hand(state: State, player: str, drawn: tuple[Card, ...], pool: Bag) -> State:
    hand = state.troupes[player].hand.put(drawn)
    return state.troupe(player, deck=pool, top="", hand=hand)


def _gathered(state: State, player: str, drawn: tuple[Card, ...], pool: Bag) -> State:
    stage = (*state.troupes[player].stage, InPlay(drawn[0]))
    return state.troupe(player, deck=pool, top="", stage=stage)


# rolls


def _unrolled(troupe: Troupe) -> tuple[Die, ...]:
    return tuple(die for die in troupe.dice if len(die) == 1)


def _roll(state: State) -> Roll:
    player = state.duties[0].player
    dice = tuple(faces(die) for die in sorted(_unrolled(state.troupes[player])))
    return Roll(Event("rolls", player), dice, "BB-2")


def _rolled(state: State, event: Event) -> State:
    _roll(state).check(event)
    dice = [die for die in state.troupes[event.actor].dice if len(die) > 1]
    return state.rest.troupe(event.actor, dice=plus(dice, event.outcome))


# choices


def _of_player(
    choices: Callable[[State, Duty], Turn],
    done: Callable[[State, Duty, Event], State],
    ruling: str = "BB-5",
    due: Callable[[State], bool] = always,
    verbs: tuple[str, ...] = (),
) -> Phase[State]:
    """Return the phase of a choice of the player who has the duty.

    The line has the verb of the duty, or one of `verbs`. `done` gets the state without the duty.
    """

    def turn(state: State) -> Turn:
        return choices(state, state.duties[0])

    def apply(state: State, event: Event) -> State:
        duty = state.duties[0]
        expected = verbs or (duty.verb,)
        if event.actor != duty.player or event.verb not in expected:
            deed = next(iter(called(state))).deed
            raise IllegalAction(ruling, say("now {player}: {deed}", player=duty.player, deed=deed))
        return done(state.rest, duty, event)

    return Phase(due=due, turn=turn, apply=apply, then=_skipped)


def _expected(duty: Duty, verbs: tuple[str, ...]) -> Words:
    if not duty.words:
        return say("{player} {verbs} now", player=duty.player, verbs=listed(verbs, "/"))
    return say(
        "{player} {verbs} now ({what})",
        player=duty.player,
        verbs=listed(verbs, "/"),
        what=listed(duty.words),
    )


def _reshuffled(state: State, duty: Duty, _: Event) -> State:
    troupe = state.troupes[duty.player]
    # The deck is empty, so whatever lies face down is in the hand.
    known = Bag(minus(troupe.face_down, ()))
    return state.troupe(duty.player, deck=Bag(troupe.discard), discard=(), hand=known)


def _left_to_take(state: State) -> tuple[str, ...]:
    return tuple(each for each in COLOURS if dice_left(state.box, state, each) > 0)


def _takes(state: State, duty: Duty) -> Turn:
    return tuple(Event("takes", duty.player, (each,)) for each in _left_to_take(state))


def _took(state: State, duty: Duty, event: Event) -> State:
    (wanted,) = event.words
    if dice_left(state.box, state, wanted) <= 0:
        words = say("no die of colour {colour} is left", colour=wanted)
        raise IllegalAction("BB-2", words)
    return with_die(state.box, state, duty.player, wanted)


def _chooses(_: State, duty: Duty) -> Turn:
    return tuple(Event("chooses", duty.player, (each,)) for each in ("action", "support"))


def _chose(state: State, duty: Duty, event: Event) -> State:
    if event.words == ("action",):
        return changed(state, actions=state.actions + 1)
    return _turned(state, duty.player, duty.words[0])


def _discardable(state: State) -> bool:
    duty = state.duties[0]
    return duty.words != ("card",) or bool(state.troupes[duty.player].hand)


def _discards(state: State, duty: Duty) -> Turn:
    troupe = state.troupes[duty.player]
    pieces = dict.fromkeys(troupe.dice if duty.words == ("die",) else troupe.hand.known)
    return tuple(Event("discards", duty.player, (each,)) for each in pieces or (HOLE,))


def _returns(state: State, duty: Duty) -> Turn:
    trash = Event("trashes", duty.player, (state.troupes[duty.player].top,))
    return (Event("returns", duty.player), trash)


def _returned(state: State, duty: Duty, event: Event) -> State:
    if event.verb == "returns":
        return state
    return _trashed_top(state, duty.player, event.words[0])


def _keeps(_: State, duty: Duty) -> Turn:
    return tuple(Event(verb, duty.player, duty.words) for verb in _KEPT)


def _kept(state: State, duty: Duty, event: Event) -> State:
    if event.words != duty.words:
        raise IllegalAction("BB-5", _expected(duty, _KEPT))
    return state if event.verb == "keeps" else rerolled(state, duty.player, duty.words)


_KEPT = ("keeps", "rerolls")


# what may be done or left: one of the dice, or a card of the hand


def _dice_there(state: State) -> bool:
    return bool(state.troupes[state.duties[0].player].dice)


def _rerolls(state: State, duty: Duty) -> Turn:
    dice = dict.fromkeys(state.troupes[duty.player].dice)
    return (*(Event("rerolls", duty.player, (die,)) for die in dice), _left(duty))


def _left(duty: Duty) -> Event:
    return Event("keeps", duty.player)


def _rerolled_one(state: State, duty: Duty, event: Event) -> State:
    if event == _left(duty):
        return state
    _check_die(state, duty, event)
    return rerolled(state, duty.player, event.words)


def _check_die(state: State, duty: Duty, event: Event) -> None:
    """Raise IllegalAction unless `event` is about one die that the player has."""
    if len(event.words) != 1 or event.verb == "keeps":
        raise IllegalAction("BB-5", say("this is done with one die, or none"))
    (die,) = event.words
    if die not in state.troupes[duty.player].dice:
        words = say("{player} has no unassigned die {die}", player=duty.player, die=die)
        raise IllegalAction("BB-5", words)


def _turns(state: State, duty: Duty) -> Turn:
    dice = dict.fromkeys(state.troupes[duty.player].dice)
    up = (Event("raises", duty.player, (die,)) for die in dice if pips(die) < 6)
    down = (Event("lowers", duty.player, (die,)) for die in dice if pips(die) > 1)
    return (*up, *down, _left(duty))


def _turned_one(state: State, duty: Duty, event: Event) -> State:
    if event == _left(duty):
        return state
    _check_die(state, duty, event)
    (die,) = event.words
    shown = pips(die) + (1 if event.verb == "raises" else -1)
    if not 1 <= shown <= 6:
        raise IllegalAction("BB-5", say("a die goes from 1 to 6, and not round"))
    dice = minus(state.troupes[duty.player].dice, [die])
    return state.troupe(duty.player, dice=plus(dice, [f"{die[0]}{shown}"]))


def _trashes(state: State, duty: Duty) -> Turn:
    hand = state.troupes[duty.player].hand
    cards = (*dict.fromkeys(hand.known), *(HOLE,) * bool(hand.unknown))
    return (*(Event("trashes", duty.player, (card,)) for card in cards), _left(duty))


def _trashed_one(state: State, duty: Duty, event: Event) -> State:
    if event == _left(duty):
        return state
    if event.verb == "keeps":
        raise IllegalAction("BB-5", _expected(duty, ("trashes", "keeps")))
    return trashed_card(state, duty.player, event.words[0], "BB-5")


def _discarded(state: State, duty: Duty, event: Event) -> State:
    player, (piece,) = duty.player, event.words
    if duty.words == ("card",):
        return discarded_card(state, player, piece, "BB-5")
    dice = state.troupes[player].dice
    if piece not in dice:
        words = say("{player} has no unassigned die {die}", player=player, die=piece)
        raise IllegalAction("BB-5", words)
    return state.troupe(player, dice=minus(dice, [piece]))


def _turned(state: State, player: str, card: Card) -> State:
    """Return the state in which one unturned copy of `card` with a die on it is turned."""
    stage = state.troupes[player].stage
    at = next(i for i, e in enumerate(stage) if e.card == card and e.die and not e.turned)
    turned = changed(stage[at], turned=True)
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


def _steals(state: State, duty: Duty) -> Turn:
    own = dict.fromkeys(state.troupes[duty.player].dice)
    return tuple(
        Event("steals", duty.player, (other, die, "for", given))
        for other in robbed(state.box, state, duty.player)
        for die in dict.fromkeys(state.troupes[other].dice)
        for given in own
    )


def _stole(state: State, duty: Duty, event: Event) -> State:
    player, (other, die, _, given) = duty.player, event.words
    _check_swap(state, player, other, die, given)
    own, theirs = state.troupes[player].dice, state.troupes[other].dice
    state = state.troupe(player, dice=plus(minus(own, [given]), [die]))
    state = state.troupe(other, dice=plus(minus(theirs, [die]), [given]))
    return state.due(Duty("keeps", player, words=(die,)), Duty("keeps", other, words=(given,)))


def _check_swap(state: State, player: str, other: str, die: Die, given: Die) -> None:
    if other == player:
        raise IllegalAction("BB-5", say("a die is stolen from another player"))
    if has(state.box, state, other, "guard"):
        words = say("an audience guards the dice of {player}", player=other)
        raise IllegalAction("BB-7", words)
    for owner, wanted in ((other, die), (player, given)):
        if wanted not in state.troupes[owner].dice:
            words = say("{player} has no unassigned die {die}", player=owner, die=wanted)
            raise IllegalAction("BB-5", words)


DUTIES: Mapping[str, Phase[State]] = {
    "audiences": _from(
        lambda state, _: state.audience_deck,
        lambda state, _, drawn, left: changed(state, audiences=drawn, audience_deck=left),
    ),
    "top": _from(  # BB-14
        lambda state, _: state.audience_deck,
        lambda state, _, drawn, left: changed(state, top_audience=drawn[0], audience_deck=left),
        "BB-14",
    ),
    "line": _from(
        lambda state, _: state.veterans,
        lambda state, _, drawn, left: changed(state, line=drawn, veterans=left),
        ordered=True,
    ),
    "newest": _from(
        lambda state, _: state.veterans,
        lambda state, _, drawn, left: changed(state, line=(*state.line, *drawn), veterans=left),
        "BB-6",
    ),
    "leader": _from(lambda state, _: state.leaders, _led),
    "encore": _from(
        lambda state, _: state.encores,
        lambda state, player, drawn, left: changed(state, encores=left).troupe(
            player, encore=Bag().put(drawn)
        ),
    ),
    "first": _from(
        lambda state, _: Bag(tuple(sorted(state.players))),
        lambda state, _, drawn, __: changed(state, first=drawn[0]),
    ),
    "sudden": _from(
        lambda state, _: state.encores,
        lambda state, _, drawn, left: changed(state, sudden=drawn[0], encores=left),
        "BB-12",
    ),
    "reveals": _from(lambda state, player: state.troupes[player].going, _revealed, "BB-2"),
    "shows": _from(lambda state, player: state.troupes[player].encore, _showed, "BB-10"),
    "draws": _of_deck(_into_hand, "BB-9"),
    "explores": _of_deck(
        lambda state, player, drawn, left: state.troupe(player, deck=left, top=drawn[0]), "BB-5"
    ),
    "gathers": _of_deck(_gathered, "BB-5"),
    "gets": Phase(then=lambda state: gets_dice(state.box, state.rest, state.duties[0].player)),
    "icons": Phase(then=lambda state: next_icon(state.box, state)),
    "rolls": Phase(
        due=lambda state: bool(_unrolled(state.troupes[state.duties[0].player])),
        turn=_roll,
        apply=_rolled,
        then=_skipped,
    ),
    "reshuffles": _of_player(
        lambda _, duty: Forced(Event("reshuffles", duty.player)), _reshuffled, "BB-15"
    ),
    "takes": _of_player(_takes, _took, "BB-2", lambda state: bool(_left_to_take(state))),
    "chooses": _of_player(_chooses, _chose),
    "discards": _of_player(_discards, _discarded, due=_discardable),
    "returns": _of_player(
        _returns,
        _returned,
        due=lambda state: bool(state.troupes[state.duties[0].player].top),
        verbs=("returns", "trashes"),
    ),
    "steals": _of_player(_steals, _stole),
    "rerolls": _of_player(_rerolls, _rerolled_one, due=_dice_there, verbs=_KEPT),
    "turns": _of_player(_turns, _turned_one, due=_dice_there, verbs=("raises", "lowers", "keeps")),
    "trashes": _of_player(
        _trashes,
        _trashed_one,
        due=lambda state: bool(state.troupes[state.duties[0].player].hand),
        verbs=("trashes", "keeps"),
    ),
    "keeps": _of_player(_keeps, _kept, verbs=_KEPT),
}
"""The phase of each duty, by its verb."""
