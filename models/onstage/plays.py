"""Playing a card: which plays are legal, what they move, and who wins the trick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..bag import Bag
from ..errors import IllegalAction
from ..event import Event
from ..replacing import changed
from ..words import Listed, Words, listed, say
from .state import Box, Card, PlayedCard, State, Suit, VoidSign, suit_of, value_of
from .text import suit_name
from .theatre import Ability, Performer, Theatre


@dataclass(frozen=True, slots=True)
class Move:
    """All choices of a play: the card, whom it recalls (ON-9), what its ability does (ON-7)."""

    card: Card
    recall: Performer | None
    ability: Ability

    @classmethod
    def of(cls, event: Event) -> Move:
        """Return the move that a line tells."""
        card, *rest = event.words
        if rest[:1] == ["front"]:
            return cls(card, rest[1], tuple(rest[2:]))
        return cls(card, None, tuple(rest))


def plays(box: Box, state: State) -> Iterator[Event]:
    """Yield the legal plays of the player to act; of an unknown hand, those that may be legal."""
    player, theatre, trump = state.to_play, state.theatre, state.theatre.trump
    for card in playable(box, state):
        ability = box.abilities.get(value_of(card))
        for used in _abilities(state, theatre, ability):
            yield Event("plays", player, (card, *used))
        if suit_of(card) not in (state.lead or suit_of(card), trump):
            for performer in _recallable(state, player, suit_of(card)):
                for used in _abilities(state, theatre.recalled(performer), ability):
                    yield Event("plays", player, (card, "front", performer, *used))


def playable(box: Box, state: State) -> tuple[Card, ...]:
    """Return the cards that the player to act may play: the lead suit must be followed. ON-17

    Of an unknown hand, the cards that follow come first.
    """
    hand = state.hands[state.to_play]
    cards = hand.known if hand.whole else tuple(_may_hold(box, state, state.to_play))
    following = tuple(card for card in cards if suit_of(card) == state.lead)
    if hand.whole:
        return following or cards
    if hand.surely(lambda card: suit_of(card) == state.lead):
        return following
    return (*following, *(card for card in cards if suit_of(card) != state.lead))


def alternatives(state: State, event: Event) -> float:
    """Return from how many choices a play was made: cards times recalls (one may recall nobody).

    For an unknown hand it is an expectation: if the card follows suit, how many cards of the hand
    do so, with all cards it may hold equally likely; else the whole hand.
    """
    if event.verb != "plays":
        return 1.0
    player, suit = event.actor, suit_of(event.words[0])
    hand = state.hands[player]
    off = suit not in (state.lead or suit, state.theatre.trump)
    recalls = 1 + (len(_recallable(state, player, suit)) if off else 0)
    if suit != state.lead:
        return len(hand) * recalls
    cards = hand.known if hand.whole else tuple(_may_hold(state.box, state, player))
    following = sum(suit_of(card) == suit for card in cards)
    return 1 + (len(hand) - 1) * (following - 1) / max(1, len(cards) - 1)


def played(box: Box, state: State, event: Event) -> State:
    """Return the table after a play and its effects; raises IllegalAction."""
    player, move = event.actor, Move.of(event)
    if player != state.to_play:
        words = say("it is the turn of {player}", player=state.to_play)
        before = state.trick[-1:] if state.trick else state.last
        raise IllegalAction("ON-4", words, earlier=tuple(map(_line, before)))
    hand = _without(box, state, player, move.card)
    _check_follows(box, state, event, move.card)
    theatre, claimed = _recall(state, player, move)
    left_out = _leaves_out(box, state, theatre, move)
    _check_stands(state, event, left_out)
    if not (event.stands and left_out):
        theatre = _use(box, state, theatre, move)
    return changed(
        state,
        hands={**state.hands, player: hand},
        theatre=theatre,
        claimed=claimed,
        trick=(*state.trick, PlayedCard(player, move.card)),
        voids=_voids(state, event, move.card),
    )


def winning(trick: tuple[PlayedCard, ...], trump: Suit | None) -> PlayedCard:
    """Return the play that wins a whole `trick`, with the trump after its last card. ON-10"""
    suits = [suit_of(play.card) for play in trick]
    suit = trump if trump in suits else suits[0]
    of_suit = [play for play in trick if suit_of(play.card) == suit]
    return max(of_suit, key=lambda play: value_of(play.card))


def claimable(state: State, card: Card) -> tuple[Performer, ...]:
    """Return the performers on stage that a winning `card` may claim; often there are none.

    ON-11
    """
    matching = _matching(state, card)
    if matching in state.theatre.stage:
        return (matching,)
    return tuple(each for each in state.theatre.stage if suit_of(each) == suit_of(card))


def may_decline(state: State, card: Card) -> bool:
    """Tell whether nobody need be claimed with a winning `card`: only in edition en. ON-11

    There too, not if a performer of the card's suit and blossoms is on stage.
    """
    return state.agreed.edition == "en" and _matching(state, card) not in state.theatre.stage


def _matching(state: State, card: Card) -> Performer:
    """Return the performer of the card's suit and blossoms."""
    return f"{suit_of(card)}{state.agreed.blossoms[value_of(card)]}"


