"""What hands do with the tiles, discs, pawns and cubes of Les Adresses Jaunes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..call import Call, Calls, Zone, call
from ..event import NOBODY
from ..tale import Happened
from ..words import Words, say, united
from .state import State, Step


def due(state: State) -> Iterator[Call]:
    """Yield what is to be done before the next line."""
    box, players = state.box, state.players
    match state.step:
        case Step.REVEAL:
            yield call(say("put the board in the middle of the table, and the cubes beside it"))
            yield call(
                say("choose a colour; take its pawn and its {n} discs", n=box.rounds),
                players,
            )
            yield call(
                say(
                    "turn the {tiles} tiles face down and shuffle them; turn {n} face up, and put"
                    " a neutral cube on the place of each",
                    tiles=len(box.tiles),
                    n=box.revealed[len(players)],
                ),
                moves="tiles cubes",
                shuffles=True,
            )
        case Step.DEAL:
            hand = box.hand[len(players)]
            yield call(
                say(
                    "draw {n} tiles, look at them, and show them to nobody; the last {left} stay"
                    " face down",
                    n=hand,
                    left=len(box.tiles) - box.revealed[len(players)] - hand * len(players),
                ),
                players,
                moves="hands",
            )
        case Step.DISCS:
            words = say(
                "lay a disc at a street or a kind, with a yellow cube for each of your tiles there"
            )
            yield _in_any_order(words, state.waiting, "discs")
        case Step.PAWNS:
            words = say(
                "put the pawn on a block and name an establishment there that has no cube; whoever"
                " has its tile says so"
            )
            yield _in_any_order(words, state.waiting, "pawns hands")
        case Step.CONCLUSION:
            words = say(
                "name a tile and the player who has it; the first wrong answer loses the game"
            )
            yield _in_any_order(words, players, "hands")
        case Step.LOST if left_over := [player for player in players if state.hands[player]]:
            yield call(say("lay open the tiles that are left in your hand"), left_over)
        case _:
            return


def _in_any_order(words: Words, players: Sequence[str], moves: str) -> Call:
    told = say("in any order, {words}", words=words) if len(players) > 1 else words
    return call(told, players, moves=moves)


def left(line: Happened[State]) -> Iterator[Call]:
    """Yield the cubes that an answer moves, and the pawns that come back. AJ-6, AJ-8"""
    before, after = line.before, line.after
    if line.event.verb in ("pawn", "name"):
        for tile in [tile for tile in after.cubes if tile not in before.cubes]:
            yield _opened(before, after, tile)
    if before.step is Step.PAWNS and after.step is not Step.PAWNS:
        yield call(say("take your pawn back"), after.players, moves="pawns")
    if line.event.verb == "shows":
        yield call(say("turn your tiles up"), [line.event.actor], moves="tiles cubes discs hands")


def _opened(before: State, after: State, tile: str) -> Call:
    owner = after.cubes[tile]
    if owner == NOBODY:
        return call(say("put a neutral cube on {tile}", tile=tile), moves="cubes")
    fewer = [
        new.target
        for old, new in zip(before.discs, after.discs, strict=True)
        if old.cubes != new.cubes
    ]
    if not fewer:
        deed = say("turn {tile} up and put a yellow cube on its place", tile=tile)
        return call(deed, [owner], moves="tiles cubes discs hands")
    values = {"tile": tile, "targets": united(dict.fromkeys(fewer))}
    if len(fewer) == 1:
        deed = say(
            "turn {tile} up, put a yellow cube on its place and take one off your disc at"
            " {targets}",
            **values,
        )
    else:
        deed = say(
            "turn {tile} up, put a yellow cube on its place and take one off each of your discs"
            " at {targets}",
            **values,
        )
    return call(deed, [owner], moves="tiles cubes discs hands")


def lies(state: State) -> Mapping[Zone, object]:
    """Return what lies on the table."""
    up = [tile for tile, owner in state.cubes.items() if owner != NOBODY]
    return {
        "tiles": frozenset((*up, *state.revealed)),
        "cubes": state.cubes,
        "discs": state.discs,
        "pawns": state.acted if state.step is Step.PAWNS else frozenset(),
        "hands": tuple(map(len, state.hands.values())),
    }


CALLS = Calls(due=due, left=left, lies=lies)
