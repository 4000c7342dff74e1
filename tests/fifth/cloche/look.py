"""How Cloche looks: a sheet with a line for every card and a column for every place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table

from aparte.cli.language import percent, tell
from aparte.cli.views import Look
from aparte.cli.views.names import called
from aparte.models.core import Record
from aparte.models.hidden import Item
from aparte.models.words import Words, listed, say

from .box import CARDS, NAMES, Card, Kind, kind_of
from .state import CLOCHE, State

if TYPE_CHECKING:
    from aparte.solver.engine.solve import Solved

KINDS: Mapping[Kind, Words] = {
    Kind.GUEST: say("the guests"),
    Kind.DISH: say("the dishes"),
    Kind.ROOM: say("the rooms"),
}
HERE, OPEN = "✔", "·"


def board(view: Record[State], solved: Solved | None = None) -> RenderableType:
    """Return the sheet as the viewer of `view` can fill it, with the chances where `solved`."""
    state = view.state
    sheet = Table(box=None, pad_edge=False)
    sheet.add_column()
    for place in _places(state):
        sheet.add_column(called(_name(place), 10), justify="right")
    for cards in CARDS.values():
        for card, name in cards.items():
            marks = (_mark(state, card, place, solved) for place in _places(state))
            sheet.add_row(f"{card} {tell(name)}", *marks)
        sheet.add_section()
    return Group(tell(_phase(state)), sheet)


def told_board(view: Record[State], solved: Solved | None = None) -> Sequence[str]:
    """Return the table in sentences, a line each."""
    return [tell(words) for words in (_phase(view.state), *_told_cards(view.state, solved))]


def region(view: Record[State], items: Collection[Item]) -> Words:
    """Return the kind that most of `items` are of."""
    kinds = list(map(kind_of, items))
    return KINDS[max(kinds, key=kinds.count)]


def _places(state: State) -> tuple[str, ...]:
    return (*state.players, CLOCHE)


def _name(place: str) -> str:
    return tell(say("the cloche")) if place == CLOCHE else place


def _phase(state: State) -> Words:
    if state.winner is not None:
        return say("Cloche: {player} has won.", player=state.winner)
    if state.over:
        return say("Cloche: nobody has won.")
    if state.question is not None:
        return say(
            "Cloche: {asker} asks for {cards}, {player} answers.",
            asker=called(state.question.asker),
            cards=listed(tell(NAMES[card]) for card in state.question.cards),
            player=state.question.waiting[0],
        )
    return say("Cloche: {player} asks or accuses.", player=state.active)


def _is_known(state: State, card: Card, place: str) -> bool:
    """Tell whether `card` has been seen at `place`."""
    bag = state.aside[kind_of(card)] if place == CLOCHE else state.hands[place]
    return card in bag.known


def _mark(state: State, card: Card, place: str, solved: Solved | None) -> str:
    if _is_known(state, card, place):
        return HERE
    if solved is None or card not in solved.items or place not in solved.places:
        return OPEN
    chance = solved.chance(card, place)
    return HERE if chance == 1 else OPEN if chance == 0 else percent(chance)


def _told_cards(state: State, solved: Solved | None) -> Iterator[Words]:
    for card, name in NAMES.items():
        known = [place for place in _places(state) if _is_known(state, card, place)]
        if known:
            yield say("{card} {name}: {place}.", card=card, name=name, place=_name(known[0]))
        elif solved is not None and card in solved.items:
            chances = [
                say(
                    "{place} {chance}%",
                    place=_name(place),
                    chance=percent(solved.chance(card, place)),
                )
                for place in solved.places
                if solved.chance(card, place) != 0
            ]
            yield say("{card} {name}: {chances}.", card=card, name=name, chances=listed(chances))
        else:
            yield say("{card} {name}: not seen.", card=card, name=name)


LOOK = Look(board, told_board, region)