def seen_elsewhere(state: State, player: str, card: Card) -> tuple[Words, Event] | None:
    """Return where `card` is known to be and by which line; None if unknown or with `player`."""
    if card in state.played or any(play.card == card for play in state.trick):
        words = say("{card} has been played in this round", card=card)
        return words, Event("plays", words=(card,))
    if card in state.removed.known:
        return say("{card} was removed", card=card), Event("removed", outcome=(card,))
    for holder, hand in state.hands.items():
        if holder != player and card in hand.known:
            dealt = Event("deal", words=(holder,), outcome=(card,))
            return say("{card} is with {holder}", card=card, holder=holder), dealt
    return None


def check_not_elsewhere(state: State, player: str, card: Card, ruling: str) -> None:
    """Raise IllegalAction if `card` is known to be elsewhere than in the hand of `player`."""
    elsewhere = seen_elsewhere(state, player, card)
    if elsewhere is not None:
        words, line = elsewhere
        raise IllegalAction(ruling, words, earlier=(line,))


def _may_hold(box: Box, state: State, player: str) -> Iterator[Card]:
    """Yield the cards that can be in the unknown hand of `player`."""
    voids = state.voids.get(player, {})
    elsewhere = {*state.played, *(play.card for play in state.trick), *state.removed.known}
    for holder, hand in state.hands.items():
        if holder != player:
            elsewhere.update(hand.known)
    for card in box.cards:
        if card not in elsewhere and suit_of(card) not in voids:
            yield card


def _without(box: Box, state: State, player: str, card: Card) -> Bag:
    hand = state.hands[player]
    if card not in hand.known:
        check_not_elsewhere(state, player, card, "ON-1")
        if hand.whole:
            cards = listed(box.in_order(hand.known))
            words = say(
                "{player} does not hold {card}: {cards}", player=player, card=card, cards=cards
            )
            raise IllegalAction("ON-1", words, earlier=(Event("deal", words=(player,)),))
    return hand.take((card,))


def _check_follows(box: Box, state: State, event: Event, card: Card) -> None:
    player, suit, lead = event.actor, suit_of(card), state.lead
    revoked = state.voids.get(player, {}).get(suit)
    if revoked is not None and revoked.lead is None:
        words = say("{player} has no {suit}, as told above", player=player, suit=suit_name(suit))
        raise IllegalAction("ON-17", words, earlier=(revoked.event,))
    if revoked is not None:
        words = say(
            "{player} plays {card} but did not follow {suit} with {held}: correct one of the two",
            player=player,
            card=card,
            suit=suit_name(suit),
            held=revoked.event.words[0],
        )
        assert revoked.lead is not None
        earlier = (_line(revoked.lead), revoked.event)
        raise IllegalAction("ON-17", words, earlier=earlier, breach=revoked.event)
    if lead in (None, suit) or event.stands:
        return
    following = [held for held in state.hands[player].known if suit_of(held) == lead]
    if following:
        what = {"suit": suit_name(suit_of(following[0])), "cards": listed(box.in_order(following))}
        words = say("{player} must follow {suit}: {cards}", player=player, **what)
        own = say("You must follow {suit}: {cards}", **what)
        held = (Event("deal", words=(player,), outcome=(each,)) for each in following)
        raise IllegalAction("ON-17", words, earlier=(*held, _line(state.trick[0])), own=own)


