"""What is shown of Cordée: how far the rope is, and what is seen in the packs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from aparte.models.bag import HOLE
from aparte.models.core import View
from aparte.models.face import Face
from aparte.models.words import Words, listed, say, say_n

from .box import NAMES
from .state import State


def now(view: View[State]) -> Words:
    """Return whose turn it is, or that the climb is over."""
    state = view.state
    if state.over:
        return say_n(
            "the climb is over, {n} piece holds", "the climb is over, {n} pieces hold",
            len(state.wall),
        )  # fmt: skip
    if state.empty is not None or len(state.packs) < len(state.players):
        return say("the packs are filled")
    return say("it is {player}'s turn", player=state.active)


def sentences(view: View[State]) -> Sequence[Words]:
    """Return where the game stands, what the pitch takes, and each pack as far as it is seen."""
    state = view.state
    wanted = listed([NAMES[kind] for kind in state.wanted])
    told = [
        say("Cordée: {now}.", now=now(view)),
        say_n("Fixed: {n} piece; the pitch still takes: {kinds}.",
              "Fixed: {n} pieces; the pitch still takes: {kinds}.", len(state.wall), kinds=wanted),
        say("Breaths: {breaths}; slips: {slips}; in the stock: {stock}.",
            breaths=state.breaths, slips=state.slips, stock=len(state.stock)),
    ]  # fmt: skip
    for player, pack in state.packs.items():
        held = [say("{loop} {name}", loop=loop, name=_name(piece)) for loop, piece in pack.items()]
        pieces = listed(held or [say("nothing")])
        told.append(say("{player}'s pack: {pieces}.", player=player, pieces=pieces))
    if state.ravine:
        fallen = listed([NAMES[kind] for kind in state.ravine])
        told.append(say("In the ravine: {pieces}.", pieces=fallen))
    return told


def region(view: View[State], items: Collection[str]) -> Words:
    """Return the packs: only there something is hidden that a hint can be about."""
    return say("the packs")


def _name(piece: str) -> Words:
    return say("unseen") if piece == HOLE else NAMES[piece]


FACE = Face(now=now, sentences=sentences, region=region, names=lambda _: NAMES)
