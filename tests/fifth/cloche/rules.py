"""The rules of Cloche, for whole states and for states with holes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from aparte.models.bag import HOLE, Bag
from aparte.models.chance import Draw, Forced
from aparte.models.core import Game, HiddenModel, Setup, Turn
from aparte.models.errors import IllegalAction
from aparte.models.event import Event
from aparte.models.outcome import Outcome
from aparte.models.words import Words, listed, say

from .box import CARDS, NAMES, Card, Kind, hand_sizes, kind_of
from .calls import CALLS
from .deduce import fill, hidden
from .state import CLOCHE, Question, State
from .text import NOTATION


class Cloche(Game[State]):
    """Cloche: who has eaten what, and where."""

    name = "cloche"
    title = "Cloche"
    seats = range(3, 6)
    notation = NOTATION
    calls = CALLS
    model = HiddenModel(hidden=hidden, fill=fill)

    def start(self, setup: Setup) -> State:
        """Return the table before a card is set aside."""
        players = setup.players
        hands = {player: Bag() for player in players}
        return State(players, Bag(tuple(NAMES)), {kind: Bag() for kind in Kind}, hands, players[0])

    def turn(self, state: State) -> Turn:
        """Return the draw, the answers or the questions and accusations that come next."""
        if state.over:
            return ()
        if not all(state.hands.values()):
            return _draw(state)
        if state.looking is not None:
            cards = tuple((*bag.known, HOLE)[0] for bag in state.aside.values())
            return Forced(Event("looks", state.looking, outcome=cards))
        if state.question is not None:
            return tuple(_answers(state, state.question))
        return tuple(
            Event(verb, state.active, cards)
            for verb in ("asks", "accuses")
            for cards in product(*CARDS.values())
        )

    def resolve(self, state: State, event: Event) -> Event:
        """Return an accusation with what lies under the cloche, or can lie there."""
        return replace(event, outcome=("right" if _surely(state, event.words) else "wrong",))

    def apply(self, state: State, event: Event) -> State:
        """Return the table after `event`; raises IllegalAction."""
        coming = self.turn(state)
        if isinstance(coming, Draw):
            return _dealt(state, coming, event)
        if isinstance(coming, Forced):
            return _looked(state, coming.event, event)
        match event, state.question:
            case Event("passes" | "shows", player), Question(waiting=(first, *_)) if (
                player == first
            ):
                return _answered(state, event)
            case Event("asks", player, cards), None if player == state.active:
                question = Question(player, cards, state.after(player)[:-1])
                return replace(state, question=question)
            case Event("accuses", player, cards, (said,)), None if player == state.active:
                return _accused(state, player, cards, said)
        raise IllegalAction("CL-4", _expected(state, event))

    def outcome(self, state: State) -> Outcome | None:
        """Return who has won, which may be nobody; None while the game goes on."""
        if not state.over:
            return None
        winners = tuple(player for player in state.players if player == state.winner)
        return Outcome(winners, {player: int(player in winners) for player in state.players})


# the deal


def _draw(state: State) -> Draw:
    kind = next((kind for kind, bag in state.aside.items() if not bag), None)
    if kind is not None:
        return Draw(Event("aside", words=(kind,)), Bag(tuple(CARDS[kind])), 1, "CL-2")
    player = next(player for player, hand in state.hands.items() if not hand)
    size = hand_sizes(state.players)[player]
    return Draw(Event("deal", words=(player,)), state.pool, size, "CL-3")


def _dealt(state: State, draw: Draw, event: Event) -> State:
    draw.rest(event)
    (to,) = event.words
    cards = [card for card in event.outcome if card != HOLE]
    for card in cards:
        if cards.count(card) > 1 or not state.pool.may_hold(card):
            raise IllegalAction("CL-1", say("there is one {card} only", card=card))
    bag, pool = Bag().put(event.outcome), state.pool.take(event.outcome)
    if event.verb == "aside":
        return replace(state, pool=pool, aside={**state.aside, Kind(to): bag})
    return replace(state, pool=pool, hands={**state.hands, to: bag})


# questions


def _answers(state: State, question: Question) -> Iterator[Event]:
    """Yield what the next player to answer can do, as far as is seen."""
    player = question.waiting[0]
    held = [card for card in question.cards if player in state.holders(card)]
    if not _surely_held(state, player, question):
        yield Event("passes", player)
    for card in held:
        yield Event("shows", player, (question.asker, card))


def _surely_held(state: State, player: str, question: Question) -> tuple[Card, ...]:
    return tuple(card for card in question.cards if card in state.hands[player].known)


def _answered(state: State, event: Event) -> State:
    question = state.question
    assert question is not None
    player, *waiting = question.waiting
    if event.verb == "passes":
        held = _surely_held(state, player, question)
        if held:
            words = say("{player} holds {cards}", player=player, cards=listed(held))
            raise IllegalAction("CL-5", words)
        if waiting:
            return replace(state, question=replace(question, waiting=tuple(waiting)))
    else:
        state = _shown(state, question, event)
    return _next_turn(replace(state, question=None))


def _shown(state: State, question: Question, event: Event) -> State:
    """Return the table with the card that was shown, if it is seen, in the hand it is from."""
    asker, card = event.words
    if asker != question.asker:
        words = say("{player} has asked, so sees the card", player=question.asker)
        raise IllegalAction("CL-6", words)
    able = [each.words[1] for each in _answers(state, question) if each.verb == "shows"]
    if card not in (*able, HOLE) or not able:
        words = say(
            "{player} can show {cards} here",
            player=event.actor,
            cards=listed(able) if able else say("nothing"),
        )
        raise IllegalAction("CL-6", words)
    return state if card == HOLE else _known(state, event.actor, card)


def _known(state: State, player: str, card: Card) -> State:
    hand = state.hands[player].take([card]).put([card])
    return replace(state, hands={**state.hands, player: hand})


def _next_turn(state: State) -> State:
    """Return the table when the turn has gone to the next player who can still win. CL-4, CL-8"""
    able = [player for player in state.after(state.active) if player not in state.out]
    return replace(state, active=able[0]) if able else state


# accusations


def _surely(state: State, cards: tuple[Card, ...]) -> bool:
    """Tell whether `cards` are known to lie under the cloche."""
    return all(state.holders(card) == (CLOCHE,) for card in cards)


def _accused(state: State, player: str, cards: tuple[Card, ...], said: str) -> State:
    if said == "right":
        state = replace(_lying(state, cards), winner=player)
        return state
    if _surely(state, cards):
        words = say("{cards} lie under the cloche", cards=listed(cards))
        raise IllegalAction("CL-7", words)
    return replace(state, out=state.out | {player}, looking=player)


def _looked(state: State, forced: Event, event: Event) -> State:
    if replace(event, outcome=()) != replace(forced, outcome=()):
        words = say("{player} looks under the cloche now", player=forced.actor)
        raise IllegalAction("CL-8", words)
    return _next_turn(replace(_lying(state, event.outcome), looking=None))


def _lying(state: State, cards: tuple[Card, ...]) -> State:
    """Return the table with `cards`, as far as they are seen, under the cloche."""
    for card in cards:
        if card != HOLE and CLOCHE not in state.holders(card):
            raise IllegalAction("CL-7", say("{card} does not lie under the cloche", card=card))
    lying = {kind_of(card): Bag((card,)) for card in cards if card != HOLE}
    return replace(state, aside={**state.aside, **lying})


def _expected(state: State, event: Event) -> Words:
    """Return what is said of a line that has no place here."""
    if state.over:
        now = say("the game is over")
    elif state.question is not None:
        now = say("{player} answers", player=state.question.waiting[0])
    else:
        now = say("{player} asks or accuses", player=state.active)
    return say("'{verb}' has no place here: {now}", verb=event.verb, now=now)


GAME = Cloche()
