"""What players of Les Adresses Jaunes are asked to do, and what they choose, as orders."""

from __future__ import annotations

from collections.abc import Mapping

from ..core import Event, View
from ..face import as_told
from ..words import Words, say, say_n
from .rules import GAME
from .state import State, Step
from .text import PLURALS

_KIND_MARKS = {"T": "∪", "R": "Ψ", "P": "○"}
MARKS: Mapping[str, tuple[str, ...]] = {
    **{tile: (_KIND_MARKS[tile[-1]],) for tile in GAME.box.tiles},
    **{kind: (mark,) for kind, mark in _KIND_MARKS.items()},
}
"""The mark of each establishment's kind, and of the kinds."""
DEEDS: Mapping[str, Words] = {
    "name": say("say who has a tile"),
    "give": say("give up"),
}


def task(view: View) -> Words:
    """Return what whoever has to act has to do."""
    state: State = view.state
    match state.step:
        case Step.DISCS:
            return say("lay a disc on a street or a kind")
        case Step.PAWNS:
            return say("name a tile with the pawn")
        case Step.CONCLUSION:
            return say("say who has which tile")
        case _:
            return say("set the game up")


def button(view: View, event: Event) -> Words:
    """Return a choice as an order."""
    match event:
        case Event("disc", player, (target, *_)):
            return _disc(view, player, target)
        case Event("pawn", _, (tile,)):
            return say("Name {tile} with the pawn", tile=tile)
        case Event("name", _, (tile, holder)):
            return say("Say that {player} has {tile}", player=holder, tile=tile)
        case Event("give"):
            return say("Give up, all together")
    return as_told(view, event)


def _disc(view: View, player: str, target: str) -> Words:
    """Return the order to lay a disc, with what it counts if the viewer knows it (AJ-5)."""
    place, hand = PLURALS.get(target, target), view.state.hands[player]
    if hand.unknown:
        return say("Disc on {target}", target=place)
    count = hand.surely(GAME.box.targets[target].__contains__)
    return say_n("Disc on {target}: {n} cube", "Disc on {target}: {n} cubes", count, target=place)