def _check_stands(state: State, event: Event, left_out: bool) -> None:
    """Raise IllegalAction for a `!` unless the card did not follow or left its ability out.

    ON-17, ON-7
    """
    if event.stands and state.lead in (None, suit_of(event.words[0])) and not left_out:
        words = say("{card} breaks no rule that a table can let stand", card=event.words[0])
        raise IllegalAction("ON-17", words)


def _line(play: PlayedCard) -> Event:
    """Return a pattern of the line in which `play` was made."""
    return Event("plays", play.player, (play.card,))


def _voids(state: State, event: Event, card: Card) -> Mapping[str, Mapping[Suit, VoidSign]]:
    """Return the voids, with what this play shows about an unknown hand. ON-17"""
    player, lead = event.actor, state.lead
    if lead in (None, suit_of(card)) or event.stands or state.hands[player].whole:
        return state.voids
    of_player = {lead: VoidSign(state.trick[0], event), **state.voids.get(player, {})}
    return {**state.voids, player: of_player}


# off suit, and abilities


def _recallable(state: State, player: str, suit: Suit) -> tuple[Performer, ...]:
    """Return whom an off-suit card of `suit` may move to the front of the line. ON-9"""
    line = state.theatre.line
    pool = line + state.claimed[player] if state.agreed.edition == "fr" else line
    return tuple(performer for performer in pool if suit_of(performer) == suit)


def _recall(
    state: State, player: str, move: Move
) -> tuple[Theatre, Mapping[str, tuple[Performer, ...]]]:
    performer, suit = move.recall, suit_of(move.card)
    if performer is None:
        return state.theatre, state.claimed
    if suit in (state.lead or suit, state.theatre.trump):
        words = say("{card} is not off suit, so it moves nobody to the front", card=move.card)
        raise IllegalAction("ON-9", words)
    recallable = _recallable(state, player, suit)
    if performer not in recallable:
        words = say(
            "{card} cannot move {performer} to the front, only {others}",
            card=move.card,
            performer=performer,
            others=listed(recallable) if recallable else say("nobody"),
        )
        raise IllegalAction("ON-9", words)
    left = tuple(each for each in state.claimed[player] if each != performer)
    return state.theatre.recalled(performer), {**state.claimed, player: left}


def _abilities(state: State, theatre: Theatre, ability: str | None) -> tuple[Ability, ...]:
    """Return the choices for the ability of a card; `()` is not using it. ON-7"""
    choices = () if ability is None else tuple(theatre.choices(ability))
    if choices and state.agreed.must_use:
        return choices
    return ((), *choices)


def _leaves_out(box: Box, state: State, theatre: Theatre, move: Move) -> bool:
    """Tell whether the card has an ability that must be used and is not. ON-7"""
    due = () not in _abilities(state, theatre, box.abilities.get(value_of(move.card)))
    return due and not move.ability


def _use(box: Box, state: State, theatre: Theatre, move: Move) -> Theatre:
    ability = box.abilities.get(value_of(move.card))
    choices = _abilities(state, theatre, ability)
    if move.ability not in choices:
        raise IllegalAction("ON-7", _no_such_use(move, ability, choices))
    return theatre.after(move.ability)


def _no_such_use(move: Move, ability: str | None, choices: tuple[Ability, ...]) -> Words:
    card, used = move.card, _told_use(move.ability)
    if ability is None:
        return say("{card} has no ability", card=card)
    if choices == ((),):
        return say("'{ability}' is impossible now: leave it out", ability=ability)
    examples = listed(_told_use(choice) for choice in choices[:_EXAMPLES])
    if not move.ability:
        return say(
            "the ability of {card} must be used, for example: {choices}",
            card=card,
            choices=examples,
        )
    return say(
        "{card} cannot do '{used}'; it can, for example: {choices}",
        card=card,
        used=used,
        choices=examples,
    )


def _told_use(ability: Ability) -> Listed | Words:
    """Return an ability as it is typed, in the reader's language."""
    return listed((_USED.get(word, word) for word in ability), " ") if ability else say("nothing")


_USED = {str(word): word for word in (say("add"), say("remove"), say("swap"))}
_EXAMPLES = 6
"""How many legal choices a message names."""
