"""The round and its steps, from the set-up to the encore and the score."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from ..bag import HOLE, Bag
from ..errors import IllegalAction
from ..event import Event
from ..outcome import Outcome
from ..phase import Phase, always
from ..replacing import changed
from ..words import listed, say, say_n
from .abilities import dice_left, times
from .box import Box
from .dice import Colour, pips
from .duties import discarded_card, trashed_card
from .show import acted, begun, choices, free_actions, freely, may_go_on, next_turn
from .state import FIRST, Duty, State, Step, plus


def set_up(box: Box, players: tuple[str, ...]) -> tuple[Duty, ...]:
    """Return the lines of the set-up. BB-1"""
    numbers = box.numbers
    return (
        Duty("audiences", size=min(numbers.open, len(box.cards.audiences))),
        Duty("top", size=1),
        Duty("line", size=min(numbers.line, len(box.cards.copies("veteran")))),
        *(Duty("leader", player, 1) for player in players),
        *(Duty("encore", player, 1) for player in players),
        Duty("first", size=1),
        *(Duty("draws", player, numbers.hand) for player in players),
    )


# going on stage, BB-2 and BB-17


def _to_stage(state: State) -> State:
    return changed(state, step=Step.STAGE, done=frozenset(), begun=frozenset(), actor="", tops=())


def _choosing(state: State) -> tuple[str, ...]:
    return tuple(p for p in state.players if p not in state.done and state.troupes[p].hand)


def _stagings(state: State) -> tuple[Event, ...]:
    events: list[Event] = []
    for player in _choosing(state):
        hand = state.troupes[player].hand
        size = min(state.box.numbers.stage, len(hand))
        cards = (*hand.known, *(HOLE,) * hand.unknown)
        if hand.unknown:
            cards = (HOLE,) * size
        events += (Event("stages", player, c) for c in dict.fromkeys(combinations(cards, size)))
    return tuple(events)


def _staged(state: State, event: Event) -> State:
    player, cards = event.actor, event.words
    if event.verb != "stages" or player not in _choosing(state):
        words = say("still to choose for the stage: {players}", players=listed(_choosing(state)))
        raise IllegalAction("BB-2", words)
    troupe = state.troupes[player]
    size = min(state.box.numbers.stage, len(troupe.hand))
    for card in dict.fromkeys(cards):
        if (
            card != HOLE
            and not troupe.hand.unknown
            and cards.count(card) > troupe.hand.known.count(card)
        ):
            words = say("{player} has no {card} in hand", player=player, card=card)
            raise IllegalAction("BB-2", words)
    if len(cards) != size:
        words = say_n("{n} card goes on stage", "{n} cards go on stage", size)
        raise IllegalAction("BB-2" if size == state.box.numbers.stage else "BB-17", words)
    state = state.troupe(player, hand=troupe.hand.take(cards), going=Bag().put(cards))
    return changed(state, done=state.done | {player})


def _to_show(state: State) -> State:
    """Return the state in which all show cards, take dice and roll; the first player begins."""
    order = state.order
    shown = (p for p in order if state.troupes[p].going)
    duties = (
        *(Duty("reveals", player, len(state.troupes[player].going)) for player in shown),
        *(Duty("gets", player) for player in order),
        *(Duty("rolls", player) for player in order),
    )
    state = next_turn(changed(state, step=Step.SHOW, done=frozenset()))
    return state.due(*duties)


def _support_back(state: State) -> State:
    if state.linger == "round":
        return state
    stage = tuple(changed(each, turned=False) for each in state.troupes[state.actor].stage)
    return state.troupe(state.actor, stage=stage)


# the end of a round, BB-9


def _after_show(state: State) -> State:
    for player in state.players:
        troupe = state.troupes[player]
        state = state.troupe(
            player,
            stage=(),
            discard=plus(troupe.discard, [each.card for each in troupe.stage]),
            dice=tuple(sorted(die[0] for die in (*troupe.dice, *troupe.locked))),
        )
    state = changed(state, done=frozenset(), actor="", tops=())
    if state.ending:
        shows = (Duty("shows", player, 1) for player in state.order)
        return changed(_bare(state), step=Step.ENCORE).due(*shows)  # BB-10
    return changed(state, step=Step.LEAVE)


def _leaving(state: State) -> str:
    """Return who must decide about the cards left in hand, empty if nobody has to."""
    return next((p for p in state.waiting if state.troupes[p].hand), "")


def _leavings(state: State) -> tuple[Event, ...]:
    player = _leaving(state)
    cards = state.troupes[player].may_hold
    away = tuple(Event(verb, player, (c,)) for verb in ("discards", "trashes") for c in cards)
    return ((Event("keeps", player),) if state.keep == "keep" else ()) + away


def _left(state: State, event: Event) -> State:
    player = _leaving(state)
    if event.actor == player:
        match event:
            case Event("keeps", _, ()) if state.keep == "keep":
                return changed(state, done=state.done | {player})
            case Event("discards", _, (card,)):
                return discarded_card(state, player, card, "BB-9")
            case Event("trashes", _, (card,)):
                return trashed_card(state, player, card, "BB-9")
    words = say("first {player} keeps, discards or trashes the card left in hand", player=player)
    raise IllegalAction("BB-9", words)


def _to_refill(state: State) -> State:
    sizes = ((p, state.box.numbers.hand - len(state.troupes[p].hand)) for p in state.order)
    draws = (Duty("draws", player, size) for player, size in sizes if size > 0)
    return changed(state, step=Step.REFILL, done=frozenset()).due(*draws)


# the encore, BB-10


def _to_encore(state: State) -> State:
    pairs = state.pairs or {}
    for player in state.order:
        pair = pairs[player]
        dice = _veterans_dice(state, player, pair)
        applause = (pair[0],) * times(state.box, state, player, "applause")
        state = _with_dice(state, player, (*dice, *applause))
    return _rolling(changed(state, tops=state.order, step=Step.MELODIES))


def _bare(state: State) -> State:
    """Return the state with all dice back in the supply."""
    for player in state.players:
        state = state.troupe(player, dice=())
    return state


def _veterans_dice(state: State, player: str, pair: str) -> tuple[Colour, ...]:
    bards = (state.box.cards.bards[card] for card in state.troupes[player].cards)
    return tuple(b.colour for b in bards if b.kind == "veteran" and b.colour in pair)


def _with_dice(state: State, player: str, dice: tuple[Colour, ...]) -> State:
    for colour in dice:
        if dice_left(state.box, state, colour) > 0:
            state = state.troupe(player, dice=plus(state.troupes[player].dice, [colour]))
    return state


def _rolling(state: State) -> State:
    """Return the state of an encore roll: the top players roll, then may spend their melodies.

    Only those who have melodies and dice are asked, in turn order.
    """
    able = {p for p in state.tops if state.troupes[p].melodies and state.troupes[p].dice}
    state = changed(state, done=frozenset(state.players) - able)
    return state.due(*(Duty("rolls", player) for player in state.tops))


def _encore_choices(state: State) -> tuple[Event, ...]:
    player = state.waiting[0]
    return (*free_actions(state.box, state, player, ("melody",)), Event("done", player))


def _encored(state: State, event: Event) -> State:
    player = state.waiting[0]
    if event.actor != player:
        raise IllegalAction("BB-10", say("it is the turn of {player}", player=player))
    if event.verb == "done":
        return changed(state, done=state.done | {player})
    if event.verb not in ("raises", "lowers", "rerolls") or event.words[-1] != "melody":
        raise IllegalAction("BB-10", say("only melodies can be spent in the encore, or done"))
    state = freely(state.box, state, event)
    if not state.troupes[player].melodies:
        state = changed(state, done=state.done | {player})
    return state


def _total(state: State, player: str) -> int:
    return sum(pips(die) for die in state.troupes[player].dice)


def _highest(state: State) -> tuple[str, ...]:
    best = max(_total(state, player) for player in state.tops)
    return tuple(p for p in state.tops if _total(state, p) == best)


def _after_melodies(state: State) -> State:
    tied = _highest(state)
    if len(tied) > 1 and _total(state, tied[0]):
        return _rolling(_again(state, tied))
    if len(tied) == 1:
        state = changed(state, encore_won=tied[0])
    return _scored(state)


def _again(state: State, tied: tuple[str, ...]) -> State:
    for player in tied:
        dice = tuple(die[0] for die in state.troupes[player].dice)
        state = state.troupe(player, dice=dice)
    return changed(state, tops=tied)


# a game that does not end, BB-22

LONG = 40
"""The number of rounds after which the table may end the game."""


def may_count(state: State) -> bool:
    """Tell whether the table may end the game now: a round after number `LONG` begins.

    A round in which nobody has a card for the stage begins with the show.
    """
    if state.duties or state.round <= LONG or state.version == FIRST:
        return False
    if state.step is Step.SHOW:
        return not any(state.troupes[player].stage for player in state.players)
    return state.step is Step.STAGE and not state.done


def counted(state: State) -> State:
    """Return the state in which points count as they are; a tie leads to sudden death.

    Raises IllegalAction unless a game may end now.
    """
    if not may_count(state):
        words = say("a game is ended when a round begins, from round {n} on", n=LONG + 1)
        raise IllegalAction("BB-22", words)
    return _scored(state)


# the score and sudden death, BB-11 and BB-12


def points(box: Box, state: State, player: str) -> int:
    """Return the present points of `player`."""
    troupe, cards = state.troupes[player], box.cards
    printed = cards.points((*troupe.audiences, *troupe.cards))
    encore = box.numbers.encore_points if player == state.encore_won else 0
    return printed + encore + state.leftovers * len(troupe.performances)


def _scored(state: State) -> State:
    scores = {player: points(state.box, state, player) for player in state.players}
    best = tuple(p for p in state.order if scores[p] == max(scores.values()))
    if len(best) == 1:
        return changed(state, step=Step.OVER, winner=best[0])
    if state.version != FIRST:  # which let the dice left from the encore decide
        state = _bare(state)  # BB-21
    return changed(state, step=Step.SUDDEN, tops=best).due(Duty("sudden", size=1))


def _after_sudden(state: State) -> State:
    """Return the state of sudden death: dice are handed out, rolled until one roll wins."""
    if not any(len(die) > 1 for p in state.tops for die in state.troupes[p].dice):
        state = _bare(state)
        for player in state.tops:
            dice = _veterans_dice(state, player, state.sudden)
            free = state.sudden[:1] or "B"
            state = _with_dice(state, player, (*dice, free))
    else:
        tied = _highest(state)
        if len(tied) == 1:
            return changed(state, step=Step.OVER, winner=tied[0])
        state = _again(state, tied)
    return state.due(*(Duty("rolls", player) for player in state.tops))


def outcome(box: Box, state: State) -> Outcome | None:
    """Return the final scores, the winner first; None while the game goes on."""
    if state.step is not Step.OVER:
        return None
    scores = {player: points(box, state, player) for player in state.players}
    ranked = sorted(state.players, key=lambda p: (-scores[p], p != state.winner))
    return Outcome((ranked[0],), {player: scores[player] for player in ranked})


def _show_goes_on(state: State) -> bool:
    return bool(state.actor and (state.actions or may_go_on(state, state.actor)))


def _show_next(state: State) -> State:
    if state.actor:
        return next_turn(_support_back(state), after=state.actor)
    return begun(state.box, state) if state.tops else _after_show(state)


def _next_round(state: State) -> State:
    first = state.order[1 % len(state.players)]
    return _to_stage(changed(state, round=state.round + 1, first=first))


def _no_more(state: State, event: Event) -> State:
    raise IllegalAction("BB-10", say("the game is over"))


STEPS: Mapping[Step, Phase[State]] = {
    Step.SETUP: Phase(then=lambda state: _to_stage(changed(state, round=1))),
    Step.STAGE: Phase(
        due=lambda state: bool(_choosing(state)), turn=_stagings, apply=_staged, then=_to_show
    ),
    Step.SHOW: Phase(due=_show_goes_on, turn=choices, apply=acted, then=_show_next),
    Step.LEAVE: Phase(
        due=lambda state: bool(_leaving(state)), turn=_leavings, apply=_left, then=_to_refill
    ),
    Step.REFILL: Phase(then=_next_round),
    Step.ENCORE: Phase(then=_to_encore),
    Step.MELODIES: Phase(
        due=lambda state: bool(state.waiting),
        turn=_encore_choices,
        apply=_encored,
        then=_after_melodies,
    ),
    Step.SUDDEN: Phase(then=_after_sudden),
    Step.OVER: Phase(due=always, apply=_no_more, then=lambda state: state),
}
"""For each step: what the players do between duties, and what follows."""
