"""What is shown of Cloche: whose turn it is, and where each card has been seen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from aparte.models.core import View
from aparte.models.face import Face
from aparte.models.words import Words, listed, say

from .box import NAMES, Card, Kind, kind_of
from .state import CLOCHE, State

KINDS: Mapping[Kind, Words] = {
    Kind.GUEST: say("the guests"),
    Kind.DISH: say("the dishes"),
    Kind.ROOM: say("the rooms"),
}


def places(view: View[State]) -> tuple[str, ...]:
    """Return where cards can lie."""
    return (*view.state.players, CLOCHE)


def called(place: str) -> Words:
    """Return what people call a place."""
    return say("the cloche") if place == CLOCHE else say("{player}", player=place)


def seen(view: View[State]) -> Mapping[Card, str | None]:
    """Return where each card has been seen, None for nowhere."""
    state = view.state
    bags = [*((CLOCHE, bag) for bag in state.aside.values()), *state.hands.items()]
    found = {card: place for place, bag in bags for card in bag.known}
    return {card: found.get(card) for card in NAMES}


def now(view: View[State]) -> Words:
    """Return whose turn it is, and what is asked."""
    state = view.state
    if state.winner is not None:
        return say("{player} has won", player=state.winner)
    if state.over:
        return say("nobody has won")
    if state.question is None:
        return say("{player} asks or accuses", player=state.active)
    return say(
        "{other} asks for {cards}, {player} answers",
        other=state.question.asker,
        cards=listed(NAMES[card] for card in state.question.cards),
        player=state.question.waiting[0],
    )


def sentences(view: View[State]) -> Sequence[Words]:
    """Return whose turn it is, and every card that has been seen."""
    told = [
        say("{card} {name}: {place}.", card=card, name=NAMES[card], place=called(place))
        for card, place in seen(view).items()
        if place is not None
    ]
    return [say("Cloche: {now}.", now=now(view)), *told]


def region(view: View[State], items: Collection[str]) -> Words:
    """Return the kind that most of `items` are of."""
    kinds = list(map(kind_of, items))
    return KINDS[max(kinds, key=kinds.count)]


FACE = Face(now=now, sentences=sentences, region=region)
