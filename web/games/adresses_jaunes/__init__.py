"""Les Adresses Jaunes on a page: the blocks with their establishments, discs, cubes, hands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path

from ....models.adresses_jaunes import GAME, State, Step
from ....models.core import View
from ....models.event import NOBODY
from ....models.words import Words, say
from ...faces import Face, Values, called

BOX = GAME.box
KINDS: Mapping[str, Words] = {"T": say("tea house"), "R": say("restaurant"), "P": say("bakery")}
PLURALS: Mapping[str, Words] = {
    "T": say("tea houses"),
    "R": say("restaurants"),
    "P": say("bakeries"),
}


def board(view: View) -> Values:
    """Return what the template shows."""
    state: State = view.state
    blocks = [str(block + 1) for block in range(BOX.columns * BOX.rows)]
    return {
        "columns": [(f"v{n + 1}", _discs(state, f"v{n + 1}")) for n in range(BOX.columns)],
        "rows": [
            {
                "street": f"h{row + 1}",
                "discs": _discs(state, f"h{row + 1}"),
                "blocks": [
                    [_establishment(state, view.viewer, block + kind) for kind in BOX.kinds]
                    for block in blocks[row * BOX.columns : (row + 1) * BOX.columns]
                ],
            }
            for row in range(BOX.rows)
        ],
        "kinds": [(kind, PLURALS[kind], _discs(state, kind)) for kind in BOX.kinds],
        "players": [
            {
                "seat": seat,
                "name": called(player),
                "acts": player in state.waiting and state.step in (Step.DISCS, Step.PAWNS),
                "tiles": len(state.hands[player]),
                "found": state.found(player),
            }
            for seat, player in enumerate(state.players)
        ],
        "words": {
            "player": say("player"),
            "hand": say("tiles in hand"),
            "found": say("found"),
        },
    }


def _discs(state: State, target: str) -> list[tuple[int, str, int]]:
    return [
        (state.players.index(disc.owner), called(disc.owner), disc.cubes)
        for disc in state.discs
        if disc.target == target
    ]


def _establishment(state: State, viewer: str, tile: str) -> Values:
    owner = state.cubes.get(tile)
    own = viewer in state.hands and tile in state.hands[viewer].known
    look = "own" if own else "" if owner is None else "neutral" if owner == NOBODY else "yellow"
    return {
        "tile": tile,
        "kind": tile[-1],
        "look": look,
        "seat": state.players.index(owner) if owner in state.players else None,
        "owner": called(owner) if owner in state.players else "",
        "told": say("{kind} {tile}", kind=KINDS[tile[-1]], tile=tile),
    }


def now(view: View) -> Words:
    """Return the round and the step."""
    state: State = view.state
    match state.step:
        case Step.DISCS | Step.PAWNS:
            return say(
                "Round {round} of {rounds}: {step}",
                round=state.round,
                rounds=BOX.rounds,
                step=say("discs") if state.step is Step.DISCS else say("pawns"),
            )
        case Step.CONCLUSION:
            return say("The conclusion")
        case Step.WON | Step.LOST:
            return say("The game is over")
        case _:
            return say("setting up")


def hand(view: View) -> Mapping[Words, Sequence[str]]:
    """Return the own tiles."""
    state: State = view.state
    own = state.hands.get(view.viewer)
    return {say("Your hand"): own.known} if own and own.known else {}


def names(_: View) -> Mapping[str, Words]:
    """Return what the words of moves are called."""
    return _names()


@cache
def _names() -> Mapping[str, Words]:
    tiles = {
        tile: say("{tile}, {kind}", tile=tile, kind=KINDS[tile[-1]])
        for tile in (block for target in BOX.targets.values() for block in target)
    }
    streets = {target: say("street {street}", street=target) for target in BOX.targets}
    kinds = {kind: PLURALS[kind] for kind in BOX.kinds}
    return tiles | streets | kinds | {"up": say("give up")}


def region(view: View, items: Collection[str]) -> Words:
    """Return the street or kind where most of `items` are."""
    targets = BOX.targets
    target = max(targets, key=lambda target: len(targets[target].intersection(items)))
    if target in PLURALS:
        return say("the {kind} ({letter})", kind=PLURALS[target], letter=target)
    return say("the street {street}", street=target)


FACE = Face(Path(__file__).parent, board, now, hand, names, region)
